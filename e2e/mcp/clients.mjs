// The official TypeScript client lists and calls every tool, by key and by OAuth with a browser.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const { BASE, KEY, CONSENT } = process.env;
const address = new URL(`${BASE}/mcp`);

async function ask(path, body) {
  const headers = { Authorization: `Bearer ${KEY}`, "Content-Type": "application/json" };
  const answer = await fetch(BASE + path, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function examples(tools) {
  const names = await ask("/taxonomy");
  const last = Date.parse(names.days.last);
  const day = (at) => new Date(at).toISOString().slice(0, 10);
  const days = { startDate: day(last - 7 * 86_400_000), endDate: day(last) };
  const query = new URLSearchParams(days);
  const told = (await ask(`/feed?limit=100&${query}`)).data.find((row) => row.story_id);
  const heard = await ask(`/speakers?${query}`);
  const known = {
    $article: told.id, $story: told.story_id, $outlet: told.Outlet, $speaker: (heard.speakers ?? heard)[0].id,
    $company: names.companies[0].name, $company2: names.companies[1].name, $asset: names.assets[0].name, $metric: names.metrics[0].id,
    $ticker: (await ask("/transparency-index/leaderboard")).data[0].ticker, $run: `run-${randomUUID()}`,
    $space: (await ask("/v1/spaces", { name: `Space ${randomUUID()}`, keyword: "bitcoin" })).id,
    $brain: (await ask("/v1/brains", { name: `Brain ${randomUUID()}`, people: ["Jane Harlow"] })).id,
  };
  const fill = (value) => (Array.isArray(value) ? value.map(fill) : typeof value === "string" ? known[value] ?? value : value);
  const given = JSON.parse(await readFile(new URL("./arguments.json", import.meta.url)));
  return Object.fromEntries(tools.map((tool) => {
    const own = Object.fromEntries(Object.entries(given[tool.name]).map(([name, value]) => [name, fill(value)]));
    for (const name of tool.inputSchema.required ?? []) if (days[name]) own[name] = days[name];
    return [tool.name, own];
  }));
}

// The client checks structured answers against the published schemas by itself.
async function walk(client, how) {
  const { tools } = await client.listTools();
  const given = await examples(tools);
  const used = async () => (await ask("/usage")).total.credits;
  const before = await used();
  let charged = 0;
  for (const tool of tools) {
    const result = await client.callTool({ name: tool.name, arguments: given[tool.name] });
    if (result.isError) throw new Error(`${tool.name}: ${result.content[0].text}`);
    charged += result._meta.creditsCharged;
  }
  const booked = (await used()) - before;
  if (booked !== charged) throw new Error(`the ledger has ${booked}, the answers said ${charged}`);
  console.log(`${how}: ${tools.length} tools called, ${charged} credits, each charged once`);
}

async function byKey() {
  const headers = { Authorization: `Bearer ${KEY}` };
  const client = new Client({ name: "ts", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
  await walk(client, "by key");
  const { completion } = await client.complete({
    ref: { type: "ref/prompt", name: "company_brief" }, argument: { name: "company", value: "" },
  });
  if (completion.values.length === 0) throw new Error("no company is completed");
  await client.close();
}

async function byOAuth() {
  let come;
  const came = new Promise((resolve) => { come = resolve; });
  const server = createServer((request, response) => {
    const url = new URL(request.url, "http://127.0.0.1");
    if (url.pathname !== "/callback") return response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/html" }).end("<p>Agent connected.</p>");
    come(url.searchParams.get("code"));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const back = `http://127.0.0.1:${server.address().port}/callback`;
  const kept = {};
  const provider = {
    get redirectUrl() { return back; },
    get clientMetadata() {
      return {
        client_name: "TypeScript client", redirect_uris: [back], token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"], response_types: ["code"],
      };
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => { kept.client = client; },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => { kept.tokens = tokens; },
    saveCodeVerifier: (verifier) => { kept.verifier = verifier; },
    codeVerifier: () => kept.verifier,
    redirectToAuthorization: async (url) => {
      const { stdout } = await promisify(execFile)("node", [CONSENT, url.href]);
      process.stdout.write(stdout);
    },
  };
  const transport = new StreamableHTTPClientTransport(address, { authProvider: provider });
  try {
    await new Client({ name: "ts", version: "1" }).connect(transport);
    throw new Error("nobody was asked");
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
  }
  await transport.finishAuth(await came);
  const client = new Client({ name: "ts", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(address, { authProvider: provider }));
  await walk(client, "by OAuth");
  await client.close();
  server.close();
}

await byKey();
await byOAuth();
