//! Refusals in the languages that are read besides English: the patterns and their weights know English alone.
//!
//! A phrase is written as words in order: `a|b` is either, `a*` begins with it, `~n` lets up to n words stand between, `=` those that
//! help a verb. `^` holds it to the start of its part of the sentence, where small words may stand before it, and `$` to the end.
//! Where a language parts no words by blanks, or hangs what matters to their ends, a phrase is a piece of the sentence.
//!
//! English has a short list too: what refuses so plainly that no other word of the answer, such as a "no" in front, can outweigh it.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use super::clauses;
use super::patterns::{self, Found, Sign};
use super::words::Sentence;

const WRITTEN: &[(Sign, &str)] = &[
    // Spanish.
    (
        Sign::Refuses,
        "no ~2 respondo|respondemos|responderé|responderemos|contesto|contestamos|contestaré|contestaremos|hablaré|hablaremos",
    ),
    (
        Sign::Refuses,
        "no ~1 pienso|pensamos|pretendo|pretendemos|tengo|tenemos ~2 responder|contestar|hablar|decir*|comentar|añadir",
    ),
    (Sign::Refuses, "no ~1 digo|decimos|diré|diremos ~1 nada|más"),
    (Sign::Refuses, "me|nos niego|negamos ~2 responder|contestar|comentar|hablar|decir*"),
    (Sign::Refuses, "de|sobre eso|esto|ello no ~1 hablo|hablamos"),
    (Sign::Refuses, "^ nada que decir|comentar|declarar|añadir"),
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
    (
        Sign::Refuses,
        "prefiero|preferimos|preferiría no ~1 decir*|coment*|habl*|responder*|contestar*|revelar*|divulg*|especul*|pronunci*|opinar|entrar|dar",
    ),
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
    (Sign::Refuses, "não ~2 respondo|respondemos|responderei|responderemos|falarei|falaremos"),
    (
        Sign::Refuses,
        "não ~1 pretendo|pretendemos|penso|tenho|temos ~2 responder|falar|dizer|comentar|acrescentar",
    ),
    (Sign::Refuses, "não ~1 digo|dizemos|direi|diremos ~1 nada|mais"),
    (Sign::Refuses, "recuso-me|recusamo-nos|recuso|recusamos ~2 responder|comentar|falar|dizer"),
    (Sign::Refuses, "disso|disto não ~1 falo|falamos|falarei"),
    (Sign::Refuses, "^ nada a dizer|declarar|comentar|acrescentar"),
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
    (
        Sign::Refuses,
        "prefiro|preferimos|preferiria não ~1 dizer*|coment*|falar*|responder*|revelar*|divulg*|especul*|pronunci*|opinar|entrar|dar",
    ),
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
        "n'y|n'en ~1 répondrai|répondrons|réponds|répondons|parlerai|parlerons|parle|parlons|dirai|dirons",
    ),
    (Sign::Refuses, "ne ~2 réponds|répondons|parlerai|parlerons pas"),
    (Sign::Refuses, "ne ~2 dis|disons|dirai|dirons ~1 rien|plus"),
    (Sign::Refuses, "n'ai|n'avons rien ~2 dire|ajouter|déclarer"),
    (Sign::Refuses, "^ rien à dire|ajouter|déclarer"),
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
    (
        Sign::Refuses,
        "préfère|préférons|préférerais ~1 ne pas ~2 dire|parler|répondre|comment*|divulgu*|révéler|spécul*|m'exprimer|exprimer|prononcer|entrer|donner",
    ),
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
    (Sign::Refuses, "sage|sag ~3 nichts"),
    (Sign::Refuses, "sagen wir ~2 nichts"),
    (Sign::Refuses, "wir sagen ~3 nichts"),
    (Sign::Refuses, "antworte ~3 nicht"),
    (Sign::Refuses, "antworten wir ~2 nicht"),
    (Sign::Refuses, "wir antworten ~3 nicht"),
    (Sign::Refuses, "nicht ~2 antworten"),
    (Sign::Refuses, "äußere|äussere ~4 nicht"),
    (Sign::Refuses, "weigere|weigern mich|uns"),
    (Sign::Refuses, "verweigere|verweigern ~3 aussage|antwort|auskunft|kommentar"),
    (Sign::Refuses, "gebe|geben ~4 keine|keinerlei|keinen ~2 antwort*|aussage*|stellungnahme*"),
    (Sign::Refuses, "^ lieber nicht $"),
    (
        Sign::Refuses,
        "lieber nicht ~3 sagen|sprechen|reden|darüber|dazu|kommentieren|beantworten|verraten|äußern|eingehen|nennen",
    ),
    (Sign::Refuses, "spreche|rede ~2 nicht"),
    (Sign::Refuses, "darüber|davon|dazu sprechen|reden wir nicht"),
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
    (Sign::Refuses, "non ~2 rispondo|rispondiamo|risponderò|risponderemo|parlerò|parleremo"),
    (Sign::Refuses, "non ~1 dico|diciamo|dirò|diremo ~1 nulla|niente|altro"),
    (Sign::Refuses, "mi|ci rifiuto|rifiutiamo ~1 rispondere|commentare|parlare|dire"),
    (Sign::Refuses, "^ niente|nulla da dire|dichiarare|aggiungere"),
    (Sign::Refuses, "non ~3 comment*|rivel*|divulg*|sbilanci*|specul*|rilasci*|pronunci*"),
    (
        Sign::Refuses,
        "non ~1 voglio|vogliamo|vorrei|vorremmo|intendo|intendiamo|desidero|diamo|forniamo|daremo ~3 dire|parlare|dare|entrare|rispondere|fornire|confermare|dettagli|dati|numeri|indicazioni|informazioni|previsioni",
    ),
    (Sign::Refuses, "nessun commento"),
    (Sign::Refuses, "senza commenti"),
    (
        Sign::Refuses,
        "preferisco|preferiamo|preferirei|preferiremmo non ~1 dire|dirlo|comment*|parlar*|rispond*|rivel*|divulg*|specul*|pronunci*|sbilanci*|esprim*|entrare|dare",
    ),
    (
        Sign::Unable,
        "non ~1 posso|possiamo|potrei|sono|siamo ~4 dire|dirlo|parlar*|dare|dirvi|dirle|rispondere|confermar*|condividere",
    ),
    (Sign::Unable, "non ~1 so|sappiamo|saprei"),
    (Sign::Unable, "non ~1 ho|abbiamo ~3 dati|dato|numeri|numero|informazioni|risposta|cifre|dettagli"),
    (Sign::Early, "troppo presto"),
    // Polish.
    (Sign::Refuses, "nie ~2 odpowiemy"),
    (Sign::Refuses, "nic|niczego ~5 nie ~1 powiem|powiemy|mówię|mówimy"),
    (Sign::Refuses, "nie ~1 powiem|powiemy ~3 nic|niczego|więcej"),
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
    (
        Sign::Refuses,
        "wolę|wolimy|wolałbym|wolałabym|wolelibyśmy nie ~1 mówić|komentować|odpowiadać|zdradzać|ujawniać|podawać|rozmawiać|spekulować|wypowiadać",
    ),
    (Sign::Unable, "nie ~1 mogę|możemy ~3 mówić|powiedzieć|odpowiedzieć|podać|potwierdzić|rozmawiać"),
    (Sign::Unable, "nie ~1 wiem|wiemy"),
    (Sign::Unable, "nie ~1 mam|mamy|posiadam* ~3 danych|informacji|odpowiedzi|liczb|szczegółów"),
    (Sign::Early, "za|zbyt wcześnie"),
    // Turkish: what is denied is denied at the end of the verb.
    (Sign::Refuses, "cevap|yanıt|bilgi ~1 vermeyec*|vermiyor*|vermem|vermeyiz|veremem|veremey*"),
    (Sign::Refuses, "şey ~1 söylemeyec*|söylemem|söylemiyor*|söylemeyiz|demeyec*"),
    (
        Sign::Refuses,
        "söylemeyec*|cevaplamam|yanıtlamam|yanıtlamıyor*|cevaplamıyor*|cevaplamayız|yanıtlamayız",
    ),
    (Sign::Refuses, "cevap|yanıt|yorum ~2 reddediyor*"),
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
    (
        Sign::Refuses,
        "отвечать|комментировать|говорить|обсуждать|раскрывать ~2 не ~1 буду|будем|стану|станем|хочу|хотим",
    ),
    (Sign::Refuses, "не ~1 отвечу|ответим|отвечаю|отвечаем"),
    (Sign::Refuses, "ничего ~5 не ~1 скажу|скажем|говорю|говорим|сообщу|сообщим"),
    (Sign::Refuses, "не ~1 скажу|скажем ~4 ничего|больше"),
    (Sign::Refuses, "не ~3 комментир*|прокоммент*|раскрыва*|раскро*|разглаш*|спекулир*|комментари*"),
    (
        Sign::Refuses,
        "не ~1 буду|будем|хочу|хотим|хотел*|готов*|стану|станем|намерен* ~3 сказать|говорить|ответить|отвечать|раскрыть|раскрывать|назвать|называть|делиться|поделиться|дать|давать|обсуждать|подтвердить|подтверждать",
    ),
    (Sign::Refuses, "без комментари*"),
    (Sign::Refuses, "промолчу|промолчим"),
    (Sign::Refuses, "предпочту|предпочитаю|предпочитаем|предпочтём|предпочтем ~2 промолчать|молчать"),
    (
        Sign::Refuses,
        "предпочту|предпочитаю|предпочитаем|предпочтём|предпочтем ~1 не ~1 комментир*|отвеч*|говор*|обсужда*|раскрыва*|разглаш*|называ*|делиться",
    ),
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
        "tidak|tak|enggak|nggak ~1 mau|ingin|akan|hendak ~1 mengatakan|jawab|menjawab|bicara|berbicara|membahas|menanggapi|menyampaikan",
    ),
    (Sign::Refuses, "tidak|tak|enggak|nggak ~1 berkata|bilang apa-apa"),
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

