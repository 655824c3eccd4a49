//! Whether a few words can be a person's name, and whether two spellings can be one person.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Words that stand in names of firms, titles and headings, and in no name of a person.
const NOT_IN_NAMES: &str = "inc corp corporation company co llc ltd plc lp llp group bancorp bank financial holdings capital \
     markets securities research partners management advisors associates international industries \
     technologies therapeutics pharmaceuticals systems division investment investments asset analyst \
     officer president director chief executive ceo cfo coo chairman vice senior manager treasurer \
     secretary founder relations investor quarter first second third fourth fiscal year earnings \
     conference call transcript results exhibit page questions question answers answer presentation \
     participants operator section discussion conclusion remarks prepared closing opening thank thanks \
     good morning afternoon evening hello yes no okay sure great right well the and our we you your this \
     that with for from on in at of to is are monday tuesday wednesday thursday friday saturday sunday \
     eastern pacific central gmt safe harbor forward-looking statements disclaimer contact us \
     streetevents reuters thomson refinitiv balance sheet cash flow revenue revenues sales margin margins \
     expenses income outlook guidance overview summary highlights segment date quarterly note edited \
     final event market demand production products company: slide table contents corporate update \
     acquisition merger additional information important legal cautionary appendix business services \
     global north south america europe asia china united states new net total operating adjusted next one \
     two reit industrial energy resources bancshares health medical realty properties trust networks \
     software sciences pharma biosciences electric gas oil foods brands stores media entertainment \
     communications motors airlines insurance partnership solutions laboratories labs diagnostics \
     surgical";

/// Months are given names too, but no line that begins with one names a person alone.
const MONTHS: &str = "january february march april may june july august september october november december";

const TITLE_WORDS: &str = "officer president director chief ceo cfo coo cto chairman chairwoman chair vp svp evp treasurer \
     secretary counsel controller founder co-founder relations ir head manager principal lead executive";

const ANALYST_WORDS: &str = "analyst research securities associate equity markets capital barclays jpmorgan goldman ubs citi \
     citigroup stifel keybanc jefferies cowen baird oppenheimer piper md";

/// Short forms that do not begin like the long one. Both ways.
const SHORT_FORMS: &str = "bob=robert bobby=robert rob=robert bill=william billy=william will=william mike=michael jim=james \
     jimmy=james jamie=james larry=lawrence pete=peter tony=anthony dick=richard rick=richard rich=richard \
     ted=edward ed=edward ned=edward ted=theodore jack=john jon=jonathan hank=henry harry=henry chuck=charles \
     charlie=charles andy=andrew drew=andrew steve=stephen steven=stephen kate=katherine kathy=katherine \
     kathy=kathleen katie=katherine liz=elizabeth beth=elizabeth betsy=elizabeth sue=susan peggy=margaret \
     meg=margaret dave=david don=donald ron=ronald ken=kenneth jeff=jeffrey geoff=geoffrey greg=gregory \
     tom=thomas tim=timothy dan=daniel matt=matthew joe=joseph sam=samuel nick=nicholas alex=alexander \
     chris=christopher chris=christine ben=benjamin gerry=gerald jerry=gerald jerry=jerome gabe=gabriel \
     zach=zachary phil=philip doug=douglas fred=frederick art=arthur al=albert vince=vincent marty=martin \
     randy=randall ray=raymond brad=bradley tj=timothy lenny=leonard mick=michael manny=manuel \
     cathy=catherine gus=gustavo jen=jennifer deb=deborah barb=barbara cindy=cynthia vicky=victoria";

/// Lower-case words of a name: no initials' dots, no honours, no footnote numbers.
pub(super) fn tokens(name: &str) -> Vec<String> {
    name.split(|c: char| c.is_whitespace() || c == ',')
        .map(|word| {
            word.trim_matches(|c: char| !c.is_alphanumeric())
                .chars()
                .filter(|c| *c != '.' && *c != '’' && *c != '\'')
                .flat_map(char::to_lowercase)
                .collect::<String>()
        })
        .filter(|word| {
            !word.is_empty()
                && !matches!(
                    word.as_str(),
                    "mr" | "ms"
                        | "mrs"
                        | "dr"
                        | "jr"
                        | "sr"
                        | "ii"
                        | "iii"
                        | "iv"
                        | "phd"
                        | "md"
                        | "cfa"
                        | "cpa"
                        | "esq"
                )
        })
        .collect()
}

