// The published facilitators' verify and settle behind a small HTTP server, in version 1, 2 or both, with a fault on
// demand: "lost" does the work and loses the answer, "down" answers nothing at all, "slow" takes two seconds,
// "denied" does the work and says that it did not.
import http from "node:http";
import { ExactEvmScheme } from "@x402/evm/exact/facilitator";
import { toFacilitatorEvmSigner } from "@x402/evm";
import { settle, verify } from "x402/facilitator";
import { PaymentPayloadSchema, PaymentRequirementsSchema } from "x402/types";

const KINDS = [
  { x402Version: 1, scheme: "exact", network: "base" },
  { x402Version: 2, scheme: "exact", network: "eip155:8453" },
];

/// What each version does with a payment and its terms.
function hands(wallet) {
  const newer = new ExactEvmScheme(toFacilitatorEvmSigner({ ...wallet, address: wallet.account.address }));
  const older = (work) => (payment, terms) =>
    work(wallet, PaymentPayloadSchema.parse(payment), PaymentRequirementsSchema.parse(terms));
  return {
    1: { verify: older(verify), settle: older(settle) },
    2: {
      verify: (payment, terms) => newer.verify(payment, terms),
      settle: (payment, terms) => newer.settle(payment, terms),
    },
  };
}

export function startFacilitator(port, wallet) {
  const state = { fault: { verify: "none", settle: "none" }, asked: { verify: 0, settle: 0 }, versions: [1] };
  const versions = hands(wallet);
  let before = Promise.resolve();
  // The gas account counts its transactions: one after the other.
  const inTurn = (work) => {
    const turn = before.then(work, work);
    before = turn.catch(() => {});
    return turn;
  };
  const server = http.createServer(async (request, response) => {
    const answer = (status, body) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const what = request.url.slice(1);
    if (what === "supported") {
      return answer(200, { kinds: KINDS.filter((kind) => state.versions.includes(kind.x402Version)) });
    }
    if (!(what in state.asked)) return answer(404, {});
    state.asked[what] += 1;
    const fault = state.fault[what];
    if (fault === "down") return request.socket.destroy();
    if (fault === "slow") await new Promise((resolve) => setTimeout(resolve, 2000));
    try {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      if (!state.versions.includes(body.x402Version)) return answer(400, { isValid: false, success: false });
      const work = versions[body.x402Version][what];
      const result = await inTurn(() => work(body.paymentPayload, body.paymentRequirements));
      if (fault === "lost") return request.socket.destroy();
      if (fault === "denied") return answer(200, { success: false, errorReason: "unexpected_settle_error", transaction: "" });
      return answer(200, result);
    } catch (error) {
      return answer(500, { error: String(error?.shortMessage ?? error?.message).slice(0, 200) });
    }
  });
  return new Promise((resolve) => {
    server.listen(port, "127.0.0.1", () => resolve({ url: `http://127.0.0.1:${port}`, state, stop: () => server.close() }));
  });
}
