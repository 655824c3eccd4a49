//! The words that who-said-what hangs on: verbs of speech with what may follow them, nouns for people, companies and
//! papers, and the small words of grammar.

use std::ops::Range;
use std::sync::LazyLock;

use super::verbs::{self, Verb};
use crate::fixed::{FixedMap, Table};

/// What a word can be; one word may be several things.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags(u32);

macro_rules! flags {
    ($($(#[$doc:meta])* $name:ident $bit:literal = $list:literal;)*) => {
        impl Flags {
            $($(#[$doc])* pub const $name: Flags = Flags(1 << $bit);)*
        }
        const CLASSES: &[(Flags, &str)] = &[$((Flags::$name, $list)),*];
    };
}

impl Flags {
    #[inline]
    pub fn has(self, other: Flags) -> bool {
        self.0 & other.0 != 0
    }

    pub const fn or(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

flags! {
    DET 0 = "the a an this that these those its his her their our my your another each every some many several most
        any no both two three four other one all few";
    HE 1 = "he she";
    THEY 2 = "they";
    IT 3 = "it";
    /// Verbs that help others: they show that a clause has begun.
    AUX 4 = "has have had is are was were be been being do does did isn't aren't wasn't weren't hasn't haven't
        hadn't doesn't don't didn't it's he's she's they're that's there's we're i'm they've we've it'll they'll";
    MODAL 5 = "will would could should may might can cannot must shall won't wouldn't couldn't shouldn't can't";
    NOT 6 = "not never n't didn't doesn't don't hasn't haven't hadn't wasn't isn't neither nor without declined
        refused";
    ADVERB 7 = "also further later then now once again however meanwhile still already even just first only too
        therefore thus instead moreover furthermore additionally nonetheless nevertheless similarly likewise
        indeed though yet always often ever today yesterday here there so else afterward earlier long since
        twice overall hence rather perhaps besides ahead back";
    PREP 8 = "in on at of for from by with during via through over under about after before to into amid among as
        per around against between since until upon despite within without following throughout towards toward
        across behind beyond alongside near like including regarding concerning outside inside onto amongst amidst";
    CONJ 9 = "and or but while because if when although whereas unless though as where";
    WHO 10 = "who which whom whose that";
    /// What one person may be called.
    ROLE 11 = "ceo cfo cto coo cmo cio cso cpo clo cbo ceos founder co-founder cofounder analyst trader strategist
        economist senator president chairman chairwoman chairperson chair director governor secretary minister
        researcher lawyer attorney partner spokesperson spokesman spokeswoman commissioner representative
        congressman congresswoman congressperson lawmaker developer engineer investor journalist reporter host
        author expert watcher pundit influencer commentator investigator detective sleuth youtuber podcaster
        educator enthusiast proponent advocate whale bitcoiner maximalist entrepreneur billionaire executive exec
        official lead manager officer advisor adviser counsel professor prosecutor judge mayor premier chancellor
        candidate mp member user head vp svp evp creator contributor columnist editor correspondent
        chief boss mogul tycoon banker regulator politician veteran specialist technician chartist
        observer skeptic sceptic critic supporter commenter redditor poster capitalist vc consultant designer scientist
        holder personality figure leader co-ceo co-chief co-chair pioneer comptroller treasurer anchor pseudonymous king prince
        queen emperor pope general czar sheriff deputy undersecretary ambassador envoy legislator councilor
        councilman councilwoman alderman assemblyman assemblywoman ombudsman chairman-elect vice-president vice-chair co-creator builder hacker auditor
        technologist historian philosopher author-investor quant miner strategist-in-chief
        president-elect co-host lobbyist activist tipster streamer rapper actor singer athlete billionaires
        portfolio-manager speaker whip aide mep ex-ceo ex-chair ex-president ex-chairman ex-cto ex-coo ex-analyst ex-trader";
    /// Several people who may speak for somebody named.
    ROLES 12 = "analysts researchers strategists economists traders officials executives developers experts lawyers
        prosecutors spokespeople representatives authors founders co-founders lawmakers senators regulators
        engineers investigators investors commissioners justices governors ministers legislators lawyers attorneys organizers organisers co-ceos co-chairs";
    /// What a company or office may be called.
    COMPANY 13 = "company firm exchange platform bank regulator agency department protocol foundation team project
        startup miner issuer fund provider broker brokerage watchdog commission ministry institution organization
        organisation group network giant custodian lender manufacturer conglomerate corporation business
        association council committee authority central-bank court bureau office government administration
        police newspaper outlet magazine portal daily publication studio dao lab labs developer-firm builder
        subsidiary parent venture chain pair duo union think-tank nonprofit consortium alliance trust
        retailer carmaker chipmaker automaker airline insurer startup-turned entity operator house treasury";
    /// What is written and speaks for whoever wrote it.
    PAPER 14 = "report letter note post statement announcement release filing thread tweet blog analysis survey
        study paper message memo presentation update email article research guidance circular complaint lawsuit
        interview speech document whitepaper newsletter publication review disclosure brief outlook review";
    /// Nobody in particular.
    NOBODY 15 = "source sources some many critics observers insiders redditors maxis maximalists hodlers degens netizens people users members commenters others
        everyone someone anyone nobody skeptics sceptics supporters proponents holders bulls bears media reports
        participants investors data charts indicators technicals metrics sentiment market markets";
    DATE 16 = "january february march april may june july august september october november december jan feb mar apr
        jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday today yesterday tomorrow week month year quarter weekend morning afternoon evening night hours
        hour days day weeks months years last-week";
    /// Capitals that open a sentence or a heading and are no name.
    OPENER 17 = "according based however meanwhile moreover furthermore additionally notably despite although though
        while after before during since until when where why how what who which if as at by for from in into of on
        to with the a an this that these those it its he she they his her their we our i my you your and or but so
        yet nor not no yes also still then now here there today yesterday overall similarly likewise instead
        interestingly importantly please momentum technicals prices price sentiment volume specifically ultimately currently recently previously earlier later finally
        firstly secondly first second third initially eventually additionally nonetheless nevertheless thus
        therefore hence indeed adding speaking commenting following amid given looking over under once both many
        some most several few other another each every all any one two three despite unlike beyond within
        because whether whereas unless despite regarding per via through across between among around about
        amongst amidst whilst throughout toward towards alongside including concerning upon outside behind besides aside apart prior
        due thanks contrary i'd he'd she'd we'd they'd you'd
        like just even only elsewhere responding citing according-to key more less new top best why read
        related update source featured image disclaimer let's here's it's that's there's we're i'm don't they've they're
        he's she's we've i've i'll we'll you're you've it'll they'll what's who's isn't doesn't didn't won't can't
        can will could should would may might is are was were has have had do does did be been being am";
    /// Ways to name the one who spoke last: `the former`, `the latter`.
    LATTER 18 = "latter former";
    /// First person: somebody's own words.
    OWN 19 = "i we my our me us i'm i've i'd i'll we're we've we'd we'll let's mine ours";
    NATION 20 = "american russian chinese japanese british german french italian spanish israeli iranian norwegian
        swedish danish finnish dutch swiss austrian indian indonesian korean brazilian canadian australian
        european asian african us u.s uk u.k eu mexican turkish ukrainian polish thai vietnamese singaporean
        argentine argentinian salvadoran nigerian kenyan pakistani emirati saudi czech hungarian irish scottish
        portuguese greek belgian qatari iraqi syrian lebanese egyptian moroccan swiss-based kazakh philippine filipino malaysian taiwanese";
    /// Ends of names of companies and offices.
    SUFFIX 21 = "inc corp ltd llc llp plc ag sa gmbh holdings group labs lab foundation capital ventures research
        finance financial bank banks exchange network protocol technologies technology digital media news times
        journal post institute university association council committee commission department ministry agency
        authority board bureau office fund funds management partners investments securities markets global
        international solutions systems services dao company companies industries analytics intelligence
        insights trust treasury reserve senate congress parliament house court police union chain pay
        wallet studios games entertainment energy mining miner resources show podcast magazine tribune herald
        street bloomberg reuters swap federation organization organisation society coalition alliance";
    /// Nouns of speech: `his claim that`.
    CLAIM 22 = "claim claims prediction belief view statement assertion warning announcement argument suggestion opinion
        allegation revelation declaration confirmation forecast";
    /// Tells apart a title from what a person is not any more.
    PAST 23 = "former ex formerly onetime ex-";
    /// Services that show figures rather than speak.
    TRACKER 24 = "coinmarketcap coingecko defillama tradingview bitcointreasuries bitcointreasuries.net sosovalue
        bitbo farside dune etherscan l2beat barchart polymarket kalshi google yahoo";
    /// Last words of names that are no speakers.
    THING 25 = "index score model indicator data chart ratio average bands rsi macd sma ema oscillator talks rate rates price
        prices etf etfs act bill trend level zone season rally momentum volume coin token tokens launch app
        treasury reserve please critics experts analysts traders investors supporters observers sources
        proponents skeptics market markets cycle pattern patterns handbook program programme summit conference steps openings multiple
        interest startups atm atms interface accord accords treaty directive legislation test tests law rule rules tax taxes framework";
    /// Words that speak for something.
    GOOD 27 = "rise rises rising rose gain gains gained surge surged rally bullish growth grow growing grows strong stronger
        strength support supports supported adoption adopt opportunity opportunities positive optimistic confidence confident
        benefit benefits success successful improve improved improves innovation innovative milestone record high higher highs
        breakout upside boost boosts excited proud pleased happy great best leading leader lead leadership secure safe trust
        trusted transparent transparency efficient efficiency faster fast cheaper easier easy accessible accelerate expand
        expanding expansion demand accumulate accumulation approval approved approve win wins undervalued hedge valuable
        potential better enable enables empower welcome welcomed praised progress momentum favorable resilient resilience
        robust clarity committed commitment hope hopes attractive optimism thrilled unlock unlocks";
    /// Words that speak against something.
    BAD 28 = "fall falls fell falling drop drops dropped decline declines declined declining loss losses lose losing lost crash
        crashed bearish weak weaker weakness risk risks risky concern concerns concerned worry worried fear fears warn warned
        warns warning threat threats fraud fraudulent scam scams hack hacked hacker exploit attack attacks stolen theft steal
        illegal criminal lawsuit sue sued violate violation violated fail fails failed failure collapse bubble correction
        pullback volatile volatility uncertainty uncertain skeptical skepticism criticism criticized criticised against ban
        banned reject rejected deny denied downside lower lowest low pressure sell selling sell-off outflows recession
        inflation debt deficit crisis war conflict tension problem problems struggle struggles slow slowing delay delayed
        overvalued misleading false wrong bad worst danger dangerous vulnerable vulnerability exhausted exhaustion liquidation
        liquidated penalty fine sanction sanctions breach not no never accused blamed slammed dismissed threatened";
    HEDGE 29 = "could may might if unless would perhaps possibly likely";
    /// Words of charts: levels without a view.
    LEVEL 30 = "support resistance level levels zone range close retest ema sma moving average fibonacci channel pattern";
    /// Words of notices and rules.
    DRY 31 = "will plans plan proposes rules regulator consultation report data transactions transferred holders custody
        distribution require required requires must details pending";
    COMPANIES 26 = "banks firms companies exchanges agencies regulators startups protocols platforms organizations";
}

/// All that is known of a word in lower case.
#[derive(Clone, Copy, Debug, Default)]
pub struct Word {
    pub flags: Flags,
    pub verb: Option<&'static Verb>,
    /// May say that somebody speaks.
    pub saying: bool,
}

static VERBS: LazyLock<Vec<(String, Verb)>> = LazyLock::new(|| verbs::forms().collect());

static WORDS: LazyLock<Table<Word>> = LazyLock::new(|| {
    let mut words: FixedMap<String, Word> = FixedMap::default();
    for (flag, list) in CLASSES {
        for word in list.split_whitespace() {
            let known = words.entry(word.to_owned()).or_default();
            known.flags = known.flags.or(*flag);
        }
    }
    for (form, verb) in &*VERBS {
        words.entry(form.clone()).or_default().verb = Some(verb);
    }
    for (word, known) in &mut words {
        known.saying = known.verb.is_some()
            || known.flags.has(Flags::CLAIM)
            || matches!(word.as_str(), "by" | "per" | "according");
    }
    Table::new(words.iter().map(|(word, known)| (word.as_str(), *known)))
});

/// Longer than any listed word; keeps a long run of letters from being looked at.
const MAX_BYTES: usize = 24;

pub fn look_up(lower: &str) -> Word {
    if lower.len() > MAX_BYTES {
        return Word::default();
    }
    known(lower, WORDS.get(lower).unwrap_or_default())
}

/// The lexicon, for whoever looks up many words.
#[derive(Clone, Copy)]
pub struct Lexicon(&'static Table<Word>);

impl Lexicon {
    pub fn open() -> Lexicon {
        Lexicon(&WORDS)
    }

    /// All that is known of the word at `range` of a text in lower case.
    #[inline]
    pub fn look_up_at(self, lower: &str, range: Range<usize>) -> Word {
        if range.len() > MAX_BYTES {
            return Word::default();
        }
        known(&lower[range.clone()], self.0.get_at(lower, range).unwrap_or_default())
    }
}

#[inline]
fn known(lower: &str, mut word: Word) -> Word {
    // `Willy` and `Kelly` are names.
    if lower.len() > 4
        && lower.as_bytes().ends_with(b"ly")
        && word.verb.is_none()
        && !super::voices::is_given_name(lower)
    {
        word.flags = word.flags.or(Flags::ADVERB);
    }
    word
}

/// Whether a word in small letters opens sentences and hardly ever ends a name.
pub(crate) fn opens_sentence(word: &str) -> bool {
    const NOUNS: [&str; 4] = ["monthly", "quarterly", "assembly", "monopoly"];
    let flags = look_up(word).flags;
    let is_adverb = || word.len() > 6 && word.ends_with("ly") && !NOUNS.contains(&word);
    flags.has(Flags::OPENER) || flags.has(Flags::ADVERB) && (!word.ends_with("ly") || is_adverb())
}

/// Whether a word in small letters is the name of a service that shows figures.
pub(crate) fn shows_figures(word: &str) -> bool {
    look_up(word).flags.has(Flags::TRACKER)
}
