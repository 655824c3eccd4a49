//! The charges of one unit, added up: what is written for them, and how things stood after each. The same for one
//! charge and for many, wherever their holds are kept.

use std::collections::HashMap;
use std::hash::Hash;

use domain::{Credits, Day, Instant};

use super::hold_table::HoldTable;
use super::usage::{COUNT_ROUTE, COUNT_TOTAL, PURSES, month_of};
use super::{Hold, PurseState, Standing, purse_id, purse_state};
use crate::Error;
use crate::db::{Done, Row, Statement, Value, values};

/// A time later than any.
pub(super) const NEVER: i64 = i64::MAX;

/// Opens the purse or adds to it, and widens it when the account may use more than before. `$9` is what it may hold and
/// have used after these charges.
const CHARGE: &str = "
    INSERT INTO purses (id, account_id, key, source, period_start, period_end, allowance, used, held)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0)
    ON CONFLICT (id) DO UPDATE SET used = purses.used + excluded.used,
        allowance = CASE WHEN purses.allowance < excluded.allowance THEN excluded.allowance ELSE purses.allowance END
     WHERE purses.used + purses.held + excluded.used <= $9
    RETURNING used";

/// The same where the purse has set the credits aside: it is there, and has room for them.
const CHARGE_HELD: &str = "
    INSERT INTO purses (id, account_id, key, source, period_start, period_end, allowance, used, held)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0)
    ON CONFLICT (id) DO UPDATE SET used = purses.used + excluded.used, held = purses.held - excluded.used,
        allowance = CASE WHEN purses.allowance < excluded.allowance THEN excluded.allowance ELSE purses.allowance END
    RETURNING used";

/// An id that is there already refuses the unit.
const ENTRY: &str = "
    INSERT INTO entries (id, at, account_id, credential_id, purse_id, source, route, credits, micro_usd, day)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    ON CONFLICT (id) DO NOTHING";

/// A hold that is charged.
#[derive(Clone, Copy)]
pub(super) struct Charge<'a> {
    pub hold: &'a Hold,
    pub now: Instant,
}

/// Where the holds of the charges are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum HeldIn {
    /// The purse has set their credits aside: there is room for them.
    Store,
    /// Only this process knows of them: the purse is compared with the least that any of the charges may use.
    Memory,
}

/// The charges, and the sums of those that change the same row.
pub(super) struct Sums<'a> {
    charges: Vec<Charge<'a>>,
    purses: Rows<&'a str>,
    routes: Rows<(&'a str, Day, &'a str)>,
    totals: Rows<(&'a str, &'static str, Day)>,
    accounts: Rows<&'a str>,
    /// Which rows each charge changes.
    changes: Vec<Changes>,
}

struct Changes {
    purse: usize,
    today: usize,
    month: usize,
    account: usize,
}

/// Rows by their key, in the order of their first charge.
struct Rows<K> {
    places: HashMap<K, usize>,
    /// The place of the charge before.
    latest: Option<usize>,
    sums: Vec<(K, Sum)>,
}

struct Sum {
    /// One of its charges, for what they all have in common.
    one: usize,
    calls: i64,
    credits: i64,
    micro_usd: i64,
    least_allowed: Credits,
    most_allowed: Credits,
}

impl<K: Copy + Eq + Hash> Rows<K> {
    fn new() -> Rows<K> {
        Rows { places: HashMap::new(), latest: None, sums: Vec::new() }
    }

    fn add(&mut self, key: K, number: usize, charge: Charge<'_>) -> usize {
        // Neighbours are often alike, and comparing is quicker than hashing.
        let place = match self.latest {
            Some(place) if self.sums[place].0 == key => place,
            _ => *self.places.entry(key).or_insert(self.sums.len()),
        };
        self.latest = Some(place);
        let allowed = charge.hold.terms().allowance;
        if place == self.sums.len() {
            let sum = Sum {
                one: number,
                calls: 0,
                credits: 0,
                micro_usd: 0,
                least_allowed: allowed,
                most_allowed: allowed,
            };
            self.sums.push((key, sum));
        }
        let sum = &mut self.sums[place].1;
        sum.calls += 1;
        sum.credits += i64::from(charge.hold.credits.get());
        let micro_usd = i64::try_from(charge.hold.micro_usd.get()).unwrap_or(i64::MAX);
        sum.micro_usd = sum.micro_usd.saturating_add(micro_usd);
        sum.least_allowed = sum.least_allowed.min(allowed);
        sum.most_allowed = sum.most_allowed.max(allowed);
        place
    }
}

