//! The cast of the invented world: outlets, companies, people and the (real) coins they speak of.
//!
//! Outlets, companies and people exist nowhere else; hosts use the reserved name `.example`.

pub mod assets;
pub mod companies;
pub mod names;
pub mod outlets;
pub mod people;
pub mod words;
