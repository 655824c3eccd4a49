"""What /docs offers agents to copy works as it stands there, with a key in the environment."""
import html
import json
import os
import re
import subprocess
import sys
import urllib.request

from world import BASE, KEY

page = urllib.request.urlopen(f"{BASE}/docs").read().decode()
shown = {name: html.unescape(text) for name, text in re.findall(r'<code id="agent-([a-z-]+)">(.*?)</code>', page, re.S)}
environment = {**os.environ, "BELLWETHER_API_KEY": KEY}

for name in ["mcpservers", "vs-code"]:
    text = json.dumps(json.loads(shown[name]))
    assert f'"{BASE}/mcp"' in text and '"type": "http"' in text, text

for name, command in [("curl", ["bash", "-c"]), ("python", [sys.executable, "-c"]), ("typescript", ["node", "--input-type=module", "-e"])]:
    done = subprocess.run([*command, shown[name]], env=environment, capture_output=True, text=True, timeout=50)
    assert done.returncode == 0 and "Regulation" in done.stdout, (name, done.stdout[-400:], done.stderr[-800:])
    print(f"{name}: answered")
