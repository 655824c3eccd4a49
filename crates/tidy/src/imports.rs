//! What a file names of its own crate: paths that begin with `crate`, `super` or `self`.

/// Every such path of the code, tests and comments left out, as its segments.
pub fn own_paths(code: &str) -> Vec<Vec<String>> {
    let code = plain(code);
    let mut found = Vec::new();
    let mut rest = code.as_str();
    while let Some(at) = next_start(rest) {
        rest = &rest[at..];
        let end = rest.find([';', '(', ')', '<', '>', '=', '&', '.', '!']).unwrap_or(rest.len());
        // A group of imports may run over several lines; everything else ends at a blank.
        let tree = match rest[..end].contains('{') {
            true => &rest[..rest.find(';').unwrap_or(rest.len())],
            false => rest[..end].split([' ', '\n', ',', '}', '{']).next().unwrap_or(""),
        };
        let tree = if balanced(tree) { tree } else { tree.split('{').next().unwrap_or("") };
        expand(&[], tree, &mut found);
        rest = &rest[5.min(rest.len())..];
    }
    found
}

/// Where the next path of our own begins.
fn next_start(text: &str) -> Option<usize> {
    let starts = ["crate::", "super::", "self::"];
    let mut from = 0;
    loop {
        let at = starts.iter().filter_map(|start| text[from..].find(start)).min()? + from;
        let before = text[..at].chars().next_back();
        if before.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != ':' && c != '$') {
            return Some(at);
        }
        from = at + 5;
    }
}

/// Without comments and without what follows the first test module.
fn plain(code: &str) -> String {
    let code = code.split("#[cfg(test)]\nmod").next().unwrap_or(code);
    let line = |line: &str| line.find("//").map_or(line, |at| &line[..at]).to_owned();
    code.lines().map(|text| line(text) + "\n").collect()
}

fn balanced(tree: &str) -> bool {
    tree.matches('{').count() == tree.matches('}').count()
}

fn expand(prefix: &[String], tree: &str, found: &mut Vec<Vec<String>>) {
    let tree = tree.trim();
    let segments = |text: &str| -> Vec<String> {
        let names = text.split("::").map(|name| name.split_whitespace().next().unwrap_or("").to_owned());
        names.filter(|name| !name.is_empty()).collect()
    };
    let Some(open) = tree.find('{') else {
        let path = [prefix, &segments(tree)].concat();
        if !path.is_empty() {
            found.push(path);
        }
        return;
    };
    let head = [prefix, &segments(&tree[..open])].concat();
    let close = tree.rfind('}').unwrap_or(tree.len());
    let (mut depth, mut from, inner) = (0, 0, &tree[open + 1..close.max(open + 1)]);
    for (at, c) in inner.char_indices().chain([(inner.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let part = inner[from..at].trim();
                if !part.is_empty() {
                    expand(&head, part, found);
                }
                from = at + 1;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::own_paths;

    fn shown(code: &str) -> Vec<String> {
        own_paths(code).into_iter().map(|path| path.join("::")).collect()
    }

    #[test]
    fn groups_are_taken_apart() {
        assert_eq!(
            shown("use crate::a::{self, B, c::{D, E as F}};\nuse std::x::Y;"),
            ["crate::a::self", "crate::a::B", "crate::a::c::D", "crate::a::c::E"]
        );
    }

    #[test]
    fn paths_in_code_count_and_comments_do_not() {
        let code =
            "fn f() { super::g(crate::h::I); } // crate::no\n#[cfg(test)]\nmod tests { use super::*; }";
        assert_eq!(shown(code), ["super::g", "crate::h::I"]);
    }

    #[test]
    fn other_names_that_end_so_do_not_count() {
        assert!(shown("use mycrate::a; $crate::b").is_empty());
    }
}
