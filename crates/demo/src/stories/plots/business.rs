//! Companies: treasuries, mining, money raised and lost, partnerships, people.

use domain::Category::*;

use crate::catalog::companies::Sector::*;
use crate::stories::plot::{COINS, Coins, Listing, Mood, Notice, NoticeFrom, Plot, Price, Stage};

pub const PLOTS: &[&Plot] = &[
    &TREASURY_BUY,
    &TREASURY_SALE,
    &MINING_UP,
    &MINING_DOWN,
    &FUNDING,
    &ACQUISITION,
    &LAYOFFS,
    &PARTNERSHIP,
    &LISTING,
    &STABLE_LAUNCH,
    &DEPEG,
    &NEW_CHIEF,
    &EARNINGS_BEAT,
    &EARNINGS_MISS,
];

const TREASURY_BUY: Plot = Plot {
    id: "treasury_buy",
    mood: Mood::Good,
    weight: 4.0,
    categories: &[Treasuries],
    size: (3, 12),
    price: Price::Free,
    sectors: &[Treasury, Miner, Investor],
    listing: Listing::Listed,
    coins: Coins::Bitcoin,
    amount: (18.0, 620.0),
    percent: (3.0, 12.0),
    count: COINS,
    noun: "the {co} purchase",
    notice: Some(Notice {
        from: NoticeFrom::Company,
        title: "{co} acquires {count} bitcoin and provides treasury update",
        text: "{cofull} today announced that it has acquired {count} bitcoin for {amt} in cash, at an average price close to {btc} per bitcoin, inclusive of fees. The purchase was funded with proceeds from the company's at-the-market equity program.",
    }),
    breaking: Stage {
        titles: &[
            "+ {co} buys {count} BTC for {amt}",
            "+ {co} adds {amt} of Bitcoin to treasury, shares rise",
            "+ {co} boosts Bitcoin holdings with {count} BTC purchase",
            "= {co} discloses purchase of {count} bitcoin",
        ],
        leads: &[
            "{co} bought another {count} bitcoin for {amt}, the company said on {weekday}, adding to one of the largest corporate holdings of {asset}.",
            "{co} spent {amt} on {count} coins in the past week, a filing on {weekday} showed.",
        ],
    },
    follow: Stage {
        titles: &[
            "+ {co} plans {amt2} share sale to buy more Bitcoin",
            "- {co} premium shrinks despite Bitcoin purchase",
            "= How {co} pays for its Bitcoin",
        ],
        leads: &[
            "{co} filed on {weekday} to raise up to {amt2} with new shares, days after buying {count} bitcoin.",
        ],
    },
    reaction: Stage {
        titles: &[
            "+ Corporate Bitcoin buying accelerates as {co} adds coins",
            "- Critics warn of leverage at {co}",
            "= Bitcoin treasury companies, explained",
        ],
        leads: &[
            "The latest purchase by {co} shows that the corporate treasury trade [is alive|has not run its course].",
        ],
    },
    facts: &[
        "The purchase was funded with proceeds from a share program.",
        "The company paid an average price close to {btc} per coin.",
        "Shares of {co} rose {pct} in early trading.",
        "{rival} and other companies have announced similar plans this quarter.",
        "The company says its holdings give shareholders more bitcoin per share, a measure it calls yield.",
        "It did not rule out further purchases this month.",
    ],
    quotes: &[
        "+ \"Bitcoin is the best treasury asset we know, and we keep buying,\" {ceo} said.",
        "+ \"They have been disciplined buyers,\" said {analyst} of {afirm}.",
        "- \"The model works until the premium is gone,\" said {analyst2} of {afirm2}.",
    ],
    context: &[
        "Listed companies hold a growing share of all bitcoin, most of it bought with stock and convertible debt.",
    ],
};

