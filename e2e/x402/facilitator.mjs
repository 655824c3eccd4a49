// The published facilitator's verify and settle behind a small HTTP server, with a fault on demand:
// "lost" does the work and loses the answer, "down" answers nothing at all.
import http from "node:http";
import { settle, verify } from "x402/facilitator";
import { PaymentPayloadSchema, PaymentRequirementsSchema } from "x402/types";

export function startFacilitator(port, wallet) {
  const state = { fault: { verify: "none", settle: "none" }, asked: { verify: 0, settle: 0 } };
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
      return answer(200, { kinds: [{ x402Version: 1, scheme: "exact", network: "base" }] });
    }
    if (!(what in state.asked)) return answer(404, {});
    state.asked[what] += 1;
    if (state.fault[what] === "down") return request.socket.destroy();
    try {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      const payment = PaymentPayloadSchema.parse(body.paymentPayload);
      const terms = PaymentRequirementsSchema.parse(body.paymentRequirements);
      const result =
        what === "verify" ? await verify(wallet, payment, terms) : await inTurn(() => settle(wallet, payment, terms));
      if (state.fault[what] === "lost") return request.socket.destroy();
      return answer(200, result);
    } catch (error) {
      return answer(500, { error: String(error?.shortMessage ?? error?.message).slice(0, 200) });
    }
  });
  return new Promise((resolve) => {
    server.listen(port, "127.0.0.1", () => resolve({ url: `http://127.0.0.1:${port}`, state, stop: () => server.close() }));
  });
}
