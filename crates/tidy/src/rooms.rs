//! The one list of rooms: what each may know, and what it must never.

pub struct Room {
    pub name: &'static str,
    /// Rooms of ours that it knows, exactly these.
    pub knows: &'static [&'static str],
    /// Crates of others that must not appear in it.
    pub never: &'static [&'static str],
    /// The same in words.
    pub never_words: &'static str,
}

/// What would bring the network, a database or the clock of the runtime into a room that only computes.
const IO: &[&str] = &["tokio", "reqwest", "rusqlite", "tokio-postgres", "axum", "hyper", "ring"];
const HTTP_AND_SQL: &[&str] = &["axum", "hyper", "rusqlite", "tokio-postgres"];
const SQL: &[&str] = &["rusqlite", "tokio-postgres"];

const fn room(
    name: &'static str,
    knows: &'static [&'static str],
    never: &'static [&'static str],
    never_words: &'static str,
) -> Room {
    Room { name, knows, never, never_words }
}

pub const ROOMS: &[Room] = &[
    room("domain", &[], IO, "wire formats, async, clock, randomness"),
    room("analysis", &["domain"], IO, "network, SQL, files at run time, clock"),
    room("indices", &["domain"], IO, "network, SQL, text, clock"),
    room("metering", &["domain"], IO, "network, SQL, clock"),
    room("demo", &["domain"], IO, "network, SQL, clock"),
    room("sources", &["domain"], HTTP_AND_SQL, "SQL, analysis, answering"),
    room("store", &["domain"], &["axum", "hyper", "reqwest"], "decisions: it applies guarded statements"),
    room("search", &["domain"], IO, "SQL, network"),
    room("runtime", &["domain", "metering", "store"], HTTP_AND_SQL, "any particular operation"),
    room("figures", &["domain", "analysis", "indices", "store", "runtime"], HTTP_AND_SQL, "HTTP, money"),
    room(
        "pipeline",
        &["domain", "analysis", "indices", "sources", "store", "search", "demo", "runtime", "figures"],
        HTTP_AND_SQL,
        "callers and credits",
    ),
    room(
        "admission",
        &["domain", "metering", "store", "runtime"],
        HTTP_AND_SQL,
        "articles, any particular operation",
    ),
    room(
        "interface",
        &["domain", "metering", "store", "search", "runtime", "figures", "admission"],
        HTTP_AND_SQL,
        "any particular operation",
    ),
    room(
        "coverage",
        &["domain", "indices", "metering", "store", "search", "runtime", "figures", "interface"],
        HTTP_AND_SQL,
        "HTTP types, credits",
    ),
    room(
        "alerts",
        &[
            "domain",
            "indices",
            "metering",
            "sources",
            "store",
            "search",
            "runtime",
            "figures",
            "pipeline",
            "admission",
            "interface",
            "coverage",
        ],
        HTTP_AND_SQL,
        "answers as HTTP, SQL",
    ),
    room(
        "management",
        &[
            "domain",
            "metering",
            "sources",
            "store",
            "search",
            "runtime",
            "pipeline",
            "admission",
            "interface",
            "coverage",
            "alerts",
        ],
        SQL,
        "answers as HTTP",
    ),
    room(
        "tools",
        &["domain", "indices", "metering", "runtime", "admission", "interface", "coverage", "management"],
        HTTP_AND_SQL,
        "a number or a price of its own",
    ),
    room(
        "web",
        &[
            "domain",
            "indices",
            "metering",
            "store",
            "runtime",
            "figures",
            "pipeline",
            "admission",
            "interface",
            "coverage",
            "alerts",
            "management",
            "tools",
        ],
        SQL,
        "SQL, decisions about money",
    ),
    room(
        "service",
        &[
            "domain",
            "analysis",
            "indices",
            "metering",
            "sources",
            "store",
            "search",
            "demo",
            "runtime",
            "figures",
            "pipeline",
            "admission",
            "interface",
            "alerts",
            "management",
            "tools",
            "web",
        ],
        SQL,
        "answers: it wires and commands",
    ),
];

/// Programs beside the service: they may know every room, and no room knows them.
pub const TOOLS: &[&str] = &["bench", "fuzz", "tidy"];

/// The table of ARCHITECTURE.md.
pub fn table() -> String {
    let mut text = String::from("| Room | Knows | Never |\n|---|---|---|\n");
    for room in ROOMS {
        let knows = if room.knows.is_empty() { "nothing of ours".to_owned() } else { room.knows.join(", ") };
        text.push_str(&format!("| {} | {knows} | {} |\n", room.name, room.never_words));
    }
    text
}

/// Names under `[dependencies]` of a manifest; what only tests need does not count.
pub fn dependencies(manifest: &str) -> Vec<String> {
    let mut inside = false;
    let mut names = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            inside = line.ends_with("dependencies]") && !line.contains("dev-") && !line.contains("build-");
        } else if inside && !line.is_empty() && !line.starts_with('#') {
            names.extend(line.split(['.', ' ', '=']).next().map(str::to_owned));
        }
    }
    names
}
