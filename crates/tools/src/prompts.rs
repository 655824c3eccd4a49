//! Questions that people ask again and again, as prompts that name the tools to ask them with.

use rmcp::model::{Prompt, PromptArgument};
use serde_json::{Map, Value};

use crate::text::words::quoted;

struct Template {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    /// Names, and whether each must be there.
    arguments: &'static [(&'static str, &'static str, bool)],
    text: &'static str,
}

const TEMPLATES: [Template; 4] = [
    Template {
        name: "morning_brief",
        title: "Morning brief",
        about: "What the coverage was about since yesterday and how it felt.",
        arguments: &[("category", "Only this subject.", false), ("outlet", "Only this outlet.", false)],
        text: "Write a morning brief on digital-asset coverage for yesterday and today (UTC). {category}{outlet}Use \
get_trends for the strongest stories, get_breaking_stories for what breaks now, get_fear_greed and get_index for the \
mood against the week before. At most 250 words; lead with what changed; cite title, outlet, date and address of an \
article for each story; give counts and margins with numbers.",
    },
    Template {
        name: "company_brief",
        title: "Company brief",
        about: "How one company is covered, by whom, and what its management says.",
        arguments: &[("company", "Name or ticker.", true)],
        text: "Write a brief on how {company} was covered in the last 30 days (UTC). Use get_company_brief for volume, tone \
and stage, search_articles with company for evidence, get_cohorts with company for who speaks, and \
get_company_directness where it is listed. At most 300 words; say what is uncertain; cite title, outlet, date and \
address of every article that you rely on.",
    },
    Template {
        name: "compare_narratives",
        title: "Compare two narratives",
        about: "Which of two narratives gains, where and how it feels.",
        arguments: &[("first", "A keyword query.", true), ("second", "Another one.", true)],
        text: "Compare the narratives {first} and {second} over the last 30 days (UTC). Use compare_queries for share of \
voice and tone, get_momentum for each, and search_articles for two articles that show the strongest turn of each. \
Answer which gains and since when, with numbers and their confidence, and cite the articles.",
    },
    Template {
        name: "what_changed",
        title: "What changed since",
        about: "What is different in the coverage since a day.",
        arguments: &[
            ("since", "A day, YYYY-MM-DD.", true),
            ("asset", "Only this asset.", false),
            ("metric", "Also explain this metric.", false),
        ],
        text: "Say what changed in the coverage since {since} (UTC). {asset}{metric}Compare the days from then on with as \
many days before: get_intelligence for subjects and stories, get_sentiment for tone with its intervals, get_dominance \
for attention. Name only changes that lie outside of the stated intervals, the largest first, each with an article.",
    },
];

pub fn list() -> Vec<Prompt> {
    let argument = |(name, about, required): &(&'static str, &'static str, bool)| {
        PromptArgument::new(*name).with_description(*about).with_required(*required)
    };
    let prompt = |template: &Template| {
        let arguments = template.arguments.iter().map(argument).collect();
        Prompt::new(template.name, Some(template.about), Some(arguments)).with_title(template.title)
    };
    TEMPLATES.iter().map(prompt).collect()
}

/// The text of a prompt and what it is about, or what is wrong with the arguments.
pub fn text(name: &str, given: &Map<String, Value>) -> Result<(String, &'static str), String> {
    let template = TEMPLATES.iter().find(|template| template.name == name);
    let template = template.ok_or_else(|| "There is no prompt of this name.".to_owned())?;
    let mut text = template.text.to_owned();
    for (argument, _, required) in template.arguments {
        let value =
            given.get(*argument).and_then(Value::as_str).map(str::trim).filter(|value| !value.is_empty());
        let filled = match (value, required) {
            (Some(value), true) => format!("\"{}\"", quoted(value, MAX_CHARS)),
            (Some(value), false) => format!("Keep to the {argument} \"{}\". ", quoted(value, MAX_CHARS)),
            (None, false) => String::new(),
            (None, true) => return Err(format!("The argument {argument} is required.")),
        };
        text = text.replace(&format!("{{{argument}}}"), &filled);
    }
    Ok((text, template.about))
}

/// An argument is a name or a query, not a text.
const MAX_CHARS: usize = 200;

#[cfg(test)]
mod tests {
    use super::{TEMPLATES, text};
    use serde_json::{Map, Value, json};

    #[test]
    fn every_place_is_filled() {
        for template in TEMPLATES {
            let all: Map<String, Value> =
                template.arguments.iter().map(|(name, ..)| ((*name).to_owned(), json!("Coinbase"))).collect();
            let (filled, _) = text(template.name, &all).expect("a prompt");
            assert!(!filled.contains('{'), "{filled}");
        }
        assert!(text("company_brief", &Map::new()).is_err());
        assert!(text("nothing", &Map::new()).is_err());
        let (plain, _) = text("morning_brief", &Map::new()).expect("a prompt");
        assert!(!plain.contains('{') && !plain.contains("Keep to"), "{plain}");
    }
}
