//! Texts that belong to no day: explainers by subject, opinions by tone, paid promotion.

use domain::Category::{self, *};

pub struct Explainer {
    pub categories: &'static [Category],
    pub titles: &'static [&'static str],
    /// The first stays first.
    pub paragraphs: &'static [&'static str],
}

pub struct Opinion {
    pub tone: i8,
    pub title: &'static str,
    pub paragraphs: &'static [&'static str],
}

pub const EXPLAINERS: &[Explainer] = &[
    Explainer {
        categories: &[Regulation],
        titles: &[
            "Crypto regulation in {year}: [a reader's guide|what has changed]",
            "How a crypto bill becomes law",
            "What is a security, and why does crypto care?",
        ],
        paragraphs: &[
            "Rules for digital assets differ from country to country, and even from agency to agency. This guide explains who decides what.",
            "Securities regulators look at how a token was sold; commodity regulators look at how it is traded; banking supervisors look at who holds it.",
            "A bill must pass committees and both chambers before it becomes law, and each stage can change it.",
            "In Europe one licence now covers many countries, while in other places each market needs its own.",
        ],
    },
    Explainer {
        categories: &[Etfs],
        titles: &[
            "What is a spot Bitcoin ETF?",
            "ETF fees compared: what crypto funds cost in {year}",
            "How ETF creations and redemptions work",
        ],
        paragraphs: &[
            "A spot Bitcoin ETF is a fund that holds bitcoin and whose shares trade on a stock exchange like any other.",
            "Large trading firms create and redeem shares, which keeps the price of the ETF close to the value of its coins.",
            "Fees differ by more than they seem: over ten years half a percentage point a year adds up.",
            "Funds for Ethereum and Solana work in the same way, though some also stake part of their coins.",
        ],
    },
    Explainer {
        categories: &[Mining],
        titles: &[
            "How Bitcoin mining works",
            "Mining difficulty, explained",
            "What the halving means for miners",
        ],
        paragraphs: &[
            "Bitcoin miners run machines that guess numbers; the winner adds the next block and earns new coins and fees.",
            "Every two weeks the network adjusts mining difficulty so that blocks keep arriving about every ten minutes.",
            "Hash rate measures the computing power of all miners together. When it rises, each machine earns less.",
            "Electricity is the largest cost, which is why miners look for stranded gas, hydropower and wind.",
        ],
    },
    Explainer {
        categories: &[DeFi],
        titles: &[
            "DeFi lending for beginners",
            "What is liquid staking?",
            "How automated market makers set prices",
        ],
        paragraphs: &[
            "Decentralized finance replaces a bank or broker with a contract on a blockchain such as Ethereum.",
            "In DeFi lending, a borrower posts collateral worth more than the loan and is liquidated when it falls too far.",
            "An automated market maker holds two tokens in a pool and moves the price with each trade.",
            "Yields come from borrowers, traders or token rewards; knowing which is the first question to ask.",
        ],
    },
    Explainer {
        categories: &[Stablecoins],
        titles: &[
            "What backs a stablecoin?",
            "Stablecoins and bank deposits: the difference",
            "How stablecoin payments work",
        ],
        paragraphs: &[
            "A stablecoin is a token meant to hold the value of a currency, usually one US dollar.",
            "Fully reserved stablecoins hold cash and short-dated government debt; others rely on collateral or trading strategies.",
            "A stablecoin payment settles within seconds and can be sent at any hour, which is why companies use it across borders.",
            "The promise is only as good as redemption: who may redeem, how fast, and for how much.",
        ],
    },
    Explainer {
        categories: &[Exchanges],
        titles: &[
            "How to choose a crypto exchange in {year}",
            "Proof of reserves, explained",
            "Maker and taker fees: what exchanges charge",
        ],
        paragraphs: &[
            "A crypto exchange matches buyers and sellers and usually holds customers' coins for them.",
            "Proof of reserves shows that an exchange holds certain coins; it does not show what it owes.",
            "Fees fall with volume, and the spread between bid and ask is a fee by another name.",
            "Check who holds the licence, where customer assets are kept, and how withdrawals work on a bad day.",
        ],
    },
    Explainer {
        categories: &[Treasuries],
        titles: &[
            "Bitcoin treasury companies: how they work",
            "What is bitcoin per share?",
            "Why companies put Bitcoin on the balance sheet",
        ],
        paragraphs: &[
            "A Bitcoin treasury company raises money by selling shares or debt and uses it to buy bitcoin.",
            "As long as its shares trade above the value of its coins, each sale of stock adds bitcoin per share.",
            "When the premium disappears, the same machine runs backwards, and debt becomes a burden.",
            "Accounting rules now let companies show their bitcoin at market value.",
        ],
    },
    Explainer {
        categories: &[SecurityAndCrime],
        titles: &[
            "How to spot a crypto scam",
            "Hardware wallets: what they protect you from",
            "Anatomy of a bridge hack",
        ],
        paragraphs: &[
            "Most crypto theft does not break any cryptography; it tricks a person or abuses a mistake in code.",
            "Nobody who contacts you first has your interest at heart: phishing remains the most common scam.",
            "A hardware wallet keeps keys away from the computer, but it cannot stop you from signing a bad transaction.",
            "Bridges are attractive to hackers because they hold large sums behind little code.",
        ],
    },
    Explainer {
        categories: &[MarketsAndPrice],
        titles: &[
            "Reading a Bitcoin chart: support and resistance",
            "What are funding rates?",
            "Bitcoin price cycles: a short history",
        ],
        paragraphs: &[
            "Prices move when one side is in more of a hurry than the other. Charts show where that happened before.",
            "Funding rates are payments between traders in perpetual futures; high rates mean crowded longs.",
            "Open interest counts contracts that are still open. A fall in price with rising open interest means new shorts.",
            "Bitcoin has gone through several cycles of rally and crash, with calmer stretches in between.",
        ],
    },
    Explainer {
        categories: &[Macro],
        titles: &[
            "Why interest rates matter for Bitcoin",
            "Inflation data and crypto: a calendar for {month}",
            "Bitcoin, gold and the dollar",
        ],
        paragraphs: &[
            "When interest rates rise, assets that pay no income compete with savings accounts, and prices of risky assets tend to fall.",
            "Inflation reports, jobs data and central bank meetings are the dates on which crypto moves most.",
            "A weaker dollar has often gone along with a stronger Bitcoin, though not in every year.",
            "Correlation with technology stocks rises in panics, which is when diversification is needed most.",
        ],
    },
    Explainer {
        categories: &[Adoption],
        titles: &[
            "Where you can pay with Bitcoin in {year}",
            "How banks are adopting crypto",
            "Remittances: can crypto make them cheaper?",
        ],
        paragraphs: &[
            "Adoption of crypto rarely looks like buying coffee; more often it is a payment between two companies.",
            "Banks begin with custody, then trading for clients, then settlement.",
            "Remittance fees still average around six percent, and stablecoins undercut that where cash-out is easy.",
            "Merchants care about fees and refunds more than about technology.",
        ],
    },
    Explainer {
        categories: &[Technology],
        titles: &[
            "Rollups explained: how layer-2 networks scale Ethereum",
            "What is a hard fork?",
            "Zero-knowledge proofs in plain words",
        ],
        paragraphs: &[
            "A rollup bundles many transactions and posts a summary to a base network such as Ethereum.",
            "A hard fork is a change of rules that every node must install; without agreement the network splits.",
            "A zero-knowledge proof shows that a statement is true without revealing why.",
            "Developers propose changes in public, argue for months, and ship when several independent clients agree.",
        ],
    },
    Explainer {
        categories: &[NftsAndGaming],
        titles: &[
            "What are NFTs good for?",
            "Blockchain games: who owns the sword?",
            "How NFT royalties work",
        ],
        paragraphs: &[
            "An NFT is a token of which there is only one; it can stand for a picture, a ticket or an item in a game.",
            "In blockchain games players own items in their wallets and can sell them on any NFT marketplace.",
            "Royalties pay artists on resale, but only where marketplaces honour them.",
            "The speculative boom is over; tickets and games are where NFTs still grow.",
        ],
    },
    Explainer {
        categories: &[Memecoins],
        titles: &[
            "Memecoins: why they rise and how they fall",
            "How to read a memecoin's holder list",
            "From Dogecoin to Pepe: a history of memecoins",
        ],
        paragraphs: &[
            "A memecoin is a token with a joke and no plan; its price is a measure of attention.",
            "Dogecoin came first, Shiba Inu and Pepe followed, and thousands of memecoins are launched every day.",
            "If ten wallets hold half of the supply, ten people decide the price.",
            "Most memecoin traders lose money, and the few large winners are usually early or insiders.",
        ],
    },
    Explainer {
        categories: &[Ai],
        titles: &[
            "AI agents with wallets: how they pay",
            "Why Bitcoin miners are hosting AI",
            "Decentralised computing for artificial intelligence",
        ],
        paragraphs: &[
            "Artificial intelligence and crypto meet in two places: computing power and payments.",
            "An AI agent cannot open a bank account, but it can hold a wallet and pay for data with stablecoins.",
            "Miners own power contracts and cooling, which is what AI data centres lack.",
            "Networks that rent out idle processors promise cheaper AI, with questions about speed and privacy.",
        ],
    },
    Explainer {
        categories: &[Funding],
        titles: &[
            "How crypto startups raise money in {year}",
            "Token rounds and equity rounds: the difference",
            "Crypto venture capital: the largest rounds so far",
        ],
        paragraphs: &[
            "Crypto startups raise money from venture funds by selling equity, tokens, or a promise of both.",
            "A Series A usually follows a working product; seed rounds pay for a team and an idea.",
            "Token warrants give investors a share of tokens that may be issued later.",
            "Venture funding follows prices with a delay of two or three quarters.",
        ],
    },
    Explainer {
        categories: &[People],
        titles: &[
            "The {n} people to watch in crypto this {month}",
            "A day with {person}, who runs a Bitcoin node in the mountains",
            "Interview: {person} on ten years in crypto",
        ],
        paragraphs: &[
            "{person} has been in the industry for ten years and has seen every mistake at least twice.",
            "\"I came for the technology and stayed for the arguments,\" {person} says.",
            "Asked about regrets, {person} mentions a laptop, a password and a move of house.",
            "The interview has been edited for length and clarity.",
        ],
    },
];

