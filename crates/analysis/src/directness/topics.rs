//! What a question is about, by the words in it. The last sentence that asks counts twice.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::kinds::Topic;
use super::words::Sentence;

/// A word that is listed adds its weight to the topic.
const WORDS: &[(Topic, u32, &str)] = &[
    (Topic::Guidance, 3, "guidance outlook forecast guide guiding guided"),
    (
        Topic::Guidance,
        1,
        "expect expectation expecting anticipate target range model modeling assum project visibility full-year next",
    ),
    (
        Topic::Growth,
        2,
        "revenue sales growth volume volumes comp comps same-store demand backlog bookings orders order loan loans deposit originations units",
    ),
    (Topic::Growth, 1, "growing grow pipeline traffic category quarter"),
    (Topic::Margins, 3, "margin margins nim ebitda profitability gross"),
    (Topic::Margins, 1, "basis spread yield yields mix price pricing"),
    (Topic::Costs, 3, "cost costs expense expenses opex sg&a g&a inflation wage wages freight savings"),
    (Topic::Costs, 1, "spending spend tax labor headcount efficiency raw depreciation amortization"),
    (
        Topic::CapitalAllocation,
        3,
        "buyback buybacks repurchase repurchases dividend dividends capex capital leverage",
    ),
    (Topic::CapitalAllocation, 1, "allocation invest investment investments shares stock equity"),
    (Topic::BalanceSheet, 3, "debt liquidity covenant covenants refinance refinancing maturity"),
    (
        Topic::BalanceSheet,
        1,
        "balance cash working inventory inventories reserve reserves credit provision cecl burn",
    ),
    (
        Topic::Deals,
        3,
        "acquisition acquisitions acquire acquired m&a merger deal deals transaction divestiture synergies synergy",
    ),
    (Topic::Deals, 1, "closing integration combined partner partnership joint"),
    (
        Topic::Regulation,
        3,
        "regulatory regulation regulator regulators fda approval tariff tariffs legislation compliance sec law congress policy",
    ),
    (Topic::Regulation, 1, "license government reimbursement cms medicare legal litigation"),
    (
        Topic::Product,
        3,
        "product products launch launches trial trials patients pipeline phase study data technology software platform r&d",
    ),
    (Topic::Product, 1, "clinical feature model version device launch new development"),
    (Topic::Competition, 4, "competition competitor competitors competitive share"),
    (
        Topic::Customers,
        3,
        "customer customers client clients contract contracts tenant tenants dealers retailers consumer consumers",
    ),
    (Topic::Customers, 1, "renewal retention account accounts win wins rfp"),
    (
        Topic::Macro,
        3,
        "macro economy recession covid pandemic interest rates fed election inflationary weather oil",
    ),
    (Topic::Macro, 1, "environment economic china europe currency hurricane"),
    (
        Topic::Operations,
        2,
        "capacity plant plants facility facilities stores store hiring hire employees supply production utilization operations rig rigs fleet",
    ),
    (
        Topic::Operations,
        1,
        "footprint inventory delivery logistics team staff salesforce branch branches space occupancy lease leasing",
    ),
];

static TOPICS_OF: LazyLock<HashMap<&str, Vec<(Topic, u32)>>> = LazyLock::new(|| {
    let mut out: HashMap<&str, Vec<(Topic, u32)>> = HashMap::new();
    for (topic, weight, list) in WORDS {
        for word in list.split(' ') {
            out.entry(word).or_default().push((*topic, *weight));
        }
    }
    out
});

pub(super) fn of(asked: &[Sentence]) -> Topic {
    let last = asked.iter().rposition(|sentence| sentence.asks);
    let mut points: Vec<(Topic, u32)> = Vec::new();
    for (at, sentence) in asked.iter().enumerate() {
        let times = if Some(at) == last { 2 } else { 1 };
        for word in &sentence.words {
            for &(topic, weight) in TOPICS_OF.get(word.text.as_str()).into_iter().flatten() {
                match points.iter_mut().find(|(known, _)| *known == topic) {
                    Some((_, sum)) => *sum += weight * times,
                    None => points.push((topic, weight * times)),
                }
            }
        }
    }
    points
        .into_iter()
        .max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0)))
        .filter(|(_, sum)| *sum >= 2)
        .map_or(Topic::Other, |(topic, _)| topic)
}
