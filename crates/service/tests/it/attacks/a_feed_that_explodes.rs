//! A hostile feed costs its own source a bounded amount and nobody else anything.
