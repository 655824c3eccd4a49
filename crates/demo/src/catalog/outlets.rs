//! The invented outlets: who owns them, where they sit, how much they write and which way they lean.

use domain::Outlet;

use crate::catalog::names;

/// What an outlet publishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Desk {
    Newsroom,
    Podcast,
    /// A regulator's or a register's notices.
    Notices,
    /// Companies' own releases and transcripts.
    Company,
    Social,
    Developer,
}

/// An outlet of the invented world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DemoOutlet {
    pub name: &'static str,
    pub host: &'static str,
    pub category: &'static str,
    pub family: &'static str,
    pub country: &'static str,
    pub language: &'static str,
    pub desk: Desk,
    /// How much it writes, relative to the others of its desk.
    pub weight: f64,
    /// Its usual tone, from -1 to 1.
    pub bias: f64,
    /// Headlines With Capitals, or headlines as sentences.
    pub capital_titles: bool,
}

impl DemoOutlet {
    pub fn outlet(&self) -> Outlet {
        Outlet {
            name: self.name.to_owned(),
            category: self.category.to_owned(),
            family: self.family.to_owned(),
            country: self.country.to_owned(),
        }
    }

    /// One of the outlet's few writers; the first writes most.
    pub fn author(&self, draw: f64) -> String {
        let first = 400 + OUTLETS.iter().position(|outlet| outlet.name == self.name).unwrap_or(0) * 3;
        names::full_name(
            first
                + if draw < 0.75 {
                    0
                } else if draw < 0.92 {
                    1
                } else {
                    2
                },
        )
    }

    pub fn is_english(&self) -> bool {
        self.language == "en"
    }
}

const fn news(
    name: &'static str,
    host: &'static str,
    (category, family): (&'static str, &'static str),
    (country, language): (&'static str, &'static str),
    (weight, bias): (f64, f64),
    capital_titles: bool,
) -> DemoOutlet {
    DemoOutlet {
        name,
        host,
        category,
        family,
        country,
        language,
        desk: Desk::Newsroom,
        weight,
        bias,
        capital_titles,
    }
}

const fn other(
    name: &'static str,
    host: &'static str,
    (category, family): (&'static str, &'static str),
    country: &'static str,
    desk: Desk,
    weight: f64,
) -> DemoOutlet {
    DemoOutlet {
        name,
        host,
        category,
        family,
        country,
        language: "en",
        desk,
        weight,
        bias: 0.0,
        capital_titles: false,
    }
}

const CRYPTO: &str = "Crypto News";
const MAINSTREAM: &str = "Mainstream";
const RESEARCH: &str = "Research";

