//! A key cannot outlive, outrank or multiply past its maker.
