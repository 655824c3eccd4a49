//! Articles as the measuring needs them: cleaned, read and put into stories, or kept from an earlier run.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;

use analysis::clean::{OutletFrames, clean};
use analysis::stories::{Clusterer, ItemTerms, Settings, StoryItem};
use domain::{Category, DocumentId, Instant, Sentiment, Tone};
use serde_json::{Value, json};

pub struct Article {
    pub id: [u8; 16],
    pub at: Instant,
    pub outlet: String,
    pub title: String,
    pub text: String,
    pub story: [u8; 16],
    pub repeats: bool,
    pub sentiment: Sentiment,
    pub categories: Vec<Category>,
}

impl Article {
    pub fn sponsored(&self) -> bool {
        self.categories.contains(&Category::Sponsored)
    }

    /// The tone alone matters for no trend.
    pub fn tone(&self) -> Tone {
        Tone { positive: 0.0, neutral: 1.0, negative: 0.0 }
    }

    fn line(&self) -> Value {
        json!({
            "id": DocumentId::from_bytes(self.id).to_string(),
            "at": self.at.ms(),
            "outlet": self.outlet,
            "title": self.title,
            "text": self.text,
            "story": DocumentId::from_bytes(self.story).to_string(),
            "repeats": self.repeats,
            "sentiment": self.sentiment.name(),
            "categories": self.categories.iter().map(|category| category.name()).collect::<Vec<_>>(),
        })
    }

    fn of_line(line: &Value) -> Option<Article> {
        let text = |name: &str| line[name].as_str().map(str::to_owned);
        let id = |name: &str| Some(DocumentId::parse(&text(name)?)?.bytes());
        let categories = line["categories"].as_array()?.iter();
        Some(Article {
            id: id("id")?,
            at: Instant::from_ms(line["at"].as_i64()?),
            outlet: text("outlet")?,
            title: text("title")?,
            text: text("text")?,
            story: id("story")?,
            repeats: line["repeats"].as_bool()?,
            sentiment: Sentiment::from_name(&text("sentiment")?)?,
            categories: categories.filter_map(|name| Category::from_name(name.as_str()?)).collect(),
        })
    }
}

/// From the file, where there is one; else from standard input, and into the file.
pub fn read(kept: Option<PathBuf>) -> Vec<Article> {
    if let Some(file) = kept.as_ref().and_then(|kept| File::open(kept).ok()) {
        return lines(BufReader::new(file)).iter().filter_map(Article::of_line).collect();
    }
    let mut rows = lines(std::io::stdin().lock());
    rows.sort_by_key(|row| row["published_at"].as_str().unwrap_or("").to_owned());
    let articles = grown(&rows);
    if let Some(file) = kept.and_then(|kept| File::create(kept).ok()) {
        let mut file = BufWriter::new(file);
        for article in &articles {
            writeln!(file, "{}", article.line()).expect("the file can be written");
        }
    }
    articles
}

fn lines(from: impl BufRead) -> Vec<Value> {
    from.lines().map_while(Result::ok).filter_map(|line| serde_json::from_str(&line).ok()).collect()
}

fn grown(rows: &[Value]) -> Vec<Article> {
    let settings = Settings::default();
    let mut clusterer = Clusterer::new(settings.clone());
    let mut outlets: HashMap<String, OutletFrames> = HashMap::new();
    let mut articles = Vec::with_capacity(rows.len());
    for row in rows {
        let field = |name: &str| row[name].as_str().unwrap_or("");
        let (outlet, at) = (field("source"), super::time(field("published_at")));
        let frames = outlets.entry(outlet.to_owned()).or_default();
        let cleaned = clean(outlet, field("title"), field("body"), frames);
        frames.learn(at.day(), &cleaned.title, &cleaned.text, &cleaned.cuts);
        let (title, content) = (&cleaned.title, &cleaned.text);
        let marks = analysis::analyse(&analysis::Text { title, content, ..Default::default() });
        let entities: Vec<&str> = marks.mentions.iter().map(|mention| mention.name.as_str()).collect();
        let id = DocumentId::of_canonical_url(field("url"));
        let item = StoryItem {
            id,
            at,
            title,
            content,
            outlet,
            language: &marks.language,
            across: false,
            entities: &entities,
            fingerprint: marks.fingerprint,
        };
        let placed = clusterer.place_terms(&ItemTerms::of(&item, &settings));
        articles.push(Article {
            id: id.bytes(),
            at,
            outlet: outlet.to_owned(),
            story: placed.story.bytes(),
            repeats: placed.repeats.is_some(),
            sentiment: marks.sentiment,
            categories: marks.categories.iter().map(|(category, _)| *category).collect(),
            title: cleaned.title,
            text: cleaned.text,
        });
    }
    let moved: HashMap<[u8; 16], [u8; 16]> =
        clusterer.review().moved.into_iter().map(|(id, story)| (id.bytes(), story.bytes())).collect();
    for article in &mut articles {
        article.story = moved.get(&article.id).copied().unwrap_or(article.story);
    }
    articles
}