impl<K: Copy + Eq + Ord> Rows<K> {
    /// Where many processes write the same rows they do so in one order, so that none waits for another that waits for it.
    fn order(&self, held_in: HeldIn) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.sums.len()).collect();
        if held_in == HeldIn::Store {
            order.sort_unstable_by_key(|place| self.sums[*place].0);
        }
        order
    }

    fn map(&self, held_in: HeldIn, row: impl Fn(&(K, Sum)) -> Vec<Value>) -> Vec<Vec<Value>> {
        self.order(held_in).into_iter().map(|place| row(&self.sums[place])).collect()
    }

    /// What came back for each row, by its place.
    fn unmap(&self, held_in: HeldIn, mut rows: Vec<Row>) -> Result<Vec<Credits>, Error> {
        let mut found = vec![Credits::ZERO; self.sums.len()];
        for (place, row) in self.order(held_in).into_iter().zip(&mut rows) {
            found[place] = row.only()?;
        }
        Ok(found)
    }
}

impl<'a> Sums<'a> {
    pub fn of(charges: impl IntoIterator<Item = Charge<'a>>) -> Sums<'a> {
        let charges: Vec<Charge<'a>> = charges.into_iter().collect();
        let (mut purses, mut routes, mut totals, mut accounts) =
            (Rows::new(), Rows::new(), Rows::new(), Rows::new());
        let mut changes = Vec::with_capacity(charges.len());
        for (number, charge) in charges.iter().copied().enumerate() {
            let (hold, day) = (charge.hold, charge.now.day());
            let credential = hold.credential_id();
            routes.add((credential, day, &*hold.route), number, charge);
            changes.push(Changes {
                purse: purses.add(hold.purse_id(), number, charge),
                today: totals.add((credential, "day", day), number, charge),
                month: totals.add((credential, "month", month_of(day)), number, charge),
                account: accounts.add(hold.account_id(), number, charge),
            });
        }
        Sums { charges, purses, routes, totals, accounts, changes }
    }

    pub fn unit(&self, held_in: HeldIn) -> Vec<Statement> {
        let purse = |(id, sum): &(&str, Sum)| {
            let hold = self.charges[sum.one].hold;
            let terms = hold.terms();
            let mut row = values![
                *id,
                hold.account_id(),
                &terms.key,
                terms.source,
                terms.period_start,
                terms.period_end.map_or(NEVER, Instant::ms),
                sum.most_allowed,
                sum.credits,
            ];
            if held_in == HeldIn::Memory {
                row.push(i64::from(sum.least_allowed.get()).into());
            }
            row
        };
        let route = |((credential, day, route), sum): &((&str, Day, &str), Sum)| {
            let account = self.charges[sum.one].hold.account_id();
            values![*credential, *day, *route, account, sum.calls, sum.credits, sum.micro_usd]
        };
        let total = |((credential, span, first_day), sum): &((&str, &str, Day), Sum)| {
            values![*credential, *span, *first_day, sum.credits]
        };
        let purses = match held_in {
            HeldIn::Memory => Statement::many(CHARGE, self.purses.map(held_in, purse)).guarded(),
            HeldIn::Store => Statement::many(CHARGE_HELD, self.purses.map(held_in, purse)).together(),
        };
        let accounts = self.accounts.sums.iter().map(|(id, _)| values![*id]).collect();
        let earliest = self.charges.iter().map(|charge| charge.now).min().unwrap_or(Instant::from_ms(0));
        let routes = Statement::many(COUNT_ROUTE, self.routes.map(held_in, route)).together();
        let totals = Statement::many(COUNT_TOTAL, self.totals.map(held_in, total)).together();
        let shown = Statement::many(PURSES, accounts).sharing(values![earliest]).together();
        match held_in {
            HeldIn::Memory => {
                [purses, totals, shown, routes].into_iter().chain(self.entries_alike()).collect()
            }
            // The purses last: whoever sets credits aside waits for no more than they take, and the commit.
            HeldIn::Store => vec![self.entries(), routes, totals, purses, shown],
        }
    }

    /// One statement for all, which the server engine takes at once.
    fn entries(&self) -> Statement {
        let row = |Charge { hold, now }: &Charge<'_>| {
            values![
                &*hold.id,
                *now,
                hold.account_id(),
                hold.credential_id(),
                hold.purse_id(),
                hold.source(),
                &*hold.route,
                hold.credits,
                hold.micro_usd,
                now.day(),
            ]
        };
        Statement::many(ENTRY, self.charges.iter().map(row).collect()).guarded().together()
    }