const TREASURY_SALE: Plot = Plot {
    id: "treasury_sale",
    mood: Mood::Bad,
    weight: 1.7,
    categories: &[Treasuries],
    size: (3, 12),
    price: Price::Free,
    sectors: &[Treasury, Miner],
    listing: Listing::Listed,
    coins: Coins::Bitcoin,
    amount: (15.0, 300.0),
    percent: (6.0, 22.0),
    count: COINS,
    noun: "the {co} sale",
    notice: Some(Notice {
        from: NoticeFrom::Company,
        title: "{co} provides update on liquidity and bitcoin holdings",
        text: "{cofull} today announced that it has sold {count} bitcoin for net proceeds of {amt}. Proceeds were used to repay secured debt. The company continues to evaluate its capital structure.",
    }),
    breaking: Stage {
        titles: &[
            "- {co} forced to sell {count} BTC to repay debt",
            "- {co} shares sink as company dumps {amt} of Bitcoin",
            "- {co} breaks vow never to sell its Bitcoin",
            "= {co} sells {count} bitcoin to retire loans",
        ],
        leads: &[
            "{co} sold {count} bitcoin for {amt} to repay lenders, the company said on {weekday}, breaking a promise to hold its coins and sending its shares down {pct}.",
        ],
    },
    follow: Stage {
        titles: &[
            "- {co} trades below value of its Bitcoin",
            "- {co} suspends purchases as shares slump",
            "= {co} defends Bitcoin sale",
        ],
        leads: &[
            "Shares of {co} fell again on {weekday} and now trade below the value of the bitcoin it holds.",
        ],
    },
    reaction: Stage {
        titles: &[
            "- {co} sale raises fear of forced selling at treasury firms",
            "= Which treasury companies are at risk?",
        ],
        leads: &[
            "If {co} had to sell, who is next? Investors in Bitcoin treasury companies spent {weekday} reading loan terms.",
        ],
    },
    facts: &[
        "The shares dropped {pct} and have lost more than half of their value this year.",
        "The debt was secured by bitcoin and had to be topped up as prices fell.",
        "The company still holds coins worth several times the sum sold.",
        "Short sellers had bet against {co} for months.",
    ],
    quotes: &[
        "- \"The flywheel also turns in reverse,\" said {analyst} of {afirm}.",
        "= \"We did what was prudent for our balance sheet,\" {cfo}, the finance chief, said.",
        "- \"Trust is gone when 'never sell' becomes 'sold',\" said {analyst2} of {afirm2}.",
    ],
    context: &[
        "Treasury companies that borrowed against their coins are the most exposed when prices fall, rating analysts say.",
    ],
};

const MINING_UP: Plot = Plot {
    id: "mining_up",
    mood: Mood::Good,
    weight: 3.2,
    categories: &[Mining],
    size: (2, 8),
    price: Price::Free,
    sectors: &[Miner],
    listing: Listing::Listed,
    coins: Coins::Bitcoin,
    amount: (40.0, 900.0),
    percent: (6.0, 34.0),
    count: (180, 950),
    noun: "the {co} production update",
    notice: Some(Notice {
        from: NoticeFrom::Company,
        title: "{co} announces {last_month} production and operations update",
        text: "{cofull} today published unaudited production figures for {last_month}. The company produced {count} bitcoin, an increase of {pct} over the month before, and ended the month with an energised hash rate of {n}2 exahashes per second. Power cost averaged 4.{n} cents per kilowatt-hour.",
    }),
    breaking: Stage {
        titles: &[
            "+ {co} mines {count} BTC in {last_month}, output up {pct}",
            "+ Bitcoin miner {co} signs {amt} AI hosting deal",
            "+ {co} expands hash rate by {pct} with new machines",
            "= {co} publishes {last_month} mining figures",
        ],
        leads: &[
            "Bitcoin miner {co} produced {count} bitcoin in {last_month}, {pct} more than the month before, as new machines came online.",
            "{co} raised its hash rate by {pct} in {last_month} and signed a hosting contract worth {amt}, the miner said on {weekday}.",
        ],
    },
    follow: Stage {
        titles: &[
            "+ Miner stocks rally as {co} beats expectations",
            "= {co} to power new site with stranded gas",
            "+ Analysts raise {co} price target",
        ],
        leads: &["Shares of {co} led mining stocks higher on {weekday} after strong production figures."],
    },
    reaction: Stage {
        titles: &["+ Miners' pivot to AI pays off at {co}", "= Mining difficulty and what it means for {co}"],
        leads: &["{co} shows how miners are using cheap power for more than Bitcoin."],
    },
    facts: &[
        "The company's power cost averaged 4.{n} cents per kilowatt-hour.",
        "It kept most of its production and now holds several thousand coins.",
        "New-generation machines improved fleet efficiency.",
        "Network difficulty rose in the latest adjustment, squeezing older rigs.",
        "The site in {city} will add 80 megawatts by {next_month}.",
        "Shares of {co} gained {pctsmall}.",
    ],
    quotes: &[
        "+ \"The team delivered more hash rate with less power,\" {ceo} said.",
        "+ \"They are among the few miners growing through this difficulty,\" said {analyst} of {afirm}.",
        "= \"Hash price remains the swing factor,\" said {analyst2} of {afirm2}.",
    ],
    context: &[
        "Miners earn newly issued bitcoin and fees; the reward halves about every four years, so efficiency decides who survives.",
    ],
};

