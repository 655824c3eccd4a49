use super::*;

#[test]
fn every_day_has_one_name() {
    let mut previous = None;
    for number in Day::MIN.number()..=Day::MAX.number() {
        let day = Day::from_number(number).expect("inside the range");
        let (year, month, date) = day.civil();
        assert_eq!(Day::from_civil(year, month, date), Some(day));
        assert!(previous < Some((year, month, date)), "the calendar runs forwards at {day}");
        previous = Some((year, month, date));
    }
    assert_eq!(previous, Some((9999, 12, 31)));
}

#[test]
fn days_are_read_strictly() {
    let day = |text| Day::parse(text);
    assert_eq!(day("2024-02-29").map(Day::number), Ok(19_782));
    assert_eq!(day("1970-01-01").map(Day::number), Ok(0));
    assert_eq!(day("2023-02-29"), Err(TimeError::Impossible));
    assert_eq!(day("1900-02-29"), Err(TimeError::Impossible));
    assert_eq!(day("2024-13-01"), Err(TimeError::Impossible));
    assert_eq!(day("2024-00-10"), Err(TimeError::Impossible));
    for text in [
        "",
        "2024-1-01",
        "2024/01/01",
        "20240101",
        " 2024-01-01",
        "2024-01-01T00:00:00Z",
        "२०२४-०१-०१",
        "+024-01-01",
    ] {
        assert_eq!(day(text), Err(TimeError::Malformed), "{text:?}");
    }
}

#[test]
fn instants_are_read_with_any_offset() {
    let ms = |text: &str| Instant::parse(text).map(Instant::ms);
    assert_eq!(ms("1970-01-01T00:00:00Z"), Ok(0));
    assert_eq!(ms("1970-01-01T01:00:00+01:00"), Ok(0));
    assert_eq!(ms("1969-12-31 19:00:00.5-0500"), Ok(500));
    assert_eq!(ms("1970-01-01T00:00Z"), Ok(0));
    assert_eq!(ms("2016-12-31T23:59:60Z"), ms("2016-12-31T23:59:59Z"));
    assert_eq!(ms("2026-01-31"), Ok(Day::parse("2026-01-31").expect("a day").start().ms()));
    assert_eq!(ms("2026-01-31T24:00:00Z"), Err(TimeError::Impossible));
    for text in [
        "2026-01-31T09:30:00",
        "2026-01-31X09:30:00Z",
        "2026-01-31T9:30:00Z",
        "2026-01-31T09:30:00.Ｚ1Z",
        "now",
    ] {
        assert_eq!(ms(text), Err(TimeError::Malformed), "{text:?}");
    }
}

#[test]
fn an_instant_prints_as_it_is_read() {
    for ms in [0, 1, 999, 1000, 1_767_225_599_999, -1, -86_400_001, 253_402_300_799_999] {
        let instant = Instant::from_ms(ms);
        assert_eq!(Instant::parse(&instant.rfc3339()), Ok(instant));
    }
}

#[test]
fn the_midnight_second_belongs_to_its_day() {
    let day = Day::parse("2024-02-29").expect("a day");
    assert_eq!(day.end().day(), day);
    assert_eq!(day.end().plus_ms(1).day(), day.plus(1));
    assert_eq!(day.plus(1).to_string(), "2024-03-01");
}

#[test]
fn months_keep_the_date_or_its_nearest_before() {
    let plus = |text, months| Day::parse(text).expect("a day").plus_months(months).to_string();
    assert_eq!(plus("2024-01-31", 1), "2024-02-29");
    assert_eq!(plus("2023-01-31", 1), "2023-02-28");
    assert_eq!(plus("2023-12-31", 2), "2024-02-29");
    assert_eq!(plus("2024-03-31", -1), "2024-02-29");
    assert_eq!(plus("2024-05-15", -17), "2022-12-15");
}

#[test]
fn a_range_is_never_backwards_and_the_one_before_touches_it() {
    let day = |text| Day::parse(text).expect("a day");
    assert!(DayRange::inclusive(day("2024-03-02"), day("2024-03-01")).is_none());
    let range = DayRange::inclusive(day("2024-03-01"), day("2024-03-07")).expect("forwards");
    assert_eq!(range.length(), 7);
    assert_eq!(range.days().count(), 7);
    let before = range.before();
    assert_eq!((before.first(), before.last()), (day("2024-02-23"), day("2024-02-29")));
    assert_eq!(day("2026-11-15").weekday(), 6);
}
