//! Products of whole tiles, on processors that have registers for them (AMX): the sums of `kernel`, sixteen rows and thirty-two
//! outputs at a time.
//!
//! Tiles multiply bytes. An activation is a low byte and a high one: what both give is summed apart and then added, which is
//! exact; inputs that are bytes take half as many products. A machine without tiles has none of this and takes the other ways.
#![allow(unsafe_code)]

use std::arch::asm;
use std::arch::x86_64::__cpuid_count;
use std::sync::LazyLock;

/// Rows of a tile, and numbers of 32 bits in each of its rows.
const SIDE: usize = 16;
/// Bytes of a row of a tile: so many inputs.
const DEPTH: usize = 64;
/// Outputs that are summed side by side: two tiles.
const BREADTH: usize = 2 * SIDE;
/// With fewer rows a tile is too empty to be worth it.
pub const MIN_ROWS: usize = 6;

#[repr(C, align(64))]
#[derive(Clone)]
struct Tile([u8; SIDE * DEPTH]);

/// A layer's weights as tiles: for every 16 outputs, one for every 64 inputs, four inputs of an output side by side.
pub struct Tiles {
    inputs: usize,
    outputs: usize,
    packed: Vec<Tile>,
}

impl Tiles {
    /// `weights` holds one row of `inputs` for each output. None where the machine has no tiles or the outputs do not fill them;
    /// inputs that do not fill their last tile are followed by weights of nothing.
    pub fn new(outputs: usize, inputs: usize, weights: &[i8]) -> Option<Tiles> {
        if !outputs.is_multiple_of(BREADTH)
            || outputs * inputs == 0
            || weights.len() != outputs * inputs
            || !*HAS_TILES
        {
            return None;
        }
        let deep = inputs.div_ceil(DEPTH);
        let mut packed = vec![Tile([0; SIDE * DEPTH]); outputs / SIDE * deep];
        for (at, &weight) in weights.iter().enumerate() {
            let (output, input) = (at / inputs, at % inputs);
            let tile = &mut packed[output / SIDE * deep + input / DEPTH].0;
            tile[input % DEPTH / 4 * DEPTH + output % SIDE * 4 + input % 4] = weight as u8;
        }
        Some(Tiles { inputs, outputs, packed })
    }

    /// Sums of `rows` rows of inputs that begin `stride` apart; `sums` gets `rows` rows of outputs.
    pub fn sums(&self, x: &[i16], stride: usize, rows: usize, sums: &mut [i32]) {
        assert!(rows > 0 && (rows - 1) * stride + self.inputs <= x.len(), "every row lies inside the buffer");
        assert!(sums.len() == rows * self.outputs, "every row has its sums");
        // Rows that fill the last tile are empty.
        let whole = rows.next_multiple_of(SIDE);
        let x = &x[..(rows - 1) * stride + self.inputs];
        let deep = self.inputs.div_ceil(DEPTH);
        let length = (whole - 1) * stride + deep * DEPTH;
        let mut bytes = vec![0; 2 * length];
        let (low, high) = bytes.split_at_mut(length);
        // SAFETY: machines with tiles have these instructions.
        unsafe { split(x, low, high) };
        self.walk(sums, |at, weights, made, sums, first| {
            let from = at * stride;
            // SAFETY: sixteen rows from there on lie inside `low` and `high`, which are as long as whole tiles need; machines
            // with tiles have the instructions of both.
            unsafe {
                products(&low[from..], &high[from..], stride, weights, made);
                add(made, sums, self.outputs, first);
            }
        });
    }

    /// The same of inputs that are bytes, with a sign where `SIGNED`.
    pub fn byte_sums<const SIGNED: bool>(&self, x: &[u8], stride: usize, rows: usize, sums: &mut [i32]) {
        assert!(rows > 0 && (rows - 1) * stride + self.inputs <= x.len(), "every row lies inside the buffer");
        assert!(sums.len() == rows * self.outputs, "every row has its sums");
        let x = &x[..(rows - 1) * stride + self.inputs];
        let length = (rows.next_multiple_of(SIDE) - 1) * stride + self.inputs.div_ceil(DEPTH) * DEPTH;
        // Rows that fill the last tile are empty.
        let mut bytes = Vec::with_capacity(length);
        bytes.extend_from_slice(x);
        bytes.resize(length, 0);
        self.walk(sums, |at, weights, made, sums, first| {
            // SAFETY: sixteen rows from there on lie inside `bytes`, which are as long as whole tiles need; machines with tiles
            // have the instructions of both.
            unsafe {
                byte_products::<SIGNED>(&bytes[at * stride..], stride, weights, made);
                take(made, sums, self.outputs, first);
            }
        });
    }

