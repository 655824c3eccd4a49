//! Names that begin, or go on, like what was typed.

use domain::Category;
use interface::App;

use crate::resources::methods;

/// As many as the protocol allows.
const MAX_VALUES: usize = 100;

/// The names for an argument, those that begin like the text first, and how many there are in all.
pub fn complete(app: &App, argument: &str, typed: &str) -> (Vec<String>, usize) {
    let names: Vec<String> = match argument {
        "company" => app.figures.ask(|cube| cube.company_names().map(|(name, _)| name.to_owned()).collect()),
        "asset" => app.figures.ask(|cube| cube.asset_names().map(|(name, _)| name.to_owned()).collect()),
        "outlet" => app.figures.ask(|cube| cube.outlet_names().map(|(name, _)| name.to_owned()).collect()),
        "category" => Category::ALL.iter().map(|category| category.name().to_owned()).collect(),
        "metric" => methods().map(|(id, _)| id.to_owned()).collect(),
        _ => Vec::new(),
    };
    let typed = typed.to_lowercase();
    let (first, then): (Vec<_>, Vec<_>) = names
        .into_iter()
        .filter(|name| name.to_lowercase().contains(&typed))
        .partition(|name| name.to_lowercase().starts_with(&typed));
    let total = first.len() + then.len();
    (first.into_iter().chain(then).take(MAX_VALUES).collect(), total)
}
