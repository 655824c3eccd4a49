//! Prints what training learns from: NDJSON of `{"id", "question", "answer"}` in, the same rows as numbers out.
//!
//! Training reads the numbers from here, so that features are written once, in the room that uses them.

use std::io::{BufRead, BufWriter, Write};

fn main() -> std::io::Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let row: serde_json::Value = serde_json::from_str(&line?)?;
        let text = |key: &str| row[key].as_str().unwrap_or_default();
        let numbers = analysis::directness::training_row(text("question"), text("answer"));
        let numbers = serde_json::json!({
            "id": row["id"],
            "dense": numbers.dense,
            "answer": numbers.answer,
            "question": numbers.question,
            "answer_plain": numbers.answer_plain,
            "question_plain": numbers.question_plain,
            "patterns": numbers.patterns,
        });
        writeln!(out, "{numbers}")?;
    }
    Ok(())
}
