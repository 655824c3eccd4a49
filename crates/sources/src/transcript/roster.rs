//! The people of a call: from its lists of participants, and everyone who is named later.

use domain::Role;

use super::html::Line;
use super::{labels, names};

/// One person, under the fullest spelling that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Person {
    pub name: String,
    pub title: Option<String>,
    pub role: Role,
    /// The whole entry of the list, without dashes: later labels may repeat it letter by letter.
    pub entry: String,
    words: Vec<String>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Roster {
    pub people: Vec<Person>,
}

/// More people than any call has.
const MAX_PEOPLE: usize = 250;

impl Roster {
    /// Adds someone, or fills in what was not known of them. Returns their place.
    pub fn add(&mut self, name: &str, title: Option<&str>, role: Role, entry: &str) -> usize {
        let title = title.map(str::trim).filter(|title| !title.is_empty()).map(str::to_owned);
        let known = if name.trim().contains(' ') { self.find(name) } else { self.find_exactly(name) };
        if let Some(at) = known {
            let person = &mut self.people[at];
            if person.title.is_none() {
                person.title = title;
            }
            if person.role == Role::Unknown {
                person.role = role;
            }
            if person.entry.is_empty() {
                person.entry = squeeze(entry);
            }
            return at;
        }
        if self.people.len() >= MAX_PEOPLE {
            return self.people.len() - 1;
        }
        self.people.push(Person {
            name: name.trim().to_owned(),
            title,
            role,
            entry: squeeze(entry),
            words: names::tokens(name),
        });
        self.people.len() - 1
    }

    pub fn find_exactly(&self, name: &str) -> Option<usize> {
        let words = names::tokens(name);
        self.people.iter().position(|person| person.words == words)
    }

    /// Who is meant, if it can only be one person.
    pub fn find(&self, name: &str) -> Option<usize> {
        let words = names::tokens(name);
        if words.is_empty() {
            return None;
        }
        if let Some(at) = self.people.iter().position(|person| person.words == words) {
            return Some(at);
        }
        let mut fits = self.people.iter().enumerate().filter(|(_, person)| {
            if words.len() == 1 {
                // A given name or a surname alone will do only where nobody shares it.
                person.words.first() == words.first() || person.words.last() == words.last()
            } else {
                names::same_person(&person.words, &words)
            }
        });
        match (fits.next(), fits.next()) {
            (Some((at, _)), None) => Some(at),
            _ => None,
        }
    }

    /// Whose entry in the list this line repeats.
    pub fn find_entry(&self, line: &str) -> Option<usize> {
        let squeezed = squeeze(line);
        if squeezed.len() < 8 {
            return None;
        }
        self.people.iter().position(|person| !person.entry.is_empty() && person.entry == squeezed)
    }

    /// Whose name begins this line, where only firm and title follow it.
    pub fn find_prefix(&self, line: &str) -> Option<(usize, usize)> {
        self.people
            .iter()
            .enumerate()
            .filter(|(_, person)| person.words.len() >= 2 && person.name.len() >= 5)
            .filter(|(_, person)| {
                line.get(..person.name.len()).is_some_and(|start| start.eq_ignore_ascii_case(&person.name))
                    && !line[person.name.len()..].starts_with(char::is_alphanumeric)
            })
            .map(|(at, person)| (at, person.name.len()))
            .max_by_key(|(_, length)| *length)
    }
}

