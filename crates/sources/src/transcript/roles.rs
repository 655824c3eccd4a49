//! Settles what each speaker does in the call and where its questions begin.

use std::sync::LazyLock;

use domain::{Role, Turn};
use regex::Regex;

use super::draft::{Draft, section};
use super::labels::{OPERATOR_NAME, Side};
use super::names;
use super::roster::Roster;

static INVITES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:first|next) question|question[- ]and[- ]answer session|(?:open|turn) (?:it|the (?:line|call|floor)s?)? ?(?:up )?(?:for|to) (?:any )?(?:your )?(?:questions|q&a)|your line is (?:now )?open|we have a question|take questions")
        .expect("a constant pattern")
});

static READS_QUESTION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:first|next) question (?:is|comes|from|we|for|that|today|here)|\ba question (?:now )?(?:for|from|on)\b|submitted (?:questions|by)|question from (?:a|an|our|one of our) (?:share|stock)holders?")
        .expect("a constant pattern")
});

pub(super) fn settle(drafts: Vec<Draft>, roster: &Roster) -> Vec<Turn> {
    let heading = drafts.iter().position(|draft| draft.after_heading);
    let mut roles: Vec<Role> = roster
        .people
        .iter()
        .map(|person| stated_role(&person.name, person.title.as_deref(), person.role))
        .collect();
    mark_sides(&drafts, &mut roles);
    if let Some(heading) = heading {
        // Whoever speaks before the heading and asks nothing is of the company, whatever list their name is in.
        for draft in &drafts[..heading] {
            if let Some(person) = draft.person.filter(|_| !draft.text.contains('?')) {
                roles[person] = Role::Executive;
            }
        }
    }
    let asked = first_question(&drafts, &roles);
    // A heading may be set too late; a question that was asked before it is a question all the same.
    let from = match (heading, asked) {
        (Some(heading), Some(asked)) if asked < heading && asked > 1 => Some(asked),
        (heading, asked) => heading.or(asked),
    };
    fill_unknown(&drafts, from, &mut roles);
    let from = from.or_else(|| first_question(&drafts, &roles));
    drafts
        .into_iter()
        .enumerate()
        .map(|(index, draft)| {
            let section = section(index, from);
            match draft.person {
                None if draft.side.is_none() => Turn {
                    speaker: OPERATOR_NAME.to_owned(),
                    title: None,
                    role: Role::Operator,
                    section,
                    text: draft.text,
                },
                None => {
                    let role = if draft.side == Some(Side::Asks) { Role::Analyst } else { Role::Executive };
                    Turn { speaker: String::new(), title: None, role, section, text: draft.text }
                }
                Some(person) => Turn {
                    speaker: roster.people[person].name.clone(),
                    title: roster.people[person].title.clone(),
                    role: roles[person],
                    section,
                    text: draft.text,
                },
            }
        })
        .collect()
}

/// The role that lists, introductions and the label's own words give.
fn stated_role(name: &str, title: Option<&str>, listed: Role) -> Role {
    let lower = name.to_lowercase();
    if lower.starts_with("un") {
        if lower.contains("analyst")
            || lower.contains("audience")
            || lower.contains("caller")
            || lower.contains("investor")
        {
            return Role::Analyst;
        }
        if lower.contains("company")
            || lower.contains("corporate")
            || lower.contains("executive")
            || lower.contains("representative")
        {
            return Role::Executive;
        }
        if lower.contains("shareholder") {
            return Role::Shareholder;
        }
    }
    if listed != Role::Unknown {
        return listed;
    }
    match title {
        Some(title) if title.to_lowercase().contains("analyst") => Role::Analyst,
        Some(title) if names::has_title_word(title) && !names::has_analyst_word(title) => Role::Executive,
        Some(title) if names::has_analyst_word(title) => Role::Analyst,
        _ => Role::Unknown,
    }
}

