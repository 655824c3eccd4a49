"""What the service answers, as types.

Written by clients/generate.py from the OpenAPI document; change that, not this."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any, Literal

from . import _decode as base


@dataclass(frozen=True, kw_only=True, repr=False)
class Problem(base.Model):
    """An error as RFC 9457 puts it on the wire."""

    type: str
    """Where the error is described."""

    title: str
    """What sort of error it is, in a few words."""

    status: int
    """The HTTP status, again."""

    detail: str
    """What went wrong this time and what to do about it."""

    code: str
    """A stable name for programs."""

    request_id: str
    """Names this request in the logs; the same as the header X-Request-Id."""

    parameter: str | None = None
    """The parameter or body member at fault."""

    allowed: list[str] | None = None
    """The values that would be accepted."""

    position: int | None = None
    """The character of the keyword query at which reading stopped, counted from 0."""

    retry_after_seconds: int | None = None
    """Seconds after which trying again makes sense."""

    resets_at: str | None = None
    """When the allowance is full again."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Feed(base.Model, base.Page["FeedArticle"]):
    """Feed of an answer."""

    _rows = "data"

    data: base.Table[FeedArticle]

    pagination: Pagination


@dataclass(frozen=True, kw_only=True, repr=False)
class FeedArticle(base.Model):
    """One published item. Where `fields` names some members, the others are left out."""

    title: str | None = None

    content: str | None = None

    date: dt.datetime | None = None
    """When it was published, UTC."""

    url: str | None = None

    outlet: str | None = None

    sentiment: Literal["Positive", "Neutral", "Negative"] | None = None

    outlet_category: str | None = None

    author_name: str | None = None

    image_url: str | None = None

    id: str | None = None
    """The same for the same address, always."""

    kind: str | None = None
    """news, podcast, filing, disclosure, earnings_call or conversation."""

    invented: bool | None = None
    """True for items of the demo's invented world."""

    read: bool | None = None
    """False where its tone is not known: nobody reads its language, or it waits to be read in the minutes after a
    large import. Its sentiment then stands as Neutral, and no count of tones has it.
    """

    mentions: base.Table[Mention] | None = None
    """Companies, assets and organisations that it names, in the order in which they were found."""

    language: str | None = None
    """ISO 639-1, or und."""

    tone: ToneParts | None = None
    """How likely each tone is; null where it was not read."""

    categories: base.Table[CategoryScore] | None = None
    """Subjects, the strongest first; none for `Other`."""

    story_id: str | None = None
    """The story that it belongs to, as trends name it; null where it was not put into one yet."""

    cohort: str | None = None
    """The role of who speaks, where that is known."""

    speaker: str | None = None
    """Who speaks, where it is somebody's post."""

    sponsored: bool | None = None
    """Bought: in the counts of articles, and no part of trends and indices."""

    outlet_family: str | None = None
    """Outlets of one house; trends and indices count houses."""

    country: str | None = None
    """Of the outlet, ISO 3166-1 alpha-2, or empty."""

    marks_version: str | None = None
    """Names the models and lists that read it; null where nothing did yet."""

    statements: base.Table[ReportedStatement] | None = None
    """Who is reported to have said what, in the order of the text; there with `statements=true`."""

    highlights: base.Table[Highlight] | None = None
    """Where the words of the keyword stand, in title and content; there with `highlights=true`."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Mention(base.Model):
    """Something that an article names."""

    kind: str
    """company, asset or organisation."""

    name: str

    ticker: str | None

    sentiment: Literal["Positive", "Neutral", "Negative"] | None
    """The tone toward it, which need not be the article's; null where it was not read: the first eight companies and
    assets and the first six organisations are.
    """

    tone: float | None
    """The same as p(positive) - p(negative), from -1 to 1."""

    salience: int
    """3 where the title names it, else 2 where the first paragraph does, else 1: how attention is split."""

    count: int
    """How often it is named."""


@dataclass(frozen=True, kw_only=True, repr=False)
class ToneParts(base.Model):
    """How likely an article is of each tone, unrounded, so that what is counted from it can be counted again; together
    1.
    """

    positive: float

    neutral: float

    negative: float


@dataclass(frozen=True, kw_only=True, repr=False)
class CategoryScore(base.Model):
    """A subject and how surely the article is on it, 0 to 1."""

    name: str

    score: float


@dataclass(frozen=True, kw_only=True, repr=False)
class ReportedStatement(base.Model):
    """What somebody is reported to have said."""

    speaker_id: str
    """Gives /speakers/{id}."""

    speaker: str

    text: str
    """As the article has it."""

    start: int
    """Where it begins in the article's text, and the first place after it, in characters."""

    end: int

    direct: bool
    """The speaker's own words, rather than the article's account of them."""

    title: str
    """As the article states them; empty where it does not."""

    affiliation: str

    cohort: str | None
    """The role; null where none is stated or known."""

    cohort_confidence: float
    """How sure the role is, 0 to 100."""

    about_kind: str | None
    """company, asset or organisation; null where it cannot be told what it is about."""

    about: str | None

    tone: float
    """The tone toward that, from -1 to 1."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Highlight(base.Model):
    """A passage with words of the keyword."""

    field: Literal["Title", "Content"]

    text: str

    marks: list[tuple[int, int]]
    """First character of each marked place in `text` and the one after its last, counted from 0 in Unicode characters."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Pagination(base.Model):
    """Pagination of an answer."""

    total: int
    """How many articles match, exactly."""

    page: int

    page_size: int

    total_pages: int

    has_next_page: bool

    next_cursor: str | None
    """Gives the next page as `cursor=`, also while new articles arrive; null on the last page."""


@dataclass(frozen=True, kw_only=True, repr=False)
class ExportSize(base.Model):
    """How large the export is; its rows are told with `Accept: application/x-ndjson`."""

    rows: int
    """Articles after the cursor, or all of them."""


@dataclass(frozen=True, kw_only=True, repr=False)
class BellwetherIndex(base.Model):
    """The index with what moves it."""

    id: str

    name: str

    score: float | None
    """0 to 100; 50 means that each source speaks in its usual tone. Null below the minimum coverage."""

    missing: base.Table[IndexMissing] | None = None
    """What is missing where `score` is null."""

    status: Literal["Extreme Fear", "Fear", "Neutral", "Greed", "Extreme Greed"] | None
    """The band that the score lies in."""

    change24h: float | None
    """Points since the reading 24 hours before; null where none was published."""

    change7d: float | None
    """Points since the reading 7 days before; null where none was published."""

    confidence: float

    observed_items: int
    """Items of the window."""

    z: float | None
    """What the drivers of either kind add up to; null where the score is."""

    kappa: float | None
    """The score is 100 * Phi(z / kappa)."""

    drivers: IndexDrivers

    methodology_version: str

    window_start: dt.date

    window_end: dt.date

    date: dt.date
    """The UTC day of the reading."""

    frozen: bool
    """True for the value of a whole day, which never changes."""

    updated_at: dt.datetime

    generated_at: dt.datetime

    attribution: str

    divergence: base.Table[IndexDivergence] | None = None
    """Where the index and prices, cohorts or outlet categories disagree; full view only."""

    returns_by_regime: base.Table[RegimeReturns] | None = None
    """What Bitcoin did after days of each band; full view only."""

    note: str | None = None

    methodology: IndexMethodology | None = None

    provenance: IndexProvenance | None = None


@dataclass(frozen=True, kw_only=True, repr=False)
class IndexMissing(base.Model):
    """What a reading lacks."""

    what: str

    have: int
    """How much of it there is."""

    need: int
    """How much is needed."""


@dataclass(frozen=True, kw_only=True, repr=False)
class IndexDrivers(base.Model):
    """Parts of z, twice: each list adds up to it."""

    outlet_category: base.Table[IndexDriver]

    story_category: base.Table[IndexDriver]


@dataclass(frozen=True, kw_only=True, repr=False)
class IndexDriver(base.Model):
    """IndexDriver of an answer."""

    name: str

    contribution: float


@dataclass(frozen=True, kw_only=True, repr=False)
class IndexDivergence(base.Model):
    """The index less another level; 50 is usual for both."""

    against: Literal["price", "cohort", "outletCategory"]

    name: str

    level: float

    points: float


@dataclass(frozen=True, kw_only=True, repr=False)
class RegimeReturns(base.Model):
    """Returns after the days of one band, in percent."""

    regime: str

    horizon_days: int

    n: int

    mean: float | None

    median: float | None

    low: float | None
    """95 % interval of the mean by block bootstrap; null below 10 days."""

    high: float | None

    holds_zero: bool | None
    """The interval holds 0: these days cannot be told from any others."""


@dataclass(frozen=True, kw_only=True, repr=False)
class IndexMethodology(base.Model):
    """How a number is made, as the receipts print it."""

    summary: str

    minimum_coverage: str

    source_tables: list[str]


@dataclass(frozen=True, kw_only=True, repr=False)
class IndexProvenance(base.Model):
    """What a reading was computed from; enough to compute it again."""

    digest: str
    """Names the counted days, prices, parameters and version behind the reading."""

    seal: str
    """Names every digit of the reading."""

    first_day: dt.date

    last_day: dt.date

    documents: int
    """Documents in those days."""

    prices: int
    """Daily closes in those days."""

    parameters: Any

    recompute: str | None
    """The command that computes this reading again from its documents; null where it is not the frozen value of its
    UTC day.
    """


@dataclass(frozen=True, kw_only=True, repr=False)
class IndexExplanation(base.Model):
    """A change of a reading and what it is made of."""

    id: str

    name: str

    unit: Literal["score", "percent", "usd"]

    date: dt.date

    previous_date: dt.date

    value: float
    """As it was published for the day."""

    previous_value: float
    """As it was published for the day before, on the scale of `value`."""

    change: float

    change_millionths: int
    """The same in whole millionths of the unit: parts of one `by` add up to exactly this."""

    methodology_version: str

    how: str
    """How the change is taken apart."""

    articles_from: dt.date
    """Days whose articles are told one by one."""

    articles_to: dt.date

    parts: base.Table[IndexPart]
    """By story, by outlet and by cohort, the largest first; each of the three adds up to the change."""

    attribution: str


@dataclass(frozen=True, kw_only=True, repr=False)
class IndexPart(base.Model):
    """Something that moved the reading."""

    by: Literal["story", "outlet", "cohort"]

    kind: Literal["story", "outlet", "cohort", "other"]
    """`other` is what no single story, outlet or cohort gives, and is named."""

    id: str | None
    """Of the story."""

    name: str

    contribution: float
    """In the unit of the metric."""

    millionths: int

    article_count: int | None
    """Articles of the story or outlet in the days that are told one by one."""

    query: str | None
    """The call that lists its articles."""


