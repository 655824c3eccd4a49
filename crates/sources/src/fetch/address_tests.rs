use super::*;

#[test]
fn private_addresses_in_all_their_disguises() {
    for ip in [
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "127.0.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "192.0.0.1",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "203.0.113.9",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:10.0.0.1",
        "::10.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b:1::1",
        "2002:7f00:1::",
        "2002:c0a8:101::1",
        "fe80::1",
        "fc00::1",
        "fd12::1",
        "ff02::1",
        "2001::1",
        "2001:db8::1",
        "3fff::1",
        "::ffff:0:127.0.0.1",
    ] {
        assert!(!is_public(ip.parse().expect("an address")), "{ip}");
    }
    for ip in [
        "1.1.1.1",
        "8.8.8.8",
        "93.184.216.34",
        "100.128.0.1",
        "2606:4700::1111",
        "2002:808:808::",
        "::ffff:8.8.8.8",
        "64:ff9b::808:808",
    ] {
        assert!(is_public(ip.parse().expect("an address")), "{ip}");
    }
}

#[test]
fn addresses_are_checked_before_anything_is_asked() {
    let guard = Guard { allow_private: false };
    let refuse = |address: &str| guard.check(address).expect_err("refused");
    assert_eq!(refuse("ftp://example.com/"), AddressError::Scheme("ftp".into()));
    assert_eq!(refuse("file:///etc/passwd"), AddressError::Scheme("file".into()));
    assert_eq!(refuse("https://a:b@example.com/"), AddressError::Credentials);
    assert_eq!(refuse("http://intranet/"), AddressError::Private);
    assert_eq!(refuse("http://a.localhost/"), AddressError::Private);
    assert_eq!(refuse("http://metadata.google.internal/"), AddressError::Private);
    assert_eq!(refuse("http://169.254.169.254/latest"), AddressError::Private);
    assert_eq!(refuse("not an address"), AddressError::Malformed);
    assert!(guard.check("https://example.com/feed").is_ok());
    assert!(guard.check("https://notlocal.com/").is_ok());
    assert!(guard.check_web_socket("wss://relay.example.com/").is_ok());
    assert!(guard.check_web_socket("https://relay.example.com/").is_err());
}

#[tokio::test]
async fn names_that_resolve_to_ourselves_are_refused() {
    // `localhost` stands for any name whose owner points it at a private address.
    let error = Guard { allow_private: false }.resolve("localhost", 80).await.expect_err("refused");
    assert_eq!(error.kind(), std::io::ErrorKind::PermissionDenied);
    assert!(Guard { allow_private: true }.resolve("localhost", 80).await.is_ok());
}
