//! Everything that can be asked. The route, its price, its parameters and their errors, its OpenAPI entry and its place in the
//! every-route test follow from its line in the list of its room.

use interface::{Entry, entry};
use management::operations::list as owned;

mod quote;

/// Every operation, in the order in which people read about them.
pub fn all() -> Vec<Entry> {
    let mut all = coverage::operations::questions();
    all.extend(owned::questions());
    all.push(entry::<quote::GetQuote>());
    all.extend(owned::managed());
    all.extend(coverage::operations::health());
    all
}
