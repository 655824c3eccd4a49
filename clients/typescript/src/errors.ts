// What can go wrong. Everything that the service refuses is an ApiError and was not charged.
import type { Problem } from "./generated.js";

/** Base of all errors of this package. */
export class BellwetherError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The connection broke after a question left. A metered one may have been charged, so it was not asked again. */
export class AnswerLost extends BellwetherError {}

/** The service's own words: a problem document (RFC 9457), or what a server in between said. */
export class ApiError extends BellwetherError {
  readonly status: number;
  /** A stable name for programs; empty where something else than the service answered. */
  readonly code: string;
  readonly requestId: string;

  constructor(response: Response, readonly problem: Partial<Problem> & Record<string, unknown>) {
    const code = String(problem.code ?? problem.error ?? "");
    super(`${response.status} ${code}: ${problem.detail ?? problem.error ?? response.statusText}`);
    this.status = response.status;
    this.code = code;
    this.requestId = response.headers.get("x-request-id") ?? "";
  }
}

/** 400, 406, 413, 415: `problem.parameter`, `problem.allowed` and `problem.position` say what was wrong. */
export class InvalidRequest extends ApiError {}
/** 401 and 403: the key is missing, wrong, or may not do this. */
export class NotAllowed extends ApiError {}
/** 402: neither a key nor a payment that was accepted. `problem` is the challenge. */
export class PaymentRequired extends ApiError {}
/** 404: it does not exist, or is not yours. */
export class NotFound extends ApiError {}
/** 409: it contradicts what is stored. */
export class Conflict extends ApiError {}
/** 429 `rate_limited`, still after all retries. */
export class RateLimited extends ApiError {}
/** 429 of the allowance: `problem.resetsAt` says when it is full again. Never retried. */
export class CreditsExhausted extends ApiError {}
/** 5xx, still after all retries. */
export class Unavailable extends ApiError {}

const KINDS: Record<number, typeof ApiError> = { 401: NotAllowed, 403: NotAllowed, 402: PaymentRequired, 404: NotFound, 409: Conflict };

export async function errorOf(response: Response): Promise<ApiError> {
  const problem = await problemOf(response);
  if (response.status === 429) {
    return new ((problem.code ?? "rate_limited") === "rate_limited" ? RateLimited : CreditsExhausted)(response, problem);
  }
  return new (KINDS[response.status] ?? (response.status >= 500 ? Unavailable : InvalidRequest))(response, problem);
}

export async function problemOf(response: Response): Promise<Partial<Problem> & Record<string, unknown>> {
  try {
    const value: unknown = await response.clone().json();
    return value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
