"""Headlines of our own making: frames with slots, so that the teacher can say what it thinks of words that the labelled
sets hardly hold. The frames carry no label; the teacher gives one."""

ASSETS = """Bitcoin Ethereum XRP Solana Dogecoin Cardano Litecoin Chainlink Polygon Avalanche Polkadot Tron Toncoin Sui
Aptos Arbitrum Optimism Uniswap Aave Maker Stellar Monero Zcash Dash Filecoin Cosmos Algorand Near Hedera Internet-Computer
Shiba-Inu Pepe Bonk Floki Terra Luna UST USDC Tether BNB BTC ETH SOL DOGE ADA LTC LINK MATIC AVAX DOT TRX TON HBAR XLM
Axie-Infinity Decentraland The-Sandbox ApeCoin Ethereum-Classic Bitcoin-Cash Fantom Celsius-token Worldcoin Kaspa""".split()
FIRMS = """Coinbase Binance Kraken Gemini Bitfinex OKX Bybit KuCoin Huobi Crypto.com BlockFi Celsius Voyager FTX Alameda
Genesis Grayscale BlackRock Fidelity Ark-Invest Bitwise VanEck Galaxy-Digital MicroStrategy Tesla Square Block PayPal Visa
Mastercard Stripe Robinhood eToro Circle Paxos Tether Ripple Consensys Animoca-Brands Yuga-Labs OpenSea Dapper-Labs Chainalysis
Elliptic Fireblocks Anchorage BitGo Ledger Trezor Marathon-Digital Riot Hut-8 Bitfarms CleanSpark Core-Scientific Iris-Energy
JPMorgan Goldman-Sachs Morgan-Stanley Citi HSBC Deutsche-Bank Standard-Chartered Nomura SoftBank Andreessen-Horowitz Paradigm
Sequoia Dragonfly Pantera-Capital Three-Arrows-Capital Meta Twitter Google Microsoft Nike Adidas Gucci Starbucks Walmart Amazon
Nubank Revolut Samsung LG Sony Ubisoft Chainlink-Labs Polygon-Studios Mercado-Libre Telegram Reddit Spotify""".split()
BODIES = """the-SEC the-CFTC the-Fed the-ECB the-IMF the-Bank-of-England the-Treasury-Department the-FCA Congress lawmakers
a-federal-judge the-White-House India Russia China South-Korea Japan El-Salvador Nigeria Brazil Argentina Turkey Dubai Singapore
Hong-Kong Thailand the-European-Union Ukraine Iran Kazakhstan Texas New-York Florida Wyoming the-central-bank a-top-court
the-finance-minister regulators prosecutors the-DOJ FinCEN the-FDIC the-Senate the-House the-United-Kingdom Germany""".split()
PEOPLE = """analysts Michael-Saylor Vitalik-Buterin Elon-Musk Jack-Dorsey Cathie-Wood Gary-Gensler Brian-Armstrong CZ
Changpeng-Zhao Sam-Bankman-Fried Do-Kwon Justin-Sun Charles-Hoskinson Jerome-Powell Janet-Yellen Warren-Buffett Jamie-Dimon
Paul-Krugman Peter-Schiff Mark-Cuban Ray-Dalio Novogratz strategists a-former-executive an-industry-veteran""".split()
NUMBERS = "3 5 7 10 12 15 20 24 30 40 45 60 75 80 100 120 150 200 250 300 450 500 800".split()
PRICES = "$0.05 $0.5 $1 $2.40 $15 $90 $250 $1,400 $1,900 $2,500 $3,000 $4,800 $16,500 $19,000 $21,000 $28,500 $30K $40,000 $69K $75,000 $100K $110,000".split()

