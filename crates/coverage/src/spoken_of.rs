//! What statements are about, as a parameter: one company or one asset.

use domain::{MentionKind, StatementTarget};
use runtime::error::ApiError;

/// `second` names the parameter of the asset, which is refused beside a company.
pub fn read_spoken_of(
    company: Option<String>,
    asset: Option<String>,
    second: &str,
) -> Result<Option<StatementTarget>, ApiError> {
    match (company, asset) {
        (Some(_), Some(_)) => Err(ApiError::parameter(second, "Give either a company or an asset.")),
        (Some(name), None) => Ok(Some(StatementTarget { kind: MentionKind::Company, name })),
        (None, Some(name)) => Ok(Some(StatementTarget { kind: MentionKind::Asset, name })),
        (None, None) => Ok(None),
    }
}

/// The parameter of /feed that asks for it.
pub fn parameter(kind: MentionKind) -> &'static str {
    match kind {
        MentionKind::Asset => "aboutAsset",
        _ => "aboutCompany",
    }
}