@dataclass(frozen=True, kw_only=True, repr=False)
class IndexPortfolio(base.Model):
    """IndexPortfolio of an answer."""

    schema_version: Literal[1]

    asset: Literal["bitcoin"]

    generated_at: dt.datetime

    source_max_date: dt.date
    """The newest day with documents."""

    calculation_duration_ms: float | None = None
    """Milliseconds that computing these readings took."""

    errors: dict[str, str] | None = None
    """Metrics that could not be computed, and why."""

    metrics: dict[str, IndexMetricReading]
    """By metric id."""

    attribution: str


@dataclass(frozen=True, kw_only=True, repr=False)
class IndexMetricReading(base.Model):
    """IndexMetricReading of an answer."""

    id: Literal["main_index", "bitcoin_discourse_dominance", "narrative_cost_basis", "cohort_conviction_gap", "main_breadth"]

    name: str

    methodology_version: str

    unit: Literal["score", "percent", "usd"]

    current: float | None
    """Null below the minimum coverage."""

    missing: base.Table[IndexMissing] | None = None
    """What is missing where `current` is null."""

    secondary: IndexSecondary | None = None

    change: float | None
    """Against the reading 24 hours before; null where none was published."""

    confidence: float

    observed_items: int

    window_start: dt.date

    window_end: dt.date

    updated_at: dt.datetime

    frequency: Literal["realtime", "daily", "weekly"]

    history: base.Table[IndexHistoryPoint] | None = None
    """Published days: all of them up to 400, then the last of each week, then of each month."""

    history_granularity: str | None = None
    """daily, weekly or monthly."""

    breakdown: Any = None

    provenance: IndexProvenance | None = None

    methodology: IndexMethodology | None = None


@dataclass(frozen=True, kw_only=True, repr=False)
class IndexSecondary(base.Model):
    """IndexSecondary of an answer."""

    label: str

    value: float

    unit: Literal["percent", "usd"]


@dataclass(frozen=True, kw_only=True, repr=False)
class IndexHistoryPoint(base.Model):
    """IndexHistoryPoint of an answer."""

    date: dt.date

    value: float

    btc_price: float | None
    """The day's close, where there is one."""

    methodology_version: str
    """The version that published it; two versions may be two scales."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NarrativeDominance(base.Model):
    """NarrativeDominance of an answer."""

    schema_version: Literal[1]

    name: str

    methodology_version: str

    universe_version: str
    """Names the list of tracked assets."""

    universe_size: int
    """Tracked assets; those without any share are not in the ranking."""

    window: str
    """Of `windowShare`, `windowRank` and the history."""

    granularity: str

    generated_at: dt.datetime

    updated_at: dt.datetime

    window_start: dt.date

    window_end: dt.date

    confidence: float

    observed_items: int

    outlets: int

    ranking: base.Table[RankedAsset]
    """By rank; empty below the minimum coverage. The shares sum to 100."""

    concentration: DominanceConcentration | None
    """Null below the minimum coverage."""

    attribution: str

    history: base.Table[DominanceHistoryPoint] | None = None
    """Published days in the window: shares of the ten assets that lead now."""

    methodology: IndexMethodology | None = None

    provenance: IndexProvenance | None = None


@dataclass(frozen=True, kw_only=True, repr=False)
class RankedAsset(base.Model):
    """RankedAsset of an answer."""

    asset: str

    ticker: str | None

    rank: int

    share: float
    """Percent of all attention."""

    change7d: float | None
    """Points since a week before."""

    z: float | None
    """Against the asset's own shares of the last 90 days."""

    spike: bool
    """z is 3 or more."""

    window_share: float
    """Percent of all mentions of ranked assets in the days of `window`."""

    window_rank: int
    """The rank by that share."""

    mention_share: float | None = None
    """Plain share of mentions in the last 7 days, percent; full view only."""

    baseline_mean: float | None = None
    """Full view only."""

    baseline_deviation: float | None = None
    """Full view only."""


@dataclass(frozen=True, kw_only=True, repr=False)
class DominanceConcentration(base.Model):
    """DominanceConcentration of an answer."""

    hhi: float
    """Sum of squared shares, 0 to 1."""

    entropy: float

    normalised_entropy: float

    effective_number: float
    """So many equal shares would be as concentrated."""


@dataclass(frozen=True, kw_only=True, repr=False)
class DominanceHistoryPoint(base.Model):
    """DominanceHistoryPoint of an answer."""

    date: dt.date

    shares: dict[str, Any]
    """Percent by asset; 0 where an asset had no share that day."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Trend(base.Model):
    """One of the stories with most evidence."""

    title: str
    """A headline of its own articles: early reports of outlets that others follow come first."""

    description: str
    """Whole sentences of the same article, or of one that agrees with the title in names and numbers; empty where
    there are none.
    """

    signal_strength: float
    """0 to 100 by its rank among the stories of the last 90 days, on a scale on which each halving of the rank is
    worth the same; held down where few families report on their own.
    """

    category: str

    article_count: int
    """Its articles in the range."""

    representative_articles: base.Table[Headline]
    """The most central ones, each of another outlet family, none of them sponsored."""

    stage: Literal["early", "emerging", "strong"]
    """How much of the panel of outlet families reports it on its own."""

    momentum: Literal["accelerating", "steady", "fading"]
    """Its latest attention against that of stories of the same age."""

    outlet_families: int
    """Distinct outlet families that carry it."""

    independent_families: int
    """Those that say more than an earlier article said."""

    authority: float
    """How early these families report what others report too, on average: 0.5 last, 1 average, 1.5 first."""

    volume: float
    """Its attention against all attention of a usual day: 0.1 is a tenth of one."""

    rank: int
    """Its rank by evidence among `ranked_stories`, the stories that began in the 90 days up to the end."""

    ranked_stories: int

    first_date: dt.date
    """First and last day on which it has articles, before the range or in it."""

    last_date: dt.date

    story_id: str

    title_source: ArticleLink

    description_source: ArticleLink

    query: str
    """The call that lists its articles."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Headline(base.Model):
    """An article without its text."""

    title: str

    date: dt.datetime
    """When it was published, UTC."""

    url: str

    outlet: str

    sentiment: Literal["Positive", "Neutral", "Negative"]

    outlet_category: str

    author_name: str

    image_url: str

    id: str

    kind: str

    invented: bool


@dataclass(frozen=True, kw_only=True, repr=False)
class ArticleLink(base.Model):
    """Whose words they are."""

    outlet: str

    url: str


@dataclass(frozen=True, kw_only=True, repr=False)
class Narrative(base.Model):
    """A theme that holds many stories."""

    id: str
    """Stays; one that was joined to another leads there."""

    name: str
    """What recurs in the titles of its stories of these days, or what an operator calls it."""

    stage: Literal["emerging", "growing", "peaking", "steady", "fading", "dormant", "returning"]
    """Where its attention stands against its own past on the last day: first heard within two weeks (emerging), more
    than its past allows (growing), as high as ever and no longer rising (peaking), neither (steady), less (fading),
    none for two weeks (dormant), heard again after three (returning). Days without any coverage are no silence.
    """

    description: str
    """One sentence each of its leading stories."""

    sentences: base.Table[QuotedSentence]
    """Whose sentences these are."""

    first_date: dt.date
    """The first day on which one of its stories has articles, before the range or in it, since its last silence of 120
    days with coverage, or of a year: after that it begins anew.
    """

    article_count: int
    """Its articles in the range, and its stories that have any."""

    story_count: int

    outlet_families: int
    """Distinct outlet families that carry it in the range."""

    share: float
    """Of all attention in the range."""

    share_last_week: float
    """Of all attention in the last seven days, and in the 28 before them from the day on which it was first heard."""

    share_before: float

    deviations: float | None
    """How many standard deviations lie between the last seven days and what the 28 before them let expect; null
    without a past.
    """

    tone: float | None
    """Mean tone of its articles in the range, from -1 to 1."""

    categories: list[str]
    """What its stories are about and name most often, the commonest first."""

    companies: list[str]

    assets: list[str]

    stories: base.Table[StoryLine]
    """Its stories with most attention in the range."""

    query: str
    """The call that lists its articles."""


@dataclass(frozen=True, kw_only=True, repr=False)
class QuotedSentence(base.Model):
    """Words of an article, and whose they are."""

    text: str

    outlet: str

    url: str

    date: dt.datetime
    """When it was published, UTC."""