const MINING_DOWN: Plot = Plot {
    id: "mining_down",
    mood: Mood::Bad,
    weight: 2.4,
    categories: &[Mining],
    size: (2, 8),
    price: Price::Free,
    sectors: &[Miner],
    listing: Listing::Listed,
    coins: Coins::Bitcoin,
    amount: (12.0, 160.0),
    percent: (7.0, 31.0),
    count: (90, 620),
    noun: "the trouble at {co}",
    notice: None,
    breaking: Stage {
        titles: &[
            "- {co} output falls {pct} as mining squeeze deepens",
            "- Bitcoin miner {co} warns of losses as hash price hits low",
            "- {co} shuts site after power costs surge",
            "= {co} curtails mining during heat wave",
        ],
        leads: &[
            "{co} mined {count} bitcoin in {last_month}, {pct} fewer than the month before, as record difficulty and higher power prices squeezed the miner's margins.",
        ],
    },
    follow: Stage {
        titles: &[
            "- {co} misses loan payment, shares plunge",
            "- Miners sell coins as margins vanish",
            "= {co} seeks new power contract",
        ],
        leads: &[
            "{co} said on {weekday} that it was talking to lenders after a weak month, and its shares dropped {pct}.",
        ],
    },
    reaction: Stage {
        titles: &["- Mining shakeout looms as {co} struggles", "= Can small Bitcoin miners survive?"],
        leads: &["The trouble at {co} is a warning for miners with old machines and expensive power."],
    },
    facts: &[
        "The cost of mining one coin now exceeds its price at some of the company's sites.",
        "Shares have lost {pct} this week.",
        "It sold all of its production and part of its reserve to raise {amt}.",
        "Difficulty is at a record after [three|four] increases in a row.",
        "Residents near the {city} site have complained about noise.",
    ],
    quotes: &[
        "- \"These are the hardest conditions we have seen,\" {ceo} said.",
        "- \"Some of these fleets should be switched off,\" said {analyst} of {afirm}.",
        "= \"Weather explains part of it,\" said {analyst2} of {afirm2}.",
    ],
    context: &[
        "Hash price, a miner's revenue per unit of computing power, has been falling for most of the past year.",
    ],
};

const FUNDING: Plot = Plot {
    id: "funding",
    mood: Mood::Good,
    weight: 3.4,
    categories: &[Funding],
    size: (2, 7),
    price: Price::Free,
    sectors: &[Protocol, Payments, Software, Games, ArtificialIntelligence],
    listing: Listing::Private,
    coins: Coins::NotBitcoin,
    amount: (6.0, 180.0),
    percent: (20.0, 140.0),
    count: (20, 160),
    noun: "the {co} raise",
    notice: Some(Notice {
        from: NoticeFrom::Company,
        title: "{co} raises {amt} in round led by Thornbury Ventures",
        text: "{cofull} today announced the closing of a {amt} funding round led by Thornbury Ventures with participation from Kestrel Bay and existing investors. The company will use the proceeds to grow its engineering team in {city}.",
    }),
    breaking: Stage {
        titles: &[
            "+ {co} raises {amt} led by Thornbury Ventures",
            "+ {co} lands {amt} Series B at higher valuation",
            "+ Crypto startup {co} secures {amt} to build on {asset}",
            "= {co} closes {amt} funding round",
        ],
        leads: &[
            "{co} has raised {amt} in a funding round led by Thornbury Ventures, the company said on {weekday}, [one of the largest|a large] crypto raises of the quarter.",
        ],
    },
    follow: Stage {
        titles: &["= What {co} will do with its {amt}", "+ {co} doubles staff after funding round"],
        leads: &[
            "{co} plans to hire {count} engineers and expand its work on {asset}, founder {ceo} said on {weekday}.",
        ],
    },
    reaction: Stage {
        titles: &[
            "+ Venture money returns to crypto as {co} closes round",
            "= Crypto venture funding by the numbers",
        ],
        leads: &[
            "The {co} round is the latest sign that venture investors are [back|writing bigger cheques] in crypto.",
        ],
    },
    facts: &[
        "The round values the company at about {amt2}, two people familiar with it said.",
        "Kestrel Bay and existing investors took part.",
        "The money will go to engineers and audits, according to {ceo}.",
        "Users of its product on {asset} grew {pct} in the past year.",
        "The company employs {count} people.",
    ],
    quotes: &[
        "+ \"This lets us build for years, not months,\" {ceo} said.",
        "+ \"They have real users, which is rare,\" said {analyst} of Thornbury Ventures.",
        "= \"Valuations are back where they make sense,\" said {analyst2} of {afirm2}.",
    ],
    context: &["Venture funding for crypto companies has recovered from its low but remains below its peak."],
};

