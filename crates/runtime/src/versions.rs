//! The versions that the interface states about itself, in one place.

pub const INTERFACE: &str = "1.0.0";
pub const CONTRACT: &str = "2026-09-21-weighted-v3";
pub const INTERFACE_SCHEMA: u32 = 2;
pub const COMMERCIAL_MODEL: &str = "2026-09-21-weighted-v2";
pub const COMMERCIAL_SCHEMA: u32 = 3;
