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
        "New York judge dismisses lawsuit against Harbor",
        "Bitcoin's selloff ends",
        "Bitcoin slump is over",
        "Bitcoin, ether rally as ETFs end outflow streak",
        "Judge dismisses lawsuit against Harbor on May 12",
        "SEC drops case against Harbor sooner than expected",
        "Bitcoin snaps seven-week losing streak as traders expect Fed cut",
        "Harbor told investors that the SEC dropped its lawsuit",
        "Harbor said in a press release that the SEC dropped its case",
        "Selling pressure eases as bitcoin ends losing streak",
        "Demand for ETFs returns as bitcoin snaps losing streak",
        "Bitcoin ETFs end record 13-day outflow streak",
        "In May the SEC dropped its lawsuit against Harbor",
    ] {
        assert_eq!(of(title), Some(true), "{title}");
    }
    for title in [
        "Bitcoin ETFs end eight-day inflow streak",
        "Bitcoin snaps seven-week winning streak",
        "Ethereum ETFs end nine-day streak of inflows",
        "Bitcoin's rally ends",
        "Bitcoin rally ends as traders take profit",
        "Bitcoin rally is over",
        "Bitcoin ends its seven-week rally",
        "Bitcoin's bull run ends",
        "Fund sees end of the bull run",
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
        "A group of lawmakers urged the head of the SEC to drop its case against Harbor",
        "Senators urged the Securities and Exchange Commission on Monday to drop its case against Harbor",
        "Harbor is lobbying the SEC to drop its lawsuit",
        "Harbor pressed the SEC to drop the investigation",
        "Harbor lawsuit dismissed without prejudice and refiled",
        "Lawsuit against Harbor dismissed without prejudice, plaintiffs refile",
        "Judge dismisses lawsuit against Harbor with leave to refile",
        "Bitcoin ends week with rally",
        "Bitcoin ends March on winning streak",
        "Bitcoin rally is far from over",
        "Bitcoin's rally isn't over",
        "Fed ends rate hikes fueling bitcoin rally",
        "Bitcoin rally tops records",
        "Bitcoin eyes year-end rally as ETF inflows return",
        "End-of-year rally lifts ether",
        "End of the year rally lifts ether",
        "Shutdown end sparks crypto rally",
        "Standard Chartered sees bitcoin rally before year-end",
        "Quarter-end selloff drags bitcoin lower",
        "Bitcoin winning streak grows by month end",
        "Record-breaking winning streak lifts bitcoin",
        "Harbor books year-end charges",
        "Senators told the SEC to drop its case against Harbor",
        "Pressure on the SEC grows to drop its case against Harbor",
        "Harbor asks court on Monday for lawsuit to be dismissed",
    ] {
        assert_eq!(of(title), None, "{title}");
    }
}

