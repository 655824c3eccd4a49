//! A question as it was read, with what it needs and costs: the same by whichever door it came.

use admission::{Caller, Terms};
use domain::{Day, DayRange, Instant};
use runtime::error::{ApiError, Code};

use crate::{App, Entry, ParamReader, Prepared};

pub struct Question {
    pub reader: ParamReader,
    /// The work, or the first fault.
    pub prepared: Result<Prepared, ApiError>,
    pub terms: Terms,
    /// The only days that a test key reads.
    pub span: Option<DayRange>,
}

impl Question {
    /// `read` is what the caller gave; `fault` is what is wrong with how it is to be answered.
    pub fn read(
        app: &App,
        entry: &Entry,
        caller: &Caller,
        now: Instant,
        read: Result<ParamReader, ApiError>,
        fault: Option<ApiError>,
    ) -> Question {
        let span = caller.is_test().then(|| last_full_month(now.day()));
        let (mut reader, fault) = match read {
            Ok(reader) => (reader.within(span), fault),
            // Asked for nothing, it still names the default price, which a payment challenge states.
            Err(error) => (ParamReader::new(entry.route, vec![], vec![], Default::default()), Some(error)),
        };
        let mut prepared = (entry.prepare)(&mut reader);
        if let Some(error) = prepared.as_ref().ok().and_then(|prepared| unknown_name(app, prepared)) {
            prepared = Err(error);
        } else if prepared.is_err() {
            reader.note_rest(entry.parameters());
        }
        let terms = entry.terms(&reader);
        let fault = fault.or_else(|| span.and_then(|_| outside_of_test(entry, &terms)));
        Question { reader, prepared: fault.map_or(prepared, Err), terms, span }
    }
}

/// What nobody could answer is refused before it is paid for.
fn unknown_name(app: &App, prepared: &Prepared) -> Option<ApiError> {
    prepared.names.iter().find_map(|name| name.resolve(app).err())
}

/// The days that a test key reads.
fn last_full_month(today: Day) -> DayRange {
    let (year, month, _) = today.civil();
    let first = Day::from_civil(year, month, 1).unwrap_or(today);
    DayRange::inclusive(first.plus_months(-1), first.plus(-1)).unwrap_or(DayRange::single(today))
}

/// What costs and cannot be narrowed to the days of a test key is not for it.
fn outside_of_test(entry: &Entry, terms: &Terms) -> Option<ApiError> {
    let by_days =
        || entry.parameters().iter().any(|spec| spec.name == "startDate") && entry.protected_by.is_empty();
    (entry.tells_of_all_days || (terms.price() != metering::Price::FREE && !by_days())).then(|| {
        ApiError::new(
            Code::Forbidden,
            "A test key reads one month of the coverage, on routes that are asked by days. Use a live key here.",
        )
    })
}
