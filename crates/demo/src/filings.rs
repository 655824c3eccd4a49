//! What listed companies file: a report for each quarter and current reports in between.

use domain::{Category, Day, Kind};

use crate::calls;
use crate::catalog::companies::{Company, Sector, listed_companies};
use crate::catalog::outlets::named;
use crate::catalog::{names, words};
use crate::prices::Market;
use crate::prose::{Slots, dollars, percent, thousands, write};
use crate::rng::{Rng, stream};
use crate::stories::cast;
use crate::told::{Draft, Told, to_day_precision};

pub fn tell(market: &Market, day: Day) -> Vec<Told> {
    let mut rng = Rng::keyed(&[market.seed, stream::FILING, day.number() as u64]);
    let mut told = Vec::new();
    if day.weekday() >= 5 {
        return told;
    }
    // The report follows the call by a day; Monday's also follow Friday's calls.
    let back = if day.weekday() == 0 { 3 } else { 1 };
    for call in calls::on_day(market.seed, day.plus(-back)) {
        let results = call.results();
        let mut slots = slots(market, call.company, day, &mut rng);
        slots
            .set("label", call.quarter_label())
            .set("revenue", dollars(results.revenue_millions))
            .set("rose", if results.growth > 0.0 { "increased" } else { "decreased" })
            .set("growth", percent(results.growth * 100.0))
            .set("cash", dollars(results.cash_millions));
        let tone = if results.growth > 0.0 { 1 } else { -1 };
        told.push(filing(call.company, QUARTERLY, &[Category::MarketsAndPrice], tone, &slots, day, &mut rng));
    }
    for _ in 0..(0.7 + rng.unit()) as usize {
        let companies: Vec<_> = listed_companies().collect();
        let company = rng.pick(&companies);
        let slots = slots(market, company, day, &mut rng);
        let fitting: Vec<_> =
            CURRENT.iter().filter(|form| form.3.is_empty() || form.3.contains(&company.sector)).collect();
        let (text, categories, tone, _) = rng.pick(&fitting);
        told.push(filing(company, *text, categories, *tone, &slots, day, &mut rng));
    }
    told
}

