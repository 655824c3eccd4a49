// Only compiled: what the types let through, and what they must refuse.
import { Client, metaOf, type FeedArticle, type Trend } from "bellwether";

const client = new Client({ key: "bw_live_…" });
const week = { startDate: "2026-01-01", endDate: "2026-01-07" };

export async function usage(): Promise<void> {
  for await (const article of client.items("searchArticles", { ...week, sentiment: "Positive", company: ["A", "B"] })) {
    const typed: FeedArticle = article;
    typed.Title?.trim();
  }
  for await (const trend of client.items("getTrends", week)) {
    const typed: Trend = trend;
    typed.title.trim();
  }
  for await (const page of client.pages("listWorkflowRuns", {})) page.data[0]?.runId.trim();
  metaOf(await client.getIndex()).creditsCharged.toFixed();
  await client.createSpace({ name: "x" }, { signal: AbortSignal.timeout(1) });
  // @ts-expect-error there is no such tone
  await client.searchArticles({ ...week, sentiment: "Happy" });
  // @ts-expect-error days are required
  await client.getTrends({});
  // @ts-expect-error it has no pages
  client.items("getUsage", {});
}
