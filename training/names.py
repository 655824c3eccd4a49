"""Names that carry a subject, and plain frames to put them in: own knowledge, written down as training examples.

Each example says one thing only: a headline about this name is (also) about this category. The other categories of the
example stay unknown, and so does its tone."""

BY_CATEGORY = {
    "Mining": "MARA;Marathon Digital;MARA Holdings;Riot Platforms;Riot Blockchain;CleanSpark;Core Scientific;Hut 8;Bitfarms;Iris Energy;IREN;TeraWulf;Cipher Mining;Bitdeer;Canaan;BTCS;Argo Blockchain;Bitmain;Greenidge;Stronghold Digital;HIVE Digital;Foundry;Antpool;American Bitcoin;Cango;hashrate;hash rate;hashprice;mining rigs;ASIC miners;mining difficulty;Puell Multiple;miner reserves;crypto miners;mining pools;block rewards;the halving",
    "Treasuries": "Strategy;MicroStrategy;MSTR;Michael Saylor's Strategy;Metaplanet;Semler Scientific;GameStop;Trump Media;SharpLink;SharpLink Gaming;BitMine;Twenty One Capital;KULR;The Blockchain Group;H100 Group;Nakamoto;KindlyMD;DeFi Development Corp;Sol Strategies;Smarter Web Company;ProCap;Strive;LQwD;Remixpoint;Meliuz;Empery Digital;Upexi;Bitcoin reserve;strategic bitcoin reserve;corporate treasury;bitcoin holdings;balance sheet bitcoin;state bitcoin reserve bill",
    "Stablecoins": "Tether;USDT;USDC;Circle;PYUSD;RLUSD;USDe;Ethena;DAI;USD1;FDUSD;TrueUSD;EURC;Paxos;GENIUS Act;stablecoin issuers;stablecoin supply;dollar-pegged token;digital euro;digital yuan;digital pound;CBDC;central bank digital currency;TerraUSD;UST depeg;won-backed token",
    "Exchanges": "Binance;Coinbase;Kraken;Bybit;OKX;KuCoin;Bitget;Gate.io;HTX;Huobi;Bitfinex;Bitstamp;Gemini;Upbit;Bithumb;Crypto.com;MEXC;BitMEX;Deribit;Robinhood;eToro;Bakkt;WazirX;CoinDCX;Nobitex;BitoPro;Mt. Gox;FTX;Luno;Bitso;Mercado Bitcoin;Bullish;BingX;Phemex;CoinW;Binance.US;spot trading pairs;delisting notice;futures listing;exchange reserves;crypto custody",
    "DeFi": "Aave;Uniswap;Lido;Curve;MakerDAO;Compound;Pendle;Jupiter;Raydium;Hyperliquid;dYdX;GMX;Cetus;1inch;PancakeSwap;SushiSwap;Balancer;Yearn;Convex;EigenLayer;Babylon;Morpho;Synthetix;Venus;Ondo;Sky;Orca;Kamino;Spark;Frax;TVL;total value locked;yield farming;liquid staking;restaking;liquidity pools;DEX volume;lending protocol;perpetuals DEX;BTCFi;flash loans;decentralized exchange",
    "Memecoins": "Dogecoin;DOGE;Shiba Inu;SHIB;PEPE;Pepe;BONK;WIF;dogwifhat;FLOKI;Floki;TRUMP memecoin;Official Trump;Melania coin;Fartcoin;Brett;Popcat;MOG;SPX6900;Pudgy Penguins token;Pump.fun;LetsBonk;meme coins;memecoin traders;LIBRA token;Hawk Tuah coin;Turbo;Moo Deng;James Wynn memecoin bet",
    "NFTs & Gaming": "OpenSea;Magic Eden;Blur;CryptoPunks;Bored Ape Yacht Club;Yuga Labs;Pudgy Penguins;Azuki;Immutable;Axie Infinity;Decentraland;The Sandbox;Gala Games;Illuvium;Animoca Brands;Ronin;Sorare;NBA Top Shot;Otherside;Ordinals inscriptions;NFT sales;NFT marketplace;digital collectibles;play-to-earn;web3 game;metaverse land;crypto games;STEPN;Guild of Guardians;Off the Grid;Hamster Kombat;Notcoin;Telegram games;esports club",
    "AI": "OpenAI;ChatGPT;Nvidia;xAI;Grok;Anthropic;Claude;DeepSeek;Gemini AI model;Perplexity;Mistral;Meta AI;CoreWeave;Bittensor;Fetch.ai;Render;Virtuals;ai16z;Worldcoin;AI agents;agentic AI;chatbots;large language models;generative AI;AI data centers;AI startup;Copilot;Midjourney;machine learning model;robotics startup;Apple Intelligence;AI chips;humanoid robots",
    "ETFs": "IBIT;FBTC;GBTC;BITO;ETHA;ARKB;spot bitcoin ETF;spot ether ETF;Solana ETF;XRP ETF;Grayscale trust conversion;Bitwise fund;VanEck fund;21Shares;ProShares;Canary Capital filing;REX-Osprey;Franklin Templeton fund;WisdomTree;Invesco Galaxy;BlackRock's bitcoin fund;ETP inflows;CoinShares weekly flows;fund outflows;S-1 amendment;19b-4 filing;exchange-traded products;index fund",
    "Security & Crime": "Lazarus Group;ZachXBT;PeckShield;CertiK;SlowMist;Chainalysis report;rug pull;phishing campaign;wallet drainer;ransomware gang;private keys stolen;flash loan attack;bridge exploit;data breach;Tornado Cash;money laundering ring;Ponzi scheme;crypto kidnapping;SIM swap;pig butchering scam;North Korean hackers;address poisoning;malware;darknet market;Sam Bankman-Fried;Do Kwon;Alex Mashinsky;Braiscompany;OneCoin;extortion;identity theft;social engineering;hacked account",
    "Macro": "the Fed;Federal Reserve;FOMC;Jerome Powell;CPI data;PPI report;nonfarm payrolls;tariffs;trade war;US-China talks;Treasury yields;the dollar index;DXY;ECB rate decision;Bank of Japan;recession fears;jobs report;debt ceiling;national debt;Moody's downgrade;S&P 500;Nasdaq futures;gold price;oil prices;Israel-Iran conflict;geopolitical tensions;GDP;quantitative easing;money supply;M2;liquidity cycle",
    "Regulation": "SEC;CFTC;Gary Gensler;Paul Atkins;Hester Peirce;CLARITY Act;FIT21;MiCA;FCA;MAS;VARA;Senate Banking Committee;House Financial Services;Cynthia Lummis;Elizabeth Warren;DOJ;OCC;FDIC;Wells notice;class action;federal judge;Supreme Court;crypto bill;tax proposal;licensing regime;sandbox rules;Travel Rule;enforcement action;anti-money laundering rules;executive order;Congress;parliament;David Sacks;attorney general",
    "Funding": "Series A;Series B round;seed round;IPO filing;SPAC merger;a16z;Paradigm;Pantera Capital;Polychain;Dragonfly;Multicoin;Sequoia;Y Combinator;acquisition talks;merger agreement;convertible notes;private placement;venture fund;strategic investment;public listing;valuation;token sale round;buyout offer",
    "Technology": "Pectra upgrade;Fusaka;Dencun;Taproot;Lightning Network;zk rollup;ZK proofs;Arbitrum;Optimism;Base network;Starknet;zkSync;Polygon zkEVM;Firedancer;Alpenglow;Hydra;testnet launch;mainnet launch;hard fork;EIP-4844;OP_RETURN;Bitcoin Core;validators;sharding;account abstraction;quantum computing;network outage;smart contract language;interoperability protocol;Cosmos SDK;Danksharding",
    "Adoption": "Lightning payments;crypto debit card;merchant payments;tokenized stocks;real-world assets;tokenization;tokenized treasuries;bitcoin ATM;El Salvador;Bhutan;payroll in bitcoin;remittances;Visa;Mastercard;PayPal;Stripe;Shopify;Starbucks;crypto mortgage;bank custody service;loyalty points on chain;bitcoin legal tender;university endowment;pension fund allocation",
    "People": "Vitalik Buterin;Michael Saylor;Elon Musk;Changpeng Zhao;CZ;Brian Armstrong;Arthur Hayes;Justin Sun;Adam Back;Jack Dorsey;Cathie Wood;Charles Hoskinson;Robert Kiyosaki;Peter Schiff;Tom Lee;Satoshi Nakamoto;Hal Finney;Ross Ulbricht;Jamie Dimon;Larry Fink;Eric Trump;Mike Novogratz;Raoul Pal;Roger Ver;Anthony Scaramucci;Balaji Srinivasan",
    "Sponsored": "BlockDAG;Bitcoin Pepe;MAGACOIN FINANCE;Mutuum Finance;Ozak AI;Lightchain AI;Remittix;Little Pepe;Qubetics;Unstaked;Web3 ai;Solaxy;Best Wallet token;BTC Bull Token;Cold Wallet;Ruvi AI;XYZVerse;Troller Cat;Arctic Pablo;MIND of Pepe;Angry Pepe Fork;Pepeto;this presale;new crypto presale;cloud mining contracts;free cloud mining app;100x gem;best crypto to buy now;1000x potential;crypto casino bonus;presale stage 5;early investors bonus;next 100x altcoin;no-KYC casino;passive income mining platform",
    "Markets & Price": "price prediction;price analysis;support level;resistance zone;RSI;MACD;golden cross;death cross;bull flag;open interest;funding rates;liquidations;whale accumulation;exchange inflows;all-time high;altcoin season;bitcoin dominance;market cap;short squeeze;options expiry;weekly close;on-chain data;MVRV ratio;long-term holders;fear and greed index;moving average;head and shoulders pattern",
}

