//! Flows, prints, manias and falls. The day's own price wrap is elsewhere (`singles`).

use domain::Category::*;

use crate::catalog::companies::Sector::*;
use crate::stories::plot::{COINS, Coins, Listing, Mood, Plot, Price, Stage};

pub const PLOTS: &[&Plot] = &[
    &INFLOWS,
    &OUTFLOWS,
    &CRASH,
    &RECORD,
    &SOFT_INFLATION,
    &HOT_INFLATION,
    &MEME_MANIA,
    &MEME_CRASH,
    &WHALE,
    &ALTSEASON,
];

const INFLOWS: Plot = Plot {
    id: "inflows",
    mood: Mood::Good,
    weight: 3.6,
    categories: &[Etfs, MarketsAndPrice],
    size: (3, 11),
    price: Price::Up,
    sectors: &[AssetManager],
    listing: Listing::Any,
    coins: Coins::Bitcoin,
    amount: (180.0, 1400.0),
    percent: (1.5, 6.0),
    count: (5, 11),
    noun: "the wave of ETF inflows",
    notice: None,
    breaking: Stage {
        titles: &[
            "+ {asset} ETFs pull in {amt} in best day since {month}",
            "+ Spot {asset} funds extend inflow streak to {count} days",
            "+ Investors pour {amt} into {asset} ETFs",
            "= {asset} ETF flows: {amt} net on {weekday}",
        ],
        leads: &[
            "Spot {asset} exchange-traded funds took in {amt} on {weekday}, extending a streak of inflows to {count} days as {asset} traded near {btc}.",
            "Investors added {amt} to spot {asset} ETFs, led by {co}, in [the strongest day|one of the strongest days] of the quarter.",
        ],
    },
    follow: Stage {
        titles: &[
            "+ {co}'s Bitcoin fund leads {amt} inflow week",
            "+ Pension funds lift {asset} ETF holdings, filings show",
        ],
        leads: &["{co} led another strong week for {asset} funds, with total inflows of {amt} by {weekday}."],
    },
    reaction: Stage {
        titles: &[
            "+ ETF demand now outpaces new {asset} supply, analysts say",
            "= Who is buying {asset} ETFs?",
        ],
        leads: &[
            "ETFs are [absorbing|buying] more {asset} than miners produce, and analysts are debating how long it can last.",
        ],
    },
    facts: &[
        "The fund run by {co} accounted for roughly half of the total.",
        "Funds have now taken in money on {count} days in a row.",
        "{asset} rose {pct} on the day.",
        "Ether funds added a more modest sum.",
        "Options open interest on the largest fund reached a record.",
    ],
    quotes: &[
        "+ \"The buyers are advisers and institutions, and they are not trading in and out,\" said {analyst} of {afirm}.",
        "+ \"Demand is broad and healthy,\" {ceo} of {co} said.",
        "= \"Some of this is basis trading rather than conviction,\" said {analyst2} of {afirm2}.",
    ],
    context: &["Flows into spot funds have become one of the most watched gauges of demand for Bitcoin."],
};

