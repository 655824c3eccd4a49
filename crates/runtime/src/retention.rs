//! For how many days items are kept, by kind or by outlet, as the setting says it.

/// `conversation=30, Example Daily=90`: names of kinds or outlets, each with its days. Empty: for ever.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Retention(Vec<(String, u64)>);

impl Retention {
    pub fn rules(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(name, days)| (name.as_str(), *days))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<&str> for Retention {
    fn from(text: &str) -> Retention {
        Retention::read(text).unwrap_or_default()
    }
}

impl Retention {
    pub fn read(text: &str) -> Result<Retention, String> {
        let mut rules: Vec<(String, u64)> = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let rule = part.rsplit_once('=').and_then(|(name, days)| {
                let days = days.trim().parse().ok().filter(|days| (1..=36_500).contains(days))?;
                Some((name.trim().to_owned(), days)).filter(|(name, _)| !name.is_empty())
            });
            let rule =
                rule.ok_or_else(|| format!("{part:?} is no name with its days, such as conversation=30"))?;
            if rules.iter().any(|(name, _)| *name == rule.0) {
                return Err(format!("{:?} stands there twice", rule.0));
            }
            rules.push(rule);
        }
        Ok(Retention(rules))
    }
}

impl std::fmt::Display for Retention {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rules: Vec<String> = self.rules().map(|(name, days)| format!("{name}={days}")).collect();
        f.write_str(&rules.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_as_they_are_shown() {
        let read = Retention::read(" conversation=30, A = B Daily=90,").expect("two rules");
        assert_eq!(read.rules().collect::<Vec<_>>(), [("conversation", 30), ("A = B Daily", 90)]);
        assert_eq!(read.to_string(), "conversation=30, A = B Daily=90");
        for text in ["news", "news=", "=3", "news=0", "news=-1", "news=1.5", "news=1, news=2", "news=99999"] {
            assert!(Retention::read(text).is_err(), "{text}");
        }
    }
}
