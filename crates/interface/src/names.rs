//! Names that a request asks for. They are looked up before a payment is verified or a credit is held: an unknown one
//! costs nothing, on every route alike.

use figures::directory::Directory;

use crate::App;
use runtime::error::{ApiError, Code};

/// A name as somebody wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedName {
    parameter: &'static str,
    directory: Directory,
    text: String,
    in_path: bool,
}

impl AskedName {
    pub fn new(parameter: &'static str, directory: Directory, text: &str) -> AskedName {
        AskedName { parameter, directory, text: text.to_owned(), in_path: false }
    }

    /// A segment of the path: what nobody knows is then not there.
    pub fn in_path(parameter: &'static str, directory: Directory, text: &str) -> AskedName {
        AskedName { in_path: true, ..AskedName::new(parameter, directory, text) }
    }

    /// The name under which it is counted, where there is one.
    pub fn find(&self, app: &App) -> Option<String> {
        app.figures.counted().ok()?.ask(|cube| self.directory.known(cube, &self.text))
    }

    /// The name under which it is counted; an unknown one is refused with those nearest to it.
    pub fn resolve(&self, app: &App) -> Result<String, ApiError> {
        let found = app.figures.counted()?.ask(|cube| {
            let found = self.directory.find(cube, &self.text);
            found.map_err(|nearest| (nearest, self.directory.elsewhere(cube, &self.text)))
        });
        found.map_err(|(nearest, elsewhere)| {
            let shown: String = self.text.chars().take(60).collect();
            let hint = match (elsewhere, nearest.first()) {
                (Some((kind, name)), _) => format!(" It is the {kind} {name:?}."),
                (None, Some(name)) => format!(" Did you mean {name:?}?"),
                (None, None) => String::new(),
            };
            let parameter = self.parameter;
            let instead = match self.directory {
                Directory::Languages => {
                    "Give the ISO 639-1 code, such as en, of a language that has articles here, or und."
                }
                Directory::Countries => {
                    "Give an ISO 3166-1 code such as US of a country that has outlets here."
                }
                Directory::Outlets | Directory::Companies | Directory::Assets => "/taxonomy lists all names.",
            };
            let detail = format!("{parameter} {shown:?} is not known here.{hint} {instead}");
            let code = if self.in_path { Code::NotFound } else { Code::InvalidParameter };
            let error = ApiError { parameter: Some(parameter.to_owned()), ..ApiError::new(code, detail) };
            // An empty list would say that nothing is allowed.
            if nearest.is_empty() { error } else { error.allowed(nearest) }
        })
    }
}
