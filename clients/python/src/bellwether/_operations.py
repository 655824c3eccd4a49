"""One method for each operation of the interface.

Written by clients/generate.py from the OpenAPI document; change that, not this."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeVar, Union

from . import _decode as base
from . import models
from ._call import UNSET, Call, Operation

T = TypeVar("T")
Many = Union[T, Sequence[T]]

Sentiment = Literal["Positive", "Neutral", "Negative"]
Category = Literal["Regulation", "ETFs", "Mining", "DeFi", "Stablecoins", "Exchanges", "Treasuries", "Security & Crime", "Markets & Price", "Macro", "Adoption", "Technology", "NFTs & Gaming", "Memecoins", "AI", "Funding", "People", "Sponsored", "Other"]
Cohort = Literal["executive", "founder", "developer", "analyst", "investor", "trader", "media", "policy", "commentator", "brand"]
Kind = Literal["news", "podcast", "filing", "disclosure", "earnings_call", "conversation"]
Fields = Literal["Title", "Content", "Date", "URL", "Outlet", "Sentiment", "Outlet_Category", "author_name", "image_url", "id", "kind", "invented", "read", "mentions", "language", "tone", "categories", "story_id", "cohort", "speaker", "sponsored", "outlet_family", "country", "marks_version"]
Sort = Literal["date", "oldest", "relevance"]
Duplicates = Literal["keep", "skip"]
Metric = Literal["all", "main_index", "bitcoin_discourse_dominance", "narrative_cost_basis", "cohort_conviction_gap", "main_breadth"]
Window = Literal["90d", "ytd", "1y", "3y", "5y", "all"]
Granularity = Literal["daily", "weekly", "monthly"]
Stage = Literal["emerging", "growing", "peaking", "steady", "fading", "dormant", "returning"]
GetSentimentMetricsGranularity = Literal["hour", "day", "week", "month"]
GroupBy = Literal["companies"]
Order = Literal["reach", "statements"]
Status = Literal["queued", "running", "succeeded", "failed", "cancelled"]
Subject = Literal["everything", "query", "space", "company", "asset", "story", "cohort", "index"]
Condition = Literal["item", "volume", "tone_shift", "new_story", "crosses", "moves", "filing", "scored_call"]
Shape = Literal["standard", "slack", "discord", "mail"]
Frequency = Literal["daily", "weekly"]
Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
CreateFeedSubject = Literal["everything", "query", "space", "company", "asset", "story", "cohort"]
Scope = Literal["read", "write", "account"]
Role = Literal["owner", "member", "viewer"]
Plan = Literal["free", "registered", "pro", "team"]
PaymentStatus = Literal["none", "active", "past_due", "failed"]
AddSourceKind = Literal["feed", "podcast", "edgar", "nostr", "bluesky", "mastodon", "hacker_news", "github_discussions", "bitcoin_price"]
Content = Literal["full", "excerpt", "none"]

SEARCH_ARTICLES = Operation("searchArticles", "GET", "/feed", models.Feed, metered=True)
EXPORT_ARTICLES = Operation("exportArticles", "GET", "/feed/export", models.ExportSize, metered=True)
GET_INDEX = Operation("getIndex", "GET", "/index", models.BellwetherIndex, metered=True, metered_when=('full=true',))
EXPLAIN_INDEX = Operation("explainIndex", "GET", "/index/explain", models.IndexExplanation, metered=True)
GET_INDEX_PORTFOLIO = Operation("getIndexPortfolio", "GET", "/indices", models.IndexPortfolio, metered=True, metered_when=('full=true', 'include_history=true'))
EXPLAIN_METRIC = Operation("explainMetric", "GET", "/indices/{metric}/explain", models.IndexExplanation, metered=True)
GET_NARRATIVE_DOMINANCE = Operation("getNarrativeDominance", "GET", "/indices/dominance", models.NarrativeDominance, metered=True, metered_when=('full=true', 'include_history=true'))
GET_TRENDS = Operation("getTrends", "GET", "/trends", base.Table[models.Trend], metered=True)
GET_NARRATIVES = Operation("getNarratives", "GET", "/narratives", base.Table[models.Narrative], metered=True)
GET_NARRATIVE = Operation("getNarrative", "GET", "/narratives/{id}", models.NarrativeDetail, metered=True)
GET_STORY = Operation("getStory", "GET", "/stories/{id}", models.Story, metered=True)
GET_ARTICLE = Operation("getArticle", "GET", "/articles/{id}", models.OneArticle, metered=True)
GET_SIMILAR_ARTICLES = Operation("getSimilarArticles", "GET", "/articles/{id}/similar", base.Table[models.SimilarArticle], metered=True)
GET_BREAKING = Operation("getBreaking", "GET", "/breaking", base.Table[models.Breaking], metered=True)
GET_INTELLIGENCE = Operation("getIntelligence", "GET", "/intelligence", models.Intelligence, metered=True)
GET_CATEGORIES = Operation("getCategories", "GET", "/intelligence/categories", models.CategoryDistribution, metered=True)
GET_SENTIMENT_METRICS = Operation("getSentimentMetrics", "GET", "/sentiment-metrics", models.SentimentMetrics, metered=True)
GET_FEAR_GREED_INDEX = Operation("getFearGreedIndex", "GET", "/fear-greed-index", base.Table[models.FearGreedPoint], metered=True)
GET_CHANNEL_VOLUME = Operation("getChannelVolume", "GET", "/channel-volume", base.Table[models.OutletVolume], metered=True)
GET_ENTITY_MENTIONS = Operation("getEntityMentions", "POST", "/grouped-data", models.CompanyMentions, metered=True)
GET_COHORTS = Operation("getCohorts", "GET", "/cohorts", models.Cohorts, metered=True)
GET_SPEAKERS = Operation("getSpeakers", "GET", "/speakers", models.Speakers, metered=True)
GET_SPEAKER = Operation("getSpeaker", "GET", "/speakers/{id}", models.Speaker, metered=True)
GET_TIMESERIES = Operation("getTimeseries", "GET", "/timeseries", base.Table[models.TimeseriesPoint], metered=True)
GET_MOMENTUM = Operation("getMomentum", "GET", "/momentum", models.Momentum, metered=True)
COMPARE_QUERIES = Operation("compareQueries", "GET", "/compare", models.Compared, metered=True)
COMPARE_COMPANIES = Operation("compareCompanies", "GET", "/companies/compare", base.Table[models.ComparedCompany], metered=True)
GET_COMPANY = Operation("getCompany", "GET", "/companies/{name}", models.NamedFigures, metered=True)
GET_ASSET = Operation("getAsset", "GET", "/assets/{name}", models.NamedFigures, metered=True)
GET_OUTLET = Operation("getOutlet", "GET", "/outlets/{name}", models.NamedFigures, metered=True)
GET_TAXONOMY = Operation("getTaxonomy", "GET", "/taxonomy", models.Taxonomy)
GET_CHANGES = Operation("getChanges", "GET", "/changes", models.Changes)
GET_TRANSPARENCY_INDEX = Operation("getTransparencyIndex", "GET", "/transparency-index", models.TransparencyIndex)
GET_TRANSPARENCY_LEADERBOARD = Operation("getTransparencyLeaderboard", "GET", "/transparency-index/leaderboard", models.TransparencyLeaderboard, metered=True)
GET_COMPANY_TRANSPARENCY = Operation("getCompanyTransparency", "GET", "/transparency-index/{ticker}", models.CompanyTransparency, metered=True)
GET_EVADOMETER = Operation("getEvadometer", "GET", "/evadometer", models.Evadometer, metered=True)
GET_EVADOMETER_LEADERBOARD = Operation("getEvadometerLeaderboard", "GET", "/evadometer/leaderboard", models.EvadometerLeaderboard, metered=True)
GET_COMPANY_EVADOMETER = Operation("getCompanyEvadometer", "GET", "/evadometer/{ticker}", models.CompanyEvadometer, metered=True)
GET_SPACE_ROWS = Operation("getSpaceRows", "GET", "/v1/spaces/{id}/rows", models.SpaceRows, metered=True)
GET_BRAIN = Operation("getBrain", "GET", "/v1/brains/{id}", models.BrainRecord, metered=True)
CHANGE_BRAIN = Operation("changeBrain", "PUT", "/v1/brains/{id}", models.Brain)
PATCH_BRAIN = Operation("patchBrain", "PATCH", "/v1/brains/{id}", models.Brain)
DELETE_BRAIN = Operation("deleteBrain", "DELETE", "/v1/brains/{id}", models.Deleted)
RECORD_WORKFLOW_RUN = Operation("recordWorkflowRun", "POST", "/workflow-runs", models.WorkflowRunReceipt, metered=True, idempotency=True)
LIST_WORKFLOW_RUNS = Operation("listWorkflowRuns", "GET", "/workflow-runs", models.WorkflowRuns)
GET_USAGE = Operation("getUsage", "GET", "/usage", models.Usage)
GET_QUOTE = Operation("getQuote", "GET", "/quote", models.Quote)
LIST_SPACES = Operation("listSpaces", "GET", "/v1/spaces", models.Spaces)
CREATE_SPACE = Operation("createSpace", "POST", "/v1/spaces", models.Space, idempotency=True)
GET_SPACE = Operation("getSpace", "GET", "/v1/spaces/{id}", models.Space)
CHANGE_SPACE = Operation("changeSpace", "PUT", "/v1/spaces/{id}", models.Space)
PATCH_SPACE = Operation("patchSpace", "PATCH", "/v1/spaces/{id}", models.Space)
DELETE_SPACE = Operation("deleteSpace", "DELETE", "/v1/spaces/{id}", models.Deleted)
LIST_BRAINS = Operation("listBrains", "GET", "/v1/brains", models.Brains)
CREATE_BRAIN = Operation("createBrain", "POST", "/v1/brains", models.Brain, idempotency=True)
LIST_ALERTS = Operation("listAlerts", "GET", "/v1/alerts", models.AlertList)
CREATE_ALERT = Operation("createAlert", "POST", "/v1/alerts", models.Alert, idempotency=True)
GET_ALERT = Operation("getAlert", "GET", "/v1/alerts/{id}", models.Alert)
CHANGE_ALERT = Operation("changeAlert", "PUT", "/v1/alerts/{id}", models.Alert)
PATCH_ALERT = Operation("patchAlert", "PATCH", "/v1/alerts/{id}", models.Alert)
DELETE_ALERT = Operation("deleteAlert", "DELETE", "/v1/alerts/{id}", models.Deleted)
BACKTEST_ALERT = Operation("backtestAlert", "GET", "/v1/alerts/{id}/backtest", models.Backtest)
LIST_EVENTS = Operation("listEvents", "GET", "/v1/events", models.Events, metered=True)
LIST_WEBHOOKS = Operation("listWebhooks", "GET", "/v1/webhooks", models.WebhookList)
CREATE_WEBHOOK = Operation("createWebhook", "POST", "/v1/webhooks", models.WebhookWithSecret, idempotency=True)
CHANGE_WEBHOOK = Operation("changeWebhook", "PUT", "/v1/webhooks/{id}", models.Webhook)
PATCH_WEBHOOK = Operation("patchWebhook", "PATCH", "/v1/webhooks/{id}", models.Webhook)
DELETE_WEBHOOK = Operation("deleteWebhook", "DELETE", "/v1/webhooks/{id}", models.Deleted)
ROTATE_WEBHOOK_SECRET = Operation("rotateWebhookSecret", "POST", "/v1/webhooks/{id}/rotate", models.WebhookWithSecret, idempotency=True)
LIST_DELIVERIES = Operation("listDeliveries", "GET", "/v1/webhooks/{id}/deliveries", models.DeliveryLog)
RESEND_EVENT = Operation("resendEvent", "POST", "/v1/webhooks/{id}/resend", models.Delivery)
TEST_WEBHOOK = Operation("testWebhook", "POST", "/v1/webhooks/{id}/test", models.Delivery)
LIST_DIGESTS = Operation("listDigests", "GET", "/v1/digests", models.Digests)
CREATE_DIGEST = Operation("createDigest", "POST", "/v1/digests", models.Digest, idempotency=True)
CHANGE_DIGEST = Operation("changeDigest", "PUT", "/v1/digests/{id}", models.Digest)
PATCH_DIGEST = Operation("patchDigest", "PATCH", "/v1/digests/{id}", models.Digest)
DELETE_DIGEST = Operation("deleteDigest", "DELETE", "/v1/digests/{id}", models.Deleted)
LIST_FEEDS = Operation("listFeeds", "GET", "/v1/feeds", models.PrivateFeeds)
CREATE_FEED = Operation("createFeed", "POST", "/v1/feeds", models.PrivateFeedAddresses, idempotency=True)
ROTATE_FEED = Operation("rotateFeed", "POST", "/v1/feeds/{id}/rotate", models.PrivateFeedAddresses, idempotency=True)
DELETE_FEED = Operation("deleteFeed", "DELETE", "/v1/feeds/{id}", models.Deleted)
LIST_KEYS = Operation("listKeys", "GET", "/v1/keys", models.Keys)
CREATE_KEY = Operation("createKey", "POST", "/v1/keys", models.NewKey, idempotency=True)
ROTATE_KEY = Operation("rotateKey", "POST", "/v1/keys/{id}/rotate", models.NewKey, idempotency=True)
REVOKE_KEY = Operation("revokeKey", "DELETE", "/v1/keys/{id}", models.Revoked)
GET_ACCOUNT = Operation("getAccount", "GET", "/v1/account", models.Account)
EXPORT_ACCOUNT = Operation("exportAccount", "GET", "/v1/account/export", models.OwnedRows)
SET_OVERAGE = Operation("setOverage", "PUT", "/v1/account/overage", models.Account)
LIST_MEMBERS = Operation("listMembers", "GET", "/v1/members", models.Members)
ADD_MEMBER = Operation("addMember", "POST", "/v1/members", models.AddedMember, idempotency=True)
CHANGE_MEMBER = Operation("changeMember", "PUT", "/v1/members/{id}", models.Member)
REMOVE_MEMBER = Operation("removeMember", "DELETE", "/v1/members/{id}", models.Deleted)
LINK_MEMBER = Operation("linkMember", "POST", "/v1/members/{id}/link", models.MemberLink, idempotency=True)
LIST_INVITATIONS = Operation("listInvitations", "GET", "/v1/invitations", models.InvitationList)
WITHDRAW_INVITATION = Operation("withdrawInvitation", "DELETE", "/v1/invitations/{id}", models.Deleted)
LIST_AUDIT_LOG = Operation("listAuditLog", "GET", "/v1/audit-log", models.AuditLog)
LIST_ACCOUNTS = Operation("listAccounts", "GET", "/v1/accounts", models.AccountList)
CREATE_ACCOUNT = Operation("createAccount", "POST", "/v1/accounts", models.Account, idempotency=True)
FIND_ACCOUNT = Operation("findAccount", "GET", "/v1/accounts/{id}", models.Account)
CHANGE_ACCOUNT = Operation("changeAccount", "PATCH", "/v1/accounts/{id}", models.Account)
DELETE_ACCOUNT = Operation("deleteAccount", "DELETE", "/v1/accounts/{id}", models.Deleted)
CREATE_ACCOUNT_KEY = Operation("createAccountKey", "POST", "/v1/accounts/{id}/keys", models.NewKey, idempotency=True)
LIST_PEOPLE = Operation("listPeople", "GET", "/v1/people", models.PeopleList)
PLACE_PERSON = Operation("placePerson", "POST", "/v1/people", models.AddedPerson, idempotency=True)
REMOVE_PERSON = Operation("removePerson", "DELETE", "/v1/people/{name}", models.Deleted)
LIST_SOURCES = Operation("listSources", "GET", "/v1/sources", models.SourceList)
ADD_SOURCE = Operation("addSource", "POST", "/v1/sources", models.Source, idempotency=True)
CHANGE_SOURCE = Operation("changeSource", "PATCH", "/v1/sources/{id}", models.Source)
REMOVE_SOURCE = Operation("removeSource", "DELETE", "/v1/sources/{id}", models.Deleted)
LIST_REMOVALS = Operation("listRemovals", "GET", "/v1/removals", models.RemovalList)
REMOVE_DOCUMENTS = Operation("removeDocuments", "POST", "/v1/removals", models.Removed)
GET_SOURCES_HEALTH = Operation("getSourcesHealth", "GET", "/sources/health", models.SourcesHealth)
HEALTH_CHECK = Operation("healthCheck", "GET", "/health", models.Health)
READINESS_CHECK = Operation("readinessCheck", "GET", "/health/ready", models.Readiness)


class Operations:
    def _perform(self, call: Call) -> Any:
        raise NotImplementedError

    def search_articles(
        self,
        *,
        start_date: dt.date | str,
        end_date: dt.date | str,
        limit: int | None = None,
        keyword: str | None = None,
        outlet: Many[str] | None = None,
        sentiment: Many[Sentiment] | None = None,
        category: Many[Category] | None = None,
        company: Many[str] | None = None,
        asset: Many[str] | None = None,
        cohort: Many[Cohort] | None = None,
        kind: Many[Kind] | None = None,
        language: Many[str] | None = None,
        country: Many[str] | None = None,
        min_tone: float | None = None,
        max_tone: float | None = None,
        about_company: str | None = None,
        about_asset: str | None = None,
        since: dt.datetime | str | None = None,
        until: dt.datetime | str | None = None,
        fields: Many[Fields] | None = None,
        story: str | None = None,
        narrative: str | None = None,
        statements: bool | None = None,
        highlights: bool | None = None,
        sort: Sort | None = None,
        duplicates: Duplicates | None = None,
        page: int | None = None,
        cursor: str | None = None,
    ) -> models.Feed:
        """Full-text search across indexed sources, newest first. (GET /feed)"""
        return self._perform(Call(SEARCH_ARTICLES, query={"startDate": start_date, "endDate": end_date, "limit": limit, "keyword": keyword, "outlet": outlet, "sentiment": sentiment, "category": category, "company": company, "asset": asset, "cohort": cohort, "kind": kind, "language": language, "country": country, "minTone": min_tone, "maxTone": max_tone, "aboutCompany": about_company, "aboutAsset": about_asset, "since": since, "until": until, "fields": fields, "story": story, "narrative": narrative, "statements": statements, "highlights": highlights, "sort": sort, "duplicates": duplicates, "page": page, "cursor": cursor}))

    def export_articles(
        self,
        *,
        start_date: dt.date | str,
        end_date: dt.date | str,
        keyword: str | None = None,
        outlet: Many[str] | None = None,
        sentiment: Many[Sentiment] | None = None,
        category: Many[Category] | None = None,
        company: Many[str] | None = None,
        asset: Many[str] | None = None,
        cohort: Many[Cohort] | None = None,
        kind: Many[Kind] | None = None,
        language: Many[str] | None = None,
        country: Many[str] | None = None,
        min_tone: float | None = None,
        max_tone: float | None = None,
        about_company: str | None = None,
        about_asset: str | None = None,
        since: dt.datetime | str | None = None,
        until: dt.datetime | str | None = None,
        fields: Many[Fields] | None = None,
        cursor: str | None = None,
    ) -> models.ExportSize:
        """All articles of a search as NDJSON, resumable, priced by rows. As JSON: how many there are, at no charge.
        (GET /feed/export)
        """
        return self._perform(Call(EXPORT_ARTICLES, query={"startDate": start_date, "endDate": end_date, "keyword": keyword, "outlet": outlet, "sentiment": sentiment, "category": category, "company": company, "asset": asset, "cohort": cohort, "kind": kind, "language": language, "country": country, "minTone": min_tone, "maxTone": max_tone, "aboutCompany": about_company, "aboutAsset": about_asset, "since": since, "until": until, "fields": fields, "cursor": cursor}))

    def get_index(
        self,
        *,
        full: bool | None = None,
        date: dt.date | str | None = None,
    ) -> models.BellwetherIndex:
        """The Bellwether Index: score, status, changes, confidence and the drivers that add up to it; every 15
        minutes. Not metered without full=true. (GET /index)
        """
        return self._perform(Call(GET_INDEX, query={"full": full, "date": date}))

    def explain_index(
        self,
        *,
        limit: int | None = None,
        date: dt.date | str | None = None,
    ) -> models.IndexExplanation:
        """Why the Bellwether Index moved since the day before: stories, outlets and cohorts that add up to the change.
        (GET /index/explain)
        """
        return self._perform(Call(EXPLAIN_INDEX, query={"limit": limit, "date": date}))

    def get_index_portfolio(
        self,
        *,
        metric: Metric | None = None,
        full: bool | None = None,
        include_history: bool | None = None,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
    ) -> models.IndexPortfolio:
        """Current readings of all indices; components, receipts, provenance and history with a key. Not metered
        without full=true or include_history=true. (GET /indices)
        """
        return self._perform(Call(GET_INDEX_PORTFOLIO, query={"metric": metric, "full": full, "include_history": include_history, "startDate": start_date, "endDate": end_date}))

    def explain_metric(
        self,
        metric: str,
        *,
        limit: int | None = None,
        date: dt.date | str | None = None,
    ) -> models.IndexExplanation:
        """Why a metric moved since the day before: stories, outlets and cohorts that add up to the change. (GET
        /indices/{metric}/explain)
        """
        return self._perform(Call(EXPLAIN_METRIC, path={"metric": metric}, query={"limit": limit, "date": date}))

    def get_narrative_dominance(
        self,
        *,
        window: Window | None = None,
        granularity: Granularity | None = None,
        full: bool | None = None,
        include_history: bool | None = None,
    ) -> models.NarrativeDominance:
        """Narrative Dominance: assets ranked by their share of attention; details and history with a key. Not metered
        without full=true or include_history=true. (GET /indices/dominance)
        """
        return self._perform(Call(GET_NARRATIVE_DOMINANCE, query={"window": window, "granularity": granularity, "full": full, "include_history": include_history}))

    def get_trends(
        self,
        *,
        start_date: dt.date | str,
        end_date: dt.date | str,
        limit: int | None = None,
        category: Category | None = None,
        company: str | None = None,
        asset: str | None = None,
        min_articles: int | None = None,
        cursor: str | None = None,
    ) -> base.Table[models.Trend]:
        """What the coverage is about: the strongest stories of the days. (GET /trends)"""
        return self._perform(Call(GET_TRENDS, query={"startDate": start_date, "endDate": end_date, "limit": limit, "category": category, "company": company, "asset": asset, "minArticles": min_articles, "cursor": cursor}))

    def get_narratives(
        self,
        *,
        start_date: dt.date | str,
        end_date: dt.date | str,
        limit: int | None = None,
        stage: Stage | None = None,
    ) -> base.Table[models.Narrative]:
        """Themes that last for weeks and hold many stories, by their share of the attention. (GET /narratives)"""
        return self._perform(Call(GET_NARRATIVES, query={"startDate": start_date, "endDate": end_date, "limit": limit, "stage": stage}))

    def get_narrative(
        self,
        id: str,
        *,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
    ) -> models.NarrativeDetail:
        """One theme: its life day by day, who carries it, where it turned and by which stories. (GET /narratives/{id})"""
        return self._perform(Call(GET_NARRATIVE, path={"id": id}, query={"startDate": start_date, "endDate": end_date}))

    def get_story(
        self,
        id: str,
        *,
        end_date: dt.date | str | None = None,
    ) -> models.Story:
        """One story: title, sentences with sources, days, articles, and its narratives. (GET /stories/{id})"""
        return self._perform(Call(GET_STORY, path={"id": id}, query={"endDate": end_date}))

    def get_article(
        self,
        id: str,
    ) -> models.OneArticle:
        """One article, with its story and its narratives. (GET /articles/{id})"""
        return self._perform(Call(GET_ARTICLE, path={"id": id}))

    def get_similar_articles(
        self,
        id: str,
        *,
        limit: int | None = None,
    ) -> base.Table[models.SimilarArticle]:
        """Articles near to one by what they mean, the nearest first. (GET /articles/{id}/similar)"""
        return self._perform(Call(GET_SIMILAR_ARTICLES, path={"id": id}, query={"limit": limit}))

    def get_breaking(
        self,
        *,
        hours: int | None = None,
        limit: int | None = None,
    ) -> base.Table[models.Breaking]:
        """Stories that break now: carried by three families of their own and beyond what is usual. (GET /breaking)"""
        return self._perform(Call(GET_BREAKING, query={"hours": hours, "limit": limit}))

    def get_intelligence(
        self,
        *,
        start_date: dt.date | str,
        end_date: dt.date | str,
        limit: int | None = None,
        category: Category | None = None,
        company: str | None = None,
        asset: str | None = None,
        min_articles: int | None = None,
        cursor: str | None = None,
    ) -> models.Intelligence:
        """Trends with stage and momentum, and the distribution of categories. (GET /intelligence)"""
        return self._perform(Call(GET_INTELLIGENCE, query={"startDate": start_date, "endDate": end_date, "limit": limit, "category": category, "company": company, "asset": asset, "minArticles": min_articles, "cursor": cursor}))

    def get_categories(
        self,
        *,
        start_date: dt.date | str,
        end_date: dt.date | str,
    ) -> models.CategoryDistribution:
        """How the stories of the days spread over the categories. (GET /intelligence/categories)"""
        return self._perform(Call(GET_CATEGORIES, query={"startDate": start_date, "endDate": end_date}))

    def get_sentiment_metrics(
        self,
        *,
        start_date: dt.date | str,
        end_date: dt.date | str,
        outlet: Many[str] | None = None,
        sentiment: Many[Sentiment] | None = None,
        category: Many[Category] | None = None,
        company: Many[str] | None = None,
        asset: Many[str] | None = None,
        cohort: Many[Cohort] | None = None,
        kind: Many[Kind] | None = None,
        language: Many[str] | None = None,
        country: Many[str] | None = None,
        min_tone: float | None = None,
        max_tone: float | None = None,
        granularity: GetSentimentMetricsGranularity | None = None,
    ) -> models.SentimentMetrics:
        """Shares of positive, neutral and negative coverage, by day, by outlet and by language. (GET /sentiment-
        metrics)
        """
        return self._perform(Call(GET_SENTIMENT_METRICS, query={"startDate": start_date, "endDate": end_date, "outlet": outlet, "sentiment": sentiment, "category": category, "company": company, "asset": asset, "cohort": cohort, "kind": kind, "language": language, "country": country, "minTone": min_tone, "maxTone": max_tone, "granularity": granularity}))

    def get_fear_greed_index(
        self,
        *,
        start_date: dt.date | str,
        end_date: dt.date | str,
        outlet: Many[str] | None = None,
        sentiment: Many[Sentiment] | None = None,
        category: Many[Category] | None = None,
        company: Many[str] | None = None,
        asset: Many[str] | None = None,
        cohort: Many[Cohort] | None = None,
        kind: Many[Kind] | None = None,
        language: Many[str] | None = None,
        country: Many[str] | None = None,
        min_tone: float | None = None,
        max_tone: float | None = None,
        granularity: GetSentimentMetricsGranularity | None = None,
        min_articles: int | None = None,
    ) -> base.Table[models.FearGreedPoint]:
        """Fear and greed per day, from the tone of the coverage, not from prices. (GET /fear-greed-index)"""
        return self._perform(Call(GET_FEAR_GREED_INDEX, query={"startDate": start_date, "endDate": end_date, "outlet": outlet, "sentiment": sentiment, "category": category, "company": company, "asset": asset, "cohort": cohort, "kind": kind, "language": language, "country": country, "minTone": min_tone, "maxTone": max_tone, "granularity": granularity, "minArticles": min_articles}))

    def get_channel_volume(
        self,
        *,
        start_date: dt.date | str,
        end_date: dt.date | str,
        outlet: Many[str] | None = None,
        sentiment: Many[Sentiment] | None = None,
        category: Many[Category] | None = None,
        company: Many[str] | None = None,
        asset: Many[str] | None = None,
        cohort: Many[Cohort] | None = None,
        kind: Many[Kind] | None = None,
        language: Many[str] | None = None,
        country: Many[str] | None = None,
        min_tone: float | None = None,
        max_tone: float | None = None,
    ) -> base.Table[models.OutletVolume]:
        """Articles by outlet, most first. (GET /channel-volume)"""
        return self._perform(Call(GET_CHANNEL_VOLUME, query={"startDate": start_date, "endDate": end_date, "outlet": outlet, "sentiment": sentiment, "category": category, "company": company, "asset": asset, "cohort": cohort, "kind": kind, "language": language, "country": country, "minTone": min_tone, "maxTone": max_tone}))

    def get_entity_mentions(
        self,
        *,
        start_date: dt.date | str,
        end_date: dt.date | str,
        group_by: GroupBy,
        company: str | None = None,
        page: int | None = None,
    ) -> models.CompanyMentions:
        """Which companies the coverage names, by day, with articles. (POST /grouped-data)"""
        return self._perform(Call(GET_ENTITY_MENTIONS, body={"startDate": start_date, "endDate": end_date, "groupBy": group_by, "company": company, "page": page}))

    def get_cohorts(
        self,
        *,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
        topic: str | None = None,
        outlet: Many[str] | None = None,
        sentiment: Many[Sentiment] | None = None,
        category: Many[Category] | None = None,
        company: Many[str] | None = None,
        asset: Many[str] | None = None,
        cohort: Many[Cohort] | None = None,
        kind: Many[Kind] | None = None,
        language: Many[str] | None = None,
        country: Many[str] | None = None,
        min_tone: float | None = None,
        max_tone: float | None = None,
    ) -> models.Cohorts:
        """Sentiment by the role of who speaks. (GET /cohorts)"""
        return self._perform(Call(GET_COHORTS, query={"startDate": start_date, "endDate": end_date, "topic": topic, "outlet": outlet, "sentiment": sentiment, "category": category, "company": company, "asset": asset, "cohort": cohort, "kind": kind, "language": language, "country": country, "minTone": min_tone, "maxTone": max_tone}))

    def get_speakers(
        self,
        *,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
        cohort: Cohort | None = None,
        company: str | None = None,
        asset: str | None = None,
        order: Order | None = None,
        affiliation: str | None = None,
        limit: int | None = None,
    ) -> models.Speakers:
        """People and firms that are quoted, by how many outlets carry what they say. (GET /speakers)"""
        return self._perform(Call(GET_SPEAKERS, query={"startDate": start_date, "endDate": end_date, "cohort": cohort, "company": company, "asset": asset, "order": order, "affiliation": affiliation, "limit": limit}))

    def get_speaker(
        self,
        id: str,
        *,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
        company: str | None = None,
        asset: str | None = None,
        cohort: Cohort | None = None,
        affiliation: str | None = None,
        limit: int | None = None,
    ) -> models.Speaker:
        """What a speaker said, with the articles that report it. (GET /speakers/{id})"""
        return self._perform(Call(GET_SPEAKER, path={"id": id}, query={"startDate": start_date, "endDate": end_date, "company": company, "asset": asset, "cohort": cohort, "affiliation": affiliation, "limit": limit}))

    def get_timeseries(
        self,
        *,
        q: str,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
        outlet: Many[str] | None = None,
        sentiment: Many[Sentiment] | None = None,
        category: Many[Category] | None = None,
        company: Many[str] | None = None,
        asset: Many[str] | None = None,
        cohort: Many[Cohort] | None = None,
        kind: Many[Kind] | None = None,
        language: Many[str] | None = None,
        country: Many[str] | None = None,
        min_tone: float | None = None,
        max_tone: float | None = None,
        granularity: GetSentimentMetricsGranularity | None = None,
    ) -> base.Table[models.TimeseriesPoint]:
        """Count, share of the coverage, tone and outlets per day for any keyword query. (GET /timeseries)"""
        return self._perform(Call(GET_TIMESERIES, query={"q": q, "startDate": start_date, "endDate": end_date, "outlet": outlet, "sentiment": sentiment, "category": category, "company": company, "asset": asset, "cohort": cohort, "kind": kind, "language": language, "country": country, "minTone": min_tone, "maxTone": max_tone, "granularity": granularity}))

    def get_momentum(
        self,
        *,
        q: str,
        end_date: dt.date | str | None = None,
    ) -> models.Momentum:
        """Whether any keyword query rises or falls against its own past, and since when. (GET /momentum)"""
        return self._perform(Call(GET_MOMENTUM, query={"q": q, "endDate": end_date}))

    def compare_queries(
        self,
        *,
        q: Many[str],
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
    ) -> models.Compared:
        """Count, share of voice and tone of several keyword queries side by side. (GET /compare)"""
        return self._perform(Call(COMPARE_QUERIES, query={"q": q, "startDate": start_date, "endDate": end_date}))

    def compare_companies(
        self,
        *,
        name: Many[str],
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
    ) -> base.Table[models.ComparedCompany]:
        """Share of voice, tone and momentum of companies side by side. (GET /companies/compare)"""
        return self._perform(Call(COMPARE_COMPANIES, query={"name": name, "startDate": start_date, "endDate": end_date}))

    def get_company(
        self,
        name: str,
        *,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
    ) -> models.NamedFigures:
        """One company: articles, share, tone, momentum and themes, day by day. (GET /companies/{name})"""
        return self._perform(Call(GET_COMPANY, path={"name": name}, query={"startDate": start_date, "endDate": end_date}))

    def get_asset(
        self,
        name: str,
        *,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
    ) -> models.NamedFigures:
        """One asset: articles, share, tone, momentum and themes, day by day. (GET /assets/{name})"""
        return self._perform(Call(GET_ASSET, path={"name": name}, query={"startDate": start_date, "endDate": end_date}))

    def get_outlet(
        self,
        name: str,
        *,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
    ) -> models.NamedFigures:
        """One outlet: articles, share of the coverage, tone, momentum and themes, day by day. (GET /outlets/{name})"""
        return self._perform(Call(GET_OUTLET, path={"name": name}, query={"startDate": start_date, "endDate": end_date}))

    def get_taxonomy(
        self,
    ) -> models.Taxonomy:
        """The outlets, categories, companies, assets, cohorts and metrics there are. (GET /taxonomy)"""
        return self._perform(Call(GET_TAXONOMY))

    def get_changes(
        self,
        *,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
    ) -> models.Changes:
        """What may explain a jump in a series: versions of methods, and sources that came or fell silent. Not metered.
        (GET /changes)
        """
        return self._perform(Call(GET_CHANGES, query={"startDate": start_date, "endDate": end_date}))

    def get_transparency_index(
        self,
    ) -> models.TransparencyIndex:
        """Earnings-call directness scores per company, with the verbatim quotes behind each score. Not metered. (GET
        /transparency-index)
        """
        return self._perform(Call(GET_TRANSPARENCY_INDEX))

    def get_transparency_leaderboard(
        self,
    ) -> models.TransparencyLeaderboard:
        """Companies ranked by directness score. (GET /transparency-index/leaderboard)"""
        return self._perform(Call(GET_TRANSPARENCY_LEADERBOARD))

    def get_company_transparency(
        self,
        ticker: str,
    ) -> models.CompanyTransparency:
        """Full directness detail for one company, including all scored quotes. (GET /transparency-index/{ticker})"""
        return self._perform(Call(GET_COMPANY_TRANSPARENCY, path={"ticker": ticker}))

    def get_evadometer(
        self,
    ) -> models.Evadometer:
        """Directness scoring across tracked companies. (GET /evadometer)"""
        return self._perform(Call(GET_EVADOMETER))

    def get_evadometer_leaderboard(
        self,
    ) -> models.EvadometerLeaderboard:
        """Companies ranked by how directly management answers. (GET /evadometer/leaderboard)"""
        return self._perform(Call(GET_EVADOMETER_LEADERBOARD))

    def get_company_evadometer(
        self,
        ticker: str,
    ) -> models.CompanyEvadometer:
        """Where one company's management answers, and where it does not. (GET /evadometer/{ticker})"""
        return self._perform(Call(GET_COMPANY_EVADOMETER, path={"ticker": ticker}))

    def get_space_rows(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.SpaceRows:
        """The rows of a Space that the key's owner owns, newest first; as CSV with Accept: text/csv. (GET
        /v1/spaces/{id}/rows)
        """
        return self._perform(Call(GET_SPACE_ROWS, path={"id": id}, query={"limit": limit, "cursor": cursor}))

    def get_brain(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.BrainRecord:
        """A Brain that the key's owner owns: posts of the speakers it follows and what articles report that they said,
        newest first. (GET /v1/brains/{id})
        """
        return self._perform(Call(GET_BRAIN, path={"id": id}, query={"limit": limit, "cursor": cursor}))

    def change_brain(
        self,
        id: str,
        *,
        name: str,
        handles: Many[str] | None = None,
        people: Many[str] | None = None,
    ) -> models.Brain:
        """Gives a Brain another name and other speakers. Not metered. (PUT /v1/brains/{id})"""
        return self._perform(Call(CHANGE_BRAIN, path={"id": id}, body={"name": name, "handles": handles, "people": people}))

    def patch_brain(
        self,
        id: str,
        *,
        name: str | None = UNSET,
        handles: Many[str] | None = UNSET,
        people: Many[str] | None = UNSET,
    ) -> models.Brain:
        """Changes the given members of a Brain and leaves the others. Not metered. (PATCH /v1/brains/{id})"""
        return self._perform(Call(PATCH_BRAIN, path={"id": id}, body={"name": name, "handles": handles, "people": people}))

    def delete_brain(
        self,
        id: str,
    ) -> models.Deleted:
        """Deletes a Brain; the posts stay. Not metered. (DELETE /v1/brains/{id})"""
        return self._perform(Call(DELETE_BRAIN, path={"id": id}))

    def record_workflow_run(
        self,
        *,
        workflow_id: str,
        run_id: str,
        status: Status,
        started_at: dt.datetime | str,
        finished_at: dt.datetime | str | None = None,
        duration_ms: int | None = None,
        more: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> models.WorkflowRunReceipt:
        """Stores a metadata-only receipt of an agent's workflow run; prompts and outputs are left out. (POST
        /workflow-runs)
        """
        return self._perform(Call(RECORD_WORKFLOW_RUN, body={"workflowId": workflow_id, "runId": run_id, "status": status, "startedAt": started_at, "finishedAt": finished_at, "durationMs": duration_ms, **(more or {})}, idempotency_key=idempotency_key))

    def list_workflow_runs(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.WorkflowRuns:
        """The receipts of workflow runs that were recorded. Not metered. (GET /workflow-runs)"""
        return self._perform(Call(LIST_WORKFLOW_RUNS, query={"limit": limit, "cursor": cursor}))

    def get_usage(
        self,
        *,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
    ) -> models.Usage:
        """Credits used by day, route and credential, and what is left. Not metered. (GET /usage)"""
        return self._perform(Call(GET_USAGE, query={"startDate": start_date, "endDate": end_date}))

    def get_quote(
        self,
        *,
        path: str,
        accept: str | None = None,
    ) -> models.Quote:
        """What a call would cost; with a key also which purse would pay. Not metered. (GET /quote)"""
        return self._perform(Call(GET_QUOTE, query={"path": path, "accept": accept}))

    def list_spaces(
        self,
    ) -> models.Spaces:
        """The Spaces of the account. Not metered. (GET /v1/spaces)"""
        return self._perform(Call(LIST_SPACES))

    def create_space(
        self,
        *,
        name: str,
        keyword: str | None = None,
        outlet: str | None = None,
        sentiment: Sentiment | None = None,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
        rolling_days: int | None = None,
        columns: Many[str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Space:
        """Saves a search as a Space. Not metered. (POST /v1/spaces)"""
        return self._perform(Call(CREATE_SPACE, body={"name": name, "keyword": keyword, "outlet": outlet, "sentiment": sentiment, "startDate": start_date, "endDate": end_date, "rollingDays": rolling_days, "columns": columns}, idempotency_key=idempotency_key))

    def get_space(
        self,
        id: str,
    ) -> models.Space:
        """What a Space looks for and shows. Not metered. (GET /v1/spaces/{id})"""
        return self._perform(Call(GET_SPACE, path={"id": id}))

    def change_space(
        self,
        id: str,
        *,
        name: str,
        keyword: str | None = None,
        outlet: str | None = None,
        sentiment: Sentiment | None = None,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
        rolling_days: int | None = None,
        columns: Many[str] | None = None,
    ) -> models.Space:
        """Puts another search in the place of a Space's. Not metered. (PUT /v1/spaces/{id})"""
        return self._perform(Call(CHANGE_SPACE, path={"id": id}, body={"name": name, "keyword": keyword, "outlet": outlet, "sentiment": sentiment, "startDate": start_date, "endDate": end_date, "rollingDays": rolling_days, "columns": columns}))

    def patch_space(
        self,
        id: str,
        *,
        name: str | None = UNSET,
        keyword: str | None = UNSET,
        outlet: str | None = UNSET,
        sentiment: Sentiment | None = UNSET,
        start_date: dt.date | str | None = UNSET,
        end_date: dt.date | str | None = UNSET,
        rolling_days: int | None = UNSET,
        columns: Many[str] | None = UNSET,
    ) -> models.Space:
        """Changes the given members of a Space and leaves the others. Not metered. (PATCH /v1/spaces/{id})"""
        return self._perform(Call(PATCH_SPACE, path={"id": id}, body={"name": name, "keyword": keyword, "outlet": outlet, "sentiment": sentiment, "startDate": start_date, "endDate": end_date, "rollingDays": rolling_days, "columns": columns}))

    def delete_space(
        self,
        id: str,
    ) -> models.Deleted:
        """Deletes a Space; the documents stay. Not metered. (DELETE /v1/spaces/{id})"""
        return self._perform(Call(DELETE_SPACE, path={"id": id}))

    def list_brains(
        self,
    ) -> models.Brains:
        """The Brains of the account. Not metered. (GET /v1/brains)"""
        return self._perform(Call(LIST_BRAINS))

    def create_brain(
        self,
        *,
        name: str,
        handles: Many[str] | None = None,
        people: Many[str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Brain:
        """Makes a Brain that follows speakers. Not metered. (POST /v1/brains)"""
        return self._perform(Call(CREATE_BRAIN, body={"name": name, "handles": handles, "people": people}, idempotency_key=idempotency_key))

    def list_alerts(
        self,
    ) -> models.AlertList:
        """The rules of the account. Not metered; events are charged when they are delivered. (GET /v1/alerts)"""
        return self._perform(Call(LIST_ALERTS))

    def create_alert(
        self,
        *,
        name: str,
        subject: Subject,
        condition: Condition,
        enabled: bool | None = None,
        value: str | None = None,
        threshold: float | None = None,
        min_items: int | None = None,
        min_families: int | None = None,
        form: str | None = None,
        quiet_minutes: int | None = None,
        daily_cap: int | None = None,
        idempotency_key: str | None = None,
    ) -> models.Alert:
        """Makes a rule: what is watched, and what must happen. Not metered. (POST /v1/alerts)"""
        return self._perform(Call(CREATE_ALERT, body={"name": name, "subject": subject, "condition": condition, "enabled": enabled, "value": value, "threshold": threshold, "minItems": min_items, "minFamilies": min_families, "form": form, "quietMinutes": quiet_minutes, "dailyCap": daily_cap}, idempotency_key=idempotency_key))

    def get_alert(
        self,
        id: str,
    ) -> models.Alert:
        """A rule as it was saved. Not metered. (GET /v1/alerts/{id})"""
        return self._perform(Call(GET_ALERT, path={"id": id}))

    def change_alert(
        self,
        id: str,
        *,
        name: str,
        subject: Subject,
        condition: Condition,
        enabled: bool | None = None,
        value: str | None = None,
        threshold: float | None = None,
        min_items: int | None = None,
        min_families: int | None = None,
        form: str | None = None,
        quiet_minutes: int | None = None,
        daily_cap: int | None = None,
    ) -> models.Alert:
        """Puts another rule in the place of one; it tells what happens from then on. Not metered. (PUT
        /v1/alerts/{id})
        """
        return self._perform(Call(CHANGE_ALERT, path={"id": id}, body={"name": name, "subject": subject, "condition": condition, "enabled": enabled, "value": value, "threshold": threshold, "minItems": min_items, "minFamilies": min_families, "form": form, "quietMinutes": quiet_minutes, "dailyCap": daily_cap}))

    def patch_alert(
        self,
        id: str,
        *,
        name: str | None = UNSET,
        enabled: bool | None = UNSET,
        subject: Subject | None = UNSET,
        value: str | None = UNSET,
        condition: Condition | None = UNSET,
        threshold: float | None = UNSET,
        min_items: int | None = UNSET,
        min_families: int | None = UNSET,
        form: str | None = UNSET,
        quiet_minutes: int | None = UNSET,
        daily_cap: int | None = UNSET,
    ) -> models.Alert:
        """Changes the given members of a rule and leaves the others. Not metered. (PATCH /v1/alerts/{id})"""
        return self._perform(Call(PATCH_ALERT, path={"id": id}, body={"name": name, "enabled": enabled, "subject": subject, "value": value, "condition": condition, "threshold": threshold, "minItems": min_items, "minFamilies": min_families, "form": form, "quietMinutes": quiet_minutes, "dailyCap": daily_cap}))

    def delete_alert(
        self,
        id: str,
    ) -> models.Deleted:
        """Deletes a rule; its events stay. Not metered. (DELETE /v1/alerts/{id})"""
        return self._perform(Call(DELETE_ALERT, path={"id": id}))

    def backtest_alert(
        self,
        id: str,
    ) -> models.Backtest:
        """When a rule would have fired over the last 90 days, by what is stored now. Not metered. (GET
        /v1/alerts/{id}/backtest)
        """
        return self._perform(Call(BACKTEST_ALERT, path={"id": id}))

    def list_events(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.Events:
        """The account's events, oldest first, after a cursor; priced as rows of a Space, and free where there are
        none. (GET /v1/events)
        """
        return self._perform(Call(LIST_EVENTS, query={"limit": limit, "cursor": cursor}))

    def list_webhooks(
        self,
    ) -> models.WebhookList:
        """The account's endpoints and how their deliveries stand. Not metered; events are charged when they are
        delivered. (GET /v1/webhooks)
        """
        return self._perform(Call(LIST_WEBHOOKS))

    def create_webhook(
        self,
        *,
        name: str,
        url: str,
        shape: Shape | None = None,
        alerts: Many[str] | None = None,
        disabled: bool | None = None,
        idempotency_key: str | None = None,
    ) -> models.WebhookWithSecret:
        """An endpoint for the events from now on; its secret is shown this once. Not metered. (POST /v1/webhooks)"""
        return self._perform(Call(CREATE_WEBHOOK, body={"name": name, "url": url, "shape": shape, "alerts": alerts, "disabled": disabled}, idempotency_key=idempotency_key))

    def change_webhook(
        self,
        id: str,
        *,
        name: str,
        url: str,
        shape: Shape | None = None,
        alerts: Many[str] | None = None,
        disabled: bool | None = None,
    ) -> models.Webhook:
        """Changes an endpoint; one that was disabled goes on where it stopped. Not metered. (PUT /v1/webhooks/{id})"""
        return self._perform(Call(CHANGE_WEBHOOK, path={"id": id}, body={"name": name, "url": url, "shape": shape, "alerts": alerts, "disabled": disabled}))

    def patch_webhook(
        self,
        id: str,
        *,
        name: str | None = UNSET,
        url: str | None = UNSET,
        shape: Shape | None = UNSET,
        alerts: Many[str] | None = UNSET,
        disabled: bool | None = UNSET,
    ) -> models.Webhook:
        """Changes the members of an endpoint that are given; with disabled=false one that was disabled goes on where
        it stopped. Not metered. (PATCH /v1/webhooks/{id})
        """
        return self._perform(Call(PATCH_WEBHOOK, path={"id": id}, body={"name": name, "url": url, "shape": shape, "alerts": alerts, "disabled": disabled}))

    def delete_webhook(
        self,
        id: str,
    ) -> models.Deleted:
        """Deletes an endpoint; events stay. Not metered. (DELETE /v1/webhooks/{id})"""
        return self._perform(Call(DELETE_WEBHOOK, path={"id": id}))

    def rotate_webhook_secret(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> models.WebhookWithSecret:
        """A new secret, shown only once; the previous one stays valid for a day. Not metered. (POST
        /v1/webhooks/{id}/rotate)
        """
        return self._perform(Call(ROTATE_WEBHOOK_SECRET, path={"id": id}, body={}, idempotency_key=idempotency_key))

    def list_deliveries(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.DeliveryLog:
        """Every attempt to deliver to an endpoint, newest first. Not metered. (GET /v1/webhooks/{id}/deliveries)"""
        return self._perform(Call(LIST_DELIVERIES, path={"id": id}, query={"limit": limit, "cursor": cursor}))

    def resend_event(
        self,
        id: str,
        *,
        event_id: str,
    ) -> models.Delivery:
        """Sends an event to an endpoint now. Charged as a delivery where it gets there and was not charged before.
        (POST /v1/webhooks/{id}/resend)
        """
        return self._perform(Call(RESEND_EVENT, path={"id": id}, body={"eventId": event_id}))

    def test_webhook(
        self,
        id: str,
    ) -> models.Delivery:
        """Sends an endpoint a webhook.test event now; a reader who has not confirmed an address is asked again instead
        (409). Not metered. (POST /v1/webhooks/{id}/test)
        """
        return self._perform(Call(TEST_WEBHOOK, path={"id": id}, body={}))

    def list_digests(
        self,
    ) -> models.Digests:
        """The Digests of the account. Not metered. (GET /v1/digests)"""
        return self._perform(Call(LIST_DIGESTS))

    def create_digest(
        self,
        *,
        name: str,
        frequency: Frequency | None = None,
        weekday: Weekday | None = None,
        hour: int | None = None,
        time_zone: str | None = None,
        companies: Many[str] | None = None,
        disabled: bool | None = None,
        idempotency_key: str | None = None,
    ) -> models.Digest:
        """Makes a Digest: what moved in the last day or week, as an event that webhooks, mail and streams deliver. Not
        metered. (POST /v1/digests)
        """
        return self._perform(Call(CREATE_DIGEST, body={"name": name, "frequency": frequency, "weekday": weekday, "hour": hour, "timeZone": time_zone, "companies": companies, "disabled": disabled}, idempotency_key=idempotency_key))

    def change_digest(
        self,
        id: str,
        *,
        name: str,
        frequency: Frequency | None = None,
        weekday: Weekday | None = None,
        hour: int | None = None,
        time_zone: str | None = None,
        companies: Many[str] | None = None,
        disabled: bool | None = None,
    ) -> models.Digest:
        """Changes a Digest. Not metered. (PUT /v1/digests/{id})"""
        return self._perform(Call(CHANGE_DIGEST, path={"id": id}, body={"name": name, "frequency": frequency, "weekday": weekday, "hour": hour, "timeZone": time_zone, "companies": companies, "disabled": disabled}))

    def patch_digest(
        self,
        id: str,
        *,
        name: str | None = UNSET,
        frequency: Frequency | None = UNSET,
        weekday: Weekday | None = UNSET,
        hour: int | None = UNSET,
        time_zone: str | None = UNSET,
        companies: Many[str] | None = UNSET,
        disabled: bool | None = UNSET,
    ) -> models.Digest:
        """Changes the given members of a Digest and leaves the others. Not metered. (PATCH /v1/digests/{id})"""
        return self._perform(Call(PATCH_DIGEST, path={"id": id}, body={"name": name, "frequency": frequency, "weekday": weekday, "hour": hour, "timeZone": time_zone, "companies": companies, "disabled": disabled}))

    def delete_digest(
        self,
        id: str,
    ) -> models.Deleted:
        """Deletes a Digest; its events stay. Not metered. (DELETE /v1/digests/{id})"""
        return self._perform(Call(DELETE_DIGEST, path={"id": id}))

    def list_feeds(
        self,
    ) -> models.PrivateFeeds:
        """The account's feeds for feed readers. Not metered; a feed is charged as rows of a Space when its articles
        have changed. (GET /v1/feeds)
        """
        return self._perform(Call(LIST_FEEDS))

    def create_feed(
        self,
        *,
        name: str,
        subject: CreateFeedSubject,
        value: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.PrivateFeedAddresses:
        """A private address for feed readers, Atom and JSON Feed; shown this once. Not metered. (POST /v1/feeds)"""
        return self._perform(Call(CREATE_FEED, body={"name": name, "subject": subject, "value": value}, idempotency_key=idempotency_key))

    def rotate_feed(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> models.PrivateFeedAddresses:
        """New addresses for a feed; the previous ones no longer work. Not metered. (POST /v1/feeds/{id}/rotate)"""
        return self._perform(Call(ROTATE_FEED, path={"id": id}, body={}, idempotency_key=idempotency_key))

    def delete_feed(
        self,
        id: str,
    ) -> models.Deleted:
        """Deletes a feed; its addresses no longer work. Not metered. (DELETE /v1/feeds/{id})"""
        return self._perform(Call(DELETE_FEED, path={"id": id}))

    def list_keys(
        self,
    ) -> models.Keys:
        """The keys of the account, without their secrets. Not metered. (GET /v1/keys)"""
        return self._perform(Call(LIST_KEYS))

    def create_key(
        self,
        *,
        name: str,
        test: bool | None = None,
        expires_in_days: int | None = None,
        scope: Scope | None = None,
        idempotency_key: str | None = None,
    ) -> models.NewKey:
        """Creates a key of the account and shows it, once. Not metered. (POST /v1/keys)"""
        return self._perform(Call(CREATE_KEY, body={"name": name, "test": test, "expiresInDays": expires_in_days, "scope": scope}, idempotency_key=idempotency_key))

    def rotate_key(
        self,
        id: str,
        *,
        grace_hours: int | None = None,
        idempotency_key: str | None = None,
    ) -> models.NewKey:
        """Replaces a key by a new one; the old one stays valid for a grace period. Not metered. (POST
        /v1/keys/{id}/rotate)
        """
        return self._perform(Call(ROTATE_KEY, path={"id": id}, body={"graceHours": grace_hours}, idempotency_key=idempotency_key))

    def revoke_key(
        self,
        id: str,
    ) -> models.Revoked:
        """Revokes a key at once and for good, with every key that it created. Not metered. (DELETE /v1/keys/{id})"""
        return self._perform(Call(REVOKE_KEY, path={"id": id}))

    def get_account(
        self,
    ) -> models.Account:
        """The account behind the key, with its plan and overage. Not metered. (GET /v1/account)"""
        return self._perform(Call(GET_ACCOUNT))

    def export_account(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.OwnedRows:
        """Everything that the account owns, row by row: keys, members, Spaces, Brains, alerts, events, webhooks,
        feeds, runs, usage by day, and who changed what. Not metered. (GET /v1/account/export)
        """
        return self._perform(Call(EXPORT_ACCOUNT, query={"limit": limit, "cursor": cursor}))

    def set_overage(
        self,
        *,
        active: bool,
        cap_usd: str | None = None,
    ) -> models.Account:
        """Agrees to overage up to a cap, or ends the agreement. Not metered. (PUT /v1/account/overage)"""
        return self._perform(Call(SET_OVERAGE, body={"active": active, "capUsd": cap_usd}))

    def list_members(
        self,
    ) -> models.Members:
        """The people of the account and their roles. Not metered. (GET /v1/members)"""
        return self._perform(Call(LIST_MEMBERS))

    def add_member(
        self,
        *,
        name: str,
        role: Role,
        idempotency_key: str | None = None,
    ) -> models.AddedMember:
        """Adds a new user to the account, or invites an existing one, and gives a link, once. Not metered. (POST
        /v1/members)
        """
        return self._perform(Call(ADD_MEMBER, body={"name": name, "role": role}, idempotency_key=idempotency_key))

    def change_member(
        self,
        id: str,
        *,
        role: Role,
    ) -> models.Member:
        """Gives a member another role. Not metered. (PUT /v1/members/{id})"""
        return self._perform(Call(CHANGE_MEMBER, path={"id": id}, body={"role": role}))

    def remove_member(
        self,
        id: str,
    ) -> models.Deleted:
        """Removes a member from the account. Not metered. (DELETE /v1/members/{id})"""
        return self._perform(Call(REMOVE_MEMBER, path={"id": id}))

    def link_member(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> models.MemberLink:
        """Creates a link that signs a member in, once, within a day. Not for members of other accounts too. Not
        metered. (POST /v1/members/{id}/link)
        """
        return self._perform(Call(LINK_MEMBER, path={"id": id}, body={}, idempotency_key=idempotency_key))

    def list_invitations(
        self,
    ) -> models.InvitationList:
        """Who was invited to the account, and what became of it. Not metered. (GET /v1/invitations)"""
        return self._perform(Call(LIST_INVITATIONS))

    def withdraw_invitation(
        self,
        id: str,
    ) -> models.Deleted:
        """Withdraws a pending invitation; its link no longer works. Not metered. (DELETE /v1/invitations/{id})"""
        return self._perform(Call(WITHDRAW_INVITATION, path={"id": id}))

    def list_audit_log(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        all: bool | None = None,
    ) -> models.AuditLog:
        """Who changed what in the account, newest first; with an operator's key anywhere. Not metered. (GET /v1/audit-
        log)
        """
        return self._perform(Call(LIST_AUDIT_LOG, query={"limit": limit, "cursor": cursor, "all": all}))

    def list_accounts(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.AccountList:
        """Every account with its plan. For operators; not metered. (GET /v1/accounts)"""
        return self._perform(Call(LIST_ACCOUNTS, query={"limit": limit, "cursor": cursor}))

    def create_account(
        self,
        *,
        name: str,
        plan: Plan | None = None,
        idempotency_key: str | None = None,
    ) -> models.Account:
        """Opens an account. For operators; not metered. (POST /v1/accounts)"""
        return self._perform(Call(CREATE_ACCOUNT, body={"name": name, "plan": plan}, idempotency_key=idempotency_key))

    def find_account(
        self,
        id: str,
    ) -> models.Account:
        """One account with its plan. For operators; not metered. (GET /v1/accounts/{id})"""
        return self._perform(Call(FIND_ACCOUNT, path={"id": id}))

    def change_account(
        self,
        id: str,
        *,
        plan: Plan | None = UNSET,
        payment_status: PaymentStatus | None = UNSET,
        grant_credits: int | None = UNSET,
        overage_cap_usd: str | None = UNSET,
    ) -> models.Account:
        """Changes what is named of plan, payment status, prepaid credits and overage; the rest stays. For operators;
        not metered. (PATCH /v1/accounts/{id})
        """
        return self._perform(Call(CHANGE_ACCOUNT, path={"id": id}, body={"plan": plan, "paymentStatus": payment_status, "grantCredits": grant_credits, "overageCapUsd": overage_cap_usd}))

    def delete_account(
        self,
        id: str,
        *,
        confirm: str,
    ) -> models.Deleted:
        """Deletes what an account owns, ends its keys and forgets its name; charges stay in the books under its id.
        For operators; not metered. (DELETE /v1/accounts/{id})
        """
        return self._perform(Call(DELETE_ACCOUNT, path={"id": id}, query={"confirm": confirm}))

    def create_account_key(
        self,
        id: str,
        *,
        name: str,
        test: bool | None = None,
        expires_in_days: int | None = None,
        scope: Scope | None = None,
        idempotency_key: str | None = None,
    ) -> models.NewKey:
        """Creates a key of any account and shows it, once. For operators; not metered. (POST /v1/accounts/{id}/keys)"""
        return self._perform(Call(CREATE_ACCOUNT_KEY, path={"id": id}, body={"name": name, "test": test, "expiresInDays": expires_in_days, "scope": scope}, idempotency_key=idempotency_key))

    def list_people(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.PeopleList:
        """All users with their memberships. For operators; not metered. (GET /v1/people)"""
        return self._perform(Call(LIST_PEOPLE, query={"limit": limit, "cursor": cursor}))

    def place_person(
        self,
        *,
        name: str,
        account: str | None = None,
        role: Role | None = None,
        idempotency_key: str | None = None,
    ) -> models.AddedPerson:
        """Creates a user, or invites an existing one to an account, and gives a link in either case. For operators;
        not metered. (POST /v1/people)
        """
        return self._perform(Call(PLACE_PERSON, body={"name": name, "account": account, "role": role}, idempotency_key=idempotency_key))

    def remove_person(
        self,
        name: str,
    ) -> models.Deleted:
        """Removes somebody from every account; every sign-in ends. For operators; not metered. (DELETE
        /v1/people/{name})
        """
        return self._perform(Call(REMOVE_PERSON, path={"name": name}))

    def list_sources(
        self,
    ) -> models.SourceList:
        """Every source with its address and state. For operators; not metered. (GET /v1/sources)"""
        return self._perform(Call(LIST_SOURCES))

    def add_source(
        self,
        *,
        url: str,
        kind: AddSourceKind | None = None,
        outlet: str | None = None,
        category: str | None = None,
        family: str | None = None,
        country: str | None = None,
        language: str | None = None,
        ticker: str | None = None,
        content: Content | None = None,
        idempotency_key: str | None = None,
    ) -> models.Source:
        """Adds a source, which is polled at once; an existing one takes the new details. For operators; not metered.
        (POST /v1/sources)
        """
        return self._perform(Call(ADD_SOURCE, body={"url": url, "kind": kind, "outlet": outlet, "category": category, "family": family, "country": country, "language": language, "ticker": ticker, "content": content}, idempotency_key=idempotency_key))

    def change_source(
        self,
        id: str,
        *,
        paused: bool,
    ) -> models.Source:
        """Pauses or resumes a source. For operators; not metered. (PATCH /v1/sources/{id})"""
        return self._perform(Call(CHANGE_SOURCE, path={"id": id}, body={"paused": paused}))

    def remove_source(
        self,
        id: str,
    ) -> models.Deleted:
        """Removes a source; its documents stay. For operators; not metered. (DELETE /v1/sources/{id})"""
        return self._perform(Call(REMOVE_SOURCE, path={"id": id}))

    def list_removals(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.RemovalList:
        """Documents that were removed, the newest first. For operators; not metered. (GET /v1/removals)"""
        return self._perform(Call(LIST_REMOVALS, query={"limit": limit, "cursor": cursor}))

    def remove_documents(
        self,
        *,
        documents: Many[str] | None = None,
        outlet: str | None = None,
        before: dt.date | str | None = None,
        confirm: int | None = None,
    ) -> models.Removed:
        """Takes documents down for good: by id or address, or all of an outlet. Without `confirm` it only counts them.
        Index, counts and stories follow within seconds; the same address does not come in again. For operators; not
        metered. (POST /v1/removals)
        """
        return self._perform(Call(REMOVE_DOCUMENTS, body={"documents": documents, "outlet": outlet, "before": before, "confirm": confirm}))

    def get_sources_health(
        self,
    ) -> models.SourcesHealth:
        """The state of every source: last success, next due, items, errors. Not metered. (GET /sources/health)"""
        return self._perform(Call(GET_SOURCES_HEALTH))

    def health_check(
        self,
    ) -> models.Health:
        """Whether the service is up. (GET /health)"""
        return self._perform(Call(HEALTH_CHECK))

    def readiness_check(
        self,
    ) -> models.Readiness:
        """Whether each part is ready to answer, and what it waits for. (GET /health/ready)"""
        return self._perform(Call(READINESS_CHECK))



class AsyncOperations:
    async def _perform(self, call: Call) -> Any:
        raise NotImplementedError

    async def search_articles(
        self,
        *,
        start_date: dt.date | str,
        end_date: dt.date | str,
        limit: int | None = None,
        keyword: str | None = None,
        outlet: Many[str] | None = None,
        sentiment: Many[Sentiment] | None = None,
        category: Many[Category] | None = None,
        company: Many[str] | None = None,
        asset: Many[str] | None = None,
        cohort: Many[Cohort] | None = None,
        kind: Many[Kind] | None = None,
        language: Many[str] | None = None,
        country: Many[str] | None = None,
        min_tone: float | None = None,
        max_tone: float | None = None,
        about_company: str | None = None,
        about_asset: str | None = None,
        since: dt.datetime | str | None = None,
        until: dt.datetime | str | None = None,
        fields: Many[Fields] | None = None,
        story: str | None = None,
        narrative: str | None = None,
        statements: bool | None = None,
        highlights: bool | None = None,
        sort: Sort | None = None,
        duplicates: Duplicates | None = None,
        page: int | None = None,
        cursor: str | None = None,
    ) -> models.Feed:
        """Full-text search across indexed sources, newest first. (GET /feed)"""
        return await self._perform(Call(SEARCH_ARTICLES, query={"startDate": start_date, "endDate": end_date, "limit": limit, "keyword": keyword, "outlet": outlet, "sentiment": sentiment, "category": category, "company": company, "asset": asset, "cohort": cohort, "kind": kind, "language": language, "country": country, "minTone": min_tone, "maxTone": max_tone, "aboutCompany": about_company, "aboutAsset": about_asset, "since": since, "until": until, "fields": fields, "story": story, "narrative": narrative, "statements": statements, "highlights": highlights, "sort": sort, "duplicates": duplicates, "page": page, "cursor": cursor}))

    async def export_articles(
        self,
        *,
        start_date: dt.date | str,
        end_date: dt.date | str,
        keyword: str | None = None,
        outlet: Many[str] | None = None,
        sentiment: Many[Sentiment] | None = None,
        category: Many[Category] | None = None,
        company: Many[str] | None = None,
        asset: Many[str] | None = None,
        cohort: Many[Cohort] | None = None,
        kind: Many[Kind] | None = None,
        language: Many[str] | None = None,
        country: Many[str] | None = None,
        min_tone: float | None = None,
        max_tone: float | None = None,
        about_company: str | None = None,
        about_asset: str | None = None,
        since: dt.datetime | str | None = None,
        until: dt.datetime | str | None = None,
        fields: Many[Fields] | None = None,
        cursor: str | None = None,
    ) -> models.ExportSize:
        """All articles of a search as NDJSON, resumable, priced by rows. As JSON: how many there are, at no charge.
        (GET /feed/export)
        """
        return await self._perform(Call(EXPORT_ARTICLES, query={"startDate": start_date, "endDate": end_date, "keyword": keyword, "outlet": outlet, "sentiment": sentiment, "category": category, "company": company, "asset": asset, "cohort": cohort, "kind": kind, "language": language, "country": country, "minTone": min_tone, "maxTone": max_tone, "aboutCompany": about_company, "aboutAsset": about_asset, "since": since, "until": until, "fields": fields, "cursor": cursor}))

    async def get_index(
        self,
        *,
        full: bool | None = None,
        date: dt.date | str | None = None,
    ) -> models.BellwetherIndex:
        """The Bellwether Index: score, status, changes, confidence and the drivers that add up to it; every 15
        minutes. Not metered without full=true. (GET /index)
        """
        return await self._perform(Call(GET_INDEX, query={"full": full, "date": date}))

    async def explain_index(
        self,
        *,
        limit: int | None = None,
        date: dt.date | str | None = None,
    ) -> models.IndexExplanation:
        """Why the Bellwether Index moved since the day before: stories, outlets and cohorts that add up to the change.
        (GET /index/explain)
        """
        return await self._perform(Call(EXPLAIN_INDEX, query={"limit": limit, "date": date}))

    async def get_index_portfolio(
        self,
        *,
        metric: Metric | None = None,
        full: bool | None = None,
        include_history: bool | None = None,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
    ) -> models.IndexPortfolio:
        """Current readings of all indices; components, receipts, provenance and history with a key. Not metered
        without full=true or include_history=true. (GET /indices)
        """
        return await self._perform(Call(GET_INDEX_PORTFOLIO, query={"metric": metric, "full": full, "include_history": include_history, "startDate": start_date, "endDate": end_date}))

    async def explain_metric(
        self,
        metric: str,
        *,
        limit: int | None = None,
        date: dt.date | str | None = None,
    ) -> models.IndexExplanation:
        """Why a metric moved since the day before: stories, outlets and cohorts that add up to the change. (GET
        /indices/{metric}/explain)
        """
        return await self._perform(Call(EXPLAIN_METRIC, path={"metric": metric}, query={"limit": limit, "date": date}))

    async def get_narrative_dominance(
        self,
        *,
        window: Window | None = None,
        granularity: Granularity | None = None,
        full: bool | None = None,
        include_history: bool | None = None,
    ) -> models.NarrativeDominance:
        """Narrative Dominance: assets ranked by their share of attention; details and history with a key. Not metered
        without full=true or include_history=true. (GET /indices/dominance)
        """
        return await self._perform(Call(GET_NARRATIVE_DOMINANCE, query={"window": window, "granularity": granularity, "full": full, "include_history": include_history}))

    async def get_trends(
        self,
        *,
        start_date: dt.date | str,
        end_date: dt.date | str,
        limit: int | None = None,
        category: Category | None = None,
        company: str | None = None,
        asset: str | None = None,
        min_articles: int | None = None,
        cursor: str | None = None,
    ) -> base.Table[models.Trend]:
        """What the coverage is about: the strongest stories of the days. (GET /trends)"""
        return await self._perform(Call(GET_TRENDS, query={"startDate": start_date, "endDate": end_date, "limit": limit, "category": category, "company": company, "asset": asset, "minArticles": min_articles, "cursor": cursor}))

    async def get_narratives(
        self,
        *,
        start_date: dt.date | str,
        end_date: dt.date | str,
        limit: int | None = None,
        stage: Stage | None = None,
    ) -> base.Table[models.Narrative]:
        """Themes that last for weeks and hold many stories, by their share of the attention. (GET /narratives)"""
        return await self._perform(Call(GET_NARRATIVES, query={"startDate": start_date, "endDate": end_date, "limit": limit, "stage": stage}))

    async def get_narrative(
        self,
        id: str,
        *,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
    ) -> models.NarrativeDetail:
        """One theme: its life day by day, who carries it, where it turned and by which stories. (GET /narratives/{id})"""
        return await self._perform(Call(GET_NARRATIVE, path={"id": id}, query={"startDate": start_date, "endDate": end_date}))

    async def get_story(
        self,
        id: str,
        *,
        end_date: dt.date | str | None = None,
    ) -> models.Story:
        """One story: title, sentences with sources, days, articles, and its narratives. (GET /stories/{id})"""
        return await self._perform(Call(GET_STORY, path={"id": id}, query={"endDate": end_date}))

    async def get_article(
        self,
        id: str,
    ) -> models.OneArticle:
        """One article, with its story and its narratives. (GET /articles/{id})"""
        return await self._perform(Call(GET_ARTICLE, path={"id": id}))

    async def get_similar_articles(
        self,
        id: str,
        *,
        limit: int | None = None,
    ) -> base.Table[models.SimilarArticle]:
        """Articles near to one by what they mean, the nearest first. (GET /articles/{id}/similar)"""
        return await self._perform(Call(GET_SIMILAR_ARTICLES, path={"id": id}, query={"limit": limit}))

    async def get_breaking(
        self,
        *,
        hours: int | None = None,
        limit: int | None = None,
    ) -> base.Table[models.Breaking]:
        """Stories that break now: carried by three families of their own and beyond what is usual. (GET /breaking)"""
        return await self._perform(Call(GET_BREAKING, query={"hours": hours, "limit": limit}))

    async def get_intelligence(
        self,
        *,
        start_date: dt.date | str,
        end_date: dt.date | str,
        limit: int | None = None,
        category: Category | None = None,
        company: str | None = None,
        asset: str | None = None,
        min_articles: int | None = None,
        cursor: str | None = None,
    ) -> models.Intelligence:
        """Trends with stage and momentum, and the distribution of categories. (GET /intelligence)"""
        return await self._perform(Call(GET_INTELLIGENCE, query={"startDate": start_date, "endDate": end_date, "limit": limit, "category": category, "company": company, "asset": asset, "minArticles": min_articles, "cursor": cursor}))

    async def get_categories(
        self,
        *,
        start_date: dt.date | str,
        end_date: dt.date | str,
    ) -> models.CategoryDistribution:
        """How the stories of the days spread over the categories. (GET /intelligence/categories)"""
        return await self._perform(Call(GET_CATEGORIES, query={"startDate": start_date, "endDate": end_date}))

    async def get_sentiment_metrics(
        self,
        *,
        start_date: dt.date | str,
        end_date: dt.date | str,
        outlet: Many[str] | None = None,
        sentiment: Many[Sentiment] | None = None,
        category: Many[Category] | None = None,
        company: Many[str] | None = None,
        asset: Many[str] | None = None,
        cohort: Many[Cohort] | None = None,
        kind: Many[Kind] | None = None,
        language: Many[str] | None = None,
        country: Many[str] | None = None,
        min_tone: float | None = None,
        max_tone: float | None = None,
        granularity: GetSentimentMetricsGranularity | None = None,
    ) -> models.SentimentMetrics:
        """Shares of positive, neutral and negative coverage, by day, by outlet and by language. (GET /sentiment-
        metrics)
        """
        return await self._perform(Call(GET_SENTIMENT_METRICS, query={"startDate": start_date, "endDate": end_date, "outlet": outlet, "sentiment": sentiment, "category": category, "company": company, "asset": asset, "cohort": cohort, "kind": kind, "language": language, "country": country, "minTone": min_tone, "maxTone": max_tone, "granularity": granularity}))

    async def get_fear_greed_index(
        self,
        *,
        start_date: dt.date | str,
        end_date: dt.date | str,
        outlet: Many[str] | None = None,
        sentiment: Many[Sentiment] | None = None,
        category: Many[Category] | None = None,
        company: Many[str] | None = None,
        asset: Many[str] | None = None,
        cohort: Many[Cohort] | None = None,
        kind: Many[Kind] | None = None,
        language: Many[str] | None = None,
        country: Many[str] | None = None,
        min_tone: float | None = None,
        max_tone: float | None = None,
        granularity: GetSentimentMetricsGranularity | None = None,
        min_articles: int | None = None,
    ) -> base.Table[models.FearGreedPoint]:
        """Fear and greed per day, from the tone of the coverage, not from prices. (GET /fear-greed-index)"""
        return await self._perform(Call(GET_FEAR_GREED_INDEX, query={"startDate": start_date, "endDate": end_date, "outlet": outlet, "sentiment": sentiment, "category": category, "company": company, "asset": asset, "cohort": cohort, "kind": kind, "language": language, "country": country, "minTone": min_tone, "maxTone": max_tone, "granularity": granularity, "minArticles": min_articles}))

    async def get_channel_volume(
        self,
        *,
        start_date: dt.date | str,
        end_date: dt.date | str,
        outlet: Many[str] | None = None,
        sentiment: Many[Sentiment] | None = None,
        category: Many[Category] | None = None,
        company: Many[str] | None = None,
        asset: Many[str] | None = None,
        cohort: Many[Cohort] | None = None,
        kind: Many[Kind] | None = None,
        language: Many[str] | None = None,
        country: Many[str] | None = None,
        min_tone: float | None = None,
        max_tone: float | None = None,
    ) -> base.Table[models.OutletVolume]:
        """Articles by outlet, most first. (GET /channel-volume)"""
        return await self._perform(Call(GET_CHANNEL_VOLUME, query={"startDate": start_date, "endDate": end_date, "outlet": outlet, "sentiment": sentiment, "category": category, "company": company, "asset": asset, "cohort": cohort, "kind": kind, "language": language, "country": country, "minTone": min_tone, "maxTone": max_tone}))

    async def get_entity_mentions(
        self,
        *,
        start_date: dt.date | str,
        end_date: dt.date | str,
        group_by: GroupBy,
        company: str | None = None,
        page: int | None = None,
    ) -> models.CompanyMentions:
        """Which companies the coverage names, by day, with articles. (POST /grouped-data)"""
        return await self._perform(Call(GET_ENTITY_MENTIONS, body={"startDate": start_date, "endDate": end_date, "groupBy": group_by, "company": company, "page": page}))

    async def get_cohorts(
        self,
        *,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
        topic: str | None = None,
        outlet: Many[str] | None = None,
        sentiment: Many[Sentiment] | None = None,
        category: Many[Category] | None = None,
        company: Many[str] | None = None,
        asset: Many[str] | None = None,
        cohort: Many[Cohort] | None = None,
        kind: Many[Kind] | None = None,
        language: Many[str] | None = None,
        country: Many[str] | None = None,
        min_tone: float | None = None,
        max_tone: float | None = None,
    ) -> models.Cohorts:
        """Sentiment by the role of who speaks. (GET /cohorts)"""
        return await self._perform(Call(GET_COHORTS, query={"startDate": start_date, "endDate": end_date, "topic": topic, "outlet": outlet, "sentiment": sentiment, "category": category, "company": company, "asset": asset, "cohort": cohort, "kind": kind, "language": language, "country": country, "minTone": min_tone, "maxTone": max_tone}))

    async def get_speakers(
        self,
        *,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
        cohort: Cohort | None = None,
        company: str | None = None,
        asset: str | None = None,
        order: Order | None = None,
        affiliation: str | None = None,
        limit: int | None = None,
    ) -> models.Speakers:
        """People and firms that are quoted, by how many outlets carry what they say. (GET /speakers)"""
        return await self._perform(Call(GET_SPEAKERS, query={"startDate": start_date, "endDate": end_date, "cohort": cohort, "company": company, "asset": asset, "order": order, "affiliation": affiliation, "limit": limit}))

    async def get_speaker(
        self,
        id: str,
        *,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
        company: str | None = None,
        asset: str | None = None,
        cohort: Cohort | None = None,
        affiliation: str | None = None,
        limit: int | None = None,
    ) -> models.Speaker:
        """What a speaker said, with the articles that report it. (GET /speakers/{id})"""
        return await self._perform(Call(GET_SPEAKER, path={"id": id}, query={"startDate": start_date, "endDate": end_date, "company": company, "asset": asset, "cohort": cohort, "affiliation": affiliation, "limit": limit}))

    async def get_timeseries(
        self,
        *,
        q: str,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
        outlet: Many[str] | None = None,
        sentiment: Many[Sentiment] | None = None,
        category: Many[Category] | None = None,
        company: Many[str] | None = None,
        asset: Many[str] | None = None,
        cohort: Many[Cohort] | None = None,
        kind: Many[Kind] | None = None,
        language: Many[str] | None = None,
        country: Many[str] | None = None,
        min_tone: float | None = None,
        max_tone: float | None = None,
        granularity: GetSentimentMetricsGranularity | None = None,
    ) -> base.Table[models.TimeseriesPoint]:
        """Count, share of the coverage, tone and outlets per day for any keyword query. (GET /timeseries)"""
        return await self._perform(Call(GET_TIMESERIES, query={"q": q, "startDate": start_date, "endDate": end_date, "outlet": outlet, "sentiment": sentiment, "category": category, "company": company, "asset": asset, "cohort": cohort, "kind": kind, "language": language, "country": country, "minTone": min_tone, "maxTone": max_tone, "granularity": granularity}))

    async def get_momentum(
        self,
        *,
        q: str,
        end_date: dt.date | str | None = None,
    ) -> models.Momentum:
        """Whether any keyword query rises or falls against its own past, and since when. (GET /momentum)"""
        return await self._perform(Call(GET_MOMENTUM, query={"q": q, "endDate": end_date}))

    async def compare_queries(
        self,
        *,
        q: Many[str],
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
    ) -> models.Compared:
        """Count, share of voice and tone of several keyword queries side by side. (GET /compare)"""
        return await self._perform(Call(COMPARE_QUERIES, query={"q": q, "startDate": start_date, "endDate": end_date}))

    async def compare_companies(
        self,
        *,
        name: Many[str],
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
    ) -> base.Table[models.ComparedCompany]:
        """Share of voice, tone and momentum of companies side by side. (GET /companies/compare)"""
        return await self._perform(Call(COMPARE_COMPANIES, query={"name": name, "startDate": start_date, "endDate": end_date}))

    async def get_company(
        self,
        name: str,
        *,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
    ) -> models.NamedFigures:
        """One company: articles, share, tone, momentum and themes, day by day. (GET /companies/{name})"""
        return await self._perform(Call(GET_COMPANY, path={"name": name}, query={"startDate": start_date, "endDate": end_date}))

    async def get_asset(
        self,
        name: str,
        *,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
    ) -> models.NamedFigures:
        """One asset: articles, share, tone, momentum and themes, day by day. (GET /assets/{name})"""
        return await self._perform(Call(GET_ASSET, path={"name": name}, query={"startDate": start_date, "endDate": end_date}))

    async def get_outlet(
        self,
        name: str,
        *,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
    ) -> models.NamedFigures:
        """One outlet: articles, share of the coverage, tone, momentum and themes, day by day. (GET /outlets/{name})"""
        return await self._perform(Call(GET_OUTLET, path={"name": name}, query={"startDate": start_date, "endDate": end_date}))

    async def get_taxonomy(
        self,
    ) -> models.Taxonomy:
        """The outlets, categories, companies, assets, cohorts and metrics there are. (GET /taxonomy)"""
        return await self._perform(Call(GET_TAXONOMY))

    async def get_changes(
        self,
        *,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
    ) -> models.Changes:
        """What may explain a jump in a series: versions of methods, and sources that came or fell silent. Not metered.
        (GET /changes)
        """
        return await self._perform(Call(GET_CHANGES, query={"startDate": start_date, "endDate": end_date}))

    async def get_transparency_index(
        self,
    ) -> models.TransparencyIndex:
        """Earnings-call directness scores per company, with the verbatim quotes behind each score. Not metered. (GET
        /transparency-index)
        """
        return await self._perform(Call(GET_TRANSPARENCY_INDEX))

    async def get_transparency_leaderboard(
        self,
    ) -> models.TransparencyLeaderboard:
        """Companies ranked by directness score. (GET /transparency-index/leaderboard)"""
        return await self._perform(Call(GET_TRANSPARENCY_LEADERBOARD))

    async def get_company_transparency(
        self,
        ticker: str,
    ) -> models.CompanyTransparency:
        """Full directness detail for one company, including all scored quotes. (GET /transparency-index/{ticker})"""
        return await self._perform(Call(GET_COMPANY_TRANSPARENCY, path={"ticker": ticker}))

    async def get_evadometer(
        self,
    ) -> models.Evadometer:
        """Directness scoring across tracked companies. (GET /evadometer)"""
        return await self._perform(Call(GET_EVADOMETER))

    async def get_evadometer_leaderboard(
        self,
    ) -> models.EvadometerLeaderboard:
        """Companies ranked by how directly management answers. (GET /evadometer/leaderboard)"""
        return await self._perform(Call(GET_EVADOMETER_LEADERBOARD))

    async def get_company_evadometer(
        self,
        ticker: str,
    ) -> models.CompanyEvadometer:
        """Where one company's management answers, and where it does not. (GET /evadometer/{ticker})"""
        return await self._perform(Call(GET_COMPANY_EVADOMETER, path={"ticker": ticker}))

    async def get_space_rows(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.SpaceRows:
        """The rows of a Space that the key's owner owns, newest first; as CSV with Accept: text/csv. (GET
        /v1/spaces/{id}/rows)
        """
        return await self._perform(Call(GET_SPACE_ROWS, path={"id": id}, query={"limit": limit, "cursor": cursor}))

    async def get_brain(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.BrainRecord:
        """A Brain that the key's owner owns: posts of the speakers it follows and what articles report that they said,
        newest first. (GET /v1/brains/{id})
        """
        return await self._perform(Call(GET_BRAIN, path={"id": id}, query={"limit": limit, "cursor": cursor}))

    async def change_brain(
        self,
        id: str,
        *,
        name: str,
        handles: Many[str] | None = None,
        people: Many[str] | None = None,
    ) -> models.Brain:
        """Gives a Brain another name and other speakers. Not metered. (PUT /v1/brains/{id})"""
        return await self._perform(Call(CHANGE_BRAIN, path={"id": id}, body={"name": name, "handles": handles, "people": people}))

    async def patch_brain(
        self,
        id: str,
        *,
        name: str | None = UNSET,
        handles: Many[str] | None = UNSET,
        people: Many[str] | None = UNSET,
    ) -> models.Brain:
        """Changes the given members of a Brain and leaves the others. Not metered. (PATCH /v1/brains/{id})"""
        return await self._perform(Call(PATCH_BRAIN, path={"id": id}, body={"name": name, "handles": handles, "people": people}))

    async def delete_brain(
        self,
        id: str,
    ) -> models.Deleted:
        """Deletes a Brain; the posts stay. Not metered. (DELETE /v1/brains/{id})"""
        return await self._perform(Call(DELETE_BRAIN, path={"id": id}))

    async def record_workflow_run(
        self,
        *,
        workflow_id: str,
        run_id: str,
        status: Status,
        started_at: dt.datetime | str,
        finished_at: dt.datetime | str | None = None,
        duration_ms: int | None = None,
        more: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> models.WorkflowRunReceipt:
        """Stores a metadata-only receipt of an agent's workflow run; prompts and outputs are left out. (POST
        /workflow-runs)
        """
        return await self._perform(Call(RECORD_WORKFLOW_RUN, body={"workflowId": workflow_id, "runId": run_id, "status": status, "startedAt": started_at, "finishedAt": finished_at, "durationMs": duration_ms, **(more or {})}, idempotency_key=idempotency_key))

    async def list_workflow_runs(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.WorkflowRuns:
        """The receipts of workflow runs that were recorded. Not metered. (GET /workflow-runs)"""
        return await self._perform(Call(LIST_WORKFLOW_RUNS, query={"limit": limit, "cursor": cursor}))

    async def get_usage(
        self,
        *,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
    ) -> models.Usage:
        """Credits used by day, route and credential, and what is left. Not metered. (GET /usage)"""
        return await self._perform(Call(GET_USAGE, query={"startDate": start_date, "endDate": end_date}))

    async def get_quote(
        self,
        *,
        path: str,
        accept: str | None = None,
    ) -> models.Quote:
        """What a call would cost; with a key also which purse would pay. Not metered. (GET /quote)"""
        return await self._perform(Call(GET_QUOTE, query={"path": path, "accept": accept}))

    async def list_spaces(
        self,
    ) -> models.Spaces:
        """The Spaces of the account. Not metered. (GET /v1/spaces)"""
        return await self._perform(Call(LIST_SPACES))

    async def create_space(
        self,
        *,
        name: str,
        keyword: str | None = None,
        outlet: str | None = None,
        sentiment: Sentiment | None = None,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
        rolling_days: int | None = None,
        columns: Many[str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Space:
        """Saves a search as a Space. Not metered. (POST /v1/spaces)"""
        return await self._perform(Call(CREATE_SPACE, body={"name": name, "keyword": keyword, "outlet": outlet, "sentiment": sentiment, "startDate": start_date, "endDate": end_date, "rollingDays": rolling_days, "columns": columns}, idempotency_key=idempotency_key))

    async def get_space(
        self,
        id: str,
    ) -> models.Space:
        """What a Space looks for and shows. Not metered. (GET /v1/spaces/{id})"""
        return await self._perform(Call(GET_SPACE, path={"id": id}))

    async def change_space(
        self,
        id: str,
        *,
        name: str,
        keyword: str | None = None,
        outlet: str | None = None,
        sentiment: Sentiment | None = None,
        start_date: dt.date | str | None = None,
        end_date: dt.date | str | None = None,
        rolling_days: int | None = None,
        columns: Many[str] | None = None,
    ) -> models.Space:
        """Puts another search in the place of a Space's. Not metered. (PUT /v1/spaces/{id})"""
        return await self._perform(Call(CHANGE_SPACE, path={"id": id}, body={"name": name, "keyword": keyword, "outlet": outlet, "sentiment": sentiment, "startDate": start_date, "endDate": end_date, "rollingDays": rolling_days, "columns": columns}))

    async def patch_space(
        self,
        id: str,
        *,
        name: str | None = UNSET,
        keyword: str | None = UNSET,
        outlet: str | None = UNSET,
        sentiment: Sentiment | None = UNSET,
        start_date: dt.date | str | None = UNSET,
        end_date: dt.date | str | None = UNSET,
        rolling_days: int | None = UNSET,
        columns: Many[str] | None = UNSET,
    ) -> models.Space:
        """Changes the given members of a Space and leaves the others. Not metered. (PATCH /v1/spaces/{id})"""
        return await self._perform(Call(PATCH_SPACE, path={"id": id}, body={"name": name, "keyword": keyword, "outlet": outlet, "sentiment": sentiment, "startDate": start_date, "endDate": end_date, "rollingDays": rolling_days, "columns": columns}))

    async def delete_space(
        self,
        id: str,
    ) -> models.Deleted:
        """Deletes a Space; the documents stay. Not metered. (DELETE /v1/spaces/{id})"""
        return await self._perform(Call(DELETE_SPACE, path={"id": id}))

    async def list_brains(
        self,
    ) -> models.Brains:
        """The Brains of the account. Not metered. (GET /v1/brains)"""
        return await self._perform(Call(LIST_BRAINS))

    async def create_brain(
        self,
        *,
        name: str,
        handles: Many[str] | None = None,
        people: Many[str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Brain:
        """Makes a Brain that follows speakers. Not metered. (POST /v1/brains)"""
        return await self._perform(Call(CREATE_BRAIN, body={"name": name, "handles": handles, "people": people}, idempotency_key=idempotency_key))

    async def list_alerts(
        self,
    ) -> models.AlertList:
        """The rules of the account. Not metered; events are charged when they are delivered. (GET /v1/alerts)"""
        return await self._perform(Call(LIST_ALERTS))

    async def create_alert(
        self,
        *,
        name: str,
        subject: Subject,
        condition: Condition,
        enabled: bool | None = None,
        value: str | None = None,
        threshold: float | None = None,
        min_items: int | None = None,
        min_families: int | None = None,
        form: str | None = None,
        quiet_minutes: int | None = None,
        daily_cap: int | None = None,
        idempotency_key: str | None = None,
    ) -> models.Alert:
        """Makes a rule: what is watched, and what must happen. Not metered. (POST /v1/alerts)"""
        return await self._perform(Call(CREATE_ALERT, body={"name": name, "subject": subject, "condition": condition, "enabled": enabled, "value": value, "threshold": threshold, "minItems": min_items, "minFamilies": min_families, "form": form, "quietMinutes": quiet_minutes, "dailyCap": daily_cap}, idempotency_key=idempotency_key))

    async def get_alert(
        self,
        id: str,
    ) -> models.Alert:
        """A rule as it was saved. Not metered. (GET /v1/alerts/{id})"""
        return await self._perform(Call(GET_ALERT, path={"id": id}))

    async def change_alert(
        self,
        id: str,
        *,
        name: str,
        subject: Subject,
        condition: Condition,
        enabled: bool | None = None,
        value: str | None = None,
        threshold: float | None = None,
        min_items: int | None = None,
        min_families: int | None = None,
        form: str | None = None,
        quiet_minutes: int | None = None,
        daily_cap: int | None = None,
    ) -> models.Alert:
        """Puts another rule in the place of one; it tells what happens from then on. Not metered. (PUT
        /v1/alerts/{id})
        """
        return await self._perform(Call(CHANGE_ALERT, path={"id": id}, body={"name": name, "subject": subject, "condition": condition, "enabled": enabled, "value": value, "threshold": threshold, "minItems": min_items, "minFamilies": min_families, "form": form, "quietMinutes": quiet_minutes, "dailyCap": daily_cap}))

    async def patch_alert(
        self,
        id: str,
        *,
        name: str | None = UNSET,
        enabled: bool | None = UNSET,
        subject: Subject | None = UNSET,
        value: str | None = UNSET,
        condition: Condition | None = UNSET,
        threshold: float | None = UNSET,
        min_items: int | None = UNSET,
        min_families: int | None = UNSET,
        form: str | None = UNSET,
        quiet_minutes: int | None = UNSET,
        daily_cap: int | None = UNSET,
    ) -> models.Alert:
        """Changes the given members of a rule and leaves the others. Not metered. (PATCH /v1/alerts/{id})"""
        return await self._perform(Call(PATCH_ALERT, path={"id": id}, body={"name": name, "enabled": enabled, "subject": subject, "value": value, "condition": condition, "threshold": threshold, "minItems": min_items, "minFamilies": min_families, "form": form, "quietMinutes": quiet_minutes, "dailyCap": daily_cap}))

    async def delete_alert(
        self,
        id: str,
    ) -> models.Deleted:
        """Deletes a rule; its events stay. Not metered. (DELETE /v1/alerts/{id})"""
        return await self._perform(Call(DELETE_ALERT, path={"id": id}))

    async def backtest_alert(
        self,
        id: str,
    ) -> models.Backtest:
        """When a rule would have fired over the last 90 days, by what is stored now. Not metered. (GET
        /v1/alerts/{id}/backtest)
        """
        return await self._perform(Call(BACKTEST_ALERT, path={"id": id}))

    async def list_events(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.Events:
        """The account's events, oldest first, after a cursor; priced as rows of a Space, and free where there are
        none. (GET /v1/events)
        """
        return await self._perform(Call(LIST_EVENTS, query={"limit": limit, "cursor": cursor}))

    async def list_webhooks(
        self,
    ) -> models.WebhookList:
        """The account's endpoints and how their deliveries stand. Not metered; events are charged when they are
        delivered. (GET /v1/webhooks)
        """
        return await self._perform(Call(LIST_WEBHOOKS))

    async def create_webhook(
        self,
        *,
        name: str,
        url: str,
        shape: Shape | None = None,
        alerts: Many[str] | None = None,
        disabled: bool | None = None,
        idempotency_key: str | None = None,
    ) -> models.WebhookWithSecret:
        """An endpoint for the events from now on; its secret is shown this once. Not metered. (POST /v1/webhooks)"""
        return await self._perform(Call(CREATE_WEBHOOK, body={"name": name, "url": url, "shape": shape, "alerts": alerts, "disabled": disabled}, idempotency_key=idempotency_key))

    async def change_webhook(
        self,
        id: str,
        *,
        name: str,
        url: str,
        shape: Shape | None = None,
        alerts: Many[str] | None = None,
        disabled: bool | None = None,
    ) -> models.Webhook:
        """Changes an endpoint; one that was disabled goes on where it stopped. Not metered. (PUT /v1/webhooks/{id})"""
        return await self._perform(Call(CHANGE_WEBHOOK, path={"id": id}, body={"name": name, "url": url, "shape": shape, "alerts": alerts, "disabled": disabled}))

    async def patch_webhook(
        self,
        id: str,
        *,
        name: str | None = UNSET,
        url: str | None = UNSET,
        shape: Shape | None = UNSET,
        alerts: Many[str] | None = UNSET,
        disabled: bool | None = UNSET,
    ) -> models.Webhook:
        """Changes the members of an endpoint that are given; with disabled=false one that was disabled goes on where
        it stopped. Not metered. (PATCH /v1/webhooks/{id})
        """
        return await self._perform(Call(PATCH_WEBHOOK, path={"id": id}, body={"name": name, "url": url, "shape": shape, "alerts": alerts, "disabled": disabled}))

    async def delete_webhook(
        self,
        id: str,
    ) -> models.Deleted:
        """Deletes an endpoint; events stay. Not metered. (DELETE /v1/webhooks/{id})"""
        return await self._perform(Call(DELETE_WEBHOOK, path={"id": id}))

    async def rotate_webhook_secret(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> models.WebhookWithSecret:
        """A new secret, shown only once; the previous one stays valid for a day. Not metered. (POST
        /v1/webhooks/{id}/rotate)
        """
        return await self._perform(Call(ROTATE_WEBHOOK_SECRET, path={"id": id}, body={}, idempotency_key=idempotency_key))

    async def list_deliveries(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.DeliveryLog:
        """Every attempt to deliver to an endpoint, newest first. Not metered. (GET /v1/webhooks/{id}/deliveries)"""
        return await self._perform(Call(LIST_DELIVERIES, path={"id": id}, query={"limit": limit, "cursor": cursor}))

    async def resend_event(
        self,
        id: str,
        *,
        event_id: str,
    ) -> models.Delivery:
        """Sends an event to an endpoint now. Charged as a delivery where it gets there and was not charged before.
        (POST /v1/webhooks/{id}/resend)
        """
        return await self._perform(Call(RESEND_EVENT, path={"id": id}, body={"eventId": event_id}))

    async def test_webhook(
        self,
        id: str,
    ) -> models.Delivery:
        """Sends an endpoint a webhook.test event now; a reader who has not confirmed an address is asked again instead
        (409). Not metered. (POST /v1/webhooks/{id}/test)
        """
        return await self._perform(Call(TEST_WEBHOOK, path={"id": id}, body={}))

    async def list_digests(
        self,
    ) -> models.Digests:
        """The Digests of the account. Not metered. (GET /v1/digests)"""
        return await self._perform(Call(LIST_DIGESTS))

    async def create_digest(
        self,
        *,
        name: str,
        frequency: Frequency | None = None,
        weekday: Weekday | None = None,
        hour: int | None = None,
        time_zone: str | None = None,
        companies: Many[str] | None = None,
        disabled: bool | None = None,
        idempotency_key: str | None = None,
    ) -> models.Digest:
        """Makes a Digest: what moved in the last day or week, as an event that webhooks, mail and streams deliver. Not
        metered. (POST /v1/digests)
        """
        return await self._perform(Call(CREATE_DIGEST, body={"name": name, "frequency": frequency, "weekday": weekday, "hour": hour, "timeZone": time_zone, "companies": companies, "disabled": disabled}, idempotency_key=idempotency_key))

    async def change_digest(
        self,
        id: str,
        *,
        name: str,
        frequency: Frequency | None = None,
        weekday: Weekday | None = None,
        hour: int | None = None,
        time_zone: str | None = None,
        companies: Many[str] | None = None,
        disabled: bool | None = None,
    ) -> models.Digest:
        """Changes a Digest. Not metered. (PUT /v1/digests/{id})"""
        return await self._perform(Call(CHANGE_DIGEST, path={"id": id}, body={"name": name, "frequency": frequency, "weekday": weekday, "hour": hour, "timeZone": time_zone, "companies": companies, "disabled": disabled}))

    async def patch_digest(
        self,
        id: str,
        *,
        name: str | None = UNSET,
        frequency: Frequency | None = UNSET,
        weekday: Weekday | None = UNSET,
        hour: int | None = UNSET,
        time_zone: str | None = UNSET,
        companies: Many[str] | None = UNSET,
        disabled: bool | None = UNSET,
    ) -> models.Digest:
        """Changes the given members of a Digest and leaves the others. Not metered. (PATCH /v1/digests/{id})"""
        return await self._perform(Call(PATCH_DIGEST, path={"id": id}, body={"name": name, "frequency": frequency, "weekday": weekday, "hour": hour, "timeZone": time_zone, "companies": companies, "disabled": disabled}))

    async def delete_digest(
        self,
        id: str,
    ) -> models.Deleted:
        """Deletes a Digest; its events stay. Not metered. (DELETE /v1/digests/{id})"""
        return await self._perform(Call(DELETE_DIGEST, path={"id": id}))

    async def list_feeds(
        self,
    ) -> models.PrivateFeeds:
        """The account's feeds for feed readers. Not metered; a feed is charged as rows of a Space when its articles
        have changed. (GET /v1/feeds)
        """
        return await self._perform(Call(LIST_FEEDS))

    async def create_feed(
        self,
        *,
        name: str,
        subject: CreateFeedSubject,
        value: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.PrivateFeedAddresses:
        """A private address for feed readers, Atom and JSON Feed; shown this once. Not metered. (POST /v1/feeds)"""
        return await self._perform(Call(CREATE_FEED, body={"name": name, "subject": subject, "value": value}, idempotency_key=idempotency_key))

    async def rotate_feed(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> models.PrivateFeedAddresses:
        """New addresses for a feed; the previous ones no longer work. Not metered. (POST /v1/feeds/{id}/rotate)"""
        return await self._perform(Call(ROTATE_FEED, path={"id": id}, body={}, idempotency_key=idempotency_key))

    async def delete_feed(
        self,
        id: str,
    ) -> models.Deleted:
        """Deletes a feed; its addresses no longer work. Not metered. (DELETE /v1/feeds/{id})"""
        return await self._perform(Call(DELETE_FEED, path={"id": id}))

    async def list_keys(
        self,
    ) -> models.Keys:
        """The keys of the account, without their secrets. Not metered. (GET /v1/keys)"""
        return await self._perform(Call(LIST_KEYS))

    async def create_key(
        self,
        *,
        name: str,
        test: bool | None = None,
        expires_in_days: int | None = None,
        scope: Scope | None = None,
        idempotency_key: str | None = None,
    ) -> models.NewKey:
        """Creates a key of the account and shows it, once. Not metered. (POST /v1/keys)"""
        return await self._perform(Call(CREATE_KEY, body={"name": name, "test": test, "expiresInDays": expires_in_days, "scope": scope}, idempotency_key=idempotency_key))

    async def rotate_key(
        self,
        id: str,
        *,
        grace_hours: int | None = None,
        idempotency_key: str | None = None,
    ) -> models.NewKey:
        """Replaces a key by a new one; the old one stays valid for a grace period. Not metered. (POST
        /v1/keys/{id}/rotate)
        """
        return await self._perform(Call(ROTATE_KEY, path={"id": id}, body={"graceHours": grace_hours}, idempotency_key=idempotency_key))

    async def revoke_key(
        self,
        id: str,
    ) -> models.Revoked:
        """Revokes a key at once and for good, with every key that it created. Not metered. (DELETE /v1/keys/{id})"""
        return await self._perform(Call(REVOKE_KEY, path={"id": id}))

    async def get_account(
        self,
    ) -> models.Account:
        """The account behind the key, with its plan and overage. Not metered. (GET /v1/account)"""
        return await self._perform(Call(GET_ACCOUNT))

    async def export_account(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.OwnedRows:
        """Everything that the account owns, row by row: keys, members, Spaces, Brains, alerts, events, webhooks,
        feeds, runs, usage by day, and who changed what. Not metered. (GET /v1/account/export)
        """
        return await self._perform(Call(EXPORT_ACCOUNT, query={"limit": limit, "cursor": cursor}))

    async def set_overage(
        self,
        *,
        active: bool,
        cap_usd: str | None = None,
    ) -> models.Account:
        """Agrees to overage up to a cap, or ends the agreement. Not metered. (PUT /v1/account/overage)"""
        return await self._perform(Call(SET_OVERAGE, body={"active": active, "capUsd": cap_usd}))

    async def list_members(
        self,
    ) -> models.Members:
        """The people of the account and their roles. Not metered. (GET /v1/members)"""
        return await self._perform(Call(LIST_MEMBERS))

    async def add_member(
        self,
        *,
        name: str,
        role: Role,
        idempotency_key: str | None = None,
    ) -> models.AddedMember:
        """Adds a new user to the account, or invites an existing one, and gives a link, once. Not metered. (POST
        /v1/members)
        """
        return await self._perform(Call(ADD_MEMBER, body={"name": name, "role": role}, idempotency_key=idempotency_key))

    async def change_member(
        self,
        id: str,
        *,
        role: Role,
    ) -> models.Member:
        """Gives a member another role. Not metered. (PUT /v1/members/{id})"""
        return await self._perform(Call(CHANGE_MEMBER, path={"id": id}, body={"role": role}))

    async def remove_member(
        self,
        id: str,
    ) -> models.Deleted:
        """Removes a member from the account. Not metered. (DELETE /v1/members/{id})"""
        return await self._perform(Call(REMOVE_MEMBER, path={"id": id}))

    async def link_member(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> models.MemberLink:
        """Creates a link that signs a member in, once, within a day. Not for members of other accounts too. Not
        metered. (POST /v1/members/{id}/link)
        """
        return await self._perform(Call(LINK_MEMBER, path={"id": id}, body={}, idempotency_key=idempotency_key))

    async def list_invitations(
        self,
    ) -> models.InvitationList:
        """Who was invited to the account, and what became of it. Not metered. (GET /v1/invitations)"""
        return await self._perform(Call(LIST_INVITATIONS))

    async def withdraw_invitation(
        self,
        id: str,
    ) -> models.Deleted:
        """Withdraws a pending invitation; its link no longer works. Not metered. (DELETE /v1/invitations/{id})"""
        return await self._perform(Call(WITHDRAW_INVITATION, path={"id": id}))

    async def list_audit_log(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        all: bool | None = None,
    ) -> models.AuditLog:
        """Who changed what in the account, newest first; with an operator's key anywhere. Not metered. (GET /v1/audit-
        log)
        """
        return await self._perform(Call(LIST_AUDIT_LOG, query={"limit": limit, "cursor": cursor, "all": all}))

    async def list_accounts(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.AccountList:
        """Every account with its plan. For operators; not metered. (GET /v1/accounts)"""
        return await self._perform(Call(LIST_ACCOUNTS, query={"limit": limit, "cursor": cursor}))

    async def create_account(
        self,
        *,
        name: str,
        plan: Plan | None = None,
        idempotency_key: str | None = None,
    ) -> models.Account:
        """Opens an account. For operators; not metered. (POST /v1/accounts)"""
        return await self._perform(Call(CREATE_ACCOUNT, body={"name": name, "plan": plan}, idempotency_key=idempotency_key))

    async def find_account(
        self,
        id: str,
    ) -> models.Account:
        """One account with its plan. For operators; not metered. (GET /v1/accounts/{id})"""
        return await self._perform(Call(FIND_ACCOUNT, path={"id": id}))

    async def change_account(
        self,
        id: str,
        *,
        plan: Plan | None = UNSET,
        payment_status: PaymentStatus | None = UNSET,
        grant_credits: int | None = UNSET,
        overage_cap_usd: str | None = UNSET,
    ) -> models.Account:
        """Changes what is named of plan, payment status, prepaid credits and overage; the rest stays. For operators;
        not metered. (PATCH /v1/accounts/{id})
        """
        return await self._perform(Call(CHANGE_ACCOUNT, path={"id": id}, body={"plan": plan, "paymentStatus": payment_status, "grantCredits": grant_credits, "overageCapUsd": overage_cap_usd}))

    async def delete_account(
        self,
        id: str,
        *,
        confirm: str,
    ) -> models.Deleted:
        """Deletes what an account owns, ends its keys and forgets its name; charges stay in the books under its id.
        For operators; not metered. (DELETE /v1/accounts/{id})
        """
        return await self._perform(Call(DELETE_ACCOUNT, path={"id": id}, query={"confirm": confirm}))

    async def create_account_key(
        self,
        id: str,
        *,
        name: str,
        test: bool | None = None,
        expires_in_days: int | None = None,
        scope: Scope | None = None,
        idempotency_key: str | None = None,
    ) -> models.NewKey:
        """Creates a key of any account and shows it, once. For operators; not metered. (POST /v1/accounts/{id}/keys)"""
        return await self._perform(Call(CREATE_ACCOUNT_KEY, path={"id": id}, body={"name": name, "test": test, "expiresInDays": expires_in_days, "scope": scope}, idempotency_key=idempotency_key))

    async def list_people(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.PeopleList:
        """All users with their memberships. For operators; not metered. (GET /v1/people)"""
        return await self._perform(Call(LIST_PEOPLE, query={"limit": limit, "cursor": cursor}))

    async def place_person(
        self,
        *,
        name: str,
        account: str | None = None,
        role: Role | None = None,
        idempotency_key: str | None = None,
    ) -> models.AddedPerson:
        """Creates a user, or invites an existing one to an account, and gives a link in either case. For operators;
        not metered. (POST /v1/people)
        """
        return await self._perform(Call(PLACE_PERSON, body={"name": name, "account": account, "role": role}, idempotency_key=idempotency_key))

    async def remove_person(
        self,
        name: str,
    ) -> models.Deleted:
        """Removes somebody from every account; every sign-in ends. For operators; not metered. (DELETE
        /v1/people/{name})
        """
        return await self._perform(Call(REMOVE_PERSON, path={"name": name}))

    async def list_sources(
        self,
    ) -> models.SourceList:
        """Every source with its address and state. For operators; not metered. (GET /v1/sources)"""
        return await self._perform(Call(LIST_SOURCES))

    async def add_source(
        self,
        *,
        url: str,
        kind: AddSourceKind | None = None,
        outlet: str | None = None,
        category: str | None = None,
        family: str | None = None,
        country: str | None = None,
        language: str | None = None,
        ticker: str | None = None,
        content: Content | None = None,
        idempotency_key: str | None = None,
    ) -> models.Source:
        """Adds a source, which is polled at once; an existing one takes the new details. For operators; not metered.
        (POST /v1/sources)
        """
        return await self._perform(Call(ADD_SOURCE, body={"url": url, "kind": kind, "outlet": outlet, "category": category, "family": family, "country": country, "language": language, "ticker": ticker, "content": content}, idempotency_key=idempotency_key))

    async def change_source(
        self,
        id: str,
        *,
        paused: bool,
    ) -> models.Source:
        """Pauses or resumes a source. For operators; not metered. (PATCH /v1/sources/{id})"""
        return await self._perform(Call(CHANGE_SOURCE, path={"id": id}, body={"paused": paused}))

    async def remove_source(
        self,
        id: str,
    ) -> models.Deleted:
        """Removes a source; its documents stay. For operators; not metered. (DELETE /v1/sources/{id})"""
        return await self._perform(Call(REMOVE_SOURCE, path={"id": id}))

    async def list_removals(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.RemovalList:
        """Documents that were removed, the newest first. For operators; not metered. (GET /v1/removals)"""
        return await self._perform(Call(LIST_REMOVALS, query={"limit": limit, "cursor": cursor}))

    async def remove_documents(
        self,
        *,
        documents: Many[str] | None = None,
        outlet: str | None = None,
        before: dt.date | str | None = None,
        confirm: int | None = None,
    ) -> models.Removed:
        """Takes documents down for good: by id or address, or all of an outlet. Without `confirm` it only counts them.
        Index, counts and stories follow within seconds; the same address does not come in again. For operators; not
        metered. (POST /v1/removals)
        """
        return await self._perform(Call(REMOVE_DOCUMENTS, body={"documents": documents, "outlet": outlet, "before": before, "confirm": confirm}))

    async def get_sources_health(
        self,
    ) -> models.SourcesHealth:
        """The state of every source: last success, next due, items, errors. Not metered. (GET /sources/health)"""
        return await self._perform(Call(GET_SOURCES_HEALTH))

    async def health_check(
        self,
    ) -> models.Health:
        """Whether the service is up. (GET /health)"""
        return await self._perform(Call(HEALTH_CHECK))

    async def readiness_check(
        self,
    ) -> models.Readiness:
        """Whether each part is ready to answer, and what it waits for. (GET /health/ready)"""
        return await self._perform(Call(READINESS_CHECK))
