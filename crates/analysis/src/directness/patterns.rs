//! Patterns of not answering, as short runs of words with gaps.
//!
//! The idea is published: a negation or a deferral near a verb of disclosure and its object. The words and their
//! order here are our own. A pattern is written as words; `a|b` is either, `CAPITALS` is a list below, `~n` lets up to
//! n words stand between, and `^` holds the pattern to the start of the sentence.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::words::Sentence;

/// What a pattern tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Sign {
    Refuses,
    Defers,
    Unable,
    Early,
    Deflects,
    Waits,
    Clarifies,
    Law,
    Hedges,
    Assures,
    Confirms,
    Denies,
    Partial,
    Explains,
    Plans,
    Promotes,
}

pub(super) const SIGNS: usize = 16;

/// In place of the number of a pattern: found by words of another language, which no weight knows.
pub(super) const FOREIGN: usize = usize::MAX;
/// The same of what refuses in plain English.
pub(super) const PLAIN: usize = usize::MAX - 1;

const LISTS: &[(&str, &str)] = &[
    (
        "NEG",
        "not never no cannot can't won't don't doesn't didn't isn't aren't wasn't wouldn't couldn't shouldn't haven't hasn't \
             hadn't neither nor unable without hesitate",
    ),
    (
        "NOT",
        "not never cannot can't won't don't didn't wouldn't couldn't haven't aren't isn't shouldn't hadn't",
    ),
    ("ME", "we i we're i'm we've i've we'd i'd we'll i'll us me company they"),
    (
        "SAY",
        "give gave given giving provide provided providing disclose disclosed disclosing share shared sharing comment \
             commenting commented discuss discussed discussing quantify quantifying guide guiding guided speculate speculating \
             say saying tell telling talk talking speak speaking elaborate reveal publish published announce announced \
             specify break breaking breakout split splitting parse detail detailing project forecast forecasting predict \
             predicting handicap characterize answer estimate report reporting release releasing publicly confirm communicate",
    ),
    (
        "SPECIFICS",
        "number numbers figure figures detail details breakdown breakout specific specifics specificity percentage percentages \
                   amount terms timeline statistics metrics guidance forecast forecasts projection projections target targets range name \
                   names split data margin margins disclosure granularity granular color exact precise information",
    ),
    (
        "WITHHOLD",
        "give gave given giving provide provided providing disclose disclosed disclosing share shared sharing comment \
                  commenting commented quantify quantifying guide guiding guided speculate speculating elaborate reveal publish \
                  published specify break breaking breakout broken broke split splitting parse detail detailing forecasting \
                  predict predicting handicap release releasing confirm communicate publicly discuss discussing discussed talk \
                  mention address",
    ),
    (
        "TELL",
        "say tell predict know quantify forecast estimate speculate call judge pinpoint determine gauge comment answer guess \
              project see give assess put measure handicap ascertain model discuss provide talk speak",
    ),
    (
        "THING",
        "guidance number numbers figure figures detail details detailed breakdown breakout specific specifics specificity \
               specifically information range forecast forecasts target targets margin margins name names color split data \
               percentage amount that it this those terms timeline timing level projection projections metrics disclosure \
               exact exactly precise precisely individual anything individually by more further beyond outlook estimate estimates \
               deal deals customer customers product segment segments pricing price rumors speculation hypothetical hypotheticals \
               contract contracts country public publicly forward quarterly",
    ),
    ("HARD", "hard difficult tough tricky impossible challenging premature early soon uncertain"),
    ("MODAL", "will would can could may might"),
];

