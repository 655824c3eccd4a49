use super::*;
use proptest::prelude::*;
use std::io::Write;

#[test]
fn both_forms_of_deflate() {
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    zlib.write_all(b"hello").expect("in memory");
    assert_eq!(unpack(zlib.finish().expect("in memory"), "deflate", 100).expect("unpacked"), b"hello");
    let mut raw = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
    raw.write_all(b"hello").expect("in memory");
    assert_eq!(unpack(raw.finish().expect("in memory"), "Deflate", 100).expect("unpacked"), b"hello");
}

#[test]
fn brotli() {
    // "hello" stored in one uncompressed-size meta-block, as the reference encoder writes it.
    let packed = [0x0B, 0x02, 0x80, b'h', b'e', b'l', b'l', b'o', 0x03];
    assert_eq!(unpack(packed.to_vec(), "br", 100).expect("unpacked"), b"hello");
    assert!(matches!(unpack(packed.to_vec(), "br", 3), Err(FetchError::UnpacksTooLarge(3))));
}

#[test]
fn plain_bodies_have_the_limit_too() {
    assert_eq!(unpack(b"abc".to_vec(), "", 3).expect("small"), b"abc");
    assert!(matches!(unpack(b"abcd".to_vec(), "identity", 3), Err(FetchError::UnpacksTooLarge(3))));
}

proptest! {
    #[test]
    fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..200), name in "(gzip|br|deflate|identity|x)") {
        if let Ok(body) = unpack(bytes, &name, 1000) {
            prop_assert!(body.len() <= 1000);
        }
    }
}
