//! Exchanges from turns, what the model must say about plain cases, scores, and bad input.

use domain::{Day, Role, Section, Turn};
use proptest::prelude::*;

use super::score::{Band, FEWEST_QUESTIONS, score_call, score_company, seed_of};
use super::*;

fn turn(speaker: &str, role: Role, section: Section, text: &str) -> Turn {
    let title = (role == Role::Executive).then(|| "Chief Financial Officer".to_owned());
    Turn { speaker: speaker.to_owned(), title, role, section, text: text.to_owned() }
}

fn asked(speaker: &str, text: &str) -> Turn {
    turn(speaker, Role::Analyst, Section::Questions, text)
}

fn answered(speaker: &str, text: &str) -> Turn {
    turn(speaker, Role::Executive, Section::Questions, text)
}

fn operator(text: &str) -> Turn {
    turn("Operator", Role::Operator, Section::Questions, text)
}

fn call() -> Vec<Turn> {
    vec![
        turn("Operator", Role::Operator, Section::Prepared, "Welcome to the call."),
        turn(
            "Ann Lee",
            Role::Executive,
            Section::Prepared,
            "These are forward-looking statements. Any questions?",
        ),
        operator("Our first question comes from Tom Reed with Citi. Please go ahead."),
        asked("Tom Reed", "Hi, good morning."),
        answered("Ann Lee", "Good morning, Tom."),
        asked("Tom Reed", "What margin do you expect next quarter, and how much of it is price?"),
        answered("Ann Lee", "We expect 42%."),
        answered(
            "Bo Chan",
            "About half of that is price, and the rest is mix, as the table in our release shows.",
        ),
        asked("Tom Reed", "Okay, thank you."),
        answered("Ann Lee", "You're welcome."),
        asked("Tom Reed", "And which region did best?"),
        answered("Ann Lee", "Which quarter do you mean?"),
        asked("Tom Reed", "The last one."),
        answered("Ann Lee", "Europe, up 9%."),
        operator("There are no further questions."),
        answered("Ann Lee", "Thank you all for joining us today."),
    ]
}

#[test]
fn questions_and_answers_are_paired_and_politeness_is_set_aside() {
    let turns = call();
    let found = exchanges(&turns).expect("the call has exchanges");
    assert_eq!(found.len(), 2);
    let places = |passages: &[Passage]| passages.iter().map(|passage| passage.turn).collect::<Vec<_>>();
    assert_eq!((places(&found[0].question), places(&found[0].answer)), (vec![5], vec![6, 7]));
    // A question asked back and its explanation stay inside the exchange.
    assert_eq!((places(&found[1].question), places(&found[1].answer)), (vec![10, 12], vec![11, 13]));
    assert_eq!((found[0].analyst.as_str(), found[0].speaker.as_str()), ("Tom Reed", "Bo Chan"));
    assert_eq!(found[0].title.as_deref(), Some("Chief Financial Officer"));
}

#[test]
fn an_answer_that_thanks_is_kept() {
    let turns = vec![
        asked("Tom Reed", "When does the plant in Texas open?"),
        answered("Ann Lee", "Next quarter, thank you."),
        asked("Tom Reed", "And is the growth price or mix, or what else?"),
        answered("Ann Lee", "Both, thank you."),
    ];
    let found = exchanges(&turns).expect("the call has exchanges");
    assert_eq!(found.len(), 2);
}

#[test]
fn questions_that_shareholders_sent_in_are_recognised() {
    let mut reads =
        answered("Ida Fox", "The next question is from a shareholder: when will the dividend be raised?");
    reads.title = Some("Director of Investor Relations".to_owned());
    let turns = vec![
        turn("Ann Lee", Role::Executive, Section::Prepared, "Welcome."),
        reads,
        answered("Ann Lee", "In the third quarter, by 5%."),
    ];
    let found = exchanges(&turns).expect("it was read out and answered");
    assert_eq!(found.len(), 1);
    assert!(found[0].submitted);
    assert_eq!((found[0].analyst.as_str(), found[0].speaker.as_str()), ("Ida Fox", "Ann Lee"));
}