    /// Gives `make` the first of each sixteen rows, the weights of two blocks of outputs, the sums of these rows and the first
    /// of these outputs.
    fn walk(&self, sums: &mut [i32], make: impl Fn(usize, [&[Tile]; 2], &mut Made, &mut [i32], usize)) {
        let deep = self.inputs.div_ceil(DEPTH);
        let mut made = Made([0; 4 * SIDE * SIDE]);
        // SAFETY: the machine has tiles, and they are as large as is said here.
        unsafe { asm!("ldtilecfg [{}]", in(reg) &raw const SHAPES, options(nostack, preserves_flags)) };
        for (block, weights) in self.packed.chunks_exact(2 * deep).enumerate() {
            let (first, second) = weights.split_at(deep);
            for (at, sums) in sums.chunks_mut(SIDE * self.outputs).enumerate() {
                make(at * SIDE, [first, second], &mut made, sums, block * BREADTH);
            }
        }
        // SAFETY: gives the tiles back, so that nobody has to keep them when another thread runs.
        unsafe { asm!("tilerelease", options(nostack, preserves_flags)) };
    }
}

/// Four tiles of sums: of the low bytes for both blocks of outputs, then of the high bytes.
#[repr(C, align(64))]
struct Made([i32; 4 * SIDE * SIDE]);

/// How large each of the eight tiles is: bytes of a row from byte 16 on, rows from byte 48 on.
#[repr(C, align(64))]
struct Shapes([u8; 64]);

static SHAPES: Shapes = {
    let mut shapes = [0; 64];
    shapes[0] = 1;
    let mut tile = 0;
    while tile < 8 {
        shapes[16 + 2 * tile] = DEPTH as u8;
        shapes[48 + tile] = SIDE as u8;
        tile += 1;
    }
    Shapes(shapes)
};

/// The low and the high byte of each number.
#[target_feature(enable = "avx512f,avx512bw")]
fn split(x: &[i16], low: &mut [u8], high: &mut [u8]) {
    for ((x, low), high) in x.iter().zip(low).zip(high) {
        *low = *x as u8;
        *high = (*x >> 8) as u8;
    }
}

/// Low bytes count once, high bytes 256 times.
#[target_feature(enable = "avx512f,avx512bw")]
fn add(made: &Made, sums: &mut [i32], outputs: usize, first: usize) {
    let (low, high) = made.0.split_at(BREADTH * SIDE);
    for (row, sums) in sums.chunks_exact_mut(outputs).enumerate() {
        for (block, sums) in sums[first..first + BREADTH].chunks_exact_mut(SIDE).enumerate() {
            let at = (block * SIDE + row) * SIDE;
            let (low, high) = (&low[at..at + SIDE], &high[at..at + SIDE]);
            for ((sum, low), high) in sums.iter_mut().zip(low).zip(high) {
                *sum = low + (high << 8);
            }
        }
    }
}

/// The sums of bytes are in the first two tiles.
#[target_feature(enable = "avx512f,avx512bw")]
fn take(made: &Made, sums: &mut [i32], outputs: usize, first: usize) {
    let (left, right) = made.0[..BREADTH * SIDE].split_at(SIDE * SIDE);
    let rows = left.chunks_exact(SIDE).zip(right.chunks_exact(SIDE));
    for (sums, (left, right)) in sums.chunks_exact_mut(outputs).zip(rows) {
        let (to_left, to_right) = sums[first..first + BREADTH].split_at_mut(SIDE);
        to_left.copy_from_slice(left);
        to_right.copy_from_slice(right);
    }
}

/// The sums of sixteen rows of bytes, `stride` apart, with the weights of two blocks of outputs.
unsafe fn byte_products<const SIGNED: bool>(
    x: &[u8],
    stride: usize,
    [first, second]: [&[Tile]; 2],
    made: &mut Made,
) {
    macro_rules! multiply {
        ($by:literal) => {
            asm!(
                "tilezero tmm0",
                "tilezero tmm1",
                "2:",
                "tileloadd tmm4, [{x} + {stride}*1]",
                "tileloadd tmm6, [{first} + {line}*1]",
                "tileloadd tmm7, [{second} + {line}*1]",
                concat!($by, " tmm0, tmm4, tmm6"),
                concat!($by, " tmm1, tmm4, tmm7"),
                "add {x}, 64",
                "add {first}, 1024",
                "add {second}, 1024",
                "dec {deep}",
                "jnz 2b",
                "tilestored [{made} + {line}*1], tmm0",
                "tilestored [{made} + {line}*1 + 1024], tmm1",
                x = inout(reg) x.as_ptr() => _,
                first = inout(reg) first.as_ptr() => _,
                second = inout(reg) second.as_ptr() => _,
                deep = inout(reg) first.len() => _,
                stride = in(reg) stride,
                line = in(reg) DEPTH,
                made = in(reg) made.0.as_mut_ptr(),
                options(nostack),
            )
        };
    }
    // SAFETY: the caller keeps to the buffers; nothing but tiles and the counters is changed, and `made` is two tiles and more.
    unsafe {
        if SIGNED {
            multiply!("tdpbssd");
        } else {
            multiply!("tdpbusd");
        }
    }
}

