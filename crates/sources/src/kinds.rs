//! The one list of kinds of source: a variant, its name, and what reads it, as module and type.

/// Gives the list to a macro, so that everything that goes over all kinds is made from these lines.
macro_rules! all {
    ($of:ident) => {
        $of! {
            Feed "feed" feed_source FeedSource;
            Podcast "podcast" podcast Podcast;
            Edgar "edgar" edgar Edgar;
            EarningsCalls "earnings_calls" earnings_call EarningsCalls;
            Nostr "nostr" nostr Nostr;
            Bluesky "bluesky" bluesky Bluesky;
            Mastodon "mastodon" mastodon Mastodon;
            HackerNews "hacker_news" hacker_news HackerNews;
            GithubDiscussions "github_discussions" github GithubDiscussions;
            BitcoinPrice "bitcoin_price" bitcoin_price BitcoinPrice;
        }
    };
}
pub(crate) use all;