const ACQUISITION: Plot = Plot {
    id: "acquisition",
    mood: Mood::Good,
    weight: 2.2,
    categories: &[Funding, Exchanges],
    size: (3, 11),
    price: Price::Free,
    sectors: &[Exchange, Bank, Custody, AssetManager, Payments],
    listing: Listing::Listed,
    coins: Coins::Any,
    amount: (60.0, 1900.0),
    percent: (3.0, 21.0),
    count: (40, 600),
    noun: "the {co} takeover of {target}",
    notice: Some(Notice {
        from: NoticeFrom::Company,
        title: "{co} to acquire {target} for {amt}",
        text: "{cofull} has entered into a definitive agreement to acquire {target} for {amt} in cash and stock. The transaction is subject to regulatory approval and is expected to close before the end of {next_month}.",
    }),
    breaking: Stage {
        titles: &[
            "+ {co} to buy {target} in {amt} deal",
            "+ {co} strikes {amt} deal for {target}, shares climb",
            "= {co} agrees to acquire {target}",
        ],
        leads: &[
            "{co} agreed to buy {target} for {amt} in cash and stock, the companies said on {weekday}, in one of the largest crypto mergers of the year.",
        ],
    },
    follow: Stage {
        titles: &[
            "= Regulators to review {co} takeover of {target}",
            "- {co} investors question price of {target} deal",
            "+ {target} shareholders back {co} offer",
        ],
        leads: &[
            "{co} defended the price of its {target} deal on {weekday} as analysts [ran|checked] the numbers.",
        ],
    },
    reaction: Stage {
        titles: &["+ {co} deal points to wave of crypto mergers", "= Why {co} wants {target}"],
        leads: &["The takeover of {target} by {co} shows how quickly the industry is consolidating."],
    },
    facts: &[
        "Shares of {co} rose {pct}.",
        "The combined company will serve clients in {count} countries and regions.",
        "The deal needs approval from regulators in {country}.",
        "{target} will keep its name and its office in {city}.",
        "The companies expect savings of {amtsmall} a year.",
    ],
    quotes: &[
        "+ \"Together we can offer what neither could alone,\" {ceo} of {co} said.",
        "+ \"Strategically it makes a lot of sense,\" said {analyst} of {afirm}.",
        "- \"They are paying a full price at the top of the cycle,\" said {analyst2} of {afirm2}.",
    ],
    context: &["Mergers in the sector have picked up as traditional finance companies look for ways in."],
};