#[test]
fn a_call_that_cannot_be_scored_says_why() {
    let prepared = |name: &str, text: &str| turn(name, Role::Executive, Section::Prepared, text);
    let silent = vec![prepared("Ann Lee", "  ")];
    let unnamed = vec![turn("", Role::Unknown, Section::Unknown, "welcome to the call we did well")];
    let alone = vec![prepared("Ann Lee", "We did well. Any questions? None.")];
    let no_questions = vec![prepared("Ann Lee", "We did well."), prepared("Bo Chan", "So we did.")];
    let nobody_asks = vec![answered("Ann Lee", "Any questions?"), answered("Bo Chan", "It seems not.")];
    let nobody_answers = vec![asked("Tom Reed", "What about margin?"), asked("Eve Roe", "And about tax?")];
    let one_name = vec![
        asked("J. Smith", "What about margin?"),
        answered("J. Smith", "It was 42%."),
        answered("Bo Chan", "Yes."),
    ];
    for (turns, reason) in [
        (Vec::new(), Unscorable::Empty),
        (silent, Unscorable::Empty),
        (unnamed, Unscorable::Unlabelled),
        (alone, Unscorable::OneSided),
        (no_questions, Unscorable::NoQuestions),
        (nobody_asks, Unscorable::NoAnalyst),
        (nobody_answers, Unscorable::NoAnswers),
        (one_name, Unscorable::OneNameForTwo),
    ] {
        assert_eq!(exchanges(&turns), Err(reason), "{reason}");
    }
    assert_eq!(Unscorable::OneSided.to_string(), "not scorable, because only one person speaks");
}

fn kinds(found: &Directness) -> Vec<ReasonKind> {
    found.reasons.iter().map(|reason| reason.kind).collect()
}

#[test]
fn a_figure_is_more_direct_than_a_refusal() {
    let question = "What gross margin do you expect for the third quarter?";
    let direct = assess(question, "We expect 42% to 43%, up about 50 basis points from the second quarter.")
        .expect("has words");
    let refusal =
        assess(question, "We don't break that out, and we're not going to give guidance on margin.")
            .expect("has words");
    assert!(direct.score > refusal.score + 0.3, "{} {}", direct.score, refusal.score);
    assert!(direct.non_answer < 0.5 && refusal.non_answer > 0.5);
    assert_eq!(refusal.label, Label::Evasive);
    assert!(direct.specific > refusal.specific);
    assert!(kinds(&direct).contains(&ReasonKind::GivesNumber));
    assert!(
        kinds(&refusal).contains(&ReasonKind::Refuses)
            && kinds(&refusal).contains(&ReasonKind::NumberMissing)
    );
    assert!(direct.asks_number && direct.gives_number && !refusal.gives_number);
}

#[test]
fn each_kind_of_non_answer_is_named() {
    for (answer, kind) in [
        ("I don't have that number in front of me.", ReasonKind::Unable),
        ("Let us get back to you on that after the call.", ReasonKind::Defers),
        ("It's too early to say how that will play out.", ReasonKind::TooEarly),
        ("We would rather not comment on individual customers.", ReasonKind::Refuses),
        ("Which quarter are you asking about?", ReasonKind::AsksBack),
    ] {
        let found = assess("How many units did you ship?", answer).expect("has words");
        assert!(kinds(&found).contains(&kind), "{answer}: {:?}", kinds(&found));
    }
}

#[test]
fn a_refusal_that_cites_the_law_is_declined() {
    let question = "When do you expect the offering to close?";
    let lawful =
        assess(question, "We're in a quiet period, so our lawyers tell us we can't comment on the timing.")
            .expect("has words");
    assert!(lawful.declined && kinds(&lawful).contains(&ReasonKind::CitesRegulation));
    let plain = assess(question, "We're not going to comment on the timing.").expect("has words");
    assert!(!plain.declined);
    let open =
        assess(question, "The SEC approval came on Friday, so it closes on June 3.").expect("has words");
    assert!(!open.declined);
}

#[test]
fn a_rule_that_forbids_is_the_law() {
    for answer in [
        "We're in a quiet period with respect to margins, so the rules don't allow me to say more.",
        "The rules don't allow me to say.",
        "On the advice of counsel I can't speak to that while the matter is pending.",
        "Given the ongoing review, we're not able to comment on that beyond what is in our filings.",
        "Securities law prohibits us from commenting on the offering.",
    ] {
        let found = assess("Where do you see margins in the second half?", answer).expect("has words");
        assert!(found.declined, "{answer}: {:?} {}", kinds(&found), found.non_answer);
    }
}

