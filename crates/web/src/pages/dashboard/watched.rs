//! What the person who looks keeps: Spaces and Brains, where somebody is signed in.

use axum::http::HeaderMap;
use interface::App;
use management::people::sign_in;
use runtime::error::ApiError;

/// Of each kind.
const MAX_LISTED: usize = 8;

pub struct Watched {
    /// Name and page.
    pub spaces: Vec<(String, String)>,
    pub brains: Vec<(String, String)>,
}

/// None where nobody is signed in.
pub async fn watched(app: &App, headers: &HeaderMap) -> Result<Option<Watched>, ApiError> {
    let Some(signed) = sign_in::find(app, headers).await? else { return Ok(None) };
    let Some((account, _)) = &signed.account else {
        return Ok(Some(Watched { spaces: Vec::new(), brains: Vec::new() }));
    };
    let spaces = app.store.spaces.list(account).await?.into_iter().take(MAX_LISTED);
    let brains = app.store.brains.list(account).await?.into_iter().take(MAX_LISTED);
    Ok(Some(Watched {
        spaces: spaces.map(|one| (one.definition.name, format!("/console/spaces/{}", one.id))).collect(),
        brains: brains.map(|one| (one.definition.name, format!("/console/brains/{}", one.id))).collect(),
    }))
}
