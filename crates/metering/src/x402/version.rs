//! The two versions of the protocol that are out there. They differ in headers, names and wrapping; what is
//! signed is the same, so a payment of either can be settled as the other.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Version {
    /// The challenge is the body of the 402; the network has a plain name.
    #[default]
    V1,
    /// The challenge is a header; the network is named by CAIP-2.
    V2,
}

impl Version {
    pub fn number(self) -> u64 {
        match self {
            Version::V1 => 1,
            Version::V2 => 2,
        }
    }

    /// The request header that carries a payment.
    pub fn payment_header(self) -> &'static str {
        match self {
            Version::V1 => "X-PAYMENT",
            Version::V2 => "PAYMENT-SIGNATURE",
        }
    }

    /// The response header that carries the receipt.
    pub fn receipt_header(self) -> &'static str {
        match self {
            Version::V1 => "X-PAYMENT-RESPONSE",
            Version::V2 => "PAYMENT-RESPONSE",
        }
    }
}
