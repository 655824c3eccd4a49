//! Every change of who may do what leaves a line in the audit log.