/// First persons only: who else refuses is not asked. Nothing stands between but what helps a verb: "we're not losing share" and "I
/// don't think price is the answer" refuse nothing.
const PLAIN: &[(Sign, &str)] = &[
    (Sign::Refuses, "SELF = NOT|never|couldn't = answer|answering|comment|commenting"),
    (Sign::Refuses, "SELF = NOT|never = speculate|speculating on|about|as|further"),
    (
        Sign::Refuses,
        "SELF = NOT = respond|responding to ~1 it|that|this|these|those|question|questions|rumors|speculation",
    ),
    (
        Sign::Refuses,
        "SELF = NOT = discuss|discussing|disclose|disclosing|share|sharing|reveal|revealing|say|confirm|mention|speculate|speculating $",
    ),
    (
        Sign::Refuses,
        "SELF = NOT = discuss|discussing|disclose|disclosing|share|sharing|address|reveal|revealing|say|confirm|tell|talk|talking|speak ~1 you|about|to|any|anything|it|that|this|those|these|there ~2 it|that|this|those|these|there|more|anything|specifics|details|today|now|here|further $",
    ),
    (
        Sign::Refuses,
        "SELF = NOT = discuss|discussing|disclose|disclosing|address|reveal|revealing|say|confirm it|that|this|those|these|there|anything|more $",
    ),
    (
        Sign::Refuses,
        "SELF = NOT = get|getting|go|going into ~2 it|that|this|those|these|specifics|details|detail $",
    ),
    (
        Sign::Refuses,
        "SELF = NOT = get|getting|go|going into ~2 it|that|this|those|these|specifics|details|detail ~1 today|now|here|further $",
    ),
    (Sign::Refuses, "SELF = NOT = go|going there $"),
    (Sign::Refuses, "SELF = NOT = speak|talk to|about $"),
    (
        Sign::Refuses,
        "SELF = decline|declining|refuse|refusing to = answer|comment|say|discuss|disclose|respond|speculate|talk|confirm",
    ),
    (
        Sign::Refuses,
        "SELF = rather|prefer not ~1 say|answer|comment|discuss|disclose|speculate|tell|talk|share",
    ),
    (Sign::Refuses, "SELF = rather|prefer not ~1 go there"),
    (
        Sign::Refuses,
        "SELF = rather|prefer not ~1 get|go into ~2 it|that|this|those|these|specifics|details|detail",
    ),
    (Sign::Refuses, "^ no ~1 comment|comments"),
    (Sign::Refuses, "SELF = have no ~1 comment|comments"),
    (Sign::Refuses, "SELF = have nothing ~1 to ~1 say|add|share|disclose"),
    (Sign::Refuses, "i've|we've nothing ~1 to ~1 say|add|share|disclose"),
    (Sign::Refuses, "^ nothing ~1 to ~1 say|add|share|disclose"),
    (Sign::Deflects, "^ next question $"),
    (Sign::Deflects, "^ next question please $"),
    (Sign::Refuses, "^ none of your business"),
    (
        Sign::Refuses,
        "not something ~1 SELF = talk|talking|discuss|discussing|disclose|disclosing|comment|commenting|answer|answering|share|speak|address",
    ),
    (Sign::Refuses, "not something ~1 SELF = get|go into"),
    (Sign::Refuses, "^ that's|it's|that|it|this ~1 confidential $"),
    (Sign::Deflects, "^ let's move on $"),
    (Sign::Deflects, "^ moving on $"),
    (
        Sign::Refuses,
        "^ not = answer|answering|comment|commenting|discuss|discussing|speculate|speculating|disclose|disclosing",
    ),
];
/// Names that stand for choices.
const LISTS: [(&str, &str); 2] =
    [("SELF", "i|we|i'm|we're|i'll|we'll|i'd|we'd"), ("NOT", "not|won't|can't|cannot|don't|wouldn't")];
