//! Products of 16-bit activations with 8-bit weights, summed in 32-bit integers.
//!
//! Integer sums are exact in any order, so the widest instructions that the machine has give the same result as the
//! plain loop. Reaching those instructions needs `unsafe`; it is kept to this file, behind checked lengths.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// Outputs that are summed side by side.
const LANES: usize = 16;

/// A layer: weights in blocks of 16 outputs, each pair of inputs of the block side by side.
pub struct Matrix {
    pub outputs: usize,
    pub inputs: usize,
    packed: Vec<i16>,
    /// What one step of a sum is worth, for each output.
    pub scale: Vec<f32>,
    pub bias: Vec<f32>,
}

impl Matrix {
    /// `weights` holds one row of `inputs` for each output. `inputs` is even.
    pub fn new(outputs: usize, inputs: usize, weights: &[i8], scale: Vec<f32>, bias: Vec<f32>) -> Matrix {
        assert!(
            inputs % 2 == 0 && weights.len() == outputs * inputs,
            "a layer of the compiled-in model is whole"
        );
        let blocks = outputs.div_ceil(LANES);
        let mut packed = vec![0; blocks * LANES * inputs];
        for (at, &weight) in weights.iter().enumerate() {
            let (output, input) = (at / inputs, at % inputs);
            let block = output / LANES * LANES * inputs;
            packed[block + (input / 2) * 2 * LANES + (output % LANES) * 2 + input % 2] = i16::from(weight);
        }
        Matrix { outputs, inputs, packed, scale, bias }
    }

    /// Outputs, filled up to whole blocks: the length of a row of sums.
    pub fn width(&self) -> usize {
        self.outputs.div_ceil(LANES) * LANES
    }