const LAYOFFS: Plot = Plot {
    id: "layoffs",
    mood: Mood::Bad,
    weight: 2.0,
    categories: &[People, Exchanges],
    size: (2, 8),
    price: Price::Free,
    sectors: &[Exchange, Protocol, Games, Payments, Software],
    listing: Listing::Any,
    coins: Coins::Any,
    amount: (4.0, 40.0),
    percent: (9.0, 32.0),
    count: (35, 420),
    noun: "the round of layoffs at {co}",
    notice: None,
    breaking: Stage {
        titles: &[
            "- {co} cuts {pct} of staff as trading slows",
            "- {co} to lay off {count} in second round of cuts",
            "- Layoffs hit crypto firm {co}",
            "= {co} reorganises, {count} jobs affected",
        ],
        leads: &[
            "{co} will cut {count} jobs, about {pct} of its staff, chief executive {ceo} told employees on {weekday}, blaming weak markets and [rapid hiring|high costs].",
        ],
    },
    follow: Stage {
        titles: &[
            "- More crypto layoffs expected after {co}, recruiters say",
            "= {co} staff describe a difficult week",
        ],
        leads: &[
            "Former employees of {co} described sudden calls and locked accounts on {weekday}, a day after the company announced {count} job cuts.",
        ],
    },
    reaction: Stage {
        titles: &["- Job cuts at {co} point to longer winter", "= Where laid-off crypto workers go"],
        leads: &["The cuts at {co} suggest that companies expect weak markets to last."],
    },
    facts: &[
        "Teams in {city} are hit hardest.",
        "The company will take a charge of {amt}.",
        "It had doubled its staff in the two years before.",
        "Employees receive 12 weeks of pay.",
        "{rival} announced similar cuts last quarter.",
    ],
    quotes: &[
        "- \"We grew too fast, and that is my fault,\" {ceo} wrote.",
        "= \"Costs had to come down to match revenue,\" said {analyst} of {afirm}.",
    ],
    context: &["Hiring in the sector follows prices with a delay of a few months."],
};

const PARTNERSHIP: Plot = Plot {
    id: "partnership",
    mood: Mood::Good,
    weight: 4.2,
    categories: &[Adoption],
    size: (2, 8),
    price: Price::Free,
    sectors: &[Bank, Payments, Custody, Exchange],
    listing: Listing::Any,
    coins: Coins::Any,
    amount: (10.0, 150.0),
    percent: (4.0, 28.0),
    count: (4_000, 2_400_000),
    noun: "the {co} rollout",
    notice: Some(Notice {
        from: NoticeFrom::Company,
        title: "{co} brings {asset} payments to {count} merchants",
        text: "{cofull} today announced that {count} merchants in {country} can accept {asset} and stablecoins through its platform, settled in local currency. The service is built with {rival}.",
    }),
    breaking: Stage {
        titles: &[
            "+ {co} to let {count} customers buy {asset}",
            "+ {co} partners with {rival} on crypto payments",
            "+ {co} opens {asset} custody to clients",
            "+ {country} retailers begin accepting {asset} through {co}",
            "= {co} tests {asset} payments in {city}",
        ],
        leads: &[
            "{co} will let {count} customers buy and spend {asset} through its app in a partnership with {rival}, the companies said on {weekday}.",
        ],
    },
    follow: Stage {
        titles: &[
            "+ {co} crypto service sees strong early demand",
            "= How {co}'s {asset} payments work",
            "- Glitches mar launch of {co} crypto service",
        ],
        leads: &[
            "The crypto service of {co} signed up more users than planned in its first days, the company said on {weekday}.",
        ],
    },
    reaction: Stage {
        titles: &[
            "+ {co} move brings crypto a step closer to the mainstream",
            "= Do people want to pay with {asset}?",
        ],
        leads: &[
            "For years merchants showed little interest in crypto payments; {co} is betting that stablecoins change that.",
        ],
    },
    facts: &[
        "Payments are settled in local currency, so merchants carry no price risk.",
        "The service starts in {country} and will expand in {next_month}.",
        "{rival} provides custody and compliance.",
        "Fees are {pctsmall} or less, below those of cards.",
        "The company expects volume of {amt} in the first year.",
        "Around {count} customers can use the service at launch.",
    ],
    quotes: &[
        "+ \"Our customers asked for this, and now it is one tap away,\" {ceo} said.",
        "+ \"This is what adoption looks like: quiet and useful,\" said {analyst} of {afirm}.",
        "= \"Usage will tell,\" said {analyst2} of {afirm2}.",
    ],
    context: &[
        "Banks and payment companies have added crypto services at a growing pace as rules became clearer.",
    ],
};

