//! The catalogues are whole: every text of the pages is in each of them, and nothing else.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::page::JOINTS;
use super::*;

const CRATE: &str = env!("CARGO_MANIFEST_DIR");
/// Rooms whose words pages print: names of closed lists, and why something was refused.
const ROOMS: [&str; 10] = [
    "web",
    "search",
    "domain",
    "analysis",
    "indices",
    "coverage",
    "interface",
    "management",
    "runtime",
    "admission",
];

fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
}

fn read_all(folder: &Path, ending: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    files(folder, ending, &mut found);
    found.into_iter().map(|path| (path.clone(), fs::read_to_string(&path).expect("a text"))).collect()
}

/// What a template says itself: runs of words between tags, blocks and, as `{}`, values.
fn said_by(template: &str) -> BTreeSet<String> {
    let mut text = String::new();
    let mut rest = template;
    while let Some(at) = rest.find('{') {
        text.push_str(&rest[..at]);
        let (end, stands_for) = match &rest[at..rest.len().min(at + 2)] {
            "{{" => ("}}", "{}"),
            "{%" => ("%}", "\u{1}"),
            _ => ("{", "{"),
        };
        text.push_str(stands_for);
        let after = rest[at..].find(end).map_or(rest.len(), |length| at + length + end.len());
        rest = &rest[after..];
    }
    text.push_str(rest);
    let mut found = BTreeSet::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find('<') {
        note(&mut found, &rest[..at]);
        let end = rest[at..].find('>').map_or(rest.len(), |end| at + end + 1);
        let tag = &rest[at..end];
        for name in page::SPOKEN {
            for value in tag.split(&format!(" {name}=\"")).skip(1) {
                note(&mut found, value.split('"').next().unwrap_or(""));
            }
        }
        rest = &rest[end..];
        if let Some(name) = page::untouched(tag) {
            rest = &rest[page::end_of(rest, name)..];
        }
    }
    note(&mut found, rest);
    found
}

fn note(found: &mut BTreeSet<String>, text: &str) {
    for piece in text.split('\u{1}') {
        let words: Vec<&str> = piece.split_whitespace().collect();
        let words = words.join(" ");
        let words = words.trim_matches(|letter: char| ".,;:·()× ".contains(letter));
        if words.replace("{}", "").contains(char::is_alphabetic) {
            found.insert(words.to_owned());
        }
    }
}

/// As a text of the catalogue, as a part of one, or in pieces.
fn is_known(catalogue: &Catalogue, text: &str) -> bool {
    catalogue.find(text).is_some()
        || catalogue.all().any(|(english, _)| english.contains(text))
        || JOINTS.iter().any(|joint| {
            text.contains(joint)
                && text.split(joint).all(|piece| {
                    !piece.replace("{}", "").contains(char::is_alphabetic)
                        || is_known(catalogue, piece.trim())
                })
        })
}

fn catalogues() -> impl Iterator<Item = (Language, &'static Catalogue)> {
    Language::ALL.into_iter().filter_map(|language| Some((language, language.catalogue()?)))
}

#[test]
fn every_text_of_a_template_is_in_the_catalogue() {
    for (language, catalogue) in catalogues() {
        let mut lacking = Vec::new();
        for (path, template) in read_all(&Path::new(CRATE).join("templates"), ".html") {
            let lacks = said_by(&template).into_iter().filter(|text| !is_known(catalogue, text));
            lacking.extend(lacks.map(|text| format!("{}: {text}", path.display())));
        }
        assert!(lacking.is_empty(), "{language:?} lacks:\n{}", lacking.join("\n"));
    }
}

/// The literal that begins here, as it is when the program runs.
fn literal(source: &str) -> String {
    let mut text = String::new();
    let mut letters = source.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => break,
            '\\' => match letters.next() {
                Some('\n') => {
                    letters = letters.as_str().trim_start().chars();
                }
                Some(other) => text.push(other),
                None => break,
            },
            other => text.push(other),
        }
    }
    text
}

