// A call and its attempts. A question is asked again only where asking twice cannot cost twice:
// - The service itself refused it (a problem document) with 429 `rate_limited`, 502, 503 or 504: nothing was charged.
//   A 5xx of anything between us and the service proves nothing about a metered call.
// - The service is still at work on the same attempt (409 with Retry-After to an Idempotency-Key): again.
// - It never left (no connection): again. Browsers do not tell; there it counts as the next.
// - It left and no answer came: only where it is free to ask (an unmetered GET or
//   PUT), where the service knows it by its Idempotency-Key, or where a payment came with it, which is taken once.
import { AnswerLost, errorOf, problemOf } from "./errors.js";

/** One operation with its parameters, as the generated methods give it. */
export interface Call {
  id: string;
  method: string;
  path: string;
  parameters?: Record<string, unknown>;
  /** Which of the parameters go into the query; those of the path stand in it, and the rest is the body. */
  query?: string[];
  metered?: boolean;
  meteredWhen?: string[];
  idempotency?: boolean;
  idempotencyKey?: string;
  accept?: string;
  signal?: AbortSignal;
}

/** Takes a 402 and gives the headers of a payment. */
export type Payer = (challenge: Response) => Promise<Record<string, string>>;

export interface Transport {
  baseUrl: string;
  headers: Record<string, string>;
  fetch: typeof fetch;
  retries: number;
  maxWaitSeconds: number;
  timeoutSeconds: number;
  payer?: Payer;
  sleep: (seconds: number, signal?: AbortSignal) => Promise<void>;
}

interface Prepared {
  address: string;
  init: { method: string; headers: Record<string, string>; body?: string };
  metered: boolean;
  freeToRepeat: boolean;
}

/** Asks until there is a good answer, or an error that must not be asked again. */
export async function exchange(call: Call, transport: Transport): Promise<Response> {
  const prepared = prepare(call, transport);
  let payment: Record<string, string> | undefined;
  for (let tried = 0; ; ) {
    const response = await send(call, prepared, transport, payment);
    if (response instanceof Response && response.ok) return response;
    if (response instanceof Response && response.status === 402 && transport.payer && !payment) {
      // Signed once a call: every further attempt carries the same payment, which is taken once.
      payment = await transport.payer(response);
      continue;
    }
    const safe = payment !== undefined || prepared.freeToRepeat;
    const again = safe || neverLeft(response);
    const wait = response instanceof Response ? await waitAfter(response, safe, tried) : again ? backoff(tried) : undefined;
    if (wait === undefined || tried >= transport.retries || wait > transport.maxWaitSeconds) {
      if (response instanceof Response) throw await errorOf(response);
      const what = prepared.metered ? "A metered call may have been charged." : "It may have been done.";
      throw new AnswerLost(`${call.method} ${prepared.address}: no answer came. ${what}`, { cause: response });
    }
    tried += 1;
    await transport.sleep(wait, call.signal);
  }
}

/** The whole response, body included: a body that breaks off is a lost answer. */
async function send(call: Call, prepared: Prepared, transport: Transport, payment?: Record<string, string>): Promise<Response | Error> {
  const limit = AbortSignal.timeout(transport.timeoutSeconds * 1000);
  const signal = call.signal ? AbortSignal.any([call.signal, limit]) : limit;
  try {
    // A redirect could carry key or payment elsewhere; the service has none.
    const headers = { ...prepared.init.headers, ...payment };
    const response = await transport.fetch(prepared.address, { ...prepared.init, headers, signal, redirect: "error" });
    const body = await response.arrayBuffer();
    const { status, statusText } = response;
    return new Response([204, 304].includes(status) ? null : body, { status, statusText, headers: response.headers });
  } catch (error) {
    call.signal?.throwIfAborted();
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Whether the question surely did not leave, by the codes of Node's own fetch. */
function neverLeft(error: unknown): boolean {
  const code = (error as { cause?: { code?: string } }).cause?.code ?? "";
  return ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"].includes(code);
}

function prepare(call: Call, transport: Transport): Prepared {
  const rest = { ...call.parameters };
  const take = (name: string) => {
    const value = rest[name];
    delete rest[name];
    return value;
  };
  const path = call.path.replace(/{(\w+)}/g, (_, name: string) => encodeURIComponent(String(take(name))));
  const query = new URLSearchParams();
  for (const name of call.query ?? []) {
    for (const value of [take(name)].flat()) {
      if (value !== undefined && value !== null) query.append(name, value instanceof Date ? value.toISOString() : String(value));
    }
  }
  const headers: Record<string, string> = { accept: call.accept ?? "application/json", ...transport.headers };
  const idempotencyKey = call.idempotencyKey ?? (call.idempotency ? crypto.randomUUID() : undefined);
  if (idempotencyKey) headers["idempotency-key"] = idempotencyKey;
  const hasBody = ["POST", "PUT", "PATCH"].includes(call.method);
  if (hasBody) headers["content-type"] = "application/json";
  const asked = new Set([...query].map(([name, value]) => `${name}=${value}`));
  const metered = Boolean(call.metered) && (!call.meteredWhen || call.meteredWhen.some((condition) => asked.has(condition)));
  return {
    address: transport.baseUrl + path + (query.size > 0 ? `?${query}` : ""),
    init: { method: call.method, headers, ...(hasBody ? { body: JSON.stringify(rest) } : {}) },
    metered,
    freeToRepeat: idempotencyKey !== undefined || (!metered && ["GET", "PUT"].includes(call.method)),
  };
}

/** Seconds before another attempt; undefined where there must be none. */
async function waitAfter(response: Response, safe: boolean, tried: number): Promise<number | undefined> {
  const ownWords = response.headers.get("content-type")?.startsWith("application/problem+json") ?? false;
  if (response.status === 429) {
    if (ownWords && (await problemOf(response)).code !== "rate_limited") return undefined;
  } else if (response.status === 409) {
    return safe ? retryAfter(response) : undefined;
  } else if (![502, 503, 504].includes(response.status)) {
    return undefined;
  }
  return ownWords || safe ? (retryAfter(response) ?? backoff(tried)) : undefined;
}

function retryAfter(response: Response): number | undefined {
  const value = response.headers.get("retry-after");
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? undefined : Math.max(0, (moment - Date.now()) / 1000);
}

function backoff(tried: number): number {
  return Math.min(8, 0.5 * 2 ** tried) * (0.5 + Math.random() / 2);
}