const LISTING: Plot = Plot {
    id: "listing",
    mood: Mood::Good,
    weight: 2.6,
    categories: &[Exchanges],
    size: (2, 6),
    price: Price::Free,
    sectors: &[Exchange],
    listing: Listing::Any,
    coins: Coins::NotBitcoin,
    amount: (20.0, 260.0),
    percent: (5.0, 27.0),
    count: (2, 9),
    noun: "the {co} listing",
    notice: Some(Notice {
        from: NoticeFrom::Company,
        title: "{co} to list {asset} ({sym}) perpetual futures",
        text: "{cofull} will open trading of {asset} perpetual futures with up to {count}x leverage on {weekday}. Deposits are open now. Trading is not available in all regions.",
    }),
    breaking: Stage {
        titles: &[
            "+ {co} lists {asset} futures, {sym} jumps {pct}",
            "+ {sym} rallies on {co} listing",
            "= {co} adds {asset} trading pairs",
            "= Crypto exchange {co} to list {asset} perpetuals",
        ],
        leads: &[
            "Crypto exchange {co} will list {asset} perpetual futures, it said on {weekday}, sending {sym} up {pct}.",
        ],
    },
    follow: Stage {
        titles: &[
            "+ {asset} volume on {co} tops {amt} on first day",
            "- {sym} retreats after listing spike",
            "= {co} sets margin rules for {asset}",
        ],
        leads: &[
            "Trading in {asset} on {co} reached {amt} in its first day, the exchange said on {weekday}.",
        ],
    },
    reaction: Stage {
        titles: &["= Do exchange listings still move prices?", "+ {co} gains market share with new listings"],
        leads: &[
            "The jump of {sym} after its listing on {co} fits a pattern that is getting weaker, data suggest.",
        ],
    },
    facts: &[
        "The contracts offer up to {count}x leverage.",
        "{rival} listed the token earlier this year.",
        "First-day volume reached {amt}.",
        "The exchange's own volumes have grown for two quarters.",
    ],
    quotes: &[
        "+ \"Customers have asked for {asset} more than for any other token,\" said {ceo} of {co}.",
        "= \"Most listing pops fade within a week,\" said {analyst} of {afirm}.",
    ],
    context: &["Listings on large exchanges bring liquidity and, often, a short burst of buying."],
};

const STABLE_LAUNCH: Plot = Plot {
    id: "stable_launch",
    mood: Mood::Good,
    weight: 2.8,
    categories: &[Stablecoins, Adoption],
    size: (2, 10),
    price: Price::Free,
    sectors: &[Payments, Bank],
    listing: Listing::Any,
    coins: Coins::NotBitcoin,
    amount: (200.0, 3200.0),
    percent: (6.0, 44.0),
    count: (12, 70),
    noun: "the {stable} launch",
    notice: Some(Notice {
        from: NoticeFrom::Company,
        title: "{co} launches {stable} on {asset}",
        text: "{cofull} today launched the {stable}, a stablecoin redeemable one to one for US dollars and backed by cash and short-dated government debt, on {asset}. Monthly reserve reports will be published.",
    }),
    breaking: Stage {
        titles: &[
            "+ {co} launches {stable} stablecoin on {asset}",
            "+ {stable} supply tops {amt} as stablecoin demand grows",
            "+ Stablecoin issuer {co} signs {count} banks",
            "= {co} brings {stable} to {asset}",
        ],
        leads: &[
            "{co} launched its {stable} stablecoin on {asset} on {weekday}, with {count} banks and payment firms signed up to use it.",
        ],
    },
    follow: Stage {
        titles: &["+ {stable} circulation grows {pct} in a month", "= What backs the {stable}?"],
        leads: &[
            "The supply of {stable} grew {pct} to {amt}, {co} said on {weekday}, as companies moved cross-border payments to stablecoins.",
        ],
    },
    reaction: Stage {
        titles: &[
            "+ Stablecoins are eating into card fees, {afirm} says",
            "= Stablecoin race heats up as {co} expands",
            "- Regulators eye risks of {stable} growth",
        ],
        leads: &["With {stable}, {co} joins a race in which size matters and margins are thin."],
    },
    facts: &[
        "The token is backed by cash and short-dated government debt held at Northmere.",
        "Transfers settle within seconds at a cost of less than a cent.",
        "{count} banks will offer it to business clients.",
        "Supply stands at {amt}, up {pct} in a month.",
        "The company earns interest on the reserves and shares part of it with partners.",
    ],
    quotes: &[
        "+ \"Dollars should move like messages,\" {ceo} said.",
        "+ \"Growth is coming from payments now, not only trading,\" said {analyst} of {afirm}.",
        "= \"Reserves and redemption are all that matters,\" said {analyst2} of {afirm2}.",
    ],
    context: &[
        "Stablecoins are tokens pegged to a currency; their supply has become one of the largest holders of short-term government debt.",
    ],
};