const OUTFLOWS: Plot = Plot {
    id: "outflows",
    mood: Mood::Bad,
    weight: 3.4,
    categories: &[Etfs, MarketsAndPrice],
    size: (3, 11),
    price: Price::Down,
    sectors: &[AssetManager],
    listing: Listing::Any,
    coins: Coins::Bitcoin,
    amount: (150.0, 1100.0),
    percent: (2.0, 7.0),
    count: (4, 9),
    noun: "the run of ETF outflows",
    notice: None,
    breaking: Stage {
        titles: &[
            "- {asset} ETFs bleed {amt} as investors flee risk",
            "- Outflows from {asset} funds hit {amt} in {count}-day losing streak",
            "- {co} fund sees record redemptions as {asset} slides",
            "= {asset} ETFs see {amt} of net redemptions",
        ],
        leads: &[
            "Investors pulled {amt} from spot {asset} ETFs on {weekday}, the {count}th straight day of outflows, as {asset} fell toward {btc}.",
            "Spot {asset} funds lost {amt} on {weekday} in a sign that [demand is fading|investors are losing patience].",
        ],
    },
    follow: Stage {
        titles: &["- {asset} ETF exodus deepens, {amt} gone in a week", "= {asset} ETF outflows slow"],
        leads: &[
            "Redemptions from {asset} funds continued on {weekday}, though at a slower pace than earlier in the week.",
        ],
    },
    reaction: Stage {
        titles: &["- ETF holders are now under water, analysts warn", "= What ETF outflows really tell us"],
        leads: &[
            "The average buyer of a {asset} ETF is now sitting on a loss, according to {afirm}, and that may [mean more selling|test their patience].",
        ],
    },
    facts: &[
        "{co} recorded the largest redemption.",
        "{asset} dropped {pct} on the day.",
        "Hedge funds unwinding basis trades explain part of the selling, traders said.",
        "Ether funds lost money as well.",
        "Volumes were above average, a sign of [real|forced] selling.",
    ],
    quotes: &[
        "- \"The marginal buyer has disappeared,\" said {analyst} of {afirm}.",
        "- \"Investors are cutting risk across the board,\" said {analyst2} of {afirm2}.",
        "= \"Outflows follow price more than they lead it,\" {ceo} of {co} said.",
    ],
    context: &[
        "Outflows of this size have in the past come near the end of sell-offs as often as at their beginning.",
    ],
};

const CRASH: Plot = Plot {
    id: "crash",
    mood: Mood::Bad,
    weight: 1.6,
    categories: &[MarketsAndPrice],
    size: (8, 30),
    price: Price::Crash,
    sectors: &[Exchange, Investor],
    listing: Listing::Any,
    coins: Coins::Bitcoin,
    amount: (600.0, 3900.0),
    percent: (6.0, 13.0),
    count: (110_000, 420_000),
    noun: "the liquidation wave",
    notice: None,
    breaking: Stage {
        titles: &[
            "- {asset} plunges below {btc} as {amt} in bets are liquidated",
            "- Crypto market crash wipes out {amt} of leveraged positions",
            "- {asset} tumbles {pct} in [worst day in weeks|sudden sell-off]",
            "- Crypto bloodbath: {asset}, {asset2} sink as panic spreads",
            "= {asset} falls to {btc}: what is behind the move",
        ],
        leads: &[
            "{asset} plunged {pct} on {weekday}, dragging the whole crypto market lower and forcing the liquidation of {amt} in leveraged bets.",
            "A wave of selling hit cryptocurrencies on {weekday}: {asset} dropped to {btc}, {asset2} lost even more and {count} traders were liquidated.",
        ],
    },
    follow: Stage {
        titles: &[
            "- {asset} struggles near {btc} after brutal sell-off",
            "+ {asset} bounces from lows as dip buyers return",
            "- Exchange stocks slump after crypto rout",
            "- Traders count losses after {amt} crypto wipeout",
            "- {asset2} hit hardest as {asset} sell-off spreads",
            "- Miners and treasury firms tumble with {asset}",
            "= Exchanges explain how they handled the crash",
            "= {asset} options traders brace for more swings",
            "+ {asset} recovers part of losses, reclaiming {btc}",
            "= Inside the {amt} crypto liquidation",
        ],
        leads: &[
            "Crypto markets tried to steady on {weekday} after a rout that erased {amt} of leveraged positions, with {asset} trading at {btc}.",
        ],
    },
    reaction: Stage {
        titles: &[
            "- Has the crypto bull market ended? Analysts turn cautious",
            "= Why {asset} crashed, in five charts",
            "+ Crash flushed out leverage, clearing way for recovery, analysts say",
            "- Lawmakers call for leverage limits after crypto crash",
            "- Retail traders bear the brunt of {asset} crash",
            "= What earlier {asset} crashes tell us about this one",
            "+ Long-term holders bought the {asset} crash, data show",
        ],
        leads: &[
            "Days after the crash, traders are asking whether it was a healthy reset or the start of [something worse|a bear market].",
        ],
    },
    facts: &[
        "More than {count} traders were liquidated in 24 hours, data from {afirm} show.",
        "{asset2} fell harder than {asset}, and smaller tokens lost a fifth of their value.",
        "Funding rates turned negative for the first time in weeks.",
        "{exchange} reported [record volumes|delays in withdrawals] at the height of the selling.",
        "Gold rose and stock futures slipped as investors sought safety.",
        "Open interest in perpetual futures dropped by a quarter.",
    ],
    quotes: &[
        "- \"It was a cascade: every liquidation triggered the next,\" said {analyst} of {afirm}.",
        "- \"Fear is everywhere on the desk today,\" said {analyst2} of {afirm2}.",
        "+ \"We have been buying. Nothing about the asset changed overnight,\" said {ceo} of {co}.",
        "= \"Leverage was too high and it had to go,\" said {analyst} of {afirm}.",
    ],
    context: &[
        "Crypto derivatives trade around the clock with high leverage, so falls feed on themselves faster than in stocks.",
    ],
};

