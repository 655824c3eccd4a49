//! Prints the invented world for a person to read: `cargo run -p demo --example read -- 2026-01-31 [kind]`.
//! The last day of the year is the argument; every fortieth item is shown, after counts of all of them.

use std::collections::BTreeMap;

use domain::Day;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(Ok(day)) = arguments.next().map(|text| Day::parse(&text)) else {
        eprintln!("say which day is the last, as YYYY-MM-DD");
        return;
    };
    let kind = arguments.next();
    let world = demo::world(day, demo::SEED);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut shown = 0;
    for told in world.told() {
        let item = &told.item;
        *counts.entry(format!("kind {}", item.kind)).or_default() += 1;
        *counts.entry(format!("outlet {}", item.outlet.name)).or_default() += 1;
        *counts.entry(format!("tone {}", told.tone)).or_default() += 1;
        *counts.entry(format!("category {:?}", told.categories.first())).or_default() += 1;
        if kind.as_deref().is_none_or(|kind| kind == item.kind.name()) {
            shown += 1;
            if shown % 40 == 1 {
                println!(
                    "{}\n{} | {} | {} | tone {}\n{}\n\n{}\n{}\n",
                    "-".repeat(80),
                    item.published_at.map_or(String::new(), |at| at.rfc3339()),
                    item.outlet.name,
                    item.author_name,
                    told.tone,
                    item.title,
                    item.content,
                    item.url
                );
            }
        }
    }
    for (name, count) in counts {
        println!("{count:6} {name}");
    }
    let prices: Vec<String> = world
        .prices
        .iter()
        .step_by(14)
        .map(|(day, close)| format!("{day} {close:.0} {:?}", world.regime(*day)))
        .collect();
    println!("{}", prices.join("\n"));
}
