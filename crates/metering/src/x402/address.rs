//! An address on the chain: 20 bytes, printed with the checksum of EIP-55 in the case of its letters.
//!
//! What an operator configures is read strictly, because money goes there. What a buyer sends is read in
//! any case, because only its bytes are compared.

use std::fmt;

use domain::hash::{from_hex, to_hex};

use super::keccak::keccak256;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address([u8; 20]);

/// Why a configured address is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressError {
    Malformed,
    /// Letters in both cases, and not the ones that the checksum asks for.
    BadChecksum,
    /// Nobody can spend what is sent there.
    Zero,
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AddressError::Malformed => "not 0x and 40 hexadecimal digits",
            AddressError::BadChecksum => {
                "the case of its letters does not fit its checksum (EIP-55): mistyped?"
            }
            AddressError::Zero => "the zero address belongs to nobody",
        })
    }
}

impl std::error::Error for AddressError {}

impl Address {
    pub const fn from_bytes(bytes: [u8; 20]) -> Address {
        Address(bytes)
    }

    pub fn bytes(&self) -> &[u8; 20] {
        &self.0
    }

    /// Strictly, for a configuration: letters of one case, or the right checksum.
    pub fn parse(text: &str) -> Result<Address, AddressError> {
        let address = Address::from_any_case(text).ok_or(AddressError::Malformed)?;
        let letters = || text[2..].bytes().filter(u8::is_ascii_alphabetic);
        let mixed = letters().any(|letter| letter.is_ascii_uppercase())
            && letters().any(|letter| letter.is_ascii_lowercase());
        if mixed && address.to_string() != text {
            return Err(AddressError::BadChecksum);
        }
        if address.0 == [0; 20] {
            return Err(AddressError::Zero);
        }
        Ok(address)
    }

    /// From the wire, where the case of letters means nothing.
    pub fn from_any_case(text: &str) -> Option<Address> {
        hex_bytes(text).map(Address)
    }

    /// `0x` and lower-case digits, for keys and comparisons.
    pub fn lower(&self) -> String {
        format!("0x{}", to_hex(&self.0))
    }
}

/// With its checksum: a letter is a capital where the hash of the address has a digit of 8 or more.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = to_hex(&self.0);
        let hash = keccak256(digits.as_bytes());
        f.write_str("0x")?;
        for (i, digit) in digits.chars().enumerate() {
            let nibble = if i % 2 == 0 { hash[i / 2] >> 4 } else { hash[i / 2] & 15 };
            write!(f, "{}", if nibble >= 8 { digit.to_ascii_uppercase() } else { digit })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Exactly `N` bytes after `0x`, digits in any case.
pub fn hex_bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    from_hex(&text.strip_prefix("0x")?.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::x402::{BASE, BASE_SEPOLIA};

    #[test]
    fn the_examples_of_eip_55() {
        for text in [
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
            "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
            "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
            "0x52908400098527886E0F7030069857D2E4169EE7",
            "0xde709f2102306220921060314715629080e2fb77",
        ] {
            let address = Address::parse(text).expect("an address");
            assert_eq!(address.to_string(), text);
            assert_eq!(Address::parse(&address.lower()), Ok(address));
            assert_eq!(Address::parse(&format!("0x{}", text[2..].to_uppercase())), Ok(address));
        }
    }

    #[test]
    fn the_tokens_print_as_buyers_compare_them() {
        assert_eq!(BASE.asset.to_string(), "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
        assert_eq!(BASE_SEPOLIA.asset.to_string(), "0x036CbD53842c5426634e7929541eC2318f3dCF7e");
    }

    #[test]
    fn a_mistyped_address_is_not_paid() {
        let check = |text: &str, error| assert_eq!(Address::parse(text), Err(error), "{text:?}");
        check("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD", AddressError::BadChecksum);
        check("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0", AddressError::Malformed);
        check("5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", AddressError::Malformed);
        check("0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", AddressError::Malformed);
        check("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg", AddressError::Malformed);
        check("", AddressError::Malformed);
        check("0xé", AddressError::Malformed);
        check(&format!("0x{}", "0".repeat(40)), AddressError::Zero);
        // From a buyer the same letters in any case are the same address.
        assert!(Address::from_any_case("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD").is_some());
    }
}
