//! The coins. These are real names, because Bitcoin's and the others' attention is what the indices measure.

/// A coin that the invented world talks about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asset {
    pub name: &'static str,
    pub symbol: &'static str,
    /// How often it is chosen when a story needs a coin.
    pub weight: f64,
    pub is_memecoin: bool,
}

const fn coin(name: &'static str, symbol: &'static str, weight: f64) -> Asset {
    Asset { name, symbol, weight, is_memecoin: false }
}

const fn meme(name: &'static str, symbol: &'static str, weight: f64) -> Asset {
    Asset { name, symbol, weight, is_memecoin: true }
}

pub const ASSETS: &[Asset] = &[
    coin("Bitcoin", "BTC", 30.0),
    coin("Ethereum", "ETH", 16.0),
    coin("Solana", "SOL", 11.0),
    coin("XRP", "XRP", 9.0),
    coin("Cardano", "ADA", 3.5),
    coin("Avalanche", "AVAX", 3.0),
    coin("Chainlink", "LINK", 3.0),
    coin("Litecoin", "LTC", 2.5),
    coin("Polkadot", "DOT", 2.0),
    coin("BNB", "BNB", 3.0),
    coin("Toncoin", "TON", 2.0),
    coin("Tron", "TRX", 2.0),
    coin("Stellar", "XLM", 1.5),
    coin("Sui", "SUI", 2.5),
    coin("Arbitrum", "ARB", 2.0),
    coin("Uniswap", "UNI", 2.0),
    coin("Aave", "AAVE", 2.0),
    coin("Cosmos", "ATOM", 1.2),
    meme("Dogecoin", "DOGE", 4.0),
    meme("Shiba Inu", "SHIB", 2.0),
    meme("Pepe", "PEPE", 2.0),
    meme("Bonk", "BONK", 1.2),
];
