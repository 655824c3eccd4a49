//! robots.txt by RFC 9309: groups of user agents, the longest matching rule wins, `*` and `$` in paths.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;
use url::Url;

/// The standard asks for at least 500 kibibytes; more is not read.
const MAX_BYTES: usize = 512 * 1024;
const MAX_RULES: usize = 5_000;
const MAX_CACHED: usize = 2_000;
const KEEP: Duration = Duration::from_secs(24 * 3600);
/// After trouble the file is asked for again sooner.
const KEEP_DENIAL: Duration = Duration::from_secs(3600);

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rules {
    /// Path and whether it is allowed.
    rules: Vec<(String, bool)>,
    crawl_delay_ms: Option<u64>,
    deny_all: bool,
}

impl Rules {
    pub fn allow_all() -> Rules {
        Rules::default()
    }

    pub fn deny_all() -> Rules {
        Rules { deny_all: true, ..Rules::default() }
    }

    /// The rules for our own name where there are any, for everyone otherwise.
    pub fn parse(bytes: &[u8], user_agent: &str) -> Rules {
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_BYTES)]);
        let product = user_agent.split(['/', ' ']).next().unwrap_or("").to_ascii_lowercase();
        let (mut ours, mut everyones) = (Rules::default(), Rules::default());
        let (mut for_us, mut for_all, mut any_ours) = (false, false, false);
        let mut in_agents = false;
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or("").trim().trim_start_matches('\u{feff}');
            let Some((key, value)) = line.split_once(':') else { continue };
            let value = value.trim();
            match key.trim().to_ascii_lowercase().as_str() {
                "user-agent" => {
                    if !in_agents {
                        (for_us, for_all) = (false, false);
                    }
                    in_agents = true;
                    let named = value.split(['/', ' ']).next().unwrap_or("").to_ascii_lowercase();
                    for_all |= named == "*";
                    if !named.is_empty() && named == product {
                        (for_us, any_ours) = (true, true);
                    }
                    continue;
                }
                key @ ("allow" | "disallow") => {
                    let rule = (value.to_owned(), key == "allow");
                    for (applies, rules) in [(for_us, &mut ours), (for_all, &mut everyones)] {
                        if applies && !value.is_empty() && rules.rules.len() < MAX_RULES {
                            rules.rules.push(rule.clone());
                        }
                    }
                }
                "crawl-delay" => {
                    let delay_ms = value
                        .parse::<f64>()
                        .ok()
                        .filter(|s| (0.0..=3600.0).contains(s))
                        .map(|s| (s * 1000.0) as u64);
                    for (applies, rules) in [(for_us, &mut ours), (for_all, &mut everyones)] {
                        if applies {
                            rules.crawl_delay_ms = delay_ms;
                        }
                    }
                }
                // A sitemap or an unknown line belongs to no group and ends none.
                _ => continue,
            }
            in_agents = false;
        }
        if any_ours { ours } else { everyones }
    }

    /// `path` with its query, as it would be asked for.
    pub fn allows(&self, path: &str) -> bool {
        if self.deny_all {
            return false;
        }
        let longest = self
            .rules
            .iter()
            .filter(|(pattern, _)| matches(pattern, path))
            .max_by_key(|(pattern, allow)| (pattern.len(), *allow));
        longest.is_none_or(|(_, allow)| *allow)
    }

    pub fn crawl_delay_ms(&self) -> Option<u64> {
        self.crawl_delay_ms
    }
}

/// `*` is any run of characters, `$` at the end is the end. Greedy from the left; linear in the path for each piece.
fn matches(pattern: &str, path: &str) -> bool {
    let (pattern, anchored) = match pattern.strip_suffix('$') {
        Some(pattern) => (pattern, true),
        None => (pattern, false),
    };
    let mut pieces = pattern.split('*');
    let first = pieces.next().unwrap_or("");
    let Some(mut rest) = path.strip_prefix(first) else { return false };
    let mut last_piece = None;
    for piece in pieces {
        if let Some(previous) = last_piece.replace(piece) {
            match rest.find(previous) {
                Some(at) => rest = &rest[at + previous.len()..],
                None => return false,
            }
        }
    }
    match last_piece {
        None => !anchored || rest.is_empty(),
        Some(last) if anchored => rest.ends_with(last),
        Some(last) => rest.contains(last),
    }
}

/// Where a page's rules are.
pub fn address_for(url: &Url) -> Option<Url> {
    let mut robots = url.clone();
    robots.set_path("/robots.txt");
    robots.set_query(None);
    robots.set_fragment(None);
    matches!(robots.scheme(), "http" | "https").then_some(robots)
}

#[derive(Default)]
pub struct Cache(Mutex<HashMap<String, (Arc<Rules>, Instant)>>);

impl Cache {
    pub fn find(&self, address: &Url) -> Option<Arc<Rules>> {
        let cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (rules, kept_at) = cache.get(address.as_str())?;
        let keep = if rules.deny_all { KEEP_DENIAL } else { KEEP };
        (kept_at.elapsed() < keep).then(|| rules.clone())
    }

    pub fn keep(&self, address: &Url, rules: Rules) -> Arc<Rules> {
        let rules = Arc::new(rules);
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.len() >= MAX_CACHED {
            cache.retain(|_, (_, kept_at)| kept_at.elapsed() < KEEP);
            if cache.len() >= MAX_CACHED {
                cache.clear();
            }
        }
        cache.insert(address.to_string(), (rules.clone(), Instant::now()));
        rules
    }
}

#[cfg(test)]
#[path = "robots_tests.rs"]
mod tests;