    /// One statement for charges that differ in id and time only, in the order of their ids, in which the table grows.
    fn entries_alike(&self) -> impl Iterator<Item = Statement> {
        let mut charges = self.charges.clone();
        charges.sort_unstable_by(|one, other| (kind(one), &one.hold.id).cmp(&(kind(other), &other.hold.id)));
        let alike = charges.chunk_by(|one, other| kind(one) == kind(other));
        let statements: Vec<Statement> = alike
            .map(|charges| {
                let (hold, day) = (charges[0].hold, charges[0].now.day());
                let common = values![
                    hold.account_id(),
                    hold.credential_id(),
                    hold.purse_id(),
                    hold.source(),
                    &*hold.route,
                    hold.credits,
                    hold.micro_usd,
                    day,
                ];
                let each = charges.iter().map(|charge| values![&*charge.hold.id, charge.now]);
                Statement::many(ENTRY, each.collect()).sharing(common).guarded()
            })
            .collect();
        statements.into_iter()
    }

    /// From what the unit returned; tells the table of holds where they are in memory.
    pub fn standings(&self, done: Vec<Done>, holds: Option<&HoldTable>) -> Result<Vec<Standing>, Error> {
        let held_in = if holds.is_some() { HeldIn::Memory } else { HeldIn::Store };
        let mut done: Vec<Vec<Row>> = done.into_iter().map(|one| one.rows).collect();
        let mut rows = |place: usize| done.get_mut(place).map(std::mem::take).unwrap_or_default();
        let [purses, totals, shown] = match held_in {
            HeldIn::Memory => [0, 1, 2],
            HeldIn::Store => [3, 2, 4],
        }
        .map(&mut rows);
        let used: Vec<Credits> = self.purses.unmap(held_in, purses)?;
        let mut totals: Vec<Credits> = self.totals.unmap(held_in, totals)?;
        let used_of = |changes: &Changes| used.get(changes.purse).copied().unwrap_or(Credits::ZERO);
        if let Some(holds) = holds {
            let charged = self.charges.iter().zip(&self.changes);
            holds.charged(charged.map(|(charge, changes)| (charge.hold, used_of(changes))));
        }
        let mut accounts: Vec<Vec<Shown>> = self.accounts.sums.iter().map(|_| Vec::new()).collect();
        for mut row in shown {
            let id: String = row.get("account_id")?;
            if let Some(place) = self.accounts.places.get(id.as_str()) {
                accounts[*place].push(self.shown(&id, row, holds)?);
            }
        }

        // Backwards from how things stand now: before each charge there was less by what it took.
        let less =
            |total: &mut Credits, by: Credits| *total = Credits::new(total.get().saturating_sub(by.get()));
        let mut standings = Vec::with_capacity(self.charges.len());
        for (charge, changes) in self.charges.iter().zip(&self.changes).rev() {
            let purses = &mut accounts[changes.account];
            let mut open: Vec<PurseState> = purses
                .iter()
                .filter(|purse| purse.ends > charge.now.ms())
                .map(|purse| purse.state.clone())
                .collect();
            open.sort_by(|one, other| one.key.cmp(&other.key));
            standings.push(Standing {
                purses: open,
                credential_today: totals.get(changes.today).copied().unwrap_or(charge.hold.credits),
                credential_this_month: totals.get(changes.month).copied().unwrap_or(charge.hold.credits),
            });
            for total in [changes.today, changes.month] {
                if let Some(total) = totals.get_mut(total) {
                    less(total, charge.hold.credits);
                }
            }
            for purse in purses.iter_mut().filter(|purse| purse.changed == Some(changes.purse)) {
                less(&mut purse.state.used, charge.hold.credits);
            }
        }
        standings.reverse();
        Ok(standings)
    }

    fn shown(&self, account_id: &str, mut row: Row, holds: Option<&HoldTable>) -> Result<Shown, Error> {
        let mut state = purse_state(&mut row)?;
        let id = purse_id(account_id, &state.key);
        if let Some(holds) = holds {
            state.held = Credits::new(state.held.get().saturating_add(holds.held(&id).get()));
        }
        Ok(Shown {
            changed: self.purses.places.get(id.as_str()).copied(),
            state,
            ends: row.get("period_end")?,
        })
    }
}

/// What the entries of two charges have in common besides their day, if this is the same.
fn kind<'a>(charge: &Charge<'a>) -> (usize, usize, &'a str, Credits, i64) {
    let Charge { hold, now } = *charge;
    // Shared by all calls that came in with the same key within a second; more kinds than needed do no harm.
    let payer = std::sync::Arc::as_ptr(&hold.payer) as usize;
    (payer, hold.purse, &hold.route, hold.credits, now.day().number())
}

/// A purse of an account, and which of the changed ones it is.
struct Shown {
    state: PurseState,
    ends: i64,
    changed: Option<usize>,
}
