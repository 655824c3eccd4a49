//! Measures the compiled-in directness model on labelled exchanges in a folder, and the time that a call takes.
//!
//! The folder is an argument because the exchanges belong to others and are not part of this repository. The model has
//! seen the exchanges that it was trained on, so their figures here are marked; `training/directness/train.py` prints
//! the figures for companies that were set aside.

use std::path::Path;
use std::process::ExitCode;

use analysis::directness::{Directness, Label, assess};
use serde_json::Value;

fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("usage: directness_quality DIR");
        return ExitCode::FAILURE;
    };
    let folder = Path::new(&folder);
    let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
    let pair = |row: &Value| (text(row, "question"), text(row, "answer"));
    println!("set\trows\tfigure");
    with_set(folder, "bellwether_exchanges", pair, |rows, found| {
        let truth: Vec<f64> = rows.iter().map(|row| row["score"].as_f64().unwrap_or_default()).collect();
        let scores: Vec<f64> = found.iter().map(|one| f64::from(one.score)).collect();
        let asks = rows
            .iter()
            .zip(found)
            .filter(|(row, one)| row["asks_number"].as_bool() == Some(one.asks_number))
            .count();
        println!(
            "bellwether_exchanges (trained on)\t{}\tSpearman {:.3}; asks for a number {:.3}",
            rows.len(),
            spearman(&scores, &truth),
            asks as f64 / rows.len() as f64
        );
    });
    let utterances = |row: &Value| {
        let words: Vec<&str> = row["utterances"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|one| one["text"].as_str())
            .collect();
        (String::new(), words.join("\n"))
    };
    with_set(folder, "gow_nonanswers_train", utterances, |rows, found| {
        let truth: Vec<bool> = rows.iter().map(|row| row["is_nonanswer"].as_bool() == Some(true)).collect();
        let guess: Vec<bool> = found.iter().map(|one| one.non_answer >= 0.5).collect();
        println!("gow_nonanswers_train\t{}\tF1 of non-answers {:.3}", rows.len(), f1(&truth, &guess));
    });
    with_set(folder, "subjectiveqa_dev_companies", pair, |rows, found| {
        let truth: Vec<usize> =
            rows.iter().map(|row| row["specific"].as_u64().unwrap_or_default() as usize).collect();
        let guess: Vec<usize> = found.iter().map(|one| usize::from(one.specificity)).collect();
        println!(
            "subjectiveqa_dev_companies (trained on)\t{}\tSPECIFIC macro-F1 {:.3}",
            rows.len(),
            macro_f1(&truth, &guess)
        );
    });
    for (set, question) in [("qevasion_dev308", "sub_question"), ("qevasion_dev308", "interview_question")] {
        with_set(
            folder,
            set,
            |row| (text(row, question), text(row, "answer")),
            |rows, found| {
                let truth: Vec<usize> = rows
                    .iter()
                    .map(|row| {
                        ["Clear Non-Reply", "Ambivalent", "Clear Reply"]
                            .iter()
                            .position(|level| row["clarity"] == *level)
                            .unwrap_or(1)
                    })
                    .collect();
                let guess: Vec<usize> = found
                    .iter()
                    .map(|one| match one.label {
                        Label::Evasive => 0,
                        Label::Intermediate => 1,
                        Label::Direct => 2,
                    })
                    .collect();
                println!(
                    "{set} ({question})\t{}\t3 levels macro-F1 {:.3}",
                    rows.len(),
                    macro_f1(&truth, &guess)
                );
            },
        );
    }
    with_set(folder, "sec_calls_llm_scored75", pair, |rows, found| {
        let truth: Vec<f64> =
            rows.iter().map(|row| -row["llm"]["evasion_score"].as_f64().unwrap_or_default()).collect();
        let scores: Vec<f64> = found.iter().map(|one| f64::from(one.score)).collect();
        println!("sec_calls_llm_scored75\t{}\tSpearman {:.3}", rows.len(), spearman(&scores, &truth));
    });
    time_a_call();
    ExitCode::SUCCESS
}

fn with_set(
    folder: &Path,
    name: &str,
    pair: impl Fn(&Value) -> (String, String),
    report: impl Fn(&[Value], &[Directness]),
) {
    let Ok(text) = std::fs::read_to_string(folder.join(format!("{name}.jsonl"))) else {
        println!("{name}\t-\tnot in the folder");
        return;
    };
    let rows: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let (rows, found): (Vec<Value>, Vec<Directness>) = rows
        .into_iter()
        .filter_map(|row| {
            let (question, answer) = pair(&row);
            assess(&question, &answer).map(|found| (row, found))
        })
        .unzip();
    report(&rows, &found);
}

/// Forty exchanges of 250 words: a call of 10,000.
fn time_a_call() {
    let question = "How should we think about gross margin for the next two quarters, and can you quantify the benefit from pricing? ".repeat(2);
    let answer = "We expect margin to improve by about 50 basis points, although it is too early to say how much of that is price. We are not going to break that out today. ".repeat(7);
    let words = question.split_whitespace().count() + answer.split_whitespace().count();
    let count = 10_000 / words + 1;
    assess(&question, &answer);
    // The fastest of some rounds: what the machine does besides only ever adds.
    let mut fastest = f64::MAX;
    for _ in 0..20 {
        let started = std::time::Instant::now();
        for _ in 0..count {
            std::hint::black_box(assess(&question, &answer));
        }
        fastest = fastest.min(started.elapsed().as_secs_f64() * 1000.0);
    }
    println!("a call of {} words\t{count}\t{fastest:.2} ms", count * words);
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut from = 0;
    for group in order.chunk_by(|&a, &b| values[a] == values[b]) {
        for &at in group {
            ranks[at] = from as f64 + (group.len() - 1) as f64 / 2.0;
        }
        from += group.len();
    }
    ranks
}

fn spearman(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (ranks(a), ranks(b));
    let middle = (a.len() as f64 - 1.0) / 2.0;
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (x, y) in a.iter().zip(&b) {
        ab += (x - middle) * (y - middle);
        aa += (x - middle) * (x - middle);
        bb += (y - middle) * (y - middle);
    }
    ab / (aa * bb).sqrt()
}

fn f1(truth: &[bool], guess: &[bool]) -> f64 {
    let hits = truth.iter().zip(guess).filter(|(a, b)| **a && **b).count();
    let all = truth.iter().filter(|one| **one).count() + guess.iter().filter(|one| **one).count();
    2.0 * hits as f64 / all.max(1) as f64
}

fn macro_f1(truth: &[usize], guess: &[usize]) -> f64 {
    let of = |level: usize, values: &[usize]| values.iter().map(|one| *one == level).collect::<Vec<bool>>();
    (0..3).map(|level| f1(&of(level, truth), &of(level, guess))).sum::<f64>() / 3.0
}
