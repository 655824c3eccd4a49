//! Tells a question from thanks, and an answer from a greeting, by the phrases that calls are full of.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::words::{self, Sentence};
use crate::statements::is_given_name;

/// Phrases are kept in one line of text each, parted by `|`.
fn has(lower: &str, phrases: &str) -> bool {
    phrases.split('|').any(|phrase| lower.contains(phrase))
}

fn word_count(text: &str) -> usize {
    text.split_whitespace().count()
}

const HOW_ARE_YOU: &str =
    "how are you|how's it going|how you doing|can you hear me|do you hear me|how are things";
const CLOSING: &str = "thank|appreciate|that's all|that is all|that's it|jump back|hop back|back in the queue|back in queue|\
     congrat|good luck|helpful|pass it on|turn it over|makes sense|that's great|best of luck|good to hear|get back in|next guy";
const ASKING: &str = "wondering|curious|can you|could you|how |what |talk about|any color|any update|question|maybe you|\
     if you could|want to ask|wanted to ask|help us|give us|one more|wanted to|i guess|is there|are there|do you|would you|\
     just on |last one|follow-up|follow up|touch on|sense of|thoughts on";

/// Something that wants an answer, rather than thanks or a greeting.
pub(super) fn asks(text: &str) -> bool {
    let count = word_count(text);
    let lower = text.to_lowercase();
    if text.contains('?') {
        // "Hi, how are you?" wants none.
        let polite = count < 14 && has(&lower, HOW_ARE_YOU);
        return !polite && count >= 2;
    }
    // Not every question ends in a question mark.
    let wants = has(&lower, ASKING);
    (wants && count >= 16) || (!has(&lower, CLOSING) && count >= if wants { 9 } else { 18 })
}

const POLITE: &str = "good morning|good afternoon|good evening|good day|good night|greetings|hi|hey|hello|morning|welcome|thank|thanks|you bet|sure thing|\
     bye|take care|my pleasure|you're welcome|no problem";

/// Words that stand beside a greeting and tell nothing either.
const BESIDE_GREETING: &str = "yes yeah yep sure no not bet thing problem worries right alright fair enough fine doing going any course \
     absolutely got makes sense that's it's hear we can please uh um oh again for";

/// "Good morning, Matt." and "You're welcome.": said to be polite, and nothing else. "Next quarter, thank you" is not.
pub(super) fn is_greeting(text: &str) -> bool {
    if word_count(text) > 9 || text.contains('?') || text.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let plain: String = text
        .to_lowercase()
        .replace('’', "'")
        .chars()
        .map(|c| if c.is_alphanumeric() || c == '\'' { c } else { ' ' })
        .collect();
    let padded = format!(" {} ", plain.split_whitespace().collect::<Vec<_>>().join(" "));
    let tells_nothing = |sentence: &Sentence, at: usize| {
        let word = sentence.words[at].text.as_str();
        is_plain(sentence, at)
            || is_in(BESIDE_GREETING, word)
            || at == 0 && !is_date(word) && is_given_name(word)
    };
    POLITE.split('|').any(|phrase| padded.contains(&format!(" {phrase} ")))
        && words::sentences(text)
            .iter()
            .all(|one| !tells_when(one) && (0..one.words.len()).all(|at| tells_nothing(one, at)))
}

/// The same in any language that is read.
pub(super) fn is_polite_turn(text: &str) -> bool {
    const LONGEST: usize = 200;
    is_greeting(text) || text.len() <= LONGEST && is_courtesy(&words::sentences(text), text)
}

/// A short turn that only asks what was meant.
pub(super) fn asks_back(text: &str) -> bool {
    word_count(text) < 25 && text.trim_end().ends_with('?')
}

/// The company's own farewell, which answers nothing.
pub(super) fn closes_call(text: &str) -> bool {
    let lower = text.to_lowercase();
    word_count(text) < 45
        && has(
            &lower,
            "thank you, everyone|thanks, everyone|thank you everyone|thank you all|thanks everyone|close the call|concludes|joining us today|have a great day|next question, please|operator, ",
        )
        && !lower.contains('%')
}

/// Reads out what somebody else has sent in.
pub(super) fn reads_out(text: &str) -> bool {
    has(
        &text.to_lowercase(),
        "next question|first question|last question|question from|question comes from|question is from|question now for|a question for|\
         submitted|sent in|asks|writes|question reads|our final question|question on|question we|following question",
    )
}

/// Announces a question and reads it in the same breath.
pub(super) fn announces_question(text: &str) -> bool {
    has(
        &text.to_lowercase(),
        "next question is|first question is|question now for|next question comes|question from a|first question comes|submitted",
    )
}

