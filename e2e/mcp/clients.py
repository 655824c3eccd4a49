"""The official Python client lists and calls every tool, by key and by OAuth with a browser; counts tokens."""
import asyncio
import json
import os
import sys
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, HTTPServer

import jsonschema
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata
from rs_bpe.bpe import openai

from world import BASE, KEY, arguments, used

MAX_DEFINITION_TOKENS = 12_000
MAX_TEXT_TOKENS = 1_500
tokens = openai.o200k_base()


def dumped(thing):
    return thing.model_dump(mode="json", by_alias=True, exclude_none=True)


async def walk(client, how, report=False):
    tools = [dumped(tool) for tool in (await client.list_tools()).tools]
    given, before, charged, sizes = arguments(tools), used(), 0, []
    for tool in tools:
        jsonschema.Draft202012Validator.check_schema(tool["inputSchema"])
        jsonschema.validate(given[tool["name"]], tool["inputSchema"])
        result = dumped(await client.call_tool(tool["name"], given[tool["name"]]))
        assert not result.get("isError"), (tool["name"], result["content"])
        jsonschema.validate(result["structuredContent"], tool["outputSchema"])
        charged += result["_meta"]["creditsCharged"]
        sizes.append((tokens.count(result["content"][0]["text"]), tool["name"]))
        if os.environ.get("SHOW"):
            print(f"\n=== {tool['name']}\n{result['content'][0]['text']}")
    assert used() - before == charged, f"the ledger has {used() - before}, the answers said {charged}"
    print(f"{how}: {len(tools)} tools called, {charged} credits, each charged once")
    if report:
        size = tokens.count(json.dumps(tools, separators=(",", ":"), ensure_ascii=False))
        print(f"definitions: {size} tokens together")
        print("texts: " + ", ".join(f"{name} {count}" for count, name in sorted(sizes, reverse=True)))
        assert size < MAX_DEFINITION_TOKENS, "definitions are too long"
        assert max(sizes)[0] < MAX_TEXT_TOKENS, "a text is too long"


class Keep:
    tokens = client = None

    async def get_tokens(self): return self.tokens
    async def set_tokens(self, tokens): self.tokens = tokens
    async def get_client_info(self): return self.client
    async def set_client_info(self, client): self.client = client


def callback_server():
    """Waits on this machine for the browser to come back."""
    came = asyncio.get_running_loop().create_future()
    loop = asyncio.get_running_loop()

    class Callback(BaseHTTPRequestHandler):
        def do_GET(self):
            if not self.path.startswith("/callback"):
                return self.send_error(404)
            query = {name: values[0] for name, values in urllib.parse.parse_qs(urllib.parse.urlparse(self.path).query).items()}
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<p>Agent connected.</p>")
            loop.call_soon_threadsafe(lambda: came.done() or came.set_result(query))

        def log_message(self, *_): pass

    server = HTTPServer(("127.0.0.1", 0), Callback)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, came


async def by_oauth():
    server, came = callback_server()

    async def open_browser(address):
        browser = await asyncio.create_subprocess_exec("node", os.environ["CONSENT"], address)
        assert await browser.wait() == 0, "the browser did not get through"

    async def wait():
        query = await came
        return AuthorizationCodeResult(code=query["code"], state=query.get("state"), iss=query.get("iss"))

    metadata = OAuthClientMetadata(
        client_name="Python client", redirect_uris=[f"http://127.0.0.1:{server.server_port}/callback"],
        grant_types=["authorization_code", "refresh_token"], response_types=["code"], token_endpoint_auth_method="none",
    )
    provider = OAuthClientProvider(f"{BASE}/mcp", metadata, Keep(), open_browser, wait)
    async with create_mcp_http_client(auth=provider) as http:
        async with Client(streamable_http_client(f"{BASE}/mcp", http_client=http)) as client:
            await walk(client, "by OAuth")
    server.shutdown()


async def main():
    for mode in ("legacy", "auto"):
        async with create_mcp_http_client(headers={"Authorization": f"Bearer {KEY}"}) as http:
            async with Client(streamable_http_client(f"{BASE}/mcp", http_client=http), mode=mode) as client:
                await walk(client, f"by key ({mode})", report=mode == "auto")
                prompts = (await client.list_prompts()).prompts
                resources = (await client.list_resources()).resources
                assert len(prompts) == 4 and resources, "prompts and resources"
                await client.get_prompt("company_brief", {"company": "Coinbase"})
                assert (await client.read_resource("bellwether://taxonomy")).contents
    await by_oauth()


asyncio.run(main())
sys.stdout.flush()
