//! Filings with the SEC: a company's submissions (JSON) or an EDGAR list (Atom) become items, and each new one
//! asks for its document. Exhibits numbered 99 come along: that is where the news of an 8-K or a 6-K is.
//!
//! The SEC asks for a user agent that names a contact and for at most ten requests a second; the fetch sees to both.

mod submission;

use domain::{Extent, Item, Kind, Precision};
use serde_json::Value;

use crate::charset;
use crate::dates::parse_date;
use crate::entry::SourceEntry;
use crate::error::SourceError;
use crate::feed;
use crate::json;
use crate::source::{Context, FollowUp, Parsed, Reading, Source, SourceRequest, Want, blank_item};

pub use submission::{Exhibit, Submission, read_submission};

/// On the first poll a company's history is not fetched whole.
const MAX_FILINGS: usize = 40;
const FORMS: &[&str] = &["8-K", "10-Q", "10-K", "6-K", "20-F", "40-F"];

pub struct Edgar;

impl Source for Edgar {
    fn requests(
        &self,
        entry: &SourceEntry,
        _position: Option<&str>,
    ) -> Result<Vec<SourceRequest>, SourceError> {
        // A bare number is a CIK.
        let url = match entry.url.trim_start_matches("CIK").parse::<u64>() {
            Ok(cik) => format!("https://data.sec.gov/submissions/CIK{cik:010}.json"),
            Err(_) => entry.url.clone(),
        };
        Ok(vec![SourceRequest::get(&url)])
    }

    fn parse(&self, bytes: &[u8], context: &Context<'_>) -> Result<Parsed, SourceError> {
        let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
        if first == Some(&b'{') { submissions(bytes, context) } else { atom(bytes, context) }
    }

    fn complete(
        &self,
        item: &mut Item,
        follow_up: &FollowUp,
        reply: &Reading<'_>,
    ) -> Result<(), SourceError> {
        let _ = follow_up;
        apply_document(item, reply.bytes, reply.content_type)
    }
}

/// `form` without `/A`, if it is one that is read.
fn known_form(form: &str) -> Option<&'static str> {
    let base = form.trim().trim_end_matches("/A");
    FORMS.iter().copied().find(|known| *known == base)
}

fn submissions(bytes: &[u8], context: &Context<'_>) -> Result<Parsed, SourceError> {
    let value: Value = json::read_bytes(bytes).map_err(|_| SourceError::Json("not JSON"))?;
    let recent = value.pointer("/filings/recent").ok_or(SourceError::Json("no recent filings in it"))?;
    let column = |name: &str| recent.get(name).and_then(Value::as_array);
    let cell = |name: &str, row: usize| {
        column(name).and_then(|cells| cells.get(row)).and_then(Value::as_str).unwrap_or("")
    };
    let accessions = column("accessionNumber").ok_or(SourceError::Json("no accession numbers in it"))?;
    let cik = value.get("cik").and_then(cik_of).ok_or(SourceError::Json("no CIK in it"))?;
    let name = value.get("name").and_then(Value::as_str).unwrap_or(&context.entry.outlet);
    let ticker = value.pointer("/tickers/0").and_then(Value::as_str);

    let mut parsed = Parsed { title: Some(name.to_owned()), ..Parsed::default() };
    let mut newest = context.position.unwrap_or("").to_owned();
    for row in 0..accessions.len().min(5_000) {
        let accepted = cell("acceptanceDateTime", row);
        let Some(form) = known_form(cell("form", row)) else { continue };
        let accession = cell("accessionNumber", row);
        if !is_accession(accession) {
            parsed.n_skipped += 1;
            continue;
        }
        if context.position.is_some_and(|position| accepted <= position) || parsed.items.len() >= MAX_FILINGS
        {
            continue;
        }
        if accepted > newest.as_str() {
            newest = accepted.to_owned();
        }
        let filing = Filing {
            form,
            cik,
            accession,
            company: &context.entry.outlet,
            items: cell("items", row),
            description: cell("primaryDocDescription", row),
        };
        let mut item = filing.item(context.entry);
        if item.ticker.is_none() {
            item.ticker = ticker.map(str::to_owned);
        }
        if let Some((at, precision)) = parse_date(accepted).or_else(|| parse_date(cell("filingDate", row))) {
            (item.published_at, item.precision) = (Some(at), precision);
        }
        let url = filing.document_url(cell("primaryDocument", row));
        parsed.follow_ups.push(FollowUp { item: parsed.items.len(), url, want: Want::Filing });
        parsed.items.push(item);
    }
    parsed.position = (!newest.is_empty()).then_some(newest);
    Ok(parsed)
}

fn cik_of(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.trim().parse().ok())
}

