//! Laws, courts, hearings and decisions.

use domain::Category::*;

use crate::catalog::companies::Sector::*;
use crate::stories::plot::{Coins, Listing, Mood, Notice, NoticeFrom, Plot, Price, Stage};

pub const PLOTS: &[&Plot] = &[
    &LAWSUIT,
    &DISMISSED,
    &BILL_ADVANCES,
    &BILL_STALLS,
    &HEARING,
    &ETF_APPROVED,
    &ETF_DELAYED,
    &LICENCE,
    &BAN,
];

const LAWSUIT: Plot = Plot {
    id: "lawsuit",
    mood: Mood::Bad,
    weight: 3.4,
    categories: &[Regulation, Exchanges],
    size: (4, 18),
    price: Price::Free,
    sectors: &[Exchange, Payments, Protocol, Investor],
    listing: Listing::Listed,
    coins: Coins::Any,
    amount: (8.0, 240.0),
    percent: (4.0, 18.0),
    count: (2_000, 40_000),
    noun: "the case against {co}",
    notice: Some(Notice {
        from: NoticeFrom::Regulator,
        title: "{agency} charges {cofull} with offering unregistered products",
        text: "{agency_cap} today filed a complaint against {cofull}, alleging that the firm offered unregistered interest-bearing products to {count} customers and raised {amt}. The complaint seeks penalties and an injunction. The allegations have not been proved.",
    }),
    breaking: Stage {
        titles: &[
            "- Regulator sues {co} over unregistered crypto products",
            "- {co} shares tumble as regulator files {amt} lawsuit",
            "- {co} accused of misleading {count} customers",
            "= {co} faces regulator's complaint over yield product",
            "= {co} says it will fight regulator's lawsuit in court",
        ],
        leads: &[
            "{agency_cap} sued {co} on {weekday}, accusing the company of selling unregistered products to {count} customers and [collecting|raising] {amt}.",
            "{co} was hit with a lawsuit on {weekday} by {agency}, which says the firm misled customers about the risks of a {asset} yield product.",
        ],
    },
    follow: Stage {
        titles: &[
            "= {co} asks judge to dismiss regulator's case",
            "- Judge lets case against {co} proceed",
            "- Partners distance themselves from {co} after lawsuit",
            "+ {co} in settlement talks with regulator, shares recover",
        ],
        leads: &[
            "Lawyers for {co} told a court in {city} on {weekday} that the rules the company is accused of breaking [do not exist|were never written down].",
            "The case against {co} moved forward on {weekday} as a judge in {city} set a date for [arguments|the first hearing].",
        ],
    },
    reaction: Stage {
        titles: &[
            "- What the {co} lawsuit means for crypto lenders",
            "= {co} case tests limits of securities law",
            "- Crypto firms fear wider crackdown after {co} suit",
        ],
        leads: &[
            "The lawsuit against {co} has unsettled an industry that [thought the worst was behind it|was hoping for clear rules].",
        ],
    },
    facts: &[
        "The complaint seeks {amt} in penalties and the return of profits.",
        "The product attracted {count} customers with yields of up to {pctsmall}.",
        "Shares of {co} fell {pct} after the filing.",
        "The regulator says executives knew of the risks and [did not disclose them|kept selling].",
        "{asset} slipped on the news before recovering part of its loss.",
        "The company has until the end of {next_month} to respond.",
    ],
    quotes: &[
        "- \"Investors were told their money was safe. It was not,\" said {official}, the agency's enforcement director.",
        "= \"We disagree with the regulator and look forward to our day in court,\" {ceo} of {co} said.",
        "- \"This is regulation by enforcement, and it drives companies abroad,\" said {analyst} of {afirm}.",
        "+ \"The claims are narrower than feared, and a settlement looks likely,\" said {analyst2} of {afirm2}.",
    ],
    context: &[
        "Regulators and crypto companies have argued for years about which tokens and products are securities.",
        "Several similar cases have ended in settlements without an admission of wrongdoing.",
    ],
};