@dataclass(frozen=True, kw_only=True, repr=False)
class StoryLine(base.Model):
    """One story."""

    story_id: str

    title: str
    """A headline of its own articles."""

    article_count: int
    """Its articles in the range."""

    first_date: dt.date
    """First and last day of the range on which it has articles."""

    last_date: dt.date

    sentence: QuotedSentence | None
    """A sentence of one of its articles; null where none has one."""

    query: str
    """The call that lists its articles."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NarrativeDetail(base.Model):
    """A theme that holds many stories."""

    id: str
    """Stays; one that was joined to another leads there."""

    name: str
    """What recurs in the titles of its stories of these days, or what an operator calls it."""

    stage: Literal["emerging", "growing", "peaking", "steady", "fading", "dormant", "returning"]
    """Where its attention stands against its own past on the last day: first heard within two weeks (emerging), more
    than its past allows (growing), as high as ever and no longer rising (peaking), neither (steady), less (fading),
    none for two weeks (dormant), heard again after three (returning). Days without any coverage are no silence.
    """

    description: str
    """One sentence each of its leading stories."""

    sentences: base.Table[QuotedSentence]
    """Whose sentences these are."""

    first_date: dt.date
    """The first day on which one of its stories has articles, before the range or in it, since its last silence of 120
    days with coverage, or of a year: after that it begins anew.
    """

    article_count: int
    """Its articles in the range, and its stories that have any."""

    story_count: int

    outlet_families: int
    """Distinct outlet families that carry it in the range."""

    share: float
    """Of all attention in the range."""

    share_last_week: float
    """Of all attention in the last seven days, and in the 28 before them from the day on which it was first heard."""

    share_before: float

    deviations: float | None
    """How many standard deviations lie between the last seven days and what the 28 before them let expect; null
    without a past.
    """

    tone: float | None
    """Mean tone of its articles in the range, from -1 to 1."""

    categories: list[str]
    """What its stories are about and name most often, the commonest first."""

    companies: list[str]

    assets: list[str]

    stories: base.Table[StoryLine]
    """Its stories with most attention in the range."""

    query: str
    """The call that lists its articles."""

    first_article: Headline | None
    """The first article of its first story: who told it first."""

    days: base.Table[NarrativePoint]
    """Days with coverage, in order."""

    carriers: base.Table[Carrier]
    """Outlets that carried it in the range, those with most articles first; tone and start may differ."""

    countries: base.Table[CarryingCountry]
    """Countries whose outlets carried it, in the order in which it reached them."""

    cohorts: base.Table[NarrativeCohort]
    """What people of each role say in it, in posts and in reported statements."""

    disagreement: Disagreement | None
    """Where roles of three people or more are furthest apart; null where there are no two."""

    change_points: base.Table[ChangePoint]
    """Days on which its share of the attention turned for longer than chance allows, in order; also before the range."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NarrativePoint(base.Model):
    """NarrativePoint of an answer."""

    date: dt.date

    article_count: int

    story_count: int
    """Stories with articles on the day."""

    share: float
    """Of all attention of the day."""

    tone: float | None
    """Mean tone, from -1 to 1; null where there are no articles."""

    families_so_far: int
    """Outlet families that have carried it in the range up to this day."""

    query: str
    """The call that lists the day's articles."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Carrier(base.Model):
    """Carrier of an answer."""

    outlet: str

    family: str

    country: str
    """ISO 3166-1 alpha-2, or empty."""

    article_count: int

    tone: float | None
    """Mean tone of these articles, from -1 to 1; null where none is in a language that is read."""

    first_at: dt.datetime

    query: str
    """The call that lists them."""


@dataclass(frozen=True, kw_only=True, repr=False)
class CarryingCountry(base.Model):
    """CarryingCountry of an answer."""

    country: str
    """ISO 3166-1 alpha-2."""

    article_count: int

    outlet_families: int

    first_at: dt.datetime

    query: str
    """The call that lists them."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NarrativeCohort(base.Model):
    """One role in a narrative."""

    cohort: str

    statement_count: int
    """Posts and statements; the same words in several articles are one."""

    speaker_count: int

    tone: float
    """Mean tone of people's days, from -1 to 1: all that somebody says in a role on a day is one."""

    first_at: dt.datetime
    """When somebody of the role first spoke in it, in the range."""

    article_count: int

    query: str
    """The call that lists the articles in which they speak."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Disagreement(base.Model):
    """The two roles that differ most."""

    most_positive: str

    most_negative: str

    difference: float
    """Between their tones, from 0 to 2."""


@dataclass(frozen=True, kw_only=True, repr=False)
class ChangePoint(base.Model):
    """A day from which on it has another share of the attention."""

    date: dt.date

    share_before: float
    """Share of all attention since the turn before, and from this one to the next or the end of the range."""

    share_after: float

    strength: float
    """Twice the logarithm of how much likelier two shares are than one, its usual scatter taken into account."""

    stories: base.Table[StoryLine]
    """The stories with most attention in the three days from then on."""

    displaced: Displaced | None
    """Where it rose: the narrative that lost most, the week from then on against the week before."""

    query: str
    """The call that lists the articles of these days."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Displaced(base.Model):
    """Displaced of an answer."""

    id: str

    name: str

    share_before: float

    share_after: float


@dataclass(frozen=True, kw_only=True, repr=False)
class Story(base.Model):
    """Story of an answer."""

    story_id: str
    """The story that the id stands for; one that was joined to another leads there."""

    title: str
    """A headline of its own articles."""

    title_source: ArticleLink

    description: QuotedSentence | None
    """Whole sentences of one article, and whose they are; null where no article has any."""

    first_date: dt.date

    last_date: dt.date

    article_count: int

    outlet_families: int
    """Distinct outlet families that carry it, and those that say more than an earlier article said."""

    independent_families: int

    tone: float | None
    """Mean tone of its articles, from -1 to 1."""

    category: str

    narratives: base.Table[NarrativeLink]
    """The themes that it belongs to: none, one or two."""

    timeline: base.Table[StoryDay]
    """Days with articles, in order."""

    articles: base.Table[Headline]
    """Its articles, newest first, 200 at most."""

    query: str
    """The call that lists all of them."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NarrativeLink(base.Model):
    """A narrative by its name."""

    id: str

    name: str


@dataclass(frozen=True, kw_only=True, repr=False)
class StoryDay(base.Model):
    """StoryDay of an answer."""

    date: dt.date

    article_count: int

    tone: float | None

    outlet_families: int
    """Distinct outlet families on the day."""

    query: str


@dataclass(frozen=True, kw_only=True, repr=False)
class OneArticle(base.Model):
    """One published item. Where `fields` names some members, the others are left out."""

    title: str | None = None

    content: str | None = None

    date: dt.datetime | None = None
    """When it was published, UTC."""

    url: str | None = None

    outlet: str | None = None

    sentiment: Literal["Positive", "Neutral", "Negative"] | None = None

    outlet_category: str | None = None

    author_name: str | None = None

    image_url: str | None = None

    id: str | None = None
    """The same for the same address, always."""

    kind: str | None = None
    """news, podcast, filing, disclosure, earnings_call or conversation."""

    invented: bool | None = None
    """True for items of the demo's invented world."""

    read: bool | None = None
    """False where its tone is not known: nobody reads its language, or it waits to be read in the minutes after a
    large import. Its sentiment then stands as Neutral, and no count of tones has it.
    """

    mentions: base.Table[Mention] | None = None
    """Companies, assets and organisations that it names, in the order in which they were found."""

    language: str | None = None
    """ISO 639-1, or und."""

    tone: ToneParts | None = None
    """How likely each tone is; null where it was not read."""

    categories: base.Table[CategoryScore] | None = None
    """Subjects, the strongest first; none for `Other`."""

    story_id: str | None = None
    """The story that it belongs to, as trends name it; null where it was not put into one yet."""

    cohort: str | None = None
    """The role of who speaks, where that is known."""

    speaker: str | None = None
    """Who speaks, where it is somebody's post."""

    sponsored: bool | None = None
    """Bought: in the counts of articles, and no part of trends and indices."""

    outlet_family: str | None = None
    """Outlets of one house; trends and indices count houses."""

    country: str | None = None
    """Of the outlet, ISO 3166-1 alpha-2, or empty."""

    marks_version: str | None = None
    """Names the models and lists that read it; null where nothing did yet."""

    story: StoryLine | None
    """What it tells, with all articles that tell the same up to now; null before it was read, and where it stands
    alone.
    """

    narratives: base.Table[NarrativeLink]
    """The themes that its story belongs to: none, one or two."""


@dataclass(frozen=True, kw_only=True, repr=False)
class SimilarArticle(base.Model):
    """An article without its text."""

    title: str

    date: dt.datetime
    """When it was published, UTC."""

    url: str

    outlet: str

    sentiment: Literal["Positive", "Neutral", "Negative"]

    outlet_category: str

    author_name: str

    image_url: str

    id: str

    kind: str

    invented: bool

    similarity: float
    """How near it lies by what it means: 1 for the same words, about 0 for what has nothing to do with it."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Breaking(base.Model):
    """One story."""

    story_id: str

    title: str
    """A headline of its own articles."""

    article_count: int
    """Its articles in the range."""

    first_date: dt.date
    """First and last day of the range on which it has articles."""

    last_date: dt.date

    sentence: QuotedSentence | None
    """A sentence of one of its articles; null where none has one."""

    query: str
    """The call that lists its articles."""

    broke_at: dt.datetime
    """When the third outlet family reported it on its own."""

    independent_families: int
    """Outlet families that report it on their own, up to now."""

    deviations: float
    """How many standard deviations its attention lies beyond that of stories of its age."""

    narratives: base.Table[NarrativeLink]
    """The themes that it belongs to: none, one or two."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Intelligence(base.Model, base.Page["Trend"]):
    """Intelligence of an answer."""

    _rows = "trends"

    trends: base.Table[Trend]
    """The strongest stories, as in /trends."""

    categories: base.Table[CategoryShare]
    """As in /intelligence/categories: of all stories, whatever narrows the trends."""

    total_trends: int
    """The sum of the categories' counts."""


@dataclass(frozen=True, kw_only=True, repr=False)
class CategoryShare(base.Model):
    """CategoryShare of an answer."""

    name: str
    """Other: of no category."""

    count: int
    """Stories with two articles or more in the range, not all of them sponsored, whose commonest category this is
    there: the trends of the range.
    """

    pct: float
    """Percent of all such stories; together 100."""

    article_count: int
    """Articles on this subject; an article may be on several."""

    query: str
    """The call that lists these articles."""

    trends_query: str
    """The call that lists these stories; its header X-Service-Total is `count`."""


@dataclass(frozen=True, kw_only=True, repr=False)
class CategoryDistribution(base.Model):
    """CategoryDistribution of an answer."""

    categories: base.Table[CategoryShare]

    total_trends: int
    """The sum of the counts."""


@dataclass(frozen=True, kw_only=True, repr=False)
class SentimentMetrics(base.Model):
    """SentimentMetrics of an answer."""

    sentiment: ToneShares

    total_articles: int

    by_outlet: base.Table[OutletTone]
    """Most articles first."""

    by_language: base.Table[LanguageTone]
    """Most articles first."""

    by_day: base.Table[DayTone]
    """Days with coverage, in order, or weeks or months by their first day, or hours; those without any are left out."""

    query: str
    """The call that lists all of these articles."""


@dataclass(frozen=True, kw_only=True, repr=False)
class ToneShares(base.Model):
    """Shares of the three tones in articles whose language is read; together 1, or all 0 where there is none."""

    positive: float

    neutral: float

    negative: float

    interval: ShareInterval


@dataclass(frozen=True, kw_only=True, repr=False)
class ShareInterval(base.Model):
    """Between which each share lies with 95 % confidence (Wilson), low and high; 0 and 1 where there is no article."""

    positive: tuple[float, float]

    neutral: tuple[float, float]

    negative: tuple[float, float]


@dataclass(frozen=True, kw_only=True, repr=False)
class OutletTone(base.Model):
    """Shares of the three tones in articles whose language is read; together 1, or all 0 where there is none."""

    outlet: str

    category: str

    article_count: int

    positive: float

    neutral: float

    negative: float

    interval: ShareInterval

    query: str
    """The call that lists these articles."""


@dataclass(frozen=True, kw_only=True, repr=False)
class LanguageTone(base.Model):
    """Shares of the three tones in articles whose language is read; together 1, or all 0 where there is none."""

    language: str
    """ISO 639-1, or und."""

    read: bool
    """False where nobody reads it: its articles are counted, and have no tone."""

    article_count: int

    positive: float

    neutral: float

    negative: float

    interval: ShareInterval

    query: str
    """The call that lists these articles."""


@dataclass(frozen=True, kw_only=True, repr=False)
class DayTone(base.Model):
    """Shares of the three tones in articles whose language is read; together 1, or all 0 where there is none."""

    date: dt.date

    hour: dt.datetime | None = None
    """When the hour begins; there with `granularity=hour`."""

    article_count: int

    positive: float

    neutral: float

    negative: float

    interval: ShareInterval

    query: str
    """The call that lists these articles."""


