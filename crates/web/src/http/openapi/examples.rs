//! An example of every operation, as the demo answered it. A test asks again and compares.

use std::sync::LazyLock;

use serde_json::Value;

static EXAMPLES: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../assets/examples.json")).expect("a test wrote it")
});

/// Path and query of a call.
pub fn call(id: &str) -> Option<&'static str> {
    EXAMPLES[id]["call"].as_str()
}

/// What is sent along.
pub fn body(id: &str) -> Option<&'static Value> {
    EXAMPLES[id].get("body")
}

pub fn answer(id: &str) -> Option<&'static Value> {
    EXAMPLES[id].get("answer")
}
