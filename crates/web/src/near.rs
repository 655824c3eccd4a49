//! Who asks for what is not there hears what is: the path without a slash or a capital, and the methods of a route.

use std::sync::LazyLock;

use interface::Method;

use crate::operations;

/// What people type beside the routes of operations.
const PAGES: [&str; 14] = [
    "/assets",
    "/companies",
    "/compare",
    "/console",
    "/dashboard",
    "/directness",
    "/directness/{ticker}",
    "/docs",
    "/mcp",
    "/methodology",
    "/openapi.json",
    "/outlets",
    "/search",
    "/status",
];

struct Known {
    path: &'static str,
    methods: Vec<&'static str>,
}

/// Made once: whoever asks for nothing asks often.
static OPERATIONS: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let mut known: Vec<Known> = Vec::new();
    for route in operations::all().into_iter().map(|entry| entry.route) {
        let place = known.iter().position(|one| one.path == route.path).unwrap_or_else(|| {
            known.push(Known { path: route.path, methods: Vec::new() });
            known.len() - 1
        });
        known[place].methods.push(route.method.name());
        known[place].methods.extend((route.method == Method::Get).then_some("HEAD"));
    }
    known
});

/// The path that this one is but for slashes at its end, doubled ones and capitals.
pub fn path(asked: &str) -> Option<String> {
    let parts: Vec<&str> = asked.split('/').filter(|part| !part.is_empty()).collect();
    let fits = |path: &str| {
        let mut own = path.split('/').skip(1);
        let told: Option<Vec<&str>> = parts
            .iter()
            .map(|given| match own.next()? {
                own if own.starts_with('{') => Some(*given),
                own => own.eq_ignore_ascii_case(given).then_some(own),
            })
            .collect();
        told.filter(|_| own.next().is_none()).map(|told| format!("/{}", told.join("/")))
    };
    // Own words go before what stands for any.
    let paths = PAGES.into_iter().chain(OPERATIONS.iter().map(|known| known.path));
    let fitting = paths.filter_map(|path| Some((path.matches('{').count(), fits(path)?)));
    fitting.min_by_key(|(open, _)| *open).map(|(_, told)| told).filter(|told| told != asked)
}

/// The methods of the route that this path is of; none of what is no operation's.
pub fn methods(asked: &str) -> Option<String> {
    let is_of = |path: &str| {
        let mut own = path.split('/');
        asked.split('/').all(|given| own.next().is_some_and(|own| own == given || own.starts_with('{')))
            && own.next().is_none()
    };
    let known = OPERATIONS.iter().filter(|known| is_of(known.path));
    let known = known.min_by_key(|known| known.path.matches('{').count())?;
    Some(known.methods.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_told_without_its_slash_and_capitals() {
        for (asked, told) in [
            ("/feed/", Some("/feed")),
            ("/Fear-Greed-Index", Some("/fear-greed-index")),
            ("//trends", Some("/trends")),
            ("/Companies/Coinbase/", Some("/companies/Coinbase")),
            ("/COMPANIES/compare", Some("/companies/compare")),
            ("/Dashboard", Some("/dashboard")),
            ("/V1/spaces/S1/rows", Some("/v1/spaces/S1/rows")),
            ("/nowhere", None),
            ("/feed/nowhere", None),
            ("/", None),
        ] {
            assert_eq!(path(asked).as_deref(), told, "{asked}");
        }
    }

    #[test]
    fn the_methods_of_a_route_are_told() {
        assert_eq!(methods("/feed").as_deref(), Some("GET, HEAD"));
        assert_eq!(methods("/grouped-data").as_deref(), Some("POST"));
        assert_eq!(methods("/v1/spaces").as_deref(), Some("GET, HEAD, POST"));
        assert_eq!(methods("/docs"), None);
    }
}
