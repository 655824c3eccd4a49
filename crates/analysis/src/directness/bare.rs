//! A yes or no, a name said politely, and nothing else: what that answers depends on what was asked.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::clauses::marked;
use super::words::Sentence;

const YES_OR_NO: &str = "yes yeah yep yup no nope nah sure correct right absolutely definitely exactly certainly indeed true course \
     sí si claro exacto exactamente correcto sim exatamente correto não oui non exactement absolument sûr ja nein genau \
     doch richtig natürlich sicher sì no certo esatto esattamente tak nie dokładnie oczywiście evet hayır tabii kesinlikle да нет конечно \
     точно именно ya iya tidak betul benar tentu";
const EASTERN_YES_OR_NO: &str = "是|是的|对|對|对的|對的|不|不是|没有|沒有|没错|沒錯|当然|當然|はい|ええ|いいえ|いえ|そうです|その通りです|もちろん|もちろんです|\
     네|예|아니요|아니오|그렇습니다|맞습니다|물론입니다|물론이죠";
/// Words that may stand beside it and add nothing.
const BESIDE: &str = "of it is does did was will would we do are have can i think so that's that they you're you not really very much \
     well oh okay ok por supuesto que desde luego com certeza bien tout à fait aber natürlich certamente di już no bardzo tabii ki да же sekali \
     thank thanks gracias obrigado obrigada merci danke grazie dziękuję teşekkürler спасибо terima kasih sir madam ma'am";

/// With one of these a question wants more than a yes.
const OPEN: &str = "how what what's when why where which who whose whom \
     qué cómo cuándo cuánto cuánta cuántos cuántas dónde cuál cuáles quién quiénes \
     quê quando quanto quanta quantos quantas onde qual quais quem \
     comment quand combien où quel quelle quels quelles pourquoi quoi qu'est-ce \
     wie wann wo warum wieso weshalb wer wem wen welche welcher welches welchen welchem wieviel woher wohin womit wodurch \
     cosa come dove quale quali chi perché cos'è qual'è com'è \
     jak kiedy ile gdzie który która które jaki jaka jakie jakich jaką kto dlaczego czemu co \
     nasıl neden niçin niye hangi kaç nerede nedir \
     как когда сколько где какой какая какое какие каков какова каковы каким какую кто почему зачем что \
     bagaimana kapan berapa siapa mengapa kenapa";
const EASTERN_OPEN: &str = "什么|什麼|怎么|怎麼|怎样|怎樣|为何|為何|为什么|如何|何时|何時|多少|哪|谁|誰|几个|几年|几月|几天|几周|几号|几点|几成|几倍|几次|几家|几种|第几|なに|何|どう|どの|どれ|どこ|なぜ|いつ|いくら|いくつ|だれ|\
     무엇|무슨|뭐|뭘|어떻|왜|언제|어디|누구|얼마|몇|어느|어떤";
/// With one of these it may want no more than that, whatever else stands there.
const CLOSED: &str = "is are do does did will would have has should was were can could if whether isn't aren't don't doesn't \
     won't mi mı mu mü musunuz misiniz mısınız müsünüz est-ce ob ли czy se si apakah";
const EASTERN_CLOSED: &str = "吗|嗎|吧|是否|是不是|有没有|会不会|能不能|还是|還是|何か|何らか|いつか|いつも|いくらか|いくつか|どこか|誰か|どうか|\
     뭔가|언젠가|어느 정도|몇 가지|몇몇";
/// Where one of these begins a part of a question or a helping verb follows, somebody asks: "that's how you get there" asks nothing.
const ENGLISH_OPEN: &str = "how what what's when why where which who whose whom";
const OPENERS: &str = "and so but well ok okay now then just also";
const HE_OR_SHE: &str =
    "i you we they he she it you're we're they're i'm he's she's it's you've we've they've";
const GERMAN: &str = "sie ist die der das wird werden ihre ihr den dem ein eine für erwarten haben hat war";
/// Asks to be told, in the clothes of a question that wants a yes.
const TELLS: &str =
    "talk give help walk share provide discuss elaborate remind tell explain describe quantify";

