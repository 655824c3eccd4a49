//! Texts that belong to no day: explainers by subject, opinions by tone, paid promotion.

use std::sync::LazyLock;

use domain::Category;

use crate::data::read;

pub struct Explainer {
    pub categories: &'static [Category],
    pub titles: &'static [&'static str],
    /// The first stays first.
    pub paragraphs: &'static [&'static str],
}

pub struct Opinion {
    pub tone: i8,
    pub title: &'static str,
    pub paragraphs: &'static [&'static str],
}

#[derive(Clone, Copy)]
pub struct Promotion {
    pub title: &'static str,
    pub paragraphs: &'static [&'static str],
}

pub static EXPLAINERS: LazyLock<Vec<Explainer>> = LazyLock::new(|| {
    read(include_str!("../data/explainers.txt"), |record| Explainer {
        categories: record.variants("categories", Category::ALL),
        titles: record.texts("title"),
        paragraphs: record.texts("paragraph"),
    })
});

pub static OPINIONS: LazyLock<Vec<Opinion>> = LazyLock::new(|| {
    read(include_str!("../data/opinions.txt"), |record| Opinion {
        tone: record.number("tone"),
        title: record.text("title"),
        paragraphs: record.texts("paragraph"),
    })
});

pub static PROMOTIONS: LazyLock<Vec<Promotion>> = LazyLock::new(|| {
    read(include_str!("../data/promotions.txt"), |record| Promotion {
        title: record.text("title"),
        paragraphs: record.texts("paragraph"),
    })
});
