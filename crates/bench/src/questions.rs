//! What is asked of a search, of ours and of Postgres's.

/// A question in our language and in Postgres's.
pub struct Question {
    pub keyword: &'static str,
    pub tsquery: &'static str,
    pub days: (&'static str, &'static str),
    pub filter: Option<(&'static str, &'static str)>,
}

const MONTH: (&str, &str) = ("2025-04-01", "2025-04-30");
const QUARTER: (&str, &str) = ("2025-01-01", "2025-03-31");
const YEAR: (&str, &str) = ("2024-08-01", "2025-07-31");

/// Terms, phrases, booleans and filters over a month, a quarter and a year; 50 results with content each.
pub const QUESTIONS: &[Question] = &[
    Question { keyword: "bitcoin", tsquery: "bitcoin", days: MONTH, filter: None },
    Question { keyword: "ethereum staking", tsquery: "ethereum & staking", days: QUARTER, filter: None },
    Question { keyword: "\"spot etf\"", tsquery: "spot <-> etf", days: YEAR, filter: None },
    Question { keyword: "\"interest rates\"", tsquery: "interest <-> rates", days: QUARTER, filter: None },
    Question {
        keyword: "stablecoin AND (bill OR act OR law)",
        tsquery: "stablecoin & (bill | act | law)",
        days: QUARTER,
        filter: None,
    },
    Question {
        keyword: "(hack OR exploit) NOT bitcoin",
        tsquery: "(hack | exploit) & !bitcoin",
        days: YEAR,
        filter: None,
    },
    Question { keyword: "solana -memecoin", tsquery: "solana & !memecoin", days: MONTH, filter: None },
    Question { keyword: "blackrock", tsquery: "blackrock", days: YEAR, filter: None },
    Question {
        keyword: "xrp lawsuit",
        tsquery: "xrp & lawsuit",
        days: YEAR,
        filter: Some(("sentiment", "Negative")),
    },
    Question {
        keyword: "mining",
        tsquery: "mining",
        days: QUARTER,
        filter: Some(("outlet", "cointelegraph")),
    },
    Question { keyword: "", tsquery: "", days: MONTH, filter: Some(("outlet", "newsbtc")) },
    Question { keyword: "", tsquery: "", days: YEAR, filter: None },
    Question {
        keyword: "coinbase OR binance OR kraken",
        tsquery: "coinbase | binance | kraken",
        days: MONTH,
        filter: None,
    },
    Question {
        keyword: "tokenization treasury",
        tsquery: "tokenization & treasury",
        days: YEAR,
        filter: None,
    },
    Question {
        keyword: "\"federal reserve\" AND inflation",
        tsquery: "(federal <-> reserve) & inflation",
        days: QUARTER,
        filter: None,
    },
    Question { keyword: "halving", tsquery: "halving", days: YEAR, filter: Some(("sentiment", "Positive")) },
];

/// The same questions by whole words and by their beginnings, over a year.
pub const WORDS_AND_BEGINNINGS: &[(&str, &str)] = &[
    ("halving", "halv*"),
    ("regulators", "regulat*"),
    ("stablecoin AND (bill OR act OR law)", "stablec* AND (bill OR act OR law)"),
    ("tokenization treasury", "tokeni* treasur*"),
    ("solana -memecoin", "solan* -memecoi*"),
    ("\"federal reserve\" AND inflation", "\"federal reserve\" AND inflat*"),
];

impl Question {
    /// The parameters of /feed.
    pub fn parameters(&self) -> Parameters {
        let mut parameters = within(self.days);
        if !self.keyword.is_empty() {
            parameters.push(("keyword", self.keyword));
        }
        parameters.extend(self.filter);
        parameters
    }
}

pub type Parameters = Vec<(&'static str, &'static str)>;

/// A keyword over a year, the newest or the fittest articles first.
pub fn over_a_year(keyword: &'static str, sort: &'static str) -> Parameters {
    let mut parameters = within(YEAR);
    parameters.extend([("keyword", keyword), ("sort", sort)]);
    parameters
}

fn within(days: (&'static str, &'static str)) -> Parameters {
    vec![("startDate", days.0), ("endDate", days.1)]
}
