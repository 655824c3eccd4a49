//! News in Spanish, German, French and Portuguese: few sentences, but real ones, with their accents.

use std::sync::LazyLock;

use domain::{Category, Day, Kind};

use crate::catalog::outlets::{Desk, of_desk};
use crate::data::read;
use crate::prices::Market;
use crate::prose::{Slots, write};
use crate::rng::{Rng, stream};
use crate::stories::Story;
use crate::stories::cast::round_price;
use crate::told::{Draft, Told, sign};

/// At most one article a day.
pub fn tell(market: &Market, day: Day, recent: &[Story]) -> Vec<Told> {
    let mut rng = Rng::keyed(&[market.seed, stream::FOREIGN, day.number() as u64]);
    if !rng.chance(if day.weekday() < 5 { 0.85 } else { 0.5 }) {
        return Vec::new();
    }
    let outlets = of_desk(Desk::Newsroom).filter(|outlet| !outlet.is_english());
    let chosen = rng.weighted(outlets.clone().map(|outlet| outlet.weight));
    let Some(outlet) = outlets.clone().nth(chosen) else { return Vec::new() };
    let at = day.start().plus_ms(rng.range(7 * 60, 20 * 60) * 60_000);
    let moved = market.move_at(at);

    let told_before: Vec<&Story> = recent.iter().filter(|story| subject(story.plot.id).is_some()).collect();
    let story = (!told_before.is_empty() && rng.chance(0.5)).then(|| rng.pick(&told_before));
    let mut slots = story.map_or_else(Slots::new, |story| story.slots.clone());
    let amount = local_amount(slots.get("amt").unwrap_or(""), outlet.language);
    slots
        .set("amount", amount)
        .set(
            "price",
            format!(
                "{} USD",
                round_price(market.price_at(at))
                    .trim_start_matches('$')
                    .replace(',', if outlet.language == "fr" { " " } else { "." })
            ),
        )
        .set("change", format!("{:.1} %", moved.abs() * 100.0).replace('.', ","));
    let subject = match story.and_then(|story| subject(story.plot.id)) {
        Some(subject) => subject,
        None if moved > 0.004 => Subject::Rise,
        None if moved < -0.004 => Subject::Fall,
        None => Subject::Quiet,
    };
    let Some(Text { title, paragraphs, .. }) =
        TEXTS.iter().find(|text| text.language == outlet.language && text.subject == subject)
    else {
        return Vec::new();
    };
    let title = write(title, &slots, &mut rng);
    let mut paragraphs: Vec<String> = paragraphs.iter().map(|text| write(text, &slots, &mut rng)).collect();
    let endings: Vec<&str> =
        ENDINGS.iter().filter(|(language, _)| *language == outlet.language).map(|(_, text)| *text).collect();
    let first = rng.below(endings.len());
    for ending in [first, (first + 1) % endings.len()] {
        paragraphs.push(write(endings[ending], &slots, &mut rng));
    }
    let content = paragraphs.join("\n\n");
    let mut item = Draft { kind: Kind::News, outlet, title, content, at }.item(&mut rng);
    item.author_name = outlet.author(rng.unit());
    if rng.chance(0.3) {
        item.language = None;
    }
    let tone = match subject {
        Subject::Rise => 1,
        Subject::Fall => -1,
        Subject::Quiet => 0,
        _ => story.map_or(0, |story| sign(story.plot.mood.tone())),
    };
    let categories = story.map_or(&[Category::MarketsAndPrice][..], |story| story.plot.categories);
    vec![Told { item, story: story.map(|story| story.id), categories, tone }]
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    Rise,
    Fall,
    Quiet,
    Hack,
    Purchase,
    Lawsuit,
    Partnership,
}

fn subject(plot: &str) -> Option<Subject> {
    Some(match plot {
        "hack" => Subject::Hack,
        "treasury_buy" => Subject::Purchase,
        "lawsuit" => Subject::Lawsuit,
        "partnership" | "licence" => Subject::Partnership,
        _ => return None,
    })
}

/// `$48 million` in the words of another language.
fn local_amount(english: &str, language: &str) -> String {
    let (number, unit) = english.trim_start_matches('$').split_once(' ').unwrap_or(("", ""));
    let number = number.replace('.', ",");
    let large = unit == "billion";
    match language {
        "es" if large => format!("{number} mil millones de dólares"),
        "es" => format!("{number} millones de dólares"),
        "de" if large => format!("{number} Milliarden Dollar"),
        "de" => format!("{number} Millionen Dollar"),
        "fr" if large => format!("{number} milliards de dollars"),
        "fr" => format!("{number} millions de dollars"),
        _ if large => format!("US$ {number} bilhões"),
        _ => format!("US$ {number} milhões"),
    }
}

/// Background that fits every article of its language.
const ENDINGS: &[(&str, &str)] = &[
    ("es", "Bitcoin cotizaba a {price} al cierre de esta edición, con una variación del {change} en un día."),
    (
        "es",
        "Los expertos recuerdan que el mercado de las criptomonedas es muy volátil y aconsejan prudencia.",
    ),
    ("es", "Las autoridades europeas y latinoamericanas siguen de cerca la evolución del sector."),
    ("de", "Bitcoin kostete zuletzt {price}; binnen eines Tages bewegte sich der Kurs um {change}."),
    ("de", "Fachleute erinnern daran, dass der Kryptomarkt stark schwankt, und raten zur Vorsicht."),
    ("de", "Auch die Aufsichtsbehörden in Europa beobachten die Entwicklung genau."),
    ("fr", "Le bitcoin s'échangeait à {price} en fin de journée, soit une variation de {change}."),
    ("fr", "Les spécialistes rappellent que ce marché reste très volatil et appellent à la prudence."),
    ("fr", "Les autorités européennes suivent de près l'évolution du secteur."),
    ("pt", "O bitcoin era negociado a {price} no fim do dia, com variação de {change} em 24 horas."),
    ("pt", "Especialistas lembram que o mercado de criptomoedas é muito volátil e pedem cautela."),
    ("pt", "As autoridades brasileiras acompanham de perto a evolução do setor."),
];

struct Text {
    language: &'static str,
    subject: Subject,
    title: &'static str,
    paragraphs: &'static [&'static str],
}

static TEXTS: LazyLock<Vec<Text>> = LazyLock::new(|| {
    use Subject::*;
    read(include_str!("../data/foreign.txt"), |record| Text {
        language: record.text("language"),
        subject: record.variant("subject", &[Rise, Fall, Quiet, Hack, Purchase, Lawsuit, Partnership]),
        title: record.text("title"),
        paragraphs: record.texts("paragraph"),
    })
});