@dataclass(frozen=True, kw_only=True, repr=False)
class FearGreedPoint(base.Model):
    """One day with enough coverage, or a week or month by its first day, or an hour; others are left out."""

    date: dt.date

    hour: dt.datetime | None = None
    """When the hour begins; there with `granularity=hour`."""

    value: int
    """0 is Extreme Fear, 100 is Extreme Greed."""

    label: Literal["Extreme Fear", "Fear", "Neutral", "Greed", "Extreme Greed"]

    article_count: int

    margin: float
    """Half the width of the value's 95 % interval, in points; never 0."""

    low: float
    """The interval, within 0 and 100."""

    high: float

    query: str
    """The call that lists the row's articles."""


@dataclass(frozen=True, kw_only=True, repr=False)
class OutletVolume(base.Model):
    """OutletVolume of an answer."""

    outlet: str

    count: int
    """Its articles in the range."""

    category: str
    """What kind of outlet it is."""

    query: str
    """The call that lists these articles."""


@dataclass(frozen=True, kw_only=True, repr=False)
class CompanyMentions(base.Model):
    """CompanyMentions of an answer."""

    grouped_data: dict[str, base.Table[CompanyDay]]
    """For each company the days on which it is named, in order; the most named company first. Where a page is asked
    for, at most 400 days of companies are on it, so that a company may go on on the next one.
    """

    total_volume: int
    """The sum of all counts, on the page or not; an article that names two companies is in it twice."""

    companies: dict[str, MentionedCompany]
    """Companies that have days in this answer."""

    pagination: RowPagination


@dataclass(frozen=True, kw_only=True, repr=False)
class CompanyDay(base.Model):
    """One company on one day. Its company's `query` lists all of its articles, with the date as `startDate` and
    `endDate`.
    """

    date: dt.date

    count: int
    """Articles that name it."""

    positive: int

    neutral: int

    negative: int

    articles: base.Table[MentionArticle]
    """Up to three that speak of it most plainly. At most 1,000 are listed in all, 300 where there are more than 10,000
    rows, and 60 on a page: those of the newest days.
    """


@dataclass(frozen=True, kw_only=True, repr=False)
class MentionArticle(base.Model):
    """MentionArticle of an answer."""

    title: str

    url: str

    outlet: str

    date: dt.datetime

    sentiment: Literal["Positive", "Neutral", "Negative"]

    company_sentiment: Literal["Positive", "Neutral", "Negative"] | None
    """The tone toward the company of the row, where `Sentiment` is that of the whole article; null where it was not
    read.
    """


@dataclass(frozen=True, kw_only=True, repr=False)
class MentionedCompany(base.Model):
    """MentionedCompany of an answer."""

    ticker: str | None

    count: int
    """In all days asked for."""

    query: str
    """The call that lists the articles; narrowed to a day, those of the day."""


@dataclass(frozen=True, kw_only=True, repr=False)
class RowPagination(base.Model):
    """RowPagination of an answer."""

    total: int
    """Days of companies in all."""

    page: int

    page_size: int

    total_pages: int

    has_next_page: bool


@dataclass(frozen=True, kw_only=True, repr=False)
class Cohorts(base.Model):
    """Cohorts of an answer."""

    cohorts: base.Table[CohortRow]
    """Roles in which somebody spoke in the range."""

    total_posts: int
    """The sum of the post counts."""

    total_statements: int
    """The sum of the statement counts."""

    start_date: dt.date
    """The days that were asked for, or the last 30."""

    end_date: dt.date


@dataclass(frozen=True, kw_only=True, repr=False)
class CohortRow(base.Model):
    """CohortRow of an answer."""

    cohort: str

    article_count: int
    """Posts of speakers of this role, and articles that report a statement of one."""

    post_count: int

    statement_count: int
    """Different statements: the same words in twelve outlets are one."""

    speaker_count: int
    """Different people among those who posted and who are quoted."""

    speaker_days: int
    """Days of people: all that somebody says in the role on a day is one."""

    positive: float
    """Shares of the three tones among the days of people; together 1."""

    neutral: float

    negative: float

    net_sentiment: float
    """Positive less negative."""

    low: float
    """Its 95 % interval."""

    high: float

    role_confidence: float
    """0 to 100: how sure it is that they speak in this role."""

    confidence: float
    """0 to 100: how much the days of people, the people and their age allow to say."""

    query: str
    """The call that lists these articles; with `statements=true` it shows what is said in them."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Speakers(base.Model):
    """Speakers of an answer."""

    speakers: base.Table[SpeakerRow]

    start_date: dt.date
    """The days that were asked for, or the last 30."""

    end_date: dt.date


@dataclass(frozen=True, kw_only=True, repr=False)
class SpeakerRow(base.Model):
    """SpeakerRow of an answer."""

    id: str

    name: str

    is_person: bool
    """False for a firm or an office that speaks as such."""

    cohort: str | None
    """The role in which most of the statements were made; null where none is stated."""

    statement_count: int
    """Different statements: the same words in twelve outlets are one."""

    article_count: int

    outlet_count: int
    """Different outlets that carry them."""

    positive: int
    """Of the statements, those with a positive and those with a negative tone toward what they are about."""

    negative: int

    last_at: dt.datetime
    """When the last of them was published, UTC."""

    query: str
    """The call that lists the statements with their articles."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Speaker(base.Model):
    """Speaker of an answer."""

    id: str

    name: str

    is_person: bool
    """False for a firm or an office that speaks as such."""

    spellings: list[str]
    """The names that articles use."""

    start_date: dt.date
    """The days that were asked for, or the last 30."""

    end_date: dt.date

    statement_count: int
    """Different statements that were asked for, whether listed or not."""

    article_count: int
    """Articles that report them."""

    statements: base.Table[Statement]
    """The newest first; one that several outlets carry stands here once."""

    roles: base.Table[StatedRole]
    """The titles and firms that articles state, most often first."""

    subjects: base.Table[SpeakerSubject]
    """What the statements are about, most often first."""

    by_day: base.Table[SpeakerDay]


@dataclass(frozen=True, kw_only=True, repr=False)
class Statement(base.Model):
    """What somebody is reported to have said."""

    speaker_id: str
    """Gives /speakers/{id}."""

    speaker: str

    text: str
    """As the article has it."""

    start: int
    """Where it begins in the article's text, and the first place after it, in characters."""

    end: int

    direct: bool
    """The speaker's own words, rather than the article's account of them."""

    title: str
    """As the article states them; empty where it does not."""

    affiliation: str

    cohort: str | None
    """The role; null where none is stated or known."""

    cohort_confidence: float
    """How sure the role is, 0 to 100."""

    about_kind: str | None
    """company, asset or organisation; null where it cannot be told what it is about."""

    about: str | None

    tone: float
    """The tone toward that, from -1 to 1."""

    articles: base.Table[Headline]
    """The articles that report it, the earliest first; words and place are those of the first."""


@dataclass(frozen=True, kw_only=True, repr=False)
class StatedRole(base.Model):
    """What articles call the speaker."""

    title: str

    affiliation: str
    """The firm or office that the title names; empty where it names none."""

    cohort: str | None

    statement_count: int


@dataclass(frozen=True, kw_only=True, repr=False)
class SpeakerSubject(base.Model):
    """SpeakerSubject of an answer."""

    kind: str
    """company, asset or organisation."""

    name: str

    statement_count: int

    tone: float
    """Mean tone toward it, from -1 to 1."""


@dataclass(frozen=True, kw_only=True, repr=False)
class SpeakerDay(base.Model):
    """SpeakerDay of an answer."""

    date: dt.date

    statement_count: int

    tone: float
    """Mean tone, from -1 to 1."""


@dataclass(frozen=True, kw_only=True, repr=False)
class TimeseriesPoint(base.Model):
    """One day with coverage, or a week or month by its first day, or an hour; those without any are left out, those
    with coverage but without a match have count 0.
    """

    date: dt.date

    hour: dt.datetime | None = None
    """When the hour begins; there with `granularity=hour`."""

    count: int
    """Articles that match."""

    share: float
    """Of all articles of the day, or of what else the row is."""

    share_low: float
    """Between which the share lies with 95 % confidence (Wilson)."""

    share_high: float

    tone: float | None
    """Mean tone of the matches, from -1 to 1; null where there is none."""

    outlets: int
    """Different outlets among the matches; of a week or month, those of the day with most."""

    query: str
    """The call that lists the matches."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Momentum(base.Model):
    """Momentum of an answer."""

    date: dt.date
    """The day that is told about."""

    stage: Literal["emerging", "growing", "peaking", "steady", "fading", "dormant", "returning"] | None
    """As the stage of a narrative; null where nothing matched in the 120 days up to the day."""

    count: int
    """Matching articles of the last seven days, and their share of all articles."""

    share: float

    share_before: float
    """The share in the 28 days before them."""

    deviations: float | None
    """How many standard deviations lie between the two; null without a past."""

    change_points: base.Table[MomentumTurn]
    """Days on which the share turned for longer than chance allows, in order."""

    query: str
    """The call that lists the matches of the last seven days."""


@dataclass(frozen=True, kw_only=True, repr=False)
class MomentumTurn(base.Model):
    """MomentumTurn of an answer."""

    date: dt.date

    share_before: float

    share_after: float

    strength: float
    """Twice the logarithm of how much likelier two shares are than one, the usual scatter taken into account."""

    query: str
    """The call that lists the matches of the three days from then on."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Compared(base.Model):
    """Compared of an answer."""

    queries: base.Table[ComparedQuery]
    """In the order in which they were asked."""

    days: base.Table[ComparedDay]
    """Days with coverage, in order."""


@dataclass(frozen=True, kw_only=True, repr=False)
class ComparedQuery(base.Model):
    """ComparedQuery of an answer."""

    q: str

    count: int
    """Matching articles in the range."""

    share: float
    """Of all articles."""

    share_of_voice: float
    """Of the matches of all these questions together; an article that matches two counts in both."""

    tone: float | None
    """Mean tone of the matches, from -1 to 1; null where there is none."""

    query: str
    """The call that lists the matches."""


@dataclass(frozen=True, kw_only=True, repr=False)
class ComparedDay(base.Model):
    """ComparedDay of an answer."""

    date: dt.date

    total: int
    """All articles of the day."""

    counts: list[int]
    """Matches of each question, in the order in which they were asked."""

    tones: list[float | None]


