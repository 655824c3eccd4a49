//! The finder and the slowest way agree: ids, order, totals, pages, cursors, tallies.

use domain::{Category, Cohort, DocumentId, Instant, Kind, MentionKind, Sentiment, StatementTarget};
use proptest::prelude::*;
use proptest::sample::select;
use tantivy::collector::{Count, TopDocs};
use tantivy::query::{BooleanQuery, Occur, RangeQuery};
use tantivy::schema::Field;
use tantivy::{Order, Term};

use super::reference::{Article, Library, Step};
use crate::finder::{Finder, compile};
use crate::language::{Query, parse};
use crate::search::{Found, Order as SearchOrder, Position, Search};

const DAY: i64 = 86_400_000;

fn article() -> impl Strategy<Value = Article> {
    // Few ids, few moments and few words, so that everything collides.
    let text = |longest| proptest::collection::vec(select(&["a", "b", "c", "d", "É"][..]), 0..longest);
    let names = select(&["The Block", "the block", "Desk a", ""][..]);
    let marks = (
        proptest::option::weighted(0.9, select(Sentiment::ALL)),
        select(&Kind::ALL[..2]),
        select(&["en", "de"][..]),
        (-8i8..=8).prop_map(|eighths| f32::from(eighths) / 8.0),
        // Some are near each other, some far, some have none.
        select(&[0, 1, 0xFF, u64::MAX, 0xFFFF_0000_FFFF_0000][..]),
    );
    let labels = (
        proptest::option::of(select(&Cohort::ALL[..2])),
        proptest::collection::vec(select(&Category::ALL[..3]), 0..3),
        proptest::collection::vec((select(MentionKind::ALL), select(&["Acme", "Bitcoin"][..])), 0..4),
        proptest::collection::vec(
            (
                select(&["a b", "b", "d c"][..]),
                proptest::option::of(select(&Cohort::ALL[..2])),
                proptest::option::of(target()),
            ),
            0..3,
        ),
    );
    let at = prop_oneof![3 => 0i64..4, 1 => -3i64..3].prop_map(|step| step * DAY / 2 + step % 2);
    (0u8..40, at, text(4), text(12), names.clone(), names, (marks, labels)).prop_map(
        |(id, at, title, content, outlet, author, (marks, (cohort, categories, named, said)))| Article {
            id: numbered(id),
            published_at: Instant::from_ms(at),
            title: title.join(" "),
            content: content.join(" "),
            outlet: outlet.into(),
            author: author.into(),
            // Of those without a tone some were not read yet, some are in a language that is not.
            read: marks.0.is_some() || id % 2 == 0,
            sentiment: marks.0,
            kind: marks.1,
            language: marks.2.into(),
            tone: marks.3,
            fingerprint: marks.4,
            speakers: said.iter().map(|(name, _, _)| (*name).to_owned()).collect(),
            statements: said.into_iter().map(|(_, cohort, target)| (cohort, target)).collect(),
            cohort,
            categories,
            named: named.into_iter().map(|(kind, name)| (kind, name.to_owned())).collect(),
        },
    )
}

fn target() -> impl Strategy<Value = StatementTarget> {
    (select(MentionKind::ALL), select(&["Acme", "Bitcoin"][..]))
        .prop_map(|(kind, name)| StatementTarget { kind, name: name.to_owned() })
}

/// The ids' order is not the order of the numbers.
fn numbered(number: u8) -> DocumentId {
    DocumentId::of_canonical_url(&number.to_string())
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![6 => article().prop_map(|article| Step::Put(Box::new(article))), 1 => (0u8..40).prop_map(|id| Step::Delete(numbered(id)))]
}

fn history() -> impl Strategy<Value = Vec<Vec<Step>>> {
    proptest::collection::vec(proptest::collection::vec(step(), 0..25), 1..8)
}