const WRITTEN: &[(Sign, &str)] = &[
    // Says that it will not say.
    (Sign::Refuses, "NOT ~3 WITHHOLD ~4 THING"),
    (Sign::Refuses, "NOT ~3 SAY ~4 SPECIFICS"),
    (Sign::Refuses, "ME ~3 NOT ~3 WITHHOLD ~8 THING"),
    (Sign::Refuses, "ME ~2 can't|won't|cannot ~1 say|tell|share|discuss|comment|disclose|mention"),
    (Sign::Refuses, "ME ~2 can't|cannot ~1 speak|talk to|about"),
    (Sign::Refuses, "NOT ~1 allow|permit|let me|us to ~1 SAY"),
    (Sign::Refuses, "NOT ~1 let me|us SAY"),
    (Sign::Refuses, "NOT ~1 allowed|permitted to ~1 SAY"),
    (
        Sign::Refuses,
        "prohibit|prohibits|prohibited|forbid|forbids|bar|bars|prevent|prevents|prevented|preclude|precludes|precluded|restrict|restricts|restricted ~1 me|us|from ~1 SAY",
    ),
    (Sign::Refuses, "can't|cannot for ~2 reasons|reason"),
    (Sign::Refuses, "NOT ~3 get|go|going|getting|gone|got|gotten into ~6 SPECIFICS|that|it|great"),
    (Sign::Refuses, "we|i|we're|i'm|we've|i've|i'd|we'd ~2 NOT ~3 get|go|gone|getting|got|gotten into"),
    (
        Sign::Refuses,
        "NOT ~1 want|like|going|willing|prepared|ready|planning|here|looking to ~2 WITHHOLD|front-run",
    ),
    (Sign::Refuses, "NOT ~1 want|going|like to ~1 get|go ~2 into|there|down|specific|granular"),
    (Sign::Refuses, "want|like|need to ~2 cautious|careful ~4 SAY|THING"),
    (Sign::Refuses, "rather|prefer|prefers ~1 not ~3 SAY|get|go"),
    (Sign::Refuses, "decline|declined|refrain|reluctant|hesitant|hesitate|uncomfortable ~2 SAY"),
    (Sign::Refuses, "NOT ~2 comfortable ~4 SAY|giving|putting"),
    (Sign::Refuses, "NOT ~2 at liberty"),
    (Sign::Refuses, "NOT ~3 in a position to"),
    (Sign::Refuses, "no ~1 comment|comments"),
    (Sign::Refuses, "nothing ~2 to ~1 add|announce|report|share|say|disclose|update"),
    (Sign::Refuses, "NOT ~3 anything ~3 to ~1 add|announce|report|share|say|disclose"),
    (
        Sign::Refuses,
        "all|much|far ~1 as|that|what i|we|i'm|we're|i'll|we'll|i'd|i've ~4 say|share|go|saying|disclose|said",
    ),
    (Sign::Refuses, "all|much i'm|we're|i'll|we'll|i ~3 say|share|saying"),
    (Sign::Refuses, "leave|leaving it|that ~2 at that|there|what"),
    (
        Sign::Refuses,
        "competitive|competitively|commercial|commercially|confidentiality|confidential ~2 reasons|sensitive|sensitivity|purposes|reason|information|agreement|agreements",
    ),
    (Sign::Refuses, "NOT ~2 something|thing|information|number|numbers ~2 we|we've|i|that ~4 SAY"),
    (Sign::Refuses, "NOT ~1 our ~1 policy|practice"),
    (Sign::Refuses, "our ~1 policy|practice ~3 not"),
    (Sign::Refuses, "NOT|never ~2 break|breaking|broken|broke ~4 out|down|apart|up"),
    (Sign::Refuses, "NOT|never ~3 broken out"),
    (Sign::Refuses, "NOT ~1 guide|guiding|guided"),
    (Sign::Refuses, "NOT ~3 give|giving|provide|providing ~3 guidance"),
    (Sign::Refuses, "NOT ~3 comment|speculate|disclose|disclosed|disclosing|commenting|speculating"),
    (Sign::Refuses, "rather|prefer give|gives|provide no"),
    (Sign::Refuses, "NOT ~2 put|putting ~3 number|numbers|timeline|date|target|figure"),
    (Sign::Refuses, "stay|steer|shy|stray away from ~4 SAY|THING"),
    (Sign::Refuses, "i|we|i'd|we'd|i'll|we'll pass on"),
    (Sign::Refuses, "keep|keeping|hold|holding ~3 close|private|to ourselves|cards"),
    (Sign::Refuses, "ME ~2 NOT ~1 answer|discuss|address"),
    (Sign::Refuses, "answered ~1 your|that|the ~1 question"),
    (Sign::Refuses, "NOT ~2 make|making ~1 news|statement|announcement"),
    (Sign::Refuses, "NOT ~1 have ~1 discussion about"),
    (Sign::Refuses, "given you ~1 what i'm|we're"),
    (Sign::Refuses, "i|we don't ~1 talk about"),
    (Sign::Refuses, "NOT ~1 appropriate to|for"),
    (Sign::Refuses, "NOT here to"),
    (Sign::Refuses, "ME NOT ~2 commit ~1 to ~4 number|numbers|timeline|date|target|anything"),
    // Puts it off.
    (Sign::Defers, "get|come|circle|getting|coming back to|with you|on ~1 that|on|with|it"),
    (Sign::Defers, "be|get back on|to ~1 this|that|you"),
    (Sign::Defers, "we'll|will|i'll ~1 get|send|dig ~1 that|it|you|those ~3 to|for|after|later|you"),
    (Sign::Defers, "take ~3 offline|off-line"),
    (Sign::Defers, "offline|off-line"),
    (Sign::Defers, "follow up with|offline|after|later|separately"),
    (Sign::Defers, "follow-up with|offline|after|later|separately"),
    (Sign::Defers, "stay tuned"),
    (Sign::Defers, "call me|us|mike|investor ~4 after|later|offline|relations"),
    (Sign::Defers, "after ~1 call"),
    (
        Sign::Defers,
        "MODAL|we'll|i'll|going ~4 update|share|provide|discuss|address|report|give|announce|disclose|detail|color|guidance|commentary|clarity ~10 next|later|future|february|march|november|january|october|july|april|august|upcoming|day",
    ),
    (
        Sign::Defers,
        "we'll|will|can talk|speak ~1 about|more ~6 next|later|future|february|march|november|january|october|july|april|august|upcoming|day|then",
    ),
    (Sign::Defers, "next ~2 call|quarter's|conference ~8 MODAL|we'll ~4 SAY|have|update"),
    (Sign::Defers, "more ~3 to say|share|come|talk|report"),
    (Sign::Defers, "at|in the|due appropriate|right|proper|course ~1 time|course"),
    (
        Sign::Defers,
        "when we report|announce|provide|give|get|issue|guide|file|publish ~8 guidance|results|earnings|quarter|year|numbers|call",
    ),
    (Sign::Defers, "MODAL|we'll ~3 let you know"),
    (Sign::Defers, "ask|let you ~2 wait|hold|patient|bear"),
    (Sign::Defers, "have|need|going|let's|just ~1 to|us wait until|till|for"),
    (Sign::Defers, "see|find|refer|wait|look|be|have ~6 in ~2 10-q|10-k|10q|10k|filing|filings"),
    (Sign::Defers, "once|when we ~1 get|have|finalize|complete|file ~8 we'll|will ~3 SAY|update"),
    // Says that it cannot.
    (Sign::Unable, "i|we|i'd|we'd ~1 don't|didn't|wouldn't|not ~1 know"),
    (
        Sign::Unable,
        "i|we|we'd|i'd ~1 don't|didn't|not ~1 have|got ~3 front|handy|hand|head|number|numbers|figure|figures|exact|data|detail|details|answer|information|specific|specifics|breakdown|visibility|crystal|sense|color|percentage|statistic|statistics|breakout|clarity|precise|view|it|those",
    ),
    (Sign::Unable, "NOT ~2 have ~3 here|handy|available|yet|with me"),
    (Sign::Unable, "have not ~2 number|figure|data|answer"),
    (Sign::Unable, "NOT ~2 off the top"),
    (Sign::Unable, "top of my head"),
    (Sign::Unable, "in front of me|us"),
    (Sign::Unable, "i'm|i|we're|we ~1 NOT ~1 sure|certain|clear|aware|familiar|privy"),
    (
        Sign::Unable,
        "NOT ~1 really|entirely|quite|exactly|totally|yet sure|certain|clear ~2 on|how|what|when|if|whether|about",
    ),
    (Sign::Unable, "no idea|clue|visibility|insight ~1"),
    (Sign::Unable, "no way of|to|for ~2 know|knowing|tell|predict|us|me"),
    (
        Sign::Unable,
        "haven't|hasn't|we've|not|never ~2 quantified|calculated|decided|determined|finalized|analyzed|figured|modeled|disclosed|announced|tracked|concluded",
    ),
    (Sign::Unable, "i|we haven't ~2 looked|seen|done|thought|made|set|broken|worked|gotten|got|planned"),
    (
        Sign::Unable,
        "we|i have not ~2 looked|seen|done|thought|made|set|broken|worked|planned|said|given|provided",
    ),
    (Sign::Unable, "NOT ~2 recall|remember|recollect"),
    (Sign::Unable, "i'm|we're|i|we|am|are NOT ~2 able to ~2 SAY|TELL"),
    (Sign::Unable, "unable to ~3 SAY|TELL"),
    (Sign::Unable, "i|we|really can't|cannot|couldn't ~2 TELL|SAY|guarantee|commit"),
    (Sign::Unable, "^ ~3 can't|cannot"),
    (Sign::Unable, "crystal ball"),
    (Sign::Unable, "NOT ~2 track|tracking|measure|monitor ~2 that|it|this|those|way"),
    (Sign::Unable, "i|we wish ~2 i|we knew|could"),
    (Sign::Unable, "who knows"),
    (Sign::Unable, "know nothing about"),
    (Sign::Unable, "i|we haven't|didn't ~1 been|heard|hear|read ~1 told|that|it|about|of|this"),
    (
        Sign::Unable,
        "NOT ~3 good|great|clear|precise|exact|specific|firm|definitive|better|perfect|direct ~1 answer|sense|number|feel|visibility|read|estimate|handle",
    ),
    (Sign::Unable, "your guess"),
    (Sign::Unable, "NOT ~2 way of|to ~1 knowing|know|tell|predict"),
    (Sign::Unable, "NOT ~3 predict|forecast|foresee|speculate|quantify"),
    (Sign::Unable, "unclear|unknown|unpredictable|tbd"),
    (Sign::Unable, "have|need|got to ~2 check|dig|research|work|calculate ~4 that|it|on|through|for|up|into"),
    (Sign::Unable, "let me ~2 check|look|find|see if"),
    (Sign::Early, "HARD ~2 to|for ~4 TELL|SAY|us|me"),
    (Sign::Early, "too|still|little|bit|so early|soon|premature"),
    (Sign::Early, "HARD ~1 question|one"),
    (Sign::Early, "premature"),
    (Sign::Early, "early|beginning|first|preliminary ~1 stages|days|innings|stage|inning"),
    (Sign::Early, "remains|remain to be seen"),
    (Sign::Early, "time will tell"),
    (Sign::Early, "have|just|we'll|will to|wait|just|have ~3 see"),
    (Sign::Early, "we'll|we|i'll|will ~2 see how|what|if|where|when"),
    (Sign::Early, "NOT ~2 know|clear|sure|decided ~1 yet"),
    (Sign::Early, "depends|depend|depending|dependent|contingent ~1 on|upon"),
    (Sign::Early, "case-by-case|it|that depends"),
    (Sign::Early, "a ~2 number|lot|variety|multitude of ~2 factors|variables|things|moving"),
    (Sign::Early, "moving parts|pieces"),
    (Sign::Early, "in ~1 process of"),
    (
        Sign::Early,
        "still ~2 working|evaluating|looking|assessing|reviewing|analyzing|determining|figuring|finalizing|negotiating",
    ),
    // Turns to something else.
    (Sign::Deflects, "what i|we|i'd|i'll|we'd ~2 can|would|will|could|say|like ~3 say|tell|is|share"),
    (
        Sign::Deflects,
        "as i|we|i've|we've|mark|jim|john ~2 said|mentioned|stated|discussed|indicated|noted|talked|alluded|outlined|previously",
    ),
    (Sign::Deflects, "like|as ~1 i|we said|say"),
    (
        Sign::Deflects,
        "i|i've|we've|we|already said|mentioned|answered|addressed|covered|talked ~4 before|already|earlier|remarks|script|comments|past|that",
    ),
    (
        Sign::Deflects,
        "real|key|important|bigger|main|point|bottom ~1 question|thing|point|issue|is|line|takeaway|message",
    ),
    (Sign::Deflects, "let me ~2 step|put|just|start|back|say|frame|answer ~5 way|back|say|this"),
    (Sign::Deflects, "focus|focused|focusing on"),
    (Sign::Deflects, "way|how we|i|i'd|we'd ~2 look|think|view|frame|characterize ~2 it|that|this|about"),
    (Sign::Deflects, "end of the day"),
    (
        Sign::Deflects,
        "think|looking|look|thinking ~2 about ~1 it|this ~2 differently|way|long|holistically|total|overall",
    ),
    (Sign::Deflects, "refer|point|direct ~1 you ~1 to|back"),
    (Sign::Deflects, "that's|that ~1 a|really|not ~2 question for"),
    (Sign::Deflects, "ask|talk ~1 to ~2 him|them|her"),
    (Sign::Deflects, "nothing to do with"),
    (Sign::Deflects, "you ~2 should|have|need|can|could to|ask ~1 ask|them|draw|judge|look"),
    (Sign::Deflects, "wouldn't|don't|not ~2 read ~1 too|anything|into"),
    (
        Sign::Deflects,
        "NOT ~2 look|think|view|see|manage|run ~2 it|that|this|business|company|way ~3 way|that|quarter|basis",
    ),
    (Sign::Deflects, "in general|generally speaking|terms"),
    (Sign::Deflects, "case ~1 by ~1 case"),
    (Sign::Waits, "^ look|listen"),
    (Sign::Waits, "^ well"),
    (Sign::Waits, "^ ~2 great|good|fair|interesting|excellent|terrific question|point|questions"),
    (Sign::Clarifies, "what do you mean"),
    (Sign::Clarifies, "repeat ~3 question"),
    (Sign::Clarifies, "understand|understood|hear|heard|follow|following ~2 question"),
    (Sign::Clarifies, "are you asking|talking|referring|saying"),
    (Sign::Clarifies, "you mean|referring|asking"),
    (Sign::Clarifies, "say that again"),
    (Sign::Clarifies, "say it again"),
    (Sign::Clarifies, "hear you|that|it"),
    (Sign::Clarifies, "what|what's was|is|the|your ~5 question"),
    (Sign::Clarifies, "excuse|pardon me"),
    (Sign::Clarifies, "i'm|i am sorry"),
    // The law forbids it.
    (Sign::Law, "quiet period|periods"),
    (Sign::Law, "reg|regulation fd|fair|f-d"),
    (
        Sign::Law,
        "legal|legally|lawyer|lawyers|attorney|attorneys|counsel|litigation|lawsuit|antitrust|hsr|subpoena",
    ),
    (
        Sign::Law,
        "sec|regulator|regulators|regulatory|regulation|regulations|securities|gun-jumping|fda ~3 rules|law|laws|restrictions|process|approval|requirements|reasons|constraints|review|filing|allow|prohibit|permit|guidelines",
    ),
    (Sign::Law, "NOT ~2 allowed|permitted|supposed"),
    (
        Sign::Law,
        "rule|rules|law|laws|regulation|regulations|regulator|regulators|sec ~3 NOT ~1 allow|permit|let",
    ),
    (
        Sign::Law,
        "rule|rules|law|laws|regulation|regulations|regulator|regulators ~1 prohibit|prohibits|forbid|forbids|bar|bars|prevent|prevents|preclude|precludes|restrict|restricts",
    ),
    (
        Sign::Law,
        "ongoing|active|pending|current ~2 review|investigation|inquiry|examination|proceeding|proceedings|matter|case",
    ),
    (Sign::Law, "review|investigation|inquiry|matter|case|proceeding ~1 is ~1 pending|ongoing|underway"),
    (Sign::Law, "prohibited|restricted|precluded|forbidden ~2 from|by"),
    (Sign::Law, "proxy|registration|offering|prospectus ~2 statement|materials|document|process|memorandum"),
    (Sign::Law, "pending ~2 transaction|merger|approval|litigation|deal|legal|closing"),
    // Hedging.
    (
        Sign::Hedges,
        "may|might|could|perhaps|possibly|probably|maybe|somewhat|potentially|presumably|hopefully|likely",
    ),
    (Sign::Hedges, "i|we ~1 think|guess|suspect|believe|suppose|hope|feel|assume"),
    (Sign::Hedges, "kind|sort of"),
    (Sign::Hedges, "hard|difficult|tough to"),
    (Sign::Hedges, "more|less or less|more"),
    (Sign::Hedges, "generally|typically|usually|relatively|fairly|roughly|approximately|around|about"),
    // Stands by it.
    (
        Sign::Assures,
        "absolutely|definitely|certainly|clearly|exactly|precisely|correct|indeed|obviously|fully|completely",
    ),
    (Sign::Assures, "no|without ~1 question|doubt"),
    (Sign::Assures, "very|highly|quite|extremely confident|comfortable|clear"),
    (
        Sign::Confirms,
        "^ ~1 yes|yeah|yep|correct|right|exactly|absolutely|definitely|sure|certainly|true|agreed|yup",
    ),
    (Sign::Confirms, "^ ~1 that's|that ~1 right|correct|true|fair|exactly|accurate"),
    (Sign::Confirms, "^ ~1 you're|you ~1 right|correct|are"),
    (Sign::Confirms, "^ ~1 it is|does|was|will|would|did|has|should|is"),
    (Sign::Confirms, "^ ~1 we do|are|have|did|will|would|can|were"),
    (Sign::Denies, "^ ~1 no|nope|not|none|nothing"),
    (
        Sign::Denies,
        "^ ~1 it's|we|i|there|there's|that's|we're|it ~1 not|don't|didn't|haven't|isn't|wasn't|won't|no",
    ),
    // A part only.
    (Sign::Partial, "but|however|although|though|having ~1 said|that"),
    (Sign::Partial, "other than|beyond|except|outside ~1 that|of"),
    (
        Sign::Explains,
        "because|since|due|driven|reason|result|reflects|reflecting|primarily|mainly|mostly|largely|include|includes|including",
    ),
    (Sign::Explains, "for example|instance"),
    (Sign::Explains, "so|that means|therefore|which means"),
    (
        Sign::Plans,
        "expect|expecting|expects|anticipate|anticipating|plan|planning|target|targeting|estimate|project|forecast|assume|budget|budgeted|scheduled",
    ),
    (Sign::Plans, "will|we'll|going|should ~2 be|have|see|start|begin|launch|open|close|complete|continue"),
    (
        Sign::Promotes,
        "excited|pleased|proud|thrilled|delighted|happy|optimistic|encouraged|confident|bullish",
    ),
    (
        Sign::Promotes,
        "great|tremendous|significant|terrific|fantastic|strong|exciting|incredible|outstanding|unique|best ~2 opportunity|opportunities|team|position|progress|momentum|job|people|future|value|company",
    ),
    (Sign::Promotes, "long|longer term|run|haul"),
    (Sign::Promotes, "shareholder|shareholders|stockholders|stakeholders|value"),
    (Sign::Promotes, "continue|continues|continuing to"),
    (Sign::Promotes, "execute|executing|execution|strategy|strategic|disciplined|discipline|committed"),
];