#[test]
fn declining_is_neither_yes_nor_no() {
    for answer in
        ["We do not disclose that.", "We don't break that out.", "It is not something we comment on."]
    {
        let found = assess("Did the number of customers grow?", answer).expect("has words");
        assert!(!kinds(&found).contains(&ReasonKind::SaysYesOrNo), "{answer}: {:?}", kinds(&found));
    }
    let found = assess("Did the number of customers grow?", "No, it fell.").expect("has words");
    assert!(kinds(&found).contains(&ReasonKind::SaysYesOrNo));
}

#[test]
fn only_who_says_yes_or_no_says_so() {
    let says = |question: &str, answer: &str| {
        kinds(&assess(question, answer).expect("has words")).contains(&ReasonKind::SaysYesOrNo)
    };
    let closed = "Did the number of customers grow?";
    for answer in
        ["Yes.", "No, it fell.", "They did.", "That's right, by 5%.", "Not really.", "No we sold more."]
    {
        assert!(says(closed, answer), "{answer}");
    }
    for answer in [
        "We are focused on growth.",
        "No comment.",
        "It is something we look at every quarter.",
        "Nothing to add at this point.",
        "We have a great team.",
        "No one knows.",
        "No voy a comentar sobre eso.",
    ] {
        assert!(!says(closed, answer), "{answer}");
    }
    assert!(!says("How do you see margins?", "Yeah, so margins will improve by 50 basis points."));
    assert!(!says("Can you talk about margins?", "Sure, yes, margins will improve by 50 basis points."));
}

#[test]
fn a_refusal_is_one_in_every_language_that_is_read() {
    // Two of each language but English.
    let refusals = [
        ["No voy a comentar sobre eso.", "No puedo decir nada al respecto."],
        ["Não vamos comentar rumores.", "Não posso dizer."],
        ["Nous ne commentons pas ces rumeurs.", "Je ne peux pas répondre à cette question."],
        ["Wir kommentieren das nicht.", "Dazu kann ich nichts sagen."],
        ["Non possiamo commentare.", "Preferisco non rispondere."],
        ["Nie komentujemy tego.", "Nie mogę powiedzieć."],
        ["Bu konuda yorum yapmıyoruz.", "Bunu söyleyemem."],
        ["Мы не комментируем.", "Я не могу сказать."],
        ["我们不予置评。", "我无法透露具体数字。"],
        ["コメントは差し控えさせていただきます。", "お答えできません。"],
        ["답변드리기 어렵습니다.", "그 부분은 언급하지 않겠습니다."],
        ["Kami tidak bisa berkomentar.", "Kami enggan mengungkapkan angka itu."],
    ];
    assert_eq!(refusals.len() + 1, domain::Language::ALL.len());
    for answer in refusals.iter().flatten() {
        let found = assess("", answer).expect("has words");
        assert!(found.score < 0.2 && found.non_answer > 0.5, "{answer}: {}", found.score);
        assert_eq!(found.label, Label::Evasive, "{answer}");
        let kinds = kinds(&found);
        assert!(
            kinds.contains(&ReasonKind::Refuses) || kinds.contains(&ReasonKind::Unable),
            "{answer}: {kinds:?}"
        );
    }
    for answer in [
        "Los ingresos crecieron un 12 % hasta 40 millones.",
        "Выручка выросла на 12 % до 40 миллионов.",
        "Der Umsatz stieg um 12 % auf 40 Millionen.",
        "売上高は12%増加しました。",
    ] {
        assert!(assess("", answer).expect("has words").non_answer < 0.5, "{answer}");
    }
}