@dataclass(frozen=True, kw_only=True, repr=False)
class ComparedCompany(base.Model):
    """ComparedCompany of an answer."""

    name: str

    ticker: str | None

    article_count: int
    """Its articles in the range."""

    share: float
    """Of all articles."""

    positive: int

    neutral: int

    negative: int

    tone: float | None
    """Mean tone of these articles, from -1 to 1; null where there are none."""

    stage: Literal["emerging", "growing", "peaking", "steady", "fading", "dormant", "returning"] | None
    """Its articles against its own past on the last day, as the stage of a narrative; null where it has none in 120
    days.
    """

    deviations: float | None
    """How many standard deviations lie between the last seven days and what the 28 before them let expect."""

    narratives: base.Table[NamedNarrative]
    """Themes of which three articles and a tenth of those in the range name it, or more; those of which most do first.
    Of an outlet those that it has most articles of.
    """

    days: base.Table[NamedDay]
    """Days with coverage, in order."""

    query: str
    """The call that lists its articles."""

    share_of_voice: float
    """Of the articles of all these companies; one that names two counts in both."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NamedNarrative(base.Model):
    """A theme in which something is named, as /narratives tells of it."""

    id: str

    name: str

    stage: Literal["emerging", "growing", "peaking", "steady", "fading", "dormant", "returning"]

    article_count: int
    """Its articles in the range."""

    named_count: int
    """Of them, those that name it, of the theme's 40 leading stories; of an outlet its own."""

    share: float
    """Of all attention in the range."""

    query: str
    """The call that lists its articles."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NamedDay(base.Model):
    """NamedDay of an answer."""

    date: dt.date

    article_count: int

    share: float

    tone: float | None

    query: str


@dataclass(frozen=True, kw_only=True, repr=False)
class NamedFigures(base.Model):
    """NamedFigures of an answer."""

    name: str

    ticker: str | None

    article_count: int
    """Its articles in the range."""

    share: float
    """Of all articles."""

    positive: int

    neutral: int

    negative: int

    tone: float | None
    """Mean tone of these articles, from -1 to 1; null where there are none."""

    stage: Literal["emerging", "growing", "peaking", "steady", "fading", "dormant", "returning"] | None
    """Its articles against its own past on the last day, as the stage of a narrative; null where it has none in 120
    days.
    """

    deviations: float | None
    """How many standard deviations lie between the last seven days and what the 28 before them let expect."""

    narratives: base.Table[NamedNarrative]
    """Themes of which three articles and a tenth of those in the range name it, or more; those of which most do first.
    Of an outlet those that it has most articles of.
    """

    days: base.Table[NamedDay]
    """Days with coverage, in order."""

    query: str
    """The call that lists its articles."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Taxonomy(base.Model):
    """Taxonomy of an answer."""

    outlets: base.Table[Outlet]

    categories: list[str]
    """Subjects of articles; Other stands for none."""

    companies: base.Table[KnownName]

    assets: base.Table[KnownName]

    cohorts: list[str]
    """Roles of speakers."""

    metrics: base.Table[MetricDescription]

    methods: base.Table[MethodVersion]
    """How the other numbers are made."""

    kinds: list[str]

    sentiments: list[str]

    languages: list[str]

    days: CoveredDays | None
    """First and last day with coverage; null before there is any."""

    versions: Versions


@dataclass(frozen=True, kw_only=True, repr=False)
class Outlet(base.Model):
    """Outlet of an answer."""

    name: str

    category: str

    family: str

    country: str
    """ISO 3166-1 alpha-2, or empty."""


@dataclass(frozen=True, kw_only=True, repr=False)
class KnownName(base.Model):
    """KnownName of an answer."""

    name: str

    ticker: str | None


@dataclass(frozen=True, kw_only=True, repr=False)
class MetricDescription(base.Model):
    """MetricDescription of an answer."""

    id: str

    name: str

    methodology_version: str

    unit: str

    frequency: str


@dataclass(frozen=True, kw_only=True, repr=False)
class MethodVersion(base.Model):
    """MethodVersion of an answer."""

    id: str

    name: str

    version: str

    summary: str


@dataclass(frozen=True, kw_only=True, repr=False)
class CoveredDays(base.Model):
    """CoveredDays of an answer."""

    first: dt.date

    last: dt.date


@dataclass(frozen=True, kw_only=True, repr=False)
class Versions(base.Model):
    """Versions of an answer."""

    interface: str

    contract: str

    interface_schema: int

    commercial_model: str

    commercial_schema: int


@dataclass(frozen=True, kw_only=True, repr=False)
class Changes(base.Model):
    """Changes of an answer."""

    data: base.Table[SeriesChange]
    """Newest first."""


@dataclass(frozen=True, kw_only=True, repr=False)
class SeriesChange(base.Model):
    """SeriesChange of an answer."""

    date: dt.date
    """The first day on which it acts."""

    kind: Literal["methodology", "source_added", "source_silent"]
    """`methodology`: a metric is published by another version from this day on. `source_added`: the first day of a
    source in the coverage. `source_silent`: the day after the last one, of a source that has had none for two
    weeks.
    """

    subject: str
    """The metric or the outlet."""

    version: str | None
    """Of the method."""

    detail: str


@dataclass(frozen=True, kw_only=True, repr=False)
class TransparencyIndex(base.Model):
    """TransparencyIndex of an answer."""

    data: base.Table[QuotedCompany]
    """By ticker."""

    receipt: DirectnessReceipt


@dataclass(frozen=True, kw_only=True, repr=False)
class QuotedCompany(base.Model):
    """One company's score with what it rests on."""

    ticker: str

    company: str

    score: float | None
    """0 (evasive) to 100 (direct); null where no call has enough questions."""

    classification: str | None
    """Direct, Mostly direct, Mixed, Evasive or Highly evasive; null without a score."""

    confidence: float | None
    """0 to 100: 100 where the interval is a point, 0 where it spans the scale; null without a score."""

    interval: ScoreInterval | None

    questions: int
    """Questions counted in the score: those of the latest four calls that have one."""

    declined: int
    """Questions declined with reference to law or regulation; counted apart, not in the score."""

    calls: int
    """Calls that are known, scored or not."""

    last_call_date: dt.date

    trend: float | None
    """Points per year over all calls with a score; null with fewer than three."""

    unscored_because: str | None
    """Why there is no score; null with one."""

    invented: bool
    """True for companies of the demo's invented world."""

    quotes: base.Table[DirectnessQuote]
    """The least and the most direct answers of the latest call."""


@dataclass(frozen=True, kw_only=True, repr=False)
class ScoreInterval(base.Model):
    """95 %, by resampling the questions."""

    low: float

    high: float


@dataclass(frozen=True, kw_only=True, repr=False)
class DirectnessQuote(base.Model):
    """A question and its answer; every text is a verbatim part of the source."""

    question: str

    answer: str

    analyst: str
    """Who asked."""

    speaker: str
    """Who answered."""

    title: str | None
    """The speaker's title, where the call states one."""

    score: float
    """0 evasive, 0.5 intermediate, 1 direct."""

    label: str
    """direct, intermediate or evasive."""

    topic: str

    declined: bool
    """Refuses with reference to law or regulation; counted apart. A refusal without such a reference is scored, and
    false here.
    """

    reasons: base.Table[DirectnessReason]
    """Each once."""

    call_date: dt.date

    source_url: str


@dataclass(frozen=True, kw_only=True, repr=False)
class DirectnessReason(base.Model):
    """DirectnessReason of an answer."""

    reason: str
    """Such as "refuses to say" or "gives a number where one was asked for"."""

    quote: str
    """The first words that gave it, verbatim."""


@dataclass(frozen=True, kw_only=True, repr=False)
class DirectnessReceipt(base.Model):
    """What the numbers are, and what they are not."""

    statement: str

    method: str

    companies: int
    """Companies that are listed, scored or not."""

    scored_calls: int
    """Calls behind the scores, those too short to count left out."""

    models: list[str]
    """What scored the calls."""


@dataclass(frozen=True, kw_only=True, repr=False)
class TransparencyLeaderboard(base.Model):
    """TransparencyLeaderboard of an answer."""

    data: base.Table[RankedCompany]
    """The most direct first; those without a score last."""

    receipt: DirectnessReceipt


@dataclass(frozen=True, kw_only=True, repr=False)
class RankedCompany(base.Model):
    """One company's score with what it rests on."""

    rank: int | None
    """From 1; equal scores have an equal rank; null without a score."""

    ticker: str

    company: str

    score: float | None
    """0 (evasive) to 100 (direct); null where no call has enough questions."""

    classification: str | None
    """Direct, Mostly direct, Mixed, Evasive or Highly evasive; null without a score."""

    confidence: float | None
    """0 to 100: 100 where the interval is a point, 0 where it spans the scale; null without a score."""

    interval: ScoreInterval | None

    questions: int
    """Questions counted in the score: those of the latest four calls that have one."""

    declined: int
    """Questions declined with reference to law or regulation; counted apart, not in the score."""

    calls: int
    """Calls that are known, scored or not."""

    last_call_date: dt.date

    trend: float | None
    """Points per year over all calls with a score; null with fewer than three."""

    unscored_because: str | None
    """Why there is no score; null with one."""

    invented: bool
    """True for companies of the demo's invented world."""


@dataclass(frozen=True, kw_only=True, repr=False)
class CompanyTransparency(base.Model):
    """One company's score with what it rests on."""

    ticker: str

    company: str

    score: float | None
    """0 (evasive) to 100 (direct); null where no call has enough questions."""

    classification: str | None
    """Direct, Mostly direct, Mixed, Evasive or Highly evasive; null without a score."""

    confidence: float | None
    """0 to 100: 100 where the interval is a point, 0 where it spans the scale; null without a score."""

    interval: ScoreInterval | None

    questions: int
    """Questions counted in the score: those of the latest four calls that have one."""

    declined: int
    """Questions declined with reference to law or regulation; counted apart, not in the score."""

    calls: int
    """Calls that are known, scored or not."""

    last_call_date: dt.date

    trend: float | None
    """Points per year over all calls with a score; null with fewer than three."""

    unscored_because: str | None
    """Why there is no score; null with one."""

    invented: bool
    """True for companies of the demo's invented world."""

    rank: int | None
    """Among all companies with a score; null without one."""

    ranked_companies: int

    topics: base.Table[TopicDirectness]
    """The score by what the questions are about, most asked first."""

    quarters: base.Table[QuarterDirectness]
    """Every call with a score, oldest first."""

    quotes: base.Table[DirectnessQuote]
    """The least and the most direct answers of the latest call."""

    call_details: base.Table[CallDetail]
    """Every call, newest first, with all its exchanges."""

    receipt: DirectnessReceipt


@dataclass(frozen=True, kw_only=True, repr=False)
class TopicDirectness(base.Model):
    """TopicDirectness of an answer."""

    topic: str
    """Such as guidance, margins, regulation, balance sheet."""

    questions: int

    score: float


@dataclass(frozen=True, kw_only=True, repr=False)
class QuarterDirectness(base.Model):
    """One call's own score."""

    call_date: dt.date

    score: float

    classification: str

    confidence: float
    """0 to 100."""

    interval: ScoreInterval


