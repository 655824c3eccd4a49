//! A payment that was settled and never answered stays answerable, however late.
