// What the service answers and takes, as types.
// Written by clients/generate.py from the OpenAPI document; change that, not this.

import type { Call } from "./call.js";

/** One value, or several of which any will do. */
export type Many<T> = T | T[];

/** An error as RFC 9457 puts it on the wire. */
export interface Problem {
  /** Where the error is described. */
  type: string;
  /** What sort of error it is, in a few words. */
  title: string;
  /** The HTTP status, again. */
  status: number;
  /** What went wrong this time and what to do about it. */
  detail: string;
  /** A stable name for programs. */
  code: string;
  /** Names this request in the logs; the same as the header X-Request-Id. */
  requestId: string;
  /** The parameter or body member at fault. */
  parameter?: string | null;
  /** The values that would be accepted. */
  allowed?: string[] | null;
  /** The character of the keyword query at which reading stopped, counted from 0. */
  position?: number | null;
  /** Seconds after which trying again makes sense. */
  retryAfterSeconds?: number | null;
  /** When the allowance is full again. */
  resetsAt?: string | null;
}

export interface Feed {
  data: FeedArticle[];
  pagination: Pagination;
}

/** One published item. Where `fields` names some members, the others are left out. */
export interface FeedArticle {
  Title?: string;
  Content?: string;
  /** When it was published, UTC. */
  Date?: string;
  URL?: string;
  Outlet?: string;
  Sentiment?: "Positive" | "Neutral" | "Negative";
  Outlet_Category?: string;
  author_name?: string;
  image_url?: string;
  /** The same for the same address, always. */
  id?: string;
  /** news, podcast, filing, disclosure, earnings_call or conversation. */
  kind?: string;
  /** True for items of the demo's invented world. */
  invented?: boolean;
  /** False where its tone is not known: nobody reads its language, or it waits to be read in the minutes after a large import. Its sentiment then stands as Neutral, and no count of tones has it. */
  read?: boolean;
  /** Companies, assets and organisations that it names, in the order in which they were found. */
  mentions?: Mention[];
  /** ISO 639-1, or und. */
  language?: string;
  /** How likely each tone is; null where it was not read. */
  tone?: ToneParts | null;
  /** Subjects, the strongest first; none for `Other`. */
  categories?: CategoryScore[];
  /** The story that it belongs to, as trends name it; null where it was not put into one yet. */
  story_id?: string | null;
  /** The role of who speaks, where that is known. */
  cohort?: string | null;
  /** Who speaks, where it is somebody's post. */
  speaker?: string | null;
  /** Bought: in the counts of articles, and no part of trends and indices. */
  sponsored?: boolean;
  /** Outlets of one house; trends and indices count houses. */
  outlet_family?: string;
  /** Of the outlet, ISO 3166-1 alpha-2, or empty. */
  country?: string;
  /** Names the models and lists that read it; null where nothing did yet. */
  marks_version?: string | null;
  /** Who is reported to have said what, in the order of the text; there with `statements=true`. */
  statements?: ReportedStatement[] | null;
  /** Where the words of the keyword stand, in title and content; there with `highlights=true`. */
  highlights?: Highlight[] | null;
}

/** Something that an article names. */
export interface Mention {
  /** company, asset or organisation. */
  kind: string;
  name: string;
  ticker: string | null;
  /** The tone toward it, which need not be the article's; null where it was not read: the first eight companies and assets and the first six organisations are. */
  sentiment: "Positive" | "Neutral" | "Negative" | null;
  /** The same as p(positive) - p(negative), from -1 to 1. */
  tone: number | null;
  /** 3 where the title names it, else 2 where the first paragraph does, else 1: how attention is split. */
  salience: number;
  /** How often it is named. */
  count: number;
}

/** How likely an article is of each tone, unrounded, so that what is counted from it can be counted again; together 1. */
export interface ToneParts {
  positive: number;
  neutral: number;
  negative: number;
}

/** A subject and how surely the article is on it, 0 to 1. */
export interface CategoryScore {
  name: string;
  score: number;
}

/** What somebody is reported to have said. */
export interface ReportedStatement {
  /** Gives /speakers/{id}. */
  speaker_id: string;
  speaker: string;
  /** As the article has it. */
  text: string;
  /** Where it begins in the article's text, and the first place after it, in characters. */
  start: number;
  end: number;
  /** The speaker's own words, rather than the article's account of them. */
  direct: boolean;
  /** As the article states them; empty where it does not. */
  title: string;
  affiliation: string;
  /** The role; null where none is stated or known. */
  cohort: string | null;
  /** How sure the role is, 0 to 100. */
  cohort_confidence: number;
  /** company, asset or organisation; null where it cannot be told what it is about. */
  about_kind: string | null;
  about: string | null;
  /** The tone toward that, from -1 to 1. */
  tone: number;
}

/** A passage with words of the keyword. */
export interface Highlight {
  field: "Title" | "Content";
  text: string;
  /** First character of each marked place in `text` and the one after its last, counted from 0 in Unicode characters. */
  marks: ([number, number])[];
}

export interface Pagination {
  /** How many articles match, exactly. */
  total: number;
  page: number;
  pageSize: number;
  totalPages: number;
  hasNextPage: boolean;
  /** Gives the next page as `cursor=`, also while new articles arrive; null on the last page. */
  nextCursor: string | null;
}

/** How large the export is; its rows are told with `Accept: application/x-ndjson`. */
export interface ExportSize {
  /** Articles after the cursor, or all of them. */
  rows: number;
}

/** The index with what moves it. */
export interface BellwetherIndex {
  id: string;
  name: string;
  /** 0 to 100; 50 means that each source speaks in its usual tone. Null below the minimum coverage. */
  score: number | null;
  /** What is missing where `score` is null. */
  missing?: IndexMissing[];
  /** The band that the score lies in. */
  status: "Extreme Fear" | "Fear" | "Neutral" | "Greed" | "Extreme Greed" | null;
  /** Points since the reading 24 hours before; null where none was published. */
  change24h: number | null;
  /** Points since the reading 7 days before; null where none was published. */
  change7d: number | null;
  confidence: number;
  /** Items of the window. */
  observedItems: number;
  /** What the drivers of either kind add up to; null where the score is. */
  z: number | null;
  /** The score is 100 * Phi(z / kappa). */
  kappa: number | null;
  drivers: IndexDrivers;
  methodologyVersion: string;
  windowStart: string;
  windowEnd: string;
  /** The UTC day of the reading. */
  date: string;
  /** True for the value of a whole day, which never changes. */
  frozen: boolean;
  updatedAt: string;
  generatedAt: string;
  attribution: string;
  /** Where the index and prices, cohorts or outlet categories disagree; full view only. */
  divergence?: IndexDivergence[] | null;
  /** What Bitcoin did after days of each band; full view only. */
  returnsByRegime?: RegimeReturns[] | null;
  note?: string | null;
  methodology?: IndexMethodology | null;
  provenance?: IndexProvenance | null;
}

/** What a reading lacks. */
export interface IndexMissing {
  what: string;
  /** How much of it there is. */
  have: number;
  /** How much is needed. */
  need: number;
}

/** Parts of z, twice: each list adds up to it. */
export interface IndexDrivers {
  outletCategory: IndexDriver[];
  storyCategory: IndexDriver[];
}

export interface IndexDriver {
  name: string;
  contribution: number;
}

/** The index less another level; 50 is usual for both. */
export interface IndexDivergence {
  against: "price" | "cohort" | "outletCategory";
  name: string;
  level: number;
  points: number;
}

/** Returns after the days of one band, in percent. */
export interface RegimeReturns {
  regime: string;
  horizonDays: number;
  n: number;
  mean: number | null;
  median: number | null;
  /** 95 % interval of the mean by block bootstrap; null below 10 days. */
  low: number | null;
  high: number | null;
  /** The interval holds 0: these days cannot be told from any others. */
  holdsZero: boolean | null;
}

/** How a number is made, as the receipts print it. */
export interface IndexMethodology {
  summary: string;
  minimumCoverage: string;
  sourceTables: string[];
}

/** What a reading was computed from; enough to compute it again. */
export interface IndexProvenance {
  /** Names the counted days, prices, parameters and version behind the reading. */
  digest: string;
  /** Names every digit of the reading. */
  seal: string;
  firstDay: string;
  lastDay: string;
  /** Documents in those days. */
  documents: number;
  /** Daily closes in those days. */
  prices: number;
  parameters: unknown;
  /** The command that computes this reading again from its documents; null where it is not the frozen value of its UTC day. */
  recompute: string | null;
}

/** A change of a reading and what it is made of. */
export interface IndexExplanation {
  id: string;
  name: string;
  unit: "score" | "percent" | "usd";
  date: string;
  previousDate: string;
  /** As it was published for the day. */
  value: number;
  /** As it was published for the day before, on the scale of `value`. */
  previousValue: number;
  change: number;
  /** The same in whole millionths of the unit: parts of one `by` add up to exactly this. */
  changeMillionths: number;
  methodologyVersion: string;
  /** How the change is taken apart. */
  how: string;
  /** Days whose articles are told one by one. */
  articlesFrom: string;
  articlesTo: string;
  /** By story, by outlet and by cohort, the largest first; each of the three adds up to the change. */
  parts: IndexPart[];
  attribution: string;
}

/** Something that moved the reading. */
export interface IndexPart {
  by: "story" | "outlet" | "cohort";
  /** `other` is what no single story, outlet or cohort gives, and is named. */
  kind: "story" | "outlet" | "cohort" | "other";
  /** Of the story. */
  id: string | null;
  name: string;
  /** In the unit of the metric. */
  contribution: number;
  millionths: number;
  /** Articles of the story or outlet in the days that are told one by one. */
  articleCount: number | null;
  /** The call that lists its articles. */
  query: string | null;
}

export interface IndexPortfolio {
  schemaVersion: 1;
  asset: "bitcoin";
  generatedAt: string;
  /** The newest day with documents. */
  sourceMaxDate: string;
  /** Milliseconds that computing these readings took. */
  calculationDurationMs?: number | null;
  /** Metrics that could not be computed, and why. */
  errors?: Record<string, string>;
  /** By metric id. */
  metrics: Record<string, IndexMetricReading>;
  attribution: string;
}

export interface IndexMetricReading {
  id: "main_index" | "bitcoin_discourse_dominance" | "narrative_cost_basis" | "cohort_conviction_gap" | "main_breadth";
  name: string;
  methodologyVersion: string;
  unit: "score" | "percent" | "usd";
  /** Null below the minimum coverage. */
  current: number | null;
  /** What is missing where `current` is null. */
  missing?: IndexMissing[];
  secondary?: IndexSecondary | null;
  /** Against the reading 24 hours before; null where none was published. */
  change: number | null;
  confidence: number;
  observedItems: number;
  windowStart: string;
  windowEnd: string;
  updatedAt: string;
  frequency: "realtime" | "daily" | "weekly";
  /** Published days: all of them up to 400, then the last of each week, then of each month. */
  history?: IndexHistoryPoint[] | null;
  /** daily, weekly or monthly. */
  historyGranularity?: string | null;
  breakdown?: unknown;
  provenance?: IndexProvenance | null;
  methodology?: IndexMethodology | null;
}

export interface IndexSecondary {
  label: string;
  value: number;
  unit: "percent" | "usd";
}

export interface IndexHistoryPoint {
  date: string;
  value: number;
  /** The day's close, where there is one. */
  btcPrice: number | null;
  /** The version that published it; two versions may be two scales. */
  methodologyVersion: string;
}

export interface NarrativeDominance {
  schemaVersion: 1;
  name: string;
  methodologyVersion: string;
  /** Names the list of tracked assets. */
  universeVersion: string;
  /** Tracked assets; those without any share are not in the ranking. */
  universeSize: number;
  /** Of `windowShare`, `windowRank` and the history. */
  window: string;
  granularity: string;
  generatedAt: string;
  updatedAt: string;
  windowStart: string;
  windowEnd: string;
  confidence: number;
  observedItems: number;
  outlets: number;
  /** By rank; empty below the minimum coverage. The shares sum to 100. */
  ranking: RankedAsset[];
  /** Null below the minimum coverage. */
  concentration: DominanceConcentration | null;
  attribution: string;
  /** Published days in the window: shares of the ten assets that lead now. */
  history?: DominanceHistoryPoint[] | null;
  methodology?: IndexMethodology | null;
  provenance?: IndexProvenance | null;
}

export interface RankedAsset {
  asset: string;
  ticker: string | null;
  rank: number;
  /** Percent of all attention. */
  share: number;
  /** Points since a week before. */
  change7d: number | null;
  /** Against the asset's own shares of the last 90 days. */
  z: number | null;
  /** z is 3 or more. */
  spike: boolean;
  /** Percent of all mentions of ranked assets in the days of `window`. */
  windowShare: number;
  /** The rank by that share. */
  windowRank: number;
  /** Plain share of mentions in the last 7 days, percent; full view only. */
  mentionShare?: number | null;
  /** Full view only. */
  baselineMean?: number | null;
  /** Full view only. */
  baselineDeviation?: number | null;
}

export interface DominanceConcentration {
  /** Sum of squared shares, 0 to 1. */
  hhi: number;
  entropy: number;
  normalisedEntropy: number;
  /** So many equal shares would be as concentrated. */
  effectiveNumber: number;
}

export interface DominanceHistoryPoint {
  date: string;
  /** Percent by asset; 0 where an asset had no share that day. */
  shares: Record<string, unknown>;
}

/** One of the stories with most evidence. */
export interface Trend {
  /** A headline of its own articles: early reports of outlets that others follow come first. */
  title: string;
  /** Whole sentences of the same article, or of one that agrees with the title in names and numbers; empty where there are none. */
  description: string;
  /** 0 to 100 by its rank among the stories of the last 90 days, on a scale on which each halving of the rank is worth the same; held down where few families report on their own. */
  signal_strength: number;
  category: string;
  /** Its articles in the range. */
  article_count: number;
  /** The most central ones, each of another outlet family, none of them sponsored. */
  representative_articles: Headline[];
  /** How much of the panel of outlet families reports it on its own. */
  stage: "early" | "emerging" | "strong";
  /** Its latest attention against that of stories of the same age. */
  momentum: "accelerating" | "steady" | "fading";
  /** Distinct outlet families that carry it. */
  outlet_families: number;
  /** Those that say more than an earlier article said. */
  independent_families: number;
  /** How early these families report what others report too, on average: 0.5 last, 1 average, 1.5 first. */
  authority: number;
  /** Its attention against all attention of a usual day: 0.1 is a tenth of one. */
  volume: number;
  /** Its rank by evidence among `ranked_stories`, the stories that began in the 90 days up to the end. */
  rank: number;
  ranked_stories: number;
  /** First and last day on which it has articles, before the range or in it. */
  first_date: string;
  last_date: string;
  story_id: string;
  title_source: ArticleLink;
  description_source: ArticleLink;
  /** The call that lists its articles. */
  query: string;
}

/** An article without its text. */
export interface Headline {
  Title: string;
  /** When it was published, UTC. */
  Date: string;
  URL: string;
  Outlet: string;
  Sentiment: "Positive" | "Neutral" | "Negative";
  Outlet_Category: string;
  author_name: string;
  image_url: string;
  id: string;
  kind: string;
  invented: boolean;
}

/** Whose words they are. */
export interface ArticleLink {
  Outlet: string;
  URL: string;
}

/** A theme that holds many stories. */
export interface Narrative {
  /** Stays; one that was joined to another leads there. */
  id: string;
  /** What recurs in the titles of its stories of these days, or what an operator calls it. */
  name: string;
  /** Where its attention stands against its own past on the last day: first heard within two weeks (emerging), more than its past allows (growing), as high as ever and no longer rising (peaking), neither (steady), less (fading), none for two weeks (dormant), heard again after three (returning). Days without any coverage are no silence. */
  stage: "emerging" | "growing" | "peaking" | "steady" | "fading" | "dormant" | "returning";
  /** One sentence each of its leading stories. */
  description: string;
  /** Whose sentences these are. */
  sentences: QuotedSentence[];
  /** The first day on which one of its stories has articles, before the range or in it, since its last silence of 120 days with coverage, or of a year: after that it begins anew. */
  first_date: string;
  /** Its articles in the range, and its stories that have any. */
  article_count: number;
  story_count: number;
  /** Distinct outlet families that carry it in the range. */
  outlet_families: number;
  /** Of all attention in the range. */
  share: number;
  /** Of all attention in the last seven days, and in the 28 before them from the day on which it was first heard. */
  share_last_week: number;
  share_before: number;
  /** How many standard deviations lie between the last seven days and what the 28 before them let expect; null without a past. */
  deviations: number | null;
  /** Mean tone of its articles in the range, from -1 to 1. */
  tone: number | null;
  /** What its stories are about and name most often, the commonest first. */
  categories: string[];
  companies: string[];
  assets: string[];
  /** Its stories with most attention in the range. */
  stories: StoryLine[];
  /** The call that lists its articles. */
  query: string;
}

/** Words of an article, and whose they are. */
export interface QuotedSentence {
  text: string;
  Outlet: string;
  URL: string;
  /** When it was published, UTC. */
  Date: string;
}

/** One story. */
export interface StoryLine {
  story_id: string;
  /** A headline of its own articles. */
  title: string;
  /** Its articles in the range. */
  article_count: number;
  /** First and last day of the range on which it has articles. */
  first_date: string;
  last_date: string;
  /** A sentence of one of its articles; null where none has one. */
  sentence: QuotedSentence | null;
  /** The call that lists its articles. */
  query: string;
}

/** A theme that holds many stories. */
export interface NarrativeDetail {
  /** Stays; one that was joined to another leads there. */
  id: string;
  /** What recurs in the titles of its stories of these days, or what an operator calls it. */
  name: string;
  /** Where its attention stands against its own past on the last day: first heard within two weeks (emerging), more than its past allows (growing), as high as ever and no longer rising (peaking), neither (steady), less (fading), none for two weeks (dormant), heard again after three (returning). Days without any coverage are no silence. */
  stage: "emerging" | "growing" | "peaking" | "steady" | "fading" | "dormant" | "returning";
  /** One sentence each of its leading stories. */
  description: string;
  /** Whose sentences these are. */
  sentences: QuotedSentence[];
  /** The first day on which one of its stories has articles, before the range or in it, since its last silence of 120 days with coverage, or of a year: after that it begins anew. */
  first_date: string;
  /** Its articles in the range, and its stories that have any. */
  article_count: number;
  story_count: number;
  /** Distinct outlet families that carry it in the range. */
  outlet_families: number;
  /** Of all attention in the range. */
  share: number;
  /** Of all attention in the last seven days, and in the 28 before them from the day on which it was first heard. */
  share_last_week: number;
  share_before: number;
  /** How many standard deviations lie between the last seven days and what the 28 before them let expect; null without a past. */
  deviations: number | null;
  /** Mean tone of its articles in the range, from -1 to 1. */
  tone: number | null;
  /** What its stories are about and name most often, the commonest first. */
  categories: string[];
  companies: string[];
  assets: string[];
  /** Its stories with most attention in the range. */
  stories: StoryLine[];
  /** The call that lists its articles. */
  query: string;
  /** The first article of its first story: who told it first. */
  first_article: Headline | null;
  /** Days with coverage, in order. */
  days: NarrativePoint[];
  /** Outlets that carried it in the range, those with most articles first; tone and start may differ. */
  carriers: Carrier[];
  /** Countries whose outlets carried it, in the order in which it reached them. */
  countries: CarryingCountry[];
  /** What people of each role say in it, in posts and in reported statements. */
  cohorts: NarrativeCohort[];
  /** Where roles of three people or more are furthest apart; null where there are no two. */
  disagreement: Disagreement | null;
  /** Days on which its share of the attention turned for longer than chance allows, in order; also before the range. */
  change_points: ChangePoint[];
}

export interface NarrativePoint {
  date: string;
  article_count: number;
  /** Stories with articles on the day. */
  story_count: number;
  /** Of all attention of the day. */
  share: number;
  /** Mean tone, from -1 to 1; null where there are no articles. */
  tone: number | null;
  /** Outlet families that have carried it in the range up to this day. */
  families_so_far: number;
  /** The call that lists the day's articles. */
  query: string;
}

export interface Carrier {
  outlet: string;
  family: string;
  /** ISO 3166-1 alpha-2, or empty. */
  country: string;
  article_count: number;
  /** Mean tone of these articles, from -1 to 1; null where none is in a language that is read. */
  tone: number | null;
  first_at: string;
  /** The call that lists them. */
  query: string;
}

export interface CarryingCountry {
  /** ISO 3166-1 alpha-2. */
  country: string;
  article_count: number;
  outlet_families: number;
  first_at: string;
  /** The call that lists them. */
  query: string;
}

