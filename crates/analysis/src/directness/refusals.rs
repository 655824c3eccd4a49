//! Refusals in the languages that are read besides English: the patterns and their weights know English alone.
//!
//! A phrase is written as words in order: `a|b` is either, `a*` begins with it, `~n` lets up to n words stand between. Where a
//! language parts no words by blanks, or hangs what matters to their ends, a phrase is a piece of the sentence.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::patterns::{self, Found, Sign};
use super::words::Sentence;

const WRITTEN: &[(Sign, &str)] = &[
    // Spanish.
    (Sign::Refuses, "no ~3 coment*|divulg*|desglos*|especul*|revelar*|revelamos|revelo|pronunci*"),
    (
        Sign::Refuses,
        "no ~1 voy|vamos|quiero|queremos|quisiera|deseo|deseamos ~2 hablar|entrar|responder|contestar|dar|decir*|compartir|adelantar|confirmar",
    ),
    (
        Sign::Refuses,
        "no ~1 damos|daremos|facilitamos|publicamos|compartimos|proporcionamos ~2 es*|dato*|cifra*|detalle*|información|guía|previsi*|pronóstico*|orientación",
    ),
    (Sign::Refuses, "sin comentario*"),
    (Sign::Refuses, "prefiero|preferimos|preferiría no"),
    (
        Sign::Unable,
        "no ~1 puedo|podemos|podría|podríamos ~2 decir*|hablar*|dar*|compartir*|responder*|contestar*|confirmar*|precisar*|detallar*",
    ),
    (Sign::Unable, "no ~1 sé|sabemos|sabría|sabríamos"),
    (
        Sign::Unable,
        "no ~1 tengo|tenemos|dispongo|disponemos ~3 dato*|cifra*|número*|información|respuesta|detalle*",
    ),
    (Sign::Unable, "no estoy|estamos en condiciones|posición"),
    (Sign::Early, "demasiado pronto"),
    (Sign::Early, "muy pronto para"),
    // Portuguese.
    (
        Sign::Refuses,
        "não ~3 coment*|divulg*|especul*|revelar|revelamos|revelo|pronunci*|detalhamos|abrimos|abrir",
    ),
    (
        Sign::Refuses,
        "não ~1 vou|vamos|quero|queremos|gostaria|gostaríamos ~2 falar|entrar|responder|dar|dizer|compartilhar|partilhar|antecipar|confirmar",
    ),
    (
        Sign::Refuses,
        "não ~1 damos|daremos|fornecemos|compartilhamos|partilhamos|publicamos ~2 es*|dado*|número*|detalhe*|informaç*|guidance|previs*|projeç*",
    ),
    (Sign::Refuses, "sem comentário*"),
    (Sign::Refuses, "prefiro|preferimos|preferiria não"),
    (
        Sign::Unable,
        "não ~1 posso|podemos|poderia|poderíamos ~2 dizer|falar|dar|compartilhar|partilhar|responder|confirmar|detalhar|adiantar",
    ),
    (Sign::Unable, "não ~1 sei|sabemos|saberia"),
    (Sign::Unable, "não ~1 tenho|temos ~3 dado*|número*|informaç*|resposta|detalhe*"),
    (Sign::Unable, "não estou|estamos em condições|posição"),
    (Sign::Early, "cedo demais|para"),
    // French.
    (
        Sign::Refuses,
        "ne|n'en ~4 comment*|divulgu*|spécul*|dévoil*|révél*|communiqu*|répondre|répondrai|répondrons|détailler|détaillons",
    ),
    (
        Sign::Refuses,
        "ne ~1 veux|voulons|souhait*|vais|allons|donnons|donnerons|fournissons|publions|entrerai|entrerons ~4 dire|parler|donner|entrer|détail*|chiffre*|prévision*|information*|confirmer|préciser",
    ),
    (Sign::Refuses, "sans|aucun commentaire*"),
    (Sign::Refuses, "pas de commentaire*"),
    (Sign::Refuses, "préfère|préférons|préférerais ~1 ne pas"),
    (Sign::Refuses, "refuse|refusons de|d'* ~2 comment*|répondre|parler"),
    (
        Sign::Unable,
        "ne ~1 peux|pouvons|saurais|saurions|puis ~4 dire|parler|donner|partager|préciser|confirmer|entrer",
    ),
    (Sign::Unable, "ne ~1 sais|savons pas"),
    (Sign::Unable, "n'ai|n'avons pas|aucun* ~3 chiffre*|réponse|information*|donnée*|détail*|commentaire*"),
    (Sign::Unable, "ne ~1 suis|sommes pas ~1 en mesure"),
    (Sign::Early, "trop tôt"),
    // German.
    (
        Sign::Refuses,
        "kein|keine|keinen|keinerlei ~2 kommentar*|angabe*|stellung*|auskunft|auskünfte|einzelheiten|details|prognose*",
    ),
    (
        Sign::Refuses,
        "nicht ~3 kommentier*|äußern|äussern|verraten|preisgeben|spekulieren|offenlegen|mitteilen|bestätigen|preis",
    ),
    (Sign::Refuses, "kommentier*|äußern|äussern|veröffentlich*|spekulier*|verrate* ~6 nicht"),
    (
        Sign::Refuses,
        "möchte*|will|wollen|werde|werden ~5 nicht ~3 sagen|sprechen|nennen|eingehen|beantworten|reden",
    ),
    (
        Sign::Unable,
        "kann|können|darf|dürfen ~6 nicht|nichts ~3 sagen|sprechen|nennen|eingehen|beantworten|reden",
    ),
    (Sign::Unable, "nicht|nichts ~1 sagen|beantworten"),
    (Sign::Unable, "weiß|weiss|wissen ~4 nicht"),
    (Sign::Unable, "habe|haben ~5 keine|nicht ~3 zahl*|antwort*|daten|information*|hand|angaben"),
    (Sign::Unable, "nicht in der lage"),
    (Sign::Early, "zu früh"),
    // Italian.
    (Sign::Refuses, "non ~3 comment*|rivel*|divulg*|sbilanci*|specul*|rilasci*|pronunci*"),
    (
        Sign::Refuses,
        "non ~1 voglio|vogliamo|vorrei|vorremmo|intendo|intendiamo|desidero|diamo|forniamo|daremo ~3 dire|parlare|dare|entrare|rispondere|fornire|confermare|dettagli|dati|numeri|indicazioni|informazioni|previsioni",
    ),
    (Sign::Refuses, "nessun commento"),
    (Sign::Refuses, "senza commenti"),
    (Sign::Refuses, "preferisco|preferiamo|preferirei|preferiremmo non"),
    (
        Sign::Unable,
        "non ~1 posso|possiamo|potrei|sono|siamo ~4 dire|dirlo|parlar*|dare|dirvi|dirle|rispondere|confermar*|condividere",
    ),
    (Sign::Unable, "non ~1 so|sappiamo|saprei"),
    (Sign::Unable, "non ~1 ho|abbiamo ~3 dati|dato|numeri|numero|informazioni|risposta|cifre|dettagli"),
    (Sign::Early, "troppo presto"),
    // Polish.
    (
        Sign::Refuses,
        "nie ~3 koment*|skoment*|ujawni*|zdradz*|spekul*|podaj*|udziel*|wypowiad*|wypowiem*|odpowiem*|odpowiadam*",
    ),
    (
        Sign::Refuses,
        "nie ~1 chcę|chcemy|chciałbym|chciałabym|będę|będziemy|zamierzam* ~3 mówić|powiedzieć|odpowiadać|odpowiedzieć|podawać|podać|rozmawiać",
    ),
    (Sign::Refuses, "bez komentarza|komentarzy"),
    (Sign::Refuses, "odmawiam|odmawiamy"),
    (Sign::Refuses, "wolę|wolimy|wolałbym|wolałabym|wolelibyśmy nie"),
    (Sign::Unable, "nie ~1 mogę|możemy ~3 mówić|powiedzieć|odpowiedzieć|podać|potwierdzić|rozmawiać"),
    (Sign::Unable, "nie ~1 wiem|wiemy"),
    (Sign::Unable, "nie ~1 mam|mamy|posiadam* ~3 danych|informacji|odpowiedzi|liczb|szczegółów"),
    (Sign::Early, "za|zbyt wcześnie"),
    // Turkish: what is denied is denied at the end of the verb.
    (Sign::Refuses, "yorum ~1 yapmıyor*|yapmayac*|yapmam|yapmayız|yapama*|yapılm*|yok*|istemi*|vermi*"),
    (Sign::Refuses, "yorum yapmak istemi*|istemez*"),
    (
        Sign::Refuses,
        "açıklamıyor*|açıklamayac*|açıklamak|paylaşmıyor*|paylaşmayac*|paylaşmak|cevaplamak|yanıtlamak|konuşmak istemi*|istemez*",
    ),
    (
        Sign::Refuses,
        "açıklamıyor*|açıklamayac*|paylaşmıyor*|paylaşmayac*|cevaplamayac*|yanıtlamayac*|konuşmayac*",
    ),
    (
        Sign::Unable,
        "söyleyem*|açıklayam*|paylaşam*|veremem|veremey*|veremiyor*|cevaplayam*|yanıtlayam*|konuşam*|bahsedem*|bilmiyor*|bilemi*|bilemem|bilemey*",
    ),
    (Sign::Early, "henüz|çok erken"),
    // Russian.
    (Sign::Refuses, "не ~3 комментир*|прокоммент*|раскрыва*|раскро*|разглаш*|спекулир*|комментари*"),
    (
        Sign::Refuses,
        "не ~1 буду|будем|хочу|хотим|хотел*|готов*|стану|станем|намерен* ~3 сказать|говорить|ответить|отвечать|раскрыть|раскрывать|назвать|называть|делиться|поделиться|дать|давать|обсуждать|подтвердить|подтверждать",
    ),
    (Sign::Refuses, "без комментари*"),
    (
        Sign::Refuses,
        "отказыва*|откажусь|откажемся|воздержусь|воздержимся|воздержива* ~2 коммент*|отвеч*|ответ*",
    ),
    (
        Sign::Unable,
        "не ~1 могу|можем|вправе|можно|смогу|сможем ~3 сказать|говорить|ответить|отвечать|раскрыть|раскрывать|назвать|называть|делиться|поделиться|дать|давать|обсуждать|подтвердить|подтверждать",
    ),
    (Sign::Unable, "не ~1 знаю|знаем|располагаем|располагаю"),
    (Sign::Unable, "нет|никаких ~2 комментари*|данных|ответа|информации|сведений"),
    (Sign::Unable, "затрудня* ~1 сказать|ответить"),
    (Sign::Early, "слишком|пока|ещё|еще рано"),
    // Indonesian.
    (
        Sign::Refuses,
        "tidak|tak|enggak|nggak|belum ~3 berkomentar|mengomentari|komentar|mengungkap*|membocorkan|berspekulasi|menjawab|membahas",
    ),
    (
        Sign::Refuses,
        "enggan|menolak|menolak ~2 berkomentar|mengomentari|menjawab|mengungkap*|membahas|memberi*",
    ),
    (Sign::Refuses, "tanpa|no komentar"),
    (
        Sign::Unable,
        "tidak|tak|enggak|nggak|belum ~1 bisa|dapat|boleh ~2 mengatakan|memberi*|menyampaikan|memastikan|mengonfirmasi|menyebutkan|bicara|berbicara|membagikan",
    ),
    (Sign::Unable, "tidak|tak|enggak|nggak|belum tahu"),
    (Sign::Unable, "tidak|tak|belum ~1 memiliki|punya ~2 data|informasi|jawaban|angka"),
    (Sign::Early, "terlalu dini|awal|cepat"),
];