const DEPEG: Plot = Plot {
    id: "depeg",
    mood: Mood::Bad,
    weight: 1.3,
    categories: &[Stablecoins, DeFi],
    size: (4, 16),
    price: Price::Free,
    sectors: &[Protocol, Payments],
    listing: Listing::Any,
    coins: Coins::NotBitcoin,
    amount: (40.0, 700.0),
    percent: (4.0, 38.0),
    count: (3, 9),
    noun: "the {yieldcoin} depeg",
    notice: None,
    breaking: Stage {
        titles: &[
            "- {yieldcoin} stablecoin loses peg, falls {pct}",
            "- {yieldcoin} depegs as redemptions freeze, {amt} at risk",
            "- Panic as {co}-linked stablecoin {yieldcoin} breaks from dollar",
            "= {yieldcoin} issuer says reserves intact after depeg",
        ],
        leads: &[
            "The yield-bearing stablecoin {yieldcoin} lost its dollar peg on {weekday}, trading {pct} below par after {co} paused redemptions.",
        ],
    },
    follow: Stage {
        titles: &[
            "- {yieldcoin} holders face losses as recovery plan stalls",
            "= {yieldcoin} recovers part of peg",
            "- Lending markets hit by {yieldcoin} bad debt",
        ],
        leads: &[
            "{yieldcoin} traded at a discount again on {weekday} as {co} negotiated with lenders over {amt} of collateral.",
        ],
    },
    reaction: Stage {
        titles: &[
            "- {yieldcoin} collapse exposes danger of yield-bearing stablecoins",
            "= Not all stablecoins are alike: lessons of {yieldcoin}",
        ],
        leads: &["The fall of {yieldcoin} has lawmakers and users asking what a stablecoin may call itself."],
    },
    facts: &[
        "Redemptions worth {amt} were requested within a day.",
        "The token is backed by a trading strategy rather than by cash.",
        "At least {count} lending pools on {asset} hold bad debt.",
        "Fully reserved stablecoins kept their pegs.",
        "{co} said it would publish a report on reserves.",
    ],
    quotes: &[
        "- \"It was never a stablecoin, it was a hedge fund with a nice name,\" said {analyst} of {afirm}.",
        "= \"The assets are there, and we will reopen redemptions in order,\" {ceo} of {co} said.",
        "- \"Lenders are scrambling to find who holds the loss,\" said {analyst2} of {afirm2}.",
    ],
    context: &[
        "Tokens that earn yield through trading strategies have broken their pegs before when markets moved fast.",
    ],
};

const NEW_CHIEF: Plot = Plot {
    id: "new_chief",
    mood: Mood::Mixed,
    weight: 1.8,
    categories: &[People],
    size: (2, 6),
    price: Price::Free,
    sectors: &[Exchange, AssetManager, Bank, Software, Investor, Protocol],
    listing: Listing::Any,
    coins: Coins::Any,
    amount: (5.0, 50.0),
    percent: (1.0, 6.0),
    count: (3, 12),
    noun: "the reshuffle at {co}",
    notice: None,
    breaking: Stage {
        titles: &[
            "= {co} names {official} as [operating chief|head of policy|technology chief]",
            "- {co} executive {official} quits after clash with board",
            "= {official} joins {co} from {rival}",
            "+ {co} hires former regulator {official}",
        ],
        leads: &[
            "{co} has appointed {official}, who spent {count} years at {rival}, to a senior post, the company said on {weekday}.",
        ],
    },
    follow: Stage {
        titles: &["= {official} sets out plans for {co}", "= Who is {official}, the new face at {co}?"],
        leads: &[
            "In a first interview, {official} said on {weekday} that {co} would focus on [institutions|compliance|its core products].",
        ],
    },
    reaction: Stage {
        titles: &["= What {official}'s move says about {co}", "+ Staff welcome {official} at {co}"],
        leads: &["The move of {official} to {co} is being read as a sign of where the company is heading."],
    },
    facts: &[
        "The appointment takes effect in {next_month}.",
        "{official} worked at {rival} for {count} years.",
        "{ceo} remains chief executive.",
        "Two other senior people have left {co} this year.",
    ],
    quotes: &[
        "= \"I am joining because the work is not finished,\" {official} said.",
        "+ \"We are lucky to have {official},\" {ceo} said.",
        "- \"Turnover at the top is becoming a pattern,\" said {analyst} of {afirm}.",
    ],
    context: &["Competition for experienced people has grown as finance companies build crypto teams."],
};

