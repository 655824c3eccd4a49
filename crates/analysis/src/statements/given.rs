//! Given names and their short forms: Geoffrey and Geoff are one name, Geoffrey and George are two.

use super::names::PARTICLES;
use super::voices;

/// One name a line, its short forms behind it.
const SHORT_FORMS: &str = "
albert al bert
alexander alex
alexandra alex sandra
andrew andy drew
anthony tony
barbara barb
benjamin ben benny
bernard bernie
bradley brad
cameron cam
catherine cathy cate kate
charles charlie chuck
christina tina chris
christine chris
christopher chris
cynthia cindy
daniel dan danny
david dave
deborah deb debbie
donald don donnie
douglas doug
edward ed eddie ted
elizabeth liz beth betsy
eugene gene
frederick fred freddie
gabriel gabe
geoffrey geoff
gerald gerry jerry
gregory greg
harold hal harry
henry hank harry
jacob jake
james jim jimmy jamie
jeffrey jeff
jennifer jen jenny
jeremy jerry
jonathan jon
joseph joe joey
joshua josh
judith judy
katherine kate kathy katie
kathleen kathy
kathryn kathy kate
kenneth ken kenny
lawrence larry
leonard len lenny
louis lou
margaret maggie meg peggy
matthew matt
michael mike mick
mitchell mitch
nathan nate
nathaniel nate nathan
nicholas nick nic
nicolas nick nic
pamela pam
patricia pat patty
patrick pat
peter pete
philip phil
phillip phil
randall randy
raymond ray
rebecca becky
richard rich rick dick
robert rob bob bobby
ronald ron
russell russ
samantha sam
samuel sam
sebastian seb
stanley stan
stephanie steph
stephen steve
steven steve
stewart stu
stuart stu
susan sue
terrence terry
theodore ted theo
thomas tom tommy
timothy tim
victor vic
victoria vicky
vincent vince vinny
walter walt
william will bill billy
zachary zach zack zac
";

/// Whether the first name, in small letters, is a short form of the second.
pub fn is_short_for(short: &str, long: &str) -> bool {
    let lines = SHORT_FORMS.lines().map(|line| line.split(' '));
    lines.into_iter().any(|mut forms| forms.next() == Some(long) && forms.any(|form| form == short))
}

/// The words of a name without initials between the first and the last: `John E Deaton`.
pub fn without_initials<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let last = words.len().saturating_sub(1);
    let kept = words.iter().enumerate().filter(|(i, word)| *i == 0 || *i == last || word.chars().count() > 1);
    kept.map(|(_, word)| *word).collect()
}

/// Whether two names of one article, in small letters, are one person's: the same surname, forms of one given name, and nothing
/// between them that differs.
pub fn are_one(one: &[&str], other: &[&str]) -> bool {
    let ([first, middle @ .., last], [other_first, other_middle @ .., other_last]) = (one, other) else {
        return false;
    };
    // Most names differ in the surname.
    let given = || {
        voices::is_alike(first, other_first)
            || is_short_for(first, other_first)
            || is_short_for(other_first, first)
    };
    let stands_for =
        |a: &str, b: &str| a.len() == 1 && b.starts_with(a) || b.len() == 1 && a.starts_with(b) || a == b;
    let between = || {
        middle.is_empty()
            || other_middle.is_empty()
            || middle.len() == other_middle.len()
                && middle.iter().zip(other_middle).all(|(a, b)| stands_for(a, b))
    };
    // A surname of several words is not what stands between.
    let joins = |words: &[&str]| words.iter().any(|word| PARTICLES.contains(word));
    voices::is_alike(last, other_last) && given() && between() && joins(middle) == joins(other_middle)
}

/// Whether two names, in small letters, are short forms of one.
fn are_short_for_one(one: &str, other: &str) -> bool {
    let mut lines = SHORT_FORMS.lines().map(|line| line.split(' ').skip(1));
    lines.any(|forms| forms.clone().any(|form| form == one) && forms.clone().any(|form| form == other))
}

/// Another form of a person's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherForm {
    /// As names are compared.
    pub name: String,
    /// The short one of the two, which is the one that most articles have.
    pub is_short: bool,
}

/// The names under which the bearer of a name may be written too: with the short or the long form of the given name, or without
/// the initial in the middle.
pub fn other_forms(name: &str) -> Vec<OtherForm> {
    let spelled = domain::statement::spelling(name);
    let words: Vec<&str> = spelled.split(' ').collect();
    let [given, middle @ .., surname] = &words[..] else { return Vec::new() };
    let rest = &words[1..].join(" ");
    let mut found = Vec::new();
    for line in SHORT_FORMS.lines() {
        let mut forms = line.split(' ');
        let Some(long) = forms.next().filter(|long| !long.is_empty()) else { continue };
        if long == *given {
            found.extend(forms.map(|short| OtherForm { name: format!("{short} {rest}"), is_short: true }));
        } else if forms.any(|short| short == *given) {
            found.push(OtherForm { name: format!("{long} {rest}"), is_short: false });
        }
    }
    let is_initial = |word: &&str| word.chars().count() == 1;
    if !is_initial(given) && middle.iter().any(is_initial) {
        let kept = middle.iter().filter(|word| !is_initial(word));
        let kept: Vec<&str> = std::iter::once(given).chain(kept).chain([surname]).copied().collect();
        found.push(OtherForm { name: kept.join(" "), is_short: true });
    }
    found
}

