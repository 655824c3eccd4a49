// Buys from a real `bellwether serve`: what is answered, what moved on the chain, what stands in the ledger.
//   node run.mjs PATH-TO-BELLWETHER FOLDER [PYTHON]
import assert from "node:assert/strict";
import { execFile, execFileSync, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ExactEvmScheme } from "@x402/evm";
import { decodePaymentResponseHeader, wrapFetchWithPaymentFromConfig } from "@x402/fetch";
import { decodeXPaymentResponse, wrapFetchWithPayment } from "x402-fetch";
import { accountOf, newKey, startChain } from "./chain.mjs";
import { startFacilitator } from "./facilitator.mjs";
import { freePort, until } from "./ports.mjs";

const [bellwether, folder, python] = process.argv.slice(2);
const PRICE = 300_000n;
const stops = [];
const say = (words) => console.log(`  ${words}`);

async function main() {
  const [gasKey, buyerKey, pauperKey, sellerKey] = [newKey(), newKey(), newKey(), newKey()];
  const [gas, buyer, seller] = [gasKey, buyerKey, sellerKey].map((key) => accountOf(key).address);
  const chain = await startChain(await freePort());
  stops.push(chain.stop);
  const wallet = chain.wallet(gasKey);
  await chain.giveGas(gas);
  await chain.give(wallet, buyer, 10_000_000n);
  const facilitator = await startFacilitator(await freePort(), wallet);
  stops.push(facilitator.stop);

  const items = join(folder, "items.ndjson");
  const item = { url: "https://one.example/1", title: "Bitcoin moved", content: "A little.", published_at: "2026-01-10T10:00:00Z", outlet: "One" };
  writeFileSync(items, `${JSON.stringify(item)}\n`);
  const run = (...words) => execFileSync(bellwether, ["--data-dir", join(folder, "data"), ...words], { encoding: "utf8" });
  run("import", items);
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const parts = async () => (await (await fetch(`${base}/health/ready`)).json()).parts;
  let server;
  const start = async () => {
    server = spawn(
      bellwether,
      ["--data-dir", join(folder, "data"), "--listen", `127.0.0.1:${port}`, "--facilitator-url", facilitator.url,
        "--pay-to", seller, "--chain-rpc-url", chain.url, "--collect", "false", "--log", "warn", "serve"],
      { stdio: ["ignore", "inherit", "inherit"] },
    );
    await until("the service", async () => (await parts()).some((part) => part.name === "pay_per_call" && part.ready));
  };
  const stop = async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill();
    await ended;
  };
  // It asks what the facilitator takes when it starts.
  const restart = async () => {
    await stop();
    await start();
  };
  stops.push(() => server.kill());
  await start();

  const feed = `${base}/feed?startDate=2026-01-01&endDate=2026-01-31`;
  let payment;
  // Remembers the payment that the client made, to bring it again.
  const watching = async (address, init) => {
    const headers = new Headers(init?.headers ?? address.headers);
    for (const name of ["x-payment", "payment-signature"]) {
      if (headers.has(name)) payment = { [name]: headers.get(name) };
    }
    return fetch(address, init);
  };
  const buyWith = (key) => wrapFetchWithPayment(watching, accountOf(key), 1_000_000n)(feed);
  // Speaks version 2 of the protocol and nothing else.
  const buyWithV2 = (key) => {
    const schemes = [{ network: "eip155:8453", client: new ExactEvmScheme(accountOf(key)) }];
    return wrapFetchWithPaymentFromConfig(watching, { schemes })(feed);
  };
  const moved = async (work) => {
    const before = await chain.balance(seller);
    const result = await work();
    return [result, (await chain.balance(seller)) - before];
  };

  const challenge = await fetch(feed);
  assert.equal(challenge.status, 402);
  assert.equal((await challenge.json()).accepts[0].maxAmountRequired, PRICE.toString());
  say("without a payment: 402 with the price");

  const [bought, paid] = await moved(() => buyWith(buyerKey));
  assert.deepEqual([bought.status, paid], [200, PRICE]);
  assert.equal((await bought.json()).data.length, 1);
  assert.equal(bought.headers.get("x-service-credits-charged"), "3");
  const receipt = decodeXPaymentResponse(bought.headers.get("x-payment-response"));
  assert.deepEqual([receipt.success, receipt.payer], [true, buyer]);
  say("x402-fetch buys: 200, the receipt names the transaction, the money moved once");

  const again = (address) => fetch(address, { headers: payment });
  const [replay, paidAgain] = await moved(() => again(feed));
  assert.deepEqual([replay.status, paidAgain, replay.headers.get("x-service-credits-charged")], [200, 0n, "0"]);
  assert.equal((await again(`${feed}&page=2`)).status, 402);
  say("the same payment again: the same answer for nothing, nothing for another address");

  for (const versions of [[1], [2]]) {
    facilitator.state.versions = versions;
    if (versions[0] === 2) await restart();
    const [newer, newerPaid] = await moved(() => buyWithV2(buyerKey));
    assert.deepEqual([newer.status, newerPaid, newer.headers.get("x-payment-response")], [200, PRICE, null]);
    const newerReceipt = decodePaymentResponseHeader(newer.headers.get("payment-response"));
    assert.deepEqual([newerReceipt.success, newerReceipt.payer, newerReceipt.network], [true, buyer, "eip155:8453"]);
    const [newerReplay, newerAgain] = await moved(() => again(feed));
    assert.deepEqual([newerReplay.status, newerAgain], [200, 0n]);
    say(`@x402/fetch buys in version 2 through a facilitator of version ${versions[0]}: 200, the money moved once`);
  }
  const [older, olderPaid] = await moved(() => buyWith(buyerKey));
  assert.deepEqual([older.status, olderPaid], [200, PRICE]);
  say("x402-fetch buys in version 1 through a facilitator of version 2: 200, the money moved once");
  facilitator.state.versions = [1];
  await restart();

  const settles = facilitator.state.asked.settle;
  facilitator.state.fault.settle = "slow";
  const [[first, copy], copiesPaid] = await moved(async () => {
    const buying = buyWith(buyerKey);
    await until("the settlement", async () => facilitator.state.asked.settle > settles);
    return Promise.all([buying, again(feed)]);
  });
  facilitator.state.fault.settle = "none";
  assert.deepEqual([first.status, copy.status, copiesPaid], [200, 200, PRICE]);
  assert.equal(facilitator.state.asked.settle, settles + 1);
  say("a retry while the payment is settling: it waits, both are answered, the money moved once");

  facilitator.state.fault.settle = "denied";
  const [denied, deniedPaid] = await moved(() => buyWith(buyerKey));
  facilitator.state.fault.settle = "none";
  assert.deepEqual([denied.status, deniedPaid], [200, PRICE]);
  say("the facilitator denies what it took: the payment is found on the chain, 200");

  facilitator.state.fault.settle = "lost";
  const [found, foundPaid] = await moved(() => buyWith(buyerKey));
  facilitator.state.fault.settle = "none";
  assert.deepEqual([found.status, foundPaid], [200, PRICE]);
  say("the facilitator's answer is lost: the payment is found on the chain, 200");

  facilitator.state.fault.settle = "down";
  const [open, openPaid] = await moved(() => buyWith(buyerKey));
  facilitator.state.fault.settle = "none";
  assert.deepEqual([open.status, openPaid, (await open.json()).code], [503, 0n, "payment_outcome_open"]);
  const [closed, closedPaid] = await moved(() => again(feed));
  assert.deepEqual([closed.status, closedPaid], [200, PRICE]);
  say("the facilitator is gone while settling: 503, and the same payment is good later");

  facilitator.state.fault.verify = "down";
  const [down, downPaid] = await moved(() => buyWith(buyerKey));
  facilitator.state.fault.verify = "none";
  assert.deepEqual([down.status, downPaid, (await again(feed)).status], [503, 0n, 200]);
  say("the facilitator is gone while verifying: 503, and the same payment is good later");

  const [poor, poorPaid] = await moved(() => buyWith(pauperKey));
  assert.deepEqual([poor.status, poorPaid, (await poor.json()).error], [402, 0n, "insufficient_funds"]);
  say("a buyer without money: 402");

  if (python) {
    // Not synchronously: the facilitator lives in this process.
    const buying = () => promisify(execFile)(python, ["buy.py", feed, buyerKey], { timeout: 60_000 });
    const [{ stdout }, pythonPaid] = await moved(buying);
    const answer = JSON.parse(stdout);
    assert.deepEqual([answer.status, answer.receipt.success, pythonPaid], [200, true, PRICE]);
    say("the Python client buys: 200, the money moved once");
  } else {
    say("skipped: the Python client (x402 1.0.0 is not installed)");
  }

  const total = await chain.balance(seller);
  await stop();
  const audit = run("audit");
  assert.match(audit, /the books balance/);
  assert.match(audit, new RegExp(`^${total / PRICE} entries, ${(total / PRICE) * 3n} credits`));
  say(`the ledger has what the chain has: ${total / PRICE} payments`);
}

try {
  await main();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  for (const stop of stops.reverse()) stop();
  setTimeout(() => process.exit(), 500).unref();
}
