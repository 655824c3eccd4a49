//! Who is introduced: the operator names the next analyst and the firm, the host names the officers and their titles.

use std::sync::LazyLock;

use domain::Role;
use regex::Regex;

use super::draft::Draft;
use super::html::Line;
use super::names;
use super::roster::Roster;

/// "question comes from the line of NAME with FIRM", "we'll go to NAME from FIRM", "NAME, FIRM".
static NEXT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?:[Qq]uestions?\b[^.?!]{0,60}?|[Gg]o (?:next )?to|[Mm]ove (?:next )?(?:on )?to|[Tt]ake|[Hh]ear (?:next )?from|[Ll]ine of|[Nn]ext (?:we have|up is|is)|from) (?:from |is |will be |comes? |the (?:line|site) of |with |to |of |Mr\. |Ms\. |Dr\. |for )*((?:[A-Z][\w.'’-]*\.? ){1,3}[A-Z][\w'’-]+),? (?:with|from|of|at|on behalf of|representing|in for|for|a private|,) ?((?:[A-Z&][\w.&'’-]*,? ?(?:of |and |& )?){1,5})?",
    )
    .expect("a constant pattern")
});

/// More words than an introduction takes; longer lines are speech.
const INTRO_BYTES: usize = 1200;

/// Adds the people whom the operator announces. They ask from outside.
pub(super) fn add_introduced(body: &[Line], roster: &mut Roster) {
    for line in body.iter().filter(|line| line.text.len() <= INTRO_BYTES) {
        let lower = line.text.to_lowercase();
        if !(lower.contains("question")
            || lower.contains("line of")
            || lower.contains("go ahead")
            || lower.contains("line is"))
        {
            continue;
        }
        for found in NEXT.captures_iter(&line.text) {
            let name = found[1].trim();
            if !names::is_name_like(name) || roster.people.len() > 200 {
                continue;
            }
            let firm = found.get(2).map(|firm| {
                let firm = firm.as_str().split(". ").next().unwrap_or_default();
                firm.trim().trim_end_matches(['.', ','])
            });
            let private = lower.contains("private investor") || lower.contains("shareholder");
            let role = if private && firm.is_none() { Role::Shareholder } else { Role::Analyst };
            match roster.find(name) {
                Some(at) if roster.people[at].role == Role::Unknown => roster.people[at].role = role,
                Some(_) => {}
                None => {
                    roster.add(name, firm, role, "");
                }
            }
        }
    }
}

/// "Pete Watson, our President and Chief Executive Officer": titles for those who have none.
pub(super) fn add_titles(drafts: &[Draft], roster: &mut Roster) {
    for person in roster.people.iter_mut().filter(|person| person.title.is_none()) {
        let words = names::tokens(&person.name);
        let (Some(first), Some(last)) = (words.first(), words.last()) else { continue };
        for draft in drafts.iter().take(4) {
            let text = &draft.text[..draft.text.floor_char_boundary(6000)];
            if let Some(title) = title_after(text, first, last) {
                person.title = Some(title);
                break;
            }
        }
    }
}

fn title_after(text: &str, first: &str, last: &str) -> Option<String> {
    let lower = text.to_lowercase();
    // Lower-casing can change byte lengths outside ASCII; then positions would not agree.
    if lower.len() != text.len() {
        return None;
    }
    let mut from = 0;
    while let Some(at) = lower[from..].find(last) {
        let end = from + at + last.len();
        let before = &lower[lower.floor_char_boundary((from + at).saturating_sub(30))..from + at];
        let named = before.contains(first)
            || first.len() > 2
                && before.contains(lower[..0].trim())
                && before.contains(&first[..first.floor_char_boundary(3)]);
        let after = text.get(end..).unwrap_or_default();
        from = end;
        let Some(after) = after.strip_prefix(',').filter(|_| named) else { continue };
        let stop = after
            .char_indices()
            .find(|(at, c)| {
                matches!(c, ';' | '.' | '\n' | '?')
                    || (*c == ','
                        && *at > 3
                        && !names::has_title_word(&after[*at..after.floor_char_boundary(at + 30)]))
            })
            .map_or(after.len(), |(at, _)| at);
        let mut title = after[..stop].trim();
        if let Some(at) = title.find(" and ").filter(|at| {
            names::is_name_like(
                &title[at + 5..]
                    .split(',')
                    .next()
                    .unwrap_or("")
                    .split_whitespace()
                    .take(2)
                    .collect::<Vec<_>>()
                    .join(" "),
            )
        }) {
            title = &title[..at];
        }
        let title = title.trim_start_matches("our ").trim_start_matches("the ").trim();
        if title.len() <= 90 && names::has_title_word(title) && !goes_on(title) {
            return Some(title.to_owned());
        }
    }
    None
}

/// "and he'll be followed by CFO": the sentence goes on to somebody else.
fn goes_on(title: &str) -> bool {
    let mut words = title.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
    let begins = words
        .next()
        .is_some_and(|word| matches!(word.as_str(), "and" | "but" | "as" | "so" | "who" | "then"));
    begins
        || words.any(|word| {
            matches!(
                word.as_str(),
                "he" | "she" | "they" | "we" | "you" | "i" | "will" | "ll" | "followed" | "joined"
            )
        })
}
