//! The tools as they are listed, made once.

use std::sync::LazyLock;

use crate::tool::Tool;
use crate::{schema, table};

static LISTED: LazyLock<Vec<rmcp::model::Tool>> = LazyLock::new(|| {
    let listed = |tool: &Tool| {
        rmcp::model::Tool::new(tool.name, tool.description(), schema::input(tool))
            .with_raw_output_schema(schema::output(tool).into())
            .with_annotations(tool.annotations())
    };
    table::all().iter().map(listed).collect()
});

pub fn listed() -> &'static [rmcp::model::Tool] {
    &LISTED
}

pub fn find(name: &str) -> Option<&'static Tool> {
    table::all().iter().find(|tool| tool.name == name)
}