const RECORD: Plot = Plot {
    id: "record",
    mood: Mood::Good,
    weight: 1.8,
    categories: &[MarketsAndPrice],
    size: (5, 20),
    price: Price::Rally,
    sectors: &[Exchange, AssetManager, Investor],
    listing: Listing::Any,
    coins: Coins::Bitcoin,
    amount: (300.0, 1500.0),
    percent: (4.0, 11.0),
    count: (60_000, 180_000),
    noun: "the {asset} rally",
    notice: None,
    breaking: Stage {
        titles: &[
            "+ {asset} soars past {btc} as buyers return",
            "+ {asset} rally gathers pace, short sellers lose {amt}",
            "+ {asset} climbs {pct} in a week, its strongest since {month}",
            "= {asset} trades at {btc} after sharp rise",
        ],
        leads: &[
            "{asset} surged {pct} in a week to {btc}, one of its strongest runs this year, as [ETF buying|institutional demand] met thin supply.",
            "A powerful rally carried {asset} to {btc} on {weekday} and cost short sellers {amt}.",
        ],
    },
    follow: Stage {
        titles: &[
            "+ Short squeeze fuels {asset} as {amt} in bets unwind",
            "+ Crypto stocks surge on {asset} rally",
            "+ {asset2} outpaces {asset} as rally broadens",
            "= {asset} rally: volumes, flows and what traders say",
            "- Late buyers pile into {asset} with leverage, raising risks",
            "+ {asset} holds gains near {btc} as optimism builds",
            "+ Altcoins join rally led by {asset}",
            "= {asset} pauses after rally",
        ],
        leads: &[
            "{asset} held near {btc} on {weekday}, and traders turned to {asset2} and smaller coins for the next leg of the rally.",
        ],
    },
    reaction: Stage {
        titles: &[
            "+ {afirm} lifts {asset} target, citing strong demand",
            "= Can the {asset} rally last?",
            "- Rally looks stretched, {afirm2} warns",
            "+ Institutions drive {asset} higher, and they are not selling",
            "+ Why this {asset} rally feels different",
            "= {asset} bulls and bears make their case",
        ],
        leads: &[
            "After a gain of {pct} in a week, analysts are raising their targets for {asset}, and a few are [sounding alarms|urging caution].",
        ],
    },
    facts: &[
        "Short positions worth {amt} were closed by force.",
        "Spot volumes on {exchange} reached their highest level this quarter.",
        "Long-term holders have sold little into the move, on-chain data show.",
        "Shares of exchanges and miners rose as well.",
        "{asset2} gained even more over the same days.",
    ],
    quotes: &[
        "+ \"Momentum is strong and the sellers are gone,\" said {analyst} of {afirm}.",
        "+ \"We see real buyers, not borrowed money,\" said {ceo} of {co}.",
        "- \"Greed is back, and that is when mistakes are made,\" said {analyst2} of {afirm2}.",
    ],
    context: &["Past rallies have been followed by corrections of 10% or more within weeks."],
};

