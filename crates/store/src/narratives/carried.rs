//! Who carries a narrative, in which countries, and who says what in it.

use domain::{Cohort, DayRange, Instant};

use super::Narratives;
use super::documents::{OF_NARRATIVE, current};
use crate::Error;
use crate::db::{Row, read_languages, record, values};

/// How much of a narrative an outlet carried, and in what tone.
#[derive(Clone, Debug, PartialEq)]
pub struct Carrier {
    pub outlet: String,
    pub family: String,
    pub country: String,
    pub articles: i64,
    /// Those whose tone is known: in a language that is read.
    pub toned: i64,
    /// The sum of net tones.
    pub tone: f64,
    pub first_at: Instant,
}

/// How much of it the outlets of a country carried, and since when.
#[derive(Clone, Debug, PartialEq)]
pub struct CarryingCountry {
    pub country: String,
    pub articles: i64,
    pub families: i64,
    pub first_at: Instant,
}

/// A post, or one article's report of a statement, of somebody whose role is known.
#[derive(Clone, Debug, PartialEq)]
pub struct NarrativeVoice {
    pub cohort: Cohort,
    pub who: String,
    /// The same in all reports of a statement.
    pub same: i64,
    /// The number of its article.
    pub document: i64,
    /// Net.
    pub tone: f64,
    pub published_at: Instant,
}

/// Articles of an outlet that are looked at for its narratives, the newest ones.
const MAX_OF_OUTLET: i64 = 20_000;

impl Narratives {
    /// Which outlets carried it in these days, those with most articles first.
    pub async fn carriers(
        &self,
        narrative: &str,
        days: DayRange,
        limit: usize,
    ) -> Result<Vec<Carrier>, Error> {
        let sql = format!(
            "SELECT o.name AS outlet, o.family, o.country, COUNT(*) AS articles,
                    COUNT(*) FILTER (WHERE d.language IN ({read})) AS toned, SUM(d.p_positive - d.p_negative) AS tone, MIN(d.published_at) AS first_at
               FROM documents d JOIN outlets o ON o.id = d.outlet_id
              WHERE d.story_id IN ({stories}) AND d.published_at BETWEEN $2 AND $3
              GROUP BY o.name, o.family, o.country
              ORDER BY 4 DESC, 1 LIMIT $4",
            read = read_languages(),
            stories = current(OF_NARRATIVE)
        );
        let parameters = values![narrative, days.start().ms(), days.end().ms(), limit as i64];
        let carrier =
            |mut row: Row| record!(row, Carrier { outlet, family, country, articles, toned, tone, first_at });
        self.db.query(sql, parameters).await?.into_iter().map(carrier).collect()
    }

    /// The countries whose outlets carried it in these days, by their first articles.
    pub async fn countries(&self, narrative: &str, days: DayRange) -> Result<Vec<CarryingCountry>, Error> {
        let sql = format!(
            "SELECT o.country, COUNT(*) AS articles, COUNT(DISTINCT o.family) AS families,
                    MIN(d.published_at) AS first_at
               FROM documents d JOIN outlets o ON o.id = d.outlet_id
              WHERE d.story_id IN ({}) AND d.published_at BETWEEN $2 AND $3 AND o.country <> ''
              GROUP BY o.country
              ORDER BY 4, 1",
            current(OF_NARRATIVE)
        );
        let parameters = values![narrative, days.start().ms(), days.end().ms()];
        let country = |mut row: Row| record!(row, CarryingCountry { country, articles, families, first_at });
        self.db.query(sql, parameters).await?.into_iter().map(country).collect()
    }

    /// What people of known roles say in it in these days, oldest first; `limit` reports at most.
    pub async fn voices(
        &self,
        narrative: &str,
        days: DayRange,
        limit: usize,
    ) -> Result<Vec<NarrativeVoice>, Error> {
        let sql = format!(
            "SELECT s.cohort, s.speaker AS who, s.same, s.document, s.p_positive - s.p_negative AS tone, s.published_at
               FROM documents d JOIN statements s ON s.document = d.number
              WHERE d.story_id IN ({stories}) AND d.published_at BETWEEN $2 AND $3 AND s.cohort IS NOT NULL
             UNION ALL
             SELECT d.speaker_cohort AS cohort, COALESCE(d.speaker_handle, d.author_name) AS who, d.number AS same,
                    d.number AS document, d.p_positive - d.p_negative AS tone, d.published_at
               FROM documents d
              WHERE d.story_id IN ({stories}) AND d.published_at BETWEEN $2 AND $3 AND d.speaker_cohort IS NOT NULL
                AND d.language IN ({read})
              ORDER BY published_at, document, who, same LIMIT $4",
            read = read_languages(),
            stories = current(OF_NARRATIVE)
        );
        let parameters = values![narrative, days.start().ms(), days.end().ms(), limit as i64];
        let voice =
            |mut row: Row| record!(row, NarrativeVoice { cohort, who, same, document, tone, published_at });
        self.db.query(sql, parameters).await?.into_iter().map(voice).collect()
    }

    /// The narratives of an outlet's articles of these days, each with how many, the most first. A story that is in two
    /// counts in both, as it does for the carriers of each.
    pub async fn of_outlet(
        &self,
        outlet: &str,
        days: DayRange,
        limit: usize,
    ) -> Result<Vec<(String, i64)>, Error> {
        const SQL: &str = "
            WITH pairs AS (
                SELECT n.narrative, n.second, COUNT(*) AS articles
                  FROM (SELECT d.story_id FROM documents d
                         WHERE d.outlet_id IN (SELECT id FROM outlets WHERE name = $1)
                           AND d.published_at BETWEEN $2 AND $3
                         ORDER BY d.published_at DESC LIMIT $4) d
                  JOIN story_narratives n ON n.story = d.story_id
                 GROUP BY n.narrative, n.second)
            SELECT narrative, CAST(SUM(articles) AS BIGINT) AS articles
              FROM (SELECT narrative, articles FROM pairs
                    UNION ALL SELECT second AS narrative, articles FROM pairs) AS either
             WHERE narrative IS NOT NULL
             GROUP BY narrative
             ORDER BY 2 DESC, 1 LIMIT $5";
        let parameters = values![outlet, days.start().ms(), days.end().ms(), MAX_OF_OUTLET, limit as i64];
        let rows = self.db.query(SQL, parameters).await?;
        rows.into_iter().map(|mut row| Ok((row.get("narrative")?, row.get("articles")?))).collect()
    }
}
