//! What the instructions of an x86-64 machine make of some rows and some blocks of outputs, from the oldest to the widest.
//!
//! All give the same whole numbers. Which of them a machine has is asked where they are chosen.
#![allow(unsafe_code)]

use std::arch::{asm, x86_64::*};

/// Outputs that are summed side by side.
pub const LANES: usize = 16;

/// Sums of some rows for some blocks of outputs.
pub type Tile =
    unsafe fn(x: *const i16, stride: usize, inputs: usize, weights: *const i16, sums: *mut i32, width: usize);

/// A tile with its height in rows and its breadth in blocks.
pub type TileShape = (Tile, usize, usize);

/// How a register of 512 bits is multiplied: pairs of words by two instructions, or by one where the machine has it, which then also
/// multiplies four bytes at once.
pub const WORDS_BY_TWO: u8 = 0;
pub const WORDS: u8 = 1;
pub const BYTES: u8 = 2;

/// The tiles of the widest instructions that the machine has, for so many rows; largest first, the last of one row and one block.
pub fn tiles_of_machine(rows: usize) -> &'static [TileShape] {
    if has_fused() {
        wide_tiles::<WORDS>(rows)
    } else if has_wide() {
        wide_tiles::<WORDS_BY_TWO>(rows)
    } else if is_x86_feature_detected!("avx2") {
        &[(avx2::<4>, 4, 1), (avx2::<1>, 1, 1)]
    } else {
        &[(sse2::<2>, 2, 1), (sse2::<1>, 1, 1)]
    }
}

/// Two neighbouring inputs as one number, to be repeated over all lanes.
#[inline(always)]
unsafe fn pair(x: *const i16, row: usize, stride: usize, at: usize) -> i32 {
    // SAFETY: the caller keeps to the buffer.
    unsafe { x.add(row * stride + 2 * at).cast::<i32>().read_unaligned() }
}

/// Products added to sums. The compiler makes two instructions of the intrinsic for one, which halves the speed of the loop;
/// hence they stand by their names.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn add_products<const HOW: u8>(mut sums: __m512i, a: __m512i, b: __m512i) -> __m512i {
    // SAFETY: they read and write nothing but the three registers; the caller's machine has them.
    match HOW {
        WORDS => unsafe {
            asm!("vpdpwssd {}, {}, {}", inout(zmm_reg) sums, in(zmm_reg) a, in(zmm_reg) b,
                options(pure, nomem, nostack, preserves_flags));
        },
        BYTES => unsafe {
            asm!("vpdpbusd {}, {}, {}", inout(zmm_reg) sums, in(zmm_reg) a, in(zmm_reg) b,
                options(pure, nomem, nostack, preserves_flags));
        },
        _ => return _mm512_add_epi32(sums, _mm512_madd_epi16(a, b)),
    }
    sums
}

pub fn has_wide() -> bool {
    is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw")
}

pub fn has_fused() -> bool {
    has_wide() && is_x86_feature_detected!("avx512vnni")
}

/// The tiles of a machine with registers of 512 bits.
pub fn wide_tiles<const HOW: u8>(rows: usize) -> &'static [TileShape] {
    match rows {
        // One row alone has to keep more blocks going, else each product waits for the one before.
        1 => &[(wide::<1, 8, HOW>, 1, 8), (wide::<1, 4, HOW>, 1, 4), (wide::<1, 1, HOW>, 1, 1)],
        _ => &[
            (wide::<6, 4, HOW>, 6, 4),
            (wide::<4, 4, HOW>, 4, 4),
            (wide::<2, 4, HOW>, 2, 4),
            (wide::<1, 4, HOW>, 1, 4),
            (wide::<8, 2, HOW>, 8, 2),
            (wide::<4, 2, HOW>, 4, 2),
            (wide::<2, 2, HOW>, 2, 2),
            (wide::<1, 2, HOW>, 1, 2),
            (wide::<8, 1, HOW>, 8, 1),
            (wide::<4, 1, HOW>, 4, 1),
            (wide::<1, 1, HOW>, 1, 1),
        ],
    }
}