/// Announces the next who asks.
pub(super) fn introduces(text: &str) -> bool {
    has(&text.to_lowercase(), "question|line of|go ahead|line is open|next we|go to|concludes|no further")
}

/// Words that courtesies are made of.
const POLITE_WORDS: &str = "thank thanks you for taking my the question questions call time so much very a lot lots really \
     appreciate appreciated it that this your great good nice solid fantastic excellent terrific impressive amazing congrats \
     congratulations on quarter year results result print numbers job work execution performance guys everyone everybody all team \
     gentlemen ladies folks sir and morning afternoon evening day night hi hello hey welcome you're again ok okay perfect helpful color \
     detail details well done luck best of bye goodbye take care have i i'll hop jump get back in queue to be here pleasure \
     gracias muchas por su pregunta la buenos buenas días tardes felicidades felicitaciones merci beaucoup bonjour félicitations pour \
     votre danke vielen dank schön für die frage guten tag morgen glückwunsch obrigado obrigada muito pela pergunta bom boa dia tarde \
     parabéns grazie mille per domanda buongiorno complimenti dziękuję bardzo za pytanie dzień dobry gratulacje teşekkürler teşekkür \
     ederim ederiz günaydın tebrikler спасибо большое за вопрос ваш здравствуйте добрый день поздравляю terima kasih atas \
     pertanyaannya selamat pagi siang \
     there greetings cheers nice meet met pleased happy glad weekend see time de nada hola a todos todas saludos \
     buena noche noches bienvenidos placer olá oi todo mundo noite saudações salut bonsoir à tous toutes journée soirée bonne bienvenue rien \
     je t'en vous prie messieurs mesdames et hallo moin servus grüß gott guter abend nacht gute zusammen allerseits miteinander meine damen herren \
     und ihnen auch gern gerne geschehen bitte sehr ihre auf wiedersehen ciao salve buonasera buonanotte buona buon sera giorno notte \
     signori signore prego tutti di cześć witam witajcie dobry wieczór państwu wszystkim panie panowie proszę merhaba merhabalar selam \
     selamlar herkese iyi günler akşamlar geceler rica hoş geldiniz bulduk size sizlere всем привет вечер утро доброе доброго дня коллеги \
     уважаемые пожалуйста приветствую вас всех halo hai sore malam semuanya semua bapak ibu rekan-rekan kembali sama-sama";
/// One of them makes it one.
const POLITE_HEADS: &str = "thank thanks congrats congratulations appreciate appreciated hi hello hey welcome bye goodbye gracias merci \
     bonjour danke dank glückwunsch obrigado obrigada parabéns grazie buongiorno complimenti dziękuję gratulacje teşekkürler teşekkür \
     tebrikler günaydın спасибо здравствуйте поздравляю terima selamat félicitations felicidades felicitaciones greetings cheers hola \
     saludos olá oi saudações salut bonsoir hallo moin servus ciao salve buonasera buonanotte prego cześć witam witajcie merhaba \
     merhabalar selam selamlar привет приветствую пожалуйста halo hai sama-sama";
/// Two words that greet, wish or wave off thanks, at the beginning.
const WISHES: &str = "good day|good night|nice to|pleased to|happy to be|glad to be|have a|take care|see you|my pleasure|you're welcome|\
     buenos días|buen día|buenas tardes|buenas noches|muy buenas|de nada|un placer|bom dia|boa tarde|boa noite|bonne journée|bonne soirée|\
     bonne nuit|de rien|je vous en prie|guten morgen|guten tag|guten abend|gute nacht|schönen guten|schönen tag|grüß gott|gern geschehen|\
     gerne geschehen|bitte sehr|bitte schön|auf wiedersehen|buon giorno|buona sera|buona giornata|buona notte|di niente|dzień dobry|\
     dobry wieczór|proszę bardzo|iyi günler|iyi akşamlar|iyi geceler|rica ederim|hoş geldiniz|hoş bulduk|herkese iyi|herkese merhaba|\
     добрый день|добрый вечер|доброе утро|доброго дня|всем добрый|всем привет|всем доброго|terima kasih";
/// Words that are polite in these phrases alone: by themselves "both" and "later" answer.
const TOGETHER: &str = "next time|see you soon|see you later|see you next|talk to you soon|again soon|you both|thanks both|hello both|\
     hi both|hey both|morning both|afternoon both|evening both|rest of your|rest of the day|rest of the week";
