use domain::Language;

use super::super::pieces::Folded;
use super::super::toward::{sentence, turn};
use super::super::words::Words;
use super::super::{read, read_in};
use super::*;

fn of(title: &str) -> Option<bool> {
    let words = Words::of(title, 200);
    turn(&words, sentence(&words, 0)).map(|turn| turn.relieves)
}

#[test]
fn a_dropped_case_relieves_and_an_ended_run_turns() {
    for title in [
        "SEC drops lawsuit against Harbor Exchange",
        "Judge dismisses fraud charges against Harbor founder",
        "Harbor Exchange lawsuit dismissed with prejudice",
        "SEC ends investigation into Harbor without charges",
        "Bitcoin ETFs snap five-day outflow streak",
        "Bitcoin ETFs end nine-day streak of outflows",
        "Bitcoin's losing streak is over",
        "Bitcoin losing streak ends at seven weeks",
    ] {
        assert_eq!(of(title), Some(true), "{title}");
    }
    for title in [
        "Bitcoin ETFs end eight-day inflow streak",
        "Bitcoin snaps seven-week winning streak",
        "Ethereum ETFs end nine-day streak of inflows",
    ] {
        assert_eq!(of(title), Some(false), "{title}");
    }
}

#[test]
fn what_is_asked_for_refused_or_taken_up_again_turns_nothing() {
    for title in [
        "Harbor asks court to dismiss SEC lawsuit",
        "Judge refuses to dismiss charges against Harbor founder",
        "Judge denies motion to dismiss case against Harbor",
        "SEC drops lawsuit against Harbor but files new charges",
        "Judge tosses Harbor's lawsuit against SEC",
        "Will the SEC drop its lawsuit against Harbor?",
        "Bitcoin drops in case of war",
        "Harbor agrees to pay $15 million in penalties to end a probe",
        "Harbor sued by investors as bitcoin drops",
        "Bitcoin ETFs extend inflow streak",
        "The case against Harbor is far from closed",
        "The SEC has yet to close its investigation into Harbor",
        "Nobody believes the SEC will drop the case against Harbor",
        "SEC dropped plans to drop its lawsuit against Harbor",
        "SEC dropped a new lawsuit on Harbor",
        "SEC dropped the case against Harbor, then filed a bigger one",
        "Bitcoin did not break its losing streak",
        "Bitcoin losing streak breaks records",
        "Bitcoin losing streak stretches over three weeks",
    ] {
        assert_eq!(of(title), None, "{title}");
    }
}

#[test]
fn who_is_relieved_is_read_so_and_who_drops_is_not() {
    let title = "SEC drops lawsuit against Harbor Exchange";
    let tone = read(title, "").tone;
    assert!(tone.positive > tone.negative, "{tone:?}");
    let words = Words::of(title, 200);
    let turn = turn(&words, (0, words.list.len())).expect("it turns");
    assert!(turn.touches(&(26..41)) && !turn.touches(&(0..3)));
}

#[test]
fn other_languages_know_it_too() {
    for (code, text) in [
        ("es", "La SEC retira la demanda contra Harbor"),
        ("pt", "SEC retira processo contra a Harbor"),
        ("fr", "La SEC abandonne les poursuites contre Harbor"),
        ("it", "La SEC ritira la causa contro Harbor"),
        ("de", "SEC stellt Verfahren gegen Harbor ein"),
        ("pl", "SEC wycofuje pozew przeciwko Harbor"),
        ("ru", "SEC отозвала иск против Harbor"),
        ("tr", "SEC, Harbor davasını geri çekti"),
        ("id", "SEC mencabut gugatan terhadap Harbor"),
        ("ja", "SEC、Harborへの訴訟を取り下げ"),
        ("zh", "SEC撤销对Harbor的诉讼"),
        ("ko", "SEC, Harbor 소송 취하"),
    ] {
        let language = Language::from_name(code).expect("one of ours");
        let folded = Folded::of(text, 200);
        let turn = of_characters(language, &folded, 0..folded.chars.len());
        assert!(turn.is_some_and(|turn| turn.relieves), "{text}");
        let tone = read_in(code, text, "").tone;
        assert!(tone.positive > tone.negative, "{text}: {tone:?}");
    }
}

#[test]
fn what_other_languages_deny_turns_nothing() {
    for (code, text) in [
        ("ja", "SECはHarborへの訴訟を取り下げなかった"),
        ("ja", "Harborの訴訟は棄却されなかった"),
        ("zh", "SEC没有撤销对Harbor的诉讼"),
        ("zh", "Harbor的诉讼未被驳回"),
        ("ko", "SEC, Harbor 소송 취하하지 않았다"),
    ] {
        let language = Language::from_name(code).expect("one of ours");
        let folded = Folded::of(text, 200);
        assert_eq!(of_characters(language, &folded, 0..folded.chars.len()), None, "{text}");
    }
    let text = "Die SEC hat die Klage gegen Harbor fallen gelassen";
    let folded = Folded::of(text, 200);
    let turn = of_characters(Language::German, &folded, 0..folded.chars.len());
    assert!(turn.is_some_and(|turn| turn.relieves));
}
