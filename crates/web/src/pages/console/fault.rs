//! What was wrong with a form: said above it, and once more beside the field that is at fault.

use std::fmt::{self, Write};

use askama::filters::{Escaper, Safe};

use crate::texts::{Escape, told};
use runtime::error::ApiError;

/// Empty where nothing was wrong.
#[derive(Default)]
pub struct Fault {
    field: Option<String>,
    text: String,
}

impl Fault {
    pub fn of(error: &ApiError) -> Fault {
        Fault { field: error.parameter.clone(), text: told(&error.detail) }
    }

    pub fn at(field: &str, text: &str) -> Fault {
        Fault { field: Some(field.to_owned()), text: told(text) }
    }

    /// Of the page that shows the form, again where something was wrong with it.
    pub fn status(error: Option<&ApiError>) -> u16 {
        error.map_or(200, |error| error.code.status().as_u16())
    }

    /// Beside this field where the error names none.
    pub fn or_at(self, field: &str) -> Fault {
        Fault { field: self.field.or_else(|| Some(field.to_owned())), ..self }
    }

    /// For a page with several forms: its fields are named `form.field`.
    pub fn within(self, form: &str) -> Fault {
        Fault { field: self.field.map(|field| format!("{form}.{field}")), ..self }
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    fn is_at(&self, field: &str) -> bool {
        !self.is_empty() && self.field.as_deref() == Some(field)
    }

    /// Attributes of the field; `help` is the id of what explains it, empty for nothing.
    pub fn mark(&self, field: &str, help: &str) -> Safe<String> {
        Safe(match (self.is_at(field), help.is_empty()) {
            (true, true) => format!(" aria-invalid=\"true\" aria-describedby=\"error-{field}\""),
            (true, false) => format!(" aria-invalid=\"true\" aria-describedby=\"error-{field} {help}\""),
            (false, false) => format!(" aria-describedby=\"{help}\""),
            (false, true) => String::new(),
        })
    }

    /// What stands after the field.
    pub fn beside(&self, field: &str) -> Safe<String> {
        let mut html = String::new();
        if self.is_at(field) {
            // Writing to a text does not fail.
            let _ = write!(html, "<p class=\"bad small\" id=\"error-{field}\">");
            let _ = Escape.write_escaped_str(&mut html, &self.text);
            html.push_str("</p>");
        }
        Safe(html)
    }
}

impl From<Option<&ApiError>> for Fault {
    fn from(error: Option<&ApiError>) -> Fault {
        error.map(Fault::of).unwrap_or_default()
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_field_at_fault_is_marked_and_no_other() {
        let fault = Fault::of(&ApiError::parameter("name", "A <name> is needed."));
        assert_eq!(fault.mark("name", "").0, " aria-invalid=\"true\" aria-describedby=\"error-name\"");
        assert_eq!(
            fault.mark("name", "help").0,
            " aria-invalid=\"true\" aria-describedby=\"error-name help\""
        );
        assert_eq!(fault.mark("url", "help").0, " aria-describedby=\"help\"");
        assert_eq!(
            fault.beside("name").0,
            "<p class=\"bad small\" id=\"error-name\">A &#60;name&#62; is needed.</p>"
        );
        assert_eq!(fault.beside("url").0, "");
        assert_eq!(Fault::default().mark("name", "").0, "");
    }
}