FRAMES = """A climbs N% as F announces partnership
A falls below P as selling pressure grows
A slides N% after F delays launch
A steadies near P ahead of Fed decision
A price analysis: bulls eye P
A price analysis: bears push toward P
A reclaims P, but analysts urge caution
A network suffers outage for the Nth time this year
A hits new all-time high above P
A drops to lowest level since January
A open interest reaches record $N billion
A whales move N million tokens to exchanges
A holders in profit fall to N%
A developers set date for next upgrade
A upgrade goes live on testnet
A upgrade delayed again, developers say
A exploited for $N million in flash loan attack
A could surge N%, R predicts
A may lose N% if support at P breaks, R warns
What is A and how does it work?
How to stake A: a beginner's guide
Here is what happened in crypto today
Three things to watch in A this week
F raises $N million in Series B round led by F
F acquires F for $N million
F lays off N% of staff amid market downturn
F files for bankruptcy protection
F halts withdrawals citing extreme market conditions
F resumes withdrawals after maintenance
F launches A futures trading
F launches NFT marketplace
F opens office in Dubai
F hires former regulator as chief compliance officer
F names new chief executive
F CEO steps down
F faces class action lawsuit over A losses
F sued by B over unregistered securities
F settles with B for $N million
F wins license from B
F denied license by B
F denies insolvency rumors
F adds support for A
F delists A
F to list A next week
F partners with F to bring crypto payments to customers
F buys another N A for treasury
F sells N% of its A holdings
F reports quarterly loss of $N million
F revenue jumps N% on trading volume
F posts record profit
F says hackers stole customer data
F recovers $N million of stolen funds
F files for spot A ETF
F reduces fees on spot A fund
F invests $N million in A startup
F mining output rises N% in June
F to build N megawatt mining facility
F shares sink after earnings miss
F shares soar on A rally
F explores stablecoin issuance
F expands in Latin America
F publishes proof of reserves
F freezes $N million in stolen USDT
B approves first A ETF
B rejects A ETF application
B delays decision on A ETF
B bans crypto mining
B bans crypto advertising
B proposes new rules for stablecoin issuers
B plans digital currency pilot
B to tax crypto gains at N%
B legalizes crypto payments
B seizes $N million in crypto from hackers
B charges founder of A platform with fraud
B arrests N in crypto scam crackdown
B fines F $N million
B drops case against F
B opens probe into F
B seeks comment on digital asset framework
B clears path for crypto banks
B warns investors about crypto risks
B adopts A as legal tender
B sanctions crypto mixer
B passes crypto bill
B holds hearing on digital assets
R says A will reach P by year end
R says A is a bubble
R calls for clear crypto rules
R explains why A is down today
R explains why A is up today
R sells A stake
R buys more A
R on the future of decentralized finance
R: crypto winter is not over
R: the worst is over for A
Crypto market loses $N billion in a day
Crypto market cap tops $N trillion
Crypto stocks rally as A rebounds
Crypto funds see $N million in outflows
Crypto funds record Nth week of inflows
Crypto liquidations top $N million
NFT sales plunge N% in May
NFT collection sells out in minutes
NFT project accused of rug pull
NFT game attracts N million players
DeFi protocol loses $N million to exploit
DeFi total value locked climbs N%
DeFi lender A pauses borrowing
Stablecoin depegs after reserves questioned
Stablecoin supply hits new high
Bitcoin miners sell holdings as profits shrink
Bitcoin miners enjoy record revenue
Bitcoin mining difficulty jumps N%
Hashrate falls as miners unplug
Memecoin rallies N% after tweet from R
New memecoin presale raises $N million, could be the next A
This new token presale offers N% bonus before listing
Sponsored: why investors are rushing into this A rival
Press release: F announces global launch of its platform
AI tokens outperform as F unveils new chip
AI agents begin trading A on chain
Inflation data sends A higher
Inflation data sends A lower
Rate hike fears weigh on A
Stocks and crypto tumble on tariff news
Dollar strength pressures A
Survey finds N% of investors own crypto
Study: A uses less energy than expected
Report: N% of A supply held by long-term investors
University launches blockchain course
Football club signs sponsorship with F
Airline accepts A for tickets
Luxury brand drops digital collection with F
Hacker returns $N million to A protocol
Hacker drains A bridge of $N million
Phishing attack targets A users
Ransomware group demands A
Bridge between A and A goes live
Layer 2 network reaches N million transactions
Wallet provider adds A staking
Token unlock of $N million looms for A
Airdrop rumors lift A
Community votes against A proposal
Community approves A burn proposal
Founder of A leaves project
A foundation announces grants program
A adoption grows in Africa
A trading volume collapses
A trading volume doubles overnight
A futures signal bullish sentiment
A options traders hedge against drop
A forms death cross
A forms golden cross
A dominance rises to N%
A stuck in range as volume dries up
A faces resistance at P
A bounces off support at P""".split("\n")


def make(random):
    """One headline."""
    out = []
    for word in random.choice(FRAMES).split():
        core = word.rstrip(":,.?%")
        tail = word[len(core):]
        lists = {"A": ASSETS, "F": FIRMS, "B": BODIES, "R": PEOPLE, "P": PRICES, "N": NUMBERS, "Nth": NUMBERS}
        if core == "$N":
            core = "$" + random.choice(NUMBERS)
        elif core in lists:
            core = random.choice(lists[core]).replace("-", " ") + ("th" if core == "Nth" else "")
        out.append(core + tail)
    text = " ".join(out)
    return text[0].upper() + text[1:]
