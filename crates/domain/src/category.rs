//! What coverage is about: a closed list, so that counts of different days can be compared.

macro_rules! closed_list {
    ($(#[$meta:meta])* $name:ident { $($(#[$about:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$about])* $variant),+ }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The spelling that people and the wire see.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text),+ }
            }

            pub fn from_name(name: &str) -> Option<$name> {
                match name { $($text => Some($name::$variant),)+ _ => None }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}
pub(crate) use closed_list;

closed_list! {
    /// A subject. An item may carry several; `Sponsored` keeps it out of every index.
    Category {
        Regulation = "Regulation",
        Etfs = "ETFs",
        Mining = "Mining",
        DeFi = "DeFi",
        Stablecoins = "Stablecoins",
        Exchanges = "Exchanges",
        Treasuries = "Treasuries",
        SecurityAndCrime = "Security & Crime",
        MarketsAndPrice = "Markets & Price",
        Macro = "Macro",
        Adoption = "Adoption",
        Technology = "Technology",
        NftsAndGaming = "NFTs & Gaming",
        Memecoins = "Memecoins",
        Ai = "AI",
        Funding = "Funding",
        People = "People",
        Sponsored = "Sponsored",
    }
}