/// What stands at a `=`, as often as it likes; so do adverbs in "ly".
const HELPING: &str = "am|are|do|did|will|would|can|could|should|must|just|also|still|even|ever|yet|further|today|be|being|been|\
     going to|gonna|about to|able to|want to|wanting to|wish to|like to|love to|intend to|intending to|plan to|planning to|willing to|\
     prepared to|ready to|looking to|trying to|allowed to|permitted to|here to|there to|have to|in a position to|at liberty to|\
     comfortable|to|as a matter of policy|as a policy|as a practice|as a rule";
/// Words before a phrase that is held to the start.
const SMALL: &str = "yes yeah yep no nope well so look again sorry i'm i am oh uh um okay ok and right sure we have there's there is thank thanks you \
     absolutely definitely certainly honestly frankly actually simply just at this point stage time for now as of that's that it's";

/// Pieces of sentences in Chinese, Japanese and Korean, parted by `|`.
const PIECES: &[(Sign, &str)] = &[
    (
        Sign::Refuses,
        "不予置评|无可奉告|不便透露|不方便透露|不会透露|不愿透露|暂不透露|不予评论|不作评论|不做评论|不便评论|不发表评论|不评论|不会评论|不加评论|\
         不予回应|拒绝回答|拒绝评论|不便回答|不披露|不便披露|暂不披露|不会披露|不方便说|不便多说|不予置評|無可奉告|不便透露|不願透露|不予評論|\
         不作評論|不做評論|不評論|不便評論|不予回應|拒絕回答|不回答|不会回答|不予回答|不想回答|不愿回答|不打算回答|没什么可说|没有什么可说|无话可说|\
         没什么好说|不便多谈|拒绝透露|不會回答|不願回答|沒什麼可說|無話可說|不便多談|拒絕透露",
    ),
    (
        Sign::Unable,
        "不能透露|无法透露|无法评论|不能评论|无法回答|不能回答|回答不了|无法披露|不能披露|无法告诉|不能告诉|不清楚|不知道|不好说|無法透露|無法評論|無法回答",
    ),
    (Sign::Early, "为时过早|言之过早|为时尚早|言之尚早"),
    (
        Sign::Refuses,
        "控えさせ|控えたい|控えます|控えており|差し控え|ノーコメント|開示しておりません|開示していません|開示しません|公表しておりません|公表していません|公表しません|\
         非開示|コメントしません|コメントしており|お答えしません|答えません|答えるつもりはありません|何も言いません|何も言えません|何も申し上げません|\
         回答しません|回答いたしません|お答えいたしません|回答を控え|コメントを控え|話すつもりはありません|お話ししません",
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
        "노코멘트|언급하지 않|언급을 피하|공개하지 않|밝히지 않|코멘트하지 않|논평하지 않|답변하지 않|답변을 거부|답하지 않|말하지 않겠|언급하고 싶지 않|말씀드리지 않|대답을 거부|언급을 거부|아무 말도 하지 않|\
         말씀드릴 것이 없|드릴 말씀이 없|할 말이 없|할 말 없",
    ),
    (
        Sign::Unable,
        "답변드리기 어렵|답변하기 어렵|답변할 수 없|답변드릴 수 없|답변을 드릴 수 없|답할 수 없|답하기 어렵|말씀드릴 수 없|말씀드리기 어렵|말씀 드릴 수 없|\
         말씀 드리기 어렵|말할 수 없|말하기 어렵|언급할 수 없|언급하기 어렵|공개할 수 없|공개하기 어렵|밝힐 수 없|밝히기 어렵|확인해 드릴 수 없|확인해드릴 수 없|\
         확인해 줄 수 없|확인해줄 수 없|코멘트할 수 없|코멘트하기 어렵|논평할 수 없|모르겠|모릅니다",
    ),
    (Sign::Early, "시기상조"),
];

