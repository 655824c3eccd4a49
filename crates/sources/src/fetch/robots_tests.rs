use super::*;
use proptest::prelude::*;

#[track_caller]
fn check(robots: &str, path: &str, allowed: bool) {
    assert_eq!(
        Rules::parse(robots.as_bytes(), "Bellwether/1.0 (x)").allows(path),
        allowed,
        "{path} under {robots:?}"
    );
}

#[test]
fn the_longest_rule_wins() {
    let robots = "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /*.pdf$\nDisallow: /x*y\n";
    check(robots, "/", true);
    check(robots, "/a", false);
    check(robots, "/a/b/c", true);
    check(robots, "/file.pdf", false);
    check(robots, "/file.pdf?x", true);
    check(robots, "/x-y-z", false);
    check(robots, "/x-z", true);
    check("User-agent: *\nAllow: /p\nDisallow: /p\n", "/p", true);
    check("User-agent: *\nDisallow:\n", "/p", true);
    check("", "/p", true);
}

#[test]
fn our_own_group_comes_before_everyones() {
    let robots = "User-agent: Other\nUser-agent: bellwether\nDisallow: /ours # comment\n\nUser-agent: *\nDisallow: /\n";
    check(robots, "/ours", false);
    check(robots, "/else", true);
    check("User-agent: bellwetherbot\nDisallow: /\n", "/", true);
    check("\u{feff}User-Agent : *\r\nDisallow : /\r\nSitemap: x\r\n", "/", false);
}

#[test]
fn delays() {
    assert_eq!(Rules::parse(b"User-agent: *\nCrawl-delay: 2.5\n", "B/1").crawl_delay_ms(), Some(2_500));
    assert_eq!(Rules::parse(b"User-agent: *\nCrawl-delay: never\n", "B/1").crawl_delay_ms(), None);
}

proptest! {
    #[test]
    fn any_file_is_survived(text in "((user-agent|disallow|allow|x): ?[*$/a-c]{0,12}\n){0,20}", path in "/[a-c/*$]{0,20}") {
        Rules::parse(text.as_bytes(), "Bellwether/1").allows(&path);
    }
}