const DISMISSED: Plot = Plot {
    id: "dismissed",
    mood: Mood::Good,
    weight: 2.0,
    categories: &[Regulation],
    size: (3, 12),
    price: Price::Free,
    sectors: &[Exchange, Payments, Protocol, Custody],
    listing: Listing::Any,
    coins: Coins::NotBitcoin,
    amount: (5.0, 90.0),
    percent: (4.0, 19.0),
    count: (1_000, 9_000),
    noun: "the {co} ruling",
    notice: None,
    breaking: Stage {
        titles: &[
            "+ {co} wins [dismissal|court victory] in regulator's lawsuit",
            "+ Judge throws out case against {co}, {asset} rallies",
            "+ Regulator drops {co} investigation without charges",
            "= Court rules in closely watched {co} case",
        ],
        leads: &[
            "A judge in {city} on {weekday} dismissed the regulator's case against {co}, handing the crypto industry [a major victory|one of its biggest legal wins].",
            "{agency_cap} has closed its investigation of {co} without bringing charges, the company said on {weekday}, lifting {asset} by {pct}.",
        ],
    },
    follow: Stage {
        titles: &[
            "= Regulator weighs appeal of {co} ruling",
            "+ {co} expands in wake of court win",
            "+ {sym} extends gains after {co} decision",
        ],
        leads: &[
            "{co} moved quickly on {weekday} to [relaunch|restart] products that had been on hold during its court case.",
        ],
    },
    reaction: Stage {
        titles: &[
            "+ {co} victory clears path for crypto firms, lawyers say",
            "= What the {co} ruling does and does not decide",
        ],
        leads: &[
            "Lawyers spent {weekday} reading the {co} ruling for what it says about tokens sold on [open markets|exchanges].",
        ],
    },
    facts: &[
        "The judge wrote that the agency had [failed to show|not shown] an investment contract.",
        "{asset} rose {pct} [within an hour|on the decision].",
        "The company had spent {amt} on its defence.",
        "The ruling does not bind other courts, but lawyers expect it to be cited widely.",
        "The agency has 60 days to appeal.",
    ],
    quotes: &[
        "+ \"This is a great day for our customers and for everyone who builds in the open,\" {ceo} said.",
        "+ \"A clear win, and a relief for the sector,\" said {analyst} of {afirm}.",
        "= \"It is one court. Congress still has to write the rules,\" said {official}, a law professor.",
    ],
    context: &["Courts have been divided over how decades-old securities law applies to tokens."],
};

const BILL_ADVANCES: Plot = Plot {
    id: "bill_advances",
    mood: Mood::Good,
    weight: 2.8,
    categories: &[Regulation, Stablecoins],
    size: (5, 22),
    price: Price::Free,
    sectors: &[Payments, Exchange],
    listing: Listing::Listed,
    coins: Coins::Any,
    amount: (150.0, 320.0),
    percent: (2.0, 9.0),
    count: (11, 18),
    noun: "the {bill}",
    notice: None,
    breaking: Stage {
        titles: &[
            "+ Senate panel advances {bill} in {count}-{n} vote",
            "+ Lawmakers back {bill} in win for crypto industry",
            "+ {bill} clears key hurdle, stablecoin issuers cheer",
            "= Senate committee votes on {bill}",
        ],
        leads: &[
            "A Senate committee voted {count} to {n} on {weekday} to advance the {bill}, which would set federal rules for stablecoin issuers and crypto [trading platforms|exchanges].",
            "The {bill} cleared its first big test on {weekday}, raising hopes that the digital-asset industry will [get|win] clear rules this year.",
        ],
    },
    follow: Stage {
        titles: &[
            "+ {bill} gains bipartisan support ahead of floor vote",
            "= What is in the {bill}",
            "- Banks lobby against yield clause in {bill}",
            "= {lawmaker} seeks changes to {bill}",
        ],
        leads: &[
            "Senators negotiated changes to the {bill} on {weekday}, with [reserve rules|interest payments] the main point of dispute.",
        ],
    },
    reaction: Stage {
        titles: &[
            "+ {co} shares jump as stablecoin bill nears passage",
            "+ Analysts see {bill} unlocking institutional money",
            "= Who wins and who loses under the {bill}",
            "- Consumer groups warn {bill} leaves gaps",
        ],
        leads: &[
            "Investors bet on {weekday} that the {bill} will become law, pushing shares of {co} up {pct}.",
        ],
    },
    facts: &[
        "The bill requires stablecoins to be backed one to one by cash and short-dated government debt.",
        "Issuers above $10 billion would come under federal supervision.",
        "Shares of {co}, which issues the {stable}, rose {pct}.",
        "A floor vote could come in {next_month}, aides said.",
        "An amendment to ban interest on stablecoins [failed|was withdrawn].",
        "{asset} gained as traders [read|took] the vote as a sign of friendlier rules.",
    ],
    quotes: &[
        "+ \"This gives innovators clarity and consumers protection,\" Senator {lawmaker} said.",
        "+ \"It is the strongest signal yet that rules are coming,\" said {analyst} of {afirm}.",
        "- \"It is a gift to an industry with a poor record,\" said {official} of the Household Savings Alliance.",
        "= \"There is a long way to go before this reaches a desk to be signed,\" said {analyst2} of {afirm2}.",
    ],
    context: &[
        "The stablecoin market has [grown past|passed] {amtb}, and lawmakers in both parties say it needs rules.",
    ],
};

