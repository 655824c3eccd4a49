//! Hacks, scams, arrests and outages.

use domain::Category::*;

use crate::catalog::companies::Sector::*;
use crate::stories::plot::{Coins, Listing, Mood, Notice, NoticeFrom, Plot, Price, Stage};

pub const PLOTS: &[&Plot] = &[&HACK, &RECOVERY, &SCAM, &OUTAGE, &INSIDER];

const HACK: Plot = Plot {
    id: "hack",
    mood: Mood::Bad,
    weight: 5.0,
    categories: &[SecurityAndCrime, DeFi],
    size: (4, 26),
    price: Price::Free,
    sectors: &[Protocol],
    listing: Listing::Any,
    coins: Coins::NotBitcoin,
    amount: (4.0, 190.0),
    percent: (9.0, 44.0),
    count: (900, 14_000),
    noun: "the {co} exploit",
    notice: None,
    breaking: Stage {
        titles: &[
            "- {co} hacked for {amt} in [overnight attack|flash-loan exploit|bridge exploit]",
            "- Hackers drain {amt} from {co}, tokens plunge",
            "- {co} halts withdrawals after {amt} exploit",
            "- {amt} stolen from {co} as attacker [abuses|exploits] pricing flaw",
            "= {co} investigates [suspicious outflows|unusual transactions] worth {amt}",
            "= What we know about the {co} incident so far",
        ],
        leads: &[
            "{co} paused its contracts on {weekday} after an attacker drained about {amt} in {asset} and stablecoins, in one of the largest [exploits|thefts] of the month.",
            "Roughly {amt} in {asset} and other tokens was stolen from {co} early on {weekday}, according to [security firms|on-chain researchers], and the team has [frozen deposits|halted withdrawals].",
            "An attacker [exploited|abused] a flaw in a price feed to take {amt} from {co}, the lending service said on {weekday}, sending its token down {pct}.",
        ],
    },
    follow: Stage {
        titles: &[
            "- {co} attacker moves stolen {asset} through mixer",
            "- {co} losses grow to {amt2} as more pools are hit",
            "= {co} offers {pct10} bounty for return of stolen funds",
            "+ {co} recovers part of stolen {asset} after white-hat talks",
            "= {co} publishes post-mortem of {amt} exploit",
            "- Users of {co} face long wait for refunds",
        ],
        leads: &[
            "The attacker behind the {amt} theft from {co} has begun to move funds, [blockchain investigators|security researchers] said on {weekday}.",
            "{co} said on {weekday} that it had traced the {amt} exploit to a [rounding error|stale oracle price|missing access check] introduced in a recent upgrade.",
            "Depositors at {co} were still unable to withdraw on {weekday} as the team weighed how to cover the {amt} shortfall.",
        ],
    },
    reaction: Stage {
        titles: &[
            "- After {co}, auditors warn of [copycat attacks|the same flaw elsewhere]",
            "- Why the {co} hack is a blow to DeFi lending",
            "= Lessons from the {co} exploit",
            "+ DeFi insurers pay out first claims after {co} hack",
        ],
        leads: &[
            "The {amt} loss at {co} has reopened an old argument in decentralized finance: how much can an audit promise?",
            "Security teams across DeFi spent {weekday} checking their own code for the flaw that cost {co} {amt}.",
        ],
    },
    facts: &[
        "About {count} [wallets|depositors] were affected, the team said.",
        "The {co} token fell {pct} [within hours|before steadying], wiping out most of this year's gains.",
        "The stolen funds were [swapped for {asset}|bridged to {asset2}] and split over [dozens of|more than forty] addresses.",
        "The contract had passed [two audits|an audit] in the past year, but the affected [module|function] was added later.",
        "Total value locked on the protocol [dropped|collapsed] by {pct} as users [rushed to withdraw|pulled their deposits].",
        "Several exchanges, including {exchange}, said they had blocked addresses linked to the attacker.",
        "Researchers at Glasshaven Security first flagged the transactions and [estimated|put] the loss at {amt}.",
        "The team sent an on-chain message to the attacker offering a {pct10} bounty.",
    ],
    quotes: &[
        "- \"This is a painful day for everyone who trusted us with their deposits,\" {co} founder {ceo} [wrote|said].",
        "- \"The bug was sitting in plain sight,\" said {analyst}, [a researcher|an analyst] at {afirm}. \"It should have been caught before launch.\"",
        "- \"Confidence is leaving faster than the money did,\" said {analyst2} of {afirm2}.",
        "= \"We are working with exchanges and law enforcement and will publish a full report,\" {ceo} said.",
        "+ \"The response was quick, and that limited the damage,\" said {analyst} of {afirm}. \"A large share may come back.\"",
    ],
    context: &[
        "Thefts from decentralized finance have [cost users|run to] hundreds of millions of dollars this year, with price-feed manipulation among the most common causes.",
        "Bridges and lending pools remain favourite targets, because a single flaw can expose every depositor at once.",
    ],
};

