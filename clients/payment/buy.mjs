// Buys one page without a key: buy.mjs ADDRESS SECRET DAY MOST-USD; prints what came of it.
import { ApiError, Client, metaOf } from "bellwether";
import { x402Payer } from "bellwether/payment";
import { privateKeyToAccount } from "viem/accounts";

const [baseUrl, secret, day, maxUsd] = process.argv.slice(2);
const client = new Client({ baseUrl, payer: x402Payer(privateKeyToAccount(secret), { maxUsd }) });
try {
  const page = await client.searchArticles({ startDate: day, endDate: day });
  const { creditsCharged: credits, payment: receipt } = metaOf(page);
  console.log(JSON.stringify({ articles: page.data.length, credits, receipt }));
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  console.log(JSON.stringify({ error: error.name }));
}