/// What may stand before a word of a phrase: so many words, or words that help.
#[derive(Clone, Copy)]
enum Gap {
    Words(usize),
    Helping,
}

struct Element {
    gap: Gap,
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
    from_start: bool,
    to_end: bool,
}

struct Book {
    phrases: Vec<Phrase>,
    /// Phrases by the first two letters of the words that can begin them.
    by_start: HashMap<[char; 2], Vec<usize>>,
}

static BOOK: LazyLock<Book> = LazyLock::new(|| Book::of(WRITTEN.iter().copied()));
/// Phrases that help a verb, by their first word.
static HELPING_BOOK: LazyLock<HashMap<&str, Vec<Vec<&str>>>> = LazyLock::new(|| {
    let mut book: HashMap<&str, Vec<Vec<&str>>> = HashMap::new();
    for phrase in HELPING.split('|') {
        let words: Vec<&str> = phrase.split(' ').collect();
        book.entry(words[0]).or_default().push(words);
    }
    book
});
static PLAIN_BOOK: LazyLock<Book> = LazyLock::new(|| Book::of(PLAIN.iter().copied()));

impl Book {
    fn of(written: impl Iterator<Item = (Sign, &'static str)>) -> Book {
        let mut book = Book { phrases: Vec::new(), by_start: HashMap::new() };
        for (at, (sign, text)) in written.enumerate() {
            let mut phrase = Phrase { sign, elements: Vec::new(), from_start: false, to_end: false };
            let mut gap = Gap::Words(0);
            for part in text.split_whitespace() {
                match part.strip_prefix('~') {
                    Some(count) => gap = Gap::Words(count.parse().expect("a gap is a number")),
                    None if part == "^" => phrase.from_start = true,
                    None if part == "$" => phrase.to_end = true,
                    None if part == "=" => gap = Gap::Helping,
                    None => {
                        let choice = |word: &'static str| (word.trim_end_matches('*'), word.ends_with('*'));
                        let choices = part.split('|').flat_map(listed).map(choice).collect();
                        let gap = std::mem::replace(&mut gap, Gap::Words(0));
                        phrase.elements.push(Element { gap, choices });
                    }
                }
            }
            let choices = phrase.elements[0].choices.iter();
            let starts: BTreeSet<[char; 2]> = choices.filter_map(|(word, _)| start(word)).collect();
            for start in starts {
                book.by_start.entry(start).or_default().push(at);
            }
            book.phrases.push(phrase);
        }
        book
    }

    /// Every phrase in a sentence, with its first and last word.
    fn found<'a>(
        &'a self,
        sentence: &'a Sentence,
        text: &'a str,
    ) -> impl Iterator<Item = (Sign, usize, usize)> + 'a {
        sentence.words.iter().enumerate().flat_map(move |(at, word)| {
            let phrases = start(&word.text).and_then(|start| self.by_start.get(&start));
            phrases.into_iter().flatten().filter_map(move |&phrase| {
                let phrase = &self.phrases[phrase];
                let part = || clauses::part(sentence, text, at..at + 1);
                let begins = || part().start..at;
                if !phrase.elements[0].is(&word.text)
                    || phrase.from_start && !begins().all(|before| is_small(&sentence.words[before].text))
                {
                    return None;
                }
                let end = if phrase.to_end { Some(part().end) } else { None };
                rest(&phrase.elements[1..], sentence, at + 1, end).map(|last| (phrase.sign, at, last))
            })
        })
    }
}