#[derive(Clone, Debug)]
struct Element {
    /// How many words may stand before it.
    gap: usize,
    words: Vec<u32>,
    lists: u32,
}

#[derive(Debug)]
struct Pattern {
    sign: Sign,
    from_start: bool,
    elements: Vec<Element>,
}

#[derive(Debug)]
struct Book {
    /// Every word that any pattern knows: its number and the lists it is in.
    words: HashMap<&'static str, (u32, u32)>,
    patterns: Vec<Pattern>,
    /// Patterns by the words and lists that can begin them, to try few at each place.
    by_word: HashMap<u32, Vec<usize>>,
    by_list: Vec<Vec<usize>>,
    from_start: Vec<usize>,
}

static BOOK: LazyLock<Book> = LazyLock::new(write_book);

fn write_book() -> Book {
    let mut words: HashMap<&'static str, (u32, u32)> = HashMap::new();
    let number = |words: &mut HashMap<&'static str, (u32, u32)>, word: &'static str| {
        let next = words.len() as u32;
        words.entry(word).or_insert((next, 0)).0
    };
    for (at, (_, list)) in LISTS.iter().enumerate() {
        for word in list.split_whitespace() {
            number(&mut words, word);
            if let Some(entry) = words.get_mut(word) {
                entry.1 |= 1 << at;
            }
        }
    }
    let mut patterns = Vec::new();
    for (sign, text) in WRITTEN {
        let mut elements: Vec<Element> = Vec::new();
        let (mut gap, mut from_start) = (0, false);
        for part in text.split_whitespace() {
            if part == "^" {
                from_start = true;
            } else if let Some(count) = part.strip_prefix('~') {
                gap = count.parse().expect("a gap is a number");
            } else {
                let mut element = Element { gap, words: Vec::new(), lists: 0 };
                for choice in part.split('|') {
                    match LISTS.iter().position(|(name, _)| *name == choice) {
                        Some(list) => element.lists |= 1 << list,
                        None => element.words.push(number(&mut words, choice)),
                    }
                }
                elements.push(element);
                gap = 0;
            }
        }
        patterns.push(Pattern { sign: *sign, from_start, elements });
    }
    let mut book = Book {
        words,
        patterns,
        by_word: HashMap::new(),
        by_list: vec![Vec::new(); LISTS.len()],
        from_start: Vec::new(),
    };
    for (at, pattern) in book.patterns.iter().enumerate() {
        if pattern.from_start {
            book.from_start.push(at);
            continue;
        }
        let first = &pattern.elements[0];
        for &word in &first.words {
            book.by_word.entry(word).or_default().push(at);
        }
        for (list, starts) in book.by_list.iter_mut().enumerate() {
            if first.lists & (1 << list) != 0 {
                starts.push(at);
            }
        }
    }
    book
}

