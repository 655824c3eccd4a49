//! Long silences: what lies on both sides of one is not the same narrative, which begins anew behind it.

use super::groups::Groups;
use super::grower::Grower;
use super::scope::Scope;

/// Days with stories, or days of the calendar, that lie between two stories of a narrative at most. Where the sources
/// themselves were silent, only the second counts.
const SILENCE: i64 = 120;
const LONG_SILENCE: i64 = 365;

/// From its first to its last day.
type Life = (i64, i64);

/// When the rows of a review were told.
pub(super) struct Eras {
    lives: Vec<Life>,
    /// Days with remembered stories, in order.
    covered: Vec<i64>,
}

impl Eras {
    pub fn of(grower: &Grower, scope: &Scope) -> Eras {
        let story =
            |id| grower.stories.get(id).map(|story| (story.first.day().number(), story.last.day().number()));
        let mut lives: Vec<Life> = scope.stories.iter().filter_map(story).collect();
        let mut covered: Vec<i64> = lives.iter().flat_map(|(first, last)| [*first, *last]).collect();
        covered.sort_unstable();
        covered.dedup();
        // When forgotten stories began is not known, and of earlier versions not when they ended.
        let past = |id: &_| grower.narratives.get(id).and_then(|narrative| narrative.past.last);
        let pasts = scope.narratives[lives.len()..].iter().map(|id| id.as_ref().and_then(past));
        lives.extend(pasts.map(|last| (i64::MIN, last.unwrap_or(i64::MAX))));
        Eras { lives, covered }
    }

    /// Parts groups at their silences; those that are fixed stay whole.
    pub fn part(&self, scope: &Scope, groups: &mut Groups, is_fixed: impl Fn(usize) -> bool) {
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); groups.sizes.len()];
        for (row, group) in groups.of.iter().enumerate() {
            group.iter().for_each(|group| members[*group].push(row));
        }
        for mut rows in members {
            if rows.iter().any(|row| is_fixed(*row)) {
                continue;
            }
            rows.sort_by_key(|row| self.lives[*row]);
            let (mut heard, mut part) = (None, None);
            for row in rows {
                let (first, last) = self.lives[row];
                if heard.is_some_and(|heard| self.is_silence(heard, first)) {
                    part = Some(groups.sizes.len());
                    groups.sizes.push(0.0);
                }
                groups.of[row] = part.or(groups.of[row]);
                heard = heard.max(Some(last));
            }
        }
        groups.measure(&scope.rows);
    }

    /// The lives of groups.
    pub fn spans(&self, groups: &Groups) -> Vec<Option<Life>> {
        let mut spans: Vec<Option<Life>> = vec![None; groups.sizes.len()];
        for (group, (first, last)) in groups.of.iter().zip(&self.lives) {
            if let Some(span) = group.map(|group| &mut spans[group]) {
                let (from, to) = span.unwrap_or((*first, *last));
                *span = Some((from.min(*first), to.max(*last)));
            }
        }
        spans
    }

    /// Whether no silence lies between a row and a group.
    pub fn reaches(&self, row: usize, span: Option<Life>) -> bool {
        let (first, last) = self.lives[row];
        span.is_none_or(|(from, to)| !self.is_silence(to, first) && !self.is_silence(last, from))
    }

    fn is_silence(&self, before: i64, after: i64) -> bool {
        let between = after.saturating_sub(before);
        let covered = || {
            let upto = |day: i64| self.covered.partition_point(|covered| *covered < day);
            (upto(after) - upto(before.saturating_add(1))) as i64
        };
        between > LONG_SILENCE || between > SILENCE && covered() >= SILENCE
    }
}
