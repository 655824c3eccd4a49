//! Tells a question from thanks, and an answer from a greeting, by the phrases that calls are full of.

/// Phrases are kept in one line of text each, parted by `|`.
fn has(lower: &str, phrases: &str) -> bool {
    phrases.split('|').any(|phrase| lower.contains(phrase))
}

fn word_count(text: &str) -> usize {
    text.split_whitespace().count()
}

const HOW_ARE_YOU: &str =
    "how are you|how's it going|how you doing|can you hear me|do you hear me|how are things";
const CLOSING: &str = "thank|appreciate|that's all|that is all|that's it|jump back|hop back|back in the queue|back in queue|\
     congrat|good luck|helpful|pass it on|turn it over|makes sense|that's great|best of luck|good to hear|get back in|next guy";
const ASKING: &str = "wondering|curious|can you|could you|how |what |talk about|any color|any update|question|maybe you|\
     if you could|want to ask|wanted to ask|help us|give us|one more|wanted to|i guess|is there|are there|do you|would you|\
     just on |last one|follow-up|follow up|touch on|sense of|thoughts on";

/// Something that wants an answer, rather than thanks or a greeting.
pub(super) fn asks(text: &str) -> bool {
    let count = word_count(text);
    let lower = text.to_lowercase();
    if text.contains('?') {
        // "Hi, how are you?" wants none.
        let polite = count < 14 && has(&lower, HOW_ARE_YOU);
        return !polite && count >= 2;
    }
    // Not every question ends in a question mark.
    let wants = has(&lower, ASKING);
    (wants && count >= 16) || (!has(&lower, CLOSING) && count >= if wants { 9 } else { 18 })
}

const POLITE: &str = "good morning|good afternoon|good evening|hi|hey|hello|morning|welcome|thank|thanks|you bet|sure thing|\
     bye|take care|my pleasure|you're welcome|no problem";

/// "Good morning, Matt." and "You're welcome.": said to be polite.
pub(super) fn is_greeting(text: &str) -> bool {
    if word_count(text) > 9 || text.contains('?') || text.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let plain: String = text
        .to_lowercase()
        .replace('’', "'")
        .chars()
        .map(|c| if c.is_alphanumeric() || c == '\'' { c } else { ' ' })
        .collect();
    let padded = format!(" {} ", plain.split_whitespace().collect::<Vec<_>>().join(" "));
    POLITE.split('|').any(|phrase| padded.contains(&format!(" {phrase} ")))
}

/// A short turn that only asks what was meant.
pub(super) fn asks_back(text: &str) -> bool {
    word_count(text) < 25 && text.trim_end().ends_with('?')
}

/// The company's own farewell, which answers nothing.
pub(super) fn closes_call(text: &str) -> bool {
    let lower = text.to_lowercase();
    word_count(text) < 45
        && has(
            &lower,
            "thank you, everyone|thanks, everyone|thank you everyone|thank you all|thanks everyone|close the call|concludes|joining us today|have a great day|next question, please|operator, ",
        )
        && !lower.contains('%')
}

/// Reads out what somebody else has sent in.
pub(super) fn reads_out(text: &str) -> bool {
    has(
        &text.to_lowercase(),
        "next question|first question|last question|question from|question comes from|question is from|question now for|a question for|\
         submitted|sent in|asks|writes|question reads|our final question|question on|question we|following question",
    )
}

/// Announces a question and reads it in the same breath.
pub(super) fn announces_question(text: &str) -> bool {
    has(
        &text.to_lowercase(),
        "next question is|first question is|question now for|next question comes|question from a|first question comes|submitted",
    )
}

/// Announces the next who asks.
pub(super) fn introduces(text: &str) -> bool {
    has(&text.to_lowercase(), "question|line of|go ahead|line is open|next we|go to|concludes|no further")
}
