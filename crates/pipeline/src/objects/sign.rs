//! AWS Signature Version 4, as far as S3 needs it: the headers host, x-amz-content-sha256 and x-amz-date are signed, and
//! the body by its hash.
//! <https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html>

use domain::Instant;
use domain::hash::to_hex;
use domain::time::MS_PER_DAY;
use ring::{digest, hmac};

const SIGNED: &str = "host;x-amz-content-sha256;x-amz-date";

/// Who asks, and where.
pub struct Signer<'a> {
    pub access_key: &'a str,
    pub secret_key: &'a str,
    pub region: &'a str,
}

/// What is asked; path and query as they stand on the wire.
pub struct Asked<'a> {
    pub method: &'a str,
    pub host: &'a str,
    pub path: &'a str,
    pub query: &'a str,
    pub body_hash: &'a str,
}

impl Signer<'_> {
    /// The value of the header Authorization.
    pub fn authorization(&self, asked: &Asked<'_>, at: Instant) -> String {
        let (time, Asked { method, host, path, query, body_hash }) = (timestamp(at), asked);
        let headers = format!("host:{host}\nx-amz-content-sha256:{body_hash}\nx-amz-date:{time}\n");
        let request = format!("{method}\n{path}\n{query}\n{headers}\n{SIGNED}\n{body_hash}");
        let day = &time[..8];
        let scope = format!("{day}/{}/s3/aws4_request", self.region);
        let text = format!("AWS4-HMAC-SHA256\n{time}\n{scope}\n{}", sha256(request.as_bytes()));
        let mut key = format!("AWS4{}", self.secret_key).into_bytes();
        for part in [day, self.region, "s3", "aws4_request"] {
            key = mac(&key, part.as_bytes());
        }
        let signature = to_hex(&mac(&key, text.as_bytes()));
        let access_key = self.access_key;
        format!(
            "AWS4-HMAC-SHA256 Credential={access_key}/{scope}, SignedHeaders={SIGNED}, Signature={signature}"
        )
    }
}

pub fn sha256(bytes: &[u8]) -> String {
    to_hex(digest::digest(&digest::SHA256, bytes).as_ref())
}

/// `20260131T093000Z`.
pub fn timestamp(at: Instant) -> String {
    let ((year, month, day), ms) = (at.day().civil(), at.ms().rem_euclid(MS_PER_DAY));
    let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
    format!("{year:04}{month:02}{day:02}T{hour:02}{minute:02}{second:02}Z")
}

/// As it must stand in a path or a query; a slash stays where it parts a path.
pub fn encode(text: &str, is_path: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            b'/' if is_path => out.push('/'),
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}

fn mac(key: &[u8], bytes: &[u8]) -> Vec<u8> {
    hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key), bytes).as_ref().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_that_of_the_published_example() {
        let signer = Signer {
            access_key: "AKIAIOSFODNN7EXAMPLE",
            secret_key: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
            region: "us-east-1",
        };
        let asked = Asked {
            method: "GET",
            host: "examplebucket.s3.amazonaws.com",
            path: "/",
            query: "max-keys=2&prefix=J",
            body_hash: &sha256(b""),
        };
        let at = Instant::parse("2013-05-24T00:00:00Z").expect("an instant");
        let header = signer.authorization(&asked, at);
        assert!(
            header.starts_with(
                "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
            ),
            "{header}"
        );
        assert!(
            header.ends_with("34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
            "{header}"
        );
    }

    #[test]
    fn names_are_written_as_the_wire_wants_them() {
        assert_eq!(encode("a b/c+d~e", true), "a%20b/c%2Bd~e");
        assert_eq!(encode("a/ü", false), "a%2F%C3%BC");
        assert_eq!(timestamp(Instant::parse("2026-01-31T09:05:07.25Z").expect("one")), "20260131T090507Z");
    }
}