/// Born by an earnings call, not by chance.
const EARNINGS_BEAT: Plot = Plot {
    id: "earnings_beat",
    mood: Mood::Good,
    weight: 0.0,
    categories: &[MarketsAndPrice],
    size: (3, 9),
    price: Price::Free,
    sectors: &[],
    listing: Listing::Any,
    coins: Coins::Bitcoin,
    amount: (10.0, 20.0),
    percent: (4.0, 16.0),
    count: (2, 9),
    noun: "the {co} earnings report",
    notice: None,
    breaking: Stage {
        titles: &[
            "+ {co} beats forecasts with {revenue} in {quarter} revenue",
            "+ {co} shares jump as {quarter} results top estimates",
            "+ {co} revenue rises {growth} on strong demand",
            "= {co} reports {quarter} results",
        ],
        leads: &[
            "{co} reported {quarter} revenue of {revenue} on {weekday}, {growth} more than a year earlier and above analysts' forecasts.",
        ],
    },
    follow: Stage {
        titles: &["+ Analysts lift {co} targets after strong quarter", "= {co} call: five things to know"],
        leads: &[
            "Analysts raised their targets for {co} on {weekday} after a strong quarter and a confident call with chief executive {ceo}.",
        ],
    },
    reaction: Stage {
        titles: &["= What {co} said, and did not say, to analysts", "+ {co} results bode well for sector"],
        leads: &[
            "Beyond the numbers, investors listened on the {co} call for what management would [commit to|say about the year].",
        ],
    },
    facts: &[
        "Revenue of {revenue} compared with forecasts that were about {n}% lower.",
        "Shares rose {pct} after the report.",
        "Adjusted earnings improved for the second quarter in a row.",
        "Finance chief {cfo} said costs would be flat.",
        "The company ended {quarter} with more cash than it had a year before.",
    ],
    quotes: &[
        "+ \"It was a strong quarter in every line of business,\" {ceo} told analysts.",
        "+ \"Clean beat, better guidance than we expected,\" said {analyst} of {afirm}.",
        "= \"The quality of the beat is what we will look at next,\" said {analyst2} of {afirm2}.",
    ],
    context: &["Results in the sector depend heavily on crypto prices and trading volumes."],
};

/// Born by an earnings call, not by chance.
const EARNINGS_MISS: Plot = Plot {
    id: "earnings_miss",
    mood: Mood::Bad,
    weight: 0.0,
    categories: &[MarketsAndPrice],
    size: (3, 9),
    price: Price::Free,
    sectors: &[],
    listing: Listing::Any,
    coins: Coins::Bitcoin,
    amount: (10.0, 20.0),
    percent: (5.0, 21.0),
    count: (2, 9),
    noun: "the {co} miss",
    notice: None,
    breaking: Stage {
        titles: &[
            "- {co} misses forecasts as revenue falls to {revenue}",
            "- {co} shares slump after weak {quarter} results",
            "- {co} posts loss as trading dries up",
            "= {co} reports {quarter} results",
        ],
        leads: &[
            "{co} reported {quarter} revenue of {revenue} on {weekday}, {growth} less than a year earlier and below analysts' forecasts.",
        ],
    },
    follow: Stage {
        titles: &["- Analysts cut {co} targets after miss", "= {co} call: five things to know"],
        leads: &[
            "Analysts cut their targets for {co} on {weekday} after a weak quarter and a call that left questions open.",
        ],
    },
    reaction: Stage {
        titles: &[
            "- {co} dodges questions on outlook, analysts complain",
            "= What {co} said, and did not say, to analysts",
        ],
        leads: &[
            "On a tense call with analysts, {ceo} of {co} was asked again and again about the rest of the year.",
        ],
    },
    facts: &[
        "Revenue of {revenue} was about {n}% below forecasts.",
        "Shares fell {pct} after the report.",
        "The company took a charge on its crypto holdings.",
        "Finance chief {cfo} said hiring would stop.",
        "Guidance for the next quarter was withdrawn.",
    ],
    quotes: &[
        "- \"It was not the quarter we wanted,\" {ceo} told analysts.",
        "- \"Weak numbers and few answers,\" said {analyst} of {afirm}.",
        "= \"Expectations were too high going in,\" said {analyst2} of {afirm2}.",
    ],
    context: &["Results in the sector depend heavily on crypto prices and trading volumes."],
};
