//! Every number that a method chooses, in one place. A change here is a new version there.

use crate::value::Value;

macro_rules! parameters {
    ($(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident : $type:ty = $value:expr,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name { $($(#[$field_meta])* pub $field: $type),+ }

        impl $name {
            pub const CURRENT: $name = $name { $($field: $value),+ };

            /// As the receipts print them.
            pub fn value(&self) -> Value {
                Value::members([$((stringify!($field), Value::from(self.$field))),+])
            }
        }
    };
}

parameters! {
    /// `main_index`. Credibility is a judgement about kinds of outlets, stated so that it can be disputed.
    MainIndex {
        half_life_days: f64 = 1.0,
        window_days: i64 = 3,
        baseline_days: i64 = 90,
        /// Active days that a source needs for a baseline.
        baseline_active_days_min: i64 = 20,
        deviation_min: f64 = 0.15,
        z_max: f64 = 4.0,
        /// A source with this much coverage moves half as far as its tone says.
        shrink_units: f64 = 5.0,
        source_share_max: f64 = 0.10,
        base_year_days: i64 = 365,
        /// Daily readings that a provisional kappa needs.
        base_days_min: i64 = 60,
        /// Stands in for kappa before there are that many.
        kappa_default: f64 = 0.25,
        kappa_min: f64 = 0.05,
        sources_min: i64 = 5,
        items_min: i64 = 20,
        stale_period_hours: i64 = 6,
        /// Weights of outlet categories.
        credibility: Credibility = Credibility(&[
            ("Commentary", 0.7),
            ("Company", 0.6),
            ("Crypto News", 1.0),
            ("Developer", 0.8),
            ("Forum", 0.5),
            ("Investor", 0.7),
            ("Mainstream", 1.0),
            ("Podcast", 0.8),
            ("Policy", 1.0),
            ("Regulator", 1.0),
            ("Research", 1.0),
            ("Social", 0.5),
            ("Wire", 1.0),
        ]),
        credibility_other: f64 = 0.8,
    }
}

parameters! {
    /// `bitcoin_discourse_dominance` and the ranking of all assets.
    Dominance {
        half_life_days: f64 = 7.0,
        /// Five half-lives: what is older would weigh a thirtieth.
        window_days: i64 = 35,
        salience_title: i64 = 3,
        salience_first_paragraph: i64 = 2,
        salience_body: i64 = 1,
        /// Below ten outlets the cap is one part in as many as there are.
        outlet_share_max: f64 = 0.10,
        mention_window_days: i64 = 7,
        change_days: i64 = 7,
        baseline_days: i64 = 90,
        baseline_active_days_min: i64 = 20,
        /// In percentage points.
        deviation_min: f64 = 0.05,
        spike_z: f64 = 3.0,
        outlets_min: i64 = 5,
        items_min: i64 = 20,
    }
}

parameters! {
    /// `narrative_cost_basis`.
    CostBasis {
        half_life_days: f64 = 90.0,
        half_life_days_short: f64 = 30.0,
        half_life_days_long: f64 = 365.0,
        attention_days_min: i64 = 30,
    }
}

parameters! {
    /// `cohort_conviction_gap`.
    Consensus {
        window_days: i64 = 7,
        /// Units of the pooled tone that each cohort is given.
        shrink_units: f64 = 10.0,
        /// Of a cohort's tone, from one person.
        person_share_max: f64 = 0.20,
        cohorts_min: i64 = 3,
        items_min: i64 = 10,
        people_min: i64 = 5,
    }
}

parameters! {
    /// `main_breadth`.
    Reach {
        own_days: i64 = 90,
        own_active_days_min: i64 = 20,
        own_quantile: f64 = 0.75,
        rank_days: i64 = 365,
        /// Earlier days with a value that a rank needs.
        rank_days_min: i64 = 20,
        units_min: i64 = 10,
        cohorts_min: i64 = 3,
    }
}

parameters! {
    /// Returns by regime.
    Returns {
        horizon_short_days: i64 = 7,
        horizon_long_days: i64 = 30,
        /// Neighbouring days share most of their return; blocks keep them together.
        block_days: i64 = 30,
        resamples: i64 = 1000,
        interval: f64 = 0.95,
        /// Days in a band below which no interval is given.
        days_min: i64 = 10,
        seed: i64 = 20_260_115,
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Credibility(pub &'static [(&'static str, f64)]);

impl From<Credibility> for Value {
    fn from(credibility: Credibility) -> Value {
        let member = |(name, weight): &(&str, f64)| ((*name).to_owned(), Value::from(*weight));
        Value::Members(credibility.0.iter().map(member).collect())
    }
}
