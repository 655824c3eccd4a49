//! Whose call it is: a ticker in one spelling, and the name that people know.

use analysis::mentions;
use domain::Item;

/// The item's own ticker in capitals, or that of the only listed company that its title names; else empty.
pub fn ticker_of(item: &Item) -> String {
    if let Some(ticker) = &item.ticker {
        // "NASDAQ: ACME" is ACME.
        let ticker = ticker.rsplit(':').next().unwrap_or_default().trim();
        if !ticker.is_empty() {
            return ticker.to_uppercase();
        }
    }
    let mut named: Vec<String> = mentions::find(&item.title, "")
        .into_iter()
        .filter(|mention| mention.kind == domain::MentionKind::Company)
        .filter_map(|mention| mention.ticker)
        .collect();
    named.dedup();
    // Two companies in one title: nothing says which of them speaks.
    if named.len() == 1 { named.remove(0).to_uppercase() } else { String::new() }
}

/// The name under which the company is known; from the title where no list has its ticker.
pub fn company_of(item: &Item, ticker: &str) -> String {
    let is_it = |known: Option<&str>| {
        !ticker.is_empty() && known.is_some_and(|known| known.eq_ignore_ascii_case(ticker))
    };
    let listed = match item.invented {
        true => demo::COMPANIES
            .iter()
            .find(|company| is_it(company.ticker))
            .map(|company| company.name.to_owned()),
        false => {
            mentions::companies().find(|entry| is_it(entry.ticker.as_deref())).map(|entry| entry.name.clone())
        }
    };
    listed.or_else(|| from_title(&item.title)).unwrap_or_else(|| ticker.to_owned())
}

/// "Acme Holdings (ACME) Q3 2026 Earnings Call", "Acme Holdings: earnings call".
fn from_title(title: &str) -> Option<String> {
    let (name, _) = title.split_once(" (").or_else(|| title.split_once(':'))?;
    let name = name.trim();
    (!name.is_empty() && name.chars().count() <= 80).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_from_titles() {
        assert_eq!(
            from_title("Acme Holdings (ACME) Q3 2026 Earnings Call").as_deref(),
            Some("Acme Holdings")
        );
        assert_eq!(from_title("Acme Holdings: earnings call").as_deref(), Some("Acme Holdings"));
        assert_eq!(from_title("Earnings call"), None);
        assert_eq!(from_title(": x"), None);
    }
}
