// The client: a method for each operation (generated), paging, and what the headers of an answer say.
import { exchange, type Call, type Payer, type Transport } from "./call.js";
import { type FeedArticle, Operations, PAGE_ROWS, type PagedRows } from "./generated.js";

export interface Options {
  /** A key of the service; without one the public routes. */
  key?: string;
  /** Where the service is; http://127.0.0.1:8080 without it. */
  baseUrl?: string;
  /** Attempts beyond the first; 3 by default. */
  retries?: number;
  /** The longest Retry-After that is waited for; 60 by default. */
  maxWaitSeconds?: number;
  /** The longest that one attempt may take; 60 by default, longer than the service takes to answer or to give up. */
  timeoutSeconds?: number;
  /** Pays for calls without a key: see bellwether/payment. */
  payer?: Payer;
  fetch?: typeof fetch;
  sleep?: Transport["sleep"];
}

/** What the headers of an answer say: what it cost, what is left, where the next page is. */
export interface Meta {
  status: number;
  /** Names the call in the ledger and in the logs. */
  requestId: string;
  creditsCharged: number;
  fundingSource: string | null;
  includedRemaining: number | null;
  creditReset: string | null;
  /** Parameters that the service did not know and left out of the question. */
  ignoredParameters: string[];
  /** Of all pages together, where the answer says so in a header. */
  total: number | null;
  nextCursor: string | null;
  /** The receipt of a paid call: transaction, network, payer. */
  payment: Record<string, unknown> | null;
  headers: Headers;
}

const metas = new WeakMap<object, Meta>();

/** What the headers said of an answer that a client gave. */
export function metaOf(answer: object): Meta {
  const meta = metas.get(answer);
  if (!meta) throw new TypeError("this is no answer of a client, or only a part of one");
  return meta;
}

type Parameters<K extends keyof PagedRows> = NonNullable<globalThis.Parameters<Operations[K]>[0]>;
type Answer<K extends keyof PagedRows> = Awaited<ReturnType<Operations[K]>>;

export class Client extends Operations {
  readonly #transport: Transport;

  constructor(options: Options = {}) {
    super();
    this.#transport = {
      baseUrl: (options.baseUrl ?? "http://127.0.0.1:8080").replace(/\/+$/, ""),
      headers: options.key ? { authorization: `Bearer ${options.key}` } : {},
      fetch: options.fetch ?? ((address, init) => fetch(address, init)),
      retries: options.retries ?? 3,
      maxWaitSeconds: options.maxWaitSeconds ?? 60,
      timeoutSeconds: options.timeoutSeconds ?? 60,
      sleep: options.sleep ?? sleep,
      ...(options.payer ? { payer: options.payer } : {}),
    };
  }

  protected async perform<T>(call: Call): Promise<T> {
    const response = await exchange(call, this.#transport);
    const answer = (await response.json()) as T;
    metas.set(answer as object, readMeta(response));
    return answer;
  }

  /** Any GET route as text: rows as CSV, `text/markdown` or `application/x-ndjson`. */
  async text(path: string, parameters: Record<string, unknown> = {}, accept = "text/csv"): Promise<string> {
    // Which routes are metered is not asked here: a lost answer is not asked for again.
    const call: Call = { id: "text", method: "GET", path, parameters, query: Object.keys(parameters), metered: true, accept };
    return (await exchange(call, this.#transport)).text();
  }

  /** Every page of a paged operation: `client.pages("searchArticles", {…})`. Each page costs as a call. */
  async *pages<K extends keyof PagedRows>(operation: K, parameters: Parameters<K>): AsyncGenerator<Answer<K>, void, undefined> {
    const ask = this[operation].bind(this) as unknown as (parameters: object) => Promise<Answer<K>>;
    for (let asked: object = parameters; ; ) {
      const page = await ask(asked);
      yield page;
      // Only the cursor is taken from the link: the next page is asked of the same service, whatever the link says.
      const { nextCursor } = metaOf(page as object);
      if (nextCursor === null || nextCursor === (asked as { cursor?: string }).cursor) return;
      const { page: _, ...rest } = parameters as { page?: number };
      asked = { ...rest, cursor: nextCursor };
    }
  }

  /** Every row of every page, asked for as they are needed. */
  async *items<K extends keyof PagedRows>(operation: K, parameters: Parameters<K>): AsyncGenerator<PagedRows[K], void, undefined> {
    const member = PAGE_ROWS[operation];
    for await (const page of this.pages(operation, parameters)) {
      yield* (member === null ? page : (page as unknown as Record<string, unknown>)[member]) as PagedRows[K][];
    }
  }

  /** The articles behind a number: `query` as it stands beside it, such as `/feed?startDate=…`. */
  follow(query: string): AsyncGenerator<FeedArticle, void, undefined> {
    const address = new URL(query, "http://service");
    if (address.pathname !== "/feed") throw new TypeError(`${query} is no call of /feed`);
    const named: Record<string, unknown> = { limit: 100 };
    for (const name of new Set(address.searchParams.keys())) named[name] = address.searchParams.getAll(name);
    return this.items("searchArticles", named as unknown as Parameters<"searchArticles">);
  }
}

function readMeta(response: Response): Meta {
  const { headers } = response;
  const number = (name: string) => (headers.has(name) ? Number(headers.get(name)) : null);
  const receipt = headers.get("payment-response") ?? headers.get("x-payment-response");
  return {
    status: response.status,
    requestId: headers.get("x-request-id") ?? "",
    creditsCharged: number("x-service-credits-charged") ?? 0,
    fundingSource: headers.get("x-service-funding-source"),
    includedRemaining: number("x-service-included-remaining"),
    creditReset: headers.get("x-service-credit-reset"),
    ignoredParameters: (headers.get("x-service-ignored-parameters") ?? "").split(",").map((one) => one.trim()).filter(Boolean),
    total: number("x-service-total"),
    nextCursor: nextCursor(headers.get("link")),
    payment: receipt ? (JSON.parse(atob(receipt)) as Record<string, unknown>) : null,
    headers,
  };
}

function nextCursor(link: string | null): string | null {
  const target = link?.match(/<([^>]*)>\s*;[^,]*\brel="?next"?/)?.[1];
  return target ? new URL(target, "http://service").searchParams.get("cursor") : null;
}

function sleep(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => (clearTimeout(timer), reject(signal.reason)), { once: true });
  });
}
