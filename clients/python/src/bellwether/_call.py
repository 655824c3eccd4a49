"""A call and its attempts, without any I/O: plain and async clients drive the same generator.

The rule of retries: a question is asked again only where asking twice cannot cost twice.
- It never left (no connection): again.
- The service itself refused it (a problem document) with 429 `rate_limited`, 502, 503 or 504: nothing was charged, again,
  after `Retry-After`. A 5xx of anything between us and the service proves nothing about a metered call.
- The service is still at work on the same attempt (409 with `Retry-After` to an `Idempotency-Key`): again.
- It left and no answer came: again where it is free to ask (an unmetered GET or PUT), where the service knows it by its
  `Idempotency-Key`, or where a payment came with it, which the service takes once. Otherwise `AnswerLost`.
"""

from __future__ import annotations

import datetime as dt
import random
import re
import uuid
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import quote

import httpx

from ._decode import Meta
from .errors import AnswerLost, NotReached, error_of

Payer = Callable[[httpx.Response], Mapping[str, str]]
"""Takes a 402 and gives the headers of a payment."""

UNSET: Any = type("Unset", (), {"__repr__": lambda self: "UNSET", "__bool__": lambda self: False})()
"""A member of a change that stays as it is; None takes it away."""

NEVER_LEFT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError, httpx.UnsupportedProtocol)


@dataclass(frozen=True)
class Operation:
    id: str
    method: str
    path: str
    answer: Any
    metered: bool = False
    metered_when: tuple[str, ...] = ()
    idempotency: bool = False


@dataclass
class Call:
    operation: Operation
    path: Mapping[str, Any] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    idempotency_key: str | None = None
    accept: str = "application/json"

    def __post_init__(self) -> None:
        if self.operation.idempotency and not self.idempotency_key:
            self.idempotency_key = uuid.uuid4().hex

    @property
    def address(self) -> str:
        return re.sub(r"{(\w+)}", lambda found: quote(str(self.path[found[1]]), safe=""), self.operation.path)

    @property
    def parameters(self) -> list[tuple[str, str]]:
        pairs = []
        for name, value in self.query.items():
            for one in value if isinstance(value, (list, tuple, set)) else [value]:
                if one is not None:
                    pairs.append((name, wire(one)))
        return pairs

    @property
    def json(self) -> dict[str, Any] | None:
        if self.body is None:
            return None
        # Only a PATCH tells None from what is left out.
        left_out = (UNSET,) if self.operation.method == "PATCH" else (UNSET, None)
        return {name: _json_value(value) for name, value in self.body.items() if not any(value is one for one in left_out)}

    @property
    def headers(self) -> dict[str, str]:
        headers = {"accept": self.accept}
        if self.idempotency_key:
            headers["idempotency-key"] = self.idempotency_key
        return headers

    @property
    def metered(self) -> bool:
        conditions = self.operation.metered_when
        asked = {f"{name}={value}" for name, value in self.parameters}
        return self.operation.metered and (not conditions or not asked.isdisjoint(conditions))

    @property
    def free_to_repeat(self) -> bool:
        return bool(self.idempotency_key) or (not self.metered and self.operation.method in ("GET", "PUT"))


@dataclass(frozen=True)
class Policy:
    retries: int = 3
    max_wait_s: float = 60.0
    """A longer Retry-After is not waited for: the error is raised at once."""


@dataclass
class Send:
    headers: dict[str, str]


@dataclass
class Wait:
    seconds: float


def attempts(call: Call, policy: Policy, payer: Payer | None) -> Generator[Send | Wait, Any, httpx.Response]:
    """Yields what to do next; is sent the response, or thrown the transport's error; returns the good response."""
    payment: dict[str, str] = {}
    tried = 0
    while True:
        try:
            response: httpx.Response = yield Send({**call.headers, **payment})
        except httpx.TransportError as error:
            left = not isinstance(error, NEVER_LEFT)
            safe = not left or payment or call.free_to_repeat
            if safe and tried < policy.retries:
                tried += 1
                yield Wait(_backoff(tried))
                continue
            if not left:
                raise NotReached(f"{call.operation.method} {call.address}: {error!r}") from error
            raise AnswerLost(
                f"{call.operation.method} {call.address} left and no answer came: {error!r}. "
                + ("A metered call may have been charged." if call.metered else "It may have been done.")
            ) from error
        if response.is_success:
            return response
        if response.status_code == 402 and payer and not payment:
            # Signed once a call: every further attempt carries the same payment, which is taken once.
            payment = dict(payer(response))
            continue
        seconds = _wait_after(response, call, tried, bool(payment))
        if seconds is None or tried >= policy.retries or seconds > policy.max_wait_s:
            raise error_of(response)
        tried += 1
        yield Wait(seconds)


def _wait_after(response: httpx.Response, call: Call, tried: int, paid: bool) -> float | None:
    """Seconds before another attempt, or None where there must be none."""
    own_words = response.headers.get("content-type", "").startswith("application/problem+json")
    if response.status_code == 429:
        if own_words and response.json().get("code") != "rate_limited":
            return None
    elif response.status_code == 409:
        return _retry_after(response) if call.idempotency_key else None
    elif response.status_code not in (502, 503, 504):
        return None
    if not (own_words or paid or call.free_to_repeat):
        return None
    return _retry_after(response) or _backoff(tried + 1)


def _retry_after(response: httpx.Response) -> float | None:
    value = response.headers.get("retry-after", "")
    if value.isdigit():
        return float(value)
    try:
        return max(0.0, (parsedate_to_datetime(value) - dt.datetime.now(dt.timezone.utc)).total_seconds())
    except (TypeError, ValueError):
        return None


def _backoff(attempt: int) -> float:
    return min(8.0, 0.25 * 2**attempt) * random.uniform(0.5, 1.0)


def wire(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.timezone.utc).isoformat().replace("+00:00", "Z")
    if isinstance(value, dt.date):
        return value.isoformat()
    return str(value)


def _json_value(value: Any) -> Any:
    if isinstance(value, dt.date):
        return wire(value)
    return list(value) if isinstance(value, (tuple, set)) else value


def meta_of(response: httpx.Response, payment: dict[str, Any] | None = None) -> Meta:
    headers = response.headers

    def number(name: str) -> int | None:
        value = headers.get(name, "")
        return int(value) if value.isdigit() else None

    return Meta(
        status=response.status_code,
        request_id=headers.get("x-request-id", ""),
        credits_charged=number("x-service-credits-charged") or 0,
        funding_source=headers.get("x-service-funding-source"),
        included_remaining=number("x-service-included-remaining"),
        credit_reset=headers.get("x-service-credit-reset"),
        ignored_parameters=[one.strip() for one in headers.get("x-service-ignored-parameters", "").split(",") if one.strip()],
        total=number("x-service-total"),
        test_days=headers.get("x-service-test-days"),
        next_cursor=_next_cursor(response),
        payment=payment,
        headers=dict(headers),
    )


def _next_cursor(response: httpx.Response) -> str | None:
    # Only the cursor is taken from the link: the next page is asked of the same service, whatever the link says.
    target = response.links.get("next", {}).get("url")
    return httpx.URL(target).params.get("cursor") if target else None
