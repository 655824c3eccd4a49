//! What coverage is about: a closed list, so that counts of different days can be compared.

/// One of a closed list, by the name that it is stored and published under.
pub trait Named: Copy + 'static {
    /// What the list holds, for errors.
    const WHAT: &'static str;

    fn name(self) -> &'static str;

    /// None for a name that is not in the list.
    fn from_name(name: &str) -> Option<Self>;
}

/// An enum with a name for each variant, and all that follows from the list of them.
#[macro_export]
macro_rules! closed_list {
    ($(#[$meta:meta])* $name:ident { $($(#[$about:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$about])* $variant),+ }

        impl $name {
            pub const NAMES: &'static [&'static str] = &[$($text),+];
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The spelling that people and the wire see.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text),+ }
            }

            pub fn from_name(name: &str) -> Option<$name> {
                match name { $($text => Some($name::$variant),)+ _ => None }
            }
        }

        impl $crate::Named for $name {
            const WHAT: &'static str = stringify!($name);

            fn name(self) -> &'static str {
                $name::name(self)
            }

            fn from_name(name: &str) -> Option<$name> {
                $name::from_name(name)
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