/** One role in a narrative. */
export interface NarrativeCohort {
  cohort: string;
  /** Posts and statements; the same words in several articles are one. */
  statement_count: number;
  speaker_count: number;
  /** Mean tone of people's days, from -1 to 1: all that somebody says in a role on a day is one. */
  tone: number;
  /** When somebody of the role first spoke in it, in the range. */
  first_at: string;
  article_count: number;
  /** The call that lists the articles in which they speak. */
  query: string;
}

/** The two roles that differ most. */
export interface Disagreement {
  most_positive: string;
  most_negative: string;
  /** Between their tones, from 0 to 2. */
  difference: number;
}

/** A day from which on it has another share of the attention. */
export interface ChangePoint {
  date: string;
  /** Share of all attention since the turn before, and from this one to the next or the end of the range. */
  share_before: number;
  share_after: number;
  /** Twice the logarithm of how much likelier two shares are than one, its usual scatter taken into account. */
  strength: number;
  /** The stories with most attention in the three days from then on. */
  stories: StoryLine[];
  /** Where it rose: the narrative that lost most, the week from then on against the week before. */
  displaced: Displaced | null;
  /** The call that lists the articles of these days. */
  query: string;
}

export interface Displaced {
  id: string;
  name: string;
  share_before: number;
  share_after: number;
}

export interface Story {
  /** The story that the id stands for; one that was joined to another leads there. */
  story_id: string;
  /** A headline of its own articles. */
  title: string;
  title_source: ArticleLink;
  /** Whole sentences of one article, and whose they are; null where no article has any. */
  description: QuotedSentence | null;
  first_date: string;
  last_date: string;
  article_count: number;
  /** Distinct outlet families that carry it, and those that say more than an earlier article said. */
  outlet_families: number;
  independent_families: number;
  /** Mean tone of its articles, from -1 to 1. */
  tone: number | null;
  category: string;
  /** The themes that it belongs to: none, one or two. */
  narratives: NarrativeLink[];
  /** Days with articles, in order. */
  timeline: StoryDay[];
  /** Its articles, newest first, 200 at most. */
  articles: Headline[];
  /** The call that lists all of them. */
  query: string;
}

/** A narrative by its name. */
export interface NarrativeLink {
  id: string;
  name: string;
}

export interface StoryDay {
  date: string;
  article_count: number;
  tone: number | null;
  /** Distinct outlet families on the day. */
  outlet_families: number;
  query: string;
}

/** One published item. Where `fields` names some members, the others are left out. */
export interface OneArticle {
  Title?: string;
  Content?: string;
  /** When it was published, UTC. */
  Date?: string;
  URL?: string;
  Outlet?: string;
  Sentiment?: "Positive" | "Neutral" | "Negative";
  Outlet_Category?: string;
  author_name?: string;
  image_url?: string;
  /** The same for the same address, always. */
  id?: string;
  /** news, podcast, filing, disclosure, earnings_call or conversation. */
  kind?: string;
  /** True for items of the demo's invented world. */
  invented?: boolean;
  /** False where its tone is not known: nobody reads its language, or it waits to be read in the minutes after a large import. Its sentiment then stands as Neutral, and no count of tones has it. */
  read?: boolean;
  /** Companies, assets and organisations that it names, in the order in which they were found. */
  mentions?: Mention[];
  /** ISO 639-1, or und. */
  language?: string;
  /** How likely each tone is; null where it was not read. */
  tone?: ToneParts | null;
  /** Subjects, the strongest first; none for `Other`. */
  categories?: CategoryScore[];
  /** The story that it belongs to, as trends name it; null where it was not put into one yet. */
  story_id?: string | null;
  /** The role of who speaks, where that is known. */
  cohort?: string | null;
  /** Who speaks, where it is somebody's post. */
  speaker?: string | null;
  /** Bought: in the counts of articles, and no part of trends and indices. */
  sponsored?: boolean;
  /** Outlets of one house; trends and indices count houses. */
  outlet_family?: string;
  /** Of the outlet, ISO 3166-1 alpha-2, or empty. */
  country?: string;
  /** Names the models and lists that read it; null where nothing did yet. */
  marks_version?: string | null;
  /** What it tells, with all articles that tell the same up to now; null before it was read, and where it stands alone. */
  story: StoryLine | null;
  /** The themes that its story belongs to: none, one or two. */
  narratives: NarrativeLink[];
}

/** An article without its text. */
export interface SimilarArticle {
  Title: string;
  /** When it was published, UTC. */
  Date: string;
  URL: string;
  Outlet: string;
  Sentiment: "Positive" | "Neutral" | "Negative";
  Outlet_Category: string;
  author_name: string;
  image_url: string;
  id: string;
  kind: string;
  invented: boolean;
  /** How near it lies by what it means: 1 for the same words, about 0 for what has nothing to do with it. */
  similarity: number;
}

/** One story. */
export interface Breaking {
  story_id: string;
  /** A headline of its own articles. */
  title: string;
  /** Its articles in the range. */
  article_count: number;
  /** First and last day of the range on which it has articles. */
  first_date: string;
  last_date: string;
  /** A sentence of one of its articles; null where none has one. */
  sentence: QuotedSentence | null;
  /** The call that lists its articles. */
  query: string;
  /** When the third outlet family reported it on its own. */
  broke_at: string;
  /** Outlet families that report it on their own, up to now. */
  independent_families: number;
  /** How many standard deviations its attention lies beyond that of stories of its age. */
  deviations: number;
  /** The themes that it belongs to: none, one or two. */
  narratives: NarrativeLink[];
}

export interface Intelligence {
  /** The strongest stories, as in /trends. */
  trends: Trend[];
  /** As in /intelligence/categories: of all stories, whatever narrows the trends. */
  categories: CategoryShare[];
  /** The sum of the categories' counts. */
  total_trends: number;
}

export interface CategoryShare {
  /** Other: of no category. */
  name: string;
  /** Stories with two articles or more in the range, not all of them sponsored, whose commonest category this is there: the trends of the range. */
  count: number;
  /** Percent of all such stories; together 100. */
  pct: number;
  /** Articles on this subject; an article may be on several. */
  article_count: number;
  /** The call that lists these articles. */
  query: string;
  /** The call that lists these stories; its header X-Service-Total is `count`. */
  trends_query: string;
}

export interface CategoryDistribution {
  categories: CategoryShare[];
  /** The sum of the counts. */
  total_trends: number;
}

export interface SentimentMetrics {
  sentiment: ToneShares;
  total_articles: number;
  /** Most articles first. */
  by_outlet: OutletTone[];
  /** Most articles first. */
  by_language: LanguageTone[];
  /** Days with coverage, in order, or weeks or months by their first day, or hours; those without any are left out. */
  by_day: DayTone[];
  /** The call that lists all of these articles. */
  query: string;
}

/** Shares of the three tones in articles whose language is read; together 1, or all 0 where there is none. */
export interface ToneShares {
  positive: number;
  neutral: number;
  negative: number;
  interval: ShareInterval;
}

/** Between which each share lies with 95 % confidence (Wilson), low and high; 0 and 1 where there is no article. */
export interface ShareInterval {
  positive: [number, number];
  neutral: [number, number];
  negative: [number, number];
}

/** Shares of the three tones in articles whose language is read; together 1, or all 0 where there is none. */
export interface OutletTone {
  outlet: string;
  category: string;
  article_count: number;
  positive: number;
  neutral: number;
  negative: number;
  interval: ShareInterval;
  /** The call that lists these articles. */
  query: string;
}

/** Shares of the three tones in articles whose language is read; together 1, or all 0 where there is none. */
export interface LanguageTone {
  /** ISO 639-1, or und. */
  language: string;
  /** False where nobody reads it: its articles are counted, and have no tone. */
  read: boolean;
  article_count: number;
  positive: number;
  neutral: number;
  negative: number;
  interval: ShareInterval;
  /** The call that lists these articles. */
  query: string;
}

/** Shares of the three tones in articles whose language is read; together 1, or all 0 where there is none. */
export interface DayTone {
  date: string;
  /** When the hour begins; there with `granularity=hour`. */
  hour?: string | null;
  article_count: number;
  positive: number;
  neutral: number;
  negative: number;
  interval: ShareInterval;
  /** The call that lists these articles. */
  query: string;
}

/** One day with enough coverage, or a week or month by its first day, or an hour; others are left out. */
export interface FearGreedPoint {
  date: string;
  /** When the hour begins; there with `granularity=hour`. */
  hour?: string | null;
  /** 0 is Extreme Fear, 100 is Extreme Greed. */
  value: number;
  label: "Extreme Fear" | "Fear" | "Neutral" | "Greed" | "Extreme Greed";
  article_count: number;
  /** Half the width of the value's 95 % interval, in points; never 0. */
  margin: number;
  /** The interval, within 0 and 100. */
  low: number;
  high: number;
  /** The call that lists the row's articles. */
  query: string;
}

export interface OutletVolume {
  outlet: string;
  /** Its articles in the range. */
  count: number;
  /** What kind of outlet it is. */
  category: string;
  /** The call that lists these articles. */
  query: string;
}

export interface CompanyMentions {
  /** For each company the days on which it is named, in order; the most named company first. Where a page is asked for, at most 400 days of companies are on it, so that a company may go on on the next one. */
  groupedData: Record<string, CompanyDay[]>;
  /** The sum of all counts, on the page or not; an article that names two companies is in it twice. */
  totalVolume: number;
  /** Companies that have days in this answer. */
  companies: Record<string, MentionedCompany>;
  pagination: RowPagination;
}

/** One company on one day. Its company's `query` lists all of its articles, with the date as `startDate` and `endDate`. */
export interface CompanyDay {
  date: string;
  /** Articles that name it. */
  count: number;
  positive: number;
  neutral: number;
  negative: number;
  /** Up to three that speak of it most plainly. At most 1,000 are listed in all, 300 where there are more than 10,000 rows, and 60 on a page: those of the newest days. */
  articles: MentionArticle[];
}

export interface MentionArticle {
  Title: string;
  URL: string;
  Outlet: string;
  Date: string;
  Sentiment: "Positive" | "Neutral" | "Negative";
  /** The tone toward the company of the row, where `Sentiment` is that of the whole article; null where it was not read. */
  company_sentiment: "Positive" | "Neutral" | "Negative" | null;
}

export interface MentionedCompany {
  ticker: string | null;
  /** In all days asked for. */
  count: number;
  /** The call that lists the articles; narrowed to a day, those of the day. */
  query: string;
}

export interface RowPagination {
  /** Days of companies in all. */
  total: number;
  page: number;
  pageSize: number;
  totalPages: number;
  hasNextPage: boolean;
}

export interface Cohorts {
  /** Roles in which somebody spoke in the range. */
  cohorts: CohortRow[];
  /** The sum of the post counts. */
  total_posts: number;
  /** The sum of the statement counts. */
  total_statements: number;
  /** The days that were asked for, or the last 30. */
  start_date: string;
  end_date: string;
}

export interface CohortRow {
  cohort: string;
  /** Posts of speakers of this role, and articles that report a statement of one. */
  article_count: number;
  post_count: number;
  /** Different statements: the same words in twelve outlets are one. */
  statement_count: number;
  /** Different people among those who posted and who are quoted. */
  speaker_count: number;
  /** Days of people: all that somebody says in the role on a day is one. */
  speaker_days: number;
  /** Shares of the three tones among the days of people; together 1. */
  positive: number;
  neutral: number;
  negative: number;
  /** Positive less negative. */
  net_sentiment: number;
  /** Its 95 % interval. */
  low: number;
  high: number;
  /** 0 to 100: how sure it is that they speak in this role. */
  role_confidence: number;
  /** 0 to 100: how much the days of people, the people and their age allow to say. */
  confidence: number;
  /** The call that lists these articles; with `statements=true` it shows what is said in them. */
  query: string;
}

export interface Speakers {
  speakers: SpeakerRow[];
  /** The days that were asked for, or the last 30. */
  start_date: string;
  end_date: string;
}

export interface SpeakerRow {
  id: string;
  name: string;
  /** False for a firm or an office that speaks as such. */
  is_person: boolean;
  /** The role in which most of the statements were made; null where none is stated. */
  cohort: string | null;
  /** Different statements: the same words in twelve outlets are one. */
  statement_count: number;
  article_count: number;
  /** Different outlets that carry them. */
  outlet_count: number;
  /** Of the statements, those with a positive and those with a negative tone toward what they are about. */
  positive: number;
  negative: number;
  /** When the last of them was published, UTC. */
  last_at: string;
  /** The call that lists the statements with their articles. */
  query: string;
}

export interface Speaker {
  id: string;
  name: string;
  /** False for a firm or an office that speaks as such. */
  is_person: boolean;
  /** The names that articles use. */
  spellings: string[];
  /** The days that were asked for, or the last 30. */
  start_date: string;
  end_date: string;
  /** Different statements that were asked for, whether listed or not. */
  statement_count: number;
  /** Articles that report them. */
  article_count: number;
  /** The newest first; one that several outlets carry stands here once. */
  statements: Statement[];
  /** The titles and firms that articles state, most often first. */
  roles: StatedRole[];
  /** What the statements are about, most often first. */
  subjects: SpeakerSubject[];
  by_day: SpeakerDay[];
}

/** What somebody is reported to have said. */
export interface Statement {
  /** Gives /speakers/{id}. */
  speaker_id: string;
  speaker: string;
  /** As the article has it. */
  text: string;
  /** Where it begins in the article's text, and the first place after it, in characters. */
  start: number;
  end: number;
  /** The speaker's own words, rather than the article's account of them. */
  direct: boolean;
  /** As the article states them; empty where it does not. */
  title: string;
  affiliation: string;
  /** The role; null where none is stated or known. */
  cohort: string | null;
  /** How sure the role is, 0 to 100. */
  cohort_confidence: number;
  /** company, asset or organisation; null where it cannot be told what it is about. */
  about_kind: string | null;
  about: string | null;
  /** The tone toward that, from -1 to 1. */
  tone: number;
  /** The articles that report it, the earliest first; words and place are those of the first. */
  articles: Headline[];
}

/** What articles call the speaker. */
export interface StatedRole {
  title: string;
  /** The firm or office that the title names; empty where it names none. */
  affiliation: string;
  cohort: string | null;
  statement_count: number;
}

export interface SpeakerSubject {
  /** company, asset or organisation. */
  kind: string;
  name: string;
  statement_count: number;
  /** Mean tone toward it, from -1 to 1. */
  tone: number;
}

export interface SpeakerDay {
  date: string;
  statement_count: number;
  /** Mean tone, from -1 to 1. */
  tone: number;
}

/** One day with coverage, or a week or month by its first day, or an hour; those without any are left out, those with coverage but without a match have count 0. */
export interface TimeseriesPoint {
  date: string;
  /** When the hour begins; there with `granularity=hour`. */
  hour?: string | null;
  /** Articles that match. */
  count: number;
  /** Of all articles of the day, or of what else the row is. */
  share: number;
  /** Between which the share lies with 95 % confidence (Wilson). */
  share_low: number;
  share_high: number;
  /** Mean tone of the matches, from -1 to 1; null where there is none. */
  tone: number | null;
  /** Different outlets among the matches; of a week or month, those of the day with most. */
  outlets: number;
  /** The call that lists the matches. */
  query: string;
}

export interface Momentum {
  /** The day that is told about. */
  date: string;
  /** As the stage of a narrative; null where nothing matched in the 120 days up to the day. */
  stage: "emerging" | "growing" | "peaking" | "steady" | "fading" | "dormant" | "returning" | null;
  /** Matching articles of the last seven days, and their share of all articles. */
  count: number;
  share: number;
  /** The share in the 28 days before them. */
  share_before: number;
  /** How many standard deviations lie between the two; null without a past. */
  deviations: number | null;
  /** Days on which the share turned for longer than chance allows, in order. */
  change_points: MomentumTurn[];
  /** The call that lists the matches of the last seven days. */
  query: string;
}

export interface MomentumTurn {
  date: string;
  share_before: number;
  share_after: number;
  /** Twice the logarithm of how much likelier two shares are than one, the usual scatter taken into account. */
  strength: number;
  /** The call that lists the matches of the three days from then on. */
  query: string;
}

export interface Compared {
  /** In the order in which they were asked. */
  queries: ComparedQuery[];
  /** Days with coverage, in order. */
  days: ComparedDay[];
}

export interface ComparedQuery {
  q: string;
  /** Matching articles in the range. */
  count: number;
  /** Of all articles. */
  share: number;
  /** Of the matches of all these questions together; an article that matches two counts in both. */
  share_of_voice: number;
  /** Mean tone of the matches, from -1 to 1; null where there is none. */
  tone: number | null;
  /** The call that lists the matches. */
  query: string;
}

export interface ComparedDay {
  date: string;
  /** All articles of the day. */
  total: number;
  /** Matches of each question, in the order in which they were asked. */
  counts: number[];
  tones: (number | null)[];
}

export interface ComparedCompany {
  name: string;
  ticker: string | null;
  /** Its articles in the range. */
  article_count: number;
  /** Of all articles. */
  share: number;
  positive: number;
  neutral: number;
  negative: number;
  /** Mean tone of these articles, from -1 to 1; null where there are none. */
  tone: number | null;
  /** Its articles against its own past on the last day, as the stage of a narrative; null where it has none in 120 days. */
  stage: "emerging" | "growing" | "peaking" | "steady" | "fading" | "dormant" | "returning" | null;
  /** How many standard deviations lie between the last seven days and what the 28 before them let expect. */
  deviations: number | null;
  /** Themes of which three articles and a tenth of those in the range name it, or more; those of which most do first. Of an outlet those that it has most articles of. */
  narratives: NamedNarrative[];
  /** Days with coverage, in order. */
  days: NamedDay[];
  /** The call that lists its articles. */
  query: string;
  /** Of the articles of all these companies; one that names two counts in both. */
  share_of_voice: number;
}

/** A theme in which something is named, as /narratives tells of it. */
export interface NamedNarrative {
  id: string;
  name: string;
  stage: "emerging" | "growing" | "peaking" | "steady" | "fading" | "dormant" | "returning";
  /** Its articles in the range. */
  article_count: number;
  /** Of them, those that name it, of the theme's 40 leading stories; of an outlet its own. */
  named_count: number;
  /** Of all attention in the range. */
  share: number;
  /** The call that lists its articles. */
  query: string;
}

export interface NamedDay {
  date: string;
  article_count: number;
  share: number;
  tone: number | null;
  query: string;
}

export interface NamedFigures {
  name: string;
  ticker: string | null;
  /** Its articles in the range. */
  article_count: number;
  /** Of all articles. */
  share: number;
  positive: number;
  neutral: number;
  negative: number;
  /** Mean tone of these articles, from -1 to 1; null where there are none. */
  tone: number | null;
  /** Its articles against its own past on the last day, as the stage of a narrative; null where it has none in 120 days. */
  stage: "emerging" | "growing" | "peaking" | "steady" | "fading" | "dormant" | "returning" | null;
  /** How many standard deviations lie between the last seven days and what the 28 before them let expect. */
  deviations: number | null;
  /** Themes of which three articles and a tenth of those in the range name it, or more; those of which most do first. Of an outlet those that it has most articles of. */
  narratives: NamedNarrative[];
  /** Days with coverage, in order. */
  days: NamedDay[];
  /** The call that lists its articles. */
  query: string;
}

export interface Taxonomy {
  outlets: Outlet[];
  /** Subjects of articles; Other stands for none. */
  categories: string[];
  companies: KnownName[];
  assets: KnownName[];
  /** Roles of speakers. */
  cohorts: string[];
  metrics: MetricDescription[];
  /** How the other numbers are made. */
  methods: MethodVersion[];
  kinds: string[];
  sentiments: string[];
  languages: string[];
  /** First and last day with coverage; null before there is any. */
  days: CoveredDays | null;
  versions: Versions;
}

export interface Outlet {
  name: string;
  category: string;
  family: string;
  /** ISO 3166-1 alpha-2, or empty. */
  country: string;
}

export interface KnownName {
  name: string;
  ticker: string | null;
}

export interface MetricDescription {
  id: string;
  name: string;
  methodologyVersion: string;
  unit: string;
  frequency: string;
}

export interface MethodVersion {
  id: string;
  name: string;
  version: string;
  summary: string;
}

export interface CoveredDays {
  first: string;
  last: string;
}

export interface Versions {
  interface: string;
  contract: string;
  interfaceSchema: number;
  commercialModel: string;
  commercialSchema: number;
}

export interface Changes {
  /** Newest first. */
  data: SeriesChange[];
}