pub const OPINIONS: &[Opinion] = &[
    Opinion {
        tone: 1,
        title: "Opinion: [thank you, bear market|the winter made crypto stronger]",
        paragraphs: &[
            "The weak projects are gone, and what is left works. That is a gift.",
            "{person} lists {n} things that improved while nobody was looking, from fees to wallets.",
            "With Bitcoin at {btc}, the reward for patience is already visible.",
        ],
    },
    Opinion {
        tone: 1,
        title: "{person}: {alt} developers deserve [more credit|a round of applause]",
        paragraphs: &[
            "Open-source work on {alt} is better than it has ever been, and it is done by a handful of people.",
            "{person} calls the progress of the past year remarkable.",
            "More funding would make a good thing better.",
        ],
    },
    Opinion {
        tone: -1,
        title: "Opinion: [nobody is protecting|we are failing] crypto's smallest investors",
        paragraphs: &[
            "The losses are always largest where they hurt most.",
            "{person} has collected {n} stories of people who lost their savings in {alt} and found no one to complain to.",
            "Shame is not a strategy, and neither is silence.",
        ],
    },
    Opinion {
        tone: -1,
        title: "{person}: the {month} rally in {alt} was [built on sand|a mirage]",
        paragraphs: &[
            "Volumes were fake, incentives were borrowed and the exit is narrow.",
            "{person} warns that {alt} holders will be the last to know.",
            "The damage to trust will outlast the price.",
        ],
    },
    Opinion {
        tone: 0,
        title: "Opinion: [the case for reading the code|how to disagree about {alt}]",
        paragraphs: &[
            "Most arguments about {alt} are between people who have never read its documentation.",
            "{person} proposes a simple rule: say what would prove you wrong.",
            "It will not settle anything, but it will save time.",
        ],
    },
    Opinion {
        tone: 0,
        title: "{person}: {n} notes from a week of [conferences|site visits|meetings]",
        paragraphs: &[
            "The coffee was weak and the panels were long, but some conversations were worth the trip.",
            "{person} reports what custodians, miners and lawyers said when the microphones were off.",
            "Bitcoin was at {btc} when the last train left.",
        ],
    },
    Opinion {
        tone: 1,
        title: "Opinion: why I am more optimistic about [Bitcoin|{alt}] than ever",
        paragraphs: &[
            "After every cycle people ask whether this time Bitcoin is finished. It never is, and the reasons are getting better.",
            "The holders are stronger, the rules are clearer and the tools are easier. A price of {btc} is a detail.",
            "The best days of {alt} and of Bitcoin are ahead, and patience will be rewarded, writes {person}.",
        ],
    },
    Opinion {
        tone: 1,
        title: "Opinion: stablecoins are crypto's great success",
        paragraphs: &[
            "While we argued about prices, stablecoins became useful. They pay suppliers, freelancers and families.",
            "This is a triumph of plain engineering, and it deserves more praise, writes {person}.",
            "If the rest of the industry learns from it, the next decade will be a good one.",
        ],
    },
    Opinion {
        tone: 1,
        title: "{person}: Bitcoin adoption is winning, quietly",
        paragraphs: &[
            "Banks that laughed now offer custody. Funds that refused now allocate. That is what winning looks like.",
            "{person}, an investor, says growth will come from places where money does not work well today.",
            "The gains are spread widely and the risks are better understood.",
        ],
    },
    Opinion {
        tone: -1,
        title: "Opinion: crypto has learned nothing from [its crashes|{alt}]",
        paragraphs: &[
            "Leverage is back, promises are back, and so are the victims. Only the slogans have changed.",
            "The industry keeps failing the people it says it serves, and another collapse would be deserved, writes {person}.",
            "Those who warn are called enemies until they are proved right.",
        ],
    },
    Opinion {
        tone: -1,
        title: "Opinion: the trouble with Bitcoin treasury companies",
        paragraphs: &[
            "Borrowing to buy a volatile asset is an old mistake with a new name.",
            "When prices fall, these companies will be forced sellers and shareholders will bear the losses, writes {person}.",
            "Regulators should look before the damage is done, not after.",
        ],
    },
    Opinion {
        tone: -1,
        title: "{person}: retail investors are being misled about {alt}",
        paragraphs: &[
            "The marketing speaks of freedom; the small print speaks of total loss.",
            "{person}, a consumer advocate, warns that {alt} buyers rarely know who sells to them.",
            "Complaints have doubled, and few of them are ever resolved.",
        ],
    },
    Opinion {
        tone: 0,
        title: "Opinion: what [Bitcoin|{alt}] is and what it is not",
        paragraphs: &[
            "Bitcoin is neither salvation nor fraud. It is a network with rules that few people read.",
            "{person} argues that the debate would be better if both sides admitted what they do not know.",
            "That includes the question whether a price of {btc} is high or low.",
        ],
    },
    Opinion {
        tone: 0,
        title: "Opinion: questions to ask before the next crypto cycle",
        paragraphs: &[
            "Who holds the coins? Who can stop the software? Who pays when it fails?",
            "{person} has a list of {n} questions and no favourite answers.",
            "Readers are invited to send theirs.",
        ],
    },
    Opinion {
        tone: 0,
        title: "Letter from {month}: the week in digital assets",
        paragraphs: &[
            "Bitcoin ended the week at {btc}, {alt} was {altmove}, and the conferences were full.",
            "{person} looks back at the arguments of the week and forward to {next_month}.",
            "As always, corrections are welcome.",
        ],
    },
];

