//! Verbs of speech: their forms, and what may follow each.

/// What may follow a verb of speech, and what it tells about the speaker's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verb {
    pub form: Form,
    /// Stands beside words in quotation marks.
    pub quotes: bool,
    /// A clause may follow without `that`.
    pub bare: bool,
    /// Hardly anything but a clause follows.
    pub sure: bool,
    /// Figures may follow: `reported $14 billion in gains`.
    pub figures: bool,
    /// A clause may follow after `that` or `how`.
    pub clause: bool,
    /// What it is about may follow as a noun: `highlighted the risk`.
    pub noun: bool,
    /// Needs `as`: `described it as`.
    pub with_as: bool,
    /// May be said of a thing as well: `it suggests`.
    pub weak: bool,
    /// Somebody is told: `told the judge that`.
    pub told: bool,
    /// Also a noun or an adjective: `reports`, `estimates`, `posts`.
    pub noun_too: bool,
    /// The view that the verb itself gives: -1, 0, 1.
    pub lean: i8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Base,
    Third,
    Past,
    Doing,
    /// What somebody is: `is confident that`.
    State,
}

/// One line a verb: base, marks, irregular past. Marks: q quotes, b bare, B bare for sure, # figures, t that, n noun, a as, w weak, o told,
/// x a noun too, - and + for its own view.
const VERBS: &str = "
say qBt said
state qBtx
tell qBto told
note qbtnx
add qbt
explain qbt
argue qBt
claim qBtx
warn qbtn-
believe Bt
think Bt thought
expect btx
predict qbtn
suggest qbtnw
reveal qbtw#
confirm qbtw
disclose qbt#
announce qbt
report qbt#x
write qt wrote
tweet qtx
post qx
mention qbtn
emphasize qbtn
emphasise qbtn
stress qbtnx
highlight qbtnx
insist qBt
acknowledge qbtn
admit qbt
concede qbt
deny qbtn-
estimate qbtnx
project btnx
forecast qbtnx forecast
speculate qbt
caution qbtx-
conclude qbt
observe qbt
remark qbtx
comment qtx
declare qbt
assert qBt
maintain qbt
reiterate qbtn
assure qbto
guarantee btx
hint qbtx
anticipate bt
hope Btx
consider tn
opine qbt
clarify qbt
contend qBt
allege qBt
recommend qbtn
urge qbtn
advise qbto
propose qt
promise qtx
pledge qtx
vow qtx
share qx
detail qtx
outline qnx
discover bt
uncover bt
quip qt
joke qtx
reply qtx
respond qt
answer qx
recall qt
continue q
ask q
question qtx-
lament qt-
complain qt-
counter qtx
posit qbt
theorize bt
reckon qBt
agree qt
affirm qbt
reaffirm qbtn
testify qbt
underscore qtn
underline qtn
indicate qbtw
criticize qa-
criticise qa-
slam qa-
blast qa-
condemn qa-
lambast a-
praise qa+
applaud qa+
describe qat
characterize qa
characterise qa
dismiss qa-
label qax
term qax
dub qa
call qx
cite nx
flag qbtnx-
foresee bt foresaw
teach q
threaten q-
proclaim qbt
exclaim q
boast qt+
assess qt
deem q
find t found
point qbtn
doubt t-
fear tx-
worry tx-
imply qtw
inform qto
notify to
remind qto
convince q
tout qna+
advocate q
champion q
echo qx
elaborate q
elucidate q
reflect q
summarize qt
summarise qt
tease q
quote q
refer qa
calculate qbt
express n
alert qto
see a saw
view ax
regard a
";

/// Views that somebody has: behind a form of `to be` or `to remain` a clause follows. Marks as for verbs.
const VIEWS: &str = "
confident bt
convinced bt
adamant t
sure bt
optimistic bt+
hopeful bt+
concerned bt-
worried bt-
skeptical t-
sceptical t-
doubtful t-
unconvinced t-
";

/// Every form of every verb.
pub fn forms() -> impl Iterator<Item = (String, Verb)> {
    let views = VIEWS.lines().filter_map(|line| line.split_once(' '));
    let views = views.map(|(view, marks)| (view.to_owned(), verb(marks, Form::State)));
    let verbs = VERBS.lines().filter(|line| !line.is_empty()).flat_map(|line| {
        let mut parts = line.split(' ');
        let (base, marks) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
        let past = parts.next().map_or_else(|| inflected(base, "ed"), str::to_owned);
        [
            (base.to_owned(), verb(marks, Form::Base)),
            (inflected(base, "s"), verb(marks, Form::Third)),
            (past, verb(marks, Form::Past)),
            (inflected(base, "ing"), verb(marks, Form::Doing)),
        ]
    });
    verbs.chain(views)
}

fn verb(marks: &str, form: Form) -> Verb {
    Verb {
        form,
        quotes: marks.contains('q'),
        bare: marks.contains('b') || marks.contains('B'),
        sure: marks.contains('B'),
        figures: marks.contains('#'),
        clause: marks.contains('t'),
        noun: marks.contains('n'),
        with_as: marks.contains('a'),
        weak: marks.contains('w'),
        told: marks.contains('o'),
        noun_too: form == Form::State || marks.contains('x') && matches!(form, Form::Base | Form::Third),
        lean: if marks.contains('-') { -1 } else { i8::from(marks.contains('+')) },
    }
}

fn inflected(base: &str, ending: &str) -> String {
    let last = base.chars().last().unwrap_or(' ');
    let before = base.chars().rev().nth(1).unwrap_or(' ');
    let vowel = |c: char| "aeiou".contains(c);
    match ending {
        "s" if base.ends_with(['s', 'x']) || base.ends_with("ch") || base.ends_with("sh") => {
            format!("{base}es")
        }
        "s" if last == 'y' && !vowel(before) => format!("{}ies", &base[..base.len() - 1]),
        "ed" if last == 'e' => format!("{base}d"),
        "ed" if last == 'y' && !vowel(before) => format!("{}ied", &base[..base.len() - 1]),
        "ing" if last == 'e' && before != 'e' => format!("{}ing", &base[..base.len() - 1]),
        // One short syllable, or a stressed last one: the last letter is doubled.
        "ed" | "ing" if ["admit", "slam", "dub", "flag", "quip", "label"].contains(&base) => {
            format!("{base}{last}{ending}")
        }
        _ => format!("{base}{ending}"),
    }
}
