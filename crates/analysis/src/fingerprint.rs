//! A 64-bit fingerprint of a text: copies of a wire story that differ in a few words differ in a few bits.
//!
//! Charikar's simhash over the words and the pairs of words of title and content. A text of a few words is
//! hashed as a whole instead, since a handful of pairs would make unrelated headlines look alike: it has only
//! exact copies. The numbers are stored, so the hash here never changes without a new marks version.

/// Bits in which two copies of one text may differ.
const NEAR_BITS: u32 = 9;

/// Below this many words a text is hashed as a whole.
const SHORT: usize = 12;

/// Words that are read; copies of a text this long agree long before its end.
const MOST_WORDS: usize = 3_000;

/// The fingerprint of an item; 0 stands for a text without words.
pub fn of(title: &str, content: &str) -> u64 {
    let words: Vec<u64> = words(title).chain(words(content)).take(MOST_WORDS).collect();
    match words.len() {
        0 => 0,
        n if n < SHORT => not_zero(words.iter().fold(17, |sum, word| mix(sum ^ word))),
        _ => not_zero(simhash(&words)),
    }
}

/// True where two texts are copies of each other but for small edits. A text without words is no copy of anything.
pub fn near(a: u64, b: u64) -> bool {
    a != 0 && b != 0 && (a ^ b).count_ones() <= NEAR_BITS
}

fn words(text: &str) -> impl Iterator<Item = u64> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(hash_word)
}

/// FNV-1a of the word in lower case, then stirred, since its high bits hardly move for short words.
fn hash_word(word: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut take = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    if word.is_ascii() {
        word.bytes().for_each(|byte| take(byte.to_ascii_lowercase()));
    } else {
        let mut buffer = [0; 4];
        for c in word.chars().flat_map(char::to_lowercase) {
            c.encode_utf8(&mut buffer).bytes().for_each(&mut take);
        }
    }
    mix(hash)
}

fn simhash(words: &[u64]) -> u64 {
    let mut sums = [0i32; 64];
    let mut add = |hash: u64, weight: i32| {
        for (bit, sum) in sums.iter_mut().enumerate() {
            // 1 becomes +weight, 0 becomes -weight, without a branch.
            *sum += ((hash >> bit & 1) as i32 * 2 - 1) * weight;
        }
    };
    for pair in words.windows(2) {
        add(mix(pair[0].rotate_left(21) ^ pair[1]), 1);
    }
    for word in words {
        add(*word, 1);
    }
    let mut print = 0;
    for (bit, sum) in sums.iter().enumerate() {
        print |= u64::from(*sum > 0) << bit;
    }
    print
}

fn not_zero(hash: u64) -> u64 {
    hash.max(1)
}

/// The finishing steps of splitmix64: every input bit reaches every output bit.
fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
#[path = "fingerprint_tests.rs"]
mod tests;