/// What may stand first.
const FIRST: &str = "and a very really just";
/// With these an answer says when, whatever politeness follows: "this quarter, thank you".
const BEGINS_TO_TELL: &str = "this in on at";
/// "Great quarter", "good morning": the second word of a sentence that begins with praise or a wish.
const PRAISED: &str = "quarter year results print numbers job work execution performance morning afternoon evening day luck team";
const PRAISES: &str = "great good nice solid fantastic excellent terrific impressive amazing best";
const EASTERN: &str = "谢谢|感谢|謝謝|感謝|恭喜|你好|您好|ありがとう|こんにちは|おはようございます|감사합니다|고맙습니다|안녕하세요|축하|早上好|早安|上午好|下午好|晚上好|晚安|大家好|各位好|不客气|不客氣|再见|再見|こんばんは|お疲れ様|お世話になって|どういたしまして|\
     よろしくお願い|반갑습니다|안녕하십니까|안녕히|천만에요|수고하";

static POLITE_SET: LazyLock<HashSet<&str>> = LazyLock::new(|| POLITE_WORDS.split_whitespace().collect());

fn is_in(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|one| one == word)
}

/// "Great quarter, guys" and "Thank you for taking my question": nothing but politeness, which neither asks nor answers.
pub(super) fn is_courtesy(sentences: &[Sentence], text: &str) -> bool {
    // Long before the end of an answer something is said.
    sentences.len() <= 4 && !sentences.is_empty() && sentences.iter().all(|one| is_polite(one, text))
}

/// The same of an answer; "great quarter" answers how the quarter was.
pub(super) fn answers_nothing(sentences: &[Sentence], answer: &str, question: &str) -> bool {
    let thanks = |one: &Sentence| {
        one.words.iter().any(|word| is_in(POLITE_HEADS, &word.text)) || wishes(one) || !answer.is_ascii()
    };
    is_courtesy(sentences, answer)
        && (question.trim().is_empty() || sentences.iter().any(thanks) || is_greeting(answer))
}

/// Begins with two words that greet or wish.
fn wishes(sentence: &Sentence) -> bool {
    let begins = |wish: &str| {
        let mut words = sentence.words.iter().map(|word| word.text.as_str());
        wish.split(' ').all(|one| words.next() == Some(one))
    };
    WISHES.split('|').any(begins)
}

fn is_polite(sentence: &Sentence, text: &str) -> bool {
    let (start, end) = sentence.span();
    let said = &text[start..end];
    if said.chars().any(|c| c >= '\u{2e80}') {
        return !sentence.asks && said.chars().count() <= 16 && has(said, EASTERN);
    }
    if sentence.asks {
        return sentence.words.len() < 8 && has(&said.to_lowercase(), HOW_ARE_YOU);
    }
    let word = |at: usize| sentence.words.get(at).map_or("", |word| word.text.as_str());
    // A name behind the first word: "Thanks, John."
    let names =
        sentence.words.iter().skip(1).filter(|word| word.capital && !POLITE_SET.contains(word.text.as_str()));
    let first = usize::from(is_in(FIRST, word(0)));
    let praises = is_in(PRAISES, word(first)) && is_in(PRAISED, word(first + 1));
    let heads = || sentence.words.iter().any(|word| is_in(POLITE_HEADS, &word.text));
    sentence.words.len() <= 20
        && names.count() <= 3
        && (praises || heads() || wishes(sentence))
        && !tells_when(sentence)
        && (0..sentence.words.len()).all(|at| is_plain(sentence, at))
}

/// A word that courtesies are made of, or a name.
fn is_plain(sentence: &Sentence, at: usize) -> bool {
    let one = &sentence.words[at];
    let name = || at > 0 && one.capital && !words::is_figure(&one.text) && !is_date(&one.text);
    POLITE_SET.contains(one.text.as_str()) || name() || is_together(sentence, at)
}

fn is_together(sentence: &Sentence, at: usize) -> bool {
    TOGETHER.split('|').any(|phrase| {
        let stands = |from: usize| {
            let words = sentence.words[from..].iter().map(|word| word.text.as_str());
            phrase.split(' ').eq(words.take(phrase.split(' ').count()))
        };
        (0..phrase.split(' ').count()).filter_map(|i| at.checked_sub(i)).any(stands)
    })
}

fn tells_when(sentence: &Sentence) -> bool {
    let mut words = sentence.words.iter().map(|word| word.text.as_str());
    words.find(|word| !is_in(FIRST, word)).is_some_and(|word| is_in(BEGINS_TO_TELL, word))
}

/// Beside other words May is a month as well.
fn is_date(word: &str) -> bool {
    word == "may" || words::is_date(word)
}