pub fn query() -> impl Strategy<Value = Query> {
    let words = proptest::collection::vec(select(&["a", "b", "c", "d", "e", "z"][..]), 1..4);
    let prefix = select(&["", "", "", "title:", "outlet:", "author:", "speaker:"][..]);
    let leaf = (prefix, words).prop_map(|(prefix, words)| format!("{prefix}\"{}\"", words.join(" ")));
    let near = {
        let side = || {
            let phrase = proptest::collection::vec(select(&["a", "b", "c", "d"][..]), 1..3);
            let phrase = phrase.prop_map(|words| format!("\"{}\"", words.join(" ")));
            proptest::collection::vec(phrase, 1..3).prop_map(|choices| format!("({})", choices.join(" OR ")))
        };
        let prefix = select(&["", "title:"][..]);
        (prefix, side(), 1u32..6, side()).prop_map(|(prefix, l, n, r)| format!("{prefix}({l} NEAR/{n} {r})"))
    };
    let outlet =
        select(&["outlet:the", "outlet:\"the block\"", "author:desk", "outlet:blo*", "author:des*"][..])
            .prop_map(String::from);
    prop_oneof![6 => leaf, 2 => near, 1 => outlet]
        .prop_recursive(4, 16, 4, |inner| {
            prop_oneof![
                inner.clone().prop_map(|query| format!("NOT ({query})")),
                proptest::collection::vec(inner.clone(), 1..4)
                    .prop_map(|all| format!("({})", all.join(") ("))),
                proptest::collection::vec(inner, 1..4).prop_map(|any| format!("({})", any.join(") OR ("))),
            ]
        })
        .prop_filter_map("deeper than the language allows", |text| parse(&text).ok())
}

#[derive(Clone, Debug)]
struct Question {
    keyword: Option<Query>,
    from: i64,
    to: i64,
    outlets: Vec<String>,
    sentiments: Vec<Sentiment>,
    kinds: Vec<Kind>,
    languages: Vec<String>,
    categories: Vec<&'static str>,
    named: (Vec<String>, Vec<String>),
    cohorts: Vec<Cohort>,
    tone: Option<(f64, f64)>,
    spoken_of: Option<StatementTarget>,
    among: Option<Vec<DocumentId>>,
}

impl Question {
    fn search(&self) -> Search<'_> {
        Search {
            keyword: self.keyword.as_ref(),
            outlets: &self.outlets,
            sentiments: &self.sentiments,
            kinds: &self.kinds,
            languages: &self.languages,
            categories: &self.categories,
            companies: &self.named.0,
            assets: &self.named.1,
            cohorts: &self.cohorts,
            spoken_of: self.spoken_of.as_ref(),
            tone: self.tone,
            among: self.among.as_deref(),
            take: 1000,
            ..Search::between(Instant::from_ms(self.from), Instant::from_ms(self.to))
        }
    }
}

/// Mostly none, now and then one or two.
fn some<T: Clone + std::fmt::Debug + 'static>(of: &'static [T]) -> impl Strategy<Value = Vec<T>> {
    prop_oneof![8 => Just(Vec::new()), 2 => proptest::collection::vec(select(of), 1..3)]
}

fn names(of: &'static [&'static str]) -> impl Strategy<Value = Vec<String>> {
    some(of).prop_map(|names| names.into_iter().map(str::to_owned).collect())
}

fn question() -> impl Strategy<Value = Question> {
    let bound = || prop_oneof![(-4i64..5).prop_map(|step| step * DAY / 2), Just(i64::MIN), Just(i64::MAX)];
    let rarely = 0.2;
    let name = || names(&["Acme", "Bitcoin", "acme"]);
    let labels = (
        some(&["Regulation", "ETFs", "Other", "Nothing"]),
        (name(), name()),
        some(&Cohort::ALL[..3]),
        proptest::option::weighted(rarely, target()),
        proptest::option::weighted(rarely, proptest::collection::vec((0u8..60).prop_map(numbered), 0..20)),
        proptest::option::weighted(rarely, (-9i8..9, 0i8..9)).prop_map(|tone| {
            tone.map(|(least, span)| (f64::from(least) / 8.0, f64::from(least + span) / 8.0))
        }),
    );
    (
        proptest::option::weighted(0.8, query()),
        (bound(), bound()),
        names(&["The Block", "the block", "", "nowhere"]),
        some(Sentiment::ALL),
        some(&Kind::ALL[..2]),
        names(&["en", "de"]),
        labels,
    )
        .prop_map(|(keyword, (one, other), outlets, sentiments, kinds, languages, labels)| Question {
            keyword,
            // Backwards now and then: nothing lies between.
            from: one.min(other.saturating_add(DAY)),
            to: other,
            outlets,
            sentiments,
            kinds,
            languages,
            categories: labels.0,
            named: labels.1,
            cohorts: labels.2,
            spoken_of: labels.3,
            among: labels.4,
            tone: labels.5,
        })
}