const BILL_STALLS: Plot = Plot {
    id: "bill_stalls",
    mood: Mood::Bad,
    weight: 2.2,
    categories: &[Regulation],
    size: (3, 14),
    price: Price::Free,
    sectors: &[Exchange, Payments],
    listing: Listing::Listed,
    coins: Coins::Any,
    amount: (150.0, 320.0),
    percent: (2.0, 9.0),
    count: (44, 49),
    noun: "the {bill} delay",
    notice: None,
    breaking: Stage {
        titles: &[
            "- {bill} stalls in Senate as talks collapse",
            "- Setback for crypto as lawmakers delay {bill}",
            "- Senate vote on {bill} fails, crypto stocks slide",
            "= Senate postpones vote on {bill}",
        ],
        leads: &[
            "Senate leaders on {weekday} pulled a vote on the {bill} after talks over [ethics rules|stablecoin yield|decentralized finance] broke down, dealing a setback to the crypto industry.",
        ],
    },
    follow: Stage {
        titles: &[
            "= Senators return to talks on {bill}",
            "- Hopes fade for {bill} this year",
            "- {lawmaker} blames industry lobby for {bill} failure",
        ],
        leads: &[
            "Efforts to revive the {bill} made little progress on {weekday}, and aides said the calendar was [running out|getting tight].",
        ],
    },
    reaction: Stage {
        titles: &[
            "- {bill} failure leaves crypto firms in limbo",
            "= What happens next after the {bill} delay",
        ],
        leads: &[
            "The failure of the {bill} leaves companies where they have been for years: [guessing|waiting for courts to decide].",
        ],
    },
    facts: &[
        "The motion won {count} votes, short of the 60 it needed.",
        "Shares of {co} dropped {pct}.",
        "A new attempt is unlikely before {next_month}, two aides said.",
        "{asset} gave up its gains for the day.",
        "The dispute centres on whether software developers must register as brokers.",
    ],
    quotes: &[
        "- \"This is a missed opportunity, and it will cost us jobs,\" said {analyst} of {afirm}.",
        "- \"I will not vote for a bill that leaves consumers exposed,\" Senator {lawmaker} said.",
        "= \"Talks continue. Nobody has walked away for good,\" said {official}, a committee aide.",
    ],
    context: &[
        "Earlier attempts to write a market-structure law for digital assets also ended without a vote.",
    ],
};

