//! How alike articles are, whatever their languages: by what they mean where both are English, else by the signs that stories
//! go by across languages.

use domain::{DocumentId, Instant};

use super::clusterer::Clusterer;
use super::{ItemTerms, Settings, StoryId, StoryItem};
use crate::mentions::Gazetteer;
use crate::tongue::Tongue;
use crate::vectors::Vector;

#[derive(Clone, Copy, Debug)]
pub struct Article<'a> {
    pub title: &'a str,
    pub content: &'a str,
    /// ISO 639-1.
    pub language: &'a str,
}

/// Articles that can be compared. How rare a name is is reckoned among them.
pub struct Alike {
    memory: Clusterer,
    /// What an English article means, or one that is in no language that is read.
    vectors: Vec<Vector>,
    tongues: Vec<Tongue>,
}

impl Alike {
    pub fn of(articles: &[Article]) -> Alike {
        let tongues: Vec<Tongue> = articles.iter().map(|article| Tongue::of(article.language)).collect();
        let across = tongues.iter().any(|tongue| tongue.is_foreign_to(Tongue::default()));
        let mut memory = Clusterer::new(Settings { max_items: articles.len().max(1), ..Settings::default() });
        if across {
            for (place, article) in articles.iter().enumerate() {
                let terms = terms(place, article, memory.settings());
                memory.remember(&terms, StoryId::of_first(terms.id()));
            }
            memory.weigh_all();
        }
        let vector = |(article, tongue): (&Article, &Tongue)| match is_english_or_unread(*tongue) {
            true => Vector::of(article.title, article.content),
            false => Vector::ZERO,
        };
        let vectors = articles.iter().zip(&tongues).map(vector).collect();
        Alike { memory, vectors, tongues }
    }

    /// Of two articles by their places: 1 for the same words, about 0 for what has nothing in common.
    pub fn between(&self, one: usize, other: usize) -> f32 {
        if [one, other].iter().all(|place| is_english_or_unread(self.tongues[*place])) {
            return self.vectors[one].cosine(&self.vectors[other]).clamp(0.0, 1.0);
        }
        self.memory.likeness_of(document(one), document(other)).unwrap_or(0.0)
    }
}

fn is_english_or_unread(tongue: Tongue) -> bool {
    !tongue.is_foreign_to(Tongue::default())
}

fn document(place: usize) -> DocumentId {
    DocumentId::from_bytes((place as u128).to_be_bytes())
}

fn terms(place: usize, article: &Article, settings: &Settings) -> ItemTerms {
    let mentions = Gazetteer::standard().find_in(article.title, article.content, article.language);
    let entities: Vec<&str> = mentions.iter().map(|mention| mention.name.as_str()).collect();
    let item = StoryItem {
        id: document(place),
        at: Instant::from_ms(0),
        title: article.title,
        content: article.content,
        outlet: "",
        language: article.language,
        across: true,
        entities: &entities,
        fingerprint: 0,
    };
    ItemTerms::of(&item, settings)
}

#[cfg(test)]
mod tests {
    use super::{Alike, Article};

    const fn article(language: &'static str, title: &'static str, content: &'static str) -> Article<'static> {
        Article { title, content, language }
    }

    const ARTICLES: [Article; 6] = [
        article(
            "en",
            "Hackers steal $40 million from Harbor Exchange",
            "The exchange halted withdrawals on Monday.",
        ),
        article(
            "de",
            "Hacker stehlen 40 Millionen Dollar von Harbor Exchange",
            "Die Börse hat Auszahlungen gestoppt.",
        ),
        article(
            "ru",
            "Хакеры украли 40 миллионов долларов у биржи Harbor Exchange",
            "Вывод средств остановлен.",
        ),
        article(
            "de",
            "Senat billigt Gesetz zu Stablecoins",
            "Der Ausschuss stimmte für Regeln zu den Reserven.",
        ),
        article("en", "Thieves take $40 million from crypto exchange Harbor", "Withdrawals were halted."),
        article(
            "en",
            "Senate panel approves a bill on stablecoins",
            "The committee voted for rules on reserves.",
        ),
    ];

    #[test]
    fn the_same_in_another_language_is_nearer_than_anything_else() {
        let alike = Alike::of(&ARTICLES);
        for (one, same, other) in [(0, 1, 3), (0, 2, 3), (1, 2, 3), (3, 5, 0), (0, 4, 5), (5, 3, 1)] {
            let (near, far) = (alike.between(one, same), alike.between(one, other));
            assert!(near > far + 0.1, "{one} {same} {other}: {near} {far}");
        }
        assert!(alike.between(1, 1) > 0.9 && alike.between(0, 0) > 0.9);
    }

    #[test]
    fn what_is_not_read_is_like_nothing_that_is() {
        let alike = Alike::of(&[
            article("ar", "شيء ما", ""),
            article("de", "Etwas anderes", ""),
            article("", "", ""),
        ]);
        assert!(alike.between(0, 1) < 0.2);
        assert_eq!(alike.between(2, 2), 0.0);
    }
}