@dataclass(frozen=True, kw_only=True, repr=False)
class CallDetail(base.Model):
    """CallDetail of an answer."""

    id: str

    title: str

    call_date: dt.date

    source_url: str

    scorable: bool

    reason: str | None
    """Why it cannot be scored; null where it can."""

    score: float | None
    """Null where the call cannot be scored or has too few questions."""

    classification: str | None

    interval: ScoreInterval | None

    questions: int

    declined: int

    exchanges: base.Table[ExchangeDetail]
    """In the order in which they were spoken."""


@dataclass(frozen=True, kw_only=True, repr=False)
class ExchangeDetail(base.Model):
    """A question and its answer; every text is a verbatim part of the source."""

    question: str

    answer: str

    analyst: str
    """Who asked."""

    speaker: str
    """Who answered."""

    title: str | None
    """The speaker's title, where the call states one."""

    score: float
    """0 evasive, 0.5 intermediate, 1 direct."""

    label: str
    """direct, intermediate or evasive."""

    topic: str

    declined: bool
    """Refuses with reference to law or regulation; counted apart. A refusal without such a reference is scored, and
    false here.
    """

    reasons: base.Table[DirectnessReason]
    """Each once."""

    call_date: dt.date

    source_url: str

    submitted: bool
    """A moderator read out what a shareholder had sent in."""

    non_answer: float
    """That the answer refuses, defers or cannot."""

    specific: float
    """That the answer is concrete."""

    asks_number: bool

    gives_number: bool

    question_turns: base.Table[SpokenWords]
    """The whole question, turn by turn."""

    answer_turns: base.Table[SpokenWords]
    """The whole answer, turn by turn."""


@dataclass(frozen=True, kw_only=True, repr=False)
class SpokenWords(base.Model):
    """One person's words, verbatim."""

    speaker: str

    text: str


@dataclass(frozen=True, kw_only=True, repr=False)
class Evadometer(base.Model):
    """Evadometer of an answer."""

    data: base.Table[EvadometerCompany]
    """By ticker."""

    receipt: DirectnessReceipt


@dataclass(frozen=True, kw_only=True, repr=False)
class EvadometerCompany(base.Model):
    """A company's score and what its answers are like."""

    ticker: str

    company: str

    score: float | None
    """0 (evasive) to 100 (direct); null where no call has enough questions."""

    classification: str | None
    """Direct, Mostly direct, Mixed, Evasive or Highly evasive; null without a score."""

    confidence: float | None
    """0 to 100: 100 where the interval is a point, 0 where it spans the scale; null without a score."""

    interval: ScoreInterval | None

    questions: int
    """Questions counted in the score: those of the latest four calls that have one."""

    declined: int
    """Questions declined with reference to law or regulation; counted apart, not in the score."""

    calls: int
    """Calls that are known, scored or not."""

    last_call_date: dt.date

    trend: float | None
    """Points per year over all calls with a score; null with fewer than three."""

    unscored_because: str | None
    """Why there is no score; null with one."""

    invented: bool
    """True for companies of the demo's invented world."""

    answers: AnswerCounts


@dataclass(frozen=True, kw_only=True, repr=False)
class AnswerCounts(base.Model):
    """How many answers there were of each sort, over the same questions as the score."""

    direct: int

    intermediate: int

    evasive: int

    numbers_asked: int
    """Questions that ask for a number."""

    numbers_given: int
    """Those of them whose answer gives one."""


@dataclass(frozen=True, kw_only=True, repr=False)
class EvadometerLeaderboard(base.Model):
    """EvadometerLeaderboard of an answer."""

    data: base.Table[RankedMeasured]
    """The most direct first; those without a score last."""

    receipt: DirectnessReceipt


@dataclass(frozen=True, kw_only=True, repr=False)
class RankedMeasured(base.Model):
    """A company's score and what its answers are like."""

    rank: int | None
    """From 1; equal scores have an equal rank; null without a score."""

    ticker: str

    company: str

    score: float | None
    """0 (evasive) to 100 (direct); null where no call has enough questions."""

    classification: str | None
    """Direct, Mostly direct, Mixed, Evasive or Highly evasive; null without a score."""

    confidence: float | None
    """0 to 100: 100 where the interval is a point, 0 where it spans the scale; null without a score."""

    interval: ScoreInterval | None

    questions: int
    """Questions counted in the score: those of the latest four calls that have one."""

    declined: int
    """Questions declined with reference to law or regulation; counted apart, not in the score."""

    calls: int
    """Calls that are known, scored or not."""

    last_call_date: dt.date

    trend: float | None
    """Points per year over all calls with a score; null with fewer than three."""

    unscored_because: str | None
    """Why there is no score; null with one."""

    invented: bool
    """True for companies of the demo's invented world."""

    answers: AnswerCounts


@dataclass(frozen=True, kw_only=True, repr=False)
class CompanyEvadometer(base.Model):
    """A company's score and what its answers are like."""

    ticker: str

    company: str

    score: float | None
    """0 (evasive) to 100 (direct); null where no call has enough questions."""

    classification: str | None
    """Direct, Mostly direct, Mixed, Evasive or Highly evasive; null without a score."""

    confidence: float | None
    """0 to 100: 100 where the interval is a point, 0 where it spans the scale; null without a score."""

    interval: ScoreInterval | None

    questions: int
    """Questions counted in the score: those of the latest four calls that have one."""

    declined: int
    """Questions declined with reference to law or regulation; counted apart, not in the score."""

    calls: int
    """Calls that are known, scored or not."""

    last_call_date: dt.date

    trend: float | None
    """Points per year over all calls with a score; null with fewer than three."""

    unscored_because: str | None
    """Why there is no score; null with one."""

    invented: bool
    """True for companies of the demo's invented world."""

    answers: AnswerCounts

    topics: base.Table[TopicDirectness]
    """The score by what the questions are about, most asked first."""

    quarters: base.Table[QuarterDirectness]
    """Every call with a score, oldest first."""

    most_evasive: base.Table[DirectnessQuote]
    """The least direct answers of the latest four calls, the least direct first."""

    most_direct: base.Table[DirectnessQuote]
    """The most direct answers of the latest four calls, the most direct first."""

    declined_quotes: base.Table[DirectnessQuote]
    """Refusals that cite law or regulation, in the latest four calls."""

    receipt: DirectnessReceipt


@dataclass(frozen=True, kw_only=True, repr=False)
class SpaceRows(base.Model, base.Page[dict[str, Any]]):
    """SpaceRows of an answer."""

    _rows = "rows"

    space_id: str

    columns: list[str]
    """The names of the members of a row, in order."""

    rows: list[dict[str, Any]]
    """Newest first; each with exactly these columns, as texts."""

    next_cursor: str | None
    """Gives the next page as `cursor=`, also while new articles arrive; null on the last page."""

    has_more: bool


@dataclass(frozen=True, kw_only=True, repr=False)
class BrainRecord(base.Model, base.Page["Post"]):
    """BrainRecord of an answer."""

    _rows = "posts"

    id: str

    name: str

    handles: list[str]

    people: base.Table[FollowedPerson]
    """Those who are followed by name."""

    statements: base.Table[Statement]
    """What they are reported to have said, the newest first, as many as the limit; the `query` of a person gives more."""

    post_count: int
    """Posts of all these speakers that were collected."""

    first_post_at: dt.datetime | None

    last_post_at: dt.datetime | None

    sentiment: ToneCounts
    """How the posts sound."""

    average_tone: float | None
    """Average net tone in [-1, 1]; null where no post was read."""

    speakers: base.Table[FollowedHandle]
    """Each speaker with a post."""

    posts: base.Table[Post]
    """Newest first."""

    next_cursor: str | None
    """Gives the next page as `cursor=`; null on the last page."""

    has_more: bool


@dataclass(frozen=True, kw_only=True, repr=False)
class FollowedPerson(base.Model):
    """FollowedPerson of an answer."""

    name: str

    id: str | None
    """Null where no article quotes anybody of this name."""

    handles: list[str]
    """The handles under which the person posts."""

    query: str | None
    """The call for all that the person is reported to have said."""


@dataclass(frozen=True, kw_only=True, repr=False)
class ToneCounts(base.Model):
    """ToneCounts of an answer."""

    positive: int

    neutral: int

    negative: int


@dataclass(frozen=True, kw_only=True, repr=False)
class FollowedHandle(base.Model):
    """FollowedHandle of an answer."""

    handle: str

    post_count: int

    first_post_at: dt.datetime

    last_post_at: dt.datetime

    average_tone: float | None
    """Null where no post is in a language that is read."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Post(base.Model):
    """Post of an answer."""

    id: str

    handle: str

    author_name: str

    cohort: str | None
    """Which group of speakers the author belongs to, where that is known."""

    date: dt.datetime

    content: str

    url: str

    outlet: str

    sentiment: Literal["Positive", "Neutral", "Negative"]

    tone: float
    """Net tone in [-1, 1]."""

    invented: bool
    """True for items of the demo's invented world."""


@dataclass(frozen=True, kw_only=True, repr=False)
class WorkflowRunReceipt(base.Model):
    """A receipt."""

    id: str

    run_id: str

    workflow_id: str

    status: Literal["queued", "running", "succeeded", "failed", "cancelled"]

    started_at: dt.datetime

    finished_at: dt.datetime | None

    duration_ms: int | None
    """As stated, or from start to finish where both are known."""

    figures: dict[str, Any]
    """Further members that are numbers or flags."""

    recorded_at: dt.datetime

    excluded: list[str]
    """Names of the members that were not stored: prompts, outputs and anything else that can carry text."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Usage(base.Model):
    """Usage of an answer."""

    account: UsageAccount

    purses: base.Table[Purse]
    """The purses that may pay, in the order in which they are asked."""

    start_date: dt.date

    end_date: dt.date

    total: UsageSums

    by_day: base.Table[UsageGroup]

    by_route: base.Table[UsageGroup]

    by_credential: base.Table[UsageGroup]

    rows: base.Table[UsageLine]
    """Each day, route and credential by itself."""


@dataclass(frozen=True, kw_only=True, repr=False)
class UsageAccount(base.Model):
    """UsageAccount of an answer."""

    id: str

    name: str

    plan: str
    """free, registered, pro or team."""

    payment_status: str
    """none, active, past_due or failed."""

    overage_active: bool

    overage_cap_usd: str
    """Decimal US dollars."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Purse(base.Model):
    """Purse of an answer."""

    source: str
    """included, legacy_prepaid, subscriber_overage or registered_metered."""

    allowance: int

    used: int

    held: int
    """Set aside for calls that are being answered."""

    remaining: int

    price_usd: str
    """Owed for each credit, decimal US dollars."""

    resets_at: dt.datetime | None
    """When it resets; null where what is unspent never lapses."""


