use super::*;

/// A first convolution of a few small filters, over an embedding with some rare pieces.
fn entry(embedding: (&[i8], usize), width: usize, pieces: usize) -> Entry {
    let (kinds, shape, filters) = (2, 2, 16);
    let small = |count: usize| (0..count).map(|i| (i * i * 31 + i * 7 + 3) as u8);
    let mut bytes: Vec<u8> = Vec::new();
    let put = |bytes: &mut Vec<u8>, numbers: &[usize]| {
        numbers.iter().for_each(|&number| bytes.extend((number as u32).to_le_bytes()));
    };
    put(&mut bytes, &[24, pieces, width]);
    bytes.extend(small(pieces * width / 2));
    put(&mut bytes, &[kinds * Language::ALL.len(), shape]);
    bytes.extend(small(2 * kinds * Language::ALL.len() * shape));
    let inputs = PLACES * (2 * (embedding.1 + width) + shape);
    put(&mut bytes, &[filters, inputs]);
    bytes.extend(small(filters * inputs));
    for value in [0.02_f32; 16].iter().chain(&[5.0; 16]).chain(&[0.5]) {
        bytes.extend(value.to_le_bytes());
    }
    Entry::read(&mut Weights::new(bytes.leak()), embedding)
}

#[test]
fn sums_of_frequent_pieces_are_those_that_are_multiplied() {
    let (width, pieces) = (4, KNOWN + 9);
    // The piece of nothing says something here.
    let table: Vec<i8> = (0..pieces * width).map(|i| (i * i * 13 + i * 5 + 1) as u8 as i8).collect();
    let embedding = (&table[..], width);
    let entry = entry(embedding, 2, pieces);
    let rare = KNOWN as u32;
    let parts = [
        [5, EMPTY, EMPTY, EMPTY],
        [7, 9, EMPTY, EMPTY],
        [rare, 9, EMPTY, EMPTY],
        [4000, 4001, 4002, 4003],
        [EMPTY, 1, 1, EMPTY],
        [3, 8, rare + 8, EMPTY],
        [rare - 1, rare - 1, rare - 1, 2],
    ];
    let sums = entry.sums(embedding, &parts);
    let inputs = entry.places.inputs;
    let mut x = vec![0; parts.len() * inputs];
    for (row, pieces) in x.chunks_exact_mut(inputs).zip(&parts) {
        entry.fill(embedding, pieces, row);
    }
    let mut multiplied = Vec::new();
    entry.places.sums(&x, inputs, parts.len(), &mut multiplied);
    assert_eq!(sums, multiplied);
}