const SOFT_INFLATION: Plot = Plot {
    id: "soft_inflation",
    mood: Mood::Good,
    weight: 1.8,
    categories: &[Macro, MarketsAndPrice],
    size: (3, 11),
    price: Price::Up,
    sectors: &[Investor],
    listing: Listing::Any,
    coins: Coins::Bitcoin,
    amount: (100.0, 500.0),
    percent: (1.2, 5.0),
    count: (2, 4),
    noun: "the inflation print",
    notice: None,
    breaking: Stage {
        titles: &[
            "+ {asset} rises as inflation cools more than expected",
            "+ Crypto rallies after soft CPI lifts rate-cut hopes",
            "+ Central bank cuts rates, {asset} jumps",
            "= Inflation slows to {count}.{n}%: how markets reacted",
        ],
        leads: &[
            "{asset} rose {pct} on {weekday} after data showed consumer inflation easing to {count}.{n}%, lifting hopes that the central bank will cut interest rates.",
        ],
    },
    follow: Stage {
        titles: &[
            "+ Risk assets extend gains as rate-cut bets grow",
            "= Traders look to jobs data after soft CPI",
        ],
        leads: &[
            "Stocks and crypto extended their gains on {weekday} as bond yields fell and traders added to bets on a rate cut in {next_month}.",
        ],
    },
    reaction: Stage {
        titles: &[
            "+ Lower rates are a tailwind for {asset}, strategists say",
            "= Is {asset} still a macro trade?",
        ],
        leads: &["Falling inflation has revived the case that {asset} trades like a bet on easier money."],
    },
    facts: &[
        "The dollar weakened and two-year bond yields fell.",
        "Futures now imply a rate cut in {next_month}.",
        "Technology stocks gained alongside {asset2}.",
        "Gold also advanced.",
        "Core inflation, which leaves out food and energy, slowed for the third month.",
    ],
    quotes: &[
        "+ \"This is the number risk assets were waiting for,\" said {analyst} of {afirm}.",
        "= \"One print is not a trend,\" said {analyst2} of {afirm2}.",
    ],
    context: &["Crypto has moved closely with technology stocks when interest rates are in question."],
};

const HOT_INFLATION: Plot = Plot {
    id: "hot_inflation",
    mood: Mood::Bad,
    weight: 1.8,
    categories: &[Macro, MarketsAndPrice],
    size: (3, 11),
    price: Price::Down,
    sectors: &[Investor],
    listing: Listing::Any,
    coins: Coins::Bitcoin,
    amount: (100.0, 500.0),
    percent: (1.2, 5.0),
    count: (3, 4),
    noun: "the rate scare",
    notice: None,
    breaking: Stage {
        titles: &[
            "- {asset} slides as hot inflation dashes rate-cut hopes",
            "- Crypto drops with stocks after tariff threat",
            "- Central bank warns on inflation, {asset} falls below {btc}",
            "= {asset} reacts to inflation surprise",
        ],
        leads: &[
            "{asset} fell {pct} on {weekday} after consumer prices rose faster than expected, pushing back hopes of lower interest rates and [hurting|weighing on] stocks and crypto alike.",
        ],
    },
    follow: Stage {
        titles: &["- Risk-off mood weighs on crypto as yields climb", "= Markets await central bank minutes"],
        leads: &["Bond yields climbed again on {weekday}, and {asset} stayed under pressure near {btc}."],
    },
    reaction: Stage {
        titles: &[
            "- Higher for longer is bad news for {asset}, strategists warn",
            "= Does {asset} protect against inflation?",
        ],
        leads: &[
            "The sell-off after the inflation report has reopened the question whether {asset} is a hedge or just another risky asset.",
        ],
    },
    facts: &[
        "Inflation came in at {count}.{n}%, above forecasts.",
        "The dollar strengthened and technology stocks fell.",
        "Traders cut bets on a rate reduction in {next_month}.",
        "{asset2} lost more than {asset}.",
        "Crypto funds saw outflows of {amt} in the week.",
    ],
    quotes: &[
        "- \"There is nowhere to hide when yields do this,\" said {analyst} of {afirm}.",
        "= \"The reaction is logical, if not pleasant,\" said {analyst2} of {afirm2}.",
    ],
    context: &["Rising yields make assets that pay no income less attractive."],
};

