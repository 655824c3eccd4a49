//! News in Spanish, German, French and Portuguese: few sentences, but real ones, with their accents.

use domain::{Category, Day, Kind};

use crate::catalog::outlets::{Desk, of_desk};
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
    let Some((_, _, title, paragraphs)) =
        TEXTS.iter().find(|(language, about, ..)| *language == outlet.language && *about == subject)
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

#[derive(Clone, Copy, PartialEq, Eq)]
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

type Text = (&'static str, Subject, &'static str, &'static [&'static str]);

const TEXTS: &[Text] = &[
    (
        "es",
        Subject::Rise,
        "Bitcoin sube un {change} y [alcanza|roza] los {price}",
        &[
            "El bitcoin avanzó un {change} en las últimas 24 horas y cotiza en torno a {price}.",
            "Los analistas atribuyen la subida a la entrada de capital en los fondos cotizados y a un dólar más débil.",
            "Ethereum y Solana acompañaron el movimiento, aunque con menor volumen.",
        ],
    ),
    (
        "es",
        Subject::Fall,
        "Bitcoin cae un {change} y pierde los {price}",
        &[
            "El bitcoin retrocedió un {change} en las últimas 24 horas, hasta {price}.",
            "Las ventas se aceleraron por las liquidaciones de posiciones apalancadas, según operadores consultados.",
            "Los inversores temen que continúe la caída mientras los tipos de interés sigan altos.",
        ],
    ),
    (
        "es",
        Subject::Quiet,
        "Bitcoin se mantiene estable cerca de {price}",
        &[
            "La mayor criptomoneda apenas se movió y cotiza cerca de {price}.",
            "El mercado espera los datos de inflación que se publicarán esta semana.",
            "El volumen fue bajo en las principales plataformas.",
        ],
    ),
    (
        "es",
        Subject::Hack,
        "Roban {amount} a {co} en un ataque informático",
        &[
            "El protocolo {co} suspendió sus operaciones tras un ataque en el que se robaron {amount}.",
            "Los expertos en seguridad señalan un fallo en el contrato inteligente; el equipo ofrece una recompensa a cambio de la devolución.",
            "Miles de usuarios no pueden retirar sus fondos.",
        ],
    ),
    (
        "es",
        Subject::Purchase,
        "{co} compra bitcoin por {amount}",
        &[
            "La empresa {co} anunció la compra de {count} bitcoin por {amount}.",
            "La operación se financió con la emisión de nuevas acciones, y los títulos subieron tras el anuncio.",
        ],
    ),
    (
        "es",
        Subject::Lawsuit,
        "El regulador demanda a {co} por productos no registrados",
        &[
            "El regulador presentó una demanda contra {co}, a la que acusa de vender productos sin registrar.",
            "La empresa rechaza las acusaciones y asegura que se defenderá en los tribunales.",
        ],
    ),
    (
        "es",
        Subject::Partnership,
        "{co} amplía sus servicios con criptomonedas",
        &[
            "{co} permitirá a sus clientes comprar y usar {asset} desde su aplicación.",
            "La compañía espera atraer a nuevos usuarios en América Latina y en España.",
        ],
    ),
    (
        "de",
        Subject::Rise,
        "Bitcoin steigt um {change} auf {price}",
        &[
            "Der Bitcoin-Kurs hat in den vergangenen 24 Stunden um {change} zugelegt und notiert bei {price}.",
            "Händler verweisen auf Zuflüsse in börsengehandelte Fonds und auf die Schwäche des Dollars.",
            "Auch Ethereum und Solana gewannen deutlich.",
        ],
    ),
    (
        "de",
        Subject::Fall,
        "Bitcoin fällt um {change} auf {price}",
        &[
            "Der Bitcoin-Kurs ist in den vergangenen 24 Stunden um {change} auf {price} gefallen.",
            "Auslöser waren nach Angaben von Händlern Zwangsliquidationen und die Sorge vor höheren Zinsen.",
            "Anleger müssen sich auf weitere Verluste einstellen, warnen Beobachter.",
        ],
    ),
    (
        "de",
        Subject::Quiet,
        "Bitcoin tritt bei {price} auf der Stelle",
        &[
            "Am Kryptomarkt herrscht Ruhe: Bitcoin notiert kaum verändert bei {price}.",
            "Die Umsätze blieben gering, viele Anleger warten auf neue Konjunkturdaten.",
        ],
    ),
    (
        "de",
        Subject::Hack,
        "Hacker erbeuten {amount} bei {co}",
        &[
            "Unbekannte haben bei {co} Kryptowerte im Wert von {amount} gestohlen.",
            "Der Betreiber hat Ein- und Auszahlungen gestoppt und spricht von einer Schwachstelle im Programmcode.",
            "Für die Nutzer ist unklar, ob sie ihr Geld zurückerhalten.",
        ],
    ),
    (
        "de",
        Subject::Purchase,
        "{co} kauft Bitcoin für {amount}",
        &[
            "Das Unternehmen {co} hat {count} Bitcoin für {amount} erworben.",
            "Finanziert wurde der Kauf durch die Ausgabe neuer Aktien; die Aktie legte zu.",
        ],
    ),
    (
        "de",
        Subject::Lawsuit,
        "Aufsicht verklagt {co}",
        &[
            "Die Aufsichtsbehörde wirft {co} vor, nicht registrierte Produkte verkauft zu haben.",
            "Das Unternehmen weist die Vorwürfe zurück und will sich vor Gericht wehren.",
        ],
    ),
    (
        "de",
        Subject::Partnership,
        "{co} öffnet sich für Kryptowährungen",
        &[
            "Kunden von {co} können künftig {asset} kaufen und damit bezahlen.",
            "Das Unternehmen rechnet mit einer großen Nachfrage, vor allem bei jüngeren Kunden.",
        ],
    ),
    (
        "fr",
        Subject::Rise,
        "Le bitcoin gagne {change} et atteint {price}",
        &[
            "Le bitcoin a progressé de {change} en vingt-quatre heures et s'échange autour de {price}.",
            "Les analystes évoquent des flux importants vers les fonds cotés et un dollar plus faible.",
            "L'ethereum et le solana ont suivi le mouvement à la hausse.",
        ],
    ),
    (
        "fr",
        Subject::Fall,
        "Le bitcoin perd {change} et retombe à {price}",
        &[
            "Le bitcoin a reculé de {change} en vingt-quatre heures, à {price}.",
            "Des liquidations forcées ont accéléré la chute, selon plusieurs opérateurs.",
            "Les investisseurs craignent que la baisse ne se poursuive.",
        ],
    ),
    (
        "fr",
        Subject::Quiet,
        "Le bitcoin stable autour de {price}",
        &[
            "Séance calme sur le marché des cryptomonnaies : le bitcoin évolue autour de {price}.",
            "Les investisseurs attendent les prochains chiffres de l'inflation.",
        ],
    ),
    (
        "fr",
        Subject::Hack,
        "{co} victime d'un piratage de {amount}",
        &[
            "Le protocole {co} a suspendu ses activités après le vol de {amount}.",
            "Une faille dans un contrat serait à l'origine de l'attaque ; les retraits sont bloqués.",
        ],
    ),
    (
        "fr",
        Subject::Purchase,
        "{co} achète pour {amount} de bitcoins",
        &[
            "La société {co} a annoncé l'achat de {count} bitcoins pour {amount}.",
            "L'opération a été financée par une augmentation de capital.",
        ],
    ),
    (
        "fr",
        Subject::Lawsuit,
        "{co} poursuivi par le régulateur",
        &[
            "Le régulateur accuse {co} d'avoir vendu des produits non enregistrés.",
            "L'entreprise conteste et promet de se défendre devant le tribunal.",
        ],
    ),
    (
        "fr",
        Subject::Partnership,
        "{co} se lance dans les paiements en cryptomonnaies",
        &[
            "Les clients de {co} pourront bientôt acheter et dépenser des {asset} depuis leur téléphone.",
            "Le service sera proposé en Europe dès le mois prochain.",
        ],
    ),
    (
        "pt",
        Subject::Rise,
        "Bitcoin sobe {change} e chega a {price}",
        &[
            "O bitcoin avançou {change} nas últimas 24 horas e é negociado perto de {price}.",
            "Analistas citam a entrada de recursos em fundos e o dólar mais fraco.",
            "Ethereum e Solana também subiram.",
        ],
    ),
    (
        "pt",
        Subject::Fall,
        "Bitcoin cai {change} e volta a {price}",
        &[
            "O bitcoin recuou {change} nas últimas 24 horas, para {price}.",
            "A queda foi acelerada pela liquidação de posições alavancadas, segundo operadores.",
            "Investidores temem novas perdas nos próximos dias.",
        ],
    ),
    (
        "pt",
        Subject::Quiet,
        "Bitcoin opera estável perto de {price}",
        &[
            "O mercado de criptomoedas teve um dia calmo, com o bitcoin perto de {price}.",
            "Os investidores aguardam os dados de inflação desta semana.",
        ],
    ),
    (
        "pt",
        Subject::Hack,
        "Hackers roubam {amount} da {co}",
        &[
            "O protocolo {co} suspendeu as operações após o roubo de {amount}.",
            "A equipe investiga uma falha no contrato e não informou quando os saques serão liberados.",
        ],
    ),
    (
        "pt",
        Subject::Purchase,
        "{co} compra {amount} em bitcoin",
        &[
            "A empresa {co} anunciou a compra de {count} bitcoins por {amount}.",
            "A compra foi financiada com a emissão de ações, e os papéis subiram.",
        ],
    ),
    (
        "pt",
        Subject::Lawsuit,
        "Regulador processa a {co}",
        &[
            "O regulador acusa a {co} de vender produtos sem registro.",
            "A empresa nega as acusações e diz que vai se defender na Justiça.",
        ],
    ),
    (
        "pt",
        Subject::Partnership,
        "{co} amplia serviços com criptomoedas",
        &[
            "Clientes da {co} poderão comprar e usar {asset} pelo aplicativo.",
            "A companhia espera crescer na América Latina ainda neste ano.",
        ],
    ),
];