/// Pieces of sentences in Chinese, Japanese and Korean, parted by `|`.
const PIECES: &[(Sign, &str)] = &[
    (
        Sign::Refuses,
        "不予置评|无可奉告|不便透露|不方便透露|不会透露|不愿透露|暂不透露|不予评论|不作评论|不做评论|不便评论|不发表评论|不评论|不会评论|不加评论|\
         不予回应|拒绝回答|拒绝评论|不便回答|不披露|不便披露|暂不披露|不会披露|不方便说|不便多说|不予置評|無可奉告|不便透露|不願透露|不予評論|\
         不作評論|不做評論|不評論|不便評論|不予回應|拒絕回答",
    ),
    (
        Sign::Unable,
        "不能透露|无法透露|无法评论|不能评论|无法回答|不能回答|回答不了|无法披露|不能披露|无法告诉|不能告诉|不清楚|不知道|不好说|無法透露|無法評論|無法回答",
    ),
    (Sign::Early, "为时过早|言之过早|为时尚早|言之尚早"),
    (
        Sign::Refuses,
        "控えさせ|控えたい|控えます|控えており|差し控え|ノーコメント|開示しておりません|開示していません|開示しません|公表しておりません|公表していません|公表しません|\
         非開示|コメントしません|コメントしており|お答えしません",
    ),
    (
        Sign::Unable,
        "コメントできません|コメントすることはできません|コメントできない|お答えできません|お答えすることはできません|お答えいたしかね|お答えしかね|答えられません|\
         申し上げられません|申し上げることはできません|お話しできません|お話しすることはできません|言えません|お伝えできません|ご説明できません|明らかにできません|\
         わかりません|分かりません|分かりかね|わかりかね",
    ),
    (Sign::Early, "時期尚早"),
    (
        Sign::Refuses,
        "노코멘트|언급하지 않|언급을 피하|공개하지 않|밝히지 않|코멘트하지 않|논평하지 않|답변하지 않|답변을 거부|답하지 않|말하지 않겠|언급하고 싶지 않|말씀드리지 않",
    ),
    (
        Sign::Unable,
        "답변드리기 어렵|답변하기 어렵|답변할 수 없|답변드릴 수 없|답변을 드릴 수 없|답할 수 없|답하기 어렵|말씀드릴 수 없|말씀드리기 어렵|말씀 드릴 수 없|\
         말씀 드리기 어렵|말할 수 없|말하기 어렵|언급할 수 없|언급하기 어렵|공개할 수 없|공개하기 어렵|밝힐 수 없|밝히기 어렵|확인해 드릴 수 없|확인해드릴 수 없|\
         확인해 줄 수 없|확인해줄 수 없|코멘트할 수 없|코멘트하기 어렵|논평할 수 없|모르겠|모릅니다",
    ),
    (Sign::Early, "시기상조"),
];

