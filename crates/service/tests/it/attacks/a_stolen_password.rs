//! A password alone does not open what a second factor guards.