export interface SeriesChange {
  /** The first day on which it acts. */
  date: string;
  /** `methodology`: a metric is published by another version from this day on. `source_added`: the first day of a source in the coverage. `source_silent`: the day after the last one, of a source that has had none for two weeks. */
  kind: "methodology" | "source_added" | "source_silent";
  /** The metric or the outlet. */
  subject: string;
  /** Of the method. */
  version: string | null;
  detail: string;
}

export interface TransparencyIndex {
  /** By ticker. */
  data: QuotedCompany[];
  receipt: DirectnessReceipt;
}

/** One company's score with what it rests on. */
export interface QuotedCompany {
  ticker: string;
  company: string;
  /** 0 (evasive) to 100 (direct); null where no call has enough questions. */
  score: number | null;
  /** Direct, Mostly direct, Mixed, Evasive or Highly evasive; null without a score. */
  classification: string | null;
  /** 0 to 100: 100 where the interval is a point, 0 where it spans the scale; null without a score. */
  confidence: number | null;
  interval: ScoreInterval | null;
  /** Questions counted in the score: those of the latest four calls that have one. */
  questions: number;
  /** Questions declined with reference to law or regulation; counted apart, not in the score. */
  declined: number;
  /** Calls that are known, scored or not. */
  calls: number;
  lastCallDate: string;
  /** Points per year over all calls with a score; null with fewer than three. */
  trend: number | null;
  /** Why there is no score; null with one. */
  unscoredBecause: string | null;
  /** True for companies of the demo's invented world. */
  invented: boolean;
  /** The least and the most direct answers of the latest call. */
  quotes: DirectnessQuote[];
}

/** 95 %, by resampling the questions. */
export interface ScoreInterval {
  low: number;
  high: number;
}

/** A question and its answer; every text is a verbatim part of the source. */
export interface DirectnessQuote {
  question: string;
  answer: string;
  /** Who asked. */
  analyst: string;
  /** Who answered. */
  speaker: string;
  /** The speaker's title, where the call states one. */
  title: string | null;
  /** 0 evasive, 0.5 intermediate, 1 direct. */
  score: number;
  /** direct, intermediate or evasive. */
  label: string;
  topic: string;
  /** Refuses with reference to law or regulation; counted apart. A refusal without such a reference is scored, and false here. */
  declined: boolean;
  /** Each once. */
  reasons: DirectnessReason[];
  callDate: string;
  sourceUrl: string;
}

export interface DirectnessReason {
  /** Such as "refuses to say" or "gives a number where one was asked for". */
  reason: string;
  /** The first words that gave it, verbatim. */
  quote: string;
}

/** What the numbers are, and what they are not. */
export interface DirectnessReceipt {
  statement: string;
  method: string;
  /** Companies that are listed, scored or not. */
  companies: number;
  /** Calls behind the scores, those too short to count left out. */
  scoredCalls: number;
  /** What scored the calls. */
  models: string[];
}

export interface TransparencyLeaderboard {
  /** The most direct first; those without a score last. */
  data: RankedCompany[];
  receipt: DirectnessReceipt;
}

/** One company's score with what it rests on. */
export interface RankedCompany {
  /** From 1; equal scores have an equal rank; null without a score. */
  rank: number | null;
  ticker: string;
  company: string;
  /** 0 (evasive) to 100 (direct); null where no call has enough questions. */
  score: number | null;
  /** Direct, Mostly direct, Mixed, Evasive or Highly evasive; null without a score. */
  classification: string | null;
  /** 0 to 100: 100 where the interval is a point, 0 where it spans the scale; null without a score. */
  confidence: number | null;
  interval: ScoreInterval | null;
  /** Questions counted in the score: those of the latest four calls that have one. */
  questions: number;
  /** Questions declined with reference to law or regulation; counted apart, not in the score. */
  declined: number;
  /** Calls that are known, scored or not. */
  calls: number;
  lastCallDate: string;
  /** Points per year over all calls with a score; null with fewer than three. */
  trend: number | null;
  /** Why there is no score; null with one. */
  unscoredBecause: string | null;
  /** True for companies of the demo's invented world. */
  invented: boolean;
}

/** One company's score with what it rests on. */
export interface CompanyTransparency {
  ticker: string;
  company: string;
  /** 0 (evasive) to 100 (direct); null where no call has enough questions. */
  score: number | null;
  /** Direct, Mostly direct, Mixed, Evasive or Highly evasive; null without a score. */
  classification: string | null;
  /** 0 to 100: 100 where the interval is a point, 0 where it spans the scale; null without a score. */
  confidence: number | null;
  interval: ScoreInterval | null;
  /** Questions counted in the score: those of the latest four calls that have one. */
  questions: number;
  /** Questions declined with reference to law or regulation; counted apart, not in the score. */
  declined: number;
  /** Calls that are known, scored or not. */
  calls: number;
  lastCallDate: string;
  /** Points per year over all calls with a score; null with fewer than three. */
  trend: number | null;
  /** Why there is no score; null with one. */
  unscoredBecause: string | null;
  /** True for companies of the demo's invented world. */
  invented: boolean;
  /** Among all companies with a score; null without one. */
  rank: number | null;
  rankedCompanies: number;
  /** The score by what the questions are about, most asked first. */
  topics: TopicDirectness[];
  /** Every call with a score, oldest first. */
  quarters: QuarterDirectness[];
  /** The least and the most direct answers of the latest call. */
  quotes: DirectnessQuote[];
  /** Every call, newest first, with all its exchanges. */
  callDetails: CallDetail[];
  receipt: DirectnessReceipt;
}

export interface TopicDirectness {
  /** Such as guidance, margins, regulation, balance sheet. */
  topic: string;
  questions: number;
  score: number;
}

/** One call's own score. */
export interface QuarterDirectness {
  callDate: string;
  score: number;
  classification: string;
  /** 0 to 100. */
  confidence: number;
  interval: ScoreInterval;
}

export interface CallDetail {
  id: string;
  title: string;
  callDate: string;
  sourceUrl: string;
  scorable: boolean;
  /** Why it cannot be scored; null where it can. */
  reason: string | null;
  /** Null where the call cannot be scored or has too few questions. */
  score: number | null;
  classification: string | null;
  interval: ScoreInterval | null;
  questions: number;
  declined: number;
  /** In the order in which they were spoken. */
  exchanges: ExchangeDetail[];
}

/** A question and its answer; every text is a verbatim part of the source. */
export interface ExchangeDetail {
  question: string;
  answer: string;
  /** Who asked. */
  analyst: string;
  /** Who answered. */
  speaker: string;
  /** The speaker's title, where the call states one. */
  title: string | null;
  /** 0 evasive, 0.5 intermediate, 1 direct. */
  score: number;
  /** direct, intermediate or evasive. */
  label: string;
  topic: string;
  /** Refuses with reference to law or regulation; counted apart. A refusal without such a reference is scored, and false here. */
  declined: boolean;
  /** Each once. */
  reasons: DirectnessReason[];
  callDate: string;
  sourceUrl: string;
  /** A moderator read out what a shareholder had sent in. */
  submitted: boolean;
  /** That the answer refuses, defers or cannot. */
  nonAnswer: number;
  /** That the answer is concrete. */
  specific: number;
  asksNumber: boolean;
  givesNumber: boolean;
  /** The whole question, turn by turn. */
  questionTurns: SpokenWords[];
  /** The whole answer, turn by turn. */
  answerTurns: SpokenWords[];
}

/** One person's words, verbatim. */
export interface SpokenWords {
  speaker: string;
  text: string;
}

export interface Evadometer {
  /** By ticker. */
  data: EvadometerCompany[];
  receipt: DirectnessReceipt;
}

/** A company's score and what its answers are like. */
export interface EvadometerCompany {
  ticker: string;
  company: string;
  /** 0 (evasive) to 100 (direct); null where no call has enough questions. */
  score: number | null;
  /** Direct, Mostly direct, Mixed, Evasive or Highly evasive; null without a score. */
  classification: string | null;
  /** 0 to 100: 100 where the interval is a point, 0 where it spans the scale; null without a score. */
  confidence: number | null;
  interval: ScoreInterval | null;
  /** Questions counted in the score: those of the latest four calls that have one. */
  questions: number;
  /** Questions declined with reference to law or regulation; counted apart, not in the score. */
  declined: number;
  /** Calls that are known, scored or not. */
  calls: number;
  lastCallDate: string;
  /** Points per year over all calls with a score; null with fewer than three. */
  trend: number | null;
  /** Why there is no score; null with one. */
  unscoredBecause: string | null;
  /** True for companies of the demo's invented world. */
  invented: boolean;
  answers: AnswerCounts;
}

/** How many answers there were of each sort, over the same questions as the score. */
export interface AnswerCounts {
  direct: number;
  intermediate: number;
  evasive: number;
  /** Questions that ask for a number. */
  numbersAsked: number;
  /** Those of them whose answer gives one. */
  numbersGiven: number;
}

export interface EvadometerLeaderboard {
  /** The most direct first; those without a score last. */
  data: RankedMeasured[];
  receipt: DirectnessReceipt;
}

/** A company's score and what its answers are like. */
export interface RankedMeasured {
  /** From 1; equal scores have an equal rank; null without a score. */
  rank: number | null;
  ticker: string;
  company: string;
  /** 0 (evasive) to 100 (direct); null where no call has enough questions. */
  score: number | null;
  /** Direct, Mostly direct, Mixed, Evasive or Highly evasive; null without a score. */
  classification: string | null;
  /** 0 to 100: 100 where the interval is a point, 0 where it spans the scale; null without a score. */
  confidence: number | null;
  interval: ScoreInterval | null;
  /** Questions counted in the score: those of the latest four calls that have one. */
  questions: number;
  /** Questions declined with reference to law or regulation; counted apart, not in the score. */
  declined: number;
  /** Calls that are known, scored or not. */
  calls: number;
  lastCallDate: string;
  /** Points per year over all calls with a score; null with fewer than three. */
  trend: number | null;
  /** Why there is no score; null with one. */
  unscoredBecause: string | null;
  /** True for companies of the demo's invented world. */
  invented: boolean;
  answers: AnswerCounts;
}

/** A company's score and what its answers are like. */
export interface CompanyEvadometer {
  ticker: string;
  company: string;
  /** 0 (evasive) to 100 (direct); null where no call has enough questions. */
  score: number | null;
  /** Direct, Mostly direct, Mixed, Evasive or Highly evasive; null without a score. */
  classification: string | null;
  /** 0 to 100: 100 where the interval is a point, 0 where it spans the scale; null without a score. */
  confidence: number | null;
  interval: ScoreInterval | null;
  /** Questions counted in the score: those of the latest four calls that have one. */
  questions: number;
  /** Questions declined with reference to law or regulation; counted apart, not in the score. */
  declined: number;
  /** Calls that are known, scored or not. */
  calls: number;
  lastCallDate: string;
  /** Points per year over all calls with a score; null with fewer than three. */
  trend: number | null;
  /** Why there is no score; null with one. */
  unscoredBecause: string | null;
  /** True for companies of the demo's invented world. */
  invented: boolean;
  answers: AnswerCounts;
  /** The score by what the questions are about, most asked first. */
  topics: TopicDirectness[];
  /** Every call with a score, oldest first. */
  quarters: QuarterDirectness[];
  /** The least direct answers of the latest four calls, the least direct first. */
  mostEvasive: DirectnessQuote[];
  /** The most direct answers of the latest four calls, the most direct first. */
  mostDirect: DirectnessQuote[];
  /** Refusals that cite law or regulation, in the latest four calls. */
  declinedQuotes: DirectnessQuote[];
  receipt: DirectnessReceipt;
}

export interface SpaceRows {
  spaceId: string;
  /** The names of the members of a row, in order. */
  columns: string[];
  /** Newest first; each with exactly these columns, as texts. */
  rows: (Record<string, unknown>)[];
  /** Gives the next page as `cursor=`, also while new articles arrive; null on the last page. */
  nextCursor: string | null;
  hasMore: boolean;
}

export interface BrainRecord {
  id: string;
  name: string;
  handles: string[];
  /** Those who are followed by name. */
  people: FollowedPerson[];
  /** What they are reported to have said, the newest first, as many as the limit; the `query` of a person gives more. */
  statements: Statement[];
  /** Posts of all these speakers that were collected. */
  postCount: number;
  firstPostAt: string | null;
  lastPostAt: string | null;
  /** How the posts sound. */
  sentiment: ToneCounts;
  /** Average net tone in [-1, 1]; null where no post was read. */
  averageTone: number | null;
  /** Each speaker with a post. */
  speakers: FollowedHandle[];
  /** Newest first. */
  posts: Post[];
  /** Gives the next page as `cursor=`; null on the last page. */
  nextCursor: string | null;
  hasMore: boolean;
}

export interface FollowedPerson {
  name: string;
  /** Null where no article quotes anybody of this name. */
  id: string | null;
  /** The handles under which the person posts. */
  handles: string[];
  /** The call for all that the person is reported to have said. */
  query: string | null;
}

export interface ToneCounts {
  positive: number;
  neutral: number;
  negative: number;
}

export interface FollowedHandle {
  handle: string;
  postCount: number;
  firstPostAt: string;
  lastPostAt: string;
  /** Null where no post is in a language that is read. */
  averageTone: number | null;
}

export interface Post {
  id: string;
  handle: string;
  authorName: string;
  /** Which group of speakers the author belongs to, where that is known. */
  cohort: string | null;
  date: string;
  content: string;
  url: string;
  outlet: string;
  sentiment: "Positive" | "Neutral" | "Negative";
  /** Net tone in [-1, 1]. */
  tone: number;
  /** True for items of the demo's invented world. */
  invented: boolean;
}

/** A receipt. */
export interface WorkflowRunReceipt {
  id: string;
  runId: string;
  workflowId: string;
  status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
  startedAt: string;
  finishedAt: string | null;
  /** As stated, or from start to finish where both are known. */
  durationMs: number | null;
  /** Further members that are numbers or flags. */
  figures: Record<string, unknown>;
  recordedAt: string;
  /** Names of the members that were not stored: prompts, outputs and anything else that can carry text. */
  excluded: string[];
}

export interface Usage {
  account: UsageAccount;
  /** The purses that may pay, in the order in which they are asked. */
  purses: Purse[];
  startDate: string;
  endDate: string;
  total: UsageSums;
  byDay: UsageGroup[];
  byRoute: UsageGroup[];
  byCredential: UsageGroup[];
  /** Each day, route and credential by itself. */
  rows: UsageLine[];
}

export interface UsageAccount {
  id: string;
  name: string;
  /** free, registered, pro or team. */
  plan: string;
  /** none, active, past_due or failed. */
  paymentStatus: string;
  overageActive: boolean;
  /** Decimal US dollars. */
  overageCapUsd: string;
}

export interface Purse {
  /** included, legacy_prepaid, subscriber_overage or registered_metered. */
  source: string;
  allowance: number;
  used: number;
  /** Set aside for calls that are being answered. */
  held: number;
  remaining: number;
  /** Owed for each credit, decimal US dollars. */
  priceUsd: string;
  /** When it resets; null where what is unspent never lapses. */
  resetsAt: string | null;
}

/** Charged calls, their credits, and what is owed for them in decimal US dollars. */
export interface UsageSums {
  calls: number;
  credits: number;
  owedUsd: string;
}

/** Charged calls, their credits, and what is owed for them in decimal US dollars. */
export interface UsageGroup {
  /** The day, the route or the id of the credential. */
  key: string;
  /** The name of the credential. */
  name?: string | null;
  calls: number;
  credits: number;
  owedUsd: string;
}

/** Charged calls, their credits, and what is owed for them in decimal US dollars. */
export interface UsageLine {
  date: string;
  route: string;
  credential: string;
  calls: number;
  credits: number;
  owedUsd: string;
}

export interface Quote {
  /** The route that the path belongs to. */
  route: string;
  /** False where the call costs nothing. */
  metered: boolean;
  credits: number;
  /** The base of the route within the credits. */
  toolCredits: number;
  /** The part for requested results within the credits. */
  volumeCredits: number;
  requestedResults: number;
  /** Of an export: its rows, which are priced in blocks of 250; null for any other call. */
  rows: number | null;
  /** Of an export: the rows that the account's credits cover now. */
  coveredRows: number | null;
  /** Without an account, by a payment for this one call; null where that is not sold. */
  payPerCall: PayPerCall | null;
  /** Of alerts, webhooks and streams: what each event with articles costs when it is delivered, once and never for another attempt; null for any other call. */
  deliveredEventCredits: number | null;
  /** With a key: the purse that would pay now; null without a key, or where none has room. */
  fundingSource: string | null;
  /** With a key: what would be owed for the call, decimal US dollars. */
  owedUsd: string | null;
}

export interface PayPerCall {
  usd: string;
  /** In atomic units of the token, as the challenge states it. */
  amount: string;
  network: string;
}

export interface Spaces {
  /** Oldest first. */
  data: Space[];
}

/** A Space as it was saved. */
export interface Space {
  id: string;
  name: string;
  keyword: string | null;
  outlet: string | null;
  sentiment: string | null;
  /** First and last day of a fixed range; null where the range rolls. */
  startDate: string | null;
  endDate: string | null;
  /** So many days up to and with today; null where the range is fixed. */
  rollingDays: number | null;
  columns: string[];
  createdAt: string;
  changedAt: string;
}

/** Something of the caller's is gone. */
export interface Deleted {
  id: string;
  deleted: boolean;
}

export interface Brains {
  /** Oldest first. */
  data: Brain[];
}

/** A Brain as it was saved. */
export interface Brain {
  id: string;
  name: string;
  handles: string[];
  people: string[];
  createdAt: string;
  changedAt: string;
}

export interface AlertList {
  /** Oldest first. */
  data: Alert[];
}

/** A rule as it was saved. */
export interface Alert {
  id: string;
  name: string;
  /** Nothing is told while it is switched off. */
  enabled: boolean;
  subject: string;
  /** Which one; null for everything. */
  value: string | null;
  condition: string;
  threshold: number | null;
  minItems: number;
  minFamilies: number;
  /** Form type of filings; null for any. */
  form: string | null;
  quietMinutes: number;
  dailyCap: number;
  /** What each event of this rule costs when a webhook or a stream delivers it, once. */
  deliveredEventCredits: number;
  createdAt: string;
  changedAt: string;
}

export interface Backtest {
  alertId: string;
  startDate: string;
  endDate: string;
  /** The days of these of which anything is stored; null where that is none, and nothing could fire. */
  dataStartDate: string | null;
  dataEndDate: string | null;
  /** How often it would have fired. */
  fired: number;
  /** How often its quiet time or its daily cap would have kept it from firing. */
  heldBack: number;
  /** The newest 200 of them, newest first; 20 of a rule that tells every item. */
  firings: Firing[];
}

export interface Firing {
  at: string;
  summary: string;
  numbers: Record<string, unknown>;
  /** The call that lists what was counted. */
  query: string;
  /** The newest two of them, for the newest twenty firings; `query` lists all. */
  articles: Headline[];
}

export interface Events {
  /** Oldest first. */
  data: Event[];
  /** Gives what comes after these as `cursor=`, also when there is nothing yet; null before the first event. */
  nextCursor: string | null;
  hasMore: boolean;
}

/** What happened, with the numbers, the call that lists what was counted, and the articles. */
export interface Event {
  /** The same for the same cause, always: whoever gets an event twice knows it by its id. */
  id: string;
  /** alert.fired, digest, credits.exhausted, webhook.disabled or webhook.test. */
  type: string;
  /** When it happened; what is of a day happened at its beginning. */
  at: string;
  /** When it was noticed. */
  createdAt: string;
  /** In one sentence. */
  summary: string;
  /** The rule that fired: its id and name; null where none did. */
  alert: unknown;
  numbers: Record<string, unknown>;
  /** The call that lists what was counted; null where nothing was. */
  query: string | null;
  /** The newest 25 of them, as /feed tells them, without their texts. */
  articles: unknown[];
}

/** One message as a text: id, event and data, each on a line. */
export type StreamMessages = string;

export interface WebhookList {
  /** Oldest first. */
  data: Webhook[];
}

/** An endpoint and how its deliveries stand. */
export interface Webhook {
  id: string;
  name: string;
  url: string;
  /** standard, slack, discord or mail. */
  shape: string;
  /** Ids of the rules and digests whose events it gets; empty: all events. */
  alerts: string[];
  enabled: boolean;
  /** The reader at a mailto: address has not confirmed it yet: nothing is sent before. */
  awaitingConfirmation: boolean;
  /** Why the service stopped delivering; null where it did not. Changing the endpoint with enabled=true goes on where it stopped. */
  disabledReason: string | null;
  /** Attempts that failed at the event that is next. */
  failedAttempts: number;
  /** When that is tried again; null where nothing failed. */
  nextAttemptAt: string | null;
  createdAt: string;
  changedAt: string;
}