const RECOVERY: Plot = Plot {
    id: "recovery",
    mood: Mood::Good,
    weight: 1.6,
    categories: &[SecurityAndCrime],
    size: (2, 8),
    price: Price::Free,
    sectors: &[Protocol, Exchange],
    listing: Listing::Any,
    coins: Coins::Any,
    amount: (6.0, 120.0),
    percent: (60.0, 97.0),
    count: (700, 12_000),
    noun: "the {co} refund",
    notice: Some(Notice {
        from: NoticeFrom::Company,
        title: "{co} completes reimbursement of affected users",
        text: "{cofull} today announced that {pct} of the assets affected by the earlier security incident have been recovered and that reimbursement of {count} users, worth {amt}, is complete. An independent review of the upgraded controls is available on request.",
    }),
    breaking: Stage {
        titles: &[
            "+ {co} recovers {amt} in stolen funds, repays users in full",
            "+ {co} users made whole as {pct} of hacked {asset} is returned",
            "= {co} completes reimbursement of {count} users",
        ],
        leads: &[
            "{co} said on {weekday} that it had recovered {amt} of stolen {asset} and repaid every affected user, a rare happy ending for a crypto theft.",
            "Victims of last year's attack on {co} [were paid back in full|received their money back] on {weekday} after {pct} of the stolen coins were recovered.",
        ],
    },
    follow: Stage {
        titles: &[
            "+ {co} deposits rebound after [full refund|successful recovery]",
            "= How investigators traced the {co} funds",
        ],
        leads: &[
            "Deposits at {co} [climbed|rose] {pctsmall} in the days after it repaid {count} users, [data from|figures compiled by] {afirm} show.",
        ],
    },
    reaction: Stage {
        titles: &["+ {co} recovery praised as model for the industry", "= Who pays when crypto is stolen?"],
        leads: &[
            "The full repayment of users by {co} has won praise from security firms and set a [high bar|benchmark] for others.",
        ],
    },
    facts: &[
        "Some {count} users received {asset} or stablecoins worth {amt} in total.",
        "Investigators followed the funds over [three|four] networks before an exchange froze them.",
        "The company said {pct} of the stolen assets had been returned, with the rest covered by its insurance fund.",
        "A new monitoring system now pauses withdrawals automatically when flows look unusual.",
    ],
    quotes: &[
        "+ \"Everybody got their money back, and we are proud of that,\" {ceo} of {co} said.",
        "+ \"This strengthens trust in the whole sector,\" said {analyst} of {afirm}.",
        "= \"Recoveries on this scale are still the exception,\" said {analyst2} of {afirm2}.",
    ],
    context: &[
        "Stolen crypto is rarely recovered in full; cooperation between exchanges and investigators has improved the odds.",
    ],
};

