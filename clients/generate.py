#!/usr/bin/env python3
"""Writes the typed parts of both clients from the OpenAPI document.

    clients/generate.py SOURCE            writes them
    clients/generate.py SOURCE --check    fails where they differ from what would be written

SOURCE is the address of a running service (http://127.0.0.1:8080), a file, or `-` for standard input, so that
`bellwether openapi | clients/generate.py -` works too. Only the standard library is needed. What a client does with a
call (retries, paging, payment) is written by hand; this knows names and types alone.
"""

import json
import sys
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "generator"))

import python_code  # noqa: E402
import typescript_code  # noqa: E402
from document import Document  # noqa: E402


def read(source: str) -> dict:
    if source == "-":
        return json.load(sys.stdin)
    if source.startswith(("http://", "https://")):
        with urllib.request.urlopen(source.rstrip("/") + "/openapi.json", timeout=30) as answer:
            return json.load(answer)
    return json.loads(Path(source).read_text())


def main() -> int:
    words = [word for word in sys.argv[1:] if word != "--check"]
    if len(words) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    document = Document(read(words[0]))
    package = HERE / "python" / "src" / "bellwether"
    files = {
        package / "models.py": python_code.models(document),
        package / "_operations.py": python_code.operations(document),
        HERE / "typescript" / "src" / "generated.ts": typescript_code.module(document),
    }
    stale = [path for path, text in files.items() if not path.exists() or path.read_text() != text]
    for path in stale:
        name = path.relative_to(HERE.parent)
        if "--check" in sys.argv:
            print(f"{name} is not what the description gives; run clients/generate.py {words[0]}")
        else:
            path.write_text(text := files[path])
            print(f"{name}: {len(text.splitlines())} lines")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