const HEARING: Plot = Plot {
    id: "hearing",
    mood: Mood::Mixed,
    weight: 2.0,
    categories: &[Regulation, People],
    size: (2, 9),
    price: Price::Free,
    sectors: &[Exchange, Custody, Bank, Payments],
    listing: Listing::Any,
    coins: Coins::Any,
    amount: (10.0, 90.0),
    percent: (1.0, 4.0),
    count: (3, 6),
    noun: "the {topic} hearing",
    notice: None,
    breaking: Stage {
        titles: &[
            "= {co} chief {ceo} testifies before lawmakers on {topic}",
            "= Lawmakers question crypto executives on {topic}",
            "- {ceo} grilled over {topic} in tense hearing",
            "+ {ceo} wins over skeptics at hearing on {topic}",
        ],
        leads: &[
            "{co} chief executive {ceo} told a House committee on {weekday} that clear rules on {topic} would [protect customers|keep business at home], as lawmakers from both parties pressed for details.",
        ],
    },
    follow: Stage {
        titles: &[
            "= Five takeaways from the hearing on {topic}",
            "= {agency_cap} chair promises guidance on {topic}",
        ],
        leads: &[
            "A day after the hearing on {topic}, the chair of {agency} said staff would publish guidance by {next_month}.",
        ],
    },
    reaction: Stage {
        titles: &[
            "= Opinion: the {topic} hearing asked the wrong questions",
            "+ Industry encouraged by tone of {topic} hearing",
        ],
        leads: &[
            "The hearing on {topic} produced little news and some [clues|hints] about where the rules are going.",
        ],
    },
    facts: &[
        "{count} executives appeared, among them the heads of {co} and {rival}.",
        "Committee members asked repeatedly how customer assets would be [kept apart|protected] in a bankruptcy.",
        "{ceo} said the company had spent {amt} on compliance in the past year.",
        "The committee will take written answers until the end of {next_month}.",
    ],
    quotes: &[
        "= \"We want rules that are clear enough to follow,\" {ceo} told the committee.",
        "- \"Your customers should not need a lawyer to know whether their money is theirs,\" Representative {lawmaker} replied.",
        "= \"It was a serious hearing, which is new,\" said {analyst} of {afirm}.",
    ],
    context: &["Hearings on digital assets have become more frequent as committees prepare legislation."],
};

const ETF_APPROVED: Plot = Plot {
    id: "etf_approved",
    mood: Mood::Good,
    weight: 2.4,
    categories: &[Etfs, Regulation],
    size: (6, 26),
    price: Price::Free,
    sectors: &[AssetManager],
    listing: Listing::Any,
    coins: Coins::NotBitcoin,
    amount: (60.0, 520.0),
    percent: (5.0, 17.0),
    count: (3, 9),
    noun: "the spot {asset} ETF approval",
    notice: Some(Notice {
        from: NoticeFrom::Regulator,
        title: "Order granting approval to list shares of a spot {asset} exchange-traded product",
        text: "{agency_cap} has approved a proposed rule change to list and trade shares of the {cofull} {asset} Trust. The order finds that the proposal is designed to prevent fraudulent and manipulative acts and to protect investors. Trading may begin after the registration statement becomes effective.",
    }),
    breaking: Stage {
        titles: &[
            "+ Regulator approves {co}'s spot {asset} ETF",
            "+ {asset} jumps {pct} as spot ETF wins approval",
            "+ {co} gets green light for spot {asset} ETF",
            "= Regulator rules on {co}'s spot {asset} ETF",
        ],
        leads: &[
            "{agency_cap} on {weekday} approved a spot {asset} exchange-traded fund from {co}, opening the token to [more mainstream investors|more brokerage accounts].",
            "{asset} surged {pct} on {weekday} after regulators approved {co}'s application for a spot ETF, [a decision that few had expected this month|a long-awaited decision].",
        ],
    },
    follow: Stage {
        titles: &[
            "+ Spot {asset} ETF draws {amt} on first day of trading",
            "+ {co}'s {asset} fund tops {amt} in inflows",
            "= How the new {asset} ETF works",
            "= {count} more issuers file for {asset} ETFs",
        ],
        leads: &[
            "The new spot {asset} ETF attracted {amt} on its debut, {co} said on {weekday}, [beating|ahead of] most forecasts.",
        ],
    },
    reaction: Stage {
        titles: &[
            "+ {asset} ETF approval seen opening door to more funds",
            "= Is the {asset} ETF rally already priced in?",
            "- {asset} slips in 'sell the news' move after ETF debut",
        ],
        leads: &[
            "With the {asset} fund trading, investors are asking which token is next and how much demand is [left|real].",
        ],
    },
    facts: &[
        "The fund charges a fee of 0.{n}9%, waived for the first six months.",
        "Northmere will hold the coins in custody.",
        "{asset} rose as much as {pct} to its highest level in months.",
        "At least {count} other applications for altcoin funds are pending.",
        "Trading volume on the first morning exceeded {amt}.",
        "The approval followed months of talks over surveillance of the underlying market.",
    ],
    quotes: &[
        "+ \"Investors have been asking for this for years,\" {ceo} of {co} said.",
        "+ \"This is a watershed for {asset},\" said {analyst}, ETF analyst at {afirm}.",
        "= \"Approval is the easy part. Flows are the test,\" said {analyst2} of {afirm2}.",
    ],
    context: &[
        "Spot Bitcoin funds, the first crypto ETFs to hold coins directly, have gathered tens of billions of dollars.",
    ],
};

