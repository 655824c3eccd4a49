#[cfg(target_arch = "x86_64")]
use super::super::products::{WORDS_BY_TWO, wide_tiles};
use super::*;

fn matrix(outputs: usize, inputs: usize) -> (Matrix, Vec<i8>) {
    let weights: Vec<i8> = (0..outputs * inputs).map(|i| ((i * 7919) % 255) as u8 as i8).collect();
    (Matrix::new(outputs, inputs, &weights, Vec::new(), Vec::new()), weights)
}

fn inputs(count: usize) -> Vec<i16> {
    (0..count).map(|i| ((i * 104_729) % 8191) as i16 - 4095).collect()
}

#[test]
fn every_way_of_summing_gives_the_same() {
    for (outputs, width, rows) in
        [(1, 2, 1), (17, 6, 3), (48, 10, 9), (33, 504, 13), (96, 96, 1), (96, 96, 15), (288, 48, 31)]
    {
        let (matrix, weights) = matrix(outputs, width);
        let stride = width + 2;
        let x = inputs(rows * stride);
        let mut plain = vec![0; rows * matrix.width()];
        matrix.plain(&x, stride, rows, &mut plain);
        let mut sums = Vec::new();
        matrix.sums(&x, stride, rows, &mut sums);
        assert_eq!(plain, sums);
        let first: i32 = (0..width).map(|i| i32::from(x[i]) * i32::from(weights[i])).sum();
        assert_eq!(sums[0], first);
        // A machine with the one instruction also has the two that stand in for it.
        #[cfg(target_arch = "x86_64")]
        if has_wide() {
            sums.fill(0);
            // SAFETY: the machine has the instructions, and the buffers are those of above.
            unsafe {
                let packed = (&matrix.packed[..], matrix.inputs);
                walk(packed, (x.as_ptr(), stride), rows, &mut sums, wide_tiles::<WORDS_BY_TWO>(rows));
            }
            assert_eq!(plain, sums);
        }
    }
}

#[test]
fn steps_are_the_sums_scaled_and_cut_off() {
    for (outputs, width, rows) in [(16, 4, 3), (64, 96, 7), (96, 96, 1), (160, 30, 13), (288, 48, 31)] {
        let (matrix, _) = matrix(outputs, width);
        let x = inputs(rows * width);
        let to = Steps {
            scale: (0..outputs).map(|i| 0.003 + i as f32 * 1e-5).collect(),
            bias: (0..outputs).map(|i| i as f32 - 40.0).collect(),
            most: 4095.0,
        };
        let mut plain = vec![0; rows * outputs];
        matrix.plain(&x, width, rows, &mut plain);
        let step = |(i, &sum): (usize, &i32)| {
            let value = sum as f32 * to.scale[i % outputs] + to.bias[i % outputs];
            (value.clamp(0.0, to.most) + 0.5) as i16
        };
        let expected: Vec<i16> = plain.iter().enumerate().map(step).collect();
        let mut out = vec![0; rows * outputs];
        matrix.steps((&x, width), rows, &to, &mut Vec::new(), &mut out);
        assert_eq!(out, expected, "{outputs} by {width}, {rows} rows");
        #[cfg(target_arch = "x86_64")]
        if has_wide() && outputs.is_multiple_of(NARROW * LANES) {
            out.fill(0);
            // SAFETY: the machine has the instructions, and the buffers are those of above.
            unsafe {
                let packed = (&matrix.packed[..], matrix.inputs);
                walk_steps::<WORDS_BY_TWO>(packed, (x.as_ptr(), width), rows, &to, &mut out);
            }
            assert_eq!(out, expected, "{outputs} by {width}, {rows} rows, by two instructions");
        }
    }
}

#[test]
fn bytes_give_what_words_give() {
    for (outputs, width, rows) in [(16, 4, 3), (64, 96, 7), (96, 96, 1), (160, 36, 13), (288, 48, 31)] {
        let (matrix, weights) = matrix(outputs, width);
        let matrix = matrix.of_bytes(&weights);
        let small: Vec<i8> = (0..rows * width).map(|i| (i * 104_729 % 256) as u8 as i8).collect();
        let x: Vec<i16> = small.iter().map(|&value| i16::from(value)).collect();
        let mut plain = vec![0; rows * matrix.width()];
        matrix.plain(&x, width, rows, &mut plain);
        let mut sums = Vec::new();
        matrix.byte_sums(&small, rows, &mut sums);
        assert_eq!(plain, sums, "{outputs} by {width}, {rows} rows");
        let to = Steps { scale: vec![0.01; outputs], bias: vec![40.0; outputs], most: 4095.0 };
        let bytes: Vec<u8> = small.iter().map(|&value| value as u8).collect();
        let x: Vec<i16> = bytes.iter().map(|&value| i16::from(value)).collect();
        let (mut words, mut steps) = (vec![0; rows * outputs], vec![0; rows * outputs]);
        matrix.steps((&x, width), rows, &to, &mut sums, &mut words);
        matrix.byte_steps((&bytes, width), rows, &to, &mut sums, &mut steps);
        assert_eq!(words, steps, "{outputs} by {width}, {rows} rows");
    }
}

#[test]
fn rows_are_weighed_as_in_plain_loops() {
    let width = 48;
    let values = inputs(9 * width);
    let rows = Rows { values: &values, at: &[3, 8, 0, 3, 5], width };
    let weights: Vec<[f32; 3]> =
        (0..5).map(|i| [0.1, 0.37, -1.3].map(|part| part / (i + 1) as f32)).collect();
    let (mut plain, mut wide) = (vec![0.0; 3 * width], vec![1.0; 3 * width]);
    weigh_of(rows, &weights, &mut plain);
    weigh(rows, &weights, &mut wide);
    let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<u32>>();
    assert_eq!(bits(&plain), bits(&wide));
}