/// A title and its parts.
type Form = (&'static str, &'static [&'static str]);

fn filing(
    company: &'static Company,
    (title, parts): Form,
    categories: &'static [Category],
    tone: i8,
    slots: &Slots,
    day: Day,
    rng: &mut Rng,
) -> Told {
    let title = write(title, slots, rng);
    let paragraphs: Vec<String> = parts.iter().map(|part| write(part, slots, rng)).collect();
    let at = day.start().plus_ms(rng.range(11 * 60, 21 * 60) * 60_000);
    let outlet = named("Public Filings Register");
    let content = paragraphs.join("\n\n");
    let mut item = Draft { kind: Kind::Filing, outlet, title, content, at }.item(rng);
    item.image_url = String::new();
    item.author_name = company.legal_name.to_owned();
    item.ticker = company.ticker.map(str::to_owned);
    if rng.chance(0.7) {
        to_day_precision(&mut item);
    }
    Told { item, story: None, categories, tone }
}

fn slots(market: &Market, company: &Company, day: Day, rng: &mut Rng) -> Slots {
    let mut slots = Slots::new();
    cast::company(&mut slots, company);
    let spent = rng.between(12.0, 90.0);
    let price = market.close(day.plus(-1));
    slots
        .set("coo", company.operating_officer())
        .set("new", names::full_name(1500 + rng.below(40)))
        .set("btc", cast::round_price(price))
        .set("usd", dollars(spent))
        .set("usd2", dollars(rng.between(120.0, 700.0)))
        .set("coins", thousands((spent * 1_000_000.0 / price) as i64))
        .set("held", thousands(rng.range(4_000, 42_000)))
        .set("mw", rng.range(40, 300).to_string())
        .set("n", rng.range(2, 9).to_string())
        .set("pct", percent(rng.between(0.5, 6.0)))
        .set("home", company.home)
        .set("month", words::month(day, 0))
        .set("next_month", words::month(day, 1));
    slots
}

const QUARTERLY: Form = (
    "Form 10-Q: {cofull} ({ticker}), quarterly report {label}",
    &[
        "Item 1. Financial statements. Total revenue for the quarter was {revenue}. Cash and cash equivalents were {cash}. Digital assets are carried at fair value.",
        "Item 2. Management's discussion. Revenue {rose} {growth} compared with the same quarter of the prior year, [primarily due to changes in trading activity and in the market price of bitcoin|reflecting changes in volume, pricing and customer mix]. The price of bitcoin was {btc} at the date of this report.",
        "Item 3. Market risk. A decline of 10% in the price of bitcoin would reduce the fair value of our digital assets by approximately {usd}.",
        "Item 1A. Risk factors. Our business depends on the market for digital assets, which is volatile. Changes in regulation, security breaches, the loss of key personnel and the availability of financing could harm our results.",
        "Item 4. Controls and procedures. Our principal executive officer, {ceo}, and our principal financial officer, {cfo}, concluded that disclosure controls were effective.",
    ],
);

type Current = (Form, &'static [Category], i8, &'static [Sector]);

const CURRENT: &[Current] = &[
    (
        (
            "Form 8-K: {cofull} ({ticker}), entry into a material definitive agreement",
            &[
                "Item 1.01. On the date of this report, {cofull} entered into an agreement with a counterparty for the supply of services over {n} years. Aggregate consideration is expected to be {usd2}.",
                "The agreement contains customary representations, warranties and termination rights. A copy will be filed with the next periodic report.",
            ],
        ),
        &[Category::Adoption],
        1,
        &[],
    ),
    (
        (
            "Form 8-K: {cofull} ({ticker}), departure of directors or certain officers",
            &[
                "Item 5.02. {coo} has notified {cofull} of a decision to resign as Chief Operating Officer, effective at the end of {next_month}. The decision was not the result of any disagreement with the company.",
                "The board has appointed {new} to the position.",
            ],
        ),
        &[Category::People],
        0,
        &[],
    ),
    (
        (
            "Form 8-K: {cofull} ({ticker}), bitcoin acquisition update",
            &[
                "Item 7.01. During the period covered by this report, {cofull} acquired {coins} bitcoin at an average purchase price near {btc}, inclusive of fees and expenses, for an aggregate of {usd}.",
                "As of the date of this report the company held {held} bitcoin. Purchases were made using proceeds from the sale of shares.",
            ],
        ),
        &[Category::Treasuries],
        1,
        &[Sector::Treasury, Sector::Miner, Sector::Investor],
    ),
    (
        (
            "Form 8-K: {cofull} ({ticker}), convertible notes offering",
            &[
                "Item 8.01. {cofull} announced the pricing of {usd2} aggregate principal amount of convertible senior notes bearing interest at {pct}, in a private offering to institutional buyers.",
                "The company intends to use the net proceeds for general corporate purposes, including the acquisition of bitcoin and the repayment of debt.",
            ],
        ),
        &[Category::Funding],
        0,
        &[],
    ),
    (
        (
            "Form 8-K: {cofull} ({ticker}), material impairment and cost reduction",
            &[
                "Item 2.05. The board of {cofull} approved a plan to reduce costs. The company expects to incur charges of {usd} in connection with the plan, mainly severance.",
                "Item 2.06. The company concluded that an impairment charge of {usd} is required for certain equipment.",
            ],
        ),
        &[Category::MarketsAndPrice],
        -1,
        &[],
    ),
    (
        (
            "Form 8-K: {cofull} ({ticker}), legal proceedings",
            &[
                "Item 8.01. {cofull} received a subpoena requesting documents relating to customer disclosures. The company is cooperating. It cannot predict the outcome of the matter or estimate a range of loss.",
            ],
        ),
        &[Category::Regulation],
        -1,
        &[Sector::Exchange, Sector::Payments, Sector::Bank, Sector::Treasury, Sector::Custody],
    ),
    (
        (
            "Form 8-K: {cofull} ({ticker}), new mining site",
            &[
                "Item 7.01. {cofull} completed the acquisition of a site with {mw} megawatts of interconnected capacity. The company expects to energise mining machines at the site in {next_month}.",
                "Total consideration was {usd}, paid in cash.",
            ],
        ),
        &[Category::Mining],
        1,
        &[Sector::Miner],
    ),
    (
        (
            "Form S-3: {cofull} ({ticker}), registration statement",
            &[
                "{cofull} may offer and sell from time to time common stock, preferred stock, debt securities and warrants with an aggregate offering price of up to {usd2}.",
                "Investing in these securities involves a high degree of risk. The price of bitcoin on the date of this prospectus was {btc}.",
            ],
        ),
        &[Category::Funding],
        0,
        &[],
    ),
];