const ETF_DELAYED: Plot = Plot {
    id: "etf_delayed",
    mood: Mood::Bad,
    weight: 1.8,
    categories: &[Etfs, Regulation],
    size: (3, 11),
    price: Price::Free,
    sectors: &[AssetManager],
    listing: Listing::Any,
    coins: Coins::NotBitcoin,
    amount: (20.0, 200.0),
    percent: (3.0, 11.0),
    count: (45, 60),
    noun: "the {asset} ETF delay",
    notice: Some(Notice {
        from: NoticeFrom::Regulator,
        title: "Notice of designation of a longer period for action on a proposed {asset} trust",
        text: "{agency_cap} has designated a longer period of {count} days within which to act on the proposed rule change to list shares of the {cofull} {asset} Trust, finding it appropriate to allow sufficient time to consider the issues raised.",
    }),
    breaking: Stage {
        titles: &[
            "- Regulator delays decision on spot {asset} ETF",
            "- {asset} drops {pct} after ETF setback",
            "- {co}'s {asset} ETF bid rejected over surveillance concerns",
            "= Regulator extends review of {asset} ETF by {count} days",
        ],
        leads: &[
            "{agency_cap} on {weekday} put off its decision on {co}'s spot {asset} ETF by {count} days, disappointing investors who had expected approval.",
        ],
    },
    follow: Stage {
        titles: &[
            "= {co} amends filing for {asset} ETF",
            "- Odds of {asset} ETF this year fall, analysts say",
        ],
        leads: &[
            "{co} filed an amended application for its {asset} fund on {weekday} in an attempt to answer the regulator's questions.",
        ],
    },
    reaction: Stage {
        titles: &[
            "= Why the {asset} ETF keeps getting delayed",
            "- {asset} bulls lose patience with ETF process",
        ],
        leads: &[
            "The latest delay of the {asset} ETF says less about the token than about the [calendar|agency], analysts say.",
        ],
    },
    facts: &[
        "The token fell {pct} after the notice was published.",
        "The agency asked for comments on custody and market surveillance.",
        "Funds tied to the token saw {amt} of outflows in the week.",
        "A final decision is now due after {next_month}.",
    ],
    quotes: &[
        "- \"The delay is frustrating and hard to justify,\" {ceo} said.",
        "= \"It is procedure, not a verdict,\" said {analyst} of {afirm}.",
        "- \"The market had priced in a yes,\" said {analyst2} of {afirm2}.",
    ],
    context: &["The regulator has often used the whole period the law allows before ruling on crypto funds."],
};

