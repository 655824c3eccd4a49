//! Keccak-256, the hash of addresses and event names on the chain. The padding differs from SHA3-256's.

use sha3::{Digest, Keccak256};

pub fn keccak256(bytes: &[u8]) -> [u8; 32] {
    Keccak256::digest(bytes).into()
}

#[cfg(test)]
mod tests {
    use domain::hash::to_hex;

    use super::*;

    fn hex(text: &str) -> String {
        to_hex(&keccak256(text.as_bytes()))
    }

    #[test]
    fn published_vectors() {
        assert_eq!(hex(""), "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470");
        assert_eq!(hex("abc"), "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45");
        // The head of every token transfer on the chain.
        assert_eq!(
            hex("Transfer(address,address,uint256)"),
            "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
        );
    }

    #[test]
    fn the_type_that_buyers_sign() {
        assert_eq!(
            hex(
                "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 \
                 validBefore,bytes32 nonce)"
            ),
            "7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267"
        );
    }
}