/** An endpoint with the secret that its deliveries are signed with, shown this once. */
export interface WebhookWithSecret {
  id: string;
  name: string;
  url: string;
  /** standard, slack, discord or mail. */
  shape: string;
  /** Ids of the rules and digests whose events it gets; empty: all events. */
  alerts: string[];
  enabled: boolean;
  /** The reader at a mailto: address has not confirmed it yet: nothing is sent before. */
  awaitingConfirmation: boolean;
  /** Why the service stopped delivering; null where it did not. Changing the endpoint with enabled=true goes on where it stopped. */
  disabledReason: string | null;
  /** Attempts that failed at the event that is next. */
  failedAttempts: number;
  /** When that is tried again; null where nothing failed. */
  nextAttemptAt: string | null;
  createdAt: string;
  changedAt: string;
  secret: string;
}

export interface DeliveryLog {
  /** Newest first. */
  data: Delivery[];
  /** Gives the next page as `cursor=`; null on the last page. */
  nextCursor: string | null;
}

/** One attempt to deliver an event. */
export interface Delivery {
  id: string;
  eventId: string;
  eventType: string;
  /** Where it was sent; the body is what GET /v1/events tells of the event. */
  url: string;
  /** From 1 for each event; 0 where it was sent by hand. */
  attempt: number;
  at: string;
  durationMs: number;
  delivered: boolean;
  /** What the endpoint answered; null where nothing came. */
  status: number | null;
  /** Why it failed; null where it did not. */
  error: string | null;
  creditsCharged: number;
  /** When it is tried again; null where it is not. */
  nextAttemptAt: string | null;
}

export interface Digests {
  /** Oldest first. */
  data: Digest[];
}

/** A digest as it was saved. */
export interface Digest {
  id: string;
  name: string;
  frequency: "daily" | "weekly";
  /** On which day a weekly one comes. */
  weekday: string;
  hour: number;
  /** By its name in the time zone database. */
  timeZone: string;
  /** Companies that it tells of. */
  companies: string[];
  disabled: boolean;
  createdAt: string;
  changedAt: string;
}

export interface PrivateFeeds {
  /** Oldest first. */
  data: PrivateFeed[];
}

export interface PrivateFeed {
  id: string;
  name: string;
  subject: string;
  value: string | null;
  createdAt: string;
  changedAt: string;
}

/** A feed with its addresses, shown this once: whoever has one can read the feed at the account's cost. */
export interface PrivateFeedAddresses {
  id: string;
  name: string;
  subject: string;
  value: string | null;
  createdAt: string;
  changedAt: string;
  atomUrl: string;
  jsonUrl: string;
}

export interface WorkflowRuns {
  /** Newest first. */
  data: WorkflowRun[];
  /** Gives the next page as `cursor=`; null on the last page. */
  nextCursor: string | null;
}

/** A receipt. */
export interface WorkflowRun {
  id: string;
  runId: string;
  workflowId: string;
  status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
  startedAt: string;
  finishedAt: string | null;
  /** As stated, or from start to finish where both are known. */
  durationMs: number | null;
  /** Further members that are numbers or flags. */
  figures: Record<string, unknown>;
  recordedAt: string;
}

export interface Keys {
  /** Oldest first. */
  data: Key[];
}

/** A key as it can be shown again. */
export interface Key {
  id: string;
  name: string;
  /** How it begins and ends. */
  shown: string;
  /** open, replaced (valid until it expires), expired or revoked. */
  state: string;
  test: boolean;
  /** Permissions: read, write, account or operator; each level includes those before it. */
  scope: string;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  replacedBy: string | null;
  lastUsedAt: string | null;
  /** person, key or command_line. It ends with its maker and may do no more. */
  madeBy: string;
  /** The key that made it. */
  madeByKey: string | null;
}

/** A new key. */
export interface NewKey {
  id: string;
  /** How much it may do. */
  scope: string;
  /** The key itself. It is not kept and cannot be shown again. */
  key: string;
  expiresAt: string | null;
}

export interface Revoked {
  id: string;
  revoked: boolean;
}

export interface Account {
  id: string;
  name: string;
  /** free, registered, pro or team. */
  plan: string;
  /** The day from which its periods are counted. */
  activatedOn: string;
  /** none, active, past_due or failed. */
  paymentStatus: string;
  overageActive: boolean;
  /** The most overage in a period, decimal US dollars. */
  overageCapUsd: string;
  /** All the prepaid credits ever granted, spent or not. */
  prepaidGranted: number;
}

export interface OwnedRows {
  data: OwnedRow[];
  /** Gives the next page as `cursor=`; null on the last page. */
  nextCursor: string | null;
}

export interface OwnedRow {
  /** What it is: accounts, credentials, spaces, brains, alerts, events, usage_days and so on. */
  table: string;
  /** Its columns; times are milliseconds, days are days since 1970. Hashes and secrets are left out. */
  row: Record<string, unknown>;
}

export interface Members {
  /** The first to join first. */
  data: Member[];
  /** How many the plan has room for. */
  seats: number;
}

export interface Member {
  id: string;
  /** What is typed to sign in. */
  name: string;
  /** owner, member or viewer. */
  role: string;
  since: string;
}

/** Somebody new, or somebody who exists and has to accept. */
export interface AddedMember {
  /** The id of the person; null where somebody who exists was invited. */
  id: string | null;
  /** What is typed to sign in. */
  name: string;
  /** owner, member or viewer. */
  role: string;
  since: string | null;
  /** The id of the invitation; null where somebody new was made. */
  invitationId: string | null;
  /** Hand it over: it signs somebody new in, or opens the invitation. It works once, is not kept and cannot be shown again. */
  link: string;
}

/** Somebody with a link that signs in. */
export interface MemberLink {
  id: string;
  /** What is typed to sign in. */
  name: string;
  /** owner, member or viewer. */
  role: string;
  since: string;
  /** Signs in once, within a day. It is not kept and cannot be shown again. */
  link: string;
}

export interface InvitationList {
  /** The newest first, at most 100. */
  data: Invitation[];
}

export interface Invitation {
  id: string;
  /** Who was invited: what is typed to sign in. */
  name: string;
  /** owner, member or viewer. */
  role: string;
  /** pending, accepted, declined, withdrawn or expired. */
  state: string;
  createdAt: string;
  expiresAt: string;
}

export interface AuditLog {
  /** Newest first. */
  data: AuditLogLine[];
  /** Gives the next page as `cursor=`; null on the last page. */
  nextCursor: string | null;
}

export interface AuditLogLine {
  /** From 1, without gaps in the whole log. */
  number: number;
  at: string;
  /** person, key, command_line or system. */
  actorKind: string;
  actorId: string | null;
  /** As it was shown at the time. */
  actor: string;
  /** The account concerned; null where there is none. */
  accountId: string | null;
  /** Such as key.created or member.role_set; names may be added. */
  action: string;
  target: string;
  before: string | null;
  after: string | null;
  /** Of the client, where there is one. */
  address: string | null;
  /** How many events the line stands for: failed sign-ins are counted by name and minute. */
  times: number;
  /** Of this line and, through it, of all before it. */
  hash: string;
}

export interface AccountList {
  /** By name. */
  data: Account[];
  /** Gives the next page as `cursor=`; null on the last page. */
  nextCursor: string | null;
}

export interface PeopleList {
  /** By name. */
  data: Person[];
  /** Gives the next page as `cursor=`; null on the last page. */
  nextCursor: string | null;
}

export interface Person {
  id: string;
  /** What is typed to sign in. */
  name: string;
  /** Keeps accounts, plans, people and sources. */
  operator: boolean;
  places: Membership[];
  /** Signs in with a password, not by link alone. */
  hasPassword: boolean;
  /** A code is asked for beside password or link. */
  secondFactor: boolean;
  lastSignInAt: string | null;
}

/** A place in an account. */
export interface Membership {
  accountId: string;
  account: string;
  /** owner, member or viewer. */
  role: string;
}

export interface AddedPerson {
  /** What is typed to sign in. */
  name: string;
  /** Somebody who exists has to accept the new place, with the link. */
  invited: boolean;
  /** Hand it over: it signs in, within a day, or opens the invitation, within a week. It works once, is not kept and cannot be shown again. */
  link: string;
}

export interface SourceList {
  /** By id. */
  data: Source[];
}

export interface Source {
  id: string;
  /** feed, podcast, edgar, earnings_calls, nostr, bluesky, mastodon, hacker_news, github_discussions or bitcoin_price. */
  kind: string;
  outlet: string;
  /** ok, failing, waiting (not read yet) or paused. */
  state: string;
  lastSuccess: string | null;
  nextDue: string | null;
  /** Documents that were new or changed, ever. */
  items: number;
  /** Failures since the last success. */
  errorCount: number;
  /** Why the last poll failed, in words. */
  error: string | null;
  paused: boolean;
  /** Documents of it that could not be read and are left alone until they change. */
  quarantined: number;
  /** The host that it redirects to permanently; it is moved once it has said so for a day. */
  movingTo: string | null;
  url: string;
  category: string;
  family: string;
  country: string;
  language: string;
  ticker: string | null;
  /** full, excerpt or none: how much of its items' text is kept. */
  content: string;
  /** Seconds from one reading to the next. */
  intervalSeconds: number;
}

export interface RemovalList {
  /** The newest first. */
  data: Removal[];
  /** Gives the next page as `cursor=`; null on the last page. */
  nextCursor: string | null;
}

export interface Removal {
  /** The id that the document had. */
  id: string;
  /** The day that it was counted in. */
  day: string;
  removedAt: string;
  /** takedown or retention. */
  reason: string;
}

export interface Removed {
  /** How many documents the call names that were there. Sent back as `confirm`, they are removed. */
  documents: number;
  /** How many of them are gone now; 0 without `confirm`. */
  removed: number;
  /** How many are left, for another call. */
  left: number;
}

export interface SourcesHealth {
  /** How many there are of each state. */
  summary: SourcesSummary;
  data: SourceHealth[];
}

export interface SourcesSummary {
  total: number;
  ok: number;
  failing: number;
  waiting: number;
  paused: number;
}

export interface SourceHealth {
  id: string;
  /** feed, podcast, edgar, earnings_calls, nostr, bluesky, mastodon, hacker_news, github_discussions or bitcoin_price. */
  kind: string;
  outlet: string;
  /** ok, failing, waiting (not read yet) or paused. */
  state: string;
  lastSuccess: string | null;
  nextDue: string | null;
  /** Documents that were new or changed, ever. */
  items: number;
  /** Failures since the last success. */
  errorCount: number;
  /** Why the last poll failed, in words. */
  error: string | null;
  paused: boolean;
  /** Documents of it that could not be read and are left alone until they change. */
  quarantined: number;
  /** The host that it redirects to permanently; it is moved once it has said so for a day. */
  movingTo: string | null;
}

export interface Health {
  /** `ok` when healthy. */
  status: string;
}

export interface Readiness {
  /** True when every part that is not optional is ready; the status is 503 otherwise. */
  ready: boolean;
  parts: ReadinessPart[];
  /** What runs beside the requests; empty where nothing does. */
  followers: FollowerState[];
}

export interface ReadinessPart {
  name: string;
  ready: boolean;
  /** An optional part does not hold the others back: what does not need it is answered. */
  optional?: boolean;
  /** What it holds, or what it waits for. */
  detail: string;
}

export interface FollowerState {
  name: string;
  /** False where it has failed, or given no sign, for longer than a moment. */
  ready: boolean;
  /** An optional one does not hold the answers back. */
  optional?: boolean;
  /** `running`, `standby` (another process does it), `retrying`, `failing` or `stalled`. */
  state: string;
  /** Items that wait, as far as it knows. */
  behind: number;
  /** Since the start. */
  panics: number;
  /** Items that it passes over. */
  quarantined: number;
}

export interface SearchArticlesParameters {
  /** First day, inclusive, UTC (YYYY-MM-DD). */
  startDate: string;
  /** Last day, inclusive, UTC (YYYY-MM-DD). */
  endDate: string;
  /** Results per page. */
  limit?: number;
  /** Terms, "phrases", AND OR NOT, -term, (groups), title: outlet: author: speaker:, NEAR/n, prefix*; words side by side mean AND. */
  keyword?: string;
  /** Only articles of this source; any case. May be given several times. */
  outlet?: Many<string>;
  /** Only articles of this tone. */
  sentiment?: Many<"Positive" | "Neutral" | "Negative">;
  /** Only articles on this subject; Other: on none of them. */
  category?: Many<"Regulation" | "ETFs" | "Mining" | "DeFi" | "Stablecoins" | "Exchanges" | "Treasuries" | "Security & Crime" | "Markets & Price" | "Macro" | "Adoption" | "Technology" | "NFTs & Gaming" | "Memecoins" | "AI" | "Funding" | "People" | "Sponsored" | "Other">;
  /** Only articles that name this company, by name, ticker or another spelling, in any case. */
  company?: Many<string>;
  /** Only articles that name this asset, by name, ticker or another spelling, in any case. */
  asset?: Many<string>;
  /** Only what speakers of this role said. */
  cohort?: Many<"executive" | "founder" | "developer" | "analyst" | "investor" | "trader" | "media" | "policy" | "commentator" | "brand">;
  /** Only items of this kind. */
  kind?: Many<"news" | "podcast" | "filing" | "disclosure" | "earnings_call" | "conversation">;
  /** Only articles in this language, ISO 639-1, or und. */
  language?: Many<string>;
  /** Only articles of sources of this country, ISO 3166-1 alpha-2. */
  country?: Many<string>;
  /** Only articles whose net tone, p(positive) - p(negative), is this or more. */
  minTone?: number;
  /** Only articles whose net tone, p(positive) - p(negative), is this or less. */
  maxTone?: number;
  /** Only articles in which somebody, or somebody of the cohort, speaks about this company. */
  aboutCompany?: string;
  /** The same about this asset. */
  aboutAsset?: string;
  /** Only articles published after this moment, for those who ask again and again. */
  since?: string;
  /** Only articles published before this moment. */
  until?: string;
  /** Only these members of each article; may be given several times. */
  fields?: Many<"Title" | "Content" | "Date" | "URL" | "Outlet" | "Sentiment" | "Outlet_Category" | "author_name" | "image_url" | "id" | "kind" | "invented" | "read" | "mentions" | "language" | "tone" | "categories" | "story_id" | "cohort" | "speaker" | "sponsored" | "outlet_family" | "country" | "marks_version">;
  /** Only the articles of this story, by the id that a trend carries. */
  story?: string;
  /** Only the articles of this narrative's stories, by its id. */
  narrative?: string;
  /** Shows who says what in each article. */
  statements?: boolean;
  /** Shows where the words of the keyword stand. */
  highlights?: boolean;
  /** Newest first, oldest first, or what fits the keyword best first. */
  sort?: "date" | "oldest" | "relevance";
  /** skip: of near-copies within three days only the earliest is listed and counted. */
  duplicates?: "keep" | "skip";
  /** Page number, from 1. */
  page?: number;
  /** The nextCursor of the page before; instead of page. */
  cursor?: string;
}

export interface ExportArticlesParameters {
  /** First day, inclusive, UTC (YYYY-MM-DD). */
  startDate: string;
  /** Last day, inclusive, UTC (YYYY-MM-DD). */
  endDate: string;
  /** Terms, "phrases", AND OR NOT, -term, (groups), title: outlet: author: speaker:, NEAR/n, prefix*; words side by side mean AND. */
  keyword?: string;
  /** Only articles of this source; any case. May be given several times. */
  outlet?: Many<string>;
  /** Only articles of this tone. */
  sentiment?: Many<"Positive" | "Neutral" | "Negative">;
  /** Only articles on this subject; Other: on none of them. */
  category?: Many<"Regulation" | "ETFs" | "Mining" | "DeFi" | "Stablecoins" | "Exchanges" | "Treasuries" | "Security & Crime" | "Markets & Price" | "Macro" | "Adoption" | "Technology" | "NFTs & Gaming" | "Memecoins" | "AI" | "Funding" | "People" | "Sponsored" | "Other">;
  /** Only articles that name this company, by name, ticker or another spelling, in any case. */
  company?: Many<string>;
  /** Only articles that name this asset, by name, ticker or another spelling, in any case. */
  asset?: Many<string>;
  /** Only what speakers of this role said. */
  cohort?: Many<"executive" | "founder" | "developer" | "analyst" | "investor" | "trader" | "media" | "policy" | "commentator" | "brand">;
  /** Only items of this kind. */
  kind?: Many<"news" | "podcast" | "filing" | "disclosure" | "earnings_call" | "conversation">;
  /** Only articles in this language, ISO 639-1, or und. */
  language?: Many<string>;
  /** Only articles of sources of this country, ISO 3166-1 alpha-2. */
  country?: Many<string>;
  /** Only articles whose net tone, p(positive) - p(negative), is this or more. */
  minTone?: number;
  /** Only articles whose net tone, p(positive) - p(negative), is this or less. */
  maxTone?: number;
  /** Only articles in which somebody, or somebody of the cohort, speaks about this company. */
  aboutCompany?: string;
  /** The same about this asset. */
  aboutAsset?: string;
  /** Only articles published after this moment, for those who ask again and again. */
  since?: string;
  /** Only articles published before this moment. */
  until?: string;
  /** Only these members of each article; may be given several times. */
  fields?: Many<"Title" | "Content" | "Date" | "URL" | "Outlet" | "Sentiment" | "Outlet_Category" | "author_name" | "image_url" | "id" | "kind" | "invented" | "read" | "mentions" | "language" | "tone" | "categories" | "story_id" | "cohort" | "speaker" | "sponsored" | "outlet_family" | "country" | "marks_version">;
  /** Goes on after the line that carries it. */
  cursor?: string;
}

export interface GetIndexParameters {
  /** Adds divergence, returns by regime, methodology and provenance; needs a key. */
  full?: boolean;
  /** The published value of that UTC day (YYYY-MM-DD) instead of now. */
  date?: string;
}

export interface ExplainIndexParameters {
  /** Results per page. */
  limit?: number;
  /** The UTC day (YYYY-MM-DD) whose change is told; by default the newest published one. */
  date?: string;
}

export interface GetIndexPortfolioParameters {
  /** One metric, or all. */
  metric?: "all" | "main_index" | "bitcoin_discourse_dominance" | "narrative_cost_basis" | "cohort_conviction_gap" | "main_breadth";
  /** Adds components, methodology receipts and provenance; needs a key. */
  full?: boolean;
  /** Adds bounded daily, weekly or monthly history; needs a key and implies full. */
  include_history?: boolean;
  /** First day of the history (YYYY-MM-DD); by default the first of all. */
  startDate?: string;
  /** Last day of the history (YYYY-MM-DD); by default the newest. */
  endDate?: string;
}

export interface ExplainMetricParameters {
  /** A metric by its id in /indices. */
  metric: string;
  /** Results per page. */
  limit?: number;
  /** The UTC day (YYYY-MM-DD) whose change is told; by default the newest published one. */
  date?: string;
}

export interface GetNarrativeDominanceParameters {
  /** The days of windowShare and windowRank, and of the history. */
  window?: "90d" | "ytd" | "1y" | "3y" | "5y" | "all";
  /** Steps of the history; the newest 400 are given. */
  granularity?: "daily" | "weekly" | "monthly";
  /** Adds baselines, methodology and provenance; needs a key. */
  full?: boolean;
  /** Adds bounded history; needs a key. */
  include_history?: boolean;
}

export interface GetTrendsParameters {
  /** First day, inclusive, UTC (YYYY-MM-DD). */
  startDate: string;
  /** Last day, inclusive, UTC (YYYY-MM-DD). */
  endDate: string;
  /** Trends of the answer. */
  limit?: number;
  /** Only stories on this subject; Other: of none. */
  category?: "Regulation" | "ETFs" | "Mining" | "DeFi" | "Stablecoins" | "Exchanges" | "Treasuries" | "Security & Crime" | "Markets & Price" | "Macro" | "Adoption" | "Technology" | "NFTs & Gaming" | "Memecoins" | "AI" | "Funding" | "People" | "Sponsored" | "Other";
  /** Only stories of which at least half of the articles name this company in the title or at the beginning, by any of its names. */
  company?: string;
  /** Only stories of which at least half of the articles name this asset in the title or at the beginning, by any of its names. */
  asset?: string;
  /** Articles that a story needs in the days. */
  minArticles?: number;
  /** Goes on after the page before; take it from the header Link. */
  cursor?: string;
}

export interface GetNarrativesParameters {
  /** First day, inclusive, UTC (YYYY-MM-DD). */
  startDate: string;
  /** Last day, inclusive, UTC (YYYY-MM-DD). */
  endDate: string;
  /** Results per page. */
  limit?: number;
  /** Only narratives that stand here on the last day. */
  stage?: "emerging" | "growing" | "peaking" | "steady" | "fading" | "dormant" | "returning";
}

