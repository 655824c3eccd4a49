"""Which calls are asked again: by the rule in bellwether/_call.py, on a transport that fails as told."""

import asyncio
import json

import httpx
import pytest

import bellwether
from bellwether._call import UNSET, Call, Operation

DAYS = {"start_date": "2026-01-01", "end_date": "2026-01-02"}
def good():
    return httpx.Response(200, json=[])



def problem(status, code, **headers):
    body = json.dumps({"code": code, "detail": "…", "status": status})
    return lambda: httpx.Response(status, content=body, headers={"content-type": "application/problem+json", **headers})


def proxy(status):
    return lambda: httpx.Response(status, text="<html>bad gateway</html>", headers={"content-type": "text/html"})


class Script:
    """Answers or fails in the given order, and remembers what was asked and how long was waited."""

    def __init__(self, *steps):
        self.steps = list(steps)
        self.requests = []
        self.waits = []

    def __call__(self, request):
        self.requests.append(request)
        step = self.steps.pop(0)
        if isinstance(step, type) and issubclass(step, Exception):
            raise step("as told", request=request)
        return step() if callable(step) else step

    def client(self, **more):
        http = httpx.Client(transport=httpx.MockTransport(self))
        return bellwether.Client("bw_live_x", http=http, sleep=self.waits.append, **more)


@pytest.mark.parametrize("failure", [httpx.ConnectError, httpx.ConnectTimeout, problem(429, "rate_limited"), problem(503, "unavailable")])
def test_a_metered_call_is_repeated_where_it_cannot_have_been_charged(failure):
    script = Script(failure, failure, good)
    assert script.client().get_trends(**DAYS) == []
    assert len(script.requests) == 3


@pytest.mark.parametrize("failure", [httpx.ReadTimeout, httpx.ReadError, httpx.RemoteProtocolError])
def test_a_metered_call_whose_answer_is_lost_is_not_repeated(failure):
    script = Script(failure, good)
    with pytest.raises(bellwether.AnswerLost, match="may have been charged"):
        script.client().get_trends(**DAYS)
    assert len(script.requests) == 1


@pytest.mark.parametrize("status", [502, 503, 504])
def test_a_proxy_proves_nothing_about_a_metered_call(status):
    script = Script(proxy(status), good)
    with pytest.raises(bellwether.Unavailable):
        script.client().get_trends(**DAYS)
    assert len(script.requests) == 1


def test_what_is_free_is_repeated():
    script = Script(httpx.ReadTimeout, proxy(502), httpx.Response(200, json={"categories": []}))
    script.client().get_taxonomy()
    assert len(script.requests) == 3


def test_a_view_is_metered_only_where_the_description_says_so():
    answer = httpx.Response(200, json={"score": 50})
    assert Script(httpx.ReadError, answer).client().get_index().score == 50
    with pytest.raises(bellwether.AnswerLost):
        Script(httpx.ReadError, answer).client().get_index(full=True)


def test_what_makes_something_carries_one_key_over_all_attempts():
    script = Script(httpx.ReadError, httpx.Response(201, json={"runId": "r"}))
    run = {"workflow_id": "w", "run_id": "r", "status": "running", "started_at": "2026-01-01T00:00:00Z"}
    assert script.client().record_workflow_run(**run, more={"rows": 3}).run_id == "r"
    keys = {request.headers["idempotency-key"] for request in script.requests}
    assert len(script.requests) == 2 and len(keys) == 1
    assert json.loads(script.requests[0].content)["rows"] == 3


def test_an_attempt_that_is_still_worked_on_is_asked_for_again_and_a_contradiction_is_not():
    run = {"workflow_id": "w", "run_id": "r", "status": "running", "started_at": "2026-01-01T00:00:00Z"}
    script = Script(problem(409, "conflict", **{"retry-after": "1"}), httpx.Response(201, json={"runId": "r"}))
    script.client().record_workflow_run(**run)
    assert script.waits == [1.0]
    with pytest.raises(bellwether.Conflict):
        Script(problem(409, "conflict"), good).client().record_workflow_run(**run)


def test_a_change_names_what_it_changes_and_what_it_takes_away():
    call = Call(Operation("change", "PATCH", "/things/{id}", dict), path={"id": "a/b"}, body={"name": UNSET, "keyword": None, "days": 3})
    assert (call.address, call.json) == ("/things/a%2Fb", {"keyword": None, "days": 3})
    call = Call(Operation("make", "POST", "/things", dict), body={"name": "x", "keyword": None})
    assert call.json == {"name": "x"}


def test_retry_after_is_waited_for_and_not_beyond_the_limit():
    script = Script(problem(429, "rate_limited", **{"retry-after": "7"}), good)
    script.client().get_trends(**DAYS)
    assert script.waits == [7.0]
    script = Script(problem(503, "not_configured", **{"retry-after": "900"}), good)
    with pytest.raises(bellwether.Unavailable):
        script.client().get_trends(**DAYS)
    assert script.waits == []


def test_an_empty_allowance_is_never_asked_again():
    script = Script(problem(429, "credits_exhausted"), good)
    with pytest.raises(bellwether.CreditsExhausted):
        script.client().get_trends(**DAYS)
    assert len(script.requests) == 1


def test_attempts_end():
    script = Script(*[problem(503, "unavailable")] * 9)
    with pytest.raises(bellwether.Unavailable):
        script.client(retries=2).get_trends(**DAYS)
    assert len(script.requests) == 3


def challenge():
    return httpx.Response(402, json={"x402Version": 1, "accepts": []})


def test_a_payment_is_signed_once_and_carried_by_every_attempt():
    signed = []
    pay = lambda response: signed.append(response) or {"x-payment": f"payment {len(signed)}"}  # noqa: E731
    script = Script(challenge, problem(503, "payment_outcome_open", **{"retry-after": "1"}), httpx.ReadError, httpx.Response(200, json={"data": []}))
    script.client(payer=pay).search_articles(**DAYS)
    assert [request.headers.get("x-payment") for request in script.requests] == [None, "payment 1", "payment 1", "payment 1"]


def test_a_refused_payment_is_not_signed_again():
    signed = []
    pay = lambda response: signed.append(response) or {"x-payment": "p"}  # noqa: E731
    script = Script(challenge, challenge, good)
    with pytest.raises(bellwether.PaymentRequired):
        script.client(payer=pay).search_articles(**DAYS)
    assert len(signed) == 1


def test_the_async_client_follows_the_same_rule():
    script = Script(problem(429, "rate_limited", **{"retry-after": "3"}), good)
    waits = []

    async def sleep(seconds):
        waits.append(seconds)

    async def ask():
        http = httpx.AsyncClient(transport=httpx.MockTransport(script))
        async with bellwether.AsyncClient("bw_live_x", http=http, sleep=sleep) as client:
            return await client.get_trends(**DAYS)

    assert asyncio.run(ask()) == [] and waits == [3.0]


def test_a_link_to_elsewhere_is_asked_of_the_same_service():
    link = {"link": '<https://elsewhere.example/trends?cursor=abc>; rel="next"'}
    script = Script(httpx.Response(200, json=[], headers=link), good)
    client = script.client(base_url="http://here.example")
    assert list(client.items(client.get_trends, **DAYS)) == []
    assert [str(request.url) for request in script.requests][1] == "http://here.example/trends?startDate=2026-01-01&endDate=2026-01-02&cursor=abc"