/// A title and its paragraphs.
pub const PROMOTIONS: &[(&str, &[&str])] = &[
    (
        "Sponsored: {presale} presale passes {usd} as investors look for the next 100x",
        &[
            "This is sponsored content. {presale} has raised {usd} in its presale, and early buyers expect explosive gains when the token launches in {next_month}.",
            "With Bitcoin at {btc}, analysts quoted by the project say that small caps offer the greatest upside. The presale price rises every {n} days.",
            "Buy {presale} on the official website. This article is a paid press release and not investment advice.",
        ],
    ),
    (
        "Press release: {presale} announces staking rewards of {pct} for early supporters",
        &[
            "Press release. {presale}, a new token project, announced staking rewards of up to {pct} for those who join its presale this week.",
            "The team promises listings on major exchanges and a mobile wallet.",
            "Disclaimer: this is a paid post. Do your own research.",
        ],
    ),
    (
        "{presale} vs {alt}: which could soar first? (Sponsored)",
        &[
            "Sponsored post. Holders of {alt} are turning to {presale}, whose presale is selling out fast.",
            "While {alt} is {altmove}, {presale} offers a bonus of {pct} to buyers who act before the deadline.",
            "Visit the presale page now. Paid content provided by the project.",
        ],
    ),
    (
        "Partner content: trade Bitcoin with a {pct} welcome bonus",
        &[
            "Partner content. A new trading platform offers a deposit bonus of {pct} to readers who open an account in {month}.",
            "Customers can trade Bitcoin, {alt} and {alt2} with low fees and instant withdrawals.",
            "Terms apply. This is an advertisement.",
        ],
    ),
];
