//! The list of questions about coverage. Its entries are made here, so that what answers them is compiled with this room and once.

use interface::{Entry, entry};

use crate::{
    breaking, changes, channel_volume, cohorts, companies_compare, compare, evadometer, evadometer_company,
    evadometer_leaderboard, fear_greed_index, feed, feed_export, grouped_data, health, health_ready, index,
    index_explain, indices, indices_dominance, intelligence, intelligence_categories, momentum, narrative,
    narratives, one_article, one_name, sentiment_metrics, similar_articles, speaker, speakers, story,
    taxonomy, timeseries, transparency_company, transparency_index, transparency_leaderboard, trends,
};

/// Questions about coverage, in the order in which people read about them.
pub fn questions() -> Vec<Entry> {
    vec![
        entry::<feed::SearchArticles>(),
        entry::<feed_export::ExportArticles>(),
        entry::<index::GetIndex>(),
        entry::<index_explain::ExplainIndex>(),
        entry::<indices::GetIndexPortfolio>(),
        entry::<index_explain::ExplainMetric>(),
        entry::<indices_dominance::GetNarrativeDominance>(),
        entry::<trends::GetTrends>(),
        entry::<narratives::GetNarratives>(),
        entry::<narrative::GetNarrative>(),
        entry::<story::GetStory>(),
        entry::<one_article::GetArticle>(),
        entry::<similar_articles::SimilarArticles>(),
        entry::<breaking::GetBreaking>(),
        entry::<intelligence::GetIntelligence>(),
        entry::<intelligence_categories::GetCategories>(),
        entry::<sentiment_metrics::SentimentMetrics>(),
        entry::<fear_greed_index::FearGreedIndex>(),
        entry::<channel_volume::ChannelVolume>(),
        entry::<grouped_data::GroupedData>(),
        entry::<cohorts::GetCohorts>(),
        entry::<speakers::GetSpeakers>(),
        entry::<speaker::GetSpeaker>(),
        entry::<timeseries::GetTimeseries>(),
        entry::<momentum::GetMomentum>(),
        entry::<compare::GetComparison>(),
        entry::<companies_compare::CompareCompanies>(),
        entry::<one_name::GetCompany>(),
        entry::<one_name::GetAsset>(),
        entry::<one_name::GetOutlet>(),
        entry::<taxonomy::GetTaxonomy>(),
        entry::<changes::GetChanges>(),
        entry::<transparency_index::TransparencyIndex>(),
        entry::<transparency_leaderboard::TransparencyLeaderboard>(),
        entry::<transparency_company::TransparencyCompany>(),
        entry::<evadometer::Evadometer>(),
        entry::<evadometer_leaderboard::EvadometerLeaderboard>(),
        entry::<evadometer_company::EvadometerCompany>(),
    ]
}

/// How the service is.
pub fn health() -> Vec<Entry> {
    vec![entry::<health::HealthCheck>(), entry::<health_ready::HealthReady>()]
}