/// Letters and digits only, so that dashes and spaces do not matter.
pub(super) fn squeeze(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The people of the lists, where the lists begin and where they end. Their lines are left out of what was said.
pub(super) fn read(lines: &[Line]) -> (Roster, usize, usize) {
    let mut roster = Roster::default();
    let Some(start) =
        lines.iter().take(400).position(|line| labels::participants_heading(&line.text).is_some())
    else {
        return (roster, 0, 0);
    };
    let mut role = Role::Unknown;
    let mut at = start;
    let mut entries: Vec<(Line, Role)> = Vec::new();
    // Where a heading ends the list, a long line inside it is several entries run together, not speech.
    let headed = lines[start..].iter().take(120).any(|line| labels::prepared_heading(&line.text));
    while at < lines.len() && at < start + 200 {
        let line = &lines[at];
        if let Some(found) = labels::participants_heading(&line.text) {
            role = found;
        } else if labels::prepared_heading(&line.text)
            || labels::questions_heading(&line.text)
            || labels::is_operator(&line.text)
            || labels::read(&line.text).is_some_and(|label| !label.words.is_empty() && label.sure)
            || (!headed && line.text.len() > 320)
            || (!headed && line.text.len() > 90 && line.text.ends_with('.') && line.text.contains(". "))
        {
            break;
        } else {
            // Two columns of a table are two entries; the titles below them are two as well.
            entries.extend(cells(line).into_iter().map(|cell| (cell, role)));
        }
        at += 1;
    }
    let end = at;
    let columns = lines[start..end].iter().filter(|line| cells(line).len() > 1).count();
    if columns >= 2 {
        read_columns(&lines[start..end], &mut roster);
    } else {
        read_entries(&entries, &mut roster);
    }
    (roster, start, end)
}

/// Labels that no list explains: lines that come again word for word and end in a title.
pub(super) fn add_repeated(body: &[Line], roster: &mut Roster) {
    let mut counts: std::collections::HashMap<&str, usize> = std::collections::HashMap::new();
    for line in body.iter().filter(|line| line.text.len() <= 200 && is_title_line(&line.text)) {
        *counts.entry(line.text.as_str()).or_default() += 1;
    }
    let mut seen = std::collections::HashSet::new();
    let mut entries = Vec::new();
    for line in body {
        let again = counts.get(line.text.as_str()).is_some_and(|count| *count >= 2);
        let named = line.text.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
        if again
            && names::is_name_like(&named)
            && roster.find_entry(&line.text).is_none()
            && seen.insert(line.text.as_str())
        {
            entries.push((line.clone(), Role::Unknown));
        }
    }
    // Below a name stands the title alone; that is no entry.
    entries.retain(|(line, _)| {
        line.text.contains(" - ") || line.text.contains(" – ") || line.text.contains(" — ")
    });
    read_entries(&entries, roster);
}

fn cells(line: &Line) -> Vec<Line> {
    if !line.text.contains('\t') {
        return vec![line.clone()];
    }
    line.text
        .split('\t')
        .map(str::trim)
        .filter(|cell| cell.chars().any(char::is_alphanumeric))
        .map(|cell| Line { text: cell.to_owned(), bold: 0 })
        .collect()
}

/// Names side by side with the titles on the next row, or each row a name and its title.
fn read_columns(lines: &[Line], roster: &mut Roster) {
    let mut role = Role::Unknown;
    let mut row = 0;
    while row < lines.len() {
        if let Some(found) = labels::participants_heading(&lines[row].text) {
            role = found;
            row += 1;
            continue;
        }
        let here = cells(&lines[row]);
        let below = lines.get(row + 1).map(cells).unwrap_or_default();
        let named = here.iter().filter(|cell| names::is_name_like(&cell.text)).count();
        if named == here.len()
            && below.len() == here.len()
            && !below.iter().any(|cell| names::is_name_like(&cell.text))
        {
            for (name, title) in here.iter().zip(&below) {
                roster.add(&name.text, Some(&title.text), role, &format!("{} {}", name.text, title.text));
            }
            row += 2;
            continue;
        }
        if here.len() >= 2 && names::is_name_like(&here[0].text) {
            let title = here[1..].iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>().join(", ");
            roster.add(&here[0].text, Some(&title), role, &lines[row].text);
        } else {
            read_entries(&here.into_iter().map(|cell| (cell, role)).collect::<Vec<_>>(), roster);
        }
        row += 1;
    }
}

fn read_entries(entries: &[(Line, Role)], roster: &mut Roster) {
    let firm = shared_firm(entries);
    let mut at = 0;
    while at < entries.len() {
        let (line, role) = &entries[at];
        let text = line.text.trim_start_matches(['*', '•', '·', '-', ' ']);
        let offset = line.text.len() - text.len();
        let next = entries.get(at + 1).filter(|(_, next_role)| next_role == role);
        // A list wrapped over two lines: the second has no name of its own.
        let (name, title) = split_entry(text, line.bold.saturating_sub(offset), &firm);
        if !names::is_name_like(name) {
            at += 1;
            continue;
        }
        if title.is_empty()
            && let Some((below, _)) = next.filter(|(below, _)| is_title_line(&below.text))
        {
            let entry = format!("{text} {}", below.text);
            roster.add(name, Some(&below.text), role_of(*role, &below.text), &entry);
            at += 2;
            continue;
        }
        roster.add(name, Some(title), role_of(*role, title), text);
        at += 1;
    }
}

fn role_of(listed: Role, title: &str) -> Role {
    let lower = title.to_lowercase();
    if ["private investor", "shareholder", "individual investor", "stockholder"]
        .iter()
        .any(|word| lower.contains(word))
    {
        return Role::Shareholder;
    }
    match listed {
        // A list may lack its second heading.
        Role::Executive
            if lower.contains("research division")
                || lower.contains("equity analyst")
                || lower.contains("research analyst") =>
        {
            Role::Analyst
        }
        Role::Unknown if lower.contains("analyst") => Role::Analyst,
        Role::Unknown if names::has_title_word(title) && !names::has_analyst_word(title) => Role::Executive,
        other => other,
    }
}

pub(super) fn is_title_line(text: &str) -> bool {
    let shaped = text.len() <= 170 && !text.ends_with(['?', '!', ';']) && !text.contains(". ");
    shaped
        && (!text.ends_with('.')
            || [" Inc.", " Corp.", " Co.", " Ltd.", "L.P.", "N.A.", "S.A."]
                .iter()
                .any(|end| text.ends_with(end)))
        && text.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
        && (names::has_title_word(text)
            || names::has_analyst_word(text)
            || names::has_firm_or_heading_word(text))
        && !names::is_name_like(text)
        && text.split_whitespace().count() <= 24
}

/// The words that the entries under one heading share after the name: the company itself.
fn shared_firm(entries: &[(Line, Role)]) -> Vec<(String, String)> {
    let mut counts: std::collections::HashMap<(&str, &str), usize> = std::collections::HashMap::new();
    for (line, role) in entries {
        if matches!(role, Role::Executive | Role::Unknown) {
            let words: Vec<&str> = line.text.split_whitespace().collect();
            for pair in words.windows(2).skip(1).take(6) {
                *counts.entry((pair[0], pair[1])).or_default() += 1;
            }
        }
    }
    // All pairs that most entries share: two people of one surname share more than the firm.
    let most = counts.values().copied().max().filter(|count| *count >= 2);
    counts
        .into_iter()
        .filter(|(_, count)| Some(*count) == most)
        .map(|((first, second), _)| (first.to_owned(), second.to_owned()))
        .collect()
}

/// First words of the firms whose analysts are on calls; needed only where nothing else parts name and firm.
const FIRMS: &str = "KeyBanc Wells BofA Robert_W. Baird BMO Sidoti Stephens JP JPMorgan J.P. Goldman Morgan Citi Citigroup Barclays \
     Credit Crédit Deutsche UBS RBC Raymond Jefferies Jeffries Cowen Stifel Piper William_Blair Oppenheimer Needham D.A. D. \
     Keefe Sandler SunTrust Truist Evercore Wolfe Bernstein Susquehanna Roth Lake_Street Craig-Hallum Canaccord Northcoast \
     Northland B. Imperial Telsey Loop MKM Maxim Nomura Mizuho Macquarie Cleveland_Research CJS CL C.L. Thompson_Research Guggenheim \
     Leerink SVB Cantor H.C. Ladenburg Wedbush Benchmark Buckingham Longbow Seaport Gabelli G. G.research Johnson_Rice Tudor Simmons \
     Scotia Scotiabank TD National_Bank CIBC Topeka Dougherty Crystal Aegis Consumer Hovde FIG Monness Rosenblatt Summit Pacific_Crest \
     Bank_of_America Merrill BTIG B.Riley FBR JMP Janney Brean Noble Zacks Great_Lakes Cannonball Boenning HSBC ISI Societe Berenberg \
     Exane BNP Redburn Atlantic Argus Morningstar Vertical Melius Gordon Nephron Verity Verition Feltl First_Analysis Avondale Singular \
     Colliers Alliance Global_Hunter Height Heikkinen Capital Williams_Trading";

/// Where the name ends in "Name Firm - Title": at the bold's end, a separator, the company's own name, or a known firm.
fn split_entry<'a>(text: &'a str, bold: usize, firm: &[(String, String)]) -> (&'a str, &'a str) {
    if bold > 0 && bold < text.len() && text.is_char_boundary(bold) {
        let name = text[..bold]
            .trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '–' | '—' | ',' | ':'));
        if names::is_name_like(name) {
            let rest = text[bold..]
                .trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '–' | '—' | ',' | ':'));
            return (name, rest);
        }
    }
    let (who, about) = labels::split_who(text);
    // "Name ACME, Inc.": a last word in capitals is the firm's.
    let shouted = who.rsplit(' ').next().filter(|last| {
        last.len() >= 3
            && last.chars().all(|c| c.is_ascii_uppercase())
            && !names::has_firm_or_heading_word(last)
    });
    if let Some(cut) = shouted.map(|last| who.len() - last.len()).filter(|&cut| {
        who.split_whitespace().count() <= 4 && names::is_name_like(&who[..cut]) && !starts_a_firm(&who[..cut])
    }) {
        return (who[..cut].trim(), text[cut..].trim());
    }
    if names::is_name_like(who) && who.split_whitespace().count() <= 3 && !starts_a_firm(who) {
        return (who, about);
    }
    let starts: Vec<usize> = text
        .char_indices()
        .filter(|(at, c)| *at > 0 && !c.is_whitespace() && text[..*at].ends_with(' '))
        .map(|(at, _)| at)
        .collect();
    for (count, &at) in starts.iter().enumerate().take(6) {
        // Before position `at` stand `count + 1` words.
        let (before, rest) = (text[..at].trim(), &text[at..]);
        if count == 0 || !names::is_name_like(before) {
            continue;
        }
        let mut words = rest.split_whitespace();
        let (first, second) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        let whole = before.split_whitespace().filter(|word| word.trim_matches('.').len() >= 2).count() >= 2;
        let own = whole && firm.iter().any(|(one, two)| first == one && second == two);
        let known = is_firm(first, second);
        let suffix =
            names::has_firm_or_heading_word(first) && !names::is_name_like(&format!("{before} {first}"));
        if own || known || suffix {
            // "Name Some Capital": the word before a firm's word belongs to the firm.
            return if suffix && !own && !known && count >= 2 && before.split_whitespace().count() >= 3 {
                let cut = before.rfind(' ').unwrap_or(before.len());
                (text[..cut].trim(), text[cut..].trim())
            } else {
                (before, rest)
            };
        }
    }
    if names::is_name_like(who) { (who, about) } else { (text, "") }
}

fn is_firm(first: &str, second: &str) -> bool {
    let first = first.trim_end_matches(',');
    FIRMS.split(' ').any(|firm| match firm.split_once('_') {
        Some((one, two)) => first == one && (second == two || second.trim_end_matches(',') == two),
        None => first == firm,
    })
}

fn starts_a_firm(who: &str) -> bool {
    let words: Vec<&str> = who.split_whitespace().collect();
    words.windows(2).skip(1).any(|pair| is_firm(pair[0], pair[1]))
        || words.len() > 2 && words.last().is_some_and(|last| is_firm(last, ""))
}