/// Whether two names may be forms of one: the same surname, given names of which one may be short for the other or both for a third,
/// and no initials that differ.
pub fn may_be_one(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(domain::statement::spelling);
    let [one, other] = [&one, &other].map(|name| name.split(' ').collect::<Vec<&str>>());
    let ([given, middle @ .., surname], [other_given, other_middle @ .., other_surname]) =
        (&one[..], &other[..])
    else {
        return one == other;
    };
    let is_initial = |word: &&&str| word.chars().count() == 1;
    let [initials, other_initials] =
        [middle, other_middle].map(|words| words.iter().filter(is_initial).collect::<Vec<_>>());
    let [names, other_names] =
        [middle, other_middle].map(|words| words.iter().filter(|word| !is_initial(word)).collect::<Vec<_>>());
    let given_alike = given == other_given
        || is_short_for(given, other_given)
        || is_short_for(other_given, given)
        || are_short_for_one(given, other_given);
    let initials_alike = initials.is_empty() || other_initials.is_empty() || initials == other_initials;
    surname == other_surname && names == other_names && given_alike && initials_alike
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_one_name_are_told_from_names_of_two() {
        for (one, other, expected) in [
            ("Geoff Kendrick", "Geoffrey Kendrick", true),
            ("Geoff M. Kendrick", "Geoffrey Kendrick", true),
            ("Bob Kendrick", "Rob J. Kendrick", true),
            ("Christine Kendrick", "Christopher Kendrick", false),
            ("John A. Smith", "John B. Smith", false),
            ("John A. Smith", "John A. Smith", true),
            ("Christine J. Lee", "Christopher Lee", false),
            ("Geoff Kendrick", "Geoff Lee", false),
            ("Geoff van Berg", "Geoffrey Berg", false),
            ("Geoff", "Geoff", true),
            ("Geoff", "Geoff Lee", false),
        ] {
            assert_eq!(may_be_one(one, other), expected, "{one} {other}");
            assert_eq!(may_be_one(other, one), expected, "{other} {one}");
        }
    }

    #[test]
    fn a_name_has_the_forms_of_its_given_name() {
        #[track_caller]
        fn check(name: &str, short: &[&str], long: &[&str]) {
            let forms = other_forms(name);
            let of = |is_short: bool| -> Vec<&str> {
                forms.iter().filter(|form| form.is_short == is_short).map(|form| form.name.as_str()).collect()
            };
            assert_eq!((of(true), of(false)), (short.to_vec(), long.to_vec()), "{name}");
        }
        check("Geoffrey Kendrick", &["geoff kendrick"], &[]);
        check("Geoff Kendrick", &[], &["geoffrey kendrick"]);
        check("Chris Lee", &[], &["christina lee", "christine lee", "christopher lee"]);
        check("Hester M. Peirce", &["hester peirce"], &[]);
        check("Geoffrey van der Berg", &["geoff van der berg"], &[]);
        check("J. P. Morgan", &[], &[]);
        check("Geoffrey", &[], &[]);
        check("", &[], &[]);
    }

    #[test]
    fn short_forms_lead_to_their_names_and_to_no_others() {
        for (short, long) in
            [("geoff", "geoffrey"), ("tom", "thomas"), ("mike", "michael"), ("bill", "william")]
        {
            assert!(is_short_for(short, long), "{short} {long}");
            assert!(!is_short_for(long, short), "{long} {short}");
        }
        for (one, other) in [("geoff", "george"), ("tom", "tom"), ("mike", "mitchell"), ("", "")] {
            assert!(!is_short_for(one, other), "{one} {other}");
        }
    }

    #[test]
    fn one_person_may_be_written_with_and_without_what_stands_between() {
        let words = |name: &'static str| name.split(' ').collect::<Vec<_>>();
        for (one, other, expected) in [
            ("john deaton", "john e deaton", true),
            ("john edward deaton", "john e deaton", true),
            ("john f deaton", "john e deaton", false),
            ("roger hamilton", "roger james hamilton", true),
            ("michaël van de poppe", "michael van de poppe", true),
            ("michael poppe", "michael van de poppe", false),
            ("geoff kendrick", "geoffrey kendrick", true),
            ("eric trump", "donald trump", false),
            ("donald trump", "donald trump jr", false),
        ] {
            assert_eq!(are_one(&words(one), &words(other)), expected, "{one} {other}");
            assert_eq!(are_one(&words(other), &words(one)), expected, "{other} {one}");
        }
        assert_eq!(without_initials(&words("john e deaton")), ["john", "deaton"]);
    }

    #[test]
    fn every_long_form_is_known_as_a_given_name() {
        let long =
            SHORT_FORMS.lines().filter_map(|line| line.split(' ').next()).filter(|name| !name.is_empty());
        for name in long {
            assert!(super::super::voices::is_given_name(name), "{name}");
        }
    }
}
