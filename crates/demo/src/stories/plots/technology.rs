//! Networks, protocols, machines and games.

use domain::Category::*;

use crate::catalog::companies::Sector::*;
use crate::stories::plot::{Coins, Listing, Mood, Notice, NoticeFrom, Plot, Price, Stage};

pub const PLOTS: &[&Plot] = &[
    &UPGRADE,
    &UPGRADE_DELAY,
    &SLOWDOWN,
    &DEFI_GROWTH,
    &GOVERNANCE,
    &AI_TIE_UP,
    &AI_DOUBT,
    &GAME_HIT,
    &NFT_SLUMP,
];

const UPGRADE: Plot = Plot {
    id: "upgrade",
    mood: Mood::Good,
    weight: 3.2,
    categories: &[Technology],
    size: (3, 12),
    price: Price::Free,
    sectors: &[Protocol],
    listing: Listing::Any,
    coins: Coins::NotBitcoin,
    amount: (5.0, 50.0),
    percent: (30.0, 75.0),
    count: (2_000, 60_000),
    noun: "the {upgrade} upgrade",
    notice: None,
    breaking: Stage {
        titles: &[
            "+ {asset} activates {upgrade} upgrade, cutting fees",
            "+ {asset}'s {upgrade} upgrade goes live without a hitch",
            "= {asset} developers set date for {upgrade} upgrade",
            "= What to expect from {asset}'s {upgrade} hard fork",
        ],
        leads: &[
            "{asset} activated its {upgrade} upgrade on {weekday}, a change that developers say will cut fees by {pct} and raise throughput.",
            "The long-awaited {upgrade} upgrade of {asset} went live on {weekday}, and validators reported [a smooth start|no problems].",
        ],
    },
    follow: Stage {
        titles: &[
            "+ {asset} fees fall {pct} after {upgrade}",
            "= {asset} clients release patch after {upgrade}",
            "+ Developers praise smooth {upgrade} rollout",
        ],
        leads: &[
            "Fees on {asset} have dropped {pct} since the {upgrade} upgrade, data published on {weekday} show.",
        ],
    },
    reaction: Stage {
        titles: &[
            "+ {upgrade} puts {asset} ahead in scaling race",
            "= After {upgrade}, what is next for {asset}?",
        ],
        leads: &["With {upgrade} done, {asset} developers are already arguing about the next step."],
    },
    facts: &[
        "Around {count} validators had updated their software before the switch.",
        "Lumenforge Labs wrote one of the client implementations.",
        "Average fees fell by {pct} in the first day.",
        "The upgrade raises the block limit and changes how data is stored.",
        "A bug found on the test network delayed the launch by [two weeks|a month].",
        "The price of {sym} was little changed.",
    ],
    quotes: &[
        "+ \"Years of work, and it just worked,\" said {ceo}, who leads {co}.",
        "= \"The real test is a busy day,\" said {analyst} of {afirm}.",
        "+ \"Cheaper blocks bring new applications,\" said {analyst2} of {afirm2}.",
    ],
    context: &["Upgrades of public networks need most operators to install new software at the same time."],
};

