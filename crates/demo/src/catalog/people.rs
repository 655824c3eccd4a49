//! The voices of the public conversation: a handle, a name, a role and a temper.

use std::sync::OnceLock;

use domain::Cohort;

use crate::catalog::companies::{COMPANIES, listed_companies};
use crate::catalog::names;
use crate::catalog::outlets::newsrooms;
use crate::prose::slug;
use crate::rng::{Rng, stream};

/// Someone who posts.
#[derive(Clone, Debug, PartialEq)]
pub struct Person {
    /// Unique, such as `mara.brandt@perch.example`.
    pub handle: String,
    pub name: String,
    pub cohort: Cohort,
    /// What stands under the name: a title and an employer, or a trade.
    pub bio: String,
    /// The network they post on, by outlet name.
    pub network: &'static str,
    /// How much more cheerful than their cohort, from -0.4 to 0.4.
    pub temper: f64,
    /// How much they post, relative to their cohort.
    pub weight: f64,
}

/// How many voices a cohort has, beside those that companies and newsrooms bring.
const VOICES: &[(Cohort, usize, &[&str])] = &[
    (
        Cohort::Developer,
        32,
        &["Core contributor", "Wallet engineer", "Rollup engineer", "Client maintainer", "Auditor"],
    ),
    (
        Cohort::Analyst,
        32,
        &["On-chain analyst", "Equity analyst", "Macro strategist", "ETF analyst", "Derivatives analyst"],
    ),
    (
        Cohort::Investor,
        30,
        &["Fund manager", "Venture partner", "Family office", "Angel investor", "Allocator"],
    ),
    (Cohort::Trader, 34, &["Options trader", "Perps trader", "Swing trader", "Market maker", "Basis trader"]),
    (Cohort::Commentator, 32, &["Podcaster", "Newsletter writer", "Author", "Streamer", "Essayist"]),
    (
        Cohort::Policy,
        16,
        &["Policy counsel", "Former regulator", "Legislative aide", "Law professor", "Think-tank fellow"],
    ),
    (Cohort::Founder, 10, &["Founder, wallet startup", "Founder, payments startup", "Co-founder, rollup"]),
];

/// Everyone, in a fixed order.
pub fn people() -> &'static [Person] {
    static PEOPLE: OnceLock<Vec<Person>> = OnceLock::new();
    PEOPLE.get_or_init(everyone)
}

pub fn of_cohort(cohort: Cohort) -> impl Iterator<Item = &'static Person> + Clone {
    people().iter().filter(move |person| person.cohort == cohort)
}

fn everyone() -> Vec<Person> {
    let mut people = Vec::new();
    for company in listed_companies() {
        let officers = [
            (company.chief_executive(), "Chief Executive Officer"),
            (company.chief_financial_officer(), "Chief Financial Officer"),
        ];
        for (name, title) in officers {
            people.push(person(name, Cohort::Executive, format!("{title}, {}", company.name)));
        }
    }
    for company in COMPANIES.iter().filter(|company| company.ticker.is_none()) {
        people.push(person(company.chief_executive(), Cohort::Founder, format!("Founder, {}", company.name)));
    }
    for company in COMPANIES {
        people.push(person(company.name.to_owned(), Cohort::Brand, "Official account".to_owned()));
    }
    for outlet in newsrooms() {
        people.push(person(outlet.author(0.0), Cohort::Media, format!("Reporter, {}", outlet.name)));
    }
    let mut number = 700;
    for (cohort, count, trades) in VOICES {
        for index in 0..*count {
            let trade = trades[index % trades.len()];
            people.push(person(names::full_name(number), *cohort, trade.to_owned()));
            number += 1;
        }
    }
    people
}

fn person(name: String, cohort: Cohort, bio: String) -> Person {
    let mut rng =
        Rng::keyed(&[stream::POST, slug(&name).bytes().fold(7, |n, b| n * 131 % 1_000_003 + u64::from(b))]);
    let network = match cohort {
        Cohort::Developer => {
            rng.pick(&["Protocol Commons", "Forge Mailing List", "Buildlog", "Townsquare", "Perch"])
        }
        _ => rng.pick(&["Perch", "Perch", "Perch", "Townsquare", "Townsquare", "Nodeboard"]),
    };
    let host = crate::catalog::outlets::named(network).host;
    let separator = rng.pick(&[".", "_", ""]);
    let handle = format!("{}@{host}", slug(&name).replace('-', separator));
    Person {
        handle,
        name,
        cohort,
        bio,
        network,
        temper: rng.between(-0.4, 0.4),
        weight: rng.between(0.5, 1.8),
    }
}
