//! All kinds of events, by desk. A new one is a table in one of these files and its name in that file's list.

mod business;
mod crime;
mod markets;
mod regulation;
mod technology;

use crate::stories::plot::Plot;

/// Every plot, in a fixed order.
pub fn all() -> impl Iterator<Item = &'static Plot> + Clone {
    crime::PLOTS
        .iter()
        .chain(regulation::PLOTS)
        .chain(markets::PLOTS)
        .chain(business::PLOTS)
        .chain(technology::PLOTS)
        .copied()
}

pub fn named(id: &str) -> &'static Plot {
    all().find(|plot| plot.id == id).expect("plots are named by their own tables")
}
