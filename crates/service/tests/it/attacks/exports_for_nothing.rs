//! Rows are paid for, however they leave.