#[test]
fn a_courtesy_neither_asks_nor_answers() {
    for (question, answer) in [
        ("Great quarter, guys.", "Thank you."),
        ("", "Great quarter, guys"),
        ("", "Thank you for taking my question"),
        ("", "Thanks, Brian. Good morning, everyone."),
        ("What margin do you expect?", "Thank you very much, John."),
        ("", "Gracias por su pregunta."),
        ("", "ありがとうございます。"),
        ("When does it open?", "Thank you both, see you soon."),
        ("When does it open?", "Thanks, have a great rest of your day, and see you next time."),
        ("", "Good morning both."),
    ] {
        assert_eq!(assess(question, answer), None, "{question} {answer}");
    }
    for (question, answer) in [
        ("How was the quarter?", "Great quarter."),
        ("How was the quarter?", "It was a great quarter for us."),
        ("Will it open in May?", "Yes, thank you."),
        ("Thank you. What margin do you expect?", "Thank you. We expect 42%."),
        ("When does it open?", "Later this year, thanks."),
        ("When does it open?", "Next quarter, thank you."),
        ("When does it open?", "This quarter, thank you."),
        ("When does it open?", "In March, thank you."),
        ("Is it price or mix?", "Both, thank you."),
    ] {
        assert!(assess(question, answer).is_some(), "{question} {answer}");
    }
}

#[test]
fn what_scores_in_the_middle_is_not_evasive() {
    for answer in [
        "We are focused on growth.",
        "I think we feel good about it, but it depends.",
        "We said before that we look at it, and we may do more of it over time.",
        "We don't break that out, but it grew by 12% and was about 40 million dollars.",
    ] {
        for question in ["", "How much did sales grow?", "Will you buy back shares?"] {
            let found = assess(question, answer).expect("has words");
            assert!(
                found.label != Label::Evasive || found.score < 0.4,
                "{question} {answer}: {}",
                found.score
            );
        }
    }
}

#[test]
fn a_plain_refusal_is_one_whatever_stands_before_it() {
    for question in ["Will you buy back shares this year?", "What margin do you expect?", ""] {
        for answer in [
            "No, I won't answer that.",
            "I'm not going to answer that.",
            "I am not going to be able to answer that question.",
            "I won't be answering that.",
            "We will not respond to that.",
            "I refuse to answer.",
            "Yes, no comment on that.",
            "No. I have nothing to say about that.",
            "No, I'd rather not say.",
            "Thank you for the question. I'm not going to talk about that.",
            "That's not something I'll talk about.",
            "Absolutely not going to answer this one.",
            "Next question, please.",
            "Let's move on.",
        ] {
            let found = assess(question, answer).expect("has words");
            assert!(found.score <= 0.1 && found.non_answer > 0.5, "{question} {answer}: {}", found.score);
            assert_eq!(found.label, Label::Evasive, "{question} {answer}");
            let says = [ReasonKind::Refuses, ReasonKind::Deflects];
            assert!(
                kinds(&found).iter().any(|kind| says.contains(kind)),
                "{question} {answer}: {:?}",
                kinds(&found)
            );
        }
    }
    for (question, answer) in [
        ("Will you buy back shares this year?", "No, we won't."),
        ("Will you buy back shares this year?", "No, we are not going to buy back shares this year."),
        ("Will you discuss the deal with the board?", "No, we will not discuss it with the board."),
        ("Did they answer the phone?", "No, they did not answer."),
    ] {
        let found = assess(question, answer).expect("has words");
        assert!(found.score >= 0.4, "{question} {answer}: {}", found.score);
    }
}

