//! Files of lines as they come: compressed or not, of any length, ended or not.

use std::io::{self, BufRead, BufReader, Read};

/// A line may hold a whole filing, but not the memory of the machine.
pub const MAX_LINE_BYTES: usize = 16 << 20;

/// Undoes the compression of gzip and zstd, told by the first bytes rather than by a name.
pub fn uncompressed(source: impl Read + 'static) -> Box<dyn BufRead> {
    let mut reader = BufReader::with_capacity(1 << 16, source);
    let start: [u8; 4] = match reader.fill_buf() {
        Ok(bytes) if bytes.len() >= 4 => [bytes[0], bytes[1], bytes[2], bytes[3]],
        _ => [0; 4],
    };
    match start {
        [0x1f, 0x8b, ..] => {
            Box::new(BufReader::with_capacity(1 << 16, flate2::bufread::MultiGzDecoder::new(reader)))
        }
        [0x28, 0xb5, 0x2f, 0xfd] => match zstd::stream::read::Decoder::with_buffer(reader) {
            Ok(decoder) => Box::new(BufReader::with_capacity(1 << 16, decoder)),
            Err(error) => Box::new(BufReader::new(Failed(Some(error)))),
        },
        _ => Box::new(reader),
    }
}

/// The next line without its end; a line beyond the limit is skipped over and told as such. None at the end.
pub fn next(reader: &mut impl BufRead, buffer: &mut Vec<u8>) -> io::Result<Option<bool>> {
    buffer.clear();
    // One more than a line may have, for its end.
    reader.by_ref().take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', buffer)?;
    if buffer.is_empty() {
        return Ok(None);
    }
    let ended = buffer.last() == Some(&b'\n');
    if ended {
        buffer.pop();
    }
    let within_limit = buffer.len() <= MAX_LINE_BYTES;
    if !within_limit && !ended {
        reader.skip_until(b'\n')?;
    }
    Ok(Some(within_limit))
}

/// A stream that could not be opened says so at its first read.
struct Failed(Option<io::Error>);

impl Read for Failed {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