    /// Sums of `rows` rows of inputs that begin `stride` apart; `sums` gets `rows` rows of `width()`.
    pub fn sums(&self, x: &[i16], stride: usize, rows: usize, sums: &mut Vec<i32>) {
        sums.clear();
        sums.resize(rows * self.width(), 0);
        if rows == 0 {
            return;
        }
        assert!((rows - 1) * stride + self.inputs <= x.len(), "every row of inputs lies inside the buffer");
        #[cfg(target_arch = "x86_64")]
        {
            let wide = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
            // SAFETY: each function is entered only where the machine has its instructions; the lengths were checked.
            unsafe {
                if wide && is_x86_feature_detected!("avx512vnni") {
                    return walk(self, x, stride, rows, sums, (vnni::<8>, 8), vnni::<1>);
                }
                if is_x86_feature_detected!("avx2") {
                    return walk(self, x, stride, rows, sums, (avx2::<4>, 4), avx2::<1>);
                }
                walk(self, x, stride, rows, sums, (sse2::<2>, 2), sse2::<1>)
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        self.plain(x, stride, rows, sums);
    }

    /// The same in plain loops: what the other ways are tested against.
    #[cfg(any(test, not(target_arch = "x86_64")))]
    pub fn plain(&self, x: &[i16], stride: usize, rows: usize, sums: &mut [i32]) {
        let width = self.width();
        for row in 0..rows {
            let inputs = &x[row * stride..row * stride + self.inputs];
            for (block, weights) in self.packed.chunks_exact(LANES * self.inputs).enumerate() {
                let sums = &mut sums[row * width + block * LANES..][..LANES];
                for (pair, weights) in inputs.chunks_exact(2).zip(weights.chunks_exact(2 * LANES)) {
                    for (sum, weight) in sums.iter_mut().zip(weights.chunks_exact(2)) {
                        *sum += i32::from(pair[0]) * i32::from(weight[0])
                            + i32::from(pair[1]) * i32::from(weight[1]);
                    }
                }
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
type Block =
    unsafe fn(x: *const i16, stride: usize, pairs: usize, weights: *const i16, sums: *mut i32, width: usize);

/// Walks over blocks of outputs, then rows: a block's weights stay near while all rows pass.
#[cfg(target_arch = "x86_64")]
unsafe fn walk(
    matrix: &Matrix,
    x: &[i16],
    stride: usize,
    rows: usize,
    sums: &mut [i32],
    (many, step): (Block, usize),
    one: Block,
) {
    let width = matrix.width();
    for block in 0..width / LANES {
        let weights = matrix.packed[block * LANES * matrix.inputs..].as_ptr();
        let mut row = 0;
        while row < rows {
            let (f, taken) = if row + step <= rows { (many, step) } else { (one, 1) };
            // SAFETY: rows row..row+taken lie inside `x` and `sums`, as `Matrix::sums` checked.
            unsafe {
                f(
                    x.as_ptr().add(row * stride),
                    stride,
                    matrix.inputs / 2,
                    weights,
                    sums.as_mut_ptr().add(row * width + block * LANES),
                    width,
                );
            }
            row += taken;
        }
    }
}

/// Two neighbouring inputs as one number, to be repeated over all lanes.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn pair(x: *const i16, row: usize, stride: usize, at: usize) -> i32 {
    // SAFETY: the caller keeps to the buffer.
    unsafe { x.add(row * stride + 2 * at).cast::<i32>().read_unaligned() }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
unsafe fn vnni<const R: usize>(
    x: *const i16,
    stride: usize,
    pairs: usize,
    weights: *const i16,
    sums: *mut i32,
    width: usize,
) {
    // SAFETY: the caller keeps to the buffers.
    unsafe {
        let mut kept = [_mm512_setzero_si512(); R];
        for at in 0..pairs {
            let weight = _mm512_loadu_si512(weights.add(at * 2 * LANES).cast());
            for (row, sum) in kept.iter_mut().enumerate() {
                *sum = _mm512_dpwssd_epi32(*sum, _mm512_set1_epi32(pair(x, row, stride, at)), weight);
            }
        }
        for (row, sum) in kept.iter().enumerate() {
            _mm512_storeu_si512(sums.add(row * width).cast(), *sum);
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn avx2<const R: usize>(
    x: *const i16,
    stride: usize,
    pairs: usize,
    weights: *const i16,
    sums: *mut i32,
    width: usize,
) {
    // SAFETY: the caller keeps to the buffers.
    unsafe {
        let mut kept = [[_mm256_setzero_si256(); 2]; R];
        for at in 0..pairs {
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

#[cfg(target_arch = "x86_64")]
unsafe fn sse2<const R: usize>(
    x: *const i16,
    stride: usize,
    pairs: usize,
    weights: *const i16,
    sums: *mut i32,
    width: usize,
) {
    // SAFETY: the caller keeps to the buffers; every x86-64 machine has these instructions.
    unsafe {
        let mut kept = [[_mm_setzero_si128(); 4]; R];
        for at in 0..pairs {
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

/// Steps of an activation, cut off below zero and at `most`: `sum * scale + bias`, rounded.
pub fn steps(sums: &[i32], scale: &[f32], bias: &[f32], most: f32, out: &mut [i16]) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        #[target_feature(enable = "avx2")]
        unsafe fn wide(sums: &[i32], scale: &[f32], bias: &[f32], most: f32, out: &mut [i16]) {
            steps_of(sums, scale, bias, most, out);
        }
        // SAFETY: the machine has the instructions; the body is safe code.
        return unsafe { wide(sums, scale, bias, most, out) };
    }
    steps_of(sums, scale, bias, most, out);
}

#[inline(always)]
fn steps_of(sums: &[i32], scale: &[f32], bias: &[f32], most: f32, out: &mut [i16]) {
    for (((sum, scale), bias), out) in sums.iter().zip(scale).zip(bias).zip(out) {
        *out = ((*sum as f32 * scale + bias).max(0.0).min(most) + 0.5) as i16;
    }
}
