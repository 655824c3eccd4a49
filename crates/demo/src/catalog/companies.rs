//! The invented companies. The listed ones hold earnings calls and file reports.

use crate::catalog::names;

domain::closed_list! {
    /// What a company does; it decides which stories it is cast in and what analysts ask it.
    Sector {
        Miner = "Bitcoin mining",
        Treasury = "Bitcoin treasury",
        Exchange = "Exchange",
        Payments = "Stablecoins and payments",
        Custody = "Custody",
        AssetManager = "Asset management",
        Bank = "Banking",
        Software = "Data and security software",
        Investor = "Investment",
        Protocol = "Protocol development",
        Games = "Games",
        ArtificialIntelligence = "Artificial intelligence",
    }
}

/// An invented company.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Company {
    /// As a headline writes it.
    pub name: &'static str,
    /// As a filing writes it.
    pub legal_name: &'static str,
    /// Only the listed ones have one.
    pub ticker: Option<&'static str>,
    pub sector: Sector,
    pub home: &'static str,
    /// Quarterly revenue in millions of dollars around which its results move.
    pub revenue_millions: f64,
    /// How directly its management answers, 0 to 1.
    pub directness: f64,
}

const fn listed(
    name: &'static str,
    legal_name: &'static str,
    ticker: &'static str,
    sector: Sector,
    home: &'static str,
    revenue_millions: f64,
    directness: f64,
) -> Company {
    Company { name, legal_name, ticker: Some(ticker), sector, home, revenue_millions, directness }
}

const fn private(
    name: &'static str,
    legal_name: &'static str,
    sector: Sector,
    home: &'static str,
) -> Company {
    Company { name, legal_name, ticker: None, sector, home, revenue_millions: 20.0, directness: 0.5 }
}

pub const COMPANIES: &[Company] = &[
    listed("Cobalt Ridge Mining", "Cobalt Ridge Mining Corp.", "CBRM", Sector::Miner, "Austin", 182.0, 0.86),
    listed("Halvorsen Digital", "Halvorsen Digital ASA", "HLVD", Sector::Miner, "Oslo", 74.0, 0.66),
    listed("Ironwell Compute", "Ironwell Compute, Inc.", "IRWC", Sector::Miner, "Calgary", 131.0, 0.38),
    listed("Prairie Lantern", "Prairie Lantern Energy, Inc.", "PLNE", Sector::Miner, "Tulsa", 58.0, 0.22),
    listed("Meridian Vault", "Meridian Vault Holdings, Inc.", "MVHX", Sector::Treasury, "Miami", 46.0, 0.52),
    listed("Asterline", "Asterline Treasury plc", "ASLT", Sector::Treasury, "London", 19.0, 0.12),
    listed("Tidemark", "Tidemark Exchange Group, Inc.", "TDMK", Sector::Exchange, "New York", 640.0, 0.60),
    listed("Larkspur Markets", "Larkspur Markets Ltd.", "LKMX", Sector::Exchange, "Singapore", 295.0, 0.30),
    listed("Quillon", "Quillon Payments, Inc.", "QLPY", Sector::Payments, "Boston", 410.0, 0.72),
    listed("Northmere", "Northmere Custody Trust, Inc.", "NRMC", Sector::Custody, "Chicago", 88.0, 0.80),
    listed(
        "Brightfen",
        "Brightfen Asset Management, Inc.",
        "BFNX",
        Sector::AssetManager,
        "New York",
        156.0,
        0.93,
    ),
    listed("Castellan", "Castellan Bancorp, Inc.", "CSTF", Sector::Bank, "Charlotte", 520.0, 0.45),
    listed("Oriel Data", "Oriel Data Systems, Inc.", "ORLD", Sector::Software, "Tel Aviv", 64.0, 0.75),
    listed(
        "Kestrel Bay",
        "Kestrel Bay Ventures, Inc.",
        "KBVN",
        Sector::Investor,
        "San Francisco",
        112.0,
        0.18,
    ),
    private("Junoport", "Junoport Digital Markets FZE", Sector::Exchange, "Dubai"),
    private("Fennway", "Fennway Exchange Pty Ltd", Sector::Exchange, "Sydney"),
    private("Lumenforge Labs", "Lumenforge Labs GmbH", Sector::Protocol, "Berlin"),
    private("Driftwood Protocol", "Driftwood Protocol Foundation", Sector::Protocol, "Zug"),
    private("Saltmarsh Finance", "Saltmarsh Finance Association", Sector::Protocol, "Lisbon"),
    private("Copperquill", "Copperquill Pay Ltd.", Sector::Payments, "Nairobi"),
    private("Harrowgate", "Harrowgate Funds SICAV", Sector::AssetManager, "Luxembourg"),
    private("Juniper Quay", "Juniper Quay Investments LLC", Sector::AssetManager, "Boston"),
    private("Emberlane Games", "Emberlane Games K.K.", Sector::Games, "Tokyo"),
    private("Thornbury Ventures", "Thornbury Ventures LLP", Sector::Investor, "London"),
    private("Wrenfield Capital", "Wrenfield Capital Management LP", Sector::Investor, "Greenwich"),
    private("Glasshaven Security", "Glasshaven Security SAS", Sector::Software, "Paris"),
    private("Marlowe Street Bank", "Marlowe Street Bank plc", Sector::Bank, "Edinburgh"),
    private("Nettlebrook AI", "Nettlebrook AI, Inc.", Sector::ArtificialIntelligence, "Toronto"),
];

impl Company {
    /// The place in `COMPANIES`; it keys everything that is drawn for the company.
    pub fn index(&self) -> usize {
        COMPANIES.iter().position(|company| company.name == self.name).unwrap_or(0)
    }

    pub fn chief_executive(&self) -> String {
        names::full_name(self.index() * 4)
    }

    pub fn chief_financial_officer(&self) -> String {
        names::full_name(self.index() * 4 + 1)
    }

    pub fn operating_officer(&self) -> String {
        names::full_name(self.index() * 4 + 2)
    }

    pub fn investor_relations(&self) -> String {
        names::full_name(self.index() * 4 + 3)
    }

    /// `cobalt-ridge-mining`, for addresses.
    pub fn slug(&self) -> String {
        crate::prose::slug(self.name)
    }
}

pub fn listed_companies() -> impl Iterator<Item = &'static Company> {
    COMPANIES.iter().filter(|company| company.ticker.is_some())
}