#[test]
fn every_text_of_the_code_is_in_the_catalogue() {
    for (language, catalogue) in catalogues() {
        let mut lacking = Vec::new();
        for (path, source) in read_all(&Path::new(CRATE).join("src/pages"), ".rs") {
            for call in [" t(\"", "(t(\"", "[t(\"", "{ t(\"", "!t(\"", "say!(\"", "say!(\n"] {
                for rest in source.split(call).skip(1) {
                    let rest =
                        if call.ends_with('"') { rest } else { rest.trim_start().trim_start_matches('"') };
                    let text = literal(rest);
                    if !text.is_empty() && catalogue.find(&text).is_none() {
                        lacking.push(format!("{}: {text}", path.display()));
                    }
                }
            }
            // Lists that are looked up where they are printed: navigation, periods, what was done.
            for begin in ["text: \"", "Done::"] {
                for rest in source.split(begin).skip(1) {
                    let rest = match begin {
                        "Done::" => match rest.split_once("=> ").filter(|(name, _)| name.len() < 30) {
                            Some((_, rest)) => rest.trim_start_matches("{\n").trim_start(),
                            None => continue,
                        },
                        _ => rest,
                    };
                    let text = literal(rest.trim_start_matches('"'));
                    if (begin == "text: \"" || rest.starts_with('"')) && catalogue.find(&text).is_none() {
                        lacking.push(format!("{}: {text}", path.display()));
                    }
                }
            }
        }
        assert!(lacking.is_empty(), "{language:?} lacks:\n{}", lacking.join("\n"));
    }
}

#[test]
fn names_of_closed_lists_are_in_the_catalogue() {
    let names = domain::Sentiment::ALL
        .iter()
        .map(|one| one.name())
        .chain(domain::Category::ALL.iter().map(|one| one.name()))
        .chain(domain::Cohort::ALL.iter().map(|one| one.name()))
        .chain(domain::Kind::ALL.iter().map(|one| one.name()))
        .chain(domain::Language::ALL.iter().map(|one| one.name()))
        .chain(nouns::ALL.iter().flat_map(|(one, many)| [*one, *many]))
        .chain(indices::metrics::METRICS.iter().map(|one| one.method.name));
    for name in names {
        for (language, catalogue) in catalogues() {
            assert!(catalogue.find(name).is_some(), "{language:?} lacks {name}");
        }
    }
}

#[test]
fn nothing_in_the_catalogue_is_unused() {
    let mut used = String::new();
    for room in ROOMS {
        let folder = Path::new(CRATE).join("..").join(room).join("src");
        for (path, source) in read_all(&folder, ".rs") {
            if !path.ends_with("texts/tests.rs") {
                used.push_str(&source.replace("\\\n", " "));
            }
        }
    }
    for (_, template) in read_all(&Path::new(CRATE).join("templates"), ".html") {
        used.push_str(&template);
    }
    let used: Vec<&str> = used.split_whitespace().collect();
    // Errors of other rooms begin small there.
    let used = used.join(" ").to_lowercase();
    for (language, catalogue) in catalogues() {
        let is_unused = |english: &&str| {
            let pieces =
                english.split("{}").flat_map(|piece| piece.split(". ")).flat_map(|piece| piece.split(" ("));
            let mut words =
                pieces.map(|piece| piece.trim_matches(|c: char| ".,;:·() ".contains(c)).to_lowercase());
            !words.all(|piece| used.contains(&piece))
        };
        let unused: Vec<&str> = catalogue.all().map(|(english, _)| english).filter(is_unused).collect();
        assert!(unused.is_empty(), "{language:?} has what no page says:\n{}", unused.join("\n"));
    }
}