const UPGRADE_DELAY: Plot = Plot {
    id: "upgrade_delay",
    mood: Mood::Bad,
    weight: 1.5,
    categories: &[Technology],
    size: (2, 7),
    price: Price::Free,
    sectors: &[Protocol],
    listing: Listing::Any,
    coins: Coins::NotBitcoin,
    amount: (5.0, 50.0),
    percent: (3.0, 12.0),
    count: (3, 9),
    noun: "the {upgrade} delay",
    notice: None,
    breaking: Stage {
        titles: &[
            "- {asset} delays {upgrade} upgrade after bug found",
            "- {asset}'s {upgrade} pushed back again",
            "= {asset} developers move {upgrade} to {next_month}",
        ],
        leads: &[
            "{asset} developers postponed the {upgrade} upgrade on {weekday} after a serious bug was found on the test network, disappointing users who had waited [months|more than a year].",
        ],
    },
    follow: Stage {
        titles: &[
            "= {asset} developers outline fix for {upgrade} bug",
            "- Validators lose patience over {upgrade}",
        ],
        leads: &[
            "Client teams published a fix for the {upgrade} bug on {weekday} and asked validators to test it.",
        ],
    },
    reaction: Stage {
        titles: &["- {upgrade} delay hands advantage to {asset} rivals", "= Why upgrading {asset} is hard"],
        leads: &["The delay of {upgrade} has frustrated builders, though few want to rush."],
    },
    facts: &[
        "The bug could have split the network, developers said.",
        "A new date will be set in {count} weeks.",
        "{sym} fell {pct} after the call.",
        "Two of the client teams had asked for more time.",
    ],
    quotes: &[
        "= \"Better late than broken,\" said {ceo} of {co}.",
        "- \"Every delay costs builders,\" said {analyst} of {afirm}.",
    ],
    context: &[
        "Open networks are upgraded by consensus among independent teams, which makes dates uncertain.",
    ],
};

const SLOWDOWN: Plot = Plot {
    id: "slowdown",
    mood: Mood::Bad,
    weight: 1.6,
    categories: &[Technology],
    size: (2, 9),
    price: Price::Free,
    sectors: &[Protocol],
    listing: Listing::Any,
    coins: Coins::NotBitcoin,
    amount: (5.0, 60.0),
    percent: (4.0, 15.0),
    count: (2, 7),
    noun: "the {rollup} outage",
    notice: None,
    breaking: Stage {
        titles: &[
            "- {rollup} network halts for {count} hours",
            "- Users locked out as {rollup} outage drags on",
            "- {rollup} stops producing blocks, {sym} slips",
            "= {rollup} back online after outage",
        ],
        leads: &[
            "{rollup}, a layer-2 network on {asset}, stopped producing blocks for {count} hours on {weekday} after a sequencer failure, leaving users unable to move funds.",
        ],
    },
    follow: Stage {
        titles: &[
            "= {rollup} publishes outage report",
            "- {rollup} outage caused losses of {amt}, traders say",
        ],
        leads: &[
            "A single [machine|configuration error] brought down {rollup}, its developers said in a report on {weekday}.",
        ],
    },
    reaction: Stage {
        titles: &[
            "- {rollup} failure shows layer-2 networks are still fragile",
            "= Should rollups have more than one sequencer?",
        ],
        leads: &["The halt of {rollup} has revived the debate about how decentralised layer-2 networks are."],
    },
    facts: &[
        "{co} operates the only sequencer.",
        "Loans worth {amt} could not be topped up in time.",
        "Withdrawals to {asset} were delayed.",
        "It was the second outage of the year.",
    ],
    quotes: &[
        "- \"A network that stops is not a network,\" said {analyst} of {afirm}.",
        "= \"We will add a second sequencer this quarter,\" {ceo} of {co} said.",
    ],
    context: &["Most layer-2 networks rely on a single operator to order transactions."],
};