# Names that are everyday words too: good examples, poor hints.
AMBIGUOUS = set("Strategy;Bullish;Sky;Curve;Compound;Spark;Turbo;Render;Foundry;Brett;Orca;Strive;Balancer;Frax;Base network".split(";"))

FRAMES = [
    "{x}: what to know", "{x} in focus as Bitcoin climbs above {p}", "What {x} means for investors", "{x} makes headlines again",
    "Why {x} matters this week", "{x} draws attention after latest announcement", "Report: {x} under the spotlight",
    "Inside {x}: the full story", "{x} update sparks debate", "Analysts weigh in on {x}", "{x} news: latest developments",
    "All eyes on {x} as the week begins", "{x} surprises the market", "How {x} changed in {n} days", "{x} and the future of crypto",
    "Here is the latest on {x}", "{x} shares move {n}% in early trading", "Bitcoin, Ethereum and {x}: weekly recap", "{x} expands its reach",
    "The case for and against {x}", "{x} faces new questions", "{x} hits a milestone", "Experts discuss {x}", "{x} sees {n}% change in a month",
    "{x} announces plans for next quarter", "Could {x} shape the next cycle?", "Opinion: {x} deserves a closer look", "{x} takes center stage",
]


def examples(random, count):
    """(headline, category) pairs."""
    out = []
    for _ in range(count):
        category = random.choice(list(BY_CATEGORY))
        name = random.choice(BY_CATEGORY[category].split(";"))
        text = random.choice(FRAMES).format(x=name, p=random.choice(["$19,000", "$45,000", "$105K"]), n=random.choice("3 7 12 20 30 45".split()))
        out.append((text[0].upper() + text[1:], category))
    return out
