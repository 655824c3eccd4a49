//! The figures, as they are defined.

use domain::Sentiment;

use crate::rows::Sentence;

/// Mean over the classes of F1; pairs are (truth, guess).
pub fn macro_f1(pairs: &[(Sentiment, Sentiment)]) -> f64 {
    let of = |class: Sentiment| {
        let hit = pairs.iter().filter(|(t, g)| *t == class && *g == class).count();
        let all = pairs.iter().filter(|(t, _)| *t == class).count()
            + pairs.iter().filter(|(_, g)| *g == class).count();
        2.0 * hit as f64 / all.max(1) as f64
    };
    Sentiment::ALL.iter().map(|&class| of(class)).sum::<f64>() / Sentiment::ALL.len() as f64
}

/// None where no row is positive.
pub fn average_precision(mut ranked: Vec<(bool, f32)>) -> Option<f64> {
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    let (mut hits, mut sum) = (0.0, 0.0);
    for (at, (positive, _)) in ranked.iter().enumerate() {
        if *positive {
            hits += 1.0;
            sum += hits / (at + 1) as f64;
        }
    }
    (hits > 0.0).then(|| sum / hits)
}

/// Precision, recall and F1 of exact spans.
pub fn span_f1(sentences: &[Sentence], guesses: &[Vec<(u32, u32)>]) -> (f64, f64, f64) {
    let (mut hit, mut gold, mut said) = (0, 0, 0);
    for (sentence, guess) in sentences.iter().zip(guesses) {
        hit += guess.iter().filter(|span| sentence.organisations.contains(span)).count();
        gold += sentence.organisations.len();
        said += guess.len();
    }
    let part = |n: usize, of: usize| n as f64 / of.max(1) as f64;
    (part(hit, said), part(hit, gold), part(2 * hit, gold + said))
}