export interface GetNarrativeParameters {
  /** The id of a narrative; one that was joined to another leads there. */
  id: string;
  /** First day, inclusive, UTC (YYYY-MM-DD); by default 29 days before endDate. */
  startDate?: string;
  /** Last day, inclusive, UTC (YYYY-MM-DD); by default today. */
  endDate?: string;
}

export interface GetStoryParameters {
  /** The id of a story; one that was joined to another leads there. */
  id: string;
  /** Only what was published up to this day, UTC (YYYY-MM-DD). */
  endDate?: string;
}

export interface GetArticleParameters {
  /** The id of an article, as /feed gives it. */
  id: string;
}

export interface GetSimilarArticlesParameters {
  /** The id of an article, as /feed gives it. */
  id: string;
  /** Results per page. */
  limit?: number;
}

export interface GetBreakingParameters {
  /** Only stories that broke within this many hours. */
  hours?: number;
  /** Results per page. */
  limit?: number;
}

export interface GetIntelligenceParameters {
  /** First day, inclusive, UTC (YYYY-MM-DD). */
  startDate: string;
  /** Last day, inclusive, UTC (YYYY-MM-DD). */
  endDate: string;
  /** Trends of the answer. */
  limit?: number;
  /** Only stories on this subject; Other: of none. */
  category?: "Regulation" | "ETFs" | "Mining" | "DeFi" | "Stablecoins" | "Exchanges" | "Treasuries" | "Security & Crime" | "Markets & Price" | "Macro" | "Adoption" | "Technology" | "NFTs & Gaming" | "Memecoins" | "AI" | "Funding" | "People" | "Sponsored" | "Other";
  /** Only stories of which at least half of the articles name this company in the title or at the beginning, by any of its names. */
  company?: string;
  /** Only stories of which at least half of the articles name this asset in the title or at the beginning, by any of its names. */
  asset?: string;
  /** Articles that a story needs in the days. */
  minArticles?: number;
  /** Goes on after the page before; take it from the header Link. */
  cursor?: string;
}

export interface GetCategoriesParameters {
  /** First day, inclusive, UTC (YYYY-MM-DD). */
  startDate: string;
  /** Last day, inclusive, UTC (YYYY-MM-DD). */
  endDate: string;
}

export interface GetSentimentMetricsParameters {
  /** First day, inclusive, UTC (YYYY-MM-DD). */
  startDate: string;
  /** Last day, inclusive, UTC (YYYY-MM-DD). */
  endDate: string;
  /** Only articles of this source; any case. May be given several times. */
  outlet?: Many<string>;
  /** Only articles of this tone. */
  sentiment?: Many<"Positive" | "Neutral" | "Negative">;
  /** Only articles on this subject; Other: on none of them. */
  category?: Many<"Regulation" | "ETFs" | "Mining" | "DeFi" | "Stablecoins" | "Exchanges" | "Treasuries" | "Security & Crime" | "Markets & Price" | "Macro" | "Adoption" | "Technology" | "NFTs & Gaming" | "Memecoins" | "AI" | "Funding" | "People" | "Sponsored" | "Other">;
  /** Only articles that name this company, by name, ticker or another spelling, in any case. */
  company?: Many<string>;
  /** Only articles that name this asset, by name, ticker or another spelling, in any case. */
  asset?: Many<string>;
  /** Only what speakers of this role said. */
  cohort?: Many<"executive" | "founder" | "developer" | "analyst" | "investor" | "trader" | "media" | "policy" | "commentator" | "brand">;
  /** Only items of this kind. */
  kind?: Many<"news" | "podcast" | "filing" | "disclosure" | "earnings_call" | "conversation">;
  /** Only articles in this language, ISO 639-1, or und. */
  language?: Many<string>;
  /** Only articles of sources of this country, ISO 3166-1 alpha-2. */
  country?: Many<string>;
  /** Only articles whose net tone, p(positive) - p(negative), is this or more. */
  minTone?: number;
  /** Only articles whose net tone, p(positive) - p(negative), is this or less. */
  maxTone?: number;
  /** What a row is: an hour (of at most 14 days), a day, a week (from Monday) or a month; those at the ends are cut to the days asked for. */
  granularity?: "hour" | "day" | "week" | "month";
}

export interface GetFearGreedIndexParameters {
  /** First day, inclusive, UTC (YYYY-MM-DD). */
  startDate: string;
  /** Last day, inclusive, UTC (YYYY-MM-DD). */
  endDate: string;
  /** Only articles of this source; any case. May be given several times. */
  outlet?: Many<string>;
  /** Only articles of this tone. */
  sentiment?: Many<"Positive" | "Neutral" | "Negative">;
  /** Only articles on this subject; Other: on none of them. */
  category?: Many<"Regulation" | "ETFs" | "Mining" | "DeFi" | "Stablecoins" | "Exchanges" | "Treasuries" | "Security & Crime" | "Markets & Price" | "Macro" | "Adoption" | "Technology" | "NFTs & Gaming" | "Memecoins" | "AI" | "Funding" | "People" | "Sponsored" | "Other">;
  /** Only articles that name this company, by name, ticker or another spelling, in any case. */
  company?: Many<string>;
  /** Only articles that name this asset, by name, ticker or another spelling, in any case. */
  asset?: Many<string>;
  /** Only what speakers of this role said. */
  cohort?: Many<"executive" | "founder" | "developer" | "analyst" | "investor" | "trader" | "media" | "policy" | "commentator" | "brand">;
  /** Only items of this kind. */
  kind?: Many<"news" | "podcast" | "filing" | "disclosure" | "earnings_call" | "conversation">;
  /** Only articles in this language, ISO 639-1, or und. */
  language?: Many<string>;
  /** Only articles of sources of this country, ISO 3166-1 alpha-2. */
  country?: Many<string>;
  /** Only articles whose net tone, p(positive) - p(negative), is this or more. */
  minTone?: number;
  /** Only articles whose net tone, p(positive) - p(negative), is this or less. */
  maxTone?: number;
  /** What a row is: an hour (of at most 14 days), a day, a week (from Monday) or a month; those at the ends are cut to the days asked for. */
  granularity?: "hour" | "day" | "week" | "month";
  /** Articles that a row needs for a value; below, it is left out. */
  minArticles?: number;
}

export interface GetChannelVolumeParameters {
  /** First day, inclusive, UTC (YYYY-MM-DD). */
  startDate: string;
  /** Last day, inclusive, UTC (YYYY-MM-DD). */
  endDate: string;
  /** Only articles of this source; any case. May be given several times. */
  outlet?: Many<string>;
  /** Only articles of this tone. */
  sentiment?: Many<"Positive" | "Neutral" | "Negative">;
  /** Only articles on this subject; Other: on none of them. */
  category?: Many<"Regulation" | "ETFs" | "Mining" | "DeFi" | "Stablecoins" | "Exchanges" | "Treasuries" | "Security & Crime" | "Markets & Price" | "Macro" | "Adoption" | "Technology" | "NFTs & Gaming" | "Memecoins" | "AI" | "Funding" | "People" | "Sponsored" | "Other">;
  /** Only articles that name this company, by name, ticker or another spelling, in any case. */
  company?: Many<string>;
  /** Only articles that name this asset, by name, ticker or another spelling, in any case. */
  asset?: Many<string>;
  /** Only what speakers of this role said. */
  cohort?: Many<"executive" | "founder" | "developer" | "analyst" | "investor" | "trader" | "media" | "policy" | "commentator" | "brand">;
  /** Only items of this kind. */
  kind?: Many<"news" | "podcast" | "filing" | "disclosure" | "earnings_call" | "conversation">;
  /** Only articles in this language, ISO 639-1, or und. */
  language?: Many<string>;
  /** Only articles of sources of this country, ISO 3166-1 alpha-2. */
  country?: Many<string>;
  /** Only articles whose net tone, p(positive) - p(negative), is this or more. */
  minTone?: number;
  /** Only articles whose net tone, p(positive) - p(negative), is this or less. */
  maxTone?: number;
}

export interface GetEntityMentionsParameters {
  /** First day, inclusive, UTC (YYYY-MM-DD). */
  startDate: string;
  /** Last day, inclusive, UTC (YYYY-MM-DD). */
  endDate: string;
  /** What is grouped by. */
  groupBy: "companies";
  /** Only this company, by name, ticker or another spelling, in any case. */
  company?: string;
  /** Page of 400 rows, from 1. All rows are given where there is none. */
  page?: number;
}

export interface GetCohortsParameters {
  /** First day, inclusive, UTC (YYYY-MM-DD); by default 29 days before endDate. */
  startDate?: string;
  /** Last day, inclusive, UTC (YYYY-MM-DD); by default today. */
  endDate?: string;
  /** A category by its name (Other: of none), else a keyword query as in /feed. */
  topic?: string;
  /** Only articles of this source; any case. May be given several times. */
  outlet?: Many<string>;
  /** Only articles of this tone. */
  sentiment?: Many<"Positive" | "Neutral" | "Negative">;
  /** Only articles on this subject; Other: on none of them. */
  category?: Many<"Regulation" | "ETFs" | "Mining" | "DeFi" | "Stablecoins" | "Exchanges" | "Treasuries" | "Security & Crime" | "Markets & Price" | "Macro" | "Adoption" | "Technology" | "NFTs & Gaming" | "Memecoins" | "AI" | "Funding" | "People" | "Sponsored" | "Other">;
  /** Only articles that name this company, by name, ticker or another spelling, in any case. */
  company?: Many<string>;
  /** Only articles that name this asset, by name, ticker or another spelling, in any case. */
  asset?: Many<string>;
  /** Only what speakers of this role said. */
  cohort?: Many<"executive" | "founder" | "developer" | "analyst" | "investor" | "trader" | "media" | "policy" | "commentator" | "brand">;
  /** Only items of this kind. */
  kind?: Many<"news" | "podcast" | "filing" | "disclosure" | "earnings_call" | "conversation">;
  /** Only articles in this language, ISO 639-1, or und. */
  language?: Many<string>;
  /** Only articles of sources of this country, ISO 3166-1 alpha-2. */
  country?: Many<string>;
  /** Only articles whose net tone, p(positive) - p(negative), is this or more. */
  minTone?: number;
  /** Only articles whose net tone, p(positive) - p(negative), is this or less. */
  maxTone?: number;
}

export interface GetSpeakersParameters {
  /** First day, inclusive, UTC (YYYY-MM-DD); by default 29 days before endDate. */
  startDate?: string;
  /** Last day, inclusive, UTC (YYYY-MM-DD); by default today. */
  endDate?: string;
  /** Only statements made in this role. */
  cohort?: "executive" | "founder" | "developer" | "analyst" | "investor" | "trader" | "media" | "policy" | "commentator" | "brand";
  /** Only statements about this company, by name, ticker or another spelling. */
  company?: string;
  /** Only statements about this asset, by name, ticker or another spelling. */
  asset?: string;
  /** By outlets reached or by statements. */
  order?: "reach" | "statements";
  /** Only who speaks for this firm: its people, and the firm itself. */
  affiliation?: string;
  /** Results per page. */
  limit?: number;
}

export interface GetSpeakerParameters {
  /** The id that /speakers gives. */
  id: string;
  /** First day, inclusive, UTC (YYYY-MM-DD); by default 29 days before endDate. */
  startDate?: string;
  /** Last day, inclusive, UTC (YYYY-MM-DD); by default today. */
  endDate?: string;
  /** Lists only statements about this company, by name, ticker or another spelling. */
  company?: string;
  /** Lists only statements about this asset, by name, ticker or another spelling. */
  asset?: string;
  /** Lists only statements made in this role. */
  cohort?: "executive" | "founder" | "developer" | "analyst" | "investor" | "trader" | "media" | "policy" | "commentator" | "brand";
  /** Lists only statements made for this firm, as the articles state it. */
  affiliation?: string;
  /** Results per page. */
  limit?: number;
}

export interface GetTimeseriesParameters {
  /** A keyword query, in the language of /feed. */
  q: string;
  /** First day, inclusive, UTC (YYYY-MM-DD); by default 29 days before endDate. */
  startDate?: string;
  /** Last day, inclusive, UTC (YYYY-MM-DD); by default today. */
  endDate?: string;
  /** Only articles of this source; any case. May be given several times. */
  outlet?: Many<string>;
  /** Only articles of this tone. */
  sentiment?: Many<"Positive" | "Neutral" | "Negative">;
  /** Only articles on this subject; Other: on none of them. */
  category?: Many<"Regulation" | "ETFs" | "Mining" | "DeFi" | "Stablecoins" | "Exchanges" | "Treasuries" | "Security & Crime" | "Markets & Price" | "Macro" | "Adoption" | "Technology" | "NFTs & Gaming" | "Memecoins" | "AI" | "Funding" | "People" | "Sponsored" | "Other">;
  /** Only articles that name this company, by name, ticker or another spelling, in any case. */
  company?: Many<string>;
  /** Only articles that name this asset, by name, ticker or another spelling, in any case. */
  asset?: Many<string>;
  /** Only what speakers of this role said. */
  cohort?: Many<"executive" | "founder" | "developer" | "analyst" | "investor" | "trader" | "media" | "policy" | "commentator" | "brand">;
  /** Only items of this kind. */
  kind?: Many<"news" | "podcast" | "filing" | "disclosure" | "earnings_call" | "conversation">;
  /** Only articles in this language, ISO 639-1, or und. */
  language?: Many<string>;
  /** Only articles of sources of this country, ISO 3166-1 alpha-2. */
  country?: Many<string>;
  /** Only articles whose net tone, p(positive) - p(negative), is this or more. */
  minTone?: number;
  /** Only articles whose net tone, p(positive) - p(negative), is this or less. */
  maxTone?: number;
  /** What a row is: an hour (of at most 14 days), a day, a week (from Monday) or a month; those at the ends are cut to the days asked for. */
  granularity?: "hour" | "day" | "week" | "month";
}

export interface GetMomentumParameters {
  /** A keyword query, in the language of /feed. */
  q: string;
  /** The day that is asked about, UTC (YYYY-MM-DD); by default today. */
  endDate?: string;
}

export interface CompareQueriesParameters {
  /** Keyword queries, in the language of /feed; given two to six times. */
  q: Many<string>;
  /** First day, inclusive, UTC (YYYY-MM-DD); by default 29 days before endDate. */
  startDate?: string;
  /** Last day, inclusive, UTC (YYYY-MM-DD); by default today. */
  endDate?: string;
}

export interface CompareCompaniesParameters {
  /** Companies by name, ticker or another spelling, in any case; given two to eight times. */
  name: Many<string>;
  /** First day, inclusive, UTC (YYYY-MM-DD); by default 29 days before endDate. */
  startDate?: string;
  /** Last day, inclusive, UTC (YYYY-MM-DD); by default today. */
  endDate?: string;
}

export interface GetCompanyParameters {
  /** A company by its name in /taxonomy, its ticker or another spelling, in any case. */
  name: string;
  /** First day, inclusive, UTC (YYYY-MM-DD); by default 29 days before endDate. */
  startDate?: string;
  /** Last day, inclusive, UTC (YYYY-MM-DD); by default today. */
  endDate?: string;
}

export interface GetAssetParameters {
  /** An asset by its name in /taxonomy, its ticker or another spelling, in any case. */
  name: string;
  /** First day, inclusive, UTC (YYYY-MM-DD); by default 29 days before endDate. */
  startDate?: string;
  /** Last day, inclusive, UTC (YYYY-MM-DD); by default today. */
  endDate?: string;
}

export interface GetOutletParameters {
  /** An outlet by its name in /taxonomy, in any case. */
  name: string;
  /** First day, inclusive, UTC (YYYY-MM-DD); by default 29 days before endDate. */
  startDate?: string;
  /** Last day, inclusive, UTC (YYYY-MM-DD); by default today. */
  endDate?: string;
}

export interface GetChangesParameters {
  /** Only changes of this day and later (YYYY-MM-DD). */
  startDate?: string;
  /** Only changes of this day and earlier (YYYY-MM-DD). */
  endDate?: string;
}

export interface GetCompanyTransparencyParameters {
  /** A company's ticker, in any case. */
  ticker: string;
}

export interface GetCompanyEvadometerParameters {
  /** A company's ticker, in any case. */
  ticker: string;
}

export interface GetSpaceRowsParameters {
  /** The id of the Space. */
  id: string;
  /** Results per page. */
  limit?: number;
  /** The nextCursor of the page before. */
  cursor?: string;
}

export interface GetBrainParameters {
  /** The id of the Brain. */
  id: string;
  /** Results per page. */
  limit?: number;
  /** The nextCursor of the page before. */
  cursor?: string;
}

export interface ChangeBrainParameters {
  /** The id of the Brain. */
  id: string;
  /** What the Brain is called. */
  name: string;
  /** Whom to follow: handles as posts carry them, such as alice@example.social or did:plc:… */
  handles?: Many<string>;
  /** The same by name: their posts under any handle, and what articles report that they said. */
  people?: Many<string>;
}

export interface PatchBrainParameters {
  /** The id of the Brain. */
  id: string;
  /** What the Brain is called. */
  name?: string | null;
  /** Whom to follow: handles as posts carry them, such as alice@example.social or did:plc:… */
  handles?: Many<string> | null;
  /** The same by name: their posts under any handle, and what articles report that they said. */
  people?: Many<string> | null;
}

export interface DeleteBrainParameters {
  /** The id of the Brain. */
  id: string;
}

export interface RecordWorkflowRunParameters {
  /** Which workflow ran. */
  workflowId: string;
  /** Which run of it; the same again is the same run. */
  runId: string;
  /** How the run stands. */
  status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
  /** When it began. */
  startedAt: string;
  /** When it ended. */
  finishedAt?: string;
  /** How long it took. */
  durationMs?: number;
  [figure: string]: unknown;
}

export interface ListWorkflowRunsParameters {
  /** Results per page. */
  limit?: number;
  /** The nextCursor of the page before. */
  cursor?: string;
}

export interface GetUsageParameters {
  /** First day, inclusive, UTC; 29 days before the last. */
  startDate?: string;
  /** Last day, inclusive, UTC; today. */
  endDate?: string;
}

export interface GetQuoteParameters {
  /** Path and query of the call, percent-encoded, such as /feed?limit=100. */
  path: string;
  /** The Accept header of the call. With that of an export (text/csv for a Space, application/x-ndjson for /feed/export) its rows are counted and priced, which needs a key. */
  accept?: string;
}

export interface CreateSpaceParameters {
  /** What the Space is called. */
  name: string;
  /** As on /feed. */
  keyword?: string;
  /** Exact name of a source. */
  outlet?: string;
  /** Only articles of this tone. */
  sentiment?: "Positive" | "Neutral" | "Negative";
  /** First day of a fixed range, UTC. */
  startDate?: string;
  /** Last day of a fixed range, UTC. */
  endDate?: string;
  /** So many days up to and with today, instead of a fixed range; 30 where nothing is said. */
  rollingDays?: number;
  /** What a row shows: Title, Date, URL, Outlet, Sentiment, Outlet_Category, author_name, image_url, Content, id, kind, invented; the first six by default. */
  columns?: Many<string>;
}

export interface GetSpaceParameters {
  /** The id of the Space. */
  id: string;
}

export interface ChangeSpaceParameters {
  /** The id of the Space. */
  id: string;
  /** What the Space is called. */
  name: string;
  /** As on /feed. */
  keyword?: string;
  /** Exact name of a source. */
  outlet?: string;
  /** Only articles of this tone. */
  sentiment?: "Positive" | "Neutral" | "Negative";
  /** First day of a fixed range, UTC. */
  startDate?: string;
  /** Last day of a fixed range, UTC. */
  endDate?: string;
  /** So many days up to and with today, instead of a fixed range; 30 where nothing is said. */
  rollingDays?: number;
  /** What a row shows: Title, Date, URL, Outlet, Sentiment, Outlet_Category, author_name, image_url, Content, id, kind, invented; the first six by default. */
  columns?: Many<string>;
}

export interface PatchSpaceParameters {
  /** The id of the Space. */
  id: string;
  /** What the Space is called. */
  name?: string | null;
  /** As on /feed. */
  keyword?: string | null;
  /** Exact name of a source. */
  outlet?: string | null;
  /** Only articles of this tone. */
  sentiment?: "Positive" | "Neutral" | "Negative" | null;
  /** First day of a fixed range, UTC. */
  startDate?: string | null;
  /** Last day of a fixed range, UTC. */
  endDate?: string | null;
  /** So many days up to and with today, instead of a fixed range; 30 where nothing is said. */
  rollingDays?: number | null;
  /** What a row shows: Title, Date, URL, Outlet, Sentiment, Outlet_Category, author_name, image_url, Content, id, kind, invented; the first six by default. */
  columns?: Many<string> | null;
}