/// `0001628280-25-058337`.
fn is_accession(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 20
        && bytes.iter().enumerate().all(|(i, byte)| match i {
            10 | 13 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}

struct Filing<'a> {
    form: &'static str,
    cik: u64,
    accession: &'a str,
    company: &'a str,
    items: &'a str,
    description: &'a str,
}

impl Filing<'_> {
    fn folder(&self) -> String {
        format!("https://www.sec.gov/Archives/edgar/data/{}/{}", self.cik, self.accession.replace('-', ""))
    }

    /// Short reports are fetched whole, with their exhibits; long ones without, because of their size.
    fn document_url(&self, primary_document: &str) -> String {
        let safe = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
        let named = !primary_document.is_empty() && primary_document.chars().all(safe);
        if matches!(self.form, "8-K" | "6-K") || !named {
            format!("{}/{}.txt", self.folder(), self.accession)
        } else {
            format!("{}/{primary_document}", self.folder())
        }
    }

    fn item(&self, entry: &SourceEntry) -> Item {
        let mut item = blank_item(Kind::Filing, entry);
        item.url = format!("{}/{}-index.htm", self.folder(), self.accession);
        let subject: Vec<&str> =
            self.items.split(',').filter_map(|code| item_name(code.trim())).take(3).collect();
        item.title = if subject.is_empty() {
            let description = self.description.trim();
            let plain = description.is_empty() || description.eq_ignore_ascii_case(self.form);
            if plain {
                format!("{} files {}", self.company, self.form)
            } else {
                format!("{} files {}: {description}", self.company, self.form)
            }
        } else {
            format!("{} files {}: {}", self.company, self.form, subject.join("; "))
        };
        item.author_name = self.company.to_owned();
        item
    }
}

/// What the numbered items of an 8-K are about.
fn item_name(code: &str) -> Option<&'static str> {
    Some(match code {
        "1.01" => "material agreement",
        "1.02" => "agreement ended",
        "1.03" => "bankruptcy",
        "1.05" => "cybersecurity incident",
        "2.01" => "acquisition or disposal completed",
        "2.02" => "results of operations",
        "2.03" => "new financial obligation",
        "2.04" => "obligation accelerated",
        "2.05" => "exit costs",
        "2.06" => "impairment",
        "3.01" => "listing notice",
        "3.02" => "unregistered sale of equity",
        "3.03" => "change of holders' rights",
        "4.01" => "change of auditor",
        "4.02" => "earlier statements withdrawn",
        "5.01" => "change of control",
        "5.02" => "directors or officers",
        "5.03" => "articles amended",
        "5.07" => "vote of shareholders",
        "7.01" => "regulation FD disclosure",
        "8.01" => "other events",
        _ => return None,
    })
}

/// EDGAR's lists by company or of everything: `8-K - Name (0001234567) (Filer)`.
fn atom(bytes: &[u8], context: &Context<'_>) -> Result<Parsed, SourceError> {
    let feed = feed::parse(bytes, context.content_type, Some(context.url))?;
    let mut parsed = Parsed { title: feed.title.clone(), ..Parsed::default() };
    for entry in &feed.entries {
        let title = entry.title.as_deref().unwrap_or("");
        let link = entry.link.as_deref().unwrap_or("");
        let form = title.split([' ', ':']).next().and_then(known_form);
        let (Some(form), Some((cik, accession))) = (form, address_parts(link)) else {
            parsed.n_skipped += 1;
            continue;
        };
        let company = company_in(title).unwrap_or(&context.entry.outlet);
        let filing = Filing { form, cik, accession: &accession, company, items: "", description: "" };
        let mut item = filing.item(context.entry);
        if let Some((at, precision)) = entry.updated.or(entry.published) {
            (item.published_at, item.precision) = (Some(at), precision);
        }
        // One filing is listed once for each party to it.
        if parsed.items.iter().any(|known| known.url == item.url) || parsed.items.len() >= 400 {
            continue;
        }
        parsed.follow_ups.push(FollowUp {
            item: parsed.items.len(),
            url: filing.document_url(""),
            want: Want::Filing,
        });
        parsed.items.push(item);
    }
    Ok(parsed)
}

fn company_in(title: &str) -> Option<&str> {
    let (_, rest) = title.split_once(" - ")?;
    let name = rest.split(" (").next()?.trim();
    (!name.is_empty()).then_some(name)
}

/// CIK and accession number from `…/data/1326801/000162828025058337/0001628280-25-058337-index.htm`.
fn address_parts(link: &str) -> Option<(u64, String)> {
    let (_, rest) = link.split_once("/data/")?;
    let mut parts = rest.split('/');
    let cik = parts.next()?.parse().ok()?;
    let accession = parts.next_back()?.get(..20).filter(|text| is_accession(text))?;
    Some((cik, accession.to_owned()))
}

/// Puts a filing's document, or a whole submission with its exhibits, into its item.
fn apply_document(item: &mut Item, bytes: &[u8], content_type: Option<&str>) -> Result<(), SourceError> {
    let text = charset::decode(bytes, content_type).text;
    if text.contains("Request Rate Threshold Exceeded") {
        return Err(SourceError::Filing("the SEC says that we ask too often"));
    }
    let submission = read_submission(&text);
    let content = submission.content();
    if content.split_whitespace().count() < 20 {
        return Err(SourceError::Filing("there is no text in it"));
    }
    item.content = content;
    item.extent = Extent::Full;
    if item.published_at.is_none()
        && let Some(at) = submission.accepted_at
    {
        (item.published_at, item.precision) = (Some(at), Precision::Second);
    }
    Ok(())
}

#[cfg(test)]
#[path = "edgar_tests.rs"]
mod tests;
