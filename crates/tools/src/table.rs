//! The one list of tools.

use std::sync::LazyLock;

use coverage::{
    breaking, channel_volume, cohorts, companies_compare, compare, fear_greed_index, feed, grouped_data,
    index, index_explain, indices, indices_dominance, intelligence, intelligence_categories, momentum,
    one_article, one_name, sentiment_metrics, similar_articles, speaker, story, taxonomy, timeseries,
    transparency_company, transparency_leaderboard, trends,
};
use interface::{Entry, Operation};
use management::operations::{brains, runs, spaces, usage};

use crate::tool::Tool;

fn tool<O: Operation>(
    name: &'static str,
    title: &'static str,
    about: &'static str,
    lead: &'static str,
) -> Tool {
    Tool { name, title, entry: entry_of::<O>(), about, lead, lead_of_none: lead, fixed: None }
}

/// As its room lists it: made again here, its answer would be compiled a second time.
fn entry_of<O: Operation>() -> Entry {
    let listed =
        coverage::operations::questions().into_iter().chain(management::operations::list::questions());
    let mut same = listed.filter(|entry| entry.id == O::ID);
    same.next().unwrap_or_else(|| panic!("{} is in no list", O::ID))
}

/// The articles of some kinds alone.
fn kinds(
    name: &'static str,
    title: &'static str,
    about: &'static str,
    only: &'static [&'static str],
) -> Tool {
    Tool { fixed: Some(("kind", only)), ..tool::<feed::SearchArticles>(name, title, about, FEED) }
}

const FEED: &str = "{pagination/total} items match; {#data} are shown, {order}.";
const NAMED: &str = "{name}: {article_count} articles, share {share} of all coverage; tone {tone} from -1 to 1; stage {stage}; {#days} days.";

/// Every tool, in the order in which a model reads them.
pub fn all() -> &'static [Tool] {
    static ALL: LazyLock<Vec<Tool>> = LazyLock::new(list);
    &ALL
}