/// Two to five capitalised words, none of which belongs to firms, titles or headings.
pub(super) fn is_name_like(text: &str) -> bool {
    let text = text.trim();
    if text.len() < 4 || text.len() > 48 || text.ends_with(['?', '!', ';']) {
        return false;
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    if !(2..=5).contains(&words.len()) {
        return false;
    }
    let mut long = 0;
    for (i, word) in words.iter().enumerate() {
        let bare = word.trim_matches(|c: char| matches!(c, '.' | ',' | '(' | ')' | '"' | '“' | '”' | '*'));
        let Some(first) = bare.chars().next() else { return false };
        let particle = matches!(
            bare,
            "de" | "van" | "von" | "der" | "da" | "di" | "la" | "le" | "del" | "den" | "bin" | "al"
        );
        if !(first.is_uppercase() || (particle && i > 0)) {
            return false;
        }
        if bare.chars().any(|c| !(c.is_alphabetic() || matches!(c, '.' | '-' | '\'' | '’' | '‑'))) {
            return false;
        }
        if LISTS.not_in_names.contains(bare.to_lowercase().trim_end_matches('.')) {
            return false;
        }
        if i == 0 && words.len() == 2 && MONTHS.split(' ').any(|month| month == bare.to_lowercase()) {
            return false;
        }
        if bare.chars().filter(|c| c.is_alphabetic()).count() >= 2 {
            long += 1;
        }
    }
    // A sentence's full stop after a whole word is not an initial's.
    let last = words.last().copied().unwrap_or_default();
    if last.ends_with('.') && last.len() > 3 && !matches!(last, "Jr." | "Sr." | "Ph.D." | "M.D.") {
        return false;
    }
    long >= 1
}

pub(super) fn has_title_word(text: &str) -> bool {
    words_of(text).any(|word| LISTS.titles.contains(word.as_str()))
}

pub(super) fn has_analyst_word(text: &str) -> bool {
    words_of(text).any(|word| LISTS.analysts.contains(word.as_str()))
}

/// True where a word of it can only be part of a firm, a title or a heading.
pub(super) fn has_firm_or_heading_word(text: &str) -> bool {
    words_of(text).any(|word| LISTS.not_in_names.contains(word.as_str()))
}

/// The lists as sets: every line of a call is asked several times whether its words are in them.
struct Lists {
    not_in_names: HashSet<&'static str>,
    titles: HashSet<&'static str>,
    analysts: HashSet<&'static str>,
}

static LISTS: LazyLock<Lists> = LazyLock::new(|| {
    let set = |list: &'static str| list.split_whitespace().collect();
    Lists { not_in_names: set(NOT_IN_NAMES), titles: set(TITLE_WORDS), analysts: set(ANALYST_WORDS) }
});

fn words_of(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !(c.is_alphanumeric() || c == '-'))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

fn same_first(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    // An initial stands for any name that begins with it; a short form of three letters or more for its long one.
    let length = short.chars().count();
    if (length == 1 || length >= 3) && long.starts_with(short) {
        return true;
    }
    if length >= 4
        && long.starts_with(&short[..short.char_indices().nth(3).map_or(short.len(), |(at, _)| at)])
        && short.ends_with(['y', 'e'])
    {
        return true;
    }
    let long_forms = |name: &str| -> Vec<&'static str> {
        let pairs = SHORT_FORMS.split(' ').filter_map(|pair| pair.split_once('='));
        pairs.filter(|(short, _)| *short == name).map(|(_, long)| long).collect()
    };
    let (of_a, of_b) = (long_forms(a), long_forms(b));
    of_a.contains(&b) || of_b.contains(&a) || of_a.iter().any(|long| of_b.contains(long))
}

/// Whether two lists of name words can be one person: the same surname, and first names that agree.
pub(super) fn same_person(a: &[String], b: &[String]) -> bool {
    let (Some(last_a), Some(last_b)) = (a.last(), b.last()) else { return false };
    if a == b {
        return true;
    }
    if a.len() < 2 || b.len() < 2 || !same_surname(last_a, last_b) {
        return false;
    }
    // "D. Michael Cockrell" is called Mike: any given name of one may match the first of the other.
    let given_a = &a[..a.len() - 1];
    let given_b = &b[..b.len() - 1];
    given_a.iter().any(|name| name.chars().count() > 1 && same_first(name, &given_b[0]))
        || given_b.iter().any(|name| name.chars().count() > 1 && same_first(name, &given_a[0]))
        || same_first(&given_a[0], &given_b[0])
}

/// Equal but for one letter in a long surname, which is how transcribers misspell.
fn same_surname(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let (a, b) = (a.as_bytes(), b.as_bytes());
    // The first letter is rarely the wrong one, and asking for it spares most of the work.
    if a.len().min(b.len()) < 6 || a.len().abs_diff(b.len()) > 1 || a[0] != b[0] {
        return false;
    }
    let same_start = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let same_end = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    same_start + same_end + 1 >= a.len().max(b.len())
}
