//! The prepared part of a call: welcome, safe harbour, the chief executive's and the finance chief's words.

use domain::{Role, Section, Turn};

use crate::calls::{Call, executive, operator};
use crate::catalog::companies::Sector;
use crate::prose::{Slots, write};
use crate::rng::Rng;

pub fn opening(call: &Call, slots: &Slots, rng: &mut Rng) -> Vec<Turn> {
    let company = call.company;
    let mut say = |templates: &[&str]| -> String {
        templates.iter().map(|template| write(template, slots, rng)).collect::<Vec<_>>().join(" ")
    };
    let welcome = say(&[
        "[Good day|Good afternoon|Hello], and welcome to the {co} {quarter} earnings conference call. All lines are in listen-only mode. \
         After the prepared remarks there will be a question-and-answer session. I would now like to turn the call over to {ir}.",
    ]);
    let harbour = say(&[
        "Thank you, operator. With me are {ceo}, our Chief Executive Officer, and {cfo}, our Chief Financial Officer.",
        "Statements on this call that are not historical facts are forward-looking and involve risks and uncertainties; actual results may differ. \
         We refer you to our filings for a list of these risks. We will also mention measures that are not defined by accounting standards.",
    ]);
    let chief = [
        say(CHIEF_OPENINGS),
        say(business(company.sector)),
        say(&[
            "[Before I hand over|To close], I want to thank our employees. [They did hard work in a market that did not make it easy.|Their discipline is the reason for these results.]",
        ]),
    ]
    .join("\n\n");
    let finance = [say(FINANCE_NUMBERS), say(FINANCE_OUTLOOK)].join("\n\n");
    vec![
        operator(&welcome, Section::Prepared),
        Turn {
            speaker: company.investor_relations(),
            title: Some("Head of Investor Relations".to_owned()),
            role: Role::Executive,
            section: Section::Prepared,
            text: harbour,
        },
        executive(company.chief_executive(), "Chief Executive Officer", Section::Prepared, chief),
        executive(company.chief_financial_officer(), "Chief Financial Officer", Section::Prepared, finance),
    ]
}

const CHIEF_OPENINGS: &[&str] = &[
    "Thank you, {ir}, and [good afternoon|welcome], everyone.",
    "[This was a quarter of execution for {co}.|The past quarter showed what this company can do and where we still have work.|We ended {label} a stronger company than we began it.]",
    "Revenue came in at {revenue}, {rose} {growth} from a year ago, and we [kept|held] our focus on the customers who rely on us.",
    "Bitcoin traded at around {btc} [yesterday|at last night's close], and while prices help or hurt from quarter to quarter, [we run the company for the long term|our plan does not depend on them].",
];

const FINANCE_NUMBERS: &[&str] = &[
    "Thanks, and hello, everyone. I will walk through the numbers.",
    "Total revenue was {revenue}, {rose} {growth} year over year. Gross margin was {margin}.",
    "Operating expenses were {opex}, which includes {usd} of stock-based compensation.",
    "We ended the quarter with {cash} in cash and equivalents.",
    "[We recorded a non-cash change of {usd} in the fair value of digital assets.|Depreciation was {usd}.]",
];

const FINANCE_OUTLOOK: &[&str] = &[
    "[For the coming quarter we expect revenue between {guide_low} and {guide_high}.|We will keep a tight hand on costs in the coming quarter.|As usual we will give our view on the year in more detail at the investor day.]",
    "Capital expenditure for the year is [on plan|slightly below plan].",
    "With that, operator, we are ready for questions.",
];

fn business(sector: Sector) -> &'static [&'static str] {
    match sector {
        Sector::Miner => &[
            "In mining, we ended the quarter with {eh} of energised capacity at an average power cost of {cents} per kilowatt-hour.",
            "We produced fewer coins per unit of hash rate as difficulty rose, and we made up for it with [better machines|more uptime].",
            "Our hosting business now has {mw} under contract or in late-stage talks.",
        ],
        Sector::Treasury => &[
            "Our strategy is simple: we acquire bitcoin and hold it. At quarter-end we held {coins} bitcoin.",
            "We measure ourselves by bitcoin per share, which [grew|rose] {pct} since the start of the year.",
            "The capital markets remained [open|receptive] to us.",
        ],
        Sector::Exchange => &[
            "Trading volume was [mixed across the quarter|strong in the first weeks and slower later], and our share of spot volume [rose to|held at] {pct}.",
            "Subscription and services revenue now makes up {pct2} of the total.",
            "We opened in {n} new markets and listed {n2} new assets.",
        ],
        Sector::Payments => &[
            "Stablecoin circulation grew {pct} over the quarter, and payment volume from businesses [more than doubled|rose sharply].",
            "We now work with {n2} banks, and {n} more went live after quarter-end.",
            "Reserves remain in cash and short-dated government debt, and we publish them every month.",
        ],
        Sector::Custody => &[
            "Assets under custody reached {usd2}, and we onboarded {n2} institutions.",
            "We completed our annual controls audit without exceptions.",
            "Staking and settlement services are growing faster than plain custody.",
        ],
        Sector::AssetManager => &[
            "Net inflows were {usd2} for the quarter, led by our spot Bitcoin fund.",
            "Average fees were {small}, [in line with our plan|slightly lower as competition grew].",
            "We launched {n} new funds and closed one that did not find an audience.",
        ],
        Sector::Bank => &[
            "Digital-asset deposits grew {pct}, and our settlement network processed {usd2} a day on average.",
            "Credit quality remained sound, and we did not take principal risk in tokens.",
            "We are investing in compliance ahead of growth.",
        ],
        Sector::Software => &[
            "Annual recurring revenue grew {pct}, and net retention was above one hundred percent.",
            "We added {n2} public-sector customers and signed our largest contract so far.",
            "Our new monitoring product flagged {people} incidents in the quarter.",
        ],
        _ => &[
            "Our investments in the quarter were concentrated in infrastructure and payments.",
            "We deployed {usd} into {n} companies and exited two.",
            "Net asset value per share moved with markets, and our trading desk had a [solid|quieter] quarter.",
        ],
    }
}