export interface DeleteSpaceParameters {
  /** The id of the Space. */
  id: string;
}

export interface CreateBrainParameters {
  /** What the Brain is called. */
  name: string;
  /** Whom to follow: handles as posts carry them, such as alice@example.social or did:plc:… */
  handles?: Many<string>;
  /** The same by name: their posts under any handle, and what articles report that they said. */
  people?: Many<string>;
}

export interface CreateAlertParameters {
  /** What the rule is called. */
  name: string;
  /** What is watched: a Space or a story by its id, a company or an asset by name, a cohort, a metric of /indices, a search in the language of /feed, or everything. */
  subject: "everything" | "query" | "space" | "company" | "asset" | "story" | "cohort" | "index";
  /** item: every new item. volume: items of a day above threshold times the norm of the 28 days before. tone_shift: tone of a day that is over, threshold standard errors from the 28 days before. new_story: a story of minFamilies within three days. crosses, moves: a day's reading of a metric. filing: a filing, of a form type where one is given. scored_call: a scored earnings call. */
  condition: "item" | "volume" | "tone_shift" | "new_story" | "crosses" | "moves" | "filing" | "scored_call";
  /** Whether it is switched on. A backtest works either way. */
  enabled?: boolean;
  /** Which one; not for everything. */
  value?: string;
  /** Times the norm (volume; 3 where nothing is said), standard errors (tone_shift; 3), the level (crosses) or the distance from the day before (moves). */
  threshold?: number;
  /** Items that a day must have (volume, tone_shift). */
  minItems?: number;
  /** Outlet families that they must come from (volume, tone_shift, new_story): one house alone sets nothing off. */
  minFamilies?: number;
  /** Form type of filings, such as 8-K; any where nothing is said. */
  form?: string;
  /** Minutes after an event in which the rule does not fire again. */
  quietMinutes?: number;
  /** Events a day, UTC, at most. */
  dailyCap?: number;
}

export interface GetAlertParameters {
  /** The id of the Alert. */
  id: string;
}

export interface ChangeAlertParameters {
  /** The id of the Alert. */
  id: string;
  /** What the rule is called. */
  name: string;
  /** What is watched: a Space or a story by its id, a company or an asset by name, a cohort, a metric of /indices, a search in the language of /feed, or everything. */
  subject: "everything" | "query" | "space" | "company" | "asset" | "story" | "cohort" | "index";
  /** item: every new item. volume: items of a day above threshold times the norm of the 28 days before. tone_shift: tone of a day that is over, threshold standard errors from the 28 days before. new_story: a story of minFamilies within three days. crosses, moves: a day's reading of a metric. filing: a filing, of a form type where one is given. scored_call: a scored earnings call. */
  condition: "item" | "volume" | "tone_shift" | "new_story" | "crosses" | "moves" | "filing" | "scored_call";
  /** Whether it is switched on. A backtest works either way. */
  enabled?: boolean;
  /** Which one; not for everything. */
  value?: string;
  /** Times the norm (volume; 3 where nothing is said), standard errors (tone_shift; 3), the level (crosses) or the distance from the day before (moves). */
  threshold?: number;
  /** Items that a day must have (volume, tone_shift). */
  minItems?: number;
  /** Outlet families that they must come from (volume, tone_shift, new_story): one house alone sets nothing off. */
  minFamilies?: number;
  /** Form type of filings, such as 8-K; any where nothing is said. */
  form?: string;
  /** Minutes after an event in which the rule does not fire again. */
  quietMinutes?: number;
  /** Events a day, UTC, at most. */
  dailyCap?: number;
}

export interface PatchAlertParameters {
  /** The id of the Alert. */
  id: string;
  /** What the rule is called. */
  name?: string | null;
  /** Whether it is switched on. A backtest works either way. */
  enabled?: boolean | null;
  /** What is watched: a Space or a story by its id, a company or an asset by name, a cohort, a metric of /indices, a search in the language of /feed, or everything. */
  subject?: "everything" | "query" | "space" | "company" | "asset" | "story" | "cohort" | "index" | null;
  /** Which one; not for everything. */
  value?: string | null;
  /** item: every new item. volume: items of a day above threshold times the norm of the 28 days before. tone_shift: tone of a day that is over, threshold standard errors from the 28 days before. new_story: a story of minFamilies within three days. crosses, moves: a day's reading of a metric. filing: a filing, of a form type where one is given. scored_call: a scored earnings call. */
  condition?: "item" | "volume" | "tone_shift" | "new_story" | "crosses" | "moves" | "filing" | "scored_call" | null;
  /** Times the norm (volume; 3 where nothing is said), standard errors (tone_shift; 3), the level (crosses) or the distance from the day before (moves). */
  threshold?: number | null;
  /** Items that a day must have (volume, tone_shift). */
  minItems?: number | null;
  /** Outlet families that they must come from (volume, tone_shift, new_story): one house alone sets nothing off. */
  minFamilies?: number | null;
  /** Form type of filings, such as 8-K; any where nothing is said. */
  form?: string | null;
  /** Minutes after an event in which the rule does not fire again. */
  quietMinutes?: number | null;
  /** Events a day, UTC, at most. */
  dailyCap?: number | null;
}

export interface DeleteAlertParameters {
  /** The id of the Alert. */
  id: string;
}

export interface BacktestAlertParameters {
  /** The id of the Alert. */
  id: string;
}

export interface ListEventsParameters {
  /** Results per page. */
  limit?: number;
  /** The nextCursor of the page before; the oldest kept event without it. */
  cursor?: string;
}

export interface CreateWebhookParameters {
  /** What the endpoint is called. */
  name: string;
  /** Where events are sent, by POST: a public address. Of mail, mailto:name@example.com; its reader is asked to confirm it. */
  url: string;
  /** How a body is written: the event itself (Standard Webhooks), a message as Slack or Discord take it, or a letter. */
  shape?: "standard" | "slack" | "discord" | "mail";
  /** Ids of the rules and digests whose events it gets; all events where nothing is said. */
  alerts?: Many<string>;
  /** Keeps the endpoint and sends it nothing; it keeps its place. */
  disabled?: boolean;
}

export interface ChangeWebhookParameters {
  /** The id of the Webhook. */
  id: string;
  /** What the endpoint is called. */
  name: string;
  /** Where events are sent, by POST: a public address. Of mail, mailto:name@example.com; its reader is asked to confirm it. */
  url: string;
  /** How a body is written: the event itself (Standard Webhooks), a message as Slack or Discord take it, or a letter. */
  shape?: "standard" | "slack" | "discord" | "mail";
  /** Ids of the rules and digests whose events it gets; all events where nothing is said. */
  alerts?: Many<string>;
  /** Keeps the endpoint and sends it nothing; it keeps its place. */
  disabled?: boolean;
}

export interface PatchWebhookParameters {
  /** The id of the Webhook. */
  id: string;
  /** What the endpoint is called. */
  name?: string | null;
  /** Where events are sent, by POST: a public address. Of mail, mailto:name@example.com; its reader is asked to confirm it. */
  url?: string | null;
  /** How a body is written: the event itself (Standard Webhooks), a message as Slack or Discord take it, or a letter. */
  shape?: "standard" | "slack" | "discord" | "mail" | null;
  /** Ids of the rules and digests whose events it gets; all events where nothing is said. */
  alerts?: Many<string> | null;
  /** Keeps the endpoint and sends it nothing; it keeps its place. */
  disabled?: boolean | null;
}

export interface DeleteWebhookParameters {
  /** The id of the Webhook. */
  id: string;
}

export interface RotateWebhookSecretParameters {
  /** The id of the Webhook. */
  id: string;
}

export interface ListDeliveriesParameters {
  /** The id of the Webhook. */
  id: string;
  /** Results per page. */
  limit?: number;
  /** The nextCursor of the page before. */
  cursor?: string;
}

export interface ResendEventParameters {
  /** The id of the Webhook. */
  id: string;
  /** The id of the event. */
  eventId: string;
}

export interface TestWebhookParameters {
  /** The id of the Webhook. */
  id: string;
}

export interface CreateDigestParameters {
  /** What the digest is called. */
  name: string;
  /** How often it comes: about the last day that is over, or the last seven. */
  frequency?: "daily" | "weekly";
  /** On which day a weekly one comes. */
  weekday?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
  /** At which hour of the reader's clock. */
  hour?: number;
  /** The reader's time zone by its name in the time zone database, such as Europe/Berlin; UTC where nothing is said. */
  timeZone?: string;
  /** Companies that it tells of, by name or ticker. */
  companies?: Many<string>;
  /** Keeps the digest and tells nothing. */
  disabled?: boolean;
}

export interface ChangeDigestParameters {
  /** The id of the Digest. */
  id: string;
  /** What the digest is called. */
  name: string;
  /** How often it comes: about the last day that is over, or the last seven. */
  frequency?: "daily" | "weekly";
  /** On which day a weekly one comes. */
  weekday?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
  /** At which hour of the reader's clock. */
  hour?: number;
  /** The reader's time zone by its name in the time zone database, such as Europe/Berlin; UTC where nothing is said. */
  timeZone?: string;
  /** Companies that it tells of, by name or ticker. */
  companies?: Many<string>;
  /** Keeps the digest and tells nothing. */
  disabled?: boolean;
}

export interface PatchDigestParameters {
  /** The id of the Digest. */
  id: string;
  /** What the digest is called. */
  name?: string | null;
  /** How often it comes: about the last day that is over, or the last seven. */
  frequency?: "daily" | "weekly" | null;
  /** On which day a weekly one comes. */
  weekday?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | null;
  /** At which hour of the reader's clock. */
  hour?: number | null;
  /** The reader's time zone by its name in the time zone database, such as Europe/Berlin; UTC where nothing is said. */
  timeZone?: string | null;
  /** Companies that it tells of, by name or ticker. */
  companies?: Many<string> | null;
  /** Keeps the digest and tells nothing. */
  disabled?: boolean | null;
}

export interface DeleteDigestParameters {
  /** The id of the Digest. */
  id: string;
}

export interface CreateFeedParameters {
  /** The title of the feed. */
  name: string;
  /** What it shows: a search in the language of /feed, a Space or a story by its id, a company, an asset, a cohort, or everything. */
  subject: "everything" | "query" | "space" | "company" | "asset" | "story" | "cohort";
  /** Which one; not for everything. */
  value?: string;
}

export interface RotateFeedParameters {
  /** The id of the Feed. */
  id: string;
}

export interface DeleteFeedParameters {
  /** The id of the Feed. */
  id: string;
}

export interface CreateKeyParameters {
  /** What the key is for. */
  name: string;
  /** A test key (bw_test_) instead of a live one. */
  test?: boolean;
  /** Days until the key expires. */
  expiresInDays?: number;
  /** Permissions: read queries, write also manages Spaces, Brains, runs and keys, account also manages overage and members. By default those of the caller. */
  scope?: "read" | "write" | "account";
}

export interface RotateKeyParameters {
  /** The id of the key, or its name where one open key has it. */
  id: string;
  /** Hours for which the old key still opens, never past its own end. */
  graceHours?: number;
}

export interface RevokeKeyParameters {
  /** The id of the key, or its name where one open key has it. */
  id: string;
}

export interface ExportAccountParameters {
  /** Results per page. */
  limit?: number;
  /** The nextCursor of the page before. */
  cursor?: string;
}

export interface SetOverageParameters {
  /** Whether calls beyond the allowance are bought. */
  active: boolean;
  /** The most in a period, decimal US dollars such as 12.50; needed to begin. */
  capUsd?: string;
}

export interface AddMemberParameters {
  /** What is typed to sign in, such as an e-mail address. */
  name: string;
  /** A viewer looks, a member also changes what the account keeps, an owner also decides about money and people. */
  role: "owner" | "member" | "viewer";
}

export interface ChangeMemberParameters {
  /** The id of the person, or the name. */
  id: string;
  /** A viewer looks, a member also changes what the account keeps, an owner also decides about money and people. */
  role: "owner" | "member" | "viewer";
}

export interface RemoveMemberParameters {
  /** The id of the person, or the name. */
  id: string;
}

export interface LinkMemberParameters {
  /** The id of the person, or the name. */
  id: string;
}

export interface WithdrawInvitationParameters {
  /** The id of the invitation. */
  id: string;
}

export interface ListAuditLogParameters {
  /** Results per page. */
  limit?: number;
  /** The nextCursor of the page before. */
  cursor?: string;
  /** Of every account; needs an operator's key. */
  all?: boolean;
}

export interface ListAccountsParameters {
  /** Results per page. */
  limit?: number;
  /** The nextCursor of the page before. */
  cursor?: string;
}

export interface CreateAccountParameters {
  /** What the account is called; unique. */
  name: string;
  /** What it is on. */
  plan?: "free" | "registered" | "pro" | "team";
}

export interface FindAccountParameters {
  /** The id of the account, or its name. */
  id: string;
}

export interface ChangeAccountParameters {
  /** The id of the account, or its name. */
  id: string;
  /** Another plan, from now on. */
  plan?: "free" | "registered" | "pro" | "team" | null;
  /** How the saved card stands. */
  paymentStatus?: "none" | "active" | "past_due" | "failed" | null;
  /** Prepaid credits to grant on top of what there is; they never lapse. */
  grantCredits?: number | null;
  /** The most overage in a period, decimal US dollars such as 12.50; `off` ends the agreement. */
  overageCapUsd?: string | null;
}

export interface DeleteAccountParameters {
  /** The id of the account, or its name. */
  id: string;
  /** The name of the account, to be sure. */
  confirm: string;
}

export interface CreateAccountKeyParameters {
  /** The id of the account, or its name. */
  id: string;
  /** What the key is for. */
  name: string;
  /** A test key (bw_test_) instead of a live one. */
  test?: boolean;
  /** Days until the key expires. */
  expiresInDays?: number;
  /** Permissions: read queries, write also manages Spaces, Brains, runs and keys, account also manages overage and members. By default those of the caller. */
  scope?: "read" | "write" | "account";
}

export interface ListPeopleParameters {
  /** Results per page. */
  limit?: number;
  /** The nextCursor of the page before. */
  cursor?: string;
}

export interface PlacePersonParameters {
  /** What is typed to sign in, such as an e-mail address. */
  name: string;
  /** Id or name of the account to have a place in. */
  account?: string;
  /** What to be there. */
  role?: "owner" | "member" | "viewer";
}

export interface RemovePersonParameters {
  /** What is typed to sign in. */
  name: string;
}

export interface AddSourceParameters {
  /** Its address; a CIK for edgar. */
  url: string;
  /** How it is read. */
  kind?: "feed" | "podcast" | "edgar" | "nostr" | "bluesky" | "mastodon" | "hacker_news" | "github_discussions" | "bitcoin_price";
  /** Name under which its items appear; the host where there is none. */
  outlet?: string;
  /** Such as Crypto News, Mainstream, Regulator, Company or Social. */
  category?: string;
  /** Outlets of one owner share a family. */
  family?: string;
  /** ISO 3166-1 alpha-2. */
  country?: string;
  /** ISO 639-1. */
  language?: string;
  /** The company whose filings these are. */
  ticker?: string;
  /** How much of its items' text is kept: all, about two sentences, or the headline alone. */
  content?: "full" | "excerpt" | "none";
}

export interface ChangeSourceParameters {
  /** The id of the source. */
  id: string;
  /** Whether it is left alone until it is resumed. */
  paused: boolean | null;
}

export interface RemoveSourceParameters {
  /** The id of the source. */
  id: string;
}

export interface ListRemovalsParameters {
  /** Results per page. */
  limit?: number;
  /** The nextCursor of the page before. */
  cursor?: string;
}

export interface RemoveDocumentsParameters {
  /** Ids or addresses of documents. */
  documents?: Many<string>;
  /** Instead: all documents of this outlet. */
  outlet?: string;
  /** Of an outlet: only what was published before this day, UTC. */
  before?: string;
  /** How many documents this is to remove. */
  confirm?: number;
}

/** The rows of each paged operation. */
export interface PagedRows {
  searchArticles: FeedArticle;
  getTrends: Trend;
  getIntelligence: Trend;
  getSpaceRows: Record<string, unknown>;
  getBrain: Post;
  listWorkflowRuns: WorkflowRun;
  listEvents: Event;
  listDeliveries: Delivery;
  exportAccount: OwnedRow;
  listAuditLog: AuditLogLine;
  listAccounts: Account;
  listPeople: Person;
  listRemovals: Removal;
}

/** The member of a page that holds its rows; null where the page is the list of rows. */
export const PAGE_ROWS: { readonly [operation in keyof PagedRows]: string | null } = {
  searchArticles: "data",
  getTrends: null,
  getIntelligence: "trends",
  getSpaceRows: "rows",
  getBrain: "posts",
  listWorkflowRuns: "data",
  listEvents: "data",
  listDeliveries: "data",
  exportAccount: "data",
  listAuditLog: "data",
  listAccounts: "data",
  listPeople: "data",
  listRemovals: "data",
};

/** One method for each operation of the interface. */
export abstract class Operations {
  protected abstract perform<T>(call: Call): Promise<T>;

  /** Full-text search across indexed sources, newest first. (GET /feed) */
  searchArticles(parameters: SearchArticlesParameters, options: { signal?: AbortSignal } = {}): Promise<Feed> {
    return this.perform({ id: "searchArticles", method: "GET", path: "/feed", parameters: { ...parameters }, query: ["startDate", "endDate", "limit", "keyword", "outlet", "sentiment", "category", "company", "asset", "cohort", "kind", "language", "country", "minTone", "maxTone", "aboutCompany", "aboutAsset", "since", "until", "fields", "story", "narrative", "statements", "highlights", "sort", "duplicates", "page", "cursor"], metered: true, ...options });
  }

  /** All articles of a search as NDJSON, resumable, priced by rows. As JSON: how many there are, at no charge. (GET /feed/export) */
  exportArticles(parameters: ExportArticlesParameters, options: { signal?: AbortSignal } = {}): Promise<ExportSize> {
    return this.perform({ id: "exportArticles", method: "GET", path: "/feed/export", parameters: { ...parameters }, query: ["startDate", "endDate", "keyword", "outlet", "sentiment", "category", "company", "asset", "cohort", "kind", "language", "country", "minTone", "maxTone", "aboutCompany", "aboutAsset", "since", "until", "fields", "cursor"], metered: true, ...options });
  }

  /** The Bellwether Index: score, status, changes, confidence and the drivers that add up to it; every 15 minutes. Not metered without full=true. (GET /index) */
  getIndex(parameters: GetIndexParameters = {}, options: { signal?: AbortSignal } = {}): Promise<BellwetherIndex> {
    return this.perform({ id: "getIndex", method: "GET", path: "/index", parameters: { ...parameters }, query: ["full", "date"], metered: true, meteredWhen: ["full=true"], ...options });
  }

  /** Why the Bellwether Index moved since the day before: stories, outlets and cohorts that add up to the change. (GET /index/explain) */
  explainIndex(parameters: ExplainIndexParameters = {}, options: { signal?: AbortSignal } = {}): Promise<IndexExplanation> {
    return this.perform({ id: "explainIndex", method: "GET", path: "/index/explain", parameters: { ...parameters }, query: ["limit", "date"], metered: true, ...options });
  }

  /** Current readings of all indices; components, receipts, provenance and history with a key. Not metered without full=true or include_history=true. (GET /indices) */
  getIndexPortfolio(parameters: GetIndexPortfolioParameters = {}, options: { signal?: AbortSignal } = {}): Promise<IndexPortfolio> {
    return this.perform({ id: "getIndexPortfolio", method: "GET", path: "/indices", parameters: { ...parameters }, query: ["metric", "full", "include_history", "startDate", "endDate"], metered: true, meteredWhen: ["full=true", "include_history=true"], ...options });
  }

  /** Why a metric moved since the day before: stories, outlets and cohorts that add up to the change. (GET /indices/{metric}/explain) */
  explainMetric(parameters: ExplainMetricParameters, options: { signal?: AbortSignal } = {}): Promise<IndexExplanation> {
    return this.perform({ id: "explainMetric", method: "GET", path: "/indices/{metric}/explain", parameters: { ...parameters }, query: ["limit", "date"], metered: true, ...options });
  }