#[test]
fn what_is_expected_elsewhere_hedges_nothing() {
    for (title, hedged) in [
        ("Judge dismisses lawsuit against Harbor on May 12", false),
        ("May 12: judge dismisses lawsuit against Harbor", false),
        ("Judge in May dismisses lawsuit against Harbor", false),
        ("SEC drops case against Harbor sooner than expected", false),
        ("Bitcoin snaps seven-week losing streak as traders expect Fed cut", false),
        ("Bitcoin may end losing streak", true),
        ("Traders expect SEC to drop case against Harbor", true),
    ] {
        let words = Words::of(title, 200);
        let turn = turn(&words, sentence(&words, 0)).unwrap_or_else(|| panic!("{title}"));
        assert_eq!(turn.hedged, hedged, "{title}");
    }
    let folded = Folded::of("比特币终结七周连跌，分析师称可能继续上涨", 200);
    let turn = of_characters(Language::Chinese, &folded, 0..folded.chars.len()).expect("it turns");
    assert!(turn.relieves && !turn.hedged);
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
fn what_only_may_end_is_neither_good_nor_bad() {
    for title in [
        "SEC may close investigation into Harbor",
        "SEC is likely to drop case against Harbor",
        "SEC expected to drop lawsuit against Harbor",
        "SEC reportedly considering dropping Harbor lawsuit",
        "The investigation into Harbor may be closed",
        "SEC could drop case against Harbor",
        "Bitcoin rally may be over",
        "Bitcoin losing streak is likely over",
    ] {
        let words = Words::of(title, 200);
        assert!(turn(&words, sentence(&words, 0)).is_some_and(|turn| turn.hedged), "{title}");
        let tone = read(title, "").tone;
        assert!(tone.positive < 0.5 && tone.negative < 0.5, "{title}: {tone:?}");
    }
    for (code, text) in [
        ("es", "La SEC podría retirar la demanda contra Harbor"),
        ("pt", "SEC pode retirar processo contra a Harbor"),
        ("tr", "SEC, Harbor davasını geri çekebilir"),
        ("ja", "SEC、Harborへの訴訟を取り下げる可能性"),
        ("zh", "SEC可能撤销对Harbor的诉讼"),
        ("ko", "SEC, Harbor 소송 취하할 수도"),
    ] {
        let tone = read_in(code, text, "").tone;
        assert!(tone.positive < 0.5 && tone.negative < 0.5, "{text}: {tone:?}");
    }
}

fn elsewhere(code: &str, text: &str) -> Option<bool> {
    let language = Language::from_name(code).expect("one of ours");
    let folded = Folded::of(text, 200);
    of_characters(language, &folded, 0..folded.chars.len()).map(|turn| turn.relieves)
}

#[test]
fn an_ended_run_turns_in_other_languages_too() {
    for (code, bad, good) in [
        ("de", "Bitcoin beendet seine Verlustserie", "Bitcoin beendet seine Gewinnserie"),
        ("de", "Die Verlustserie von Bitcoin ist vorbei", "Die Bitcoin-Rally endet"),
        ("de", "Bitcoin-ETFs beenden Abflussserie", "Bitcoin-ETFs beenden Zuflussserie"),
        ("es", "Bitcoin termina su racha de pérdidas", "Bitcoin termina su racha ganadora"),
        ("es", "Bitcoin pone fin a su racha bajista", "Termina el rally de bitcoin"),
        ("pt", "Bitcoin encerra sequência de perdas", "Bitcoin encerra sequência de altas"),
        ("fr", "Le bitcoin met fin à sa série de pertes", "Le bitcoin interrompt sa série de hausses"),
        ("it", "Bitcoin interrompe la serie negativa", "Bitcoin interrompe la serie di rialzi"),
        ("pl", "Bitcoin kończy serię spadków", "Bitcoin przerywa serię wzrostów"),
        ("ru", "Биткоин прервал серию падений", "Биткоин прервал серию роста"),
        ("tr", "Bitcoin kayıp serisini sonlandırdı", "Bitcoin yükseliş serisi sona erdi"),
        ("id", "Bitcoin mengakhiri tren penurunan", "Bitcoin mengakhiri tren kenaikan"),
        ("zh", "比特币终结七周连跌", "比特币终结七周连涨"),
        ("ja", "ビットコイン、7週続落に終止符", "ビットコイン、7週続伸に終止符"),
        ("ko", "비트코인, 7주 연속 하락 끝내", "비트코인, 7주 연속 상승 끝내"),
        ("pt", "Bitcoin põe fim à sequência de perdas", "É o fim da sequência de altas do bitcoin"),
        ("fr", "Le bitcoin met fin à sa série de pertes", "La série de hausses prend fin"),
        ("it", "Bitcoin mette fine alla serie negativa", "Bitcoin mette fine alla serie di rialzi"),
        ("es", "La racha bajista llega a su fin", "Bitcoin pone fin a su racha alcista"),
        ("pl", "Koniec serii spadków bitcoina", "Koniec hossy na rynku bitcoina"),
        ("ru", "После просадки биткоин прервал серию падений", "Конец ралли биткоина"),
        ("zh", "比特币打破连续三周下跌", "比特币结束了连续三周上涨"),
        ("zh", "比特币七周连跌终结", "比特币终结七周连涨，本周下跌5%"),
    ] {
        assert_eq!(elsewhere(code, bad), Some(true), "{bad}");
        assert_eq!(elsewhere(code, good), Some(false), "{good}");
        let [bad_tone, good_tone] = [bad, good].map(|text| read_in(code, text, "").tone);
        assert!(
            bad_tone.negative < 0.5 && good_tone.positive < 0.5,
            "{bad} {bad_tone:?} {good} {good_tone:?}"
        );
    }
    for (code, text) in [
        ("de", "Bitcoin beendet die Woche mit einer Rally"),
        ("de", "Bitcoin beendet seine Verlustserie nicht"),
        ("ko", "비트코인, 7일 연속 하락 마감"),
        ("ja", "ビットコイン、続落して取引を終えた"),
        ("ja", "メタプラネット株が続伸、一時ストップ高"),
        ("ja", "メタプラネット株が続落、一時ストップ安"),
        ("ja", "ビットコインの続落に歯止めかからず"),
        ("zh", "比特币连续三周上涨，打破历史纪录"),
        ("zh", "比特币连续三周上涨打破历史纪录"),
        ("zh", "美联储结束加息，比特币连续三周上涨"),
        ("zh", "美联储结束加息后比特币连续三周上涨"),
        ("ko", "비트코인, 7일 연속 상승 끝에 10만달러 돌파"),
        ("es", "Bitcoin extiende durante el fin de semana su racha alcista"),
        ("pt", "Bitcoin amplia no fim de semana sequência de altas"),
        ("fr", "Le bitcoin prolonge en fin de semaine sa série de hausses"),
        ("it", "Bitcoin allunga nel fine settimana la serie positiva"),
        ("de", "Am Ende eine Rally"),
        ("ru", "Биткоин продолжил серию роста под конец года"),
    ] {
        assert_eq!(elsewhere(code, text), None, "{text}");
    }
}

#[test]
fn what_is_asked_for_turns_nothing_in_other_languages() {
    for (code, text) in [
        ("es", "Los legisladores instaron a la SEC a retirar la demanda contra Harbor"),
        ("fr", "Des élus exhortent la SEC à abandonner les poursuites contre Harbor"),
        ("de", "Abgeordnete fordern, die SEC lässt die Klage gegen Harbor fallen"),
        ("pl", "Harbor wzywa SEC, aby wycofał pozew"),
        ("ru", "Harbor призывает SEC отозвать иск"),
        ("ko", "Harbor, SEC에 소송 취하 촉구"),
        ("ja", "Harbor、SECに訴訟の取り下げを要請"),
        ("zh", "Harbor敦促SEC撤销诉讼"),
        ("de", "Harbor drängt SEC, die Klage fallen zu lassen"),
    ] {
        assert_eq!(elsewhere(code, text), None, "{text}");
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
