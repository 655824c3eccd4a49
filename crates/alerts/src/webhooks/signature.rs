//! Signatures of Standard Webhooks: HMAC-SHA256 over id, time and body, under each secret that is good at the time.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::Instant;
use ring::hmac;
use store::webhooks::Secrets;

const PREFIX: &str = "whsec_";

/// 256 bits, as the libraries take them.
pub fn new_secret() -> String {
    format!("{PREFIX}{}", STANDARD.encode(runtime::clock::random::<32>()))
}

/// The value of `webhook-signature`: the present secret first.
pub fn signatures(secrets: &Secrets, id: &str, at: Instant, body: &str) -> String {
    let previous = secrets.previous.as_ref().filter(|(_, until)| at < *until).map(|(secret, _)| secret);
    let secrets = [Some(&secrets.secret), previous].into_iter().flatten();
    let signed: Vec<String> = secrets.map(|secret| sign(secret, id, at.ms() / 1000, body)).collect();
    signed.join(" ")
}

fn sign(secret: &str, id: &str, seconds: i64, body: &str) -> String {
    let bytes = STANDARD.decode(secret.strip_prefix(PREFIX).unwrap_or(secret)).unwrap_or_default();
    let key = hmac::Key::new(hmac::HMAC_SHA256, &bytes);
    let tag = hmac::sign(&key, format!("{id}.{seconds}.{body}").as_bytes());
    format!("v1,{}", STANDARD.encode(tag.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the Standard Webhooks libraries.
    #[test]
    fn the_published_example() {
        let signed = sign(
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            1_614_265_330,
            r#"{"test": 2432232314}"#,
        );
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn the_secret_before_signs_for_a_while() {
        let secrets =
            Secrets { secret: new_secret(), previous: Some((new_secret(), Instant::from_ms(1_000_000))) };
        let both = signatures(&secrets, "evt_1", Instant::from_ms(999_999), "{}");
        let one = signatures(&secrets, "evt_1", Instant::from_ms(1_000_000), "{}");
        assert_eq!((both.split(' ').count(), one.split(' ').count()), (2, 1));
    }
}
