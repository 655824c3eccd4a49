//! The directions in which the coverage of these weeks spreads.
//!
//! Stories of one theme often share no words but words of a third story. The rows are projected onto the directions that
//! hold most of them all (latent semantic analysis; Deerwester et al. 1990), found by subspace iteration (Halko et
//! al. 2011). Sums run in a fixed order, so that the outcome is the same every time.

/// Themes of a few weeks fill about as many directions; with more, single stories get directions of their own.
pub(super) const DIRECTIONS: usize = 64;

/// Products with the rows before the directions hardly turn any more.
const ROUNDS: usize = 5;

/// Rows that are taken together where sums would wait for each other.
const ABREAST: usize = 8;

pub(super) type Place = [f32; DIRECTIONS];

/// The directions, as far as a row needs them to be given a place.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Space {
    /// What each column has of each direction.
    spread: Vec<Place>,
    /// Inner products of places are those of the rows, as far as the directions hold them.
    root: Vec<Place>,
}

impl Space {
    /// Of rows that hold columns with weights; `columns` is the number of columns.
    pub fn of<'a>(rows: impl Iterator<Item = &'a [(u32, f32)]> + Clone, columns: usize) -> Space {
        let mut basis: Vec<Place> = (0..rows.clone().count()).map(start).collect();
        orthonormalise(&mut basis);
        let mut spread = vec![[0.0; DIRECTIONS]; columns];
        for _ in 0..ROUNDS {
            gather(rows.clone(), &basis, &mut spread);
            rows.clone().zip(&mut basis).for_each(|(row, place)| *place = along(row, &spread));
            orthonormalise(&mut basis);
        }
        gather(rows, &basis, &mut spread);
        let mut inner = vec![[0.0f64; DIRECTIONS]; DIRECTIONS];
        for column in &spread {
            for (sums, a) in inner.iter_mut().zip(column) {
                sums.iter_mut().zip(column).for_each(|(sum, b)| *sum += f64::from(*a) * f64::from(*b));
            }
        }
        Space { spread, root: triangular_root(&inner) }
    }

    /// Where a row lies, at unit length.
    pub fn place(&self, row: &[(u32, f32)]) -> Place {
        let image = along(row, &self.spread);
        let mut place = [0.0; DIRECTIONS];
        for k in 0..DIRECTIONS {
            let known: f32 = self.root[k][..k].iter().zip(&place).map(|(root, x)| root * x).sum();
            if self.root[k][k] > 1e-6 {
                place[k] = (image[k] - known) / self.root[k][k];
            }
        }
        scale_to_unit(&mut place);
        place
    }
}

/// Brings a vector to unit length; one that has none stays.
pub(super) fn scale_to_unit(vector: &mut [f32]) {
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    if length > 1e-9 {
        vector.iter_mut().for_each(|x| *x /= length);
    }
}

/// Scattered signs, the same for the same row.
fn start(row: usize) -> Place {
    let mut bits = (row as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    std::array::from_fn(|k| if bits >> k & 1 == 0 { 1.0 } else { -1.0 })
}

/// What each column has of the basis.
fn gather<'a>(rows: impl Iterator<Item = &'a [(u32, f32)]>, basis: &[Place], spread: &mut [Place]) {
    spread.fill([0.0; DIRECTIONS]);
    for (row, place) in rows.zip(basis) {
        for (column, weight) in row {
            add(&mut spread[*column as usize], place, *weight);
        }
    }
}

fn along(row: &[(u32, f32)], spread: &[Place]) -> Place {
    let mut sum = [0.0; DIRECTIONS];
    for (column, weight) in row {
        add(&mut sum, &spread[*column as usize], *weight);
    }
    sum
}

fn add(to: &mut Place, from: &Place, weight: f32) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += weight * from);
}

