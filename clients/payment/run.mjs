// Both clients buy from a real `bellwether serve`, on the chain and through the facilitator of e2e/x402.
//   node run.mjs PATH-TO-BELLWETHER FOLDER PYTHON TYPESCRIPT-PACKAGE
import assert from "node:assert/strict";
import { execFile, execFileSync, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { accountOf, newKey, startChain } from "./chain.mjs";
import { startFacilitator } from "./facilitator.mjs";
import { freePort, until } from "./ports.mjs";

const [bellwether, folder, python, typescript] = process.argv.slice(2);
const PRICE = 300_000n;
const DAY = "2026-01-10";
const stops = [];

async function main() {
  const [gasKey, buyerKey, sellerKey] = [newKey(), newKey(), newKey()];
  const [gas, buyer, seller] = [gasKey, buyerKey, sellerKey].map((key) => accountOf(key).address);
  const chain = await startChain(await freePort());
  stops.push(chain.stop);
  const wallet = chain.wallet(gasKey);
  await chain.giveGas(gas);
  await chain.give(wallet, buyer, 10_000_000n);
  const facilitator = await startFacilitator(await freePort(), wallet);
  facilitator.state.versions = [1, 2];
  stops.push(facilitator.stop);

  const item = { url: "https://one.example/1", title: "Bitcoin moved", content: "A little.", published_at: `${DAY}T10:00:00Z`, outlet: "One" };
  writeFileSync(join(folder, "items.ndjson"), `${JSON.stringify(item)}\n`);
  const settings = ["--data-dir", join(folder, "data"), "--log", "error"];
  execFileSync(bellwether, [...settings, "import", join(folder, "items.ndjson")], { stdio: "ignore" });
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const server = spawn(
    bellwether,
    [...settings, "--listen", `127.0.0.1:${port}`, "--facilitator-url", facilitator.url, "--pay-to", seller,
      "--chain-rpc-url", chain.url, "--collect", "false", "serve"],
    { stdio: ["ignore", "inherit", "inherit"] },
  );
  stops.push(() => server.kill());
  await until("the service", async () => {
    const { parts } = await (await fetch(`${base}/health/ready`)).json();
    return parts.some((part) => part.name === "pay_per_call" && part.ready);
  });

  const buyers = {
    Python: (most) => [python, ["buy.py", base, buyerKey, DAY, most], {}],
    TypeScript: (most) => ["node", [join(typescript, "buy.mjs"), base, buyerKey, DAY, most], { cwd: typescript }],
  };
  for (const [name, words] of Object.entries(buyers)) {
    // Not synchronously: the facilitator lives in this process.
    const buy = async (most) => {
      const before = await chain.balance(seller);
      const [program, more, options] = words(most);
      const { stdout } = await promisify(execFile)(program, more, { timeout: 60_000, ...options });
      return { ...JSON.parse(stdout), paid: (await chain.balance(seller)) - before };
    };
    const bought = await buy("0.50");
    assert.deepEqual([bought.articles, bought.credits, bought.paid], [1, 3, PRICE]);
    assert.deepEqual([bought.receipt.success, bought.receipt.payer.toLowerCase()], [true, buyer.toLowerCase()]);

    // The facilitator is gone while the first attempt settles: the same payment comes again and is taken once.
    const settles = facilitator.state.asked.settle;
    facilitator.state.fault.settle = "down";
    const mended = until("a settlement that fails", async () => facilitator.state.asked.settle > settles).then(() => {
      facilitator.state.fault.settle = "none";
    });
    const [again] = await Promise.all([buy("0.50"), mended]);
    assert.deepEqual([again.articles, again.paid], [1, PRICE]);

    const tooDear = await buy("0.10");
    assert.deepEqual([tooDear.error, tooDear.paid], ["PaymentRequired", 0n]);
    console.log(`  the ${name} client buys, pays once where settling fails at first, and nothing beyond its limit`);
  }
}

const stopAll = () => stops.splice(0).reverse().forEach((stop) => stop());
process.once("SIGTERM", () => {
  stopAll();
  process.exit(1);
});
try {
  await main();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  stopAll();
  setTimeout(() => process.exit(), 500).unref();
}