  /** Narrative Dominance: assets ranked by their share of attention; details and history with a key. Not metered without full=true or include_history=true. (GET /indices/dominance) */
  getNarrativeDominance(parameters: GetNarrativeDominanceParameters = {}, options: { signal?: AbortSignal } = {}): Promise<NarrativeDominance> {
    return this.perform({ id: "getNarrativeDominance", method: "GET", path: "/indices/dominance", parameters: { ...parameters }, query: ["window", "granularity", "full", "include_history"], metered: true, meteredWhen: ["full=true", "include_history=true"], ...options });
  }

  /** What the coverage is about: the strongest stories of the days. (GET /trends) */
  getTrends(parameters: GetTrendsParameters, options: { signal?: AbortSignal } = {}): Promise<Trend[]> {
    return this.perform({ id: "getTrends", method: "GET", path: "/trends", parameters: { ...parameters }, query: ["startDate", "endDate", "limit", "category", "company", "asset", "minArticles", "cursor"], metered: true, ...options });
  }

  /** Themes that last for weeks and hold many stories, by their share of the attention. (GET /narratives) */
  getNarratives(parameters: GetNarrativesParameters, options: { signal?: AbortSignal } = {}): Promise<Narrative[]> {
    return this.perform({ id: "getNarratives", method: "GET", path: "/narratives", parameters: { ...parameters }, query: ["startDate", "endDate", "limit", "stage"], metered: true, ...options });
  }

  /** One theme: its life day by day, who carries it, where it turned and by which stories. (GET /narratives/{id}) */
  getNarrative(parameters: GetNarrativeParameters, options: { signal?: AbortSignal } = {}): Promise<NarrativeDetail> {
    return this.perform({ id: "getNarrative", method: "GET", path: "/narratives/{id}", parameters: { ...parameters }, query: ["startDate", "endDate"], metered: true, ...options });
  }

  /** One story: title, sentences with sources, days, articles, and its narratives. (GET /stories/{id}) */
  getStory(parameters: GetStoryParameters, options: { signal?: AbortSignal } = {}): Promise<Story> {
    return this.perform({ id: "getStory", method: "GET", path: "/stories/{id}", parameters: { ...parameters }, query: ["endDate"], metered: true, ...options });
  }

  /** One article, with its story and its narratives. (GET /articles/{id}) */
  getArticle(parameters: GetArticleParameters, options: { signal?: AbortSignal } = {}): Promise<OneArticle> {
    return this.perform({ id: "getArticle", method: "GET", path: "/articles/{id}", parameters: { ...parameters }, metered: true, ...options });
  }

  /** Articles near to one by what they mean, the nearest first. (GET /articles/{id}/similar) */
  getSimilarArticles(parameters: GetSimilarArticlesParameters, options: { signal?: AbortSignal } = {}): Promise<SimilarArticle[]> {
    return this.perform({ id: "getSimilarArticles", method: "GET", path: "/articles/{id}/similar", parameters: { ...parameters }, query: ["limit"], metered: true, ...options });
  }

  /** Stories that break now: carried by three families of their own and beyond what is usual. (GET /breaking) */
  getBreaking(parameters: GetBreakingParameters = {}, options: { signal?: AbortSignal } = {}): Promise<Breaking[]> {
    return this.perform({ id: "getBreaking", method: "GET", path: "/breaking", parameters: { ...parameters }, query: ["hours", "limit"], metered: true, ...options });
  }

  /** Trends with stage and momentum, and the distribution of categories. (GET /intelligence) */
  getIntelligence(parameters: GetIntelligenceParameters, options: { signal?: AbortSignal } = {}): Promise<Intelligence> {
    return this.perform({ id: "getIntelligence", method: "GET", path: "/intelligence", parameters: { ...parameters }, query: ["startDate", "endDate", "limit", "category", "company", "asset", "minArticles", "cursor"], metered: true, ...options });
  }

  /** How the stories of the days spread over the categories. (GET /intelligence/categories) */
  getCategories(parameters: GetCategoriesParameters, options: { signal?: AbortSignal } = {}): Promise<CategoryDistribution> {
    return this.perform({ id: "getCategories", method: "GET", path: "/intelligence/categories", parameters: { ...parameters }, query: ["startDate", "endDate"], metered: true, ...options });
  }

  /** Shares of positive, neutral and negative coverage, by day, by outlet and by language. (GET /sentiment-metrics) */
  getSentimentMetrics(parameters: GetSentimentMetricsParameters, options: { signal?: AbortSignal } = {}): Promise<SentimentMetrics> {
    return this.perform({ id: "getSentimentMetrics", method: "GET", path: "/sentiment-metrics", parameters: { ...parameters }, query: ["startDate", "endDate", "outlet", "sentiment", "category", "company", "asset", "cohort", "kind", "language", "country", "minTone", "maxTone", "granularity"], metered: true, ...options });
  }

  /** Fear and greed per day, from the tone of the coverage, not from prices. (GET /fear-greed-index) */
  getFearGreedIndex(parameters: GetFearGreedIndexParameters, options: { signal?: AbortSignal } = {}): Promise<FearGreedPoint[]> {
    return this.perform({ id: "getFearGreedIndex", method: "GET", path: "/fear-greed-index", parameters: { ...parameters }, query: ["startDate", "endDate", "outlet", "sentiment", "category", "company", "asset", "cohort", "kind", "language", "country", "minTone", "maxTone", "granularity", "minArticles"], metered: true, ...options });
  }

  /** Articles by outlet, most first. (GET /channel-volume) */
  getChannelVolume(parameters: GetChannelVolumeParameters, options: { signal?: AbortSignal } = {}): Promise<OutletVolume[]> {
    return this.perform({ id: "getChannelVolume", method: "GET", path: "/channel-volume", parameters: { ...parameters }, query: ["startDate", "endDate", "outlet", "sentiment", "category", "company", "asset", "cohort", "kind", "language", "country", "minTone", "maxTone"], metered: true, ...options });
  }

  /** Which companies the coverage names, by day, with articles. (POST /grouped-data) */
  getEntityMentions(parameters: GetEntityMentionsParameters, options: { signal?: AbortSignal } = {}): Promise<CompanyMentions> {
    return this.perform({ id: "getEntityMentions", method: "POST", path: "/grouped-data", parameters: { ...parameters }, metered: true, ...options });
  }

  /** Sentiment by the role of who speaks. (GET /cohorts) */
  getCohorts(parameters: GetCohortsParameters = {}, options: { signal?: AbortSignal } = {}): Promise<Cohorts> {
    return this.perform({ id: "getCohorts", method: "GET", path: "/cohorts", parameters: { ...parameters }, query: ["startDate", "endDate", "topic", "outlet", "sentiment", "category", "company", "asset", "cohort", "kind", "language", "country", "minTone", "maxTone"], metered: true, ...options });
  }

  /** People and firms that are quoted, by how many outlets carry what they say. (GET /speakers) */
  getSpeakers(parameters: GetSpeakersParameters = {}, options: { signal?: AbortSignal } = {}): Promise<Speakers> {
    return this.perform({ id: "getSpeakers", method: "GET", path: "/speakers", parameters: { ...parameters }, query: ["startDate", "endDate", "cohort", "company", "asset", "order", "affiliation", "limit"], metered: true, ...options });
  }

  /** What a speaker said, with the articles that report it. (GET /speakers/{id}) */
  getSpeaker(parameters: GetSpeakerParameters, options: { signal?: AbortSignal } = {}): Promise<Speaker> {
    return this.perform({ id: "getSpeaker", method: "GET", path: "/speakers/{id}", parameters: { ...parameters }, query: ["startDate", "endDate", "company", "asset", "cohort", "affiliation", "limit"], metered: true, ...options });
  }

  /** Count, share of the coverage, tone and outlets per day for any keyword query. (GET /timeseries) */
  getTimeseries(parameters: GetTimeseriesParameters, options: { signal?: AbortSignal } = {}): Promise<TimeseriesPoint[]> {
    return this.perform({ id: "getTimeseries", method: "GET", path: "/timeseries", parameters: { ...parameters }, query: ["q", "startDate", "endDate", "outlet", "sentiment", "category", "company", "asset", "cohort", "kind", "language", "country", "minTone", "maxTone", "granularity"], metered: true, ...options });
  }

  /** Whether any keyword query rises or falls against its own past, and since when. (GET /momentum) */
  getMomentum(parameters: GetMomentumParameters, options: { signal?: AbortSignal } = {}): Promise<Momentum> {
    return this.perform({ id: "getMomentum", method: "GET", path: "/momentum", parameters: { ...parameters }, query: ["q", "endDate"], metered: true, ...options });
  }

  /** Count, share of voice and tone of several keyword queries side by side. (GET /compare) */
  compareQueries(parameters: CompareQueriesParameters, options: { signal?: AbortSignal } = {}): Promise<Compared> {
    return this.perform({ id: "compareQueries", method: "GET", path: "/compare", parameters: { ...parameters }, query: ["q", "startDate", "endDate"], metered: true, ...options });
  }

  /** Share of voice, tone and momentum of companies side by side. (GET /companies/compare) */
  compareCompanies(parameters: CompareCompaniesParameters, options: { signal?: AbortSignal } = {}): Promise<ComparedCompany[]> {
    return this.perform({ id: "compareCompanies", method: "GET", path: "/companies/compare", parameters: { ...parameters }, query: ["name", "startDate", "endDate"], metered: true, ...options });
  }

  /** One company: articles, share, tone, momentum and themes, day by day. (GET /companies/{name}) */
  getCompany(parameters: GetCompanyParameters, options: { signal?: AbortSignal } = {}): Promise<NamedFigures> {
    return this.perform({ id: "getCompany", method: "GET", path: "/companies/{name}", parameters: { ...parameters }, query: ["startDate", "endDate"], metered: true, ...options });
  }

  /** One asset: articles, share, tone, momentum and themes, day by day. (GET /assets/{name}) */
  getAsset(parameters: GetAssetParameters, options: { signal?: AbortSignal } = {}): Promise<NamedFigures> {
    return this.perform({ id: "getAsset", method: "GET", path: "/assets/{name}", parameters: { ...parameters }, query: ["startDate", "endDate"], metered: true, ...options });
  }

  /** One outlet: articles, share of the coverage, tone, momentum and themes, day by day. (GET /outlets/{name}) */
  getOutlet(parameters: GetOutletParameters, options: { signal?: AbortSignal } = {}): Promise<NamedFigures> {
    return this.perform({ id: "getOutlet", method: "GET", path: "/outlets/{name}", parameters: { ...parameters }, query: ["startDate", "endDate"], metered: true, ...options });
  }

  /** The outlets, categories, companies, assets, cohorts and metrics there are. (GET /taxonomy) */
  getTaxonomy(options: { signal?: AbortSignal } = {}): Promise<Taxonomy> {
    return this.perform({ id: "getTaxonomy", method: "GET", path: "/taxonomy", ...options });
  }

  /** What may explain a jump in a series: versions of methods, and sources that came or fell silent. Not metered. (GET /changes) */
  getChanges(parameters: GetChangesParameters = {}, options: { signal?: AbortSignal } = {}): Promise<Changes> {
    return this.perform({ id: "getChanges", method: "GET", path: "/changes", parameters: { ...parameters }, query: ["startDate", "endDate"], ...options });
  }

  /** Earnings-call directness scores per company, with the verbatim quotes behind each score. Not metered. (GET /transparency-index) */
  getTransparencyIndex(options: { signal?: AbortSignal } = {}): Promise<TransparencyIndex> {
    return this.perform({ id: "getTransparencyIndex", method: "GET", path: "/transparency-index", ...options });
  }

  /** Companies ranked by directness score. (GET /transparency-index/leaderboard) */
  getTransparencyLeaderboard(options: { signal?: AbortSignal } = {}): Promise<TransparencyLeaderboard> {
    return this.perform({ id: "getTransparencyLeaderboard", method: "GET", path: "/transparency-index/leaderboard", metered: true, ...options });
  }

  /** Full directness detail for one company, including all scored quotes. (GET /transparency-index/{ticker}) */
  getCompanyTransparency(parameters: GetCompanyTransparencyParameters, options: { signal?: AbortSignal } = {}): Promise<CompanyTransparency> {
    return this.perform({ id: "getCompanyTransparency", method: "GET", path: "/transparency-index/{ticker}", parameters: { ...parameters }, metered: true, ...options });
  }

  /** Directness scoring across tracked companies. (GET /evadometer) */
  getEvadometer(options: { signal?: AbortSignal } = {}): Promise<Evadometer> {
    return this.perform({ id: "getEvadometer", method: "GET", path: "/evadometer", metered: true, ...options });
  }

  /** Companies ranked by how directly management answers. (GET /evadometer/leaderboard) */
  getEvadometerLeaderboard(options: { signal?: AbortSignal } = {}): Promise<EvadometerLeaderboard> {
    return this.perform({ id: "getEvadometerLeaderboard", method: "GET", path: "/evadometer/leaderboard", metered: true, ...options });
  }

  /** Where one company's management answers, and where it does not. (GET /evadometer/{ticker}) */
  getCompanyEvadometer(parameters: GetCompanyEvadometerParameters, options: { signal?: AbortSignal } = {}): Promise<CompanyEvadometer> {
    return this.perform({ id: "getCompanyEvadometer", method: "GET", path: "/evadometer/{ticker}", parameters: { ...parameters }, metered: true, ...options });
  }

  /** The rows of a Space that the key's owner owns, newest first; as CSV with Accept: text/csv. (GET /v1/spaces/{id}/rows) */
  getSpaceRows(parameters: GetSpaceRowsParameters, options: { signal?: AbortSignal } = {}): Promise<SpaceRows> {
    return this.perform({ id: "getSpaceRows", method: "GET", path: "/v1/spaces/{id}/rows", parameters: { ...parameters }, query: ["limit", "cursor"], metered: true, ...options });
  }

  /** A Brain that the key's owner owns: posts of the speakers it follows and what articles report that they said, newest first. (GET /v1/brains/{id}) */
  getBrain(parameters: GetBrainParameters, options: { signal?: AbortSignal } = {}): Promise<BrainRecord> {
    return this.perform({ id: "getBrain", method: "GET", path: "/v1/brains/{id}", parameters: { ...parameters }, query: ["limit", "cursor"], metered: true, ...options });
  }

  /** Gives a Brain another name and other speakers. Not metered. (PUT /v1/brains/{id}) */
  changeBrain(parameters: ChangeBrainParameters, options: { signal?: AbortSignal } = {}): Promise<Brain> {
    return this.perform({ id: "changeBrain", method: "PUT", path: "/v1/brains/{id}", parameters: { ...parameters }, ...options });
  }

  /** Changes the given members of a Brain and leaves the others. Not metered. (PATCH /v1/brains/{id}) */
  patchBrain(parameters: PatchBrainParameters, options: { signal?: AbortSignal } = {}): Promise<Brain> {
    return this.perform({ id: "patchBrain", method: "PATCH", path: "/v1/brains/{id}", parameters: { ...parameters }, ...options });
  }

  /** Deletes a Brain; the posts stay. Not metered. (DELETE /v1/brains/{id}) */
  deleteBrain(parameters: DeleteBrainParameters, options: { signal?: AbortSignal } = {}): Promise<Deleted> {
    return this.perform({ id: "deleteBrain", method: "DELETE", path: "/v1/brains/{id}", parameters: { ...parameters }, ...options });
  }

  /** Stores a metadata-only receipt of an agent's workflow run; prompts and outputs are left out. (POST /workflow-runs) */
  recordWorkflowRun(parameters: RecordWorkflowRunParameters, options: { idempotencyKey?: string; signal?: AbortSignal } = {}): Promise<WorkflowRunReceipt> {
    return this.perform({ id: "recordWorkflowRun", method: "POST", path: "/workflow-runs", parameters: { ...parameters }, metered: true, idempotency: true, ...options });
  }

  /** The receipts of workflow runs that were recorded. Not metered. (GET /workflow-runs) */
  listWorkflowRuns(parameters: ListWorkflowRunsParameters = {}, options: { signal?: AbortSignal } = {}): Promise<WorkflowRuns> {
    return this.perform({ id: "listWorkflowRuns", method: "GET", path: "/workflow-runs", parameters: { ...parameters }, query: ["limit", "cursor"], ...options });
  }

  /** Credits used by day, route and credential, and what is left. Not metered. (GET /usage) */
  getUsage(parameters: GetUsageParameters = {}, options: { signal?: AbortSignal } = {}): Promise<Usage> {
    return this.perform({ id: "getUsage", method: "GET", path: "/usage", parameters: { ...parameters }, query: ["startDate", "endDate"], ...options });
  }

  /** What a call would cost; with a key also which purse would pay. Not metered. (GET /quote) */
  getQuote(parameters: GetQuoteParameters, options: { signal?: AbortSignal } = {}): Promise<Quote> {
    return this.perform({ id: "getQuote", method: "GET", path: "/quote", parameters: { ...parameters }, query: ["path", "accept"], ...options });
  }

  /** The Spaces of the account. Not metered. (GET /v1/spaces) */
  listSpaces(options: { signal?: AbortSignal } = {}): Promise<Spaces> {
    return this.perform({ id: "listSpaces", method: "GET", path: "/v1/spaces", ...options });
  }

  /** Saves a search as a Space. Not metered. (POST /v1/spaces) */
  createSpace(parameters: CreateSpaceParameters, options: { idempotencyKey?: string; signal?: AbortSignal } = {}): Promise<Space> {
    return this.perform({ id: "createSpace", method: "POST", path: "/v1/spaces", parameters: { ...parameters }, idempotency: true, ...options });
  }

  /** What a Space looks for and shows. Not metered. (GET /v1/spaces/{id}) */
  getSpace(parameters: GetSpaceParameters, options: { signal?: AbortSignal } = {}): Promise<Space> {
    return this.perform({ id: "getSpace", method: "GET", path: "/v1/spaces/{id}", parameters: { ...parameters }, ...options });
  }

  /** Puts another search in the place of a Space's. Not metered. (PUT /v1/spaces/{id}) */
  changeSpace(parameters: ChangeSpaceParameters, options: { signal?: AbortSignal } = {}): Promise<Space> {
    return this.perform({ id: "changeSpace", method: "PUT", path: "/v1/spaces/{id}", parameters: { ...parameters }, ...options });
  }

  /** Changes the given members of a Space and leaves the others. Not metered. (PATCH /v1/spaces/{id}) */
  patchSpace(parameters: PatchSpaceParameters, options: { signal?: AbortSignal } = {}): Promise<Space> {
    return this.perform({ id: "patchSpace", method: "PATCH", path: "/v1/spaces/{id}", parameters: { ...parameters }, ...options });
  }

  /** Deletes a Space; the documents stay. Not metered. (DELETE /v1/spaces/{id}) */
  deleteSpace(parameters: DeleteSpaceParameters, options: { signal?: AbortSignal } = {}): Promise<Deleted> {
    return this.perform({ id: "deleteSpace", method: "DELETE", path: "/v1/spaces/{id}", parameters: { ...parameters }, ...options });
  }

  /** The Brains of the account. Not metered. (GET /v1/brains) */
  listBrains(options: { signal?: AbortSignal } = {}): Promise<Brains> {
    return this.perform({ id: "listBrains", method: "GET", path: "/v1/brains", ...options });
  }

  /** Makes a Brain that follows speakers. Not metered. (POST /v1/brains) */
  createBrain(parameters: CreateBrainParameters, options: { idempotencyKey?: string; signal?: AbortSignal } = {}): Promise<Brain> {
    return this.perform({ id: "createBrain", method: "POST", path: "/v1/brains", parameters: { ...parameters }, idempotency: true, ...options });
  }

  /** The rules of the account. Not metered; events are charged when they are delivered. (GET /v1/alerts) */
  listAlerts(options: { signal?: AbortSignal } = {}): Promise<AlertList> {
    return this.perform({ id: "listAlerts", method: "GET", path: "/v1/alerts", ...options });
  }

  /** Makes a rule: what is watched, and what must happen. Not metered. (POST /v1/alerts) */
  createAlert(parameters: CreateAlertParameters, options: { idempotencyKey?: string; signal?: AbortSignal } = {}): Promise<Alert> {
    return this.perform({ id: "createAlert", method: "POST", path: "/v1/alerts", parameters: { ...parameters }, idempotency: true, ...options });
  }

  /** A rule as it was saved. Not metered. (GET /v1/alerts/{id}) */
  getAlert(parameters: GetAlertParameters, options: { signal?: AbortSignal } = {}): Promise<Alert> {
    return this.perform({ id: "getAlert", method: "GET", path: "/v1/alerts/{id}", parameters: { ...parameters }, ...options });
  }

  /** Puts another rule in the place of one; it tells what happens from then on. Not metered. (PUT /v1/alerts/{id}) */
  changeAlert(parameters: ChangeAlertParameters, options: { signal?: AbortSignal } = {}): Promise<Alert> {
    return this.perform({ id: "changeAlert", method: "PUT", path: "/v1/alerts/{id}", parameters: { ...parameters }, ...options });
  }