#[test]
fn what_is_denied_of_the_business_refuses_no_answer() {
    for answer in [
        "No, we're not losing share.",
        "We don't expect to lose share.",
        "Yes, we won't hesitate to respond if competitors cut prices.",
        "I don't think price is the answer; we will cut costs.",
        "I don't want to be evasive, the answer is yes.",
        "It's a market we don't address.",
        "We'd rather not go into debt.",
        "I know they won't comment on it.",
        "No, comments from customers were good.",
        "We won't respond to price cuts.",
    ] {
        for sentence in words::sentences(answer) {
            assert_eq!(refusals::plainly(&sentence, answer), None, "{answer}");
        }
    }
    for (question, answer) in [
        ("Are you losing share?", "No, we're not losing share."),
        ("Are you losing share?", "We don't expect to lose share."),
        ("Will you cut prices?", "Yes, we won't hesitate to respond if competitors cut prices."),
        ("Will you cut prices?", "I don't think price is the answer; we will cut costs."),
        ("Will you raise debt?", "We'd rather not go into debt."),
        ("Nehmen Sie mehr Schulden auf?", "Wir nehmen lieber nicht noch mehr Schulden auf."),
        ("Вы возьмёте кредит?", "Мы предпочитаем не брать кредиты."),
        ("¿Tomarán más deuda?", "Preferimos no endeudarnos más."),
        ("Vai tomar mais dívida?", "Preferimos não tomar mais dívida."),
        ("Allez-vous emprunter ?", "Nous préférons ne pas nous endetter davantage."),
        ("Farete altri debiti?", "Preferiamo non indebitarci di più."),
        ("Czy weźmiecie kredyt?", "Wolimy nie brać kredytów."),
    ] {
        let found = assess(question, answer).expect("has words");
        assert!(found.score > 0.1, "{answer}: {}", found.score);
        let forced = |found: &Directness| found.non_answer >= 0.9 && found.label == Label::Evasive;
        assert!(!forced(&found), "{answer}: {} {}", found.score, found.non_answer);
    }
    for answer in [
        "I don't have to answer that.",
        "We're not in a position to comment.",
        "We typically don't comment on that.",
        "I'm not going to get into that.",
        "We won't go into details today.",
        "I'd rather not go there.",
        "We'd prefer not to get into specifics.",
        "We have nothing more to add.",
        "Preferimos no hablar de eso.",
        "Preferimos não comentar.",
        "Je préfère ne pas répondre.",
        "Lieber nicht.",
        "Darüber möchte ich lieber nicht sprechen.",
        "Preferiamo non commentare.",
        "Wolimy nie komentować.",
        "Предпочитаем не комментировать.",
    ] {
        let found = assess("", answer).expect("has words");
        assert!(found.score <= 0.1 && found.label == Label::Evasive, "{answer}: {}", found.score);
    }
}

#[test]
fn who_will_not_answer_in_another_language_refuses() {
    for answer in [
        "No, de eso no hablo.",
        "No responderé a eso.",
        "Me niego a contestar.",
        "Gracias por la pregunta. No diré nada sobre eso.",
        "Não, não respondo a isso.",
        "Recuso-me a responder.",
        "Não direi nada sobre isso.",
        "Non, je n'y répondrai pas.",
        "Je ne dirai rien là-dessus.",
        "Nein, dazu sage ich nichts.",
        "Dazu sagen wir nichts.",
        "Darüber spreche ich nicht.",
        "Darauf antworte ich nicht.",
        "Ich weigere mich, das zu beantworten.",
        "Dazu gebe ich keine Antwort.",
        "Dazu äußere ich mich nicht.",
        "No, a questo non rispondo.",
        "Mi rifiuto di rispondere.",
        "Su questo non dico nulla.",
        "Nie, nic na ten temat nie powiem.",
        "Hayır, buna cevap vermeyeceğim.",
        "Bu konuda bir şey söylemeyeceğim.",
        "Нет, я на это отвечать не буду.",
        "Ничего об этом не скажу.",
        "Нет, предпочту промолчать.",
        "不，我不会回答这个问题。",
        "对此我没什么可说的。",
        "いいえ、それには答えません。",
        "それについては何も言いません。",
        "아니요, 그것에 대해 아무 말도 하지 않겠습니다.",
        "Tidak, saya tidak mau mengatakan apa-apa soal itu.",
    ] {
        let found = assess("", answer).expect("has words");
        assert!(found.score <= 0.1 && found.non_answer > 0.5, "{answer}: {}", found.score);
        assert_eq!(found.label, Label::Evasive, "{answer}");
    }
}

