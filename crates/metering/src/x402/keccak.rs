//! Keccak-256, the hash of addresses and event names on the chain. The padding differs from SHA3-256's.
//!
//! It prints and checks addresses, a few dozen bytes at a time; nothing secret passes through it.

const ROUNDS: usize = 24;
/// Bytes taken in between two permutations.
const RATE: usize = 136;

pub fn keccak256(bytes: &[u8]) -> [u8; 32] {
    sponge(bytes, 0x01)
}

fn sponge(bytes: &[u8], padding: u8) -> [u8; 32] {
    let mut state = [0u64; 25];
    let mut blocks = bytes.chunks_exact(RATE);
    for block in &mut blocks {
        absorb(&mut state, block);
    }
    // What is left, the padding after it, and a one at the very end of the block.
    let mut last = [0u8; RATE];
    let rest = blocks.remainder();
    last[..rest.len()].copy_from_slice(rest);
    last[rest.len()] ^= padding;
    last[RATE - 1] ^= 0x80;
    absorb(&mut state, &last);
    let mut hash = [0u8; 32];
    for (part, lane) in hash.chunks_exact_mut(8).zip(state) {
        part.copy_from_slice(&lane.to_le_bytes());
    }
    hash
}

fn absorb(state: &mut [u64; 25], block: &[u8]) {
    for (lane, bytes) in state.iter_mut().zip(block.chunks_exact(8)) {
        *lane ^= bytes.iter().rev().fold(0, |lane, byte| lane << 8 | u64::from(*byte));
    }
    permute(state);
}

/// Keccak-f[1600]. Lane (x, y) stands at x + 5 y.
fn permute(state: &mut [u64; 25]) {
    let mut constants = RoundConstants::new();
    for _ in 0..ROUNDS {
        // Theta: each column's parity reaches its neighbours.
        let parity: [u64; 5] = std::array::from_fn(|x| (0..5).fold(0, |sum, y| sum ^ state[x + 5 * y]));
        for (i, lane) in state.iter_mut().enumerate() {
            *lane ^= parity[(i + 4) % 5] ^ parity[(i + 1) % 5].rotate_left(1);
        }
        // Rho and pi: every lane but the first is turned, by a triangular number, and moved.
        let (mut x, mut y) = (1, 0);
        let mut carried = state[1];
        for step in 1..=24u32 {
            (x, y) = (y, (2 * x + 3 * y) % 5);
            let turned = carried.rotate_left(step * (step + 1) / 2 % 64);
            carried = std::mem::replace(&mut state[x + 5 * y], turned);
        }
        // Chi: within a row, each lane is bent by the next two.
        for row in state.chunks_exact_mut(5) {
            let before: [u64; 5] = std::array::from_fn(|x| row[x]);
            for x in 0..5 {
                row[x] = before[x] ^ (!before[(x + 1) % 5] & before[(x + 2) % 5]);
            }
        }
        // Iota: no two rounds are alike.
        state[0] ^= constants.next_round();
    }
}

/// The constants of the rounds, from the shift register that defines them.
struct RoundConstants(u8);

impl RoundConstants {
    fn new() -> RoundConstants {
        RoundConstants(1)
    }

    fn next_round(&mut self) -> u64 {
        let mut constant = 0;
        for j in 0..7 {
            if self.0 & 1 == 1 {
                constant |= 1 << ((1u32 << j) - 1);
            }
            // x^8 + x^6 + x^5 + x^4 + 1.
            self.0 = self.0 << 1 ^ if self.0 >> 7 == 1 { 0x71 } else { 0 };
        }
        constant
    }
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
    fn every_length_around_a_block_has_its_own_hash() {
        let hashes: std::collections::HashSet<[u8; 32]> =
            (0..300).map(|length| keccak256(&vec![0; length])).collect();
        assert_eq!(hashes.len(), 300);
    }

    /// SHA3-256 is the same but for its padding, and has published vectors of more than one block.
    #[test]
    fn with_the_other_padding_it_is_sha3() {
        assert_eq!(
            to_hex(&sponge(b"", 0x06)),
            "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a"
        );
        assert_eq!(
            to_hex(&sponge(&[0xa3; 200], 0x06)),
            "79f38adec5c20307a98ef76e8324afbfd46cfd81b22e3973c65fa1bd9de31787"
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
