//! What is indexed and what is asked.

use std::io::{BufRead, BufReader};

use domain::{DocumentId, Instant, Kind, Sentiment};
use search::Entry;

pub const DAY_MS: i64 = 86_400_000;
const DAYS: i64 = 3 * 365;
const VOCABULARY: usize = 60_000;
const OUTLETS: u64 = 200;

pub struct Article {
    number: usize,
    pub published_at_ms: i64,
    pub outlet: String,
    text: usize,
}

pub struct Corpus {
    /// Title and content; several articles may share one.
    texts: Vec<(String, String)>,
    articles: Vec<Article>,
    is_invented: bool,
}

pub struct Lent<'c> {
    pub article: &'c Article,
    pub title: &'c str,
    pub content: &'c str,
}

impl Lent<'_> {
    pub fn entry(&self) -> Entry<'_> {
        Entry {
            id: DocumentId::of_canonical_url(&self.article.number.to_string()),
            published_at: Instant::from_ms(self.article.published_at_ms),
            title: self.title,
            content: self.content,
            outlet: &self.article.outlet,
            author: "",
            speakers: &[],
            statements: &[],
            cohort: None,
            categories: &[],
            named: &[],
            read: true,
            sentiment: Some(Sentiment::ALL[self.article.number % 3]),
            kind: Kind::News,
            language: "en",
            tone: 0.0,
            fingerprint: 0,
        }
    }
}

impl Corpus {
    /// Words as frequent as in a language: the commonest is in about half of the documents.
    pub fn invent(documents: usize) -> Corpus {
        let mut draw = numbers();
        let mut sum = 0.0;
        let cumulated: Vec<f64> = (0..VOCABULARY)
            .map(|rank| {
                sum += 1.0 / (rank as f64 + 56.0);
                sum
            })
            .collect();
        let texts = (0..documents)
            .map(|_| {
                let mut words = |count: usize| {
                    let mut text = String::with_capacity(count * 8);
                    for _ in 0..count {
                        let at = draw() as f64 / u64::MAX as f64 * sum;
                        text.push_str(&word(cumulated.partition_point(|&upto| upto < at)));
                        text.push(' ');
                    }
                    text
                };
                (words(10), words(290))
            })
            .collect();
        let articles = articles(documents, documents, |number| format!("Outlet {}", number % OUTLETS));
        Corpus { texts, articles, is_invented: true }
    }

    pub fn read(file: &str, documents: usize) -> Corpus {
        let lines: Box<dyn BufRead> = match file {
            "-" => Box::new(BufReader::new(std::io::stdin())),
            path => Box::new(BufReader::new(std::fs::File::open(path).expect("the file opens"))),
        };
        let mut texts = Vec::new();
        let mut outlets = Vec::new();
        for line in lines.lines() {
            let line: serde_json::Value = serde_json::from_str(&line.expect("a line")).expect("JSON");
            let text = |names: &[&str]| {
                names.iter().find_map(|name| line[name].as_str()).unwrap_or_default().to_string()
            };
            texts.push((text(&["title"]), text(&["body", "content"])));
            outlets.push(text(&["source"]));
        }
        let articles =
            articles(documents, texts.len(), |number| outlets[number as usize % outlets.len()].clone());
        Corpus { texts, articles, is_invented: false }
    }

    pub fn len(&self) -> usize {
        self.articles.len()
    }

    pub fn bytes(&self) -> usize {
        let length = |article: &Article| {
            let (title, content) = &self.texts[article.text];
            title.len() + content.len()
        };
        self.articles.iter().map(length).sum()
    }

    pub fn end_ms(&self) -> i64 {
        DAYS * DAY_MS
    }

    pub fn batches(&self, size: usize) -> impl Iterator<Item = Vec<Lent<'_>>> {
        self.articles.chunks(size).map(|articles| {
            let lend = |article| {
                let (title, content) = &self.texts[Article::text(article)];
                Lent { article, title, content }
            };
            articles.iter().map(lend).collect()
        })
    }

    pub fn kinds(&self) -> Kinds {
        let words: Vec<String> = match self.is_invented {
            true => [0, 1, 300, 301, 5_000, 40_000].map(word).into(),
            false => ["bitcoin", "the", "etf", "miners", "tariffs", "halving"].map(String::from).into(),
        };
        let [high, high2, middle, middle2, low, rare] = &words[..] else { unreachable!("six words") };
        let outlet = &self.articles[0].outlet;
        let kind = |label: &str, keyword: &str, outlet: Option<&str>, days: i64, skip: usize| AKind {
            label: label.into(),
            keyword: (!keyword.is_empty()).then(|| keyword.into()),
            outlet: outlet.map(String::from),
            days,
            skip,
        };
        Kinds(vec![
            kind("high AND middle", &format!("{high} {middle}"), None, 90, 0),
            kind("high", high, None, 365, 0),
            kind("(middle OR middle) NOT low", &format!("({middle} OR {middle2}) -{low}"), None, 30, 0),
            kind("phrase of two high", &format!("\"{high} {high2}\""), None, 365, 0),
            kind("phrase of two high", &format!("\"{high} {high2}\""), None, 30, 0),
            kind("outlet", "", Some(outlet), 30, 0),
            kind("nothing", "", None, 365, 0),
            kind("nothing, page 101", "", None, 365, 5000),
            kind("high OR high", &format!("{high} OR {high2}"), None, DAYS, 0),
            kind("rare", rare, None, DAYS, 0),
            kind("high AND high", &format!("{high} {high2}"), None, DAYS, 0),
            kind("high and outlet", high, Some(outlet), 365, 0),
            kind("high NEAR/5 middle", &format!("{high} NEAR/5 {middle}"), None, 365, 0),
            kind("NOT phrase of two high", &format!("{middle} -\"{high} {high2}\""), None, 365, 0),
        ])
    }
}

impl Article {
    fn text(&self) -> usize {
        self.text
    }
}

pub struct Kinds(pub Vec<AKind>);

pub struct AKind {
    pub label: String,
    pub keyword: Option<String>,
    pub outlet: Option<String>,
    pub days: i64,
    pub skip: usize,
}

fn articles(documents: usize, texts: usize, outlet: impl Fn(u64) -> String) -> Vec<Article> {
    let mut draw = numbers();
    (0..documents)
        .map(|number| {
            // Roughly in order, as they arrive, with a day of disorder.
            let place = number as i64 * DAYS * DAY_MS / documents as i64;
            let published_at_ms = (place - (draw() % DAY_MS as u64) as i64).max(0) / 1000 * 1000;
            let text = number % texts;
            let from = if texts == documents { draw() % OUTLETS * (draw() % 2) } else { text as u64 };
            Article { number, published_at_ms, outlet: outlet(from), text }
        })
        .collect()
}

fn word(rank: usize) -> String {
    // Letters rather than digits, of some length, none a prefix of meaning.
    let mut rest = rank + 700;
    let mut word = String::new();
    while rest > 0 {
        word.push(char::from(b'a' + (rest % 26) as u8));
        word.push(char::from(b"aeiou"[rest % 5]));
        rest /= 26;
    }
    word
}

fn numbers() -> impl FnMut() -> u64 {
    let mut state: u64 = 0x9E37_79B9_7F4A_7C15;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    }
}