const MEME_MANIA: Plot = Plot {
    id: "meme_mania",
    mood: Mood::Good,
    weight: 2.0,
    categories: &[Memecoins, MarketsAndPrice],
    size: (3, 12),
    price: Price::Free,
    sectors: &[Exchange],
    listing: Listing::Any,
    coins: Coins::Memecoin,
    amount: (90.0, 1900.0),
    percent: (22.0, 180.0),
    count: (30_000, 210_000),
    noun: "the {asset} frenzy",
    notice: None,
    breaking: Stage {
        titles: &[
            "+ {asset} soars {pct} as memecoin mania returns",
            "+ Memecoin rally: {asset} and {meme} lead market higher",
            "+ {meme} token hits {amt} market value days after launch",
            "= Why {asset} is trending again",
        ],
        leads: &[
            "Memecoins are back: {asset} jumped {pct} this week and a newcomer called {meme} reached a market value of {amt}.",
            "A frenzy in memecoins lifted {asset} by {pct} on {weekday}, with {count} wallets buying {meme} for the first time.",
        ],
    },
    follow: Stage {
        titles: &[
            "+ {co} lists {meme} as memecoin volumes explode",
            "- {meme} insiders cashed out millions, on-chain data show",
            "= Who is behind {meme}?",
        ],
        leads: &[
            "Exchange {co} added {meme} on {weekday} as memecoin trading reached its highest level of the year.",
        ],
    },
    reaction: Stage {
        titles: &[
            "- Memecoin mania has all the marks of a bubble, critics warn",
            "= What memecoins say about the market",
            "+ {asset} holders celebrate comeback",
        ],
        leads: &[
            "For some the {asset} rally is harmless fun; for others it is a sign that the market has lost its head.",
        ],
    },
    facts: &[
        "Trading volume in {asset} reached {amt} in a day.",
        "About {count} wallets now hold {meme}.",
        "The ten largest wallets own nearly half of the {meme} supply.",
        "The rally began with a joke by a popular streamer.",
        "Fees on the network rose as traders rushed in.",
    ],
    quotes: &[
        "+ \"People are having fun and making money. What is wrong with that?\" said {ceo} of {co}.",
        "- \"Most of those who buy today will lose,\" said {analyst} of {afirm}.",
        "= \"It is attention, traded by the minute,\" said {analyst2} of {afirm2}.",
    ],
    context: &["Memecoins have no cash flow and few uses; their prices follow attention."],
};

const MEME_CRASH: Plot = Plot {
    id: "meme_crash",
    mood: Mood::Bad,
    weight: 1.8,
    categories: &[Memecoins],
    size: (2, 9),
    price: Price::Free,
    sectors: &[Exchange],
    listing: Listing::Any,
    coins: Coins::Memecoin,
    amount: (30.0, 700.0),
    percent: (28.0, 88.0),
    count: (9_000, 120_000),
    noun: "the {meme} collapse",
    notice: None,
    breaking: Stage {
        titles: &[
            "- {meme} collapses {pct} in suspected rug pull",
            "- Memecoin crash: {asset} and {meme} lead losses",
            "- {meme} holders lose {amt} as insiders dump tokens",
            "= {meme} team denies selling tokens",
        ],
        leads: &[
            "The memecoin {meme} lost {pct} of its value on {weekday} after wallets linked to its creators sold tokens, leaving {count} holders with losses of {amt}.",
        ],
    },
    follow: Stage {
        titles: &[
            "- {meme} investors threaten lawsuit",
            "= Exchanges review memecoin listings after {meme} crash",
        ],
        leads: &[
            "Angry holders of {meme} demanded answers on {weekday} as the token fell further and its website went dark.",
        ],
    },
    reaction: Stage {
        titles: &[
            "- Memecoin bust leaves retail traders burned",
            "= Anatomy of a rug pull: the {meme} story",
        ],
        leads: &["The fall of {meme} followed a pattern that researchers have seen [many|dozens of] times."],
    },
    facts: &[
        "Wallets tied to the creators sold tokens worth {amt}.",
        "{asset} fell too, as traders left memecoins.",
        "About {count} wallets still hold {meme}, most of them at a loss.",
        "{co} put a warning on the trading pair.",
    ],
    quotes: &[
        "- \"It was designed to fail,\" said {analyst} of {afirm}.",
        "- \"I put in my rent,\" one holder wrote on Perch.",
        "= \"We warn customers before every such trade,\" {ceo} of {co} said.",
    ],
    context: &[
        "Most memecoins lose nearly all of their value within weeks of launch, studies of on-chain data show.",
    ],
};

