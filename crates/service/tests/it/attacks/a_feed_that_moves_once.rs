//! One redirect does not move a source for good.
