//! The items in other languages that may tell the same as one.

use super::clusterer::{Clusterer, Neighbour};
use super::places::Places;
use super::shelves::Shelf;
use crate::tongue::Tongue;

/// Days to either side: what is told elsewhere later is told of what came of it.
const DAYS_AROUND: i64 = 2;

/// Items whose vectors are looked at, those of the nearest days first.
const MAX_LOOKED_AT: usize = 6_000;

/// Items that are compared in full.
const MAX_COMPARED: usize = 40;

impl Clusterer {
    pub(super) fn neighbours_abroad(&self, slot: u32, places: &mut Places) -> Vec<Neighbour> {
        let own = &self.kept(slot).weighed.item;
        let mut near: Vec<(f32, u32)> = Vec::new();
        let mut left = MAX_LOOKED_AT;
        for day in nearest_days(own.day()) {
            for tongue in Tongue::all().filter(|tongue| own.tongue.is_foreign_to(*tongue)) {
                let listed = self.shelves.on(Shelf { tongue, day });
                // Those that came last are there for sure when a memory is read again.
                for other in listed.iter().rev().take(left) {
                    let cosine = own.profile.cosine(&self.kept(*other).weighed.item.profile);
                    if cosine >= self.settings.across.least_vector {
                        near.push((cosine, *other));
                    }
                }
                left -= left.min(listed.len());
            }
        }
        let better = |a: &(f32, u32), b: &(f32, u32)| {
            b.0.total_cmp(&a.0).then_with(|| self.when(a.1).cmp(&self.when(b.1)))
        };
        near.sort_unstable_by(better);
        near.truncate(MAX_COMPARED);
        let near: Vec<u32> = near.into_iter().map(|(_, other)| other).collect();
        let mut compared = self.compared(slot, &near, places);
        compared.iter_mut().for_each(|near| near.is_copy = false);
        compared
    }
}

/// A day, the day before, the day after, and so on.
fn nearest_days(day: i64) -> impl Iterator<Item = i64> {
    let around = (1..=DAYS_AROUND).flat_map(move |distance| [day - distance, day + distance]);
    std::iter::once(day).chain(around)
}

#[cfg(test)]
mod tests {
    use domain::{DocumentId, Instant};

    use super::super::{Clusterer, Settings, StoryId, StoryItem};

    const HOUR: i64 = 3_600_000;

    fn place(
        clusterer: &mut Clusterer,
        n: u32,
        hour: i64,
        language: &str,
        title: &str,
        content: &str,
    ) -> StoryId {
        let item = StoryItem {
            id: DocumentId::from_bytes(u128::from(n).to_be_bytes()),
            at: Instant::from_ms(1_700_000_000_000 + hour * HOUR),
            title,
            content,
            outlet: "",
            language,
            across: true,
            entities: &[],
            fingerprint: crate::fingerprint::of(title, content),
        };
        clusterer.place(&item).story
    }

    const EVENT: [(&str, &str, &str); 4] = [
        (
            "en",
            "Hackers drain $40 million from Harbor Exchange hot wallet",
            "Attackers took 40 million dollars from a hot wallet of Harbor Exchange, which has halted withdrawals.",
        ),
        (
            "de",
            "Hacker erbeuten 40 Millionen Dollar bei Harbor Exchange",
            "Angreifer haben 40 Millionen Dollar aus einer Hot Wallet von Harbor Exchange gestohlen. Die Börse hat Auszahlungen gestoppt.",
        ),
        (
            "es",
            "Roban 40 millones de dólares a Harbor Exchange en un ataque informático",
            "Unos atacantes robaron 40 millones de dólares de un monedero de Harbor Exchange, que ha suspendido los retiros.",
        ),
        (
            "ja",
            "Harbor Exchangeがハッキング被害、4000万ドルが流出",
            "Harbor Exchangeのホットウォレットから4000万ドル相当の暗号資産が盗まれ、出金が停止された。",
        ),
    ];

    #[test]
    fn an_event_is_one_story_in_every_language() {
        let mut clusterer = Clusterer::new(Settings::default());
        let stories: Vec<StoryId> = EVENT
            .iter()
            .enumerate()
            .map(|(n, (language, title, content))| {
                place(&mut clusterer, n as u32, n as i64, language, title, content)
            })
            .collect();
        assert!(stories.iter().all(|story| *story == stories[0]), "{stories:?}");
        assert!(clusterer.review().moved.is_empty(), "a review leaves it");
    }

    #[test]
    fn another_event_in_another_language_is_another_story() {
        let mut clusterer = Clusterer::new(Settings::default());
        let (language, title, content) = EVENT[0];
        let first = place(&mut clusterer, 0, 0, language, title, content);
        let others = [
            (
                "de",
                "Senatsausschuss billigt Gesetz zu Stablecoins",
                "Der Ausschuss stimmte für Regeln zu den Reserven der Herausgeber.",
            ),
            (
                "de",
                "Bitcoin steigt um zwei Prozent",
                "Der Kurs der Kryptowährung legte am Dienstag leicht zu.",
            ),
            ("ja", "ビットコイン、2%上昇し7万ドルに", "上場投資信託への資金流入が買いを後押しした。"),
        ];
        for (n, (language, title, content)) in others.iter().enumerate() {
            assert_ne!(place(&mut clusterer, 10 + n as u32, 1, language, title, content), first, "{title}");
        }
        let later = place(&mut clusterer, 20, 24 * 6, EVENT[1].0, EVENT[1].1, EVENT[1].2);
        assert_ne!(later, first, "days later");
    }

    /// However many items there are in another language, their words change nothing among those of the first.
    #[test]
    fn the_words_of_one_language_are_not_counted_in_another() {
        let items: Vec<(String, String)> = (0..60)
            .map(|n| {
                let topic = n % 20;
                (
                    format!("topic{topic} grows by {n} percent"),
                    format!("The topic{topic} of thing{topic} grew again, word{n}."),
                )
            })
            .collect();
        let grown = |others: bool| {
            let mut clusterer = Clusterer::new(Settings::default());
            let mut stories = Vec::new();
            for (n, (title, content)) in items.iter().enumerate() {
                stories.push(place(&mut clusterer, n as u32, n as i64 / 4, "en", title, content));
                if others {
                    let (title, text) = (
                        format!("Een bericht over zaak{n}"),
                        format!("De zaak{n} gaat verder, zegt nummer{n}."),
                    );
                    place(&mut clusterer, 1_000 + n as u32, n as i64 / 4, "nl", &title, &text);
                }
            }
            stories
        };
        assert_eq!(grown(true), grown(false));
    }
}
