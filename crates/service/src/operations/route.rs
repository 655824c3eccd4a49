//! Where an operation stands: its method and path, and who may come in.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
    Put,
    Patch,
    Delete,
}

impl Method {
    pub fn name(self) -> &'static str {
        match self {
            Method::Get => "GET",
            Method::Post => "POST",
            Method::Put => "PUT",
            Method::Patch => "PATCH",
            Method::Delete => "DELETE",
        }
    }
}

/// Method and path; a path segment in braces is a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    pub method: Method,
    pub path: &'static str,
}

impl Route {
    pub const fn get(path: &'static str) -> Route {
        Route { method: Method::Get, path }
    }

    pub const fn post(path: &'static str) -> Route {
        Route { method: Method::Post, path }
    }

    pub const fn put(path: &'static str) -> Route {
        Route { method: Method::Put, path }
    }

    pub const fn patch(path: &'static str) -> Route {
        Route { method: Method::Patch, path }
    }

    pub const fn delete(path: &'static str) -> Route {
        Route { method: Method::Delete, path }
    }
}

/// Who may come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// Anyone, and a wrong key does no harm.
    Open,
    /// Anyone; a key that is sent must be right.
    Public,
    /// Anyone for the plain view, a key for the protected one.
    Optional,
    Key,
    /// A key, or a payment for this one call.
    KeyOrPayment,
}
