// Against a running demo: BELLWETHER_URL and BELLWETHER_API_KEY as `bellwether demo` prints them.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Client, InvalidRequest, metaOf, NotAllowed, NotFound } from "bellwether";

const { BELLWETHER_URL: baseUrl, BELLWETHER_API_KEY: key } = process.env;
assert.ok(baseUrl && key, "set BELLWETHER_URL and BELLWETHER_API_KEY to those that `bellwether demo` prints");
const client = new Client({ baseUrl, key });
let days;

const collect = async (rows) => {
  const all = [];
  for await (const row of rows) all.push(row);
  return all;
};

before(async () => {
  // A fortnight that is over, so that nothing in it moves.
  const last = Date.parse((await client.getTaxonomy()).days.last);
  const day = (back) => new Date(last - back * 86_400_000).toISOString().slice(0, 10);
  days = { startDate: day(16), endDate: day(3) };
});

test("articles say what they cost", async () => {
  const page = await client.searchArticles({ ...days, limit: 5 });
  assert.equal(page.data.length, 5);
  const meta = metaOf(page);
  assert.deepEqual([meta.status, meta.creditsCharged, meta.fundingSource], [200, 2, "included"]);
  assert.ok(meta.requestId && meta.includedRemaining > 0);
});

test("paging gives every article once", async () => {
  const { pagination } = await client.searchArticles({ ...days, limit: 1 });
  const ids = (await collect(client.items("searchArticles", { ...days, limit: 100, fields: ["id"] }))).map((one) => one.id);
  assert.equal(ids.length, pagination.total);
  assert.equal(new Set(ids).size, pagination.total);
  const pages = await collect(client.pages("getTrends", { ...days, limit: 10 }));
  assert.ok(pages.length > 1);
  assert.equal(pages.flat().length, metaOf(pages[0]).total);
});

test("a number leads to its articles", async () => {
  const [day] = (await client.getSentimentMetrics(days)).by_day;
  const articles = await collect(client.follow(day.query));
  assert.equal(articles.length, day.article_count);
  assert.ok(articles.every((one) => one.Date.startsWith(day.date)));
});

test("a question with a body, and rows as text", async () => {
  const mentions = await client.getEntityMentions({ ...days, groupBy: "companies" });
  assert.ok(mentions.totalVolume > 0);
  assert.match(await client.text("/fear-greed-index", days), /^date,value,label/);
});

test("mistakes are told", async () => {
  const told = await client.searchArticles({ ...days, asset: "Bitcon" }).catch((error) => error);
  assert.ok(told instanceof InvalidRequest && told.problem.parameter === "asset" && told.problem.allowed.length > 0);
  await assert.rejects(client.getStory({ id: "nothing" }), NotFound);
  await assert.rejects(new Client({ baseUrl, key: "bw_live_nonsense" }).getUsage(), NotAllowed);
});

test("the same run twice is charged once", async () => {
  const run = { workflowId: "test", runId: crypto.randomUUID(), status: "succeeded", startedAt: new Date().toISOString(), rows: 3 };
  const [first, again] = [await client.recordWorkflowRun(run), await client.recordWorkflowRun(run)];
  assert.deepEqual([metaOf(first).creditsCharged, metaOf(again).creditsCharged], [1, 0]);
  assert.equal(first.id, again.id);
});

test("what is owned can be made, changed and deleted", async () => {
  const space = await client.createSpace({ name: `test ${crypto.randomUUID()}`, keyword: "bitcoin", columns: ["Title", "Date"] });
  const changed = await client.changeSpace({ id: space.id, name: space.name, keyword: "ether", columns: ["Title", "Date"] });
  assert.deepEqual([changed.id, changed.keyword], [space.id, "ether"]);
  await client.deleteSpace({ id: space.id });
  await assert.rejects(client.getSpace({ id: space.id }), NotFound);
});