fn set(list: &'static str) -> HashSet<&'static str> {
    list.split_whitespace().collect()
}

static SETS: LazyLock<[HashSet<&str>; 5]> =
    LazyLock::new(|| [YES_OR_NO, BESIDE, OPEN, CLOSED, TELLS].map(set));

fn is_eastern(text: &str) -> bool {
    text.chars().any(|c| c >= '\u{2e80}')
}

/// A sentence that says yes or no and nothing more.
pub(super) fn is_yes_or_no(sentence: &Sentence) -> bool {
    let [yes, beside, ..] = &*SETS;
    let is = |word: &str| yes.contains(word) || EASTERN_YES_OR_NO.split('|').any(|one| one == word);
    sentence.words.len() <= 8
        && !sentence.asks
        && sentence.words.iter().take(3).any(|word| is(&word.text))
        && sentence.words.iter().all(|word| is(&word.text) || beside.contains(word.text.as_str()))
}

/// A yes or no to a question that wants to be told something.
pub(super) fn answers_nothing(asked: &[Sentence], question: &str, answered: &[Sentence]) -> bool {
    let said = |word: &str| asked.iter().flat_map(|one| &one.words).any(|asked| asked.text == word);
    // "Which turn is it, left or right?" And "never" in German is "no" in Polish.
    let means_more = |word: &str| said(word) || word == "nie" && said("wann");
    let mut words = answered.iter().flat_map(|one| &one.words).map(|word| word.text.as_str());
    answered.len() <= 2
        && answered.iter().all(is_yes_or_no)
        && !words.any(|word| SETS[0].contains(word) && means_more(word))
        && asked.iter().any(|one| one.asks)
        && asked.iter().filter(|one| one.asks).all(|one| wants_telling(one, question))
}

/// Begins with "how" or "what", or asks to be told; nothing in it could be answered with yes.
fn wants_telling(sentence: &Sentence, question: &str) -> bool {
    let [_, _, open, closed, tells] = &*SETS;
    let (start, end) = sentence.span();
    let said = &question[start..end];
    if is_eastern(said) {
        let has = |list: &str| list.split('|').any(|piece| said.contains(piece));
        return has(EASTERN_OPEN) && !has(EASTERN_CLOSED);
    }
    let word = |at: usize| sentence.words[at].text.as_str();
    let count = sentence.words.len();
    let is = |at: usize, list: &str| at < count && list.split(' ').any(|one| one == word(at));
    // These mean something else in another language: "was ist", "o que", "ne zaman".
    let asks_here = |at: usize| {
        let begins = at == 0 || marked(sentence, question, at) || is(at - 1, OPENERS);
        let helped = at + 1 < count && closed.contains(word(at + 1));
        (begins || helped) && !is(at + 1, HE_OR_SHE)
    };
    let is_open = |at: usize| {
        open.contains(word(at)) && (!is(at, ENGLISH_OPEN) || asks_here(at))
            || word(at) == "was" && (at + 1..count).any(|at| is(at, GERMAN))
            || word(at) == "o" && is(at + 1, "que")
            || word(at) == "ne" && is(at + 1, "zaman kadar tür olacak oldu bekliyorsunuz düşünüyorsunuz")
    };
    let Some(first) = (0..count.min(6)).find(|&at| is_open(at) || closed.contains(word(at))) else {
        // Turkish asks at the end.
        return (0..count).any(is_open) && !(0..count).any(|at| closed.contains(word(at)));
    };
    // "Can you tell us what you expect?"
    if !is_open(first) {
        let told = matches!(word(first), "can" | "could" | "would")
            && (first + 1..count.min(first + 6)).any(|at| tells.contains(word(at)));
        return told && !(first + 1..count).any(|at| matches!(word(at), "if" | "whether"));
    }
    // "How about May?" and "what margin do you expect, is it 40 %?" can be answered so.
    let about = is(first, "how what") && is(first + 1, "about if");
    let clause = (first + 1..count).any(|at| {
        let breaks = marked(sentence, question, at) || matches!(word(at - 1), "or" | "and");
        breaks && closed.contains(word(at))
    });
    let tag = count > 2 && is(count - 1, "right correct yes no");
    let marked_closed = (0..count).any(|at| is(at, "mi mı mu mü ли ob"));
    !(about || clause || tag || marked_closed)
}