const SCAM: Plot = Plot {
    id: "scam",
    mood: Mood::Bad,
    weight: 3.0,
    categories: &[SecurityAndCrime, Regulation],
    size: (2, 9),
    price: Price::Free,
    sectors: &[Software],
    listing: Listing::Any,
    coins: Coins::Any,
    amount: (3.0, 340.0),
    percent: (20.0, 70.0),
    count: (1_200, 60_000),
    noun: "the {scheme} fraud case",
    notice: None,
    breaking: Stage {
        titles: &[
            "- Police [break up|arrest {n} over] {amt} crypto [fraud|Ponzi scheme] '{scheme}'",
            "- {scheme} founder charged with {amt} crypto fraud",
            "- {count} investors lose {amt} in {scheme} collapse",
            "= Authorities seize {asset} in {scheme} investigation",
        ],
        leads: &[
            "Prosecutors in {city} on {weekday} charged the founder of {scheme} with running a {amt} fraud that promised daily returns on {asset} and paid early investors with later investors' money.",
            "Police in {city} arrested {n} people on {weekday} over {scheme}, an investment app that is accused of [cheating|defrauding] {count} customers of {amt}.",
        ],
    },
    follow: Stage {
        titles: &[
            "- {scheme} victims unlikely to recover [losses|money], liquidator says",
            "= Court freezes {scheme} wallets holding {asset}",
            "- {scheme} operator pleads guilty in {amt} crypto scam",
        ],
        leads: &[
            "A court in {city} on {weekday} froze wallets tied to {scheme}, as victims of the {amt} scheme were told to expect little.",
        ],
    },
    reaction: Stage {
        titles: &[
            "- Crypto scams like {scheme} are getting harder to spot, police warn",
            "= How the {scheme} scheme worked",
        ],
        leads: &[
            "The {scheme} case shows how [fake trading apps|romance and investment scams] have become an industry of their own, investigators say.",
        ],
    },
    facts: &[
        "Victims were recruited through [messaging groups|social media advertisements] and shown fake trading profits.",
        "Investigators traced [part of the money|deposits] with the help of Oriel Data to accounts in {city}.",
        "The operators are accused of spending [millions|the funds] on property and cars.",
        "Around {count} people paid in, most of them less than $2,000.",
        "The wallets held {asset} worth less than a tenth of the missing {amt}.",
    ],
    quotes: &[
        "- \"There was never any trading. It was theft with a logo,\" prosecutor {official} said.",
        "- \"I lost my savings in a month,\" one victim told the court.",
        "= \"Anyone who promises a fixed daily return is not investing your money,\" said {analyst} of {afirm}.",
    ],
    context: &[
        "Losses to crypto investment scams have grown for [three|four] years in a row, police figures show.",
    ],
};

