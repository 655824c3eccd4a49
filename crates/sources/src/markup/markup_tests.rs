use super::tokens::{Fault, Token, Tokens};
use super::*;
use proptest::prelude::*;
use std::time::{Duration, Instant};

fn shape(text: &str) -> String {
    fn write(element: &Element, out: &mut String) {
        out.push_str(&element.name);
        out.push('(');
        for child in &element.children {
            match child {
                tree::Child::Element(inner) => write(inner, out),
                tree::Child::Text(text) if !text.trim().is_empty() => {
                    out.push('\'');
                    out.push_str(text.trim());
                    out.push('\'');
                }
                tree::Child::Text(_) => {}
            }
        }
        out.push(')');
    }
    let mut out = String::new();
    Tree::read(text).roots.iter().for_each(|root| write(root, &mut out));
    out
}

#[test]
fn well_formed_documents_keep_their_shape() {
    assert_eq!(shape("<a><b>x</b><c/></a>"), "a(b('x')c())");
    assert_eq!(shape("<a><![CDATA[<b>&amp;]]></a>"), "a('<b>&amp;')");
    assert_eq!(
        shape("<!DOCTYPE a [<!ENTITY who 'us'>]><a>&who; &eacute; &#8364; &#x41;</a>"),
        "a('us é € A')"
    );
    assert!(Tree::read("<a x='1' y=\"2\"><b/></a>").is_well_formed());
}

#[test]
fn broken_documents_are_mended_as_a_person_would() {
    assert_eq!(
        shape("<rss><channel><item><title>a</title><item><title>b</title></rss>"),
        "rss(channel(item(title('a'))item(title('b'))))"
    );
    assert_eq!(
        shape("<rss><channel><title>a<item><title>b</title></item>"),
        "rss(channel(title('a')item(title('b'))))"
    );
    assert_eq!(shape("<a>Fish & chips < 3 &amp; more</a>"), "a('Fish & chips < 3 & more')");
    assert_eq!(shape("<a><b>cut of"), "a(b('cut of'))");
    assert_eq!(shape("<a><![CDATA[cut of</a>"), "a('cut of')");
    assert_eq!(shape("<language>en</langauge><b/>"), "language('en')b()");
    assert_eq!(shape("<a href=x/y class=\"z>t</a>"), "a('t')");
}

#[test]
fn faults_are_named() {
    assert!(Tree::read("<a>").faults.contains(&Fault::UnclosedElement));
    assert!(Tree::read("<a></b></a>").faults.contains(&Fault::MismatchedEndTag));
    assert!(Tree::read("<a>&</a>").faults.contains(&Fault::UnknownEntity));
    assert!(Tree::read("<a/>text").faults.contains(&Fault::TextOutsideRoot));
}

#[test]
fn prefixes_are_understood_even_undeclared() {
    let tree = Tree::read("<rss><dc:date>x</dc:date></rss>");
    assert_eq!(tree.roots[0].child("date").map(|date| date.namespace), Some(Namespace::DublinCore));
    let tree = Tree::read("<x:feed xmlns:x='http://www.w3.org/2005/Atom'/>");
    assert_eq!(tree.roots[0].namespace, Namespace::Atom);
}

#[test]
fn entity_bombs_stay_small() {
    let mut text = String::from("<!DOCTYPE a [<!ENTITY x0 'ha'>");
    for i in 1..30 {
        text.push_str(&format!("<!ENTITY x{i} '&x{};&x{};'>", i - 1, i - 1));
    }
    text.push_str("]><a>&x29;</a>");
    assert_eq!(shape(&text), "a('&x29;')");
}

#[test]
fn deep_and_endless_documents_are_bounded() {
    let deep = "<a>".repeat(200_000);
    let started = Instant::now();
    assert!(Tree::read(&deep).faults.contains(&Fault::TooDeep));
    for hostile in
        ["<!DOCTYPE [>", "<a b=\"", "<![CDATA[", "<!--", "<?", "<", "&", "</", "<a b='c", "<item><title>"]
    {
        Tree::read(&hostile.repeat(100_000));
        html_to_text(&hostile.repeat(100_000));
    }
    // Generous, for slow machines; quadratic time would be minutes.
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn html_becomes_paragraphs() {
    assert_eq!(html_to_text("<p>One  two</p><p>Three<br>four</p>"), "One two\n\nThree\nfour");
    assert_eq!(html_to_text("a<script>if (a < b) {}</script>b<style>p{}</style>"), "ab");
    assert_eq!(html_to_text("<ul><li>one<li>two</ul>after"), "one\ntwo\n\nafter");
    assert_eq!(html_to_text("one<br><br/>two"), "one\n\ntwo");
    assert_eq!(html_to_text("Tom &amp; Jerry&nbsp;&mdash; 5 < 6"), "Tom & Jerry — 5 < 6");
    assert_eq!(html_to_text("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>"), "a b\nc");
    assert_eq!(html_to_text("<div hidden>no</div>yes<b>!</b>"), "yes!");
    assert_eq!(html_to_text("<pre>a\n b</pre>"), "a\nb");
    assert_eq!(html_to_text("plain"), "plain");
}

#[test]
fn titles_lose_tags_and_nothing_else() {
    assert_eq!(html_to_title(" A <b>bold</b>\n title "), "A bold title");
    assert_eq!(html_to_title("Fish & Chips & more <3"), "Fish & Chips & more <3");
    assert_eq!(html_to_title("Vec<T> explained"), "Vec<T> explained");
    assert_eq!(html_to_title("a&amp;b"), "a&b");
    assert_eq!(html_to_title("x<script>alert(1)</script>y"), "xy");
}

proptest! {
    #[test]
    fn tokens_cover_any_text(text in "[<>/!?a-c\"'= &;\\[\\]\\-\\n]{0,200}") {
        let n = Tokens::xml(&text).count();
        prop_assert!(n <= text.len());
        let _ = Tokens::html(&text).filter(|token| matches!(token, Token::Start { .. })).count();
        let _ = Tree::read(&text);
    }

    #[test]
    fn text_never_keeps_a_whole_tag(text in "(<p>|</p>|<br>|<b>|word|&lt;| |\\n){0,40}") {
        prop_assert!(!html_to_text(&text).contains("<p>"));
    }

    #[test]
    fn any_text_is_survived(text in ".{0,200}") {
        let _ = (html_to_text(&text), html_to_title(&text), Tree::read(&text));
    }
}
