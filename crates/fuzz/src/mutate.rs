//! Small random changes to bytes: what breaks parsers is mostly a good input with one thing wrong, or one thing a
//! thousand times.

/// The same seed gives the same inputs on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Below `n`; 0 where that is 0.
    pub fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { (self.next() >> 11) as usize % n }
    }

    pub fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }
}

/// Tokens that mean something to one parser or another.
#[rustfmt::skip]
const TOKENS: &[&str] = &[
    "<", ">", "</", "/>", "<!--", "-->", "<![CDATA[", "]]>", "<?xml", "?>", "<!DOCTYPE", "<!ENTITY a \"b\">", "&",
    "&a;", "&#x10FFFF;", "&#0;", "&amp;", "<item>", "</item>", "<rss>", "<feed>", "<outline", " xmlUrl='http://a/'",
    "xmlns:a='b'", "<script>", "<style>", "<table>", "<a href=''>", "<b>", "<title>", "<pubDate>", "\"", "'", "=",
    "{", "}", "[", "]", ",", ":", "\\", "\\u0000", "\\ud800", "null", "true", "-1", "1e999", "9223372036854775807",
    "-9223372036854775808", "18446744073709551616", "0.0000001", "NaN", "2026-02-30", "9999-12-31T23:59:60Z",
    "-0001-01-01", "+25:99", "12:00 PM", "WEBVTT", "00:00:00.000 --> 00:00:01.000", "<v Ann>", "Operator:",
    "CORPORATE PARTICIPANTS", "CONFERENCE CALL PARTICIPANTS", "QUESTIONS AND ANSWERS", "PRESENTATION", "©20",
    "Client Id: ", "<DOCUMENT>", "<TEXT>", "</TEXT>", "<TYPE>8-K", "Q - ", "A - ", " -- ", "AND", "OR", "NOT",
    "NEAR/5", "(", ")", "-", "*", "title:", "%", "%E2%82", "+", "&&", "http://", "https://[::1]:99999/", "?", "#",
    "bw_live_", "Bearer ", "\u{0}", "\u{feff}", "\u{130}", "\u{df}", "\u{1e9e}", "\u{212a}", "\u{10ffff}", "é", "日本",
    "🙂", "\u{200b}", "\u{2028}", "\u{85}", "\r\n", "\n\n", "\t", " ", "user-agent: *", "disallow: /", "gzip", "BTC",
    "Coinbase", "Bitcoin", "$", "€",
];

/// Bytes that no character has, or half of one.
const BYTES: &[&[u8]] =
    &[&[0xff], &[0xfe, 0xff], &[0xc3], &[0xe2, 0x82], &[0xf0, 0x9f], &[0x80], &[0], &[0x1f, 0x8b]];

/// A changed copy of `input`, at most `max` bytes long.
pub fn mutated(random: &mut Random, input: &[u8], other: &[u8], max: usize) -> Vec<u8> {
    let mut bytes = input.to_owned();
    for _ in 0..1 + random.below(6) {
        let at = random.below(bytes.len() + 1);
        let end = at + random.below((bytes.len() - at).min(64) + 1);
        match random.below(11) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => bytes[at] = random.next() as u8,
            2 => drop(bytes.drain(at..end)),
            3 => bytes.truncate(at),
            4 | 5 => insert(&mut bytes, at, random.pick(TOKENS).as_bytes()),
            6 => insert(&mut bytes, at, random.pick(BYTES)),
            // The same thing very often: what is not linear shows.
            7 => {
                let piece = match random.below(2) {
                    0 => bytes[at..end].to_owned(),
                    _ => random.pick(TOKENS).as_bytes().to_owned(),
                };
                let room = max.saturating_sub(bytes.len()) / piece.len().max(1);
                let most = [8, 64, 1_000, 100_000][random.below(4)];
                let times = random.below(most).min(room);
                insert(&mut bytes, at, &piece.repeat(times));
            }
            8 => {
                let from = random.below(other.len() + 1);
                let to = from + random.below(other.len() - from + 1);
                insert(&mut bytes, at, &other[from..to]);
            }
            9 => {
                let piece = bytes[at..end].to_owned();
                let to = random.below(bytes.len() + 1);
                insert(&mut bytes, to, &piece);
            }
            _ => {
                // A number becomes another one.
                if let Some(digit) = bytes[at..].iter().position(u8::is_ascii_digit) {
                    let start = at + digit;
                    let length = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                    let number = random.pick(&["0", "-1", "99999999999999999999", "4294967296", "1e400"]);
                    bytes.splice(start..start + length, number.bytes());
                }
            }
        }
        bytes.truncate(max);
    }
    bytes
}

fn insert(bytes: &mut Vec<u8>, at: usize, piece: &[u8]) {
    bytes.splice(at..at, piece.iter().copied());
}