pub fn fill(history: &[Vec<Step>]) -> (Finder, Library) {
    let finder = Finder::in_memory().expect("an index in memory");
    let mut library = Library::default();
    let mut seq = 0;
    for batch in history {
        seq += batch.len() as u64;
        finder.apply(batch.iter().map(Step::change), seq).expect("applied");
        finder.commit(seq).expect("committed");
        batch.iter().for_each(|step| library.apply(step));
    }
    assert_eq!(finder.indexed_seq(), seq);
    (finder, library)
}

/// The engine's own way: count, and sort by the date column. It leaves the order of equal times to chance.
fn stock(finder: &Finder, search: &Search<'_>) -> (usize, Vec<i64>) {
    let view = finder.view();
    let date: Field = view.searcher.schema().get_field("published_at").expect("a field");
    let range = RangeQuery::new(
        std::ops::Bound::Included(Term::from_field_i64(date, search.from.ms())),
        std::ops::Bound::Included(Term::from_field_i64(date, search.to.ms())),
    );
    let mut clauses: Vec<(Occur, Box<dyn tantivy::query::Query>)> = vec![(Occur::Must, Box::new(range))];
    clauses.extend(
        compile::compile(search, &view).expect("compiled").map(|compiled| (Occur::Must, compiled.query)),
    );
    let top = TopDocs::with_limit(1000).order_by_fast_field::<i64>("published_at", Order::Desc);
    let (count, docs) = view.searcher.search(&BooleanQuery::new(clauses), &(Count, top)).expect("searched");
    (count, docs.into_iter().map(|(at, _)| at.expect("every document has a time")).collect())
}

fn pages(finder: &Finder, search: &Search<'_>, size: usize) -> Vec<Found> {
    let page = |number| finder.find(&Search { skip: number * size, take: size, ..*search }).expect("found");
    let mut pages = vec![page(0)];
    while pages.last().is_some_and(|page| page.next) {
        pages.push(page(pages.len()));
    }
    pages
}

fn by_cursor(finder: &Finder, search: &Search<'_>, size: usize) -> Vec<Found> {
    let mut pages: Vec<Found> = Vec::new();
    let mut after = None;
    loop {
        let page = finder.find(&Search { after, take: size, ..*search }).expect("found");
        after = page.ids.last().map(|&(id, published_at)| Position { published_at, id });
        let next = page.next;
        pages.push(page);
        if !next {
            return pages;
        }
    }
}

