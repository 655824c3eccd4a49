//! What speakers posted: the conversations behind a Brain, newest first, and how they come out. Posts that were not
//! read yet have nothing to say of it and are left out.

use domain::{DocumentId, Instant, Kind, Sentiment};

use super::{Documents, columns};
use crate::Error;
use crate::db::{MAX_LIST, Value, padded, placeholders, read_languages, record};

/// One post of a speaker.
#[derive(Clone, Debug, PartialEq)]
pub struct Post {
    pub id: DocumentId,
    pub published_at: Instant,
    pub handle: String,
    pub speaker_name: Option<String>,
    pub cohort: Option<domain::Cohort>,
    pub title: String,
    pub content: String,
    pub url: String,
    pub outlet_name: String,
    pub sentiment: Sentiment,
    /// Net tone in [-1, 1].
    pub tone: f32,
    pub invented: bool,
}

/// What one speaker's posts come to.
#[derive(Clone, Debug, PartialEq)]
pub struct SpeakerFigures {
    pub handle: String,
    pub posts: i64,
    pub first_at: Instant,
    pub last_at: Instant,
    pub positive: i64,
    pub negative: i64,
    /// Those whose tone is known: in a language that is read.
    pub toned: i64,
    /// Net tone, summed.
    pub tone_sum: f64,
}

impl Documents {
    /// Posts of these speakers after a place in the order: newest first, equal times by ascending id.
    pub async fn posts_of(
        &self,
        handles: &[String],
        after: Option<(Instant, DocumentId)>,
        limit: u32,
    ) -> Result<Vec<Post>, Error> {
        let (mut parameters, list) = handle_list(handles);
        let n = parameters.len();
        let (at, id) = after.map_or((Value::Int(i64::MAX), Value::Text(String::new())), |(at, id)| {
            (at.into(), columns::id_value(id))
        });
        parameters.extend([at, id, Value::from(limit)]);
        let sql = format!(
            "SELECT d.id, d.published_at, d.speaker_handle AS handle, d.speaker_name, d.speaker_cohort AS cohort, d.title, t.content,
                    d.url, o.name AS outlet_name, d.sentiment, d.p_positive, d.p_neutral, d.p_negative, d.invented
               FROM documents d
               JOIN texts t ON t.document = d.number
               JOIN outlets o ON o.id = d.outlet_id
              WHERE d.speaker_handle IN ({list}) AND d.kind = '{kind}' AND d.marks_version <> ''
                AND (d.published_at < ${at} OR (d.published_at = ${at} AND d.id > ${id}))
              ORDER BY d.published_at DESC, d.id LIMIT ${limit}",
            kind = Kind::Conversation.name(),
            at = n + 1,
            id = n + 2,
            limit = n + 3,
        );
        let rows = self.db.query(sql, parameters).await?;
        rows.into_iter()
            .map(|mut row| {
                let row = &mut row;
                record!(
                    row,
                    Post {
                        id,
                        published_at,
                        handle,
                        speaker_name,
                        cohort,
                        title,
                        content,
                        url,
                        outlet_name,
                        sentiment,
                        tone: columns::tone(row)?.net(),
                        invented,
                    }
                )
            })
            .collect()
    }

    /// The handles under which people of these names post; at most as many as one list may hold.
    pub async fn handles_of(&self, names: &[String]) -> Result<Vec<String>, Error> {
        let parameters = padded(names.iter().take(MAX_LIST).map(Value::from).collect());
        let sql = format!(
            "SELECT DISTINCT speaker_handle FROM documents
              WHERE speaker_name IN ({}) AND speaker_handle IS NOT NULL
              ORDER BY speaker_handle LIMIT {MAX_LIST}",
            placeholders(parameters.len())
        );
        self.db.query(sql, parameters).await?.into_iter().map(|mut row| row.get("speaker_handle")).collect()
    }

    /// For each of these speakers with a post, what the posts come to.
    pub async fn figures_of(&self, handles: &[String]) -> Result<Vec<SpeakerFigures>, Error> {
        let (parameters, list) = handle_list(handles);
        let filter = format!("speaker_handle IN ({list})");
        self.speakers(&filter, "ORDER BY speaker_handle", parameters).await
    }

    /// Those who posted most since a moment, for somebody who looks whom to follow.
    pub async fn busiest_speakers(&self, since: Instant, limit: u32) -> Result<Vec<SpeakerFigures>, Error> {
        let parameters = vec![since.into(), Value::from(limit)];
        let filter = "speaker_handle IS NOT NULL AND published_at >= $1";
        self.speakers(filter, "ORDER BY COUNT(*) DESC, speaker_handle LIMIT $2", parameters).await
    }

    async fn speakers(
        &self,
        filter: &str,
        order: &str,
        parameters: Vec<Value>,
    ) -> Result<Vec<SpeakerFigures>, Error> {
        let sql = format!(
            "SELECT speaker_handle AS handle, COUNT(*) AS posts, MIN(published_at) AS first_at,
                    MAX(published_at) AS last_at,
                    COUNT(*) FILTER (WHERE sentiment = '{positive}') AS positive,
                    COUNT(*) FILTER (WHERE sentiment = '{negative}') AS negative,
                    COUNT(*) FILTER (WHERE language IN ({read})) AS toned,
                    CAST(SUM(p_positive - p_negative) AS DOUBLE PRECISION) AS tone_sum
               FROM documents
              WHERE {filter} AND kind = '{kind}' AND marks_version <> ''
              GROUP BY speaker_handle {order}",
            positive = Sentiment::Positive.name(),
            negative = Sentiment::Negative.name(),
            kind = Kind::Conversation.name(),
            read = read_languages(),
        );
        let rows = self.db.query(sql, parameters).await?;
        rows.into_iter()
            .map(|mut row| {
                record!(
                    row,
                    SpeakerFigures { handle, posts, first_at, last_at, positive, negative, toned, tone_sum }
                )
            })
            .collect()
    }
}

/// As many as one list may hold; whoever keeps handles keeps fewer.
fn handle_list(handles: &[String]) -> (Vec<Value>, String) {
    let parameters = padded(handles.iter().take(MAX_LIST).map(Value::from).collect());
    let list = placeholders(parameters.len());
    (parameters, list)
}