const DEFI_GROWTH: Plot = Plot {
    id: "defi_growth",
    mood: Mood::Good,
    weight: 3.0,
    categories: &[DeFi],
    size: (2, 9),
    price: Price::Free,
    sectors: &[Protocol],
    listing: Listing::Any,
    coins: Coins::NotBitcoin,
    amount: (300.0, 4200.0),
    percent: (8.0, 42.0),
    count: (9_000, 160_000),
    noun: "the growth of {co}",
    notice: None,
    breaking: Stage {
        titles: &[
            "+ {co} deposits reach record {amt}",
            "+ DeFi lender {co} grows {pct} as yields rise",
            "+ {asset} DeFi activity hits high on {co} launch",
            "= {co} opens lending market on {asset}",
        ],
        leads: &[
            "Total value locked on {co} reached {amt} on {weekday}, a record, as users returned to decentralized finance in search of yield.",
        ],
    },
    follow: Stage {
        titles: &[
            "+ {co} token climbs as fees grow",
            "= {co} proposes to share revenue with token holders",
            "- Analysts question where {co} yields come from",
        ],
        leads: &[
            "{co} earned more in fees last week than in the whole of {last_month}, figures published on {weekday} show.",
        ],
    },
    reaction: Stage {
        titles: &["+ DeFi is quietly growing up, {afirm} says", "= Where DeFi yields come from"],
        leads: &[
            "The growth of {co} comes from borrowers with real demand, its supporters say; skeptics point to incentives.",
        ],
    },
    facts: &[
        "Deposits have grown {pct} in a month.",
        "The protocol counts {count} active users.",
        "Most of the growth comes from stablecoin lending on {asset}.",
        "Borrow rates average {pctsmall}.",
        "Glasshaven Security audited the new contracts.",
        "The protocol has had no bad debt this year.",
    ],
    quotes: &[
        "+ \"We are seeing users who stay,\" said {ceo}, founder of {co}.",
        "+ \"Fees are real, and so is the demand,\" said {analyst} of {afirm}.",
        "= \"Incentives still explain a third of it,\" said {analyst2} of {afirm2}.",
    ],
    context: &[
        "Decentralized finance lets users lend, borrow and trade through contracts instead of companies.",
    ],
};

const GOVERNANCE: Plot = Plot {
    id: "governance",
    mood: Mood::Mixed,
    weight: 1.6,
    categories: &[DeFi],
    size: (2, 7),
    price: Price::Free,
    sectors: &[Protocol],
    listing: Listing::Any,
    coins: Coins::NotBitcoin,
    amount: (8.0, 120.0),
    percent: (3.0, 18.0),
    count: (300, 4_000),
    noun: "the {co} vote",
    notice: None,
    breaking: Stage {
        titles: &[
            "= {co} token holders vote on {amt} treasury plan",
            "- {co} governance fight turns bitter",
            "- Whale swings {co} vote at last minute",
            "+ {co} community approves fee switch",
        ],
        leads: &[
            "Token holders of {co} are voting on how to spend a {amt} treasury, in a dispute that has split the community.",
        ],
    },
    follow: Stage {
        titles: &["= {co} vote passes with narrow majority", "- {co} delegates resign after vote"],
        leads: &["The {co} vote ended on {weekday} with a narrow majority and [two|three] resignations."],
    },
    reaction: Stage {
        titles: &[
            "= What the {co} vote says about token governance",
            "- DAO governance is broken, {co} critics say",
        ],
        leads: &["The fight at {co} asks an old question: who owns a protocol?"],
    },
    facts: &[
        "About {count} wallets took part, a tenth of those entitled.",
        "One wallet held {pct} of the votes cast.",
        "The plan would pay {amt} to developers over two years.",
        "The token fell after the result.",
    ],
    quotes: &[
        "= \"Democracy is noisy. That is fine,\" said {ceo} of {co}.",
        "- \"It was decided by two wallets,\" said {analyst} of {afirm}.",
    ],
    context: &["Protocols that are run by token holders often struggle with low turnout."],
};