  /** Changes the given members of a rule and leaves the others. Not metered. (PATCH /v1/alerts/{id}) */
  patchAlert(parameters: PatchAlertParameters, options: { signal?: AbortSignal } = {}): Promise<Alert> {
    return this.perform({ id: "patchAlert", method: "PATCH", path: "/v1/alerts/{id}", parameters: { ...parameters }, ...options });
  }

  /** Deletes a rule; its events stay. Not metered. (DELETE /v1/alerts/{id}) */
  deleteAlert(parameters: DeleteAlertParameters, options: { signal?: AbortSignal } = {}): Promise<Deleted> {
    return this.perform({ id: "deleteAlert", method: "DELETE", path: "/v1/alerts/{id}", parameters: { ...parameters }, ...options });
  }

  /** When a rule would have fired over the last 90 days, by what is stored now. Not metered. (GET /v1/alerts/{id}/backtest) */
  backtestAlert(parameters: BacktestAlertParameters, options: { signal?: AbortSignal } = {}): Promise<Backtest> {
    return this.perform({ id: "backtestAlert", method: "GET", path: "/v1/alerts/{id}/backtest", parameters: { ...parameters }, ...options });
  }

  /** The account's events, oldest first, after a cursor; priced as rows of a Space, and free where there are none. (GET /v1/events) */
  listEvents(parameters: ListEventsParameters = {}, options: { signal?: AbortSignal } = {}): Promise<Events> {
    return this.perform({ id: "listEvents", method: "GET", path: "/v1/events", parameters: { ...parameters }, query: ["limit", "cursor"], metered: true, ...options });
  }

  /** The account's endpoints and how their deliveries stand. Not metered; events are charged when they are delivered. (GET /v1/webhooks) */
  listWebhooks(options: { signal?: AbortSignal } = {}): Promise<WebhookList> {
    return this.perform({ id: "listWebhooks", method: "GET", path: "/v1/webhooks", ...options });
  }

  /** An endpoint for the events from now on; its secret is shown this once. Not metered. (POST /v1/webhooks) */
  createWebhook(parameters: CreateWebhookParameters, options: { idempotencyKey?: string; signal?: AbortSignal } = {}): Promise<WebhookWithSecret> {
    return this.perform({ id: "createWebhook", method: "POST", path: "/v1/webhooks", parameters: { ...parameters }, idempotency: true, ...options });
  }

  /** Changes an endpoint; one that was disabled goes on where it stopped. Not metered. (PUT /v1/webhooks/{id}) */
  changeWebhook(parameters: ChangeWebhookParameters, options: { signal?: AbortSignal } = {}): Promise<Webhook> {
    return this.perform({ id: "changeWebhook", method: "PUT", path: "/v1/webhooks/{id}", parameters: { ...parameters }, ...options });
  }

  /** Changes the members of an endpoint that are given; with disabled=false one that was disabled goes on where it stopped. Not metered. (PATCH /v1/webhooks/{id}) */
  patchWebhook(parameters: PatchWebhookParameters, options: { signal?: AbortSignal } = {}): Promise<Webhook> {
    return this.perform({ id: "patchWebhook", method: "PATCH", path: "/v1/webhooks/{id}", parameters: { ...parameters }, ...options });
  }

  /** Deletes an endpoint; events stay. Not metered. (DELETE /v1/webhooks/{id}) */
  deleteWebhook(parameters: DeleteWebhookParameters, options: { signal?: AbortSignal } = {}): Promise<Deleted> {
    return this.perform({ id: "deleteWebhook", method: "DELETE", path: "/v1/webhooks/{id}", parameters: { ...parameters }, ...options });
  }

  /** A new secret, shown only once; the previous one stays valid for a day. Not metered. (POST /v1/webhooks/{id}/rotate) */
  rotateWebhookSecret(parameters: RotateWebhookSecretParameters, options: { idempotencyKey?: string; signal?: AbortSignal } = {}): Promise<WebhookWithSecret> {
    return this.perform({ id: "rotateWebhookSecret", method: "POST", path: "/v1/webhooks/{id}/rotate", parameters: { ...parameters }, idempotency: true, ...options });
  }

  /** Every attempt to deliver to an endpoint, newest first. Not metered. (GET /v1/webhooks/{id}/deliveries) */
  listDeliveries(parameters: ListDeliveriesParameters, options: { signal?: AbortSignal } = {}): Promise<DeliveryLog> {
    return this.perform({ id: "listDeliveries", method: "GET", path: "/v1/webhooks/{id}/deliveries", parameters: { ...parameters }, query: ["limit", "cursor"], ...options });
  }

  /** Sends an event to an endpoint now. Charged as a delivery where it gets there and was not charged before. (POST /v1/webhooks/{id}/resend) */
  resendEvent(parameters: ResendEventParameters, options: { signal?: AbortSignal } = {}): Promise<Delivery> {
    return this.perform({ id: "resendEvent", method: "POST", path: "/v1/webhooks/{id}/resend", parameters: { ...parameters }, ...options });
  }

  /** Sends an endpoint a webhook.test event now; a reader who has not confirmed an address is asked again instead (409). Not metered. (POST /v1/webhooks/{id}/test) */
  testWebhook(parameters: TestWebhookParameters, options: { signal?: AbortSignal } = {}): Promise<Delivery> {
    return this.perform({ id: "testWebhook", method: "POST", path: "/v1/webhooks/{id}/test", parameters: { ...parameters }, ...options });
  }

  /** The Digests of the account. Not metered. (GET /v1/digests) */
  listDigests(options: { signal?: AbortSignal } = {}): Promise<Digests> {
    return this.perform({ id: "listDigests", method: "GET", path: "/v1/digests", ...options });
  }

  /** Makes a Digest: what moved in the last day or week, as an event that webhooks, mail and streams deliver. Not metered. (POST /v1/digests) */
  createDigest(parameters: CreateDigestParameters, options: { idempotencyKey?: string; signal?: AbortSignal } = {}): Promise<Digest> {
    return this.perform({ id: "createDigest", method: "POST", path: "/v1/digests", parameters: { ...parameters }, idempotency: true, ...options });
  }

  /** Changes a Digest. Not metered. (PUT /v1/digests/{id}) */
  changeDigest(parameters: ChangeDigestParameters, options: { signal?: AbortSignal } = {}): Promise<Digest> {
    return this.perform({ id: "changeDigest", method: "PUT", path: "/v1/digests/{id}", parameters: { ...parameters }, ...options });
  }

  /** Changes the given members of a Digest and leaves the others. Not metered. (PATCH /v1/digests/{id}) */
  patchDigest(parameters: PatchDigestParameters, options: { signal?: AbortSignal } = {}): Promise<Digest> {
    return this.perform({ id: "patchDigest", method: "PATCH", path: "/v1/digests/{id}", parameters: { ...parameters }, ...options });
  }

  /** Deletes a Digest; its events stay. Not metered. (DELETE /v1/digests/{id}) */
  deleteDigest(parameters: DeleteDigestParameters, options: { signal?: AbortSignal } = {}): Promise<Deleted> {
    return this.perform({ id: "deleteDigest", method: "DELETE", path: "/v1/digests/{id}", parameters: { ...parameters }, ...options });
  }

  /** The account's feeds for feed readers. Not metered; a feed is charged as rows of a Space when its articles have changed. (GET /v1/feeds) */
  listFeeds(options: { signal?: AbortSignal } = {}): Promise<PrivateFeeds> {
    return this.perform({ id: "listFeeds", method: "GET", path: "/v1/feeds", ...options });
  }

  /** A private address for feed readers, Atom and JSON Feed; shown this once. Not metered. (POST /v1/feeds) */
  createFeed(parameters: CreateFeedParameters, options: { idempotencyKey?: string; signal?: AbortSignal } = {}): Promise<PrivateFeedAddresses> {
    return this.perform({ id: "createFeed", method: "POST", path: "/v1/feeds", parameters: { ...parameters }, idempotency: true, ...options });
  }

  /** New addresses for a feed; the previous ones no longer work. Not metered. (POST /v1/feeds/{id}/rotate) */
  rotateFeed(parameters: RotateFeedParameters, options: { idempotencyKey?: string; signal?: AbortSignal } = {}): Promise<PrivateFeedAddresses> {
    return this.perform({ id: "rotateFeed", method: "POST", path: "/v1/feeds/{id}/rotate", parameters: { ...parameters }, idempotency: true, ...options });
  }

  /** Deletes a feed; its addresses no longer work. Not metered. (DELETE /v1/feeds/{id}) */
  deleteFeed(parameters: DeleteFeedParameters, options: { signal?: AbortSignal } = {}): Promise<Deleted> {
    return this.perform({ id: "deleteFeed", method: "DELETE", path: "/v1/feeds/{id}", parameters: { ...parameters }, ...options });
  }

  /** The keys of the account, without their secrets. Not metered. (GET /v1/keys) */
  listKeys(options: { signal?: AbortSignal } = {}): Promise<Keys> {
    return this.perform({ id: "listKeys", method: "GET", path: "/v1/keys", ...options });
  }

  /** Creates a key of the account and shows it, once. Not metered. (POST /v1/keys) */
  createKey(parameters: CreateKeyParameters, options: { idempotencyKey?: string; signal?: AbortSignal } = {}): Promise<NewKey> {
    return this.perform({ id: "createKey", method: "POST", path: "/v1/keys", parameters: { ...parameters }, idempotency: true, ...options });
  }

  /** Replaces a key by a new one; the old one stays valid for a grace period. Not metered. (POST /v1/keys/{id}/rotate) */
  rotateKey(parameters: RotateKeyParameters, options: { idempotencyKey?: string; signal?: AbortSignal } = {}): Promise<NewKey> {
    return this.perform({ id: "rotateKey", method: "POST", path: "/v1/keys/{id}/rotate", parameters: { ...parameters }, idempotency: true, ...options });
  }

  /** Revokes a key at once and for good, with every key that it created. Not metered. (DELETE /v1/keys/{id}) */
  revokeKey(parameters: RevokeKeyParameters, options: { signal?: AbortSignal } = {}): Promise<Revoked> {
    return this.perform({ id: "revokeKey", method: "DELETE", path: "/v1/keys/{id}", parameters: { ...parameters }, ...options });
  }

  /** The account behind the key, with its plan and overage. Not metered. (GET /v1/account) */
  getAccount(options: { signal?: AbortSignal } = {}): Promise<Account> {
    return this.perform({ id: "getAccount", method: "GET", path: "/v1/account", ...options });
  }

  /** Everything that the account owns, row by row: keys, members, Spaces, Brains, alerts, events, webhooks, feeds, runs, usage by day, and who changed what. Not metered. (GET /v1/account/export) */
  exportAccount(parameters: ExportAccountParameters = {}, options: { signal?: AbortSignal } = {}): Promise<OwnedRows> {
    return this.perform({ id: "exportAccount", method: "GET", path: "/v1/account/export", parameters: { ...parameters }, query: ["limit", "cursor"], ...options });
  }

  /** Agrees to overage up to a cap, or ends the agreement. Not metered. (PUT /v1/account/overage) */
  setOverage(parameters: SetOverageParameters, options: { signal?: AbortSignal } = {}): Promise<Account> {
    return this.perform({ id: "setOverage", method: "PUT", path: "/v1/account/overage", parameters: { ...parameters }, ...options });
  }

  /** The people of the account and their roles. Not metered. (GET /v1/members) */
  listMembers(options: { signal?: AbortSignal } = {}): Promise<Members> {
    return this.perform({ id: "listMembers", method: "GET", path: "/v1/members", ...options });
  }

  /** Adds a new user to the account, or invites an existing one, and gives a link, once. Not metered. (POST /v1/members) */
  addMember(parameters: AddMemberParameters, options: { idempotencyKey?: string; signal?: AbortSignal } = {}): Promise<AddedMember> {
    return this.perform({ id: "addMember", method: "POST", path: "/v1/members", parameters: { ...parameters }, idempotency: true, ...options });
  }

  /** Gives a member another role. Not metered. (PUT /v1/members/{id}) */
  changeMember(parameters: ChangeMemberParameters, options: { signal?: AbortSignal } = {}): Promise<Member> {
    return this.perform({ id: "changeMember", method: "PUT", path: "/v1/members/{id}", parameters: { ...parameters }, ...options });
  }

  /** Removes a member from the account. Not metered. (DELETE /v1/members/{id}) */
  removeMember(parameters: RemoveMemberParameters, options: { signal?: AbortSignal } = {}): Promise<Deleted> {
    return this.perform({ id: "removeMember", method: "DELETE", path: "/v1/members/{id}", parameters: { ...parameters }, ...options });
  }

  /** Creates a link that signs a member in, once, within a day. Not for members of other accounts too. Not metered. (POST /v1/members/{id}/link) */
  linkMember(parameters: LinkMemberParameters, options: { idempotencyKey?: string; signal?: AbortSignal } = {}): Promise<MemberLink> {
    return this.perform({ id: "linkMember", method: "POST", path: "/v1/members/{id}/link", parameters: { ...parameters }, idempotency: true, ...options });
  }

  /** Who was invited to the account, and what became of it. Not metered. (GET /v1/invitations) */
  listInvitations(options: { signal?: AbortSignal } = {}): Promise<InvitationList> {
    return this.perform({ id: "listInvitations", method: "GET", path: "/v1/invitations", ...options });
  }

  /** Withdraws a pending invitation; its link no longer works. Not metered. (DELETE /v1/invitations/{id}) */
  withdrawInvitation(parameters: WithdrawInvitationParameters, options: { signal?: AbortSignal } = {}): Promise<Deleted> {
    return this.perform({ id: "withdrawInvitation", method: "DELETE", path: "/v1/invitations/{id}", parameters: { ...parameters }, ...options });
  }

  /** Who changed what in the account, newest first; with an operator's key anywhere. Not metered. (GET /v1/audit-log) */
  listAuditLog(parameters: ListAuditLogParameters = {}, options: { signal?: AbortSignal } = {}): Promise<AuditLog> {
    return this.perform({ id: "listAuditLog", method: "GET", path: "/v1/audit-log", parameters: { ...parameters }, query: ["limit", "cursor", "all"], ...options });
  }

  /** Every account with its plan. For operators; not metered. (GET /v1/accounts) */
  listAccounts(parameters: ListAccountsParameters = {}, options: { signal?: AbortSignal } = {}): Promise<AccountList> {
    return this.perform({ id: "listAccounts", method: "GET", path: "/v1/accounts", parameters: { ...parameters }, query: ["limit", "cursor"], ...options });
  }

  /** Opens an account. For operators; not metered. (POST /v1/accounts) */
  createAccount(parameters: CreateAccountParameters, options: { idempotencyKey?: string; signal?: AbortSignal } = {}): Promise<Account> {
    return this.perform({ id: "createAccount", method: "POST", path: "/v1/accounts", parameters: { ...parameters }, idempotency: true, ...options });
  }

  /** One account with its plan. For operators; not metered. (GET /v1/accounts/{id}) */
  findAccount(parameters: FindAccountParameters, options: { signal?: AbortSignal } = {}): Promise<Account> {
    return this.perform({ id: "findAccount", method: "GET", path: "/v1/accounts/{id}", parameters: { ...parameters }, ...options });
  }

  /** Changes what is named of plan, payment status, prepaid credits and overage; the rest stays. For operators; not metered. (PATCH /v1/accounts/{id}) */
  changeAccount(parameters: ChangeAccountParameters, options: { signal?: AbortSignal } = {}): Promise<Account> {
    return this.perform({ id: "changeAccount", method: "PATCH", path: "/v1/accounts/{id}", parameters: { ...parameters }, ...options });
  }

  /** Deletes what an account owns, ends its keys and forgets its name; charges stay in the books under its id. For operators; not metered. (DELETE /v1/accounts/{id}) */
  deleteAccount(parameters: DeleteAccountParameters, options: { signal?: AbortSignal } = {}): Promise<Deleted> {
    return this.perform({ id: "deleteAccount", method: "DELETE", path: "/v1/accounts/{id}", parameters: { ...parameters }, query: ["confirm"], ...options });
  }

  /** Creates a key of any account and shows it, once. For operators; not metered. (POST /v1/accounts/{id}/keys) */
  createAccountKey(parameters: CreateAccountKeyParameters, options: { idempotencyKey?: string; signal?: AbortSignal } = {}): Promise<NewKey> {
    return this.perform({ id: "createAccountKey", method: "POST", path: "/v1/accounts/{id}/keys", parameters: { ...parameters }, idempotency: true, ...options });
  }

  /** All users with their memberships. For operators; not metered. (GET /v1/people) */
  listPeople(parameters: ListPeopleParameters = {}, options: { signal?: AbortSignal } = {}): Promise<PeopleList> {
    return this.perform({ id: "listPeople", method: "GET", path: "/v1/people", parameters: { ...parameters }, query: ["limit", "cursor"], ...options });
  }

  /** Creates a user, or invites an existing one to an account, and gives a link in either case. For operators; not metered. (POST /v1/people) */
  placePerson(parameters: PlacePersonParameters, options: { idempotencyKey?: string; signal?: AbortSignal } = {}): Promise<AddedPerson> {
    return this.perform({ id: "placePerson", method: "POST", path: "/v1/people", parameters: { ...parameters }, idempotency: true, ...options });
  }

  /** Removes somebody from every account; every sign-in ends. For operators; not metered. (DELETE /v1/people/{name}) */
  removePerson(parameters: RemovePersonParameters, options: { signal?: AbortSignal } = {}): Promise<Deleted> {
    return this.perform({ id: "removePerson", method: "DELETE", path: "/v1/people/{name}", parameters: { ...parameters }, ...options });
  }

  /** Every source with its address and state. For operators; not metered. (GET /v1/sources) */
  listSources(options: { signal?: AbortSignal } = {}): Promise<SourceList> {
    return this.perform({ id: "listSources", method: "GET", path: "/v1/sources", ...options });
  }

  /** Adds a source, which is polled at once; an existing one takes the new details. For operators; not metered. (POST /v1/sources) */
  addSource(parameters: AddSourceParameters, options: { idempotencyKey?: string; signal?: AbortSignal } = {}): Promise<Source> {
    return this.perform({ id: "addSource", method: "POST", path: "/v1/sources", parameters: { ...parameters }, idempotency: true, ...options });
  }

  /** Pauses or resumes a source. For operators; not metered. (PATCH /v1/sources/{id}) */
  changeSource(parameters: ChangeSourceParameters, options: { signal?: AbortSignal } = {}): Promise<Source> {
    return this.perform({ id: "changeSource", method: "PATCH", path: "/v1/sources/{id}", parameters: { ...parameters }, ...options });
  }

  /** Removes a source; its documents stay. For operators; not metered. (DELETE /v1/sources/{id}) */
  removeSource(parameters: RemoveSourceParameters, options: { signal?: AbortSignal } = {}): Promise<Deleted> {
    return this.perform({ id: "removeSource", method: "DELETE", path: "/v1/sources/{id}", parameters: { ...parameters }, ...options });
  }

  /** Documents that were removed, the newest first. For operators; not metered. (GET /v1/removals) */
  listRemovals(parameters: ListRemovalsParameters = {}, options: { signal?: AbortSignal } = {}): Promise<RemovalList> {
    return this.perform({ id: "listRemovals", method: "GET", path: "/v1/removals", parameters: { ...parameters }, query: ["limit", "cursor"], ...options });
  }

  /** Takes documents down for good: by id or address, or all of an outlet. Without `confirm` it only counts them. Index, counts and stories follow within seconds; the same address does not come in again. For operators; not metered. (POST /v1/removals) */
  removeDocuments(parameters: RemoveDocumentsParameters = {}, options: { signal?: AbortSignal } = {}): Promise<Removed> {
    return this.perform({ id: "removeDocuments", method: "POST", path: "/v1/removals", parameters: { ...parameters }, ...options });
  }

  /** The state of every source: last success, next due, items, errors. Not metered. (GET /sources/health) */
  getSourcesHealth(options: { signal?: AbortSignal } = {}): Promise<SourcesHealth> {
    return this.perform({ id: "getSourcesHealth", method: "GET", path: "/sources/health", ...options });
  }

  /** Whether the service is up. (GET /health) */
  healthCheck(options: { signal?: AbortSignal } = {}): Promise<Health> {
    return this.perform({ id: "healthCheck", method: "GET", path: "/health", ...options });
  }

  /** Whether each part is ready to answer, and what it waits for. (GET /health/ready) */
  readinessCheck(options: { signal?: AbortSignal } = {}): Promise<Readiness> {
    return this.perform({ id: "readinessCheck", method: "GET", path: "/health/ready", ...options });
  }
}
