//! What agents are given on /docs to connect: each with an id, what it is for, and the text.

use serde_json::{Value, json};

/// Configurations and first calls that work as printed, once a key is put in.
pub fn for_agents(base: &str) -> Vec<(&'static str, &'static str, String)> {
    let here = format!("{base}/mcp");
    let server = json!({"type": "http", "url": here, "headers": {"Authorization": "Bearer bw_live_…"}});
    let pretty = |value: Value| serde_json::to_string_pretty(&value).unwrap_or_default();
    let call =
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_taxonomy","arguments":{}}}"#;
    let curl = format!(
        "curl {here} -H \"Authorization: Bearer $BELLWETHER_API_KEY\" -H \"Content-Type: application/json\" \\\n  \
         -H \"Accept: application/json, text/event-stream\" \\\n  -d '{call}'"
    );
    let python = format!(
        r#"# pip install mcp
import asyncio, os
from mcp import Client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

async def main():
    headers = {{"Authorization": f"Bearer {{os.environ['BELLWETHER_API_KEY']}}"}}
    async with create_mcp_http_client(headers=headers) as http:
        async with Client(streamable_http_client("{here}", http_client=http)) as client:
            print((await client.call_tool("get_taxonomy", {{}})).structured_content)

asyncio.run(main())"#
    );
    let typescript = format!(
        r#"// npm install @modelcontextprotocol/sdk
import {{ Client }} from "@modelcontextprotocol/sdk/client/index.js";
import {{ StreamableHTTPClientTransport }} from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const headers = {{ Authorization: `Bearer ${{process.env.BELLWETHER_API_KEY}}` }};
const client = new Client({{ name: "example", version: "1" }});
await client.connect(new StreamableHTTPClientTransport(new URL("{here}"), {{ requestInit: {{ headers }} }}));
console.log(JSON.stringify((await client.callTool({{ name: "get_taxonomy", arguments: {{}} }})).structuredContent));
await client.close();"#
    );
    vec![
        ("mcpservers", "Clients that read mcpServers", pretty(json!({"mcpServers": {"bellwether": server}}))),
        ("vs-code", "VS Code, .vscode/mcp.json", pretty(json!({"servers": {"bellwether": server}}))),
        ("curl", "curl", curl),
        ("python", "Python", python),
        ("typescript", "TypeScript", typescript),
    ]
}
