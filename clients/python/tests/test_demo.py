"""Against a running demo."""

import asyncio
import datetime as dt
import inspect
import uuid

import httpx
import pytest

import bellwether
from bellwether._decode import snake


def test_articles_are_typed_and_say_what_they_cost(client, days):
    page = client.search_articles(**days, limit=5)
    article = page.data[0]
    assert isinstance(article.date, dt.datetime) and article.date.tzinfo is dt.timezone.utc
    assert article.raw["Outlet_Category"] == article.outlet_category
    assert 0.99 < article.tone.positive + article.tone.neutral + article.tone.negative < 1.01
    assert page.meta.credits_charged == 2 and page.meta.request_id and page.meta.funding_source == "included"


def test_paging_gives_every_article_once(client, days):
    total = client.search_articles(**days, limit=1).pagination.total
    ids = [article.id for article in client.items(client.search_articles, **days, limit=100, fields=["id"])]
    assert len(ids) == len(set(ids)) == total > 100


def test_lists_without_a_wrapper_page_too(client, days):
    pages = list(client.pages(client.get_trends, **days, limit=10))
    stories = [trend.story_id for page in pages for trend in page]
    assert len(pages) > 1 and len(stories) == len(set(stories)) == pages[0].meta.total


def test_async_gives_the_same(client, days):
    async def ask():
        async with bellwether.AsyncClient() as other:
            return [article.id async for article in other.items(other.search_articles, **days, fields=["id"])]

    assert asyncio.run(ask()) == [article.id for article in client.items(client.search_articles, **days, fields=["id"])]


def test_a_number_leads_to_its_articles(client, days):
    metrics = client.get_sentiment_metrics(**days)
    day = metrics.by_day[0]
    articles = list(client.follow(day.query))
    assert len(articles) == day.article_count
    assert {article.date.date() for article in articles} == {day.date}


def test_frames(client, days):
    by_day = client.get_sentiment_metrics(**days).by_day
    pandas, polars = by_day.to_pandas(), by_day.to_polars()
    assert list(pandas.columns) == polars.columns
    assert pandas["article_count"].sum() == polars["article_count"].sum() == sum(day.article_count for day in by_day)
    articles = client.search_articles(**days).data.to_pandas()
    assert str(articles["date"].dtype).startswith("datetime64") and "tone_positive" in articles


def test_rows_as_text(client, days):
    wire = {"startDate": days["start_date"], "endDate": days["end_date"]}
    assert client.text("/fear-greed-index", **wire).startswith("date,value,label")
    assert client.text("/fear-greed-index", accept="text/markdown", **wire).startswith("|")


def test_mistakes_are_told(client, days):
    with pytest.raises(bellwether.InvalidRequest) as told:
        client.search_articles(**days, asset="Bitcon")
    assert told.value.parameter == "asset" and "Bitcoin" in told.value.allowed and told.value.request_id
    with pytest.raises(bellwether.NotFound):
        client.get_story("nothing")
    with pytest.raises(bellwether.NotAllowed):
        bellwether.Client("bw_live_nonsense").get_usage()


def test_the_same_run_twice_is_charged_once(client):
    run = {"workflow_id": "test", "run_id": uuid.uuid4().hex, "status": "succeeded", "started_at": dt.datetime.now(dt.timezone.utc)}
    first = client.record_workflow_run(**run, more={"rows": 3})
    again = client.record_workflow_run(**run, more={"rows": 3})
    assert (first.meta.status, first.meta.credits_charged) == (201, 1)
    assert (again.meta.status, again.meta.credits_charged, again.id) == (200, 0, first.id)


class Losing(httpx.HTTPTransport):
    """Asks the service and loses the first answer to each question."""

    asked: set[str] = set()

    def handle_request(self, request):
        response = super().handle_request(request)
        if request.url.path not in self.asked:
            self.asked.add(request.url.path)
            response.read()
            raise httpx.ReadError("lost", request=request)
        return response


def test_lost_answers_are_paid_for_once(client, days):
    before = client.get_usage().total.credits
    with bellwether.Client(http=httpx.Client(transport=Losing()), sleep=lambda _: None) as unlucky:
        assert unlucky.get_taxonomy().outlets
        with pytest.raises(bellwether.AnswerLost):
            unlucky.get_trends(**days)
        run = unlucky.record_workflow_run(workflow_id="test", run_id=uuid.uuid4().hex, status="running", started_at=dt.datetime.now(dt.timezone.utc))
        assert (run.meta.status, run.meta.credits_charged) == (200, 0)
    # Two for /trends, one for the run.
    assert client.get_usage().total.credits - before == 3


def test_what_is_owned_can_be_made_changed_and_deleted(client):
    space = client.create_space(name=f"test {uuid.uuid4().hex}", keyword="bitcoin", rolling_days=30, columns=["Title", "Date"])
    changed = client.change_space(space.id, name=space.name, keyword="ether", columns=["Title", "Date"])
    assert (changed.id, changed.keyword) == (space.id, "ether")
    rows = list(client.items(client.get_space_rows, space.id, limit=50))
    assert rows and set(rows[0]) == {"Title", "Date"}
    client.delete_space(space.id)
    with pytest.raises(bellwether.NotFound):
        client.get_space(space.id)


def test_every_question_that_days_can_ask_decodes(client, days):
    """And no answer has a member that the description does not name."""
    asked = 0
    for name, method in inspect.getmembers(client, inspect.ismethod):
        named = inspect.signature(method).parameters
        needed = {one.name for one in named.values() if one.default is one.empty}
        if not name.startswith(("get_", "search_")) or needed - set(days):
            continue
        details = {one: True for one in ("full", "include_history") if one in named}
        check(method(**{one: days[one] for one in needed}, **details), name)
        asked += 1
    assert asked > 20


def check(value, where):
    if isinstance(value, list):
        for one in value:
            check(one, where)
    elif isinstance(value, bellwether.Model):
        unknown = {snake(name) for name in value.raw} - set(vars(value))
        assert not unknown, f"{where}: {type(value).__name__} has {unknown} that the description does not name"
        for name, one in vars(value).items():
            if name not in ("raw", "meta"):
                check(one, f"{where}.{name}")