#[test]
fn values_agree_and_nothing_is_markup() {
    for (language, catalogue) in catalogues() {
        for (english, other) in catalogue.all() {
            let places = |text: &str| text.matches('{').count();
            assert_eq!(places(english), places(other), "{language:?}: {english}");
            assert!(
                !other.trim().is_empty() && !other.contains(['<', '>', '"', '\t']),
                "{language:?}: {other}"
            );
            assert!(!other.contains('&') || english.contains('&'), "{language:?}: {other}");
        }
    }
    let lines = include_str!("../../texts/de.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut seen = BTreeSet::new();
    for line in lines {
        let (english, _) = line.split_once('\t').expect("English, a tab, the other language");
        assert!(seen.insert(english), "twice: {english}");
    }
}

fn german(html: &str) -> String {
    let marked = html.replace('[', &OPEN.to_string()).replace(']', &CLOSE.to_string());
    speaking_now(Language::German, || translated(marked))
}

#[test]
fn words_are_said_and_data_stays() {
    for (page, expected) in [
        ("<html lang=\"en\">", "<html lang=\"de\">"),
        ("<h1>Search</h1>", "<h1>Suche</h1>"),
        ("<h1>[Search]</h1>", "<h1>Search</h1>"),
        ("<p>\n  page [2] of\n [10]\n</p>", "<p>\n  Seite 2 von 10\n</p>"),
        (
            "<a aria-label=\"Period\" href=\"/Period\">[0.25]</a>",
            "<a aria-label=\"Zeitraum\" href=\"/Period\">0,25</a>",
        ),
        (
            "<time datetime=\"[2026-03-14]\">[2026-03-14]</time>",
            "<time datetime=\"2026-03-14\">14.03.2026</time>",
        ),
        (
            "<code>Search [1.5]</code><svg><title>Search</title></svg>",
            "<code>Search 1.5</code><svg><title>Search</title></svg>",
        ),
        (
            "<div lang=\"en\"><div>Search</div> Search</div> Search",
            "<div lang=\"en\"><div>Search</div> Search</div> Suche",
        ),
        (
            "<p>No Brains yet. A member or owner can create one.</p>",
            "<p>Noch gibt es keinen Brain. Wer Mitglied oder Inhaber ist, kann das tun.</p>",
        ),
        ("<p>[a][b] articles</p>", "<p>ab Artikel</p>"),
        ("<p>[{}] articles</p>", "<p>{} Artikel</p>"),
    ] {
        assert_eq!(german(page), expected);
    }
}

#[test]
fn data_cannot_leave_its_marks() {
    let mut html = String::new();
    speaking_now(Language::German, || {
        Escape.write_escaped_str(&mut html, &format!("<b>{CLOSE}Search{OPEN}</b>")).expect("written");
        assert_eq!(translated(html), "&#60;b&#62;Search&#60;/b&#62;");
    });
}

#[test]
fn the_reader_chooses_and_the_browser_proposes() {
    let wanted = |accept: &'static str, cookie: &'static str| {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT_LANGUAGE, accept.parse().expect("a header"));
        headers.insert(COOKIE, cookie.parse().expect("a header"));
        Language::wanted(&headers)
    };
    assert_eq!(wanted("de-AT,de;q=0.9,en;q=0.5", ""), Language::German);
    assert_eq!(wanted("en-GB,en;q=0.9,de;q=0.8", ""), Language::English);
    assert_eq!(wanted("fr, de;q=0", ""), Language::English);
    assert_eq!(wanted("de", "a=b; bellwether-language=en"), Language::English);
    assert_eq!(wanted("en", "bellwether-language=de"), Language::German);
    assert_eq!(wanted("de", "bellwether-language=xx"), Language::German);
    assert_eq!(Language::wanted(&HeaderMap::new()), Language::English);
}

#[test]
fn sentences_of_other_rooms_are_known_with_their_values() {
    let said = |text: &str| speaking_now(Language::German, || told(text));
    assert_eq!(said("A password has at least 12 characters."), "Ein Passwort hat mindestens 12 Zeichen.");
    assert_eq!(
        said("No seat of the team plan is free; seats in all: 5."),
        "Kein Platz des Tarifs team ist frei; Plätze insgesamt: 5."
    );
    assert_eq!(said("Something that nobody wrote down."), "Something that nobody wrote down.");
    assert_eq!(told("Incorrect code."), "Incorrect code.");
}
