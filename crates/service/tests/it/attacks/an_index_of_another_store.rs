//! An index or memory of another store is noticed and made again.