/// The sums of sixteen rows, `stride` bytes apart, with the weights of two blocks of outputs.
unsafe fn products(low: &[u8], high: &[u8], stride: usize, [first, second]: [&[Tile]; 2], made: &mut Made) {
    // SAFETY: the caller keeps to the buffers; nothing but tiles and the counters is changed, and `made` is four tiles long.
    unsafe {
        asm!(
            "tilezero tmm0",
            "tilezero tmm1",
            "tilezero tmm2",
            "tilezero tmm3",
            "2:",
            "tileloadd tmm4, [{low} + {stride}*1]",
            "tileloadd tmm5, [{high} + {stride}*1]",
            "tileloadd tmm6, [{first} + {line}*1]",
            "tileloadd tmm7, [{second} + {line}*1]",
            "tdpbusd tmm0, tmm4, tmm6",
            "tdpbusd tmm1, tmm4, tmm7",
            "tdpbssd tmm2, tmm5, tmm6",
            "tdpbssd tmm3, tmm5, tmm7",
            "add {low}, 64",
            "add {high}, 64",
            "add {first}, 1024",
            "add {second}, 1024",
            "dec {deep}",
            "jnz 2b",
            "tilestored [{made} + {line}*1], tmm0",
            "tilestored [{made} + {line}*1 + 1024], tmm1",
            "tilestored [{made} + {line}*1 + 2048], tmm2",
            "tilestored [{made} + {line}*1 + 3072], tmm3",
            low = inout(reg) low.as_ptr() => _,
            high = inout(reg) high.as_ptr() => _,
            first = inout(reg) first.as_ptr() => _,
            second = inout(reg) second.as_ptr() => _,
            deep = inout(reg) first.len() => _,
            stride = in(reg) stride,
            line = in(reg) DEPTH,
            made = in(reg) made.0.as_mut_ptr(),
            options(nostack),
        );
    }
}

/// Whether the processor has tiles for bytes and the system lets us have them; asked once.
static HAS_TILES: LazyLock<bool> = LazyLock::new(|| {
    const TILES: u32 = 1 << 24;
    const BYTES: u32 = 1 << 25;
    let wide = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
    let features = if wide { __cpuid_count(7, 0).edx } else { 0 };
    features & TILES != 0 && features & BYTES != 0 && granted()
});

/// Asks Linux for the tiles: programs that never use them need not save them.
fn granted() -> bool {
    const ARCH_PRCTL: usize = 158;
    const REQUEST: usize = 0x1023;
    const TILE_DATA: usize = 18;
    let refused: isize;
    // SAFETY: the call changes nothing but what this process may use.
    unsafe {
        asm!("syscall", inlateout("rax") ARCH_PRCTL => refused, in("rdi") REQUEST, in("rsi") TILE_DATA,
            out("rcx") _, out("r11") _, options(nostack));
    }
    refused == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Over the whole range of numbers, with rows that do not fill their tiles and rows that overlap.
    #[test]
    fn tiles_give_the_sums_of_plain_loops() {
        for (outputs, inputs, stride, rows) in
            [(32, 64, 64, 1), (64, 192, 64, 21), (96, 128, 130, 16), (96, 288, 96, 33), (32, 30, 30, 17)]
        {
            let weights: Vec<i8> = (0..outputs * inputs).map(|i| (i * 7919 % 256) as u8 as i8).collect();
            let Some(tiles) = Tiles::new(outputs, inputs, &weights) else { return };
            let x: Vec<i16> =
                (0..(rows - 1) * stride + inputs).map(|i| (i * 40_503 % 65_536) as u16 as i16).collect();
            let mut sums = vec![0; rows * outputs];
            tiles.sums(&x, stride, rows, &mut sums);
            let plain = |x: &[i16]| -> Vec<i32> {
                let sum = |(x, weights): (&[i16], &[i8])| -> i32 {
                    x.iter().zip(weights).map(|(&x, &weight)| i32::from(x) * i32::from(weight)).sum()
                };
                let row = |row: usize| weights.chunks_exact(inputs).map(move |w| (&x[row * stride..], w));
                (0..rows).flat_map(row).map(sum).collect()
            };
            let whole = format!("{rows} rows, {outputs} by {inputs}");
            assert_eq!(sums, plain(&x), "{whole}");
            let bytes: Vec<u8> = x.iter().map(|&x| x as u8).collect();
            tiles.byte_sums::<false>(&bytes, stride, rows, &mut sums);
            let values: Vec<i16> = bytes.iter().map(|&byte| i16::from(byte)).collect();
            assert_eq!(sums, plain(&values), "{whole}, of bytes");
            tiles.byte_sums::<true>(&bytes, stride, rows, &mut sums);
            let values: Vec<i16> = bytes.iter().map(|&byte| i16::from(byte as i8)).collect();
            assert_eq!(sums, plain(&values), "{whole}, of bytes with a sign");
        }
    }
}
