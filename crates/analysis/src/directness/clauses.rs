//! Parts of sentences, and whose words a part tells: what a regulator would not say is no silence of the speaker.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use super::words::Sentence;

/// Words that turn a sentence, whatever stands before them.
const TURNS: &str = "but however although though";
/// The same where a mark stands before them.
const TURNS_BEHIND_MARK: &str = "yet still pero aunque sino mas porém embora contudo mais cependant toutefois néanmoins aber jedoch doch \
     allerdings ma però tuttavia ale jednak lecz ama ancak fakat но однако а tapi tetapi namun";
/// Chinese runs begin with these, Japanese and Korean ones before the turn end with those.
const EASTERN_TURNS: &str = "但|不过|不過|然而|可是|しかし|ただし|ただ|하지만|그러나|다만";
const EASTERN_BEFORE_TURNS: &str = "が|けど|けれど|けれども|ものの|지만|으나|는데";

/// Those who are not the speaker's company.
const OTHERS: &str = "regulator regulators sec cftc fda ftc doj epa irs ecb bafin fca esma agency agencies authority authorities government \
     governments court courts judge ministry congress senate parliament commission prosecutor prosecutors police plaintiff plaintiffs \
     competitor competitors peer peers rival rivals customer customers client clients supplier suppliers vendor vendors partner partners \
     counterparty counterparties lender lenders companies spokesman spokeswoman spokesperson others they he she \
     regulador reguladores reguladora autoridad autoridades gobierno tribunal juez jueza fiscalía competidor competidores competencia cliente \
     clientes proveedor proveedores socio socios ministerio agencia comisión portavoz ellos ellas \
     autoridade autoridades governo juiz concorrente concorrentes fornecedor fornecedores parceiro parceiros ministério agência comissão \
     eles elas \
     régulateur régulateurs autorité autorités gouvernement juge parquet concurrent concurrents clients fournisseur fournisseurs partenaire \
     partenaires ministère agence ils \
     behörde behörden aufsicht regulierer regulierungsbehörde regierung gericht richter staatsanwaltschaft wettbewerber konkurrent \
     konkurrenten konkurrenz kunde kunden lieferant lieferanten ministerium kommission \
     regolatore regolatori autorità tribunale giudice procura concorrenti cliente clienti fornitore fornitori ministero agenzia commissione \
     organ urząd rząd sąd sędzia prokuratura konkurencja konkurenci klient klienci dostawca dostawcy partnerzy ministerstwo komisja oni \
     düzenleyici düzenleyiciler kurum hükümet mahkeme hakim savcı savcılık rakip rakipler rakiplerimiz müşteri müşteriler müşterilerimiz \
     tedarikçi tedarikçiler bakanlık komisyon onlar \
     регулятор регуляторы ведомство власти правительство суд судья прокуратура конкурент конкуренты клиент клиенты поставщик поставщики \
     партнёр партнер партнёры партнеры министерство комиссия они \
     otoritas pemerintah pengadilan hakim jaksa pesaing pelanggan klien pemasok mitra kementerian komisi mereka";
/// In Chinese they stand right before what they do: of customers one speaks more often than they do.
const CHINESE_OTHERS: &str = "监管机构|监管部门|监管当局|证监会|政府|法院|法官|检方|竞争对手|对方|他们|監管機構|監管部門|證監會|檢方|競爭對手|對方|他們";
/// What may stand between, and what makes of them whom something is about.
const CHINESE_BETWEEN: &str =
    "对此|對此|目前|暂时|暫時|暂|也|都|均|仍|仍然|一直|已|则|則|方面|表示|称|稱|，|,| ";
const CHINESE_ABOUT: &str = "对|對|对于|對於|关于|關於|就|有关|有關|向";
/// In Japanese and Korean the mark of the subject follows.
const EASTERN_OTHERS: &str = "規制当局は|規制当局が|当局は|当局が|政府は|裁判所は|検察は|競合は|競合他社は|他社は|顧客は|お客様は|取引先は|先方は|彼らは|\
     당국은|당국이|규제기관은|정부는|법원은|검찰은|경쟁사는|경쟁사들은|고객은|고객사는|공급업체는|협력사는|상대방은|그들은";
/// Those who speak. Whose something is says little: our customers are not us.
const OWN: &str = "i i'm i've i'd i'll me we we're we've we'd we'll us \
     yo nos nosotros me mi eu nós je j'ai nous ich mich wir uns noi ci my nas biz ben bizim мы я нас kami kita saya";
const EASTERN_OWN: &str = "我|本公司|当社|弊社|私|우리|저희|저는|제가";
/// What is about somebody is not said by them.
const ABOUT: &str = "with of for to from by on about at in against between regarding concerning per \
     sobre de del con para por contra com do da dos das sur avec pour des du über zu zum zur mit von vom bei gegen für \
     su di del della dei degli con per o na z ze od dla przez о об про с со от для у tentang dengan dari untuk oleh";