const LICENCE: Plot = Plot {
    id: "licence",
    mood: Mood::Good,
    weight: 2.4,
    categories: &[Regulation, Exchanges],
    size: (2, 8),
    price: Price::Free,
    sectors: &[Exchange, Custody, Payments, Bank],
    listing: Listing::Any,
    coins: Coins::Any,
    amount: (20.0, 300.0),
    percent: (2.0, 8.0),
    count: (20, 400),
    noun: "the {co} licence",
    notice: Some(Notice {
        from: NoticeFrom::Company,
        title: "{co} receives licence to serve customers in {country}",
        text: "{cofull} announced today that it has received approval from the supervisor in {country} to offer custody, trading and payment services in digital assets. The company will hire {count} people in {city} and expects to open to retail customers in {next_month}.",
    }),
    breaking: Stage {
        titles: &[
            "+ {co} wins licence to operate in {country}",
            "+ {co} expands to {country} with full crypto licence",
            "= {co} to hire {count} in {city} after regulatory approval",
        ],
        leads: &[
            "{co} has won a licence to offer crypto services in {country}, the company said on {weekday}, [a boost|another step] in its push [overseas|into new markets].",
        ],
    },
    follow: Stage {
        titles: &["+ {co} opens in {country} to strong demand", "= Rivals follow {co} into {country}"],
        leads: &[
            "{co} began signing up customers in {country} on {weekday}, [days|weeks] after winning its licence.",
        ],
    },
    reaction: Stage {
        titles: &[
            "+ {country} emerges as crypto hub as {co} moves in",
            "= Why crypto firms want a {country} licence",
        ],
        leads: &[
            "The arrival of {co} is the latest sign that {country} wants to [become|be] a centre for digital assets.",
        ],
    },
    facts: &[
        "The licence covers custody, trading and payments.",
        "The company plans to invest {amt} and hire {count} people in {city}.",
        "{rival} received a similar approval earlier this year.",
        "Customers will be able to buy {asset} and {asset2} with local currency.",
    ],
    quotes: &[
        "+ \"{country} has shown what clear rules can do,\" {ceo} said.",
        "+ \"It gives them a real lead over rivals,\" said {analyst} of {afirm}.",
        "= \"A licence is a beginning, not a business,\" said {analyst2} of {afirm2}.",
    ],
    context: &["Licensing regimes in Europe, Asia and the Gulf have drawn companies that want certainty."],
};

const BAN: Plot = Plot {
    id: "ban",
    mood: Mood::Bad,
    weight: 1.5,
    categories: &[Regulation],
    size: (2, 10),
    price: Price::Free,
    sectors: &[Exchange, Payments],
    listing: Listing::Any,
    coins: Coins::Any,
    amount: (10.0, 120.0),
    percent: (3.0, 10.0),
    count: (90_000, 900_000),
    noun: "the {country} crackdown",
    notice: None,
    breaking: Stage {
        titles: &[
            "- {country} bans banks from handling crypto payments",
            "- {country} tightens crypto rules, {co} halts sign-ups",
            "- Crackdown in {country} hits crypto exchanges",
            "= {country} proposes stricter rules for crypto exchanges",
        ],
        leads: &[
            "Authorities in {country} on {weekday} barred banks from processing payments for crypto exchanges, a blow to an estimated {count} users.",
        ],
    },
    follow: Stage {
        titles: &[
            "- Exchanges leave {country} after payment ban",
            "= {country} central bank defends crypto rules",
            "- {co} to close {country} accounts",
        ],
        leads: &[
            "{co} told customers in {country} on {weekday} to withdraw their {asset} after new rules cut its access to banks.",
        ],
    },
    reaction: Stage {
        titles: &[
            "- {country} ban pushes traders to grey market",
            "= Will other countries follow {country} on crypto?",
        ],
        leads: &[
            "Days after the crackdown in {country}, peer-to-peer prices for {asset} [jumped|rose] as users looked for ways around it.",
        ],
    },
    facts: &[
        "Banks have 30 days to close accounts of exchanges.",
        "{co} said the country accounts for less than {pctsmall} of its revenue.",
        "Peer-to-peer premiums for {asset} rose to {pct}.",
        "The central bank cited fraud and capital flight.",
    ],
    quotes: &[
        "- \"It punishes ordinary users and stops nobody else,\" said {analyst} of {afirm}.",
        "= \"Stability comes first,\" said {official} of the central bank.",
        "- \"We regret having to leave,\" {ceo} of {co} said.",
    ],
    context: &[
        "Outright bans have rarely stopped crypto trading, studies suggest, though they move it out of sight.",
    ],
};