/// The choices that a name stands for, or the word itself.
fn listed(word: &'static str) -> std::str::Split<'static, char> {
    LISTS.iter().find(|(name, _)| *name == word).map_or(word, |(_, choices)| choices).split('|')
}

fn is_small(word: &str) -> bool {
    SMALL.split_whitespace().any(|small| small == word)
}

fn start(word: &str) -> Option<[char; 2]> {
    let mut letters = word.chars();
    Some([letters.next()?, letters.next().unwrap_or(' ')])
}

/// What says in another language than English that nothing is said, each kind once for a sentence.
pub(super) fn signs(sentence: &Sentence, text: &str) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    let mut add = |sign: Sign, first: usize, last: usize, is_of_others: &dyn Fn() -> bool| {
        if !found.iter().any(|one| one.sign == sign) && !is_of_others() {
            found.push(Found { sign, pattern: patterns::FOREIGN, first, last });
        }
    };
    for (sign, first, last) in BOOK.found(sentence, text) {
        add(sign, first, last, &|| clauses::is_of_others(sentence, text, first, last));
    }
    if sentence.words.iter().any(|word| word.text.chars().next().is_some_and(|c| c >= '\u{2e80}')) {
        let (start, end) = sentence.span();
        for (sign, pieces) in PIECES {
            let piece = pieces
                .split('|')
                .find_map(|piece| text[start..end].find(piece.trim_start()).map(|at| (at, piece)));
            if let Some((at, piece)) = piece {
                let place = |at: usize| sentence.words.partition_point(|word| word.end <= at);
                let last = place(start + at + piece.trim_start().len() - 1).min(sentence.words.len() - 1);
                let first = place(start + at).min(last);
                let words = first..last + 1;
                add(*sign, first, last, &|| {
                    clauses::is_of_others_in_east(sentence, text, words.clone(), start + at)
                });
            }
        }
    }
    found
}