/// The same pages without their totals.
fn listed(finder: &Finder, search: &Search<'_>, size: usize) -> Vec<DocumentId> {
    let (mut ids, mut after) = (Vec::new(), None);
    loop {
        let page = finder.list_until(&Search { after, take: size, ..*search }, &|| false).expect("listed");
        after = page.ids.last().map(|&(id, published_at)| Position { published_at, id });
        ids.extend(page.ids.into_iter().map(|(id, _)| id));
        if !page.next {
            return ids;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(debug_assertions) { 60 } else { 1000 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn ids_and_totals_are_those_of_the_slowest_way(
        history in history(),
        questions in proptest::collection::vec(question(), 8),
        size in 1usize..7,
    ) {
        let (finder, library) = fill(&history);
        for question in &questions {
            let search = question.search();
            let expected = library.find(&search);
            let found = finder.find(&search).expect("found");
            prop_assert_eq!(&found, &expected, "{:?}", question);

            let (count, times) = stock(&finder, &search);
            prop_assert_eq!(count as u64, found.total);
            prop_assert_eq!(times, found.ids.iter().map(|(_, at)| at.ms()).collect::<Vec<_>>());

            for pages in [pages(&finder, &search, size), by_cursor(&finder, &search, size)] {
                prop_assert!(pages.iter().all(|page| page.total == expected.total));
                let ids: Vec<_> = pages.iter().flat_map(|page| &page.ids).copied().collect();
                prop_assert_eq!(&ids, &expected.ids);
                let full = pages.split_last().map_or(&[][..], |(_, full)| full);
                prop_assert!(full.iter().all(|page| page.ids.len() == size));
            }
            let ids: Vec<_> = expected.ids.iter().map(|(id, _)| *id).collect();
            prop_assert_eq!(listed(&finder, &search, size), ids);
            prop_assert_eq!(finder.tally(&search).expect("tallied"), library.tally(&search));
            let hours = finder.hours_until(&search, &|| false).expect("tallied");
            prop_assert_eq!(hours, library.hours(&search));
        }
    }

    #[test]
    fn a_filter_held_against_the_matches_counts_what_searching_with_it_finds(
        history in history(),
        questions in proptest::collection::vec(question(), 8),
    ) {
        let (finder, _) = fill(&history);
        for (number, question) in questions.iter().enumerate() {
            let skip_copies = number % 2 == 1;
            let all = Search { kinds: &[], categories: &[], skip_copies, ..question.search() };
            let matched = finder.matched_until(&all, &|| false).expect("matched");
            let only = Search::between(Instant::from_ms(0), Instant::from_ms(0));
            for kind in &Kind::ALL[..2] {
                let kinds = std::slice::from_ref(kind);
                let expected = finder.find(&Search { kinds, ..all }).expect("found").total;
                let counted = matched.count(&Search { kinds, ..only }, &|| false).expect("counted");
                prop_assert_eq!(counted, expected, "{:?} {:?}", kind, question);
            }
            let total = |kinds| finder.find(&Search { kinds, ..all }).expect("found").total as i64;
            let some = finder.matched_until(&Search { kinds: &Kind::ALL[..1], ..all }, &|| false).expect("matched");
            let wider = some.wider(&all, &|| false).expect("matched");
            let added = wider.added(&some, &Search { kinds: &Kind::ALL[1..2], ..only }, &|| false);
            let expected = total(&Kind::ALL[..2]) - total(&Kind::ALL[..1]);
            prop_assert_eq!(added.expect("counted"), expected, "{:?}", question);
            let categories = [Category::ALL[0].name()];
            let expected = finder.find(&Search { categories: &categories, ..all }).expect("found").total;
            let counted = matched.count(&Search { categories: &categories, ..only }, &|| false);
            prop_assert_eq!(counted.expect("counted"), expected, "{:?}", question);
        }
    }

    #[test]
    fn near_copies_are_left_out_of_pages_and_totals(
        history in history(),
        question in question(),
        size in 1usize..7,
    ) {
        let (finder, library) = fill(&history);
        let expected = library.without_copies(&question.search());
        let search = Search { skip_copies: true, ..question.search() };
        for pages in [pages(&finder, &search, size), by_cursor(&finder, &search, size)] {
            prop_assert!(pages.iter().all(|page| page.total == expected.len() as u64));
            let ids: Vec<_> = pages.iter().flat_map(|page| &page.ids).map(|(id, _)| *id).collect();
            prop_assert_eq!(&ids, &expected);
        }
        // What is not read yet is in no tally.
        let counted = finder.tally(&search).expect("tallied").iter().map(|day| day.count).sum::<u64>();
        prop_assert!(counted <= expected.len() as u64);
        let all = finder.tally(&Search { skip_copies: false, ..search }).expect("tallied");
        let unread = library.find(&question.search()).total - all.iter().map(|day| day.count).sum::<u64>();
        prop_assert!(counted + unread >= expected.len() as u64);
    }

    #[test]
    fn oldest_first_is_newest_first_from_behind(
        history in history(),
        question in question(),
        size in 1usize..7,
    ) {
        let (finder, library) = fill(&history);
        let search = Search { order: SearchOrder::Oldest, ..question.search() };
        let pages = pages(&finder, &search, size);
        let mut expected = library.find(&question.search()).ids;
        expected.reverse();
        prop_assert!(pages.iter().all(|page| page.total == expected.len() as u64));
        let ids: Vec<_> = pages.iter().flat_map(|page| &page.ids).copied().collect();
        prop_assert_eq!(&ids, &expected);
    }

    #[test]
    fn by_relevance_the_same_articles_come_in_another_order(
        history in history(),
        question in question(),
        size in 1usize..7,
    ) {
        let (finder, library) = fill(&history);
        let search = Search { order: SearchOrder::Relevance, ..question.search() };
        let pages = pages(&finder, &search, size);
        let mut expected = library.find(&question.search()).ids;
        prop_assert!(pages.iter().all(|page| page.total == expected.len() as u64));
        let mut ids: Vec<_> = pages.iter().flat_map(|page| &page.ids).copied().collect();
        ids.sort_unstable();
        expected.sort_unstable();
        prop_assert_eq!(&ids, &expected);
    }

    #[test]
    fn a_cursor_between_two_documents_is_a_place_too(
        history in history(),
        question in question(),
        id in 0u8..60,
        at in -4i64..5,
        skip in 0usize..5,
        take in 0usize..5,
    ) {
        let (finder, library) = fill(&history);
        let after = Some(Position { published_at: Instant::from_ms(at * DAY / 2), id: numbered(id) });
        let search = Search { after, skip, take, ..question.search() };
        let expected = library.find(&search);
        let listed = finder.list_until(&search, &|| false).expect("listed");
        prop_assert_eq!((&listed.ids, listed.next), (&expected.ids, expected.next));
        prop_assert_eq!(finder.find(&search).expect("found"), expected);
    }
}

#[test]
fn phrases_and_near_do_not_reach_from_title_into_content() {
    let article = Article {
        id: numbered(1),
        published_at: Instant::from_ms(0),
        title: "one two".into(),
        content: "three four".into(),
        outlet: "X".into(),
        author: String::new(),
        speakers: Vec::new(),
        statements: Vec::new(),
        read: true,
        sentiment: Some(Sentiment::Neutral),
        kind: Kind::News,
        language: "en".into(),
        tone: 0.0,
        fingerprint: 0,
        cohort: None,
        categories: Vec::new(),
        named: Vec::new(),
    };
    let (finder, _) = fill(&[vec![Step::Put(Box::new(article))]]);
    let total = |text: &str| {
        let query = parse(text).expect("a query");
        let search =
            Search { keyword: Some(&query), ..Search::between(Instant::from_ms(0), Instant::from_ms(0)) };
        finder.find(&search).expect("found").total
    };
    assert_eq!(total("one four"), 1);
    assert_eq!(total("\"two three\""), 0);
    assert_eq!(total("two NEAR/100 three"), 0);
    assert_eq!(total("four NEAR/1 three"), 1);
    assert_eq!(total("one NEAR/1 one"), 0);
    assert_eq!(total("title:one"), 1);
    assert_eq!(total("title:three"), 0);
    assert_eq!(total("-five"), 1);
    assert_eq!(total("-four"), 0);
}

#[test]
fn what_fits_best_comes_first() {
    let article = |number: u8, title: &str, content: &str| Article {
        id: numbered(number),
        published_at: Instant::from_ms(i64::from(number)),
        title: title.into(),
        content: content.into(),
        outlet: String::new(),
        author: String::new(),
        speakers: Vec::new(),
        statements: Vec::new(),
        read: true,
        sentiment: Some(Sentiment::Neutral),
        kind: Kind::News,
        language: "en".into(),
        tone: 0.0,
        fingerprint: 0,
        cohort: None,
        categories: Vec::new(),
        named: Vec::new(),
    };
    let articles = [
        article(1, "Stablecoin rules", "A stablecoin is a coin. A stablecoin holds."),
        article(2, "Markets", "stablecoin stablecoin stablecoin"),
        article(3, "Markets", "One word about a stablecoin"),
        article(4, "Markets", "Nothing of it"),
    ];
    let (finder, _) = fill(&[articles.map(|article| Step::Put(Box::new(article))).into()]);
    let query = parse("stablecoin OR \"nothing of it\"").expect("a query");
    let all = Search { keyword: Some(&query), ..Search::between(Instant::from_ms(0), Instant::from_ms(9)) };
    let found = finder.find(&Search { order: SearchOrder::Relevance, ..all }).expect("found");
    let ids: Vec<DocumentId> = found.ids.iter().map(|(id, _)| *id).collect();
    // Three rare words, then the title, then the word three times, then once.
    assert_eq!(ids, [4, 1, 2, 3].map(numbered));
}

#[test]
fn a_search_can_be_given_up() {
    let article = |number: u32| Article {
        id: DocumentId::of_canonical_url(&number.to_string()),
        published_at: Instant::from_ms(i64::from(number)),
        title: "word".into(),
        content: String::new(),
        outlet: String::new(),
        author: String::new(),
        speakers: Vec::new(),
        statements: Vec::new(),
        read: true,
        sentiment: Some(Sentiment::Neutral),
        kind: Kind::News,
        language: "en".into(),
        tone: 0.0,
        fingerprint: 0,
        cohort: None,
        categories: Vec::new(),
        named: Vec::new(),
    };
    let (finder, _) = fill(&[(0..10_000).map(|number| Step::Put(Box::new(article(number)))).collect()]);
    let query = parse("word -other").expect("a query");
    let search =
        Search { keyword: Some(&query), ..Search::between(Instant::from_ms(0), Instant::from_ms(99_999)) };
    assert!(matches!(finder.find_until(&search, &|| true), Err(crate::Error::GivenUp)));
    assert_eq!(finder.find_until(&search, &|| false).expect("found").total, 10_000);

    // In the middle of a segment too.
    let asked = std::cell::Cell::new(0);
    let at_the_second_time = || asked.replace(asked.get() + 1) > 0;
    let search = Search { from: Instant::from_ms(1), ..search };
    assert!(matches!(finder.find_until(&search, &at_the_second_time), Err(crate::Error::GivenUp)));
    assert_eq!(finder.find(&search).expect("found").total, 9_999);

    // A page that nothing fills walks just as far.
    let nothing = parse("other").expect("a query");
    let search = Search { keyword: Some(&nothing), ..search };
    assert!(matches!(finder.list_until(&search, &|| true), Err(crate::Error::GivenUp)));
}

/// Character by character, with whatever Korean adds to a noun, and by the English name of what it names.
#[test]
fn other_scripts_are_found_by_their_own_words_and_by_english_names() {
    let article = |number: u8, language: &str, title: &str| Article {
        id: numbered(number),
        published_at: Instant::from_ms(i64::from(number)),
        title: title.into(),
        content: String::new(),
        outlet: "X".into(),
        author: String::new(),
        speakers: Vec::new(),
        statements: Vec::new(),
        read: true,
        sentiment: None,
        kind: Kind::News,
        language: language.into(),
        tone: 0.0,
        fingerprint: 0,
        cohort: None,
        categories: Vec::new(),
        named: vec![(MentionKind::Company, "Binance".into())],
    };
    let articles = [
        article(1, "zh", "币安宣布上线新代币"),
        article(2, "ko", "바이낸스는 비트코인을 매수했다"),
        article(3, "tr", "Kripto piyasasında İSTANBUL zirvesi"),
        article(4, "ru", "Курс биткоина вырос ещё раз"),
        article(5, "en", "An exchange lists a token"),
    ];
    let steps = articles.into_iter().map(|article| Step::Put(Box::new(article))).collect();
    let (finder, _) = fill(&[steps]);
    let total = |text: &str| {
        let query = parse(text).expect("a query");
        let to = Instant::from_ms(9);
        let search = Search { keyword: Some(&query), ..Search::between(Instant::from_ms(0), to) };
        finder.find(&search).expect("found").total
    };
    assert_eq!([total("币安"), total("安币"), total("비트코인"), total("바이낸스")], [1, 0, 1, 1]);
    assert_eq!([total("istanbul"), total("piyasasinda"), total("еще"), total("ВЫРОС")], [1, 1, 1, 1]);
    assert_eq!(total("binance"), 4, "all but the English one, whose words are its own");
    assert_eq!(total("\"binance 币安\""), 0, "a name is no part of the text");
}