@dataclass(frozen=True, kw_only=True, repr=False)
class UsageSums(base.Model):
    """Charged calls, their credits, and what is owed for them in decimal US dollars."""

    calls: int

    credits: int

    owed_usd: str


@dataclass(frozen=True, kw_only=True, repr=False)
class UsageGroup(base.Model):
    """Charged calls, their credits, and what is owed for them in decimal US dollars."""

    key: str
    """The day, the route or the id of the credential."""

    name: str | None = None
    """The name of the credential."""

    calls: int

    credits: int

    owed_usd: str


@dataclass(frozen=True, kw_only=True, repr=False)
class UsageLine(base.Model):
    """Charged calls, their credits, and what is owed for them in decimal US dollars."""

    date: dt.date

    route: str

    credential: str

    calls: int

    credits: int

    owed_usd: str


@dataclass(frozen=True, kw_only=True, repr=False)
class Quote(base.Model):
    """Quote of an answer."""

    route: str
    """The route that the path belongs to."""

    metered: bool
    """False where the call costs nothing."""

    credits: int

    tool_credits: int
    """The base of the route within the credits."""

    volume_credits: int
    """The part for requested results within the credits."""

    requested_results: int

    rows: int | None
    """Of an export: its rows, which are priced in blocks of 250; null for any other call."""

    covered_rows: int | None
    """Of an export: the rows that the account's credits cover now."""

    pay_per_call: PayPerCall | None
    """Without an account, by a payment for this one call; null where that is not sold."""

    delivered_event_credits: int | None
    """Of alerts, webhooks and streams: what each event with articles costs when it is delivered, once and never for
    another attempt; null for any other call.
    """

    funding_source: str | None
    """With a key: the purse that would pay now; null without a key, or where none has room."""

    owed_usd: str | None
    """With a key: what would be owed for the call, decimal US dollars."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PayPerCall(base.Model):
    """PayPerCall of an answer."""

    usd: str

    amount: str
    """In atomic units of the token, as the challenge states it."""

    network: str


@dataclass(frozen=True, kw_only=True, repr=False)
class Spaces(base.Model):
    """Spaces of an answer."""

    data: base.Table[Space]
    """Oldest first."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Space(base.Model):
    """A Space as it was saved."""

    id: str

    name: str

    keyword: str | None

    outlet: str | None

    sentiment: str | None

    start_date: dt.date | None
    """First and last day of a fixed range; null where the range rolls."""

    end_date: dt.date | None

    rolling_days: int | None
    """So many days up to and with today; null where the range is fixed."""

    columns: list[str]

    created_at: dt.datetime

    changed_at: dt.datetime


@dataclass(frozen=True, kw_only=True, repr=False)
class Deleted(base.Model):
    """Something of the caller's is gone."""

    id: str

    deleted: bool


@dataclass(frozen=True, kw_only=True, repr=False)
class Brains(base.Model):
    """Brains of an answer."""

    data: base.Table[Brain]
    """Oldest first."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Brain(base.Model):
    """A Brain as it was saved."""

    id: str

    name: str

    handles: list[str]

    people: list[str]

    created_at: dt.datetime

    changed_at: dt.datetime


@dataclass(frozen=True, kw_only=True, repr=False)
class AlertList(base.Model):
    """AlertList of an answer."""

    data: base.Table[Alert]
    """Oldest first."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Alert(base.Model):
    """A rule as it was saved."""

    id: str

    name: str

    enabled: bool
    """Nothing is told while it is switched off."""

    subject: str

    value: str | None
    """Which one; null for everything."""

    condition: str

    threshold: float | None

    min_items: int

    min_families: int

    form: str | None
    """Form type of filings; null for any."""

    quiet_minutes: int

    daily_cap: int

    delivered_event_credits: int
    """What each event of this rule costs when a webhook or a stream delivers it, once."""

    created_at: dt.datetime

    changed_at: dt.datetime


@dataclass(frozen=True, kw_only=True, repr=False)
class Backtest(base.Model):
    """Backtest of an answer."""

    alert_id: str

    start_date: dt.date

    end_date: dt.date

    data_start_date: dt.date | None
    """The days of these of which anything is stored; null where that is none, and nothing could fire."""

    data_end_date: dt.date | None

    fired: int
    """How often it would have fired."""

    held_back: int
    """How often its quiet time or its daily cap would have kept it from firing."""

    firings: base.Table[Firing]
    """The newest 200 of them, newest first; 20 of a rule that tells every item."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Firing(base.Model):
    """Firing of an answer."""

    at: dt.datetime

    summary: str

    numbers: dict[str, Any]

    query: str
    """The call that lists what was counted."""

    articles: base.Table[Headline]
    """The newest two of them, for the newest twenty firings; `query` lists all."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Events(base.Model, base.Page["Event"]):
    """Events of an answer."""

    _rows = "data"

    data: base.Table[Event]
    """Oldest first."""

    next_cursor: str | None
    """Gives what comes after these as `cursor=`, also when there is nothing yet; null before the first event."""

    has_more: bool


@dataclass(frozen=True, kw_only=True, repr=False)
class Event(base.Model):
    """What happened, with the numbers, the call that lists what was counted, and the articles."""

    id: str
    """The same for the same cause, always: whoever gets an event twice knows it by its id."""

    type: str
    """alert.fired, digest, credits.exhausted, webhook.disabled or webhook.test."""

    at: dt.datetime
    """When it happened; what is of a day happened at its beginning."""

    created_at: dt.datetime
    """When it was noticed."""

    summary: str
    """In one sentence."""

    alert: Any
    """The rule that fired: its id and name; null where none did."""

    numbers: dict[str, Any]

    query: str | None
    """The call that lists what was counted; null where nothing was."""

    articles: list[Any]
    """The newest 25 of them, as /feed tells them, without their texts."""


@dataclass(frozen=True, kw_only=True, repr=False)
class WebhookList(base.Model):
    """WebhookList of an answer."""

    data: base.Table[Webhook]
    """Oldest first."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Webhook(base.Model):
    """An endpoint and how its deliveries stand."""

    id: str

    name: str

    url: str

    shape: str
    """standard, slack, discord or mail."""

    alerts: list[str]
    """Ids of the rules and digests whose events it gets; empty: all events."""

    enabled: bool

    awaiting_confirmation: bool
    """The reader at a mailto: address has not confirmed it yet: nothing is sent before."""

    disabled_reason: str | None
    """Why the service stopped delivering; null where it did not. Changing the endpoint with enabled=true goes on where
    it stopped.
    """

    failed_attempts: int
    """Attempts that failed at the event that is next."""

    next_attempt_at: dt.datetime | None
    """When that is tried again; null where nothing failed."""

    created_at: dt.datetime

    changed_at: dt.datetime


@dataclass(frozen=True, kw_only=True, repr=False)
class WebhookWithSecret(base.Model):
    """An endpoint with the secret that its deliveries are signed with, shown this once."""

    id: str

    name: str

    url: str

    shape: str
    """standard, slack, discord or mail."""

    alerts: list[str]
    """Ids of the rules and digests whose events it gets; empty: all events."""

    enabled: bool

    awaiting_confirmation: bool
    """The reader at a mailto: address has not confirmed it yet: nothing is sent before."""

    disabled_reason: str | None
    """Why the service stopped delivering; null where it did not. Changing the endpoint with enabled=true goes on where
    it stopped.
    """

    failed_attempts: int
    """Attempts that failed at the event that is next."""

    next_attempt_at: dt.datetime | None
    """When that is tried again; null where nothing failed."""

    created_at: dt.datetime

    changed_at: dt.datetime

    secret: str


@dataclass(frozen=True, kw_only=True, repr=False)
class DeliveryLog(base.Model, base.Page["Delivery"]):
    """DeliveryLog of an answer."""

    _rows = "data"

    data: base.Table[Delivery]
    """Newest first."""

    next_cursor: str | None
    """Gives the next page as `cursor=`; null on the last page."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Delivery(base.Model):
    """One attempt to deliver an event."""

    id: str

    event_id: str

    event_type: str

    url: str
    """Where it was sent; the body is what GET /v1/events tells of the event."""

    attempt: int
    """From 1 for each event; 0 where it was sent by hand."""

    at: dt.datetime

    duration_ms: int

    delivered: bool

    status: int | None
    """What the endpoint answered; null where nothing came."""

    error: str | None
    """Why it failed; null where it did not."""

    credits_charged: int

    next_attempt_at: dt.datetime | None
    """When it is tried again; null where it is not."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Digests(base.Model):
    """Digests of an answer."""

    data: base.Table[Digest]
    """Oldest first."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Digest(base.Model):
    """A digest as it was saved."""

    id: str

    name: str

    frequency: Literal["daily", "weekly"]

    weekday: str
    """On which day a weekly one comes."""

    hour: int

    time_zone: str
    """By its name in the time zone database."""

    companies: list[str]
    """Companies that it tells of."""

    disabled: bool

    created_at: dt.datetime

    changed_at: dt.datetime


@dataclass(frozen=True, kw_only=True, repr=False)
class PrivateFeeds(base.Model):
    """PrivateFeeds of an answer."""

    data: base.Table[PrivateFeed]
    """Oldest first."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PrivateFeed(base.Model):
    """PrivateFeed of an answer."""

    id: str

    name: str

    subject: str

    value: str | None

    created_at: dt.datetime

    changed_at: dt.datetime


@dataclass(frozen=True, kw_only=True, repr=False)
class PrivateFeedAddresses(base.Model):
    """A feed with its addresses, shown this once: whoever has one can read the feed at the account's cost."""

    id: str

    name: str

    subject: str

    value: str | None

    created_at: dt.datetime

    changed_at: dt.datetime

    atom_url: str

    json_url: str


@dataclass(frozen=True, kw_only=True, repr=False)
class WorkflowRuns(base.Model, base.Page["WorkflowRun"]):
    """WorkflowRuns of an answer."""

    _rows = "data"

    data: base.Table[WorkflowRun]
    """Newest first."""

    next_cursor: str | None
    """Gives the next page as `cursor=`; null on the last page."""


@dataclass(frozen=True, kw_only=True, repr=False)
class WorkflowRun(base.Model):
    """A receipt."""

    id: str

    run_id: str

    workflow_id: str

    status: Literal["queued", "running", "succeeded", "failed", "cancelled"]

    started_at: dt.datetime

    finished_at: dt.datetime | None

    duration_ms: int | None
    """As stated, or from start to finish where both are known."""

    figures: dict[str, Any]
    """Further members that are numbers or flags."""

    recorded_at: dt.datetime