const WHALE: Plot = Plot {
    id: "whale",
    mood: Mood::Mixed,
    weight: 1.8,
    categories: &[MarketsAndPrice],
    size: (2, 6),
    price: Price::Free,
    sectors: &[Exchange],
    listing: Listing::Any,
    coins: Coins::Bitcoin,
    amount: (90.0, 2100.0),
    percent: (1.0, 4.0),
    count: COINS,
    noun: "the whale transfer",
    notice: None,
    breaking: Stage {
        titles: &[
            "= {asset} whale moves {amt} after [eleven|nine|twelve] years of silence",
            "- Dormant whale sends {count} {sym} to exchange, stoking fear of sale",
            "+ Whales add {count} {sym} as {asset} dips",
            "= Mystery wallet transfers {count} {sym}",
        ],
        leads: &[
            "A wallet that had been silent for [nine|eleven|twelve] years moved {count} {sym}, worth {amt}, on {weekday}, [catching|drawing] the attention of traders.",
        ],
    },
    follow: Stage {
        titles: &[
            "= {asset} whale sold through brokers, analysts say",
            "+ Market absorbs whale sale with ease",
        ],
        leads: &[
            "The coins moved by an early {asset} holder were sold in private over several days, {afirm} said on {weekday}.",
        ],
    },
    reaction: Stage {
        titles: &["= Why old {asset} is waking up", "= What whale transfers do and do not mean"],
        leads: &[
            "Old coins have been moving more often this year, and there are innocent explanations for most of it.",
        ],
    },
    facts: &[
        "The coins were last moved when {asset} traded below $100.",
        "Data from Oriel Data show part of them arriving at {co}.",
        "{asset} barely reacted and traded at {btc}.",
        "Large holders as a group have [added|reduced] {pct} this month.",
    ],
    quotes: &[
        "= \"Moving is not selling,\" said {analyst} of {afirm}.",
        "- \"Supply overhang is a real risk here,\" said {analyst2} of {afirm2}.",
    ],
    context: &[
        "Transfers by early holders are watched closely, although many turn out to be changes of custody.",
    ],
};

const ALTSEASON: Plot = Plot {
    id: "altseason",
    mood: Mood::Good,
    weight: 2.6,
    categories: &[MarketsAndPrice],
    size: (2, 8),
    price: Price::Free,
    sectors: &[Exchange, Investor],
    listing: Listing::Any,
    coins: Coins::NotBitcoin,
    amount: (40.0, 400.0),
    percent: (6.0, 31.0),
    count: (20_000, 90_000),
    noun: "the {asset} breakout",
    notice: None,
    breaking: Stage {
        titles: &[
            "+ {asset} jumps {pct}, outpacing Bitcoin",
            "+ {sym} breaks out as traders rotate into altcoins",
            "+ {asset} price hits highest level since {month}",
            "= {asset} volumes double as traders return",
        ],
        leads: &[
            "{asset} jumped {pct} on {weekday}, beating Bitcoin and most large tokens as traders rotated into altcoins.",
        ],
    },
    follow: Stage {
        titles: &[
            "+ {asset} extends rally as open interest grows",
            "- {asset} gives back gains as momentum fades",
            "= {asset} price analysis: levels to watch",
        ],
        leads: &[
            "{asset} traders watched whether the token could hold its gains on {weekday} after a rise of {pct}.",
        ],
    },
    reaction: Stage {
        titles: &["+ Is altseason here? {asset} bulls think so", "= {asset} rally: what changed"],
        leads: &[
            "The rise of {asset} has revived talk of an altseason, a stretch when smaller tokens outrun Bitcoin.",
        ],
    },
    facts: &[
        "Open interest in {sym} futures rose by {amt}.",
        "Active addresses on the network climbed to {count} a day.",
        "{asset2} gained as well, though less.",
        "Bitcoin was little changed near {btc}.",
        "Spot volume on {exchange} was the highest since {month}.",
    ],
    quotes: &[
        "+ \"Buyers are clearly in control,\" said {analyst} of {afirm}.",
        "= \"The move needs volume to last,\" said {analyst2} of {afirm2}.",
    ],
    context: &["Altcoins tend to rise later than Bitcoin and to fall faster."],
};