fn list() -> Vec<Tool> {
    vec![
        tool::<feed::SearchArticles>(
            "search_articles",
            "Search articles",
            "Finds articles by words, labels and days, newest first unless sort says otherwise. Use for evidence; for counts over time use get_timeseries.",
            FEED,
        ),
        tool::<one_article::GetArticle>(
            "get_article",
            "One article",
            "One article by its id from another answer: text, tone, who and what it names, its story.",
            "{Title} ({Outlet}, {Date}), read as {Sentiment}.",
        ),
        tool::<similar_articles::SimilarArticles>(
            "get_similar_articles",
            "Similar articles",
            "Articles near one article in meaning. For the same event use get_story.",
            "{#items} articles are like it, closest first.",
        ),
        tool::<story::GetStory>(
            "get_story",
            "One story",
            "All articles of one event: first and last report, outlets, tone by day. Takes a story_id.",
            "{title}: {article_count} articles by {outlet_families} outlet families ({independent_families} independent), {first_date} to {last_date}; tone {tone}.",
        ),
        kinds(
            "search_filings",
            "Search filings",
            "Like search_articles, among filings, disclosures and earnings calls only.",
            &["filing", "disclosure", "earnings_call"],
        ),
        kinds(
            "search_podcasts",
            "Search podcasts",
            "Like search_articles, among podcasts only.",
            &["podcast"],
        ),
        kinds(
            "search_conversations",
            "Search conversations",
            "Like search_articles, among public posts only.",
            &["conversation"],
        ),
        tool::<timeseries::GetTimeseries>(
            "get_timeseries",
            "Coverage over time",
            "How many articles match a query each day, with share and tone. For one verdict use get_momentum.",
            "{+items/count} matching articles over {#items} rows; {items/-1/date}: {items/-1/count} (share {items/-1/share}, 95 % {items/-1/share_low} to {items/-1/share_high}).",
        )
        .or_none("No article was counted in these days."),
        tool::<compare::GetComparison>(
            "compare_queries",
            "Compare queries",
            "Two to six queries side by side: share of voice and tone. For listed companies use compare_companies.",
            "{#queries} queries over {#days} days; {queries/0/q}: {queries/0/count} articles, share of voice {queries/0/share_of_voice}.",
        ),
        tool::<momentum::GetMomentum>(
            "get_momentum",
            "Momentum of a query",
            "Whether a query gains or loses attention now, its stage and turning points.",
            "Stage {stage} on {date}: {count} articles in seven days, share {share} after {share_before} before; {deviations} standard deviations.",
        ),
        tool::<trends::GetTrends>(
            "get_trends",
            "Trends",
            "The strongest stories of some days with articles that tell them. With shares of subjects: get_intelligence.",
            "{#items} of {total} stories, strongest first: {items/0/title} ({items/0/article_count} articles, {items/0/stage}).",
        )
        .or_none("No story fits."),
        tool::<intelligence::GetIntelligence>(
            "get_intelligence",
            "Intelligence",
            "The trends of some days and how they divide over subjects, in one answer.",
            "{total_trends} stories; strongest: {trends/0/title} ({trends/0/article_count} articles, {trends/0/stage}).",
        )
        .or_none("No story fits."),
        tool::<intelligence_categories::GetCategories>(
            "get_categories",
            "Subjects",
            "How the stories of some days divide over subjects.",
            "{total_trends} stories; most in {categories/0/name}: {categories/0/count} ({categories/0/pct} %).",
        )
        .or_none("There is no story in these days."),
        tool::<breaking::GetBreaking>(
            "get_breaking_stories",
            "Breaking stories",
            "Stories that independent outlets took up within hours, far beyond what is usual at their age.",
            "{#items} stories break now; {items/0/title} ({items/0/article_count} articles, {items/0/independent_families} independent families).",
        )
        .or_none("No story breaks now: none was taken up by three independent outlet families within these hours, beyond what is usual at its age."),
        tool::<sentiment_metrics::SentimentMetrics>(
            "get_sentiment",
            "Sentiment",
            "Shares of positive, neutral and negative coverage by outlet and day, with 95 % intervals.",
            "{total_articles} articles: {sentiment/positive} positive, {sentiment/neutral} neutral, {sentiment/negative} negative.",
        ),
        tool::<fear_greed_index::FearGreedIndex>(
            "get_fear_greed",
            "Fear and greed",
            "Fear (0) to greed (100) of the coverage each day, with its margin.",
            "{items/-1/date}: {items/-1/value} ({items/-1/label}), margin {items/-1/margin}, from {items/-1/article_count} articles; {#items} rows.",
        )
        .or_none("No row: on none of these days are there enough articles for a value."),
        tool::<channel_volume::ChannelVolume>(
            "get_channel_volume",
            "Volume by outlet",
            "Which outlets carry the coverage, by articles.",
            "{+items/count} articles in {#items} outlets; most in {items/0/outlet}: {items/0/count}.",
        )
        .or_none("No article fits."),
        tool::<one_name::GetOutlet>("get_outlet", "One outlet", "One outlet: volume, tone and days.", NAMED),
        tool::<cohorts::GetCohorts>(
            "get_cohorts",
            "Who says it",
            "What roles (executives, analysts, regulators and others) say and how they feel. For one person use get_speaker.",
            "{total_statements} statements and {total_posts} posts, {start_date} to {end_date}.",
        ),
        tool::<speaker::GetSpeaker>(
            "get_speaker",
            "One speaker",
            "What one speaker said, with the reports; the id comes with statements of other answers.",
            "{name}: {#statements} statements are shown, {start_date} to {end_date}.",
        ),
        tool::<grouped_data::GroupedData>(
            "get_company_mentions",
            "Company mentions",
            "Articles that name each company by day, for all companies at once. For one use get_company_brief.",
            "{totalVolume} mentions of {#companies} companies.",
        ),
        tool::<one_name::GetCompany>(
            "get_company_brief",
            "Company brief",
            "One company by name or ticker: volume, tone, stage, narratives, days.",
            NAMED,
        ),
        tool::<companies_compare::CompareCompanies>(
            "compare_companies",
            "Compare companies",
            "Two to eight companies side by side. For anything else use compare_queries.",
            "{#items} companies; {items/0/name}: {items/0/article_count} articles, share of voice {items/0/share_of_voice}, tone {items/0/tone}.",
        )
        .or_none("No company fits."),
        tool::<one_name::GetAsset>(
            "get_asset_brief",
            "Asset brief",
            "One asset by name or ticker: volume, tone, stage, narratives, days.",
            NAMED,
        ),
        tool::<index::GetIndex>(
            "get_index",
            "The Bellwether index",
            "The headline index of the mood of the coverage, with drivers. All metrics: get_index_portfolio.",
            "{name} {score} ({status}) on {date}; 24 h {change24h}, 7 d {change7d}; confidence {confidence}, {observedItems} items.",
        ),
        tool::<indices::GetIndexPortfolio>(
            "get_index_portfolio",
            "All indices",
            "The published metrics, one or all, with history where asked.",
            "{#metrics} metrics of {asset}, data to {sourceMaxDate}.",
        ),
        tool::<indices_dominance::GetNarrativeDominance>(
            "get_dominance",
            "Narrative dominance",
            "Which assets hold the attention of the coverage.",
            "{ranking/0/asset} leads with a share of {ranking/0/share}; {windowStart} to {windowEnd}, confidence {confidence}, {observedItems} items.",
        )
        .or_none("No asset holds attention; {windowStart} to {windowEnd}, {observedItems} items."),
        tool::<index_explain::ExplainMetric>(
            "explain_reading",
            "Why a reading moved",
            "Which stories, outlets and cohorts moved a metric since the day before.",
            "{name} moved by {change} to {value} on {date}; largest: {parts/0/name} {parts/0/contribution}.",
        )
        .or_none("{name} moved by {change} to {value} on {date}; it has no parts."),
        tool::<transparency_leaderboard::TransparencyLeaderboard>(
            "get_directness_leaderboard",
            "Directness leaderboard",
            "How directly managements answer analysts, ranked. One company: get_company_directness.",
            "{#data} companies; most direct: {data/0/company} {data/0/score} ({data/0/classification}).",
        )
        .or_none("No company fits."),
        tool::<transparency_company::TransparencyCompany>(
            "get_company_directness",
            "Directness of a company",
            "How directly one company's management answers on earnings calls, with the exchanges. Takes a ticker.",
            "{company} ({ticker}): {score} {classification}, confidence {confidence}; {questions} questions in {calls} calls, {declined} declined.",
        ),
        tool::<spaces::rows::SpaceRows>(
            "get_space_rows",
            "Rows of a Space",
            "Rows of one of the account's Spaces (saved searches).",
            "{#rows} rows of the Space {spaceId}; more: {hasMore}.",
        ),
        tool::<brains::posts::BrainPosts>(
            "get_brain",
            "One Brain",
            "What the speakers that one of the account's Brains follows posted and said.",
            "{name}: {postCount} posts, average tone {averageTone}; {#statements} statements.",
        ),
        tool::<runs::record::RecordRun>(
            "record_workflow_run",
            "Record a run",
            "Stores figures about a workflow run; prompts and outputs are never kept. The same runId again changes nothing.",
            "Run {runId} of {workflowId} is recorded as {status}.",
        ),
        tool::<taxonomy::GetTaxonomy>(
            "get_taxonomy",
            "Names",
            "Names that filters take: outlets, categories, companies, assets, cohorts, metrics.",
            "{#companies} companies, {#assets} assets, {#outlets} outlets, {#metrics} metrics; coverage from {days/first} to {days/last}.",
        ),
        tool::<usage::GetUsage>(
            "get_usage",
            "Usage",
            "Credits used and left, by day, route and key.",
            "{total/credits} credits in {total/calls} calls, {startDate} to {endDate}; {purses/0/remaining} left of {purses/0/allowance}.",
        )
        .or_none("{total/credits} credits in {total/calls} calls, {startDate} to {endDate}."),
    ]
}