/// A sign and the words of the sentence that gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub sign: Sign,
    /// Place in the list of patterns.
    pub pattern: usize,
    pub first: usize,
    pub last: usize,
}

#[cfg(test)]
pub(super) fn count() -> usize {
    WRITTEN.len()
}

/// Every sign of a sentence, each pattern at most once per place.
pub(super) fn signs(sentence: &Sentence) -> Vec<Found> {
    let book = &*BOOK;
    let known: Vec<(u32, u32)> = sentence
        .words
        .iter()
        .map(|word| book.words.get(word.text.as_str()).copied().unwrap_or((u32::MAX, 0)))
        .collect();
    let mut found = Vec::new();
    for &place in &book.from_start {
        let pattern = &book.patterns[place];
        if let Some(last) = matches(&pattern.elements, &known, 0) {
            // "We do not" and "it is not" confirm nothing.
            let negated = sentence.words.get(last + 1).is_some_and(|word| word.text == "not");
            if negated && pattern.sign == Sign::Confirms {
                continue;
            }
            found.push(Found { sign: pattern.sign, pattern: place, first: 0, last });
        }
    }
    for (at, (word, lists)) in known.iter().enumerate() {
        if *word == u32::MAX {
            continue;
        }
        let mut try_patterns = |patterns: &[usize]| {
            for &place in patterns {
                let pattern = &book.patterns[place];
                if let Some(last) = matches(&pattern.elements[1..], &known, at + 1) {
                    found.push(Found { sign: pattern.sign, pattern: place, first: at, last: last.max(at) });
                }
            }
        };
        if let Some(patterns) = book.by_word.get(word) {
            try_patterns(patterns);
        }
        for (list, patterns) in book.by_list.iter().enumerate() {
            if lists & (1 << list) != 0 {
                try_patterns(patterns);
            }
        }
    }
    found
}

/// The last word of a match that begins at `from`, or none. Gaps are short, so this tries few places.
fn matches(elements: &[Element], known: &[(u32, u32)], from: usize) -> Option<usize> {
    let Some(element) = elements.first() else { return Some(from.saturating_sub(1)) };
    for at in from..=(from + element.gap).min(known.len().saturating_sub(1)) {
        let (word, lists) = known.get(at)?;
        if (element.lists & lists != 0 || element.words.contains(word))
            && let Some(last) = matches(&elements[1..], known, at + 1)
        {
            return Some(last);
        }
    }
    None
}
