// Paying for single calls with x402, through the official library (peers @x402/fetch and @x402/evm).
import { type ClientEvmSigner } from "@x402/evm";
import { registerExactEvmScheme } from "@x402/evm/exact/client";
import { x402Client, x402HTTPClient } from "@x402/fetch";
import type { Payer } from "./call.js";
import { errorOf } from "./errors.js";

export interface PayerOptions {
  /** The most for one call in US dollars; 1.00 by default. */
  maxUsd?: string | number;
}

/** Pays for calls, from a viem account or another signer of the library: `new Client({ payer: x402Payer(account) })`. */
export function x402Payer(signer: ClientEvmSigner, { maxUsd = "1.00" }: PayerOptions = {}): Payer {
  const wallet = registerExactEvmScheme(new x402Client(), { signer });
  // Dollars that the library knows, and no other token, up to the limit.
  wallet.setSpendControls({ maxAmountPerPayment: `$${maxUsd}` });
  const buyer = new x402HTTPClient(wallet);
  return async (challenge) => {
    const refusal = await errorOf(challenge);
    try {
      const terms = buyer.getPaymentRequiredResponse((name) => challenge.headers.get(name), refusal.problem);
      return buyer.encodePaymentSignatureHeader(await buyer.createPaymentPayload(terms));
    } catch (error) {
      refusal.cause = error;
      throw refusal;
    }
  };
}