#[rustfmt::skip]
pub const OUTLETS: &[DemoOutlet] = &[
    news("Harbor Ledger", "harbor-ledger.example", (CRYPTO, "Harbor Media"), ("US", "en"), (10.0, 0.05), true),
    news("Blockwright Daily", "blockwright-daily.example", (CRYPTO, "Harbor Media"), ("US", "en"), (8.0, 0.15), true),
    news("The Coin Sentinel", "coin-sentinel.example", (CRYPTO, "Sentinel Group"), ("GB", "en"), (8.0, -0.10), false),
    news("Chainpost Asia", "chainpost-asia.example", (CRYPTO, "Sentinel Group"), ("SG", "en"), (7.0, 0.05), true),
    news("The Halving Post", "halving-post.example", (CRYPTO, "Halving Post"), ("US", "en"), (7.0, 0.45), true),
    news("Ledgerline", "ledgerline.example", (CRYPTO, "Ledgerline Media"), ("US", "en"), (6.5, 0.0), false),
    news("Onchain Courier", "onchain-courier.example", (CRYPTO, "Courier Press"), ("CA", "en"), (6.5, 0.10), true),
    news("Mempool Review", "mempool-review.example", (CRYPTO, "Courier Press"), ("CA", "en"), (4.5, 0.0), false),
    news("Token Tribune", "token-tribune.example", (CRYPTO, "Tribune Digital"), ("IN", "en"), (6.0, 0.20), true),
    news("BitBeacon", "bitbeacon.example", (CRYPTO, "Beacon Publishing"), ("US", "en"), (6.5, 0.40), true),
    news("Altcoin Almanac", "altcoin-almanac.example", (CRYPTO, "Beacon Publishing"), ("US", "en"), (5.0, 0.30), true),
    news("Nairobi Chain Report", "nairobi-chain.example", (CRYPTO, "Savanna Media"), ("KE", "en"), (5.2, 0.15), true),
    news("Seoul Block Times", "seoul-block-times.example", (CRYPTO, "Hanbit Media"), ("KR", "en"), (4.5, -0.05), true),
    news("Tokyo Ledger Watch", "tokyo-ledger-watch.example", (CRYPTO, "Sakuragi Press"), ("JP", "en"), (4.5, 0.0), false),
    news("Gulf Digital Assets", "gulf-digital-assets.example", (CRYPTO, "Dhow Media"), ("AE", "en"), (5.2, 0.25), true),
    news("Bear Den Brief", "bear-den-brief.example", (CRYPTO, "Bear Den"), ("US", "en"), (4.0, -0.45), false),
    news("Krypto Rundschau", "krypto-rundschau.example", (CRYPTO, "Alpen Verlag"), ("DE", "de"), (2.0, -0.05), false),
    news("Cripto Mirador", "cripto-mirador.example", (CRYPTO, "Mirador Medios"), ("ES", "es"), (2.0, 0.05), false),
    news("Bitácora Cripto", "bitacora-cripto.example", (CRYPTO, "Mirador Medios"), ("MX", "es"), (1.6, 0.10), false),
    news("Le Registre", "le-registre.example", (CRYPTO, "Éditions du Phare"), ("FR", "fr"), (1.6, -0.10), false),
    news("Diário Cripto", "diario-cripto.example", (CRYPTO, "Grupo Farol"), ("BR", "pt"), (1.8, 0.15), false),
    news("The Capital Observer", "capital-observer.example", (MAINSTREAM, "Observer Group"), ("US", "en"), (7.0, -0.15), false),
    news("Frontline Finance", "frontline-finance.example", (MAINSTREAM, "Observer Group"), ("US", "en"), (5.5, 0.0), true),
    news("The Northern Standard", "northern-standard.example", (MAINSTREAM, "Standard Newspapers"), ("GB", "en"), (5.5, -0.25), false),
    news("Metro Evening Chronicle", "metro-evening.example", (MAINSTREAM, "Standard Newspapers"), ("GB", "en"), (3.0, -0.20), false),
    news("Pacific Business Herald", "pacific-business.example", (MAINSTREAM, "Coral Sea Media"), ("AU", "en"), (5.2, -0.05), false),
    news("Zurich Economic Post", "zurich-economic.example", (MAINSTREAM, "Limmat Presse"), ("CH", "en"), (5.2, -0.05), false),
    news("Lakeside Tribune", "lakeside-tribune.example", (MAINSTREAM, "Lakeside"), ("US", "en"), (2.5, -0.10), true),
    news("Tessellate Research", "tessellate-research.example", (RESEARCH, "Tessellate"), ("US", "en"), (3.0, 0.0), true),
    news("Basis Point Notes", "basis-point-notes.example", (RESEARCH, "Basis Point"), ("GB", "en"), (3.0, -0.05), false),
    news("Hashrate Quarterly", "hashrate-quarterly.example", (RESEARCH, "Courier Press"), ("CA", "en"), (2.0, 0.05), true),
    other("Federal Markets Commission", "markets-commission.example", ("Regulator", "Federal Markets Commission"), "US", Desk::Notices, 3.0),
    other("Market Conduct Office", "conduct-office.example", ("Regulator", "Market Conduct Office"), "GB", Desk::Notices, 2.0),
    other("Public Filings Register", "filings-register.example", ("Regulator", "Federal Markets Commission"), "US", Desk::Notices, 0.0),
    other("Issuer Newswire", "issuer-newswire.example", ("Company", "Issuer Newswire"), "US", Desk::Company, 1.0),
    other("Callbook", "callbook.example", ("Company", "Callbook"), "US", Desk::Company, 1.0),
    other("Cold Storage Radio", "cold-storage-radio.example", ("Podcast", "Harbor Media"), "US", Desk::Podcast, 1.0),
    other("Proof of Banter", "proof-of-banter.example", ("Podcast", "Proof of Banter"), "GB", Desk::Podcast, 1.0),
    other("Two Bits Weekly", "two-bits-weekly.example", ("Podcast", "Two Bits"), "US", Desk::Podcast, 1.0),
    other("The Validator Hour", "validator-hour.example", ("Podcast", "Courier Press"), "CA", Desk::Podcast, 1.0),
    other("Basis Trade", "basis-trade-show.example", ("Podcast", "Basis Point"), "GB", Desk::Podcast, 1.0),
    other("Long Memory", "long-memory.example", ("Podcast", "Long Memory"), "AU", Desk::Podcast, 1.0),
    other("Perch", "perch.example", ("Social", "Perch"), "US", Desk::Social, 6.0),
    other("Townsquare", "townsquare.example", ("Social", "Townsquare"), "DE", Desk::Social, 3.0),
    other("Nodeboard", "nodeboard.example", ("Social", "Nodeboard"), "SG", Desk::Social, 2.0),
    other("Protocol Commons", "protocol-commons.example", ("Developer", "Protocol Commons"), "CH", Desk::Developer, 2.0),
    other("Forge Mailing List", "forge-list.example", ("Developer", "Forge"), "US", Desk::Developer, 1.5),
    other("Buildlog", "buildlog.example", ("Developer", "Buildlog"), "SE", Desk::Developer, 1.0),
];

/// The outlets of one desk.
pub fn of_desk(desk: Desk) -> impl Iterator<Item = &'static DemoOutlet> + Clone {
    OUTLETS.iter().filter(move |outlet| outlet.desk == desk)
}

/// Newsrooms that write English.
pub fn newsrooms() -> impl Iterator<Item = &'static DemoOutlet> + Clone {
    of_desk(Desk::Newsroom).filter(|outlet| outlet.is_english())
}

pub fn named(name: &str) -> &'static DemoOutlet {
    OUTLETS.iter().find(|outlet| outlet.name == name).expect("the name is written in the table above")
}