/// What refuses in plain English: with no mark inside, so that "no, comments were good" does not.
pub(super) fn plainly(sentence: &Sentence, text: &str) -> Option<Found> {
    let is_whole =
        |first: usize, last: usize| (first + 1..=last).all(|at| !clauses::marked(sentence, text, at));
    let mut found = PLAIN_BOOK.found(sentence, text);
    found
        .find(|&(sign, first, last)| sign == Sign::Deflects || is_whole(first, last))
        .map(|(sign, first, last)| Found { sign, pattern: patterns::PLAIN, first, last })
}

/// The last word of a phrase that goes on at `from`, and ends before `end` where one is given.
fn rest(elements: &[Element], sentence: &Sentence, from: usize, end: Option<usize>) -> Option<usize> {
    let Some(element) = elements.first() else {
        return end.is_none_or(|end| from == end).then(|| from - 1);
    };
    let goes_on = |at: usize| {
        let is = sentence.words.get(at).is_some_and(|word| element.is(&word.text));
        is.then(|| rest(&elements[1..], sentence, at + 1, end)).flatten()
    };
    match element.gap {
        Gap::Words(most) => (from..=from + most).find_map(goes_on),
        Gap::Helping => {
            std::iter::successors(Some(from), |&at| Some(at + helping(sentence, at)?)).find_map(goes_on)
        }
    }
}

/// How many words help a verb from here on.
fn helping(sentence: &Sentence, at: usize) -> Option<usize> {
    let words = &sentence.words[at..];
    let first = words.first()?;
    let stands = |phrase: &&Vec<&str>| {
        phrase.len() <= words.len() && phrase.iter().zip(words).all(|(one, word)| word.text == *one)
    };
    let phrases = HELPING_BOOK.get(first.text.as_str());
    let longest = phrases.and_then(|phrases| phrases.iter().filter(stands).map(Vec::len).max());
    longest.or_else(|| first.text.ends_with("ly").then_some(1))
}
