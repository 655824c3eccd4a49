// Which calls are asked again: by the rule in src/call.ts, on a fetch that fails as told.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AnswerLost, Client, Conflict, CreditsExhausted, PaymentRequired, Unavailable } from "bellwether";

const DAYS = { startDate: "2026-01-01", endDate: "2026-01-02" };
const json = (value, init) => () => Response.json(value, init);
const good = json([]);
const challenge = json({ x402Version: 1, accepts: [] }, { status: 402 });
const lost = () => Promise.reject(new TypeError("fetch failed"));
const proxy = (status) => () => new Response("<html>bad gateway</html>", { status, headers: { "content-type": "text/html" } });
const problem = (status, code, headers = {}) => () =>
  new Response(JSON.stringify({ status, code, detail: "…" }), { status, headers: { "content-type": "application/problem+json", ...headers } });

/** Answers or fails in the given order, and remembers what was asked and how long was waited. */
function scripted(steps, options = {}) {
  const [asked, waits] = [[], []];
  const client = new Client({
    key: "bw_live_x",
    fetch: async (address, init) => {
      asked.push({ address: String(address), headers: new Headers(init.headers), body: init.body });
      return steps.shift()();
    },
    sleep: async (seconds) => void waits.push(seconds),
    ...options,
  });
  return { client, asked, waits };
}

test("a metered call is repeated where it cannot have been charged", async () => {
  const refused = () => Promise.reject(new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } }));
  for (const failure of [refused, problem(429, "rate_limited"), problem(503, "unavailable")]) {
    const { client, asked } = scripted([failure, failure, good]);
    assert.deepEqual(await client.getTrends(DAYS), []);
    assert.equal(asked.length, 3);
  }
});

test("a metered call whose answer is lost is not repeated", async () => {
  const { client, asked } = scripted([lost, good]);
  await assert.rejects(client.getTrends(DAYS), (error) => error instanceof AnswerLost && /may have been charged/.test(error.message));
  assert.equal(asked.length, 1);
});

test("a body that breaks off is a lost answer", async () => {
  const broken = () => new Response(new ReadableStream({ start: (one) => one.error(new TypeError("terminated")) }));
  const { client, asked } = scripted([broken, good]);
  await assert.rejects(client.getTrends(DAYS), AnswerLost);
  assert.equal(asked.length, 1);
});

test("a proxy proves nothing about a metered call", async () => {
  const { client, asked } = scripted([proxy(502), good]);
  await assert.rejects(client.getTrends(DAYS), Unavailable);
  assert.equal(asked.length, 1);
});

test("what is free is repeated", async () => {
  const { client, asked } = scripted([lost, proxy(502), json({})]);
  await client.getTaxonomy();
  assert.equal(asked.length, 3);
});

test("a view is metered only where the description says so", async () => {
  assert.equal((await scripted([lost, json({ score: 50 })]).client.getIndex()).score, 50);
  await assert.rejects(scripted([lost, json({})]).client.getIndex({ full: true }), AnswerLost);
});

test("what makes something carries one key over all attempts", async () => {
  const { client, asked } = scripted([lost, json({ runId: "r" }, { status: 201 })]);
  await client.recordWorkflowRun({ workflowId: "w", runId: "r", status: "running", startedAt: "2026-01-01T00:00:00Z", rows: 3 });
  assert.equal(new Set(asked.map((one) => one.headers.get("idempotency-key"))).size, 1);
  assert.equal(JSON.parse(asked[1].body).rows, 3);
});

test("an attempt that is still being worked on is asked for again, a contradiction is not", async () => {
  const run = { workflowId: "w", runId: "r", status: "running", startedAt: "2026-01-01T00:00:00Z" };
  const busy = scripted([problem(409, "conflict", { "retry-after": "1" }), json({ runId: "r" })]);
  await busy.client.recordWorkflowRun(run);
  assert.deepEqual(busy.waits, [1]);
  await assert.rejects(scripted([problem(409, "conflict"), json({})]).client.recordWorkflowRun(run), Conflict);
});

test("Retry-After is waited for, and not beyond the limit", async () => {
  const short = scripted([problem(429, "rate_limited", { "retry-after": "7" }), good]);
  await short.client.getTrends(DAYS);
  assert.deepEqual(short.waits, [7]);
  const long = scripted([problem(503, "not_configured", { "retry-after": "900" }), good]);
  await assert.rejects(long.client.getTrends(DAYS), Unavailable);
  assert.deepEqual(long.waits, []);
});

test("an empty allowance is never asked again, and attempts end", async () => {
  const empty = scripted([problem(429, "credits_exhausted"), good]);
  await assert.rejects(empty.client.getTrends(DAYS), CreditsExhausted);
  const down = scripted(Array(9).fill(problem(503, "unavailable")), { retries: 2 });
  await assert.rejects(down.client.getTrends(DAYS), Unavailable);
  assert.deepEqual([empty.asked.length, down.asked.length], [1, 3]);
});

test("a payment is signed once and carried by every attempt", async () => {
  let signed = 0;
  const payer = async () => ({ "x-payment": `payment ${++signed}` });
  const open = problem(503, "payment_outcome_open", { "retry-after": "1" });
  const { client, asked } = scripted([challenge, open, lost, json({ data: [] })], { payer });
  await client.searchArticles(DAYS);
  assert.deepEqual(asked.map((one) => one.headers.get("x-payment")), [null, "payment 1", "payment 1", "payment 1"]);
  const refused = scripted([challenge, challenge, good], { payer });
  await assert.rejects(refused.client.searchArticles(DAYS), PaymentRequired);
  assert.equal(signed, 2);
});

test("a link to elsewhere is asked of the same service", async () => {
  const link = { link: '<https://elsewhere.example/trends?cursor=abc>; rel="next"' };
  const { client, asked } = scripted([json([], { headers: link }), good], { baseUrl: "http://here.example/" });
  for await (const _ of client.items("getTrends", DAYS));
  assert.equal(asked[1].address, "http://here.example/trends?startDate=2026-01-01&endDate=2026-01-02&cursor=abc");
});

test("whoever gives up is not waited for", async () => {
  const stop = new AbortController();
  const client = new Client({ fetch: (_, init) => new Promise((_, reject) => init.signal.addEventListener("abort", () => reject(init.signal.reason))) });
  const asking = client.getTrends(DAYS, { signal: stop.signal });
  stop.abort();
  await assert.rejects(asking, { name: "AbortError" });
});
