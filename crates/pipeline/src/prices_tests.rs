use super::*;

fn day(text: &str) -> Day {
    Day::parse(text).expect("a day")
}

#[track_caller]
fn check(text: &str, expect: &[(&str, f64)], refused: &[(usize, &str)]) {
    let read = read(text, day("2026-02-01")).expect("prices");
    let closes: Vec<(String, f64)> =
        read.closes.iter().map(|close| (close.day.to_string(), close.close)).collect();
    let wanted: Vec<(String, f64)> = expect.iter().map(|(day, close)| ((*day).to_owned(), *close)).collect();
    assert_eq!(closes, wanted);
    assert_eq!(read.refused.len(), refused.len(), "{:?}", read.refused);
    for (one, (line, words)) in read.refused.iter().zip(refused) {
        assert_eq!(one.line, *line, "{one:?}");
        assert!(one.reason.contains(words), "{one:?}");
    }
}

#[test]
fn columns_are_found_by_name_and_days_are_put_in_order() {
    check(
        "\u{feff}Open,\"Price_USD\",Date\r\n1,2.5,2026-01-02\r\n9,\"2.25\",2026-01-01T00:00:00Z\r\n\r\n",
        &[("2026-01-01", 2.25), ("2026-01-02", 2.5)],
        &[],
    );
}

#[test]
fn each_bad_line_is_named_with_its_reason() {
    check(
        "date,close\n2026-01-01,100\n2026-01-02,\n2026-01-03,-5\n2026-01-04,0\n2026-01-01,101\nyesterday,3\n\
         2026-01-05,abc\n2026-01-06,NaN\n2026-01-07,1e12\n2026-02-01,100\n2026-01-08\n2026-01-099,7\n",
        &[("2026-01-01", 100.0)],
        &[
            (3, "missing"),
            (4, "above zero"),
            (5, "above zero"),
            (6, "already, on line 2"),
            (7, "not a day"),
            (8, "not a number"),
            (9, "above zero"),
            (10, "absurd"),
            (11, "not over"),
            (12, "missing"),
            (13, "not a day"),
        ],
    );
}

#[test]
fn a_slip_of_the_decimal_point_is_absurd_beside_its_neighbours() {
    let text = "date,price\n2026-01-01,61000\n2026-01-02,62000\n2026-01-03,6250\n2026-01-04,630000\n2026-01-05,62500\n\
                2026-01-06,61500\n";
    check(
        text,
        &[
            ("2026-01-01", 61000.0),
            ("2026-01-02", 62000.0),
            ("2026-01-03", 6250.0),
            ("2026-01-05", 62500.0),
            ("2026-01-06", 61500.0),
        ],
        &[(5, "absurd beside")],
    );
}

#[test]
fn what_is_no_list_of_prices_is_said_to_be_none() {
    let today = day("2026-02-01");
    assert!(read("", today).is_err());
    assert!(
        read("date,value,classification\n2026-01-01,30,Fear\n", today).is_err_and(|e| e.contains("close"))
    );
    assert!(read("close\n1\n", today).is_err_and(|e| e.contains("date")));
}
