//! The seals of what is published: they name every digit of a reading and of its inputs, so that two with one seal are
//! equal bit for bit.

mod debug_form;

use super::dominance::Ranking;
use super::reading::Reading;
use crate::proof::{Form, Lines};

pub fn seal_reading(form: Form, reading: &Reading) -> String {
    form.seal(&match form {
        Form::Debug => debug_form::reading(reading),
        Form::Lines => reading_lines(reading),
    })
}

pub fn seal_ranking(form: Form, ranking: &Ranking) -> String {
    form.seal(&match form {
        Form::Debug => debug_form::ranking(ranking),
        Form::Lines => ranking_lines(ranking),
    })
}

fn reading_lines(reading: &Reading) -> String {
    let mut lines = Lines::new("reading");
    lines.text("metric", reading.id);
    lines.text("version", reading.version);
    lines.integer("at_ms", reading.at.ms());
    lines.optional("current", reading.current);
    match reading.status {
        Some(status) => lines.text("status", status),
        None => lines.null("status"),
    }
    match &reading.secondary {
        Some(secondary) => {
            lines.text("secondary.label", secondary.label);
            lines.number("secondary.value", secondary.value);
            lines.text("secondary.unit", secondary.unit.name());
        }
        None => lines.null("secondary"),
    }
    lines.number("confidence", reading.confidence);
    lines.integer("observed_items", reading.observed_items);
    lines.days("window", reading.window);
    lines.value("breakdown", &reading.breakdown);
    lines.list("drivers", reading.drivers.len());
    for (i, driver) in reading.drivers.iter().enumerate() {
        lines.text(&format!("drivers.{i}.by"), driver.by);
        lines.text(&format!("drivers.{i}.name"), &driver.name);
        lines.number(&format!("drivers.{i}.contribution"), driver.contribution);
    }
    let provenance = &reading.provenance;
    lines.text("inputs.digest", &domain::hash::to_hex(&provenance.digest));
    lines.days("inputs.days", provenance.days);
    lines.integer("inputs.documents", provenance.documents);
    lines.integer("inputs.prices", provenance.prices as i64);
    lines.text_form()
}

fn ranking_lines(ranking: &Ranking) -> String {
    let mut lines = Lines::new("ranking");
    lines.day("day", ranking.day);
    lines.days("window", ranking.window);
    lines.list("standings", ranking.standings.len());
    for (i, standing) in ranking.standings.iter().enumerate() {
        let name = |member: &str| format!("standings.{i}.{member}");
        lines.text(&name("asset"), &standing.asset);
        lines.integer(&name("rank"), standing.rank as i64);
        lines.number(&name("share"), standing.share);
        lines.number(&name("mention_share"), standing.mention_share);
        lines.optional(&name("change"), standing.change);
        lines.optional(&name("usual_mean"), standing.usual.map(|(mean, _)| mean));
        lines.optional(&name("usual_deviation"), standing.usual.map(|(_, deviation)| deviation));
        lines.optional(&name("z"), standing.z);
        lines.flag(&name("spike"), standing.spike);
    }
    match &ranking.concentration {
        Some(concentration) => {
            lines.number("concentration.hhi", concentration.hhi);
            lines.number("concentration.entropy", concentration.entropy);
            lines.number("concentration.normalised", concentration.normalised);
            lines.number("concentration.effective_number", concentration.effective_number);
        }
        None => lines.null("concentration"),
    }
    lines.number("confidence", ranking.confidence);
    lines.integer("observed_items", ranking.observed_items);
    lines.integer("outlets", ranking.outlets as i64);
    lines.text("universe_version", &ranking.universe_version);
    lines.text_form()
}

#[cfg(test)]
mod tests;
