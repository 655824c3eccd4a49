use domain::Day;

use super::scale::{Scale, day_ticks};
use super::*;

fn day(text: &str) -> Day {
    Day::parse(text).expect("a day")
}

#[test]
fn scales_end_at_round_numbers_around_all_values() {
    for (values, low, high, ticks) in [
        (vec![3.0, 97.0], 0.0, 100.0, 3),
        (vec![61_234.0, 74_900.0], 60_000.0, 75_000.0, 4),
        (vec![-0.31, 0.12], -0.4, 0.2, 4),
        (vec![5.0], 4.5, 5.5, 3),
        (vec![0.0, 0.0], 0.0, 1.0, 3),
        (vec![], 0.0, 1.0, 3),
        (vec![f64::NAN, f64::INFINITY, 2.0, 4.0], 2.0, 4.0, 5),
    ] {
        let scale = Scale::around(values.iter().copied());
        assert!((scale.low - low).abs() < 1e-9 && (scale.high - high).abs() < 1e-9, "{values:?}: {scale:?}");
        assert_eq!(scale.ticks.len(), ticks, "{values:?}: {scale:?}");
    }
}

#[test]
fn numbers_are_written_for_people() {
    for (value, text) in [
        (1_234_567.0, "1,234,567"),
        (999.6, "1,000"),
        (12.34, "12.3"),
        (12.0, "12"),
        (0.5, "0.5"),
        (0.0341, "0.034"),
        (-2.5, "−2.5"),
        (-0.0001, "0"),
        (0.0, "0"),
        (f64::NAN, "–"),
    ] {
        assert_eq!(number(value), text);
    }
}

#[test]
fn days_at_an_axis_are_few() {
    for (first, last) in [
        ("2026-01-01", "2026-01-02"),
        ("2026-01-01", "2026-01-31"),
        ("2025-03-16", "2026-03-15"),
        ("2015-01-01", "2026-03-15"),
    ] {
        let ticks = day_ticks(day(first), day(last));
        assert!((1..=12).contains(&ticks.len()), "{first}: {ticks:?}");
        assert!(ticks.iter().all(|(at, _)| (day(first)..=day(last)).contains(at)), "{first}: {ticks:?}");
    }
}

#[test]
fn a_line_breaks_at_gaps_and_says_what_it_shows() {
    let start = day("2026-01-01");
    let points = [Some(10.0), Some(20.0), None, Some(30.0), None]
        .into_iter()
        .enumerate()
        .map(|(at, value)| (start.plus(at as i64), value));
    let series = [Series { name: "Index".into(), points: points.collect() }];
    let svg =
        line(&Line { id: "i", title: "The index", series: &series, bands: TONE_BANDS, unit: "", hits: &[] })
            .to_string();
    let path =
        svg.split("class=\"stroke s0\" d=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a path");
    assert_eq!(path.matches('M').count(), 2, "{path}");
    assert!(path.ends_with("h.1"), "{path}");
    assert!(svg.contains("Index: from 10 on 2026-01-01 to 30 on 2026-01-04; least 10, most 30."), "{svg}");
    assert_eq!(svg.matches("class=\"band").count(), 5);
}

#[test]
fn nothing_to_draw_is_drawn_too() {
    let empty = [Series { name: "Index".into(), points: Vec::new() }];
    let plots = [
        line(&Line { id: "a", title: "t", series: &empty, bands: &[], unit: "", hits: &[] }),
        line(&Line { id: "a", title: "t", series: &[], bands: &[], unit: "", hits: &[] }),
        bars(&Bars { id: "a", title: "t", bars: &[], most: None, overlay: &[] }),
        stacked(&Stacked { id: "a", title: "t", names: &["x"], classes: &[], stacks: &[] }),
        ranking(&Ranking { id: "a", title: "t", bars: &[], unit: "" }),
    ];
    for plot in plots {
        let plot = plot.to_string();
        assert!(plot.starts_with("<svg") && plot.ends_with("</svg>"), "{plot}");
        assert!(!plot.contains("NaN") && !plot.contains("inf"), "{plot}");
    }
    assert_eq!(sparkline(&[Some(1.0)]).to_string(), "");
    assert!(!meter(f64::NAN, "s0").to_string().contains("NaN"));
}

#[test]
fn hostile_labels_stay_text() {
    let bad = "</text><script>alert(1)</script>\"'&";
    let one = || {
        vec![Bar {
            label: bad.into(),
            value: Some(1.0),
            interval: Some((f64::MIN, f64::MAX)),
            class: "s0",
            hit: None,
        }]
    };
    let plots = [
        bars(&Bars { id: bad, title: bad, bars: &one(), most: Some(100.0), overlay: &[] }),
        ranking(&Ranking { id: bad, title: bad, bars: &one(), unit: bad }),
        stacked(&Stacked {
            id: bad,
            title: bad,
            names: &[bad],
            classes: &[],
            stacks: &[Stack { label: bad.into(), parts: vec![1.0, -2.0], hit: None }],
        }),
        line(&Line {
            id: bad,
            title: bad,
            series: &[Series { name: bad.into(), points: vec![(day("2026-01-01"), Some(1.0))] }],
            bands: &[],
            unit: bad,
            hits: &[(day("2026-01-01"), Hit { text: bad.into(), href: bad.into() })],
        }),
    ];
    for plot in plots {
        let plot = plot.to_string();
        assert!(!plot.contains("<script"), "{plot}");
        assert!(!plot.contains("NaN") && !plot.contains("inf"), "{plot}");
    }
}

#[test]
fn bars_below_zero_hang_from_the_line() {
    let bars_in = [("up", 2.0), ("down", -1.0)].map(|(label, value)| Bar {
        label: label.into(),
        value: Some(value),
        interval: None,
        class: "s0",
        hit: None,
    });
    let svg = bars(&Bars { id: "b", title: "t", bars: &bars_in, most: None, overlay: &[] }).to_string();
    let rects: Vec<(f64, f64)> = svg
        .split("<rect class=\"s0\"")
        .skip(1)
        .map(|rect| {
            let take = |name: &str| {
                let rest = rect.split(&format!(" {name}=\"")).nth(1).expect("an attribute");
                rest.split('"').next().and_then(|text| text.parse::<f64>().ok()).expect("a number")
            };
            (take("y"), take("height"))
        })
        .collect();
    let [(up, up_height), (down, down_height)] = rects[..] else { panic!("{svg}") };
    assert!((up + up_height - down).abs() < 0.2, "both touch the line: {rects:?}");
    assert!((up_height / down_height - 2.0).abs() < 0.02, "{rects:?}");
}