#[test]
fn what_others_will_not_say_is_no_silence_of_the_speaker() {
    for (question, answer) in [
        ("When do you expect approval?", "The regulator declined to comment, but we expect approval in May."),
        (
            "When do you expect approval?",
            "Our competitors don't disclose that, but we do: we expect approval in May.",
        ),
        (
            "¿Cuándo espera la aprobación?",
            "El regulador no quiso comentar, pero esperamos la aprobación en mayo.",
        ),
        (
            "Wann erwarten Sie die Zulassung?",
            "Die Behörde wollte das nicht kommentieren, aber wir erwarten die Zulassung im Mai.",
        ),
        ("Quando arriva il via libera?", "I regolatori non commentano, ma lo aspettiamo a maggio."),
        ("Когда вы ждёте одобрения?", "Регулятор отказался от комментариев, но мы ждём одобрения в мае."),
        ("什么时候获批？", "监管机构不予置评，但预计五月获批。"),
        ("什么时候获批？", "监管机构对此暂不予置评，但预计五月获批。"),
        ("承認はいつですか？", "規制当局はコメントを控えていますが、5月に承認される見込みです。"),
    ] {
        let found = assess(question, answer).expect("has words");
        assert!(found.score >= 0.6, "{answer}: {}", found.score);
        assert!(!kinds(&found).contains(&ReasonKind::Refuses), "{answer}");
    }
    for answer in [
        "The regulator asked us not to comment.",
        "With the customer's agreement in mind we don't comment on that.",
        "Zu unseren Kunden kommentieren wir nichts, das wird nicht kommentiert.",
        "Sobre nuestros clientes no comentamos.",
        "对于客户我们不予置评。",
        "客户信息不便透露。",
        "对政府政策不予置评。",
        "对政府不予置评。",
    ] {
        let found = assess("", answer).expect("has words");
        assert_eq!(found.label, Label::Evasive, "{answer}: {}", found.score);
    }
}

#[test]
fn a_yes_tells_nothing_where_more_was_asked() {
    for (question, answer) in [
        ("What margin do you expect next quarter?", "Yes."),
        ("How will you finance it?", "Yes, absolutely."),
        ("Why did margins fall?", "No."),
        ("Can you talk about margins?", "Sure. Yes."),
        ("¿Cuál es el margen?", "Sí."),
        ("Qual é a margem?", "Sim."),
        ("Quelle est la marge ?", "Oui."),
        ("Wie hoch ist die Marge?", "Ja."),
        ("Was ist die Marge?", "Ja, genau."),
        ("Perché è sceso il margine?", "Sì."),
        ("Dlaczego marża spadła?", "Tak."),
        ("Marj neden düştü?", "Evet."),
        ("Почему упала маржа?", "Да."),
        ("为什么利润率下降？", "是的。"),
        ("なぜ利益率が下がったのですか？", "はい。"),
        ("마진이 왜 떨어졌나요?", "네."),
        ("Mengapa margin turun?", "Ya."),
        ("Okay, and on margins, what do you expect?", "Yes."),
        ("And for the third quarter what should we model?", "Yes."),
        ("So why did margins fall?", "Yes."),
        ("你们几月开业？", "是的。"),
    ] {
        let found = assess(question, answer).expect("has words");
        assert!(found.score <= 0.25 && found.label == Label::Evasive, "{question} {answer}: {}", found.score);
    }
    for (question, answer) in [
        ("Will you open in May?", "Yes."),
        ("What do you expect? Is it growth?", "Yes."),
        ("What margin do you expect, is it about 40%?", "Yes."),
        ("How about May, does that work?", "Yes."),
        ("Was it higher than last year?", "Yes."),
        ("Can you tell us whether it opens in May?", "Yes."),
        ("Which turn is it, left or right?", "Right."),
        ("¿Abrirán en mayo?", "Sí."),
        ("Öffnen Sie im Mai?", "Ja."),
        ("Wann senken Sie die Preise?", "Nie."),
        ("你们会回购股票吗？", "是的。"),
        ("何か変わりますか？", "はい。"),
        ("So that's how you get to 40%?", "Yes."),
        ("So that's why margins fell?", "Yes."),
        ("So what you're saying is margins will be flat?", "Yes."),
        ("When you say double digits is that organic?", "Yes."),
        ("何らかの影響はありますか？", "はい。"),
        ("어느 정도 영향이 있나요?", "네."),
        ("利润率几乎翻倍，对吧？", "是的。"),
    ] {
        let found = assess(question, answer).expect("has words");
        assert!(found.score >= 0.4, "{question} {answer}: {}", found.score);
    }
}

