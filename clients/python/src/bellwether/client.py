"""The clients: `Client` for plain code, `AsyncClient` for async code. Both have a method for each operation."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import Any, ParamSpec, TypeVar
from urllib.parse import urlencode

import httpx

from . import models
from ._call import Call, Operation, Payer, Policy, Send, attempts, meta_of
from ._decode import Page, decode
from ._operations import AsyncOperations, Operations
from .payment import receipt_of

P = ParamSpec("P")
T = TypeVar("T")
A = TypeVar("A", bound=Page[Any])

# Longer than the service takes to answer or to give up: a client that leaves early does not know what happened.
TIMEOUT = httpx.Timeout(60.0, connect=10.0)

try:
    VERSION = version("bellwether")
except PackageNotFoundError:
    VERSION = "0"


class _Settings:
    def __init__(self, key: str | None, base_url: str | None, retries: int, max_wait_s: float, payer: Payer | None):
        self.base_url = (base_url or os.environ.get("BELLWETHER_URL") or "http://127.0.0.1:8080").rstrip("/")
        self.policy = Policy(retries, max_wait_s)
        self.payer = payer
        self.headers = {"user-agent": f"bellwether-python/{VERSION}"}
        # With a payer the caller wants to pay call by call; a key in the environment must not spend credits instead.
        key = key or (None if payer else os.environ.get("BELLWETHER_API_KEY"))
        if key:
            self.headers["authorization"] = f"Bearer {key}"

    def request(self, http: httpx.Client | httpx.AsyncClient, call: Call, headers: dict[str, str]) -> httpx.Request:
        return http.build_request(
            call.operation.method,
            self.base_url + call.address,
            params=urlencode(call.parameters) or None,
            json=call.json,
            headers={**self.headers, **headers},
        )


class Client(Operations):
    """
    key       a key of the service; without it BELLWETHER_API_KEY of the environment; without both the public routes
    base_url  where the service is; without it BELLWETHER_URL, else http://127.0.0.1:8080
    retries   attempts beyond the first
    max_wait_s  the longest Retry-After that is waited for
    payer     pays for calls without a key: see bellwether.payment
    http      an httpx client of your own (proxies, certificates, time limits)
    """

    def __init__(
        self,
        key: str | None = None,
        *,
        base_url: str | None = None,
        retries: int = 3,
        max_wait_s: float = 60.0,
        payer: Payer | None = None,
        http: httpx.Client | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ):
        self._settings = _Settings(key, base_url, retries, max_wait_s, payer)
        self._http = http or httpx.Client(timeout=TIMEOUT)
        self._sleep = sleep

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def _perform(self, call: Call) -> Any:
        return _answer(call, self._exchange(call))

    def _exchange(self, call: Call) -> httpx.Response:
        steps = attempts(call, self._settings.policy, self._settings.payer)
        step = next(steps)
        while True:
            try:
                if isinstance(step, Send):
                    try:
                        response = self._http.send(self._settings.request(self._http, call, step.headers))
                    except httpx.TransportError as error:
                        step = steps.throw(error)
                    else:
                        step = steps.send(response)
                else:
                    self._sleep(step.seconds)
                    step = steps.send(None)
            except StopIteration as done:
                return done.value

    def text(self, path: str, *, accept: str = "text/csv", **query: Any) -> str:
        """Any GET route as text: rows as CSV, `text/markdown` or `application/x-ndjson`. Names as on the wire."""
        return self._exchange(_any_route(path, accept, query)).text

    def pages(self, method: Callable[P, A], *args: P.args, **kwargs: P.kwargs) -> Iterator[A]:
        """Every page: `client.pages(client.search_articles, start_date=…, end_date=…)`. Each page costs as a call."""
        while True:
            page = method(*args, **kwargs)
            yield page
            if not _turn(page, kwargs):
                return

    def items(self, method: Callable[P, Page[T]], *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        """Every row of every page, asked for as they are needed."""
        for page in self.pages(method, *args, **kwargs):
            yield from page.page_rows()

    def follow(self, query: str, **more: Any) -> Iterator[models.FeedArticle]:
        """The articles behind a number: `query` as it stands beside it, such as `/feed?startDate=…`."""
        return self.items(self._feed, _feed_query(query, more))

    def _feed(self, query: dict[str, Any], cursor: str | None = None) -> models.Feed:
        return self._perform(Call(_FEED, query={**query, "cursor": cursor}))


class AsyncClient(AsyncOperations):
    """As `Client`, for async code."""

    def __init__(
        self,
        key: str | None = None,
        *,
        base_url: str | None = None,
        retries: int = 3,
        max_wait_s: float = 60.0,
        payer: Payer | None = None,
        http: httpx.AsyncClient | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ):
        self._settings = _Settings(key, base_url, retries, max_wait_s, payer)
        self._http = http or httpx.AsyncClient(timeout=TIMEOUT)
        self._sleep = sleep

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    async def _perform(self, call: Call) -> Any:
        return _answer(call, await self._exchange(call))

    async def _exchange(self, call: Call) -> httpx.Response:
        steps = attempts(call, self._settings.policy, self._settings.payer)
        step = next(steps)
        while True:
            try:
                if isinstance(step, Send):
                    try:
                        response = await self._http.send(self._settings.request(self._http, call, step.headers))
                    except httpx.TransportError as error:
                        step = steps.throw(error)
                    else:
                        step = steps.send(response)
                else:
                    await self._sleep(step.seconds)
                    step = steps.send(None)
            except StopIteration as done:
                return done.value

    async def text(self, path: str, *, accept: str = "text/csv", **query: Any) -> str:
        return (await self._exchange(_any_route(path, accept, query))).text

    async def pages(self, method: Callable[P, Awaitable[A]], *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[A]:
        while True:
            page = await method(*args, **kwargs)
            yield page
            if not _turn(page, kwargs):
                return

    async def items(self, method: Callable[P, Awaitable[Page[T]]], *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[T]:
        async for page in self.pages(method, *args, **kwargs):
            for row in page.page_rows():
                yield row

    def follow(self, query: str, **more: Any) -> AsyncIterator[models.FeedArticle]:
        return self.items(self._feed, _feed_query(query, more))

    async def _feed(self, query: dict[str, Any], cursor: str | None = None) -> models.Feed:
        return await self._perform(Call(_FEED, query={**query, "cursor": cursor}))


_FEED = Operation("searchArticles", "GET", "/feed", models.Feed, metered=True)


def _answer(call: Call, response: httpx.Response) -> Any:
    answer = decode(call.operation.answer, response.json())
    object.__setattr__(answer, "meta", meta_of(response, receipt_of(response)))
    return answer


def _turn(page: Page[Any], kwargs: dict[str, Any]) -> bool:
    """Turns the parameters to the next page; False on the last one, or where the service does not go on."""
    meta = page.meta
    name, value = ("cursor", meta.next_cursor) if meta.next_cursor else ("page", meta.next_page)
    if value is None or value == kwargs.get(name):
        return False
    kwargs.pop("page", None)
    kwargs[name] = value
    return True


def _any_route(path: str, accept: str, query: dict[str, Any]) -> Call:
    # Which routes are metered is not asked here: a lost answer is not asked for again.
    return Call(Operation("text", "GET", path, str, metered=True), query=query, accept=accept)


def _feed_query(query: str, more: dict[str, Any]) -> dict[str, Any]:
    address = httpx.URL(query)
    if address.path != "/feed":
        raise ValueError(f"{query} is no call of /feed")
    named: dict[str, Any] = {"limit": 100}
    for name in address.params.keys():
        named[name] = address.params.get_list(name)
    return {**named, **more}
