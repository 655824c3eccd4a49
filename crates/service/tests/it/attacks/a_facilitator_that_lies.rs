//! What a facilitator says of a payment is compared before it is believed.