#[test]
fn a_greeting_answers_nothing_in_any_language() {
    for answer in [
        "Good day",
        "Good day to you all.",
        "Hello there.",
        "Greetings.",
        "Nice to meet you.",
        "Have a great day.",
        "Happy to be here.",
        "Buenos días",
        "Buenas tardes a todos.",
        "Hola",
        "De nada.",
        "Bom dia a todos.",
        "Bonjour à tous.",
        "Bonsoir.",
        "Guten Morgen",
        "Guten Abend zusammen.",
        "Gern geschehen.",
        "Buongiorno a tutti.",
        "Prego.",
        "Dzień dobry państwu.",
        "Herkese iyi günler.",
        "Merhaba.",
        "Добрый день.",
        "Всем привет!",
        "早上好。",
        "大家好！",
        "皆さん、こんばんは。",
        "여러분 안녕하십니까.",
        "Selamat pagi semuanya.",
    ] {
        for question in ["", "How was the quarter?"] {
            assert_eq!(assess(question, answer), None, "{question} {answer}");
        }
    }
    for answer in [
        "Gute Zahlen, guter Umsatz.",
        "Buenos resultados.",
        "A good day for sales.",
        "Hola, los ingresos crecieron.",
    ] {
        assert!(assess("", answer).is_some(), "{answer}");
    }
}

#[test]
fn letters_without_sense_are_not_scored() {
    for answer in [
        "aaaaaaaaaaaaaaaaaaaaaaaa",
        "aaaa…",
        "ффффффф",
        "哈哈哈哈哈哈",
        "hahahaha",
        "Hm, um.",
        "йцукен фывапр ячсмить",
        "xkqj zptw vbnm qwrt",
        "asdfghjkl qwertyuiop zxcvbnm",
        "sdkfj slkdfj lskdjf lskjdf weoiru woeiru",
        "hjkl hjkl hjkl",
    ] {
        assert_eq!(assess("What margin do you expect?", answer), None, "{answer}");
    }
    for answer in [
        "BTC, ETH, XRP",
        "Krzysztof Szczęsny",
        "Łódź",
        "Nihon Keizai Shimbun",
        "Rindfleischetikettierung",
        "Recusou-se a obedecer.",
        "W chwili wybuchu wojny.",
        "Q3.",
        "Banana.",
        "Нет.",
    ] {
        assert!(assess("Which?", answer).is_some(), "{answer}");
    }
}

#[test]
fn the_label_follows_the_score() {
    let answers = [
        "We are focused on growth.",
        "I think we feel good about it, but it depends.",
        "We said before that we look at it, and we may do more of it over time.",
        "We don't break that out, but it grew by 12% and was about 40 million dollars.",
        "Yes, it did, because prices rose in Europe.",
        "We expect about 42%.",
        "It's too early to say.",
        "Which quarter do you mean?",
        "No voy a comentar, aunque los ingresos crecieron mucho en todas las regiones.",
    ];
    for question in ["", "How much did sales grow?", "Will you buy back shares?", "Why did margins fall?"] {
        for answer in answers {
            let found = assess(question, answer).expect("has words");
            assert_eq!(found.label, Label::of(found.score), "{question} {answer}: {}", found.score);
        }
    }
    let labels = [0.0, 0.39, 0.4, 0.69, 0.7, 1.0].map(Label::of);
    let [low, middle, high] = [Label::Evasive, Label::Intermediate, Label::Direct];
    assert_eq!(labels, [low, low, middle, middle, high, high]);
}

#[test]
fn nothing_said_is_nothing_scored() {
    assert_eq!(assess("How much?", ""), None);
    assert_eq!(assess("How much?", " ... -- "), None);
    assert!(assess("", "About 40%.").is_some());
}

#[test]
fn the_compiled_weights_fit_the_features() {
    let row = training_row("How much?", "We don't know.");
    let (dense, patterns) = weights::Weights::shape();
    assert_eq!(row.dense.len(), dense);
    // A pattern that never fired in training has no weight; one may be missing at the end of the list, none beyond.
    assert!(patterns <= patterns::count());
}

fn scored(score: f32, asks_number: bool, declined: bool) -> Directness {
    let mut found = assess("Is it raining?", "Yes, it is.").expect("has words");
    found.score = score;
    found.asks_number = asks_number;
    found.declined = declined;
    found.topic = if asks_number { Topic::Margins } else { Topic::Operations };
    found
}