/// Gram and Schmidt's way, column by column; a column that follows from those before it becomes zero.
fn orthonormalise(basis: &mut [Place]) {
    for column in 0..DIRECTIONS {
        let mut shares = [0.0f32; DIRECTIONS];
        for place in basis.iter() {
            let own = place[column];
            shares[..column].iter_mut().zip(place).for_each(|(share, other)| *share += own * other);
        }
        let mut squares = 0.0f64;
        for places in basis.chunks_mut(ABREAST) {
            // Each sum waits for its last addition; several go on side by side.
            let mut taken = [0.0f32; ABREAST];
            for (k, share) in shares[..column].iter().enumerate() {
                taken.iter_mut().zip(places.iter()).for_each(|(taken, place)| *taken += share * place[k]);
            }
            for (place, taken) in places.iter_mut().zip(taken) {
                place[column] -= taken;
                squares += f64::from(place[column]) * f64::from(place[column]);
            }
        }
        let factor = if squares > 1e-12 { (1.0 / squares.sqrt()) as f32 } else { 0.0 };
        basis.iter_mut().for_each(|place| place[column] *= factor);
    }
}

/// The lower triangle whose product with its transpose is a symmetric matrix (Cholesky); what has no length stays zero.
fn triangular_root(matrix: &[[f64; DIRECTIONS]]) -> Vec<Place> {
    let mut root = vec![[0.0f64; DIRECTIONS]; DIRECTIONS];
    for row in 0..DIRECTIONS {
        for column in 0..=row {
            let known: f64 = (0..column).map(|k| root[row][k] * root[column][k]).sum();
            let rest = matrix[row][column] - known;
            root[row][column] = match row == column {
                true => rest.max(0.0).sqrt(),
                false if root[column][column] > 1e-9 => rest / root[column][column],
                false => 0.0,
            };
        }
    }
    root.into_iter().map(|row| row.map(|x| x as f32)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(rows: &[Vec<(u32, f32)>], columns: usize) -> Vec<Place> {
        let space = Space::of(rows.iter().map(Vec::as_slice), columns);
        rows.iter().map(|row| space.place(row)).collect()
    }

    fn cosine(a: &Place, b: &Place) -> f32 {
        a.iter().zip(b).map(|(a, b)| a * b).sum()
    }

    /// Two themes of many stories; each story has twenty of its theme's two hundred words and one of its own.
    fn themes(stories: usize) -> (Vec<Vec<(u32, f32)>>, usize) {
        let words = |story: usize| {
            let (mut seed, mut words) = (story as u64 + 1, Vec::new());
            while words.len() < 20 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let word = (seed >> 33) as u32 % 200;
                if !words.contains(&word) {
                    words.push(word);
                }
            }
            words.sort_unstable();
            words
        };
        let rows = (0..2 * stories).map(|story| {
            let first = if story < stories { 0 } else { 200 };
            let words = words(story).into_iter().map(|word| (first + word, 0.2));
            words.chain([(400 + story as u32, 0.3)]).collect()
        });
        (rows.collect(), 400 + 2 * stories)
    }

    #[test]
    fn stories_of_a_theme_meet_through_others() {
        let (rows, columns) = themes(300);
        let places = places(&rows, columns);
        let shares_nothing = |a: usize, b: usize| {
            rows[a].iter().all(|(word, _)| rows[b].iter().all(|(other, _)| word != other))
        };
        let mean = |others: std::ops::Range<usize>| {
            let pairs = (0..300).flat_map(|a| others.clone().map(move |b| (a, b)));
            let cosines: Vec<f32> = pairs
                .filter(|(a, b)| a != b && shares_nothing(*a, *b))
                .map(|(a, b)| cosine(&places[a], &places[b]))
                .collect();
            cosines.iter().sum::<f32>() / cosines.len() as f32
        };
        let (same, apart) = (mean(0..300), mean(300..600));
        assert!(same > apart + 0.01, "{same} against {apart}");
    }

    #[test]
    fn few_rows_and_empty_ones_are_no_trouble() {
        assert!(places(&[], 3).is_empty());
        let few = places(&[vec![(0, 1.0)], vec![(0, 0.6), (1, 0.8)], vec![]], 2);
        assert!((cosine(&few[0], &few[1]) - 0.6).abs() < 0.01, "nothing is lost where all directions fit");
        assert!(few[2].iter().all(|x| *x == 0.0) && few.iter().flatten().all(|x| x.is_finite()));
    }
}