@dataclass(frozen=True, kw_only=True, repr=False)
class Keys(base.Model):
    """Keys of an answer."""

    data: base.Table[Key]
    """Oldest first."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Key(base.Model):
    """A key as it can be shown again."""

    id: str

    name: str

    shown: str
    """How it begins and ends."""

    state: str
    """open, replaced (valid until it expires), expired or revoked."""

    test: bool

    scope: str
    """Permissions: read, write, account or operator; each level includes those before it."""

    created_at: dt.datetime

    expires_at: dt.datetime | None

    revoked_at: dt.datetime | None

    replaced_by: str | None

    last_used_at: dt.datetime | None

    made_by: str
    """person, key or command_line. It ends with its maker and may do no more."""

    made_by_key: str | None
    """The key that made it."""


@dataclass(frozen=True, kw_only=True, repr=False)
class NewKey(base.Model):
    """A new key."""

    id: str

    scope: str
    """How much it may do."""

    key: str
    """The key itself. It is not kept and cannot be shown again."""

    expires_at: dt.datetime | None


@dataclass(frozen=True, kw_only=True, repr=False)
class Revoked(base.Model):
    """Revoked of an answer."""

    id: str

    revoked: bool


@dataclass(frozen=True, kw_only=True, repr=False)
class Account(base.Model):
    """Account of an answer."""

    id: str

    name: str

    plan: str
    """free, registered, pro or team."""

    activated_on: dt.date
    """The day from which its periods are counted."""

    payment_status: str
    """none, active, past_due or failed."""

    overage_active: bool

    overage_cap_usd: str
    """The most overage in a period, decimal US dollars."""

    prepaid_granted: int
    """All the prepaid credits ever granted, spent or not."""


@dataclass(frozen=True, kw_only=True, repr=False)
class OwnedRows(base.Model, base.Page["OwnedRow"]):
    """OwnedRows of an answer."""

    _rows = "data"

    data: base.Table[OwnedRow]

    next_cursor: str | None
    """Gives the next page as `cursor=`; null on the last page."""


@dataclass(frozen=True, kw_only=True, repr=False)
class OwnedRow(base.Model):
    """OwnedRow of an answer."""

    table: str
    """What it is: accounts, credentials, spaces, brains, alerts, events, usage_days and so on."""

    row: dict[str, Any]
    """Its columns; times are milliseconds, days are days since 1970. Hashes and secrets are left out."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Members(base.Model):
    """Members of an answer."""

    data: base.Table[Member]
    """The first to join first."""

    seats: int
    """How many the plan has room for."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Member(base.Model):
    """Member of an answer."""

    id: str

    name: str
    """What is typed to sign in."""

    role: str
    """owner, member or viewer."""

    since: dt.datetime


@dataclass(frozen=True, kw_only=True, repr=False)
class AddedMember(base.Model):
    """Somebody new, or somebody who exists and has to accept."""

    id: str | None
    """The id of the person; null where somebody who exists was invited."""

    name: str
    """What is typed to sign in."""

    role: str
    """owner, member or viewer."""

    since: dt.datetime | None

    invitation_id: str | None
    """The id of the invitation; null where somebody new was made."""

    link: str
    """Hand it over: it signs somebody new in, or opens the invitation. It works once, is not kept and cannot be shown
    again.
    """


@dataclass(frozen=True, kw_only=True, repr=False)
class MemberLink(base.Model):
    """Somebody with a link that signs in."""

    id: str

    name: str
    """What is typed to sign in."""

    role: str
    """owner, member or viewer."""

    since: dt.datetime

    link: str
    """Signs in once, within a day. It is not kept and cannot be shown again."""


@dataclass(frozen=True, kw_only=True, repr=False)
class InvitationList(base.Model):
    """InvitationList of an answer."""

    data: base.Table[Invitation]
    """The newest first, at most 100."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Invitation(base.Model):
    """Invitation of an answer."""

    id: str

    name: str
    """Who was invited: what is typed to sign in."""

    role: str
    """owner, member or viewer."""

    state: str
    """pending, accepted, declined, withdrawn or expired."""

    created_at: dt.datetime

    expires_at: dt.datetime


@dataclass(frozen=True, kw_only=True, repr=False)
class AuditLog(base.Model, base.Page["AuditLogLine"]):
    """AuditLog of an answer."""

    _rows = "data"

    data: base.Table[AuditLogLine]
    """Newest first."""

    next_cursor: str | None
    """Gives the next page as `cursor=`; null on the last page."""


@dataclass(frozen=True, kw_only=True, repr=False)
class AuditLogLine(base.Model):
    """AuditLogLine of an answer."""

    number: int
    """From 1, without gaps in the whole log."""

    at: dt.datetime

    actor_kind: str
    """person, key, command_line or system."""

    actor_id: str | None

    actor: str
    """As it was shown at the time."""

    account_id: str | None
    """The account concerned; null where there is none."""

    action: str
    """Such as key.created or member.role_set; names may be added."""

    target: str

    before: str | None

    after: str | None

    address: str | None
    """Of the client, where there is one."""

    times: int
    """How many events the line stands for: failed sign-ins are counted by name and minute."""

    hash: str
    """Of this line and, through it, of all before it."""


@dataclass(frozen=True, kw_only=True, repr=False)
class AccountList(base.Model, base.Page["Account"]):
    """AccountList of an answer."""

    _rows = "data"

    data: base.Table[Account]
    """By name."""

    next_cursor: str | None
    """Gives the next page as `cursor=`; null on the last page."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PeopleList(base.Model, base.Page["Person"]):
    """PeopleList of an answer."""

    _rows = "data"

    data: base.Table[Person]
    """By name."""

    next_cursor: str | None
    """Gives the next page as `cursor=`; null on the last page."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Person(base.Model):
    """Person of an answer."""

    id: str

    name: str
    """What is typed to sign in."""

    operator: bool
    """Keeps accounts, plans, people and sources."""

    places: base.Table[Membership]

    has_password: bool
    """Signs in with a password, not by link alone."""

    second_factor: bool
    """A code is asked for beside password or link."""

    last_sign_in_at: dt.datetime | None


@dataclass(frozen=True, kw_only=True, repr=False)
class Membership(base.Model):
    """A place in an account."""

    account_id: str

    account: str

    role: str
    """owner, member or viewer."""


@dataclass(frozen=True, kw_only=True, repr=False)
class AddedPerson(base.Model):
    """AddedPerson of an answer."""

    name: str
    """What is typed to sign in."""

    invited: bool
    """Somebody who exists has to accept the new place, with the link."""

    link: str
    """Hand it over: it signs in, within a day, or opens the invitation, within a week. It works once, is not kept and
    cannot be shown again.
    """


@dataclass(frozen=True, kw_only=True, repr=False)
class SourceList(base.Model):
    """SourceList of an answer."""

    data: base.Table[Source]
    """By id."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Source(base.Model):
    """Source of an answer."""

    id: str

    kind: str
    """feed, podcast, edgar, earnings_calls, nostr, bluesky, mastodon, hacker_news, github_discussions or
    bitcoin_price.
    """

    outlet: str

    state: str
    """ok, failing, waiting (not read yet) or paused."""

    last_success: dt.datetime | None

    next_due: dt.datetime | None

    items: int
    """Documents that were new or changed, ever."""

    error_count: int
    """Failures since the last success."""

    error: str | None
    """Why the last poll failed, in words."""

    paused: bool

    quarantined: int
    """Documents of it that could not be read and are left alone until they change."""

    moving_to: str | None
    """The host that it redirects to permanently; it is moved once it has said so for a day."""

    url: str

    category: str

    family: str

    country: str

    language: str

    ticker: str | None

    content: str
    """full, excerpt or none: how much of its items' text is kept."""

    interval_seconds: int
    """Seconds from one reading to the next."""


@dataclass(frozen=True, kw_only=True, repr=False)
class RemovalList(base.Model, base.Page["Removal"]):
    """RemovalList of an answer."""

    _rows = "data"

    data: base.Table[Removal]
    """The newest first."""

    next_cursor: str | None
    """Gives the next page as `cursor=`; null on the last page."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Removal(base.Model):
    """Removal of an answer."""

    id: str
    """The id that the document had."""

    day: str
    """The day that it was counted in."""

    removed_at: str

    reason: str
    """takedown or retention."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Removed(base.Model):
    """Removed of an answer."""

    documents: int
    """How many documents the call names that were there. Sent back as `confirm`, they are removed."""

    removed: int
    """How many of them are gone now; 0 without `confirm`."""

    left: int
    """How many are left, for another call."""


@dataclass(frozen=True, kw_only=True, repr=False)
class SourcesHealth(base.Model):
    """SourcesHealth of an answer."""

    summary: SourcesSummary
    """How many there are of each state."""

    data: base.Table[SourceHealth]


@dataclass(frozen=True, kw_only=True, repr=False)
class SourcesSummary(base.Model):
    """SourcesSummary of an answer."""

    total: int

    ok: int

    failing: int

    waiting: int

    paused: int


@dataclass(frozen=True, kw_only=True, repr=False)
class SourceHealth(base.Model):
    """SourceHealth of an answer."""

    id: str

    kind: str
    """feed, podcast, edgar, earnings_calls, nostr, bluesky, mastodon, hacker_news, github_discussions or
    bitcoin_price.
    """

    outlet: str

    state: str
    """ok, failing, waiting (not read yet) or paused."""

    last_success: dt.datetime | None

    next_due: dt.datetime | None

    items: int
    """Documents that were new or changed, ever."""

    error_count: int
    """Failures since the last success."""

    error: str | None
    """Why the last poll failed, in words."""

    paused: bool

    quarantined: int
    """Documents of it that could not be read and are left alone until they change."""

    moving_to: str | None
    """The host that it redirects to permanently; it is moved once it has said so for a day."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Health(base.Model):
    """Health of an answer."""

    status: str
    """`ok` when healthy."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Readiness(base.Model):
    """Readiness of an answer."""

    ready: bool
    """True when every part that is not optional is ready; the status is 503 otherwise."""

    parts: base.Table[ReadinessPart]

    followers: base.Table[FollowerState]
    """What runs beside the requests; empty where nothing does."""


@dataclass(frozen=True, kw_only=True, repr=False)
class ReadinessPart(base.Model):
    """ReadinessPart of an answer."""

    name: str

    ready: bool

    optional: bool | None = None
    """An optional part does not hold the others back: what does not need it is answered."""

    detail: str
    """What it holds, or what it waits for."""


@dataclass(frozen=True, kw_only=True, repr=False)
class FollowerState(base.Model):
    """FollowerState of an answer."""

    name: str

    ready: bool
    """False where it has failed, or given no sign, for longer than a moment."""

    optional: bool | None = None
    """An optional one does not hold the answers back."""

    state: str
    """`running`, `standby` (another process does it), `retrying`, `failing` or `stalled`."""

    behind: int
    """Items that wait, as far as it knows."""

    panics: int
    """Since the start."""

    quarantined: int
    """Items that it passes over."""


StreamMessages = str
