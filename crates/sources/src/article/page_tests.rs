use super::*;

/// Each of these once took minutes, gigabytes or the whole process.
#[test]
fn pages_that_trick_the_parser_are_read_the_plain_way() {
    let many = |piece: &str, times: usize| format!("<html><body>{}", piece.repeat(times));
    let numbered = |times: usize| (0..times).map(|i| format!("a{i} ")).collect::<String>();
    let formatting: String = (0..600).map(|i| format!("<b a={i}>")).collect();
    let blocks = format!("{formatting}{}", "<p>x".repeat(600));
    for (name, html) in [
        ("closed by themselves", many("<x/>", 3_000)),
        ("end tags of nothing", many("<div></x>", 3_000)),
        ("formatting of another name", many("<b></i>", 3_000)),
        ("in a comment that has ended", format!("<!-->{}-->", "<div>".repeat(3_000))),
        ("in what is no section", format!("<![CDATA[>{}]]>", "<div>".repeat(3_000))),
        ("behind what is no instruction", format!("<?>{}?>", "<div>".repeat(3_000))),
        ("in the style of a drawing", format!("<svg><style>{}</style>", "<div>".repeat(3_000))),
        ("opened again in every block", format!("<!-->{blocks}-->")),
        ("many elements", many("<p>x</p>", 50_000)),
        ("attributes", format!("<p {}>", numbered(50_000))),
        ("attributes in a comment that has ended", format!("<!--><p {}>-->", numbered(50_000))),
        ("attributes without spaces", format!("<p {}>", "a=\">\"".repeat(50_000))),
        ("quotes in quotes", "<a \"".repeat(50_000)),
        ("ampersands", format!("<p>{}</p>", "&amp; ".repeat(100_000))),
    ] {
        assert!(tree(&html).is_none(), "{name}");
        let _ = super::super::extract(&html, None);
    }
    // The parser's own rules keep this one flat; it only has to be survived.
    let _ = super::super::extract(&many("<div><table></div>", 3_000), None);
}

#[test]
fn pages_of_people_are_trees() {
    let html = "<!doctype html><html><body><article><p class=a id='b' data-x=\"c > d\" hidden>One &amp; two.</p><br/></article>";
    let page = tree(html).expect("a tree");
    assert_eq!(page.text().to_string(), "One & two.");
    assert!(tree(&format!("<img src=\"data:image/png;base64,{}\"><p>x", "A".repeat(400_000))).is_some());
    assert!(tree("<a b=c d e = f g='h' i/>").is_some() && tree("").is_some() && tree("<").is_some());
}
