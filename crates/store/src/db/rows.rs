//! One statement for many rows, made from that for one.

/// So many rows are said at once; few lengths, so that few texts need to be prepared.
const LENGTHS: [usize; 5] = [256, 64, 16, 4, 1];

/// How many rows each of the statements for `rows` rows takes.
pub fn lengths(mut rows: usize) -> Vec<usize> {
    let mut taken = Vec::new();
    for length in LENGTHS {
        while rows >= length {
            taken.push(length);
            rows -= length;
        }
    }
    taken
}

/// The text for `rows` rows of `own` parameters each, from the text for one; parameters that are shared follow those of
/// all rows.
pub fn text(sql: &str, own: usize, rows: usize) -> String {
    let Some((start, end)) = list(sql) else { return sql.to_owned() };
    let mut text = String::with_capacity(sql.len() + (end - start) * rows * 2);
    renumbered(&sql[..start], own, rows, 0, &mut text);
    for row in 0..rows {
        if row > 0 {
            text.push_str(", ");
        }
        renumbered(&sql[start..end], own, rows, row, &mut text);
    }
    renumbered(&sql[end..], own, rows, 0, &mut text);
    text
}

/// Where the row stands: after VALUES with its brackets, after IN between them.
fn list(sql: &str) -> Option<(usize, usize)> {
    let values = sql.find("VALUES (").map(|at| (at + "VALUES ".len(), true));
    let (open, with_brackets) = values.or_else(|| sql.find("IN (").map(|at| (at + "IN ".len(), false)))?;
    let mut depth = 0;
    let close = sql[open..].find(|letter| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        depth == 0
    })?;
    Some(if with_brackets { (open, open + close + 1) } else { (open + 1, open + close) })
}

fn renumbered(part: &str, own: usize, rows: usize, row: usize, text: &mut String) {
    let mut pieces = part.split('$');
    text.push_str(pieces.next().unwrap_or(""));
    for piece in pieces {
        let digits = piece.bytes().take_while(u8::is_ascii_digit).count();
        let number: usize = piece[..digits].parse().unwrap_or(0);
        let number = if number > own { number + own * (rows - 1) } else { number + own * row };
        text.push('$');
        text.push_str(&number.to_string());
        text.push_str(&piece[digits..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_said_once_each_and_shared_parameters_follow() {
        let insert = "INSERT INTO t (a, b, c) VALUES ($1, lower($2), $3) ON CONFLICT (a) DO NOTHING";
        assert_eq!(text(insert, 3, 1), insert);
        assert_eq!(
            text(insert, 2, 2),
            "INSERT INTO t (a, b, c) VALUES ($1, lower($2), $5), ($3, lower($4), $5) ON CONFLICT (a) DO NOTHING"
        );
        assert_eq!(
            text("SELECT a FROM t WHERE b IN ($1) AND c > $2", 1, 3),
            "SELECT a FROM t WHERE b IN ($1, $2, $3) AND c > $4"
        );
    }

    #[test]
    fn lengths_add_up() {
        for rows in 0..2000 {
            assert_eq!(lengths(rows).iter().sum::<usize>(), rows);
        }
    }
}
