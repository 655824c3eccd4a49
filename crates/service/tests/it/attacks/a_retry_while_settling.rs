//! A retry while a payment is being settled waits or is told to come back; it is never asked to pay again.