fn mark_sides(drafts: &[Draft], roles: &mut [Role]) {
    let mut votes = vec![0_i32; roles.len()];
    for draft in drafts {
        if let (Some(person), Some(side)) = (draft.person, draft.side) {
            votes[person] += if side == Side::Asks { 1 } else { -1 };
        }
    }
    for (role, vote) in roles.iter_mut().zip(votes) {
        if vote != 0 && *role == Role::Unknown {
            *role = if vote > 0 { Role::Analyst } else { Role::Executive };
        }
    }
}

/// Where somebody from outside first speaks; the operator's words just before belong to it.
fn first_question(drafts: &[Draft], roles: &[Role]) -> Option<usize> {
    let outside = |draft: &Draft| {
        draft.person.is_some_and(|person| matches!(roles[person], Role::Analyst | Role::Shareholder))
    };
    let asked = drafts.iter().enumerate().skip(1).find(|(_, draft)| outside(draft)).map(|(at, _)| at);
    let invited = drafts.iter().enumerate().skip(2).find(|(at, draft)| {
        draft.person.is_none()
            && draft.side.is_none()
            && INVITES.is_match(&draft.text)
            && at + 1 < drafts.len()
    });
    let read_out = drafts.iter().enumerate().skip(2).find(|(_, draft)| {
        draft.text.len() < 3000 && draft.text.contains('?') && READS_QUESTION.is_match(&draft.text)
    });
    let start = match (asked, invited.map(|(at, _)| at), read_out.map(|(at, _)| at)) {
        (Some(asked), Some(invited), _) if invited < asked => Some(invited),
        (Some(asked), _, Some(read_out)) => Some(asked.min(read_out)),
        (Some(asked), _, None) => Some(asked),
        (None, Some(invited), Some(read_out)) => Some(invited.min(read_out)),
        (None, None, Some(read_out)) => Some(read_out),
        (None, Some(invited), None) => Some(invited),
        (None, None, None) => None,
    }?;
    let before = start.checked_sub(1).filter(|&at| drafts[at].person.is_none() && at > 0);
    Some(before.unwrap_or(start))
}

/// Whoever spoke before the questions is from the company; whoever follows the operator asks; whoever then follows
/// one who asks answers. Nobody else gets a role.
fn fill_unknown(drafts: &[Draft], from: Option<usize>, roles: &mut [Role]) {
    let from = from.unwrap_or(drafts.len());
    for draft in &drafts[..from] {
        if let Some(person) = draft.person.filter(|&person| roles[person] == Role::Unknown) {
            roles[person] = Role::Executive;
        }
    }
    for at in from..drafts.len() {
        let Some(person) = drafts[at].person.filter(|&person| roles[person] == Role::Unknown) else {
            continue;
        };
        let before = at.checked_sub(1).map(|at| &drafts[at]);
        match before {
            Some(before) if before.person.is_none() && INVITES.is_match(&before.text) => {
                roles[person] = Role::Analyst
            }
            Some(before) if before.person.is_none() && drafts[at].text.contains('?') => {
                roles[person] = Role::Analyst
            }
            Some(before) => {
                if let Some(Role::Analyst | Role::Shareholder) = before.person.map(|person| roles[person]) {
                    roles[person] = Role::Executive;
                } else if before.person.is_some_and(|person| roles[person] == Role::Executive)
                    && drafts[at].text.trim_end().ends_with('?')
                {
                    roles[person] = Role::Analyst;
                }
            }
            None => {}
        }
    }
    // Whoever asks something that the company then answers is from outside.
    for at in from..drafts.len().saturating_sub(1) {
        let Some(person) = drafts[at].person.filter(|&person| roles[person] == Role::Unknown) else {
            continue;
        };
        let answered = drafts[at + 1].person.is_some_and(|next| roles[next] == Role::Executive);
        let after_company = at
            .checked_sub(1)
            .and_then(|at| drafts[at].person)
            .is_some_and(|before| roles[before] == Role::Executive);
        if answered && after_company && drafts[at].text.contains('?') {
            roles[person] = Role::Analyst;
        }
    }
}
