"""What can go wrong. Everything that the service refuses is an `ApiError` and was not charged."""

from __future__ import annotations

from typing import Any

import httpx


class BellwetherError(Exception):
    """Base of all errors of this package."""


class NotReached(BellwetherError):
    """No connection could be made; the question never left, and nothing was charged."""


class AnswerLost(BellwetherError):
    """The connection broke after a metered question left. It may have been charged, so it was not asked again."""


class ApiError(BellwetherError):
    """The service's own words: a problem document (RFC 9457)."""

    def __init__(self, response: httpx.Response):
        self.response = response
        self.status = response.status_code
        self.problem: dict[str, Any] = _json_object(response)
        self.code: str = str(self.problem.get("code") or self.problem.get("error") or "")
        self.detail: str = str(self.problem.get("detail") or self.problem.get("error") or response.reason_phrase)
        self.parameter: str | None = self.problem.get("parameter")
        self.allowed: list[str] = self.problem.get("allowed") or []
        self.position: int | None = self.problem.get("position")
        self.resets_at: str | None = self.problem.get("resetsAt")
        self.request_id: str = response.headers.get("x-request-id", "")
        nearest = f" (allowed: {', '.join(self.allowed[:8])})" if self.allowed else ""
        super().__init__(f"{self.status} {self.code}: {self.detail}{nearest} [request {self.request_id}]")


class InvalidRequest(ApiError):
    """400, 406, 413, 415: `parameter`, `allowed` and `position` say what was wrong."""


class NotAllowed(ApiError):
    """401 and 403: the key is missing, wrong, or may not do this."""


class PaymentRequired(ApiError):
    """402: neither a key nor a payment that was accepted. `problem` is the challenge."""


class NotFound(ApiError):
    """404: it does not exist, or is not yours."""


class Conflict(ApiError):
    """409: it contradicts what is stored."""


class RateLimited(ApiError):
    """429 `rate_limited`, still after all retries."""


class CreditsExhausted(ApiError):
    """429 of the allowance: `resets_at` says when it is full again. Never retried."""


class Unavailable(ApiError):
    """5xx, still after all retries."""


def error_of(response: httpx.Response) -> ApiError:
    status = response.status_code
    if status == 429:
        limited = _json_object(response).get("code") in ("rate_limited", None)
        return RateLimited(response) if limited else CreditsExhausted(response)
    kinds = {401: NotAllowed, 403: NotAllowed, 402: PaymentRequired, 404: NotFound, 409: Conflict}
    return kinds.get(status, Unavailable if status >= 500 else InvalidRequest)(response)


def _json_object(response: httpx.Response) -> dict[str, Any]:
    try:
        value = response.json()
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
