//! The written form of a line, its hash, and the proof that no line was altered or taken out.
//!
//! The form is fixed: a line that was hashed once must hash the same for ever. Whoever can write to the database can
//! also drop its triggers and make a new chain; a head that was noted elsewhere shows that.

use domain::hash::{hash256, to_hex};

use super::{AuditLog, Line};
use crate::Error;
use crate::db::values;

pub(super) const BEFORE_THE_FIRST: [u8; 32] = [0; 32];

/// The counters that name the last line apart from the log.
pub(super) const NUMBER_NOTED: &str = "audit_log";
pub(super) const HASH_NOTED: &str = "audit_log_hash";

/// As much of a hash as a counter holds.
pub(super) fn noted_hash(hash: &[u8; 32]) -> i64 {
    let mut short = [0; 8];
    short.copy_from_slice(&hash[..8]);
    i64::from_be_bytes(short)
}

/// The last line: its number and its hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    pub number: i64,
    pub hash: [u8; 32],
}

impl std::fmt::Display for Head {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}:{}", self.number, to_hex(&self.hash))
    }
}

impl std::str::FromStr for Head {
    type Err = String;

    fn from_str(text: &str) -> Result<Head, String> {
        let wrong =
            || format!("{text:?} is no head of the log such as 12:9f3a…, as `bellwether audit` prints it");
        let (number, hash) = text.split_once(':').ok_or_else(wrong)?;
        let hash = domain::hash::from_hex(hash).ok_or_else(wrong)?;
        Ok(Head { number: number.parse().map_err(|_| wrong())?, hash })
    }
}

/// What reading the whole log showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    pub lines: i64,
    pub head: Head,
    /// Empty when all is well; at most `MAX_FAULTS`.
    pub faults: Vec<Fault>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub number: i64,
    pub what: &'static str,
}

const MAX_FAULTS: usize = 100;
const LINES_AT_ONCE: u32 = 1000;

impl AuditLog {
    /// Reads every line and follows the chain. `noted`: a head from before, which must still be there.
    pub async fn verify(&self, noted: Option<Head>) -> Result<Verified, Error> {
        let mut verified =
            Verified { lines: 0, head: Head { number: 0, hash: BEFORE_THE_FIRST }, faults: Vec::new() };
        let mut noted = noted.filter(|noted| noted.number > 0);
        loop {
            let lines = self.after(verified.head.number, LINES_AT_ONCE).await?;
            if lines.is_empty() {
                break;
            }
            for line in lines {
                verified.follow(&line);
                if let Some(head) = noted.take_if(|noted| noted.number <= line.number)
                    && (head.number, head.hash) != (line.number, line.hash)
                {
                    verified.fault(head.number, "is not the line that was noted under this number");
                }
            }
        }
        if let Some(head) = noted {
            verified.fault(head.number, "was noted before and is gone");
        }
        self.compare_end(&mut verified).await?;
        Ok(verified)
    }

    /// Whether the log ends where the store noted its end. What an earlier version wrote last was not noted.
    async fn compare_end(&self, verified: &mut Verified) -> Result<(), Error> {
        let sql = "SELECT name, value FROM counters WHERE name IN ($1, $2)";
        let (mut number, mut hash) = (0, 0);
        for mut row in self.recorder.db.query(sql, values![NUMBER_NOTED, HASH_NOTED]).await? {
            match row.get::<String>("name")? == NUMBER_NOTED {
                true => number = row.get("value")?,
                false => hash = row.get("value")?,
            }
        }
        let head = verified.head;
        if number > head.number {
            verified.fault(number, "was the last line and is gone: the end of the log is missing");
        } else if number == head.number && hash != 0 && hash != noted_hash(&head.hash) {
            verified.fault(number, "is not the line that was written last");
        }
        Ok(())
    }
}

impl Verified {
    fn follow(&mut self, line: &Line) {
        if line.number != self.head.number + 1 {
            self.fault(line.number, "does not follow the line before it: lines are missing");
        } else if line.previous != self.head.hash {
            self.fault(line.number, "names another line before it");
        }
        if hash(line) != line.hash {
            self.fault(line.number, "was altered after it had been written");
        }
        self.lines += 1;
        self.head = Head { number: line.number, hash: line.hash };
    }

    fn fault(&mut self, number: i64, what: &'static str) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(Fault { number, what });
        }
    }
}

/// Of everything in a line but itself.
pub(super) fn hash(line: &Line) -> [u8; 32] {
    hash256(written(line).as_bytes())
}

/// Each part with its length, so that no two lines are written alike.
fn written(line: &Line) -> String {
    let mut text = String::from("bellwether audit line 1\n");
    let mut part = |name: &str, value: Option<&str>| match value {
        Some(value) => text.push_str(&format!("{name} {} {value}\n", value.len())),
        None => text.push_str(&format!("{name} -\n")),
    };
    part("number", Some(&line.number.to_string()));
    part("at", Some(&line.at.ms().to_string()));
    part("actor", Some(line.actor.kind.name()));
    part("actor id", line.actor.id.as_deref());
    part("actor name", Some(&line.actor.name));
    part("account", line.account_id.as_deref());
    part("action", Some(line.action.name()));
    part("target", Some(&line.target));
    part("before", line.before.as_deref());
    part("after", line.after.as_deref());
    part("address", line.address.as_deref());
    part("times", Some(&line.times.to_string()));
    part("previous", Some(&to_hex(&line.previous)));
    text
}

#[cfg(test)]
mod tests {
    use super::super::{Action, Actor};
    use super::*;
    use domain::Instant;

    /// Lines of years ago must still hash to this.
    #[test]
    fn the_written_form_stays_as_it_is() {
        let mut line = Line {
            number: 7,
            at: Instant::from_ms(1_767_225_600_000),
            actor: Actor::person("person_1", "änn"),
            account_id: Some("acc_1".into()),
            action: Action::PlanSet,
            target: "acme".into(),
            before: Some("plan=free".into()),
            after: Some("plan=pro".into()),
            address: None,
            times: 1,
            previous: [1; 32],
            hash: [0; 32],
        };
        assert_eq!(
            written(&line),
            "bellwether audit line 1\nnumber 1 7\nat 13 1767225600000\nactor 6 person\nactor id 8 person_1\n\
             actor name 4 änn\naccount 5 acc_1\naction 16 account.plan_set\ntarget 4 acme\nbefore 9 plan=free\n\
             after 8 plan=pro\naddress -\ntimes 1 1\nprevious 64 0101010101010101010101010101010101010101010101010101010101010101\n"
        );
        assert_eq!(to_hex(&hash(&line)), GOLDEN);
        line.address = Some("-".into());
        assert_ne!(to_hex(&hash(&line)), GOLDEN, "nothing and a dash are two things");
    }

    const GOLDEN: &str = "1fc55b0cd96b25f023fe771704adc098820b7e1fed4b441133b631221570bd01";

    #[test]
    fn a_head_is_read_as_it_is_printed() {
        let head = Head { number: 12, hash: [0xab; 32] };
        assert_eq!(head.to_string().parse(), Ok(head));
        for text in ["", "12", "12:ab", "x:00"] {
            assert!(text.parse::<Head>().is_err(), "{text}");
        }
    }
}