const AI_TIE_UP: Plot = Plot {
    id: "ai_tie_up",
    mood: Mood::Good,
    weight: 2.8,
    categories: &[Ai, Technology],
    size: (2, 9),
    price: Price::Free,
    sectors: &[ArtificialIntelligence, Miner, Software],
    listing: Listing::Any,
    coins: Coins::NotBitcoin,
    amount: (30.0, 1400.0),
    percent: (5.0, 24.0),
    count: (2_000, 48_000),
    noun: "the {co} AI deal",
    notice: Some(Notice {
        from: NoticeFrom::Company,
        title: "{co} signs agreement to supply AI computing capacity",
        text: "{cofull} today announced a multi-year agreement worth {amt} to supply computing capacity for artificial intelligence from its site in {city}. Deliveries of {count} processors begin in {next_month}.",
    }),
    breaking: Stage {
        titles: &[
            "+ {co} signs {amt} AI computing deal",
            "+ AI agents can now pay in {asset}, {co} says",
            "+ AI-linked tokens surge on {co} artificial intelligence contract",
            "= {co} unveils AI assistant for on-chain data",
        ],
        leads: &[
            "{co} signed a {amt} contract to supply computing power for artificial intelligence, the company said on {weekday}, sending AI-linked tokens higher.",
        ],
    },
    follow: Stage {
        titles: &[
            "+ AI tokens rally after {co} deal",
            "= Inside the {co} AI data centre",
            "= Can AI agents and crypto work together?",
        ],
        leads: &[
            "Tokens tied to artificial intelligence rose {pct} after the {co} deal, extending gains on {weekday}.",
        ],
    },
    reaction: Stage {
        titles: &[
            "+ Crypto's AI bet is starting to pay, {afirm} says",
            "- AI hype in crypto runs ahead of revenue, analysts warn",
        ],
        leads: &[
            "Artificial intelligence has become the favourite second business of crypto companies, and {co} is the newest example.",
        ],
    },
    facts: &[
        "The contract covers {count} processors in {city}.",
        "Payments between software agents would settle in stablecoins on {asset}.",
        "AI-linked tokens gained {pct} on average.",
        "Ironwell Compute and other miners have signed similar deals.",
        "Revenue begins in {next_month}.",
    ],
    quotes: &[
        "+ \"The demand for compute is larger than anything we have seen,\" {ceo} said.",
        "= \"Power is the scarce asset, and miners have it,\" said {analyst} of {afirm}.",
        "- \"Margins in hosting are thinner than the headlines suggest,\" said {analyst2} of {afirm2}.",
    ],
    context: &[
        "Companies with large power contracts have found that AI customers pay more per megawatt than Bitcoin does.",
    ],
};

const AI_DOUBT: Plot = Plot {
    id: "ai_doubt",
    mood: Mood::Bad,
    weight: 1.3,
    categories: &[Ai],
    size: (2, 6),
    price: Price::Free,
    sectors: &[Miner],
    listing: Listing::Listed,
    coins: Coins::NotBitcoin,
    amount: (20.0, 400.0),
    percent: (8.0, 29.0),
    count: (2, 8),
    noun: "the AI delay at {co}",
    notice: None,
    breaking: Stage {
        titles: &[
            "- {co} delays AI data centre, shares drop {pct}",
            "- {co} AI project runs over budget, investors sell",
            "- AI tokens tumble as {co} misses target",
            "= {co} rethinks artificial intelligence plans",
        ],
        leads: &[
            "{co} pushed back the opening of its AI data centre by {count} months on {weekday}, and its investors [punished|sold] the shares.",
        ],
    },
    follow: Stage {
        titles: &["- AI crypto tokens extend slide", "= {co} explains AI delay"],
        leads: &[
            "Tokens linked to artificial intelligence fell again on {weekday} after the setback at {co}.",
        ],
    },
    reaction: Stage {
        titles: &["- Is the AI and crypto story overdone?", "= What went wrong at {co}"],
        leads: &["The delay at {co} has given skeptics of crypto's AI pivot new material."],
    },
    facts: &[
        "The project was to cost {amt}.",
        "A supplier of cooling systems is {count} months late.",
        "Shares dropped {pct}.",
        "AI-linked tokens lost ground across the board.",
    ],
    quotes: &[
        "- \"Promises were made before the permits,\" said {analyst} of {afirm}.",
        "= \"The demand is there, the transformers are not,\" {ceo} said.",
    ],
    context: &["Grid connections and equipment have become the bottleneck of the data-centre boom."],
};

