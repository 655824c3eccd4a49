//! What analysts ask, by sector: questions, plain answers, half answers, and where a dodge would lead.

use crate::catalog::companies::Sector;

/// A subject of questions.
#[derive(Clone, Copy, Debug)]
pub struct Topic {
    /// As it stands in "we don't break out ...".
    pub subject: &'static str,
    /// Empty: everybody is asked.
    pub sectors: &'static [Sector],
    pub is_financial: bool,
    /// Lawyers may have a word in the answer.
    pub is_legal: bool,
    pub questions: &'static [&'static str],
    pub direct: &'static [&'static str],
    pub partial: &'static [&'static str],
    pub pivot: &'static str,
}

pub fn for_sector(sector: Sector) -> impl Iterator<Item = &'static Topic> {
    TOPICS.iter().filter(move |topic| topic.sectors.is_empty() || topic.sectors.contains(&sector))
}

const TOPICS: &[Topic] = &[
    Topic {
        subject: "revenue guidance",
        sectors: &[],
        is_financial: true,
        is_legal: false,
        questions: &[
            "Can you give us a range for revenue in the coming quarter, and what you have assumed for Bitcoin in that range?",
            "How should we think about revenue for the next quarter? Is flat a reasonable starting point?",
            "What growth rate are you planning for in the second half, in percent?",
        ],
        direct: &[
            "We expect between {guide_low} and {guide_high} of revenue next quarter, and that assumes Bitcoin stays near {btc}.",
            "Flat to up {small} is the right starting point. Our range tops out at {guide_high}, and we use {btc} for Bitcoin.",
            "We plan for growth of {pct} in the second half, two thirds of it from contracts that are already signed.",
        ],
        partial: &[
            "The first month has started better than the last quarter ended, and most of our revenue is tied to prices, which we do not forecast.",
            "Seasonally this quarter tends to be softer, so I would keep that in mind when you build your model.",
        ],
        pivot: "The demand that we see from institutions is unlike anything in the last cycle.",
    },
    Topic {
        subject: "gross margin by segment",
        sectors: &[],
        is_financial: true,
        is_legal: false,
        questions: &[
            "Gross margin was {margin} in the quarter. Where does that go from here, and what is the split between the segments?",
            "Can you quantify how much of the margin change came from mix and how much from cost?",
        ],
        direct: &[
            "The core business is at {pct2} and the newer lines at {pct}. We see the blend rising by {small} by year-end.",
            "About a third of the change was mix and two thirds were cost. In dollars, cost was {usd}.",
        ],
        partial: &[
            "Mix was the larger driver this time. The newer lines are dilutive today and get better with scale.",
            "Costs came down through the quarter, which you can see in the exit rate, and mix helped a little.",
        ],
        pivot: "We have built a platform with real operating leverage.",
    },
    Topic {
        subject: "headcount and operating costs",
        sectors: &[],
        is_financial: true,
        is_legal: false,
        questions: &[
            "Operating expenses were {opex}. Are there more cuts to come, and how many people do you expect to have at year-end?",
            "What is the right run rate for operating expenses, and does it include the reorganisation?",
        ],
        direct: &[
            "We have {people} people today and will end the year with about the same. There are no further cuts planned. Expenses will be close to {opex} a quarter.",
            "The run rate is {opex}, excluding a one-time charge of {usd} that we take next quarter.",
        ],
        partial: &[
            "We are being careful with hiring and have moved people to the areas that grow.",
            "There will be some noise from the reorganisation in the next two quarters.",
        ],
        pivot: "We have some of the best people in the industry, and they are energised.",
    },
    Topic {
        subject: "the timing of buybacks",
        sectors: &[],
        is_financial: true,
        is_legal: false,
        questions: &[
            "You have {cash} on the balance sheet. Why not buy back stock here, and how much could you do this year?",
            "Can you rank your uses of capital, and tell us what is left under the repurchase authorisation?",
        ],
        direct: &[
            "We bought {usd} in the quarter, and {usd2} is left. At this price we will use all of it by year-end.",
            "First the business, then debt, then buybacks. {usd2} is left under the authorisation, and we do not plan to use it this year, because we see better returns in capacity.",
        ],
        partial: &[
            "We look at buybacks every quarter with the board and weigh them against investment.",
            "The authorisation gives us flexibility, and we have used it when the shares were weak.",
        ],
        pivot: "Our balance sheet is a competitive weapon.",
    },
    Topic {
        subject: "the terms of our credit facility",
        sectors: &[],
        is_financial: true,
        is_legal: false,
        questions: &[
            "How much debt comes due in the next twelve months, and is any of it secured by digital assets?",
            "At what Bitcoin price would you face a margin call on the facility?",
        ],
        direct: &[
            "{usd} comes due in the next twelve months. None of it is secured by digital assets, and we will repay it from cash.",
            "The facility is {usd2}, and the first trigger is at {cost} per bitcoin. We hold enough unpledged coins to cure it.",
        ],
        partial: &[
            "We have extended most maturities, and our lenders have been supportive.",
            "We run stress tests every day, and we are comfortable with our cushion.",
        ],
        pivot: "We have shown access to capital in every kind of market.",
    },
    Topic {
        subject: "the regulator's inquiry",
        sectors: &[],
        is_financial: false,
        is_legal: true,
        questions: &[
            "There were press reports about an inquiry into your industry. Have you received a request for information, yes or no?",
            "What would the pending legislation mean for your revenue if it passed as written?",
            "Is there any update on the regulator's review that you disclosed last quarter?",
        ],
        direct: &[
            "No, we have not received any request. If that changed and it was material, we would disclose it.",
            "As written, the bill would touch about {small} of revenue, and we would have {n2} months to adapt.",
            "Yes: the review closed last month without findings.",
        ],
        partial: &[
            "We talk to our regulators all the time, and the conversations are constructive.",
            "We support clear rules. There are parts of the bill we like and parts that need work.",
        ],
        pivot: "We have always believed that clear rules favour the serious players, and we are one.",
    },
    Topic {
        subject: "individual markets",
        sectors: &[],
        is_financial: false,
        is_legal: true,
        questions: &[
            "You mentioned new markets. Which licences are still outstanding, and when do you expect first revenue from them?",
            "How much of revenue came from outside your home market, and where do you see that in two years?",
        ],
        direct: &[
            "Two licences are outstanding. We expect the first within {n} months and revenue two quarters after that, about {usd} in the first year.",
            "It was {pct} this quarter. In two years we want it to be {pct2}.",
        ],
        partial: &[
            "International is growing faster than the rest, from a small base.",
            "Approvals take the time they take, and we are well along in several places.",
        ],
        pivot: "This is a global technology and we are a global company.",
    },
    Topic {
        subject: "specific acquisition targets",
        sectors: &[],
        is_financial: false,
        is_legal: true,
        questions: &[
            "There has been a lot of deal-making in the sector. Are you looking at acquisitions, and up to what size?",
            "Would you consider an offer for the company at the right price?",
        ],
        direct: &[
            "We look at small deals, up to {usd}. We are not looking at anything larger this year.",
            "The board has a duty to look at any serious offer. We have not received one.",
        ],
        partial: &[
            "We see a lot of opportunities come across the desk, and valuations are more reasonable than a year ago.",
            "The bar is high, because our own pipeline is strong.",
        ],
        pivot: "We have a history of partnering with great teams.",
    },
    Topic {
        subject: "hedging of our bitcoin",
        sectors: &[Sector::Miner, Sector::Treasury, Sector::Exchange, Sector::Investor],
        is_financial: true,
        is_legal: false,
        questions: &[
            "How many bitcoin did you hold at quarter-end, and how many of them are pledged or hedged?",
            "Do you plan to sell any of your bitcoin this year to fund operations?",
        ],
        direct: &[
            "We held {coins} bitcoin at quarter-end. {pct} of them are pledged, and none are hedged.",
            "Yes, we plan to sell what we need for operating costs, roughly {n2}0 coins a month, and keep the rest.",
        ],
        partial: &[
            "Our holdings grew over the quarter, and we use derivatives from time to time.",
            "We manage the treasury actively and keep enough liquidity for our plans.",
        ],
        pivot: "Bitcoin is the best-performing asset of the last decade, and we are long-term believers.",
    },
    Topic {
        subject: "cost per coin by site",
        sectors: &[Sector::Miner],
        is_financial: true,
        is_legal: false,
        questions: &[
            "What was your all-in cost to mine one bitcoin in the quarter, including overhead?",
            "Power was a headwind for some peers. What did you pay per kilowatt-hour, and how much is fixed for next year?",
        ],
        direct: &[
            "All in, {cost} per coin. Power is {pct2} of that.",
            "We paid {cents} per kilowatt-hour, and {pct2} of next year's power is at fixed prices.",
        ],
        partial: &[
            "Our power cost is among the lowest of our peers, and curtailment credits helped.",
            "Overhead per coin moves with production, so the exit rate is better than the average.",
        ],
        pivot: "Energy is our home turf, and we see ourselves as an energy technology company.",
    },
    Topic {
        subject: "delivery dates of machines",
        sectors: &[Sector::Miner],
        is_financial: false,
        is_legal: false,
        questions: &[
            "Your target was more hash rate by year-end. Is it still on track, and how much of the fleet is paid for?",
            "When will the next site be energised, and what efficiency should we expect?",
        ],
        direct: &[
            "We will be at {eh} by year-end. All machines are paid for, and {pct2} have arrived.",
            "The next site goes live in {n} months with {mw}, at {n2} joules per terahash.",
        ],
        partial: &[
            "Machines are arriving every week. The bottleneck is transformers.",
            "Efficiency improves with each delivery.",
        ],
        pivot: "We are one of the few operators that can build at this scale.",
    },
    Topic {
        subject: "pricing of hosting contracts",
        sectors: &[Sector::Miner],
        is_financial: false,
        is_legal: false,
        questions: &[
            "On AI hosting, how many megawatts are under a signed contract today, and at what price per kilowatt a month?",
            "Does the AI business need new debt, and when does it turn cash-positive?",
        ],
        direct: &[
            "We have {mw} signed today at about ${n2}0 per kilowatt a month, with a fifteen-year term.",
            "It needs {usd2} of project debt, and it is cash-positive from the first full year.",
        ],
        partial: &[
            "Interest is very strong, and we are in advanced talks with several large customers.",
            "The economics are attractive compared with mining on the same power.",
        ],
        pivot: "The world needs power and compute, and we have both.",
    },
    Topic {
        subject: "take rates by product",
        sectors: &[Sector::Exchange],
        is_financial: true,
        is_legal: false,
        questions: &[
            "What was the blended take rate for retail, and how did it trend through the quarter?",
            "Can you give us quarter-to-date trading volume?",
        ],
        direct: &[
            "Retail take rate was {small}, and it was stable through the quarter.",
            "Quarter to date, volume is {pct} above the same days of last quarter.",
        ],
        partial: &[
            "Take rates reflect mix: when advanced traders are active, the blend falls.",
            "Volumes follow volatility, and volatility has been lower.",
        ],
        pivot: "We are moving beyond trading fees, and that is the real story.",
    },
    Topic {
        subject: "security incidents",
        sectors: &[Sector::Exchange, Sector::Custody, Sector::Payments, Sector::Bank],
        is_financial: false,
        is_legal: true,
        questions: &[
            "How many customers were affected by the incident in the quarter, and what did it cost you?",
            "What share of assets is in cold storage, and how large is the insurance policy?",
        ],
        direct: &[
            "{people} customers were affected, it cost us {usd}, and all of them have been reimbursed.",
            "More than {pct2} is in cold storage at any time, and the policy covers {usd2}.",
        ],
        partial: &[
            "We reacted within hours, and no funds were lost.",
            "The large majority is in cold storage, and we carry insurance.",
        ],
        pivot: "Security is in our DNA.",
    },
    Topic {
        subject: "customer concentration",
        sectors: &[Sector::Custody, Sector::Payments, Sector::Software, Sector::Bank, Sector::AssetManager],
        is_financial: true,
        is_legal: false,
        questions: &[
            "How much of revenue comes from your largest customer, and when is that contract up for renewal?",
            "What was net retention in the quarter, and did you lose any large accounts?",
        ],
        direct: &[
            "Our largest customer is {pct} of revenue, and the contract runs for another {n} years.",
            "Net retention was 1{n2}%, and we lost one large account worth {usd} a year.",
        ],
        partial: &[
            "We have broadened the base quite a bit over the last two years.",
            "Customers tend to stay with us and buy more.",
        ],
        pivot: "We serve the who's who of the industry.",
    },
    Topic {
        subject: "revenue sharing with partners",
        sectors: &[Sector::Payments],
        is_financial: true,
        is_legal: false,
        questions: &[
            "What was the yield on reserves, and what share of it goes to distribution partners?",
            "If rates fall by one percentage point, what happens to revenue?",
        ],
        direct: &[
            "The yield was 4.{n}%, and partners receive {pct2} of reserve income.",
            "One percentage point is about {usd} a quarter before sharing, and a little less than half of that after it.",
        ],
        partial: &[
            "Lower rates reduce reserve income, and in the past growth in circulation has offset part of it.",
            "Partner payments rise as more of the float sits with them.",
        ],
        pivot: "We are building the payment network of the internet.",
    },
    Topic {
        subject: "fee cuts",
        sectors: &[Sector::AssetManager],
        is_financial: true,
        is_legal: false,
        questions: &[
            "Do you plan to cut fees on the flagship fund, and what would that do to revenue?",
            "How have flows been since quarter-end?",
        ],
        direct: &[
            "No, we do not plan to cut fees. A cut of five basis points would cost us {usd} a year.",
            "Since quarter-end we have taken in {usd} net, with two weeks of outflows in the middle.",
        ],
        partial: &[
            "Fees in the category are coming down, and we compete on more than price.",
            "Flows have been choppy with the market.",
        ],
        pivot: "Advisers are only beginning to allocate to this asset class.",
    },
    Topic {
        subject: "the pace of share issuance",
        sectors: &[Sector::Treasury],
        is_financial: true,
        is_legal: true,
        questions: &[
            "Your shares trade close to the value of the bitcoin you hold. Will you keep issuing stock below one times net asset value?",
            "How much is left under the at-the-market program, and how fast do you intend to use it?",
        ],
        direct: &[
            "No. Below one times net asset value we will not issue shares; we would rather buy them back.",
            "{usd2} is left, and we intend to use about {usd} a month as long as the premium is above {pct}.",
        ],
        partial: &[
            "We look at many instruments, and common stock is only one of them.",
            "We have been opportunistic with the program and will remain so.",
        ],
        pivot: "We are the most efficient way to own bitcoin in a listed security.",
    },
];