struct Element {
    /// How many words may stand before it.
    gap: usize,
    /// Each with whether it may go on.
    choices: Vec<(&'static str, bool)>,
}

impl Element {
    fn is(&self, word: &str) -> bool {
        self.choices.iter().any(|&(choice, goes_on)| match goes_on {
            true => word.starts_with(choice),
            false => word == choice,
        })
    }
}

struct Phrase {
    sign: Sign,
    elements: Vec<Element>,
}

struct Book {
    phrases: Vec<Phrase>,
    /// Phrases by the first two letters of the words that can begin them.
    by_start: HashMap<[char; 2], Vec<usize>>,
}

static BOOK: LazyLock<Book> = LazyLock::new(|| {
    let mut book = Book { phrases: Vec::new(), by_start: HashMap::new() };
    for (at, (sign, text)) in WRITTEN.iter().enumerate() {
        let mut elements: Vec<Element> = Vec::new();
        let mut gap = 0;
        for part in text.split_whitespace() {
            if let Some(count) = part.strip_prefix('~') {
                gap = count.parse().expect("a gap is a number");
                continue;
            }
            let choice = |word: &'static str| (word.trim_end_matches('*'), word.ends_with('*'));
            elements.push(Element {
                gap: std::mem::take(&mut gap),
                choices: part.split('|').map(choice).collect(),
            });
        }
        let mut starts: Vec<[char; 2]> =
            elements[0].choices.iter().filter_map(|(word, _)| start(word)).collect();
        starts.dedup();
        for start in starts {
            book.by_start.entry(start).or_default().push(at);
        }
        book.phrases.push(Phrase { sign: *sign, elements });
    }
    book
});

fn start(word: &str) -> Option<[char; 2]> {
    let mut letters = word.chars();
    Some([letters.next()?, letters.next()?])
}

/// What says in another language than English that nothing is said, each kind once for a sentence.
pub(super) fn signs(sentence: &Sentence, text: &str) -> Vec<Found> {
    let book = &*BOOK;
    let mut found: Vec<Found> = Vec::new();
    let mut add = |sign: Sign, first: usize, last: usize| {
        if !found.iter().any(|one| one.sign == sign) {
            found.push(Found { sign, pattern: patterns::FOREIGN, first, last });
        }
    };
    let mut eastern = false;
    for (at, word) in sentence.words.iter().enumerate() {
        eastern |= word.text.chars().next().is_some_and(|c| c >= '\u{2e80}');
        let Some(phrases) = start(&word.text).and_then(|start| book.by_start.get(&start)) else { continue };
        for phrase in phrases.iter().map(|&phrase| &book.phrases[phrase]) {
            if phrase.elements[0].is(&word.text)
                && let Some(last) = rest(&phrase.elements[1..], sentence, at + 1)
            {
                add(phrase.sign, at, last);
            }
        }
    }
    if eastern {
        let (start, end) = sentence.span();
        for (sign, pieces) in PIECES {
            if pieces.split('|').any(|piece| text[start..end].contains(piece.trim_start())) {
                add(*sign, 0, sentence.words.len() - 1);
            }
        }
    }
    found
}

/// The last word of a phrase that goes on at `from`.
fn rest(elements: &[Element], sentence: &Sentence, from: usize) -> Option<usize> {
    let Some(element) = elements.first() else { return Some(from - 1) };
    let to = (from + element.gap + 1).min(sentence.words.len());
    (from..to).find_map(|at| {
        element.is(&sentence.words[at].text).then(|| rest(&elements[1..], sentence, at + 1)).flatten()
    })
}
