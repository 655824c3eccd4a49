//! What operators decide about narratives. A name and a mute hold at once; what concerns stories is done by whoever grows
//! narratives, in the order in which it was decided. Whatever a person decided about pins the narrative.

use super::{CURRENT, Narratives};
use crate::Error;
use crate::db::{Outcome, Row, Statement, values};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Call it this.
    Rename(String),
    /// It is another one too; this one is no more and leads there.
    MergeInto(String),
    /// These stories are a narrative of their own.
    Split(Vec<String>),
    Pin,
    Unpin,
    /// Leave it out of lists.
    Mute,
    Unmute,
}

/// A decision that waits to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    pub number: i64,
    pub narrative: String,
    pub decision: Decision,
}

impl Decision {
    pub fn kind(&self) -> &'static str {
        match self {
            Decision::Rename(_) => "rename",
            Decision::MergeInto(_) => "merge",
            Decision::Split(_) => "split",
            Decision::Pin => "pin",
            Decision::Unpin => "unpin",
            Decision::Mute => "mute",
            Decision::Unmute => "unmute",
        }
    }

    fn argument(&self) -> String {
        match self {
            Decision::Rename(name) => name.clone(),
            Decision::MergeInto(other) => other.clone(),
            Decision::Split(stories) => stories.join(" "),
            Decision::Pin | Decision::Unpin | Decision::Mute | Decision::Unmute => String::new(),
        }
    }

    fn read(kind: &str, argument: String) -> Option<Decision> {
        Some(match kind {
            "rename" => Decision::Rename(argument),
            "merge" => Decision::MergeInto(argument),
            "split" => Decision::Split(argument.split_whitespace().map(str::to_owned).collect()),
            "pin" => Decision::Pin,
            "unpin" => Decision::Unpin,
            "mute" => Decision::Mute,
            "unmute" => Decision::Unmute,
            _ => return None,
        })
    }
}

impl Narratives {
    /// Keeps a decision about a narrative until it is done. False where there is no such narrative.
    pub async fn decide(&self, narrative: &str, decision: &Decision) -> Result<bool, Error> {
        const NEXT: &str = "UPDATE counters SET value = value + 1 WHERE name = 'narrative_decisions'";
        const REVISION: &str = "UPDATE counters SET value = value + 1 WHERE name = 'narratives'";
        let keep = format!(
            "INSERT INTO narrative_decisions (number, kind, narrative, argument)
             SELECT (SELECT value FROM counters WHERE name = 'narrative_decisions'), CAST($2 AS TEXT), id,
                    CAST($3 AS TEXT)
               FROM narratives WHERE id = {CURRENT}"
        );
        let set = |what: &str| format!("UPDATE narratives SET {what} WHERE id = {CURRENT}");
        let mut unit = vec![
            Statement::new(NEXT, Vec::new()),
            Statement::new(keep, values![narrative, decision.kind(), decision.argument()]).guarded(),
        ];
        match decision {
            Decision::Rename(name) => {
                unit.push(Statement::new(set("given_name = $2"), values![narrative, name]));
            }
            Decision::Mute | Decision::Unmute => {
                let muted = i64::from(*decision == Decision::Mute);
                unit.push(Statement::new(set("muted = $2"), values![narrative, muted]));
            }
            Decision::MergeInto(_) | Decision::Split(_) | Decision::Pin | Decision::Unpin => {}
        }
        unit.push(Statement::new(REVISION, Vec::new()));
        Ok(matches!(self.db.commit(unit).await?, Outcome::Committed(_)))
    }

    /// Decisions that are not done yet, the first first.
    pub async fn waiting_decisions(&self) -> Result<Vec<Decided>, Error> {
        const SQL: &str = "SELECT number, narrative, kind, argument FROM narrative_decisions ORDER BY number";
        let decided = |mut row: Row| {
            let (number, narrative) = (row.get("number")?, row.get("narrative")?);
            let (kind, argument): (String, String) = (row.get("kind")?, row.get("argument")?);
            Ok(Decision::read(&kind, argument).map(|decision| Decided { number, narrative, decision }))
        };
        let rows = self.db.query(SQL, Vec::new()).await?;
        rows.into_iter().filter_map(|row| decided(row).transpose()).collect()
    }
}