const OUTAGE: Plot = Plot {
    id: "outage",
    mood: Mood::Bad,
    weight: 3.0,
    categories: &[Exchanges],
    size: (3, 12),
    price: Price::Free,
    sectors: &[Exchange],
    listing: Listing::Listed,
    coins: Coins::Any,
    amount: (40.0, 600.0),
    percent: (3.0, 12.0),
    count: (18_000, 240_000),
    noun: "the {co} outage",
    notice: None,
    breaking: Stage {
        titles: &[
            "- {co} goes down as {asset} trading surges",
            "- {co} outage locks out {count} traders during sell-off",
            "- Crypto exchange {co} suspends trading after system failure",
            "= {co} restores service after [four-hour|overnight] outage",
        ],
        leads: &[
            "Crypto exchange {co} suffered an outage on {weekday} that left about {count} customers unable to trade as {asset} moved {pct}.",
            "Trading on {co} stopped for [almost three|more than four] hours on {weekday} after a [database failure|failed software update], angering customers who could not close positions.",
        ],
    },
    follow: Stage {
        titles: &[
            "- Angry {co} customers demand compensation over outage",
            "+ {co} to compensate traders hit by outage",
            "= {co} blames failed update for trading halt",
        ],
        leads: &[
            "{co} said on {weekday} that a failed [update|failover] caused this week's trading halt and [promised|announced] a review, while customers [complained of|counted] losses.",
        ],
    },
    reaction: Stage {
        titles: &[
            "- {co} outage revives doubts about exchange reliability",
            "= Should crypto exchanges have circuit breakers?",
        ],
        leads: &[
            "The outage at {co} came at the worst moment, and regulators are asking why it keeps happening.",
        ],
    },
    facts: &[
        "Positions worth about {amt} were liquidated while the platform was offline, according to {afirm}.",
        "Order books on {exchange} saw volumes [double|jump] as traders moved elsewhere.",
        "The exchange said customer funds were safe at all times.",
        "Withdrawals resumed [later in the day|after midnight], with delays for {asset}.",
        "Shares of {co} fell {pct} in early trading.",
    ],
    quotes: &[
        "- \"I watched my position get liquidated and could not log in,\" one customer wrote.",
        "- \"An exchange that fails when volatility rises fails at its only job,\" said {analyst} of {afirm}.",
        "= \"We know we let customers down, and we will explain exactly what happened,\" {ceo} said.",
    ],
    context: &[
        "Exchanges have struggled with peaks in demand before, and several regulators are drafting resilience rules.",
    ],
};

const INSIDER: Plot = Plot {
    id: "insider",
    mood: Mood::Bad,
    weight: 1.3,
    categories: &[SecurityAndCrime, Exchanges],
    size: (3, 10),
    price: Price::Free,
    sectors: &[Exchange, Custody, Payments],
    listing: Listing::Listed,
    coins: Coins::Any,
    amount: (5.0, 60.0),
    percent: (4.0, 13.0),
    count: (6_000, 90_000),
    noun: "the {co} data breach",
    notice: Some(Notice {
        from: NoticeFrom::Company,
        title: "{co} provides notice of data security incident",
        text: "{cofull} has learned that an unauthorised party obtained contact details of {count} customers by bribing employees of a support contractor. No passwords or private keys were exposed. The company expects remediation costs of {amt} and is cooperating with law enforcement.",
    }),
    breaking: Stage {
        titles: &[
            "- {co} data breach exposes {count} customers",
            "- Bribed contractors leaked {co} customer data, company says",
            "- {co} refuses ransom after data theft, warns of {amt} cost",
        ],
        leads: &[
            "{co} said on {weekday} that criminals had bribed support contractors to steal the data of {count} customers, and that the breach could cost it {amt}.",
        ],
    },
    follow: Stage {
        titles: &[
            "- {co} sued over customer data breach",
            "= {co} details timeline of data theft",
            "- Phishing attacks rise after {co} breach",
        ],
        leads: &[
            "Customers of {co} [filed a class action|sued the company] on {weekday} over the theft of personal data, as phishing calls [multiplied|spread].",
        ],
    },
    reaction: Stage {
        titles: &[
            "- {co} breach shows weak spot in crypto customer support",
            "= What to do if your exchange data was leaked",
        ],
        leads: &[
            "The breach at {co} did not touch a single private key, and still it may be the more dangerous kind.",
        ],
    },
    facts: &[
        "Names, addresses and masked bank details were taken; passwords and keys were not.",
        "The attackers demanded {amt2} in {asset}, which the company refused to pay.",
        "Shares fell {pct} after the announcement.",
        "The company will reimburse customers who were tricked into sending funds.",
    ],
    quotes: &[
        "- \"This was betrayal from inside the support desk,\" {ceo} said.",
        "= \"We will not pay criminals. We will pay for their arrest,\" {ceo} said.",
        "- \"The damage from leaked addresses lasts for years,\" said {analyst} of {afirm}.",
    ],
    context: &[
        "Attackers have shifted from code to people, security firms say, because support staff are easier to reach than keys.",
    ],
};