const ABOUT_BEHIND: &str = "hakkında ile için konusunda";
/// A new part of a sentence begins with these.
const JOINS: &str = "and or because so that which while if when as than y porque que ou et car und oder weil dass bo że ve и или что dan";

fn set(list: &'static str) -> HashSet<&'static str> {
    list.split_whitespace().collect()
}

static SETS: LazyLock<[HashSet<&str>; 7]> =
    LazyLock::new(|| [TURNS, TURNS_BEHIND_MARK, OTHERS, OWN, ABOUT, ABOUT_BEHIND, JOINS].map(set));

fn is_eastern(word: &str) -> bool {
    word.chars().next().is_some_and(|c| c >= '\u{2e80}')
}

/// Whether more than blanks stands between a word and the one before it.
pub(super) fn marked(sentence: &Sentence, text: &str, at: usize) -> bool {
    at > 0 && !text[sentence.words[at - 1].end..sentence.words[at].start].trim().is_empty()
}

/// True where "but" begins a part of the sentence.
fn turns(sentence: &Sentence, text: &str, at: usize) -> bool {
    let [always, behind_mark, ..] = &*SETS;
    let word = sentence.words[at].text.as_str();
    if is_eastern(word) {
        let before = at.checked_sub(1).map_or("", |before| sentence.words[before].text.as_str());
        return EASTERN_TURNS.split('|').any(|turn| word.starts_with(turn))
            || EASTERN_BEFORE_TURNS.split('|').any(|turn| before.ends_with(turn));
    }
    let ends = |before: usize| {
        EASTERN_BEFORE_TURNS.split('|').any(|turn| sentence.words[before].text.ends_with(turn))
    };
    always.contains(word)
        || marked(sentence, text, at) && behind_mark.contains(word)
        || at > 0 && is_eastern(&sentence.words[at - 1].text) && ends(at - 1)
}

/// The words around some words as far as no "but" parts them.
pub(super) fn part(sentence: &Sentence, text: &str, words: Range<usize>) -> Range<usize> {
    let from = (1..=words.start).rev().find(|&at| turns(sentence, text, at)).unwrap_or(0);
    let count = sentence.words.len();
    let to = (words.end..count).find(|&at| turns(sentence, text, at)).unwrap_or(count);
    from..to
}

/// The same of a piece of a Chinese, Japanese or Korean sentence, which stands at some bytes of the text.
pub(super) fn is_of_others_in_east(
    sentence: &Sentence,
    text: &str,
    words: Range<usize>,
    piece: usize,
) -> bool {
    let whole = part(sentence, text, words);
    let start = sentence.words[whole.start].start;
    let has = |said: &str, list: &str| list.split('|').any(|one| said.contains(one));
    let said = &text[start..sentence.words[whole.end - 1].end];
    if has(said, EASTERN_OWN) {
        return false;
    }
    let mut before = &text[start..piece.max(start)];
    while let Some(shorter) = CHINESE_BETWEEN.split('|').find_map(|one| before.strip_suffix(one)) {
        before = shorter;
    }
    let other = CHINESE_OTHERS.split('|').find_map(|other| before.strip_suffix(other));
    let acts = other.is_some_and(|before| !CHINESE_ABOUT.split('|').any(|about| before.ends_with(about)));
    acts || has(said, EASTERN_OTHERS)
}

/// Whether somebody else than the speaker does what these words say: "the regulator declined to comment".
pub(super) fn is_of_others(sentence: &Sentence, text: &str, first: usize, last: usize) -> bool {
    let [_, _, others, own, about, about_behind, joins] = &*SETS;
    let word = |at: usize| sentence.words[at].text.as_str();
    let begins =
        |at: &usize| marked(sentence, text, *at) || joins.contains(word(*at)) || turns(sentence, text, *at);
    let from = (1..=first).rev().find(begins).unwrap_or(0);
    // An Italian article, and not "I".
    let is_article = |at: usize| {
        word(at) == "i" && sentence.words.get(at + 1).is_some_and(|next| others.contains(next.text.as_str()))
    };
    if (from..=last).any(|at| own.contains(word(at)) && !is_article(at)) {
        return false;
    }
    let spoken_of = |at: usize| {
        (at.saturating_sub(2).max(from)..at).any(|before| about.contains(word(before)))
            || sentence.words.get(at + 1).is_some_and(|next| about_behind.contains(next.text.as_str()))
    };
    (from..=first).rev().take(6).any(|at| others.contains(word(at)) && !spoken_of(at))
}