const GAME_HIT: Plot = Plot {
    id: "game_hit",
    mood: Mood::Good,
    weight: 2.0,
    categories: &[NftsAndGaming],
    size: (2, 6),
    price: Price::Free,
    sectors: &[Games],
    listing: Listing::Any,
    coins: Coins::NotBitcoin,
    amount: (3.0, 60.0),
    percent: (12.0, 90.0),
    count: (80_000, 1_900_000),
    noun: "the launch of {game}",
    notice: None,
    breaking: Stage {
        titles: &[
            "+ {co}'s blockchain game {game} tops {count} players",
            "+ NFT sales jump {pct} as {game} launches",
            "= {co} releases {game} on {asset}",
            "+ {game} NFTs soar as players return to web3 gaming",
        ],
        leads: &[
            "{co} said its blockchain game {game} has drawn {count} players since launch, and sales of its NFTs on {asset} rose {pct}.",
        ],
    },
    follow: Stage {
        titles: &[
            "+ {game} NFT volume passes {amt}",
            "= {game} review: a game first, a token second",
            "- {game} token falls after airdrop",
        ],
        leads: &[
            "Trading in {game} items passed {amt} on {weekday} as the game moved up the download charts.",
        ],
    },
    reaction: Stage {
        titles: &["= Are blockchain games finally fun?", "+ {game} revives hopes for NFT gaming"],
        leads: &["{game} is the first web3 game in a long time that players praise for being a game."],
    },
    facts: &[
        "The game has {count} registered players.",
        "NFT sales reached {amt} in a week.",
        "Players own their items as tokens on {asset}.",
        "The studio in Tokyo employs 140 people.",
        "Average session time is close to an hour.",
    ],
    quotes: &[
        "+ \"We built a game that people want to play without knowing what a wallet is,\" {ceo} said.",
        "= \"Retention after a month is the number to watch,\" said {analyst} of {afirm}.",
    ],
    context: &["Earlier blockchain games lost most of their players once token rewards fell."],
};

const NFT_SLUMP: Plot = Plot {
    id: "nft_slump",
    mood: Mood::Bad,
    weight: 1.5,
    categories: &[NftsAndGaming],
    size: (2, 5),
    price: Price::Free,
    sectors: &[Games, Exchange],
    listing: Listing::Any,
    coins: Coins::NotBitcoin,
    amount: (2.0, 40.0),
    percent: (24.0, 78.0),
    count: (3_000, 30_000),
    noun: "the NFT slump",
    notice: None,
    breaking: Stage {
        titles: &[
            "- NFT sales slump {pct} to lowest since {month}",
            "- {co} shuts NFT marketplace as volumes dry up",
            "= {co} winds down NFT platform",
            "- Floor prices of {collection} NFTs collapse",
        ],
        leads: &[
            "Sales of NFTs fell {pct} to {amt} last week and {co} said it would close its marketplace, another blow to a market that was worth billions.",
        ],
    },
    follow: Stage {
        titles: &["= What {co} users should do with their NFTs", "- {collection} holders count losses"],
        leads: &[
            "{co} gave users of its NFT marketplace on {weekday} until {next_month} to move their collections.",
        ],
    },
    reaction: Stage {
        titles: &["- Are NFTs dead? The numbers look grim", "= What survives of the NFT boom"],
        leads: &["After another bad month for NFTs, collectors and artists are asking what is left."],
    },
    facts: &[
        "About {count} wallets bought an NFT last week.",
        "The floor price of {collection} dropped {pct}.",
        "Most activity has moved to games and tickets on {asset}.",
        "Weekly volume was {amt}.",
    ],
    quotes: &[
        "- \"The speculation is gone, and so are the buyers,\" said {analyst} of {afirm}.",
        "= \"We are moving people to where users are,\" {ceo} of {co} said.",
    ],
    context: &["NFTs, tokens that stand for a single item, boomed five years ago and have faded since."],
};