#[test]
fn a_call_is_the_weighted_mean_with_declined_apart() {
    let mut call: Vec<Directness> = (0..4).map(|_| scored(1.0, false, false)).collect();
    call.push(scored(0.0, true, false));
    call.push(scored(0.5, true, false));
    call.push(scored(0.0, false, true));
    let found = score_call(&call, 7);
    // (4 * 1 + 2 * 0 + 2 * 0.5) / 8
    let rating = found.rating.expect("six questions are enough");
    assert!((rating.score - 62.5).abs() < 1e-9);
    assert_eq!((found.questions, found.declined, rating.band), (6, 1, Band::MostlyDirect));
    assert!(rating.low < rating.score && rating.score < rating.high);
    assert_eq!(found.topics[0].topic, Topic::Operations);
    assert_eq!(found, score_call(&call, 7));
    assert!(score_call(&call[..FEWEST_QUESTIONS - 1], 7).rating.is_none());
    assert_ne!(seed_of(b"one call"), seed_of(b"another"));
}

#[test]
fn bands_begin_where_the_methodology_says() {
    for (score, band) in [
        (80.0, Band::Direct),
        (79.9, Band::MostlyDirect),
        (60.0, Band::MostlyDirect),
        (40.0, Band::Mixed),
        (20.0, Band::Evasive),
        (19.9, Band::HighlyEvasive),
    ] {
        assert_eq!(Band::of(score), band);
    }
}

#[test]
fn a_company_has_a_trend_over_its_calls() {
    let day = |month: u32| Day::from_civil(2024, month, 1).expect("a real day");
    let call = |score: f32| (0..6).map(|_| scored(score, false, false)).collect::<Vec<_>>();
    let calls =
        [(day(7), call(0.8)), (day(1), call(0.4)), (day(4), call(0.6)), (day(9), call(0.9)[..2].to_vec())];
    let found = score_company(&calls, 1);
    assert_eq!(found.quarters.len(), 3);
    assert!(found.trend.expect("three calls") > 50.0);
    assert!((found.rating.expect("enough questions").score - 60.0).abs() < 1e-3);
    assert_eq!(score_company(&calls[..2], 1).trend, None);
    assert_eq!(score_company(&[], 1).rating, None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_text_gives_numbers_in_range_and_quotes_from_the_text(question in ".{0,300}", answer in ".{0,600}") {
        if let Some(found) = assess(&question, &answer) {
            for value in [found.score, found.non_answer, found.specific] {
                prop_assert!((0.0..=1.0).contains(&value));
            }
            for reason in &found.reasons {
                prop_assert!(answer.contains(&reason.quote) || question.contains(&reason.quote));
            }
            prop_assert_eq!(assess(&question, &answer), Some(found));
        }
    }

    #[test]
    fn any_turns_give_verbatim_passages_or_a_reason(kinds in proptest::collection::vec((0..5_usize, 0..4_usize, "[a-z?. ]{0,60}"), 0..40)) {
        let roles = [Role::Operator, Role::Executive, Role::Analyst, Role::Unknown, Role::Shareholder];
        let turns: Vec<Turn> = kinds
            .iter()
            .map(|(role, name, text)| turn(["", "Ann Lee", "Tom Reed", "Bo Chan"][*name], roles[*role], Section::Questions, text))
            .collect();
        if let Ok(found) = exchanges(&turns) {
            prop_assert!(!found.is_empty());
            for exchange in &found {
                prop_assert!(!exchange.question.is_empty() && !exchange.answer.is_empty());
                prop_assert!(exchange.analyst != exchange.speaker);
                for passage in exchange.question.iter().chain(&exchange.answer) {
                    prop_assert!(turns[passage.turn].text.contains(&passage.text));
                }
            }
        }
    }

    #[test]
    fn a_score_lies_in_its_interval(scores in proptest::collection::vec((0.0_f32..=1.0, any::<bool>()), 6..30), seed in any::<u64>()) {
        let call: Vec<Directness> = scores.iter().map(|(score, number)| scored(*score, *number, false)).collect();
        let rating = score_call(&call, seed).rating.expect("enough questions");
        prop_assert!(0.0 <= rating.low && rating.low <= rating.score && rating.score <= rating.high && rating.high <= 100.0);
    }
}
