//! The words that speak for or against a name, in lower case.

use std::sync::LazyLock;

use crate::fixed::FixedSet;

/// A list of words that is searched often.
pub(super) struct Words(LazyLock<FixedSet<&'static str>>);

impl Words {
    /// Whether the word is in the list, in whatever case it is written.
    pub fn has(&self, word: &str) -> bool {
        // Longer than any listed word; keeps a long run of letters from being copied.
        const MAX_BYTES: usize = 20;
        if word.is_empty() || word.len() > MAX_BYTES {
            return false;
        }
        let mut lower = [0; MAX_BYTES];
        let lower = &mut lower[..word.len()];
        lower.copy_from_slice(word.as_bytes());
        lower.make_ascii_lowercase();
        std::str::from_utf8(lower).is_ok_and(|lower| self.0.contains(lower))
    }
}

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident = $list:literal;)*) => {
        $($(#[$doc])* pub(super) static $name: Words =
            Words(LazyLock::new(|| $list.split_whitespace().collect()));)*
    };
}

words! {
    /// Stock exchanges as they stand before a ticker.
    EXCHANGES = "
        nasdaq nasdaqgs nasdaqcm nasdaqgm nyse amex arca american tsx tsxv cse neo cboe asx lse aim aqse
        aquis tse tyo jpx hkex sehk hkg krx sgx six otc otcqb otcqx otcmkts xetra fra fse euronext epa nse
        bse b3 ngm sto ticker symbol stock otcpk nyseamerican moex venture exchange global ca
    ";

    /// What a company does or has; stands right behind its name.
    AFTER_COMPANY = "
        ceo cfo cto coo chief chair chairman president founder co-founder cofounder executive executives
        exec spokesperson inc corp ltd plc holdings shares stock stockholders shareholders investors ipo
        said says announced announces buys bought acquires acquired purchases purchased sells sold adds
        added holds owns files filed launches launched unveils unveiled raises raised reports reported posts
        posted plans expands partners partnered sues sued settles settled wins secures secured receives
        received joins joined hires appoints names cuts lays halts pauses resumes lists delists agrees signs
        eyes seeks mulls warns denies confirms confirmed faces teams taps invests invested mints minted
        issues issued burns stakes mined mines continues prices priced closes completes completed doubles
        tops hits surges jumps falls drops soars rises tumbles rallies plunges slides gains boosts increases
        becomes goes gets opens rolls introduces reveals discloses disclosed customers users employees
        debuts trades snaps scoops stacks surpasses backs backed pushes may could will would has is was
        makes proposes proposed intends brings enables integrates offers pays moves revenue earnings
        headquarters board valuation bitcoin btc spends spent notched grows shifts expects targets
        skyrockets erupts crashes climbs hires sheds slashes bets wants stops starts tells
    ";

    /// What stands right before a company's name.
    BEFORE_COMPANY = "
        firm company giant exchange issuer miner startup platform bank broker brokerage custodian lender
        provider developer operator manager fund by at with from via unit subsidiary rival rivals competitor
        sues suing acquires buys joins like including invested backed parent against powerhouse leader
        behemoth wallet maker formerly between holder heavyweight amid after
    ";

    /// What only a company has; stands somewhere in the sentence.
    BUSINESS = "
        ipo shares earnings ceo nasdaq nyse shareholders
    ";

    /// Before `of` and a company's name.
    PART_OF_COMPANY = "
        shares ceo founder co-founder president chairman customers users unit acquisition arm subsidiary
    ";

    /// Before a doubtful word these say that it is used as a word.
    PLAIN_ARTICLES = "
        a an the this that these those its his her their our my your no each every any some one new another
        best first full whole what which own key big long-term trading investment exit growth marketing
        winning simple risky
    ";

    /// Behind a doubtful word, these say that it is used as a word.
    AFTER_PLAIN_WORD = "
        of for the a an that which where when involves behind paying pays
    ";

    /// What people say about a coin right behind its name or ticker.
    AFTER_ASSET = "
        price prices token tokens coin coins holders holder whale whales bulls bears rally rallies rallied
        surges surged jumps jumped soars soared falls fell drops dropped rises rose gains gained climbs
        climbed dips slides plunges plunged tumbles crashes rebounds pumps dumps trades traded trading
        breaks breakout hits etf etfs staking stakers network blockchain chain protocol ecosystem mainnet
        testnet foundation labs dao memecoin altcoin crypto cryptocurrency stablecoin wallet airdrop burn
        supply futures perpetuals chart technical prediction forecast outlook market investors traders
        treasury validators developers founder co-founder outperforms leads eyes targets retests
        consolidates bounces recovers spikes spike buyers usd usdt community dex defi native tvl listing
        unlock presale whitepaper finance bullish bearish skyrockets rockets
    ";

    /// Of these, what people say of nothing else.
    AFTER_COIN = "
        price prices token tokens coin coins holders whale whales etf etfs staking stakers network blockchain
        chain protocol ecosystem mainnet testnet foundation labs dao memecoin altcoin crypto cryptocurrency
        stablecoin wallet airdrop validators developers founder co-founder usd usdt dex defi tvl presale
        whitepaper finance
    ";

    /// Coins named like plain nouns, with which headlines and sentences begin.
    PLAIN_NOUNS = "
        optimism flow near render sonic stellar avalanche dash maker compound curve waves quant mantra flare
        gala stacks harmony terra maple balancer blur wormhole drift spark euler mantle
    ";

    /// With what a sentence begins before a name that is no part of it.
    OPENERS = "
        a an the this that these those its his her their our my your and but or yet so still also then now
        when while as if since because although though before after during amid despite following like unlike
        with without from for in on at by to of about according against among between both either neither
        how why what who whose which where will would can could should may did does do is are was were has
        have had not only even just once meanwhile however moreover furthermore additionally recently today
        yesterday tomorrow monday tuesday wednesday thursday friday saturday sunday last next later earlier
        previously currently reportedly notably specifically similarly instead overall thus hence indeed
        clearly finally first second third one two three other others another most many some all every each
        such rival rivals company firm firms exchange issuer giant lender miner bank analyst analysts
        researchers traders investors regulators sources crypto bitcoin stablecoin spot new former under over
        through via per said says buy buying using including includes visit read see follow join source let
        chipmaker automaker carmaker retailer broker brokerage custodian startup developer wallet tech software
        payment payments mining treasury fund funds manager operator provider platform venture hedge investment
        trading security cybersecurity research data creator maker owner parent chief group game gaming media
        shares here there i we you they he she it ceo founder co-founder president chairman
    ";

    /// What stands right before a coin's name or ticker.
    BEFORE_ASSET = "
        buy buying bought sell selling sold hold holding stake staking token coin altcoin memecoin
        cryptocurrency stablecoin blockchain network protocol layer-1 layer-2 l1 l2 million billion trillion
        worth spot altcoins tokens coins stablecoins memecoins crypto wrapped native mint minted trade
        trading long short swap rollup ticker accumulate accumulating dumped ecosystem
    ";

    /// Articles and the like before a coin's name say that it is used as a word.
    BEFORE_PLAIN_WORD = "
        a an this that these those its his her their our my your no each every any some another very to of
        is was are be
    ";

    /// Before a medium's name these say that it is the source of the news, not its subject.
    BEFORE_SOURCE = "
        on told to by for via per from with through in at source
    ";

    /// Behind a medium's name these say that it tells the news and is not in it.
    AFTER_SOURCE = "
        reported reports report writes wrote noted notes learned reached asked contacted cited
    ";

    /// Before the name of who gathers data these say that a figure is theirs.
    BEFORE_FIGURE = "
        per via from source on
    ";

    /// Before `by` or `from` and such a name.
    GIVEN = "
        reported tracked compiled provided shared collected published cited shown chart data image report
        reports analysis note survey study research insights figures estimates post metrics statistics numbers
        news calculated calculations estimated highlighted noted revealed displayed according findings
    ";

    /// Behind such a name, or shortly behind where it is a possessive.
    FIGURES = "
        data figures figure shows show showed chart charts stats statistics metrics metric indicates reveals
        index heatmap numbers estimates dashboard calculations report reports analysis survey poll study note
        notes research interview quicktake insights news platform tv piece sources
    ";

    /// Who speaks for such a firm.
    ROLES = "
        analyst analysts strategist strategists researcher researchers contributor contributors author
        reporter reporters journalist journalists columnist expert experts economist economists specialist
        host editor correspondent
    ";

    /// What may stand between the two.
    BEFORE_ROLE = "
        etf on chain onchain crypto cryptocurrency senior lead chief head commodity market markets macro
        intelligence research data blockchain digital asset assets derivatives verified quicktake financial
        technology exchange traded fund community
    ";

    /// What such a firm does when it is quoted.
    SAYS = "
        says said say notes noted writes wrote reports reported explains explained states stated adds added
        shares shared shows showed reveals revealed points pointed flags flagged warns warned highlights
        highlighted estimates estimated calculates calculated suggests suggested finds found indicates
        indicated tweeted posted observed observes examined believes identified predicts predicted forecasts
        expects expected sees argues argued claims claimed described describes talked discussed published
        noticed mentioned mentions attributed confirmed released
    ";

    /// What may stand between its name and that.
    BETWEEN_SAYS = "
        has have had also recently further then already itself previously now likewise however first
    ";

    /// Behind the name of a company these say that the coin of the same name is meant.
    COIN_OF_COMPANY = "
        price prices token tokens coin coins whale whales bulls bears holders etf etfs technical forecast
        prediction predictions chart target targets usd usdt altcoin cryptocurrency
    ";

    /// What a firm is called right before its name.
    KINDS_OF_FIRM = "
        firm company giant exchange issuer miner startup platform bank broker brokerage custodian lender
        provider developer operator manager subsidiary unit powerhouse heavyweight behemoth maker
    ";

    /// Behind a name in a headline these may be other than what a firm does or has.
    ALSO_NOUNS = "
        plans bitcoin btc holdings issues gains prices moves shifts targets reports board stakes may will
        could would has is was holds increases falls drops rises hits tops jumps surges soars
    ";

    /// Behind a channel's name these say that a place on it is meant.
    PLACES_ON_CHANNEL = "
        bot bots channel channels group groups chat chats community post posts message messages account
        accounts handle
    ";

    /// Channels as they stand in a row.
    CHANNELS = "
        x twitter facebook telegram discord instagram youtube reddit medium linkedin tiktok whatsapp website
        whitepaper github
    ";

    /// What the sentence of such a row has where readers are sent there.
    SENT_TO_CHANNEL = "
        follow join website whitepaper subscribe official us our on via through across
    ";

    /// What people are, before or behind their names.
    PERSONS = "
        ceo cto cfo coo minister governor president senator congressman congresswoman mayor judge attorney
        lawyer prosecutor analyst economist trader journalist reporter politician billionaire entrepreneur
        founder co-founder cofounder chairman chairwoman chairperson chair director commissioner secretary
        professor rapper singer musician actor teller teacher influencer youtuber streamer officer owner
        mr mrs ms dr sir man woman executive spokesman spokeswoman hacker defendant suspect comptroller
    ";

    /// Behind a comma these say that no person is spoken of.
    NO_PERSON = "
        firm company exchange bank platform startup provider maker giant whose which led founded run owned
        subsidiary unit group fund issuer miner developer protocol network brand business
    ";

    /// With what firms end that are called after people.
    FIRMS_OF_PEOPLE = "
        protocol capital group bank labs partners holdings ventures research media network finance global
        wealth securities foundation exchange fund advisors analytics technologies systems insights mining
        digital gold pay wallet club energy power markets assets
    ";
}
