//! Kinds of pieces that many outlets write every day and that share most of their words without telling the same: talk of
//! the market, advice what to buy, and advertisements for what is not sold yet, which ride on any news.

use std::sync::LazyLock;

use super::frequency::TermSet;
use super::item::ItemTerms;
use super::terms::terms;

const OF_MARKET: &str = "resistance support rsi macd bullish bearish chart fibonacci breakout candle candlestick rally \
    correction retracement moving average ema sma trend trendline momentum overbought oversold volume traders price technical \
    analyst level pattern wedge triangle consolidation rebound bounce dip surge plunge gains losses trading liquidation \
    whales holders onchain chain metric indicator forecast prediction target bulls bears buyers sellers zone channel \
    cross pullback upside downside volatility";

const OF_ADVICE: &str = "presale buy next explode predicts prediction gem moon investors early bigger";

const OF_SALE: &str = "presale";

/// Words of advice in a title beyond which more say nothing.
const MAX_ADVICE: f32 = 2.0;

/// How far an item is of these kinds.
#[derive(Clone, Copy, Default)]
pub(super) struct Kinds {
    /// The share of what it says that is talk of the market.
    pub market: f32,
    /// Words of advice in its title.
    pub advice: f32,
    /// 1 where it speaks of a presale anywhere, else 0.
    pub sale: f32,
}

impl Kinds {
    pub fn of(item: &ItemTerms) -> Kinds {
        static MARKET: LazyLock<TermSet> = LazyLock::new(|| terms(OF_MARKET).collect());
        static ADVICE: LazyLock<TermSet> = LazyLock::new(|| terms(OF_ADVICE).collect());
        static SALE: LazyLock<TermSet> = LazyLock::new(|| terms(OF_SALE).collect());
        let (mut all, mut of_market, mut advice, mut sale) = (0.0, 0.0, 0.0, 0.0);
        for mark in item.marks.iter().filter(|mark| !mark.is_entity) {
            all += mark.whole();
            if MARKET.contains(&mark.term) {
                of_market += mark.whole();
            }
            if ADVICE.contains(&mark.term) {
                advice += f32::from(mark.in_title);
            }
            if SALE.contains(&mark.term) {
                sale = 1.0;
            }
        }
        Kinds { market: of_market / f32::max(all, 1e-6), advice: advice.min(MAX_ADVICE), sale }
    }
}

#[cfg(test)]
mod tests {
    use domain::{DocumentId, Instant};

    use super::super::{Settings, StoryItem};
    use super::*;

    fn kinds(title: &str, content: &str) -> Kinds {
        let item = StoryItem {
            id: DocumentId::from_bytes([1; 16]),
            at: Instant::from_ms(0),
            title,
            content,
            outlet: "",
            language: "en",
            across: false,
            entities: &[],
            fingerprint: 0,
        };
        Kinds::of(&ItemTerms::of(&item, &Settings::default()))
    }

    #[test]
    fn talk_of_the_market_and_advice_are_known_by_their_words() {
        let market = kinds(
            "Bitcoin price eyes resistance",
            "Bulls defend support while the RSI shows bullish momentum and traders watch the breakout level.",
        );
        let news = kinds(
            "Court fines exchange over reporting",
            "The regional court ordered the exchange to pay for late filings, the ministry said on Tuesday.",
        );
        assert!(market.market > 0.4 && news.market < 0.05, "{} {}", market.market, news.market);
        let advice = kinds("The next presale gem that investors buy early", "");
        assert_eq!((advice.advice, news.advice), (MAX_ADVICE, 0.0));
        assert_eq!(kinds("", "").market, 0.0);
        let sold =
            kinds("Court fines exchange: will this coin pump?", "Its presales have raised two million.");
        assert_eq!((sold.sale, advice.sale, news.sale), (1.0, 1.0, 0.0));
    }
}