/// The sums of a tile of `R` rows and `B` blocks. Two bytes count as one input of 16 bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub unsafe fn products<const R: usize, const B: usize, const HOW: u8>(
    x: *const i16,
    stride: usize,
    inputs: usize,
    weights: *const i16,
) -> [[__m512i; B]; R] {
    let mut kept = [[_mm512_setzero_si512(); B]; R];
    // SAFETY: the caller keeps to the buffers.
    unsafe {
        for at in 0..inputs / 2 {
            let mut weight = [_mm512_setzero_si512(); B];
            for (block, weight) in weight.iter_mut().enumerate() {
                *weight = _mm512_loadu_si512(weights.add(block * LANES * inputs + at * 2 * LANES).cast());
            }
            for (row, kept) in kept.iter_mut().enumerate() {
                let pair = _mm512_set1_epi32(pair(x, row, stride, at));
                for (sum, weight) in kept.iter_mut().zip(weight) {
                    *sum = add_products::<HOW>(*sum, pair, weight);
                }
            }
        }
    }
    kept
}

#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn wide<const R: usize, const B: usize, const HOW: u8>(
    x: *const i16,
    stride: usize,
    inputs: usize,
    weights: *const i16,
    sums: *mut i32,
    width: usize,
) {
    // SAFETY: the caller keeps to the buffers.
    unsafe {
        let kept = products::<R, B, HOW>(x, stride, inputs, weights);
        for (row, kept) in kept.iter().enumerate() {
            for (block, sum) in kept.iter().enumerate() {
                _mm512_storeu_si512(sums.add(row * width + block * LANES).cast(), *sum);
            }
        }
    }
}

#[target_feature(enable = "avx2")]
unsafe fn avx2<const R: usize>(
    x: *const i16,
    stride: usize,
    inputs: usize,
    weights: *const i16,
    sums: *mut i32,
    width: usize,
) {
    // SAFETY: the caller keeps to the buffers.
    unsafe {
        let mut kept = [[_mm256_setzero_si256(); 2]; R];
        for at in 0..inputs / 2 {
            let low = _mm256_loadu_si256(weights.add(at * 2 * LANES).cast());
            let high = _mm256_loadu_si256(weights.add(at * 2 * LANES + LANES).cast());
            for (row, sum) in kept.iter_mut().enumerate() {
                let inputs = _mm256_set1_epi32(pair(x, row, stride, at));
                sum[0] = _mm256_add_epi32(sum[0], _mm256_madd_epi16(inputs, low));
                sum[1] = _mm256_add_epi32(sum[1], _mm256_madd_epi16(inputs, high));
            }
        }
        for (row, sum) in kept.iter().enumerate() {
            _mm256_storeu_si256(sums.add(row * width).cast(), sum[0]);
            _mm256_storeu_si256(sums.add(row * width + 8).cast(), sum[1]);
        }
    }
}

unsafe fn sse2<const R: usize>(
    x: *const i16,
    stride: usize,
    inputs: usize,
    weights: *const i16,
    sums: *mut i32,
    width: usize,
) {
    // SAFETY: the caller keeps to the buffers; every x86-64 machine has these instructions.
    unsafe {
        let mut kept = [[_mm_setzero_si128(); 4]; R];
        for at in 0..inputs / 2 {
            for (row, sum) in kept.iter_mut().enumerate() {
                let inputs = _mm_set1_epi32(pair(x, row, stride, at));
                for (quarter, sum) in sum.iter_mut().enumerate() {
                    let weight = _mm_loadu_si128(weights.add(at * 2 * LANES + quarter * 8).cast());
                    *sum = _mm_add_epi32(*sum, _mm_madd_epi16(inputs, weight));
                }
            }
        }
        for (row, sum) in kept.iter().enumerate() {
            for (quarter, sum) in sum.iter().enumerate() {
                _mm_storeu_si128(sums.add(row * width + quarter * 4).cast(), *sum);
            }
        }
    }
}
