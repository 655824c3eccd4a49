//! What readers of mail decide: that they want it, and that they want no more of it.

use ::alerts::mail::links::{Purpose, is_good};
use ::alerts::webhooks::Sender;
use domain::hash::to_hex;
use interface::App;
use interface::reader::nothing_here;
use runtime::clock::random;
use runtime::error::{ApiError, Code};
use store::rate_limits::Rate;
use store::webhooks::{DueWebhook, MAIL};

/// Confirmations that an address is sent in a day by all accounts together, and that an account sends.
const ADDRESS_PER_DAY: u32 = 3;
const ACCOUNT_PER_DAY: u32 = 20;
/// Letters for trying that an address is sent in a day.
const TRIED_PER_DAY: u32 = 10;

/// Why nothing comes any more.
const UNSUBSCRIBED: &str = "the reader unsubscribed";

/// Asks the reader whether the mail is wanted, where that is not known yet.
pub async fn ask_reader(app: &App, to: &DueWebhook) -> Result<(), ApiError> {
    if !to.is_unconfirmed() {
        return Ok(());
    }
    if to.progress.disabled_reason.as_deref() == Some(UNSUBSCRIBED) {
        return Err(ApiError::new(
            Code::Conflict,
            "The reader unsubscribed. Only the reader can begin it again, by the link in the first letter.",
        ));
    }
    // The account first: who has used up its own share takes nothing from a reader whom others want to write to.
    take(app, &format!("mail of {}", to.account_id), ACCOUNT_PER_DAY).await?;
    take(app, &format!("mail to {}", address(to)), ADDRESS_PER_DAY).await?;
    let to = &with_key(app, to).await?;
    let account = app.store.accounts.find(&to.account_id).await?;
    let account = account.map_or_else(|| to.account_id.clone(), |account| account.name);
    let sender = Sender::new(&app.config).map_err(|error| ApiError::internal(error.as_ref()))?;
    let sent = sender.ask_to_confirm(to, &account).await?;
    match sent.error {
        None => Ok(()),
        Some(error) => Err(ApiError::new(
            Code::TemporarilyUnavailable,
            format!("The confirmation could not be sent: {error}."),
        )),
    }
}

/// Counts a letter that is sent to try an address.
pub async fn count_trial(app: &App, to: &DueWebhook) -> Result<(), ApiError> {
    match to.webhook.definition.url.starts_with(MAIL) {
        true => take(app, &format!("trial to {}", address(to)), TRIED_PER_DAY).await,
        false => Ok(()),
    }
}

fn address(to: &DueWebhook) -> String {
    to.webhook.definition.url.to_ascii_lowercase()
}

async fn take(app: &App, name: &str, most: u32) -> Result<(), ApiError> {
    let taken = app.store.rate_limits.take(name, Rate::per_day(most), 1, app.clock.now()).await?;
    if taken.taken {
        return Ok(());
    }
    let seconds = u64::try_from(taken.level.wait_us).unwrap_or(0).div_ceil(1_000_000).max(1);
    Err(admission::rate_limited(seconds))
}

/// The endpoint with a key for its links; the first letter makes one.
async fn with_key(app: &App, to: &DueWebhook) -> Result<DueWebhook, ApiError> {
    if to.letter_key.is_none() {
        let key = to_hex(&random::<32>());
        app.store.webhooks.give_letter_key(&to.webhook.id, &key).await?;
    }
    let found = app.store.webhooks.find(&to.account_id, &to.webhook.id).await?;
    found.ok_or_else(|| nothing_here("webhook"))
}

/// The endpoint that a link in a letter leads to.
pub async fn behind(app: &App, purpose: Purpose, id: &str, token: &str) -> Result<DueWebhook, ApiError> {
    let found = app.store.webhooks.behind_link(id).await?;
    found.filter(|to| is_good(purpose, to, token)).ok_or_else(|| nothing_here("link"))
}

/// Does what the link is for.
pub async fn decide(app: &App, purpose: Purpose, to: &DueWebhook) -> Result<(), ApiError> {
    let webhooks = &app.store.webhooks;
    let (id, url) = (&to.webhook.id, &to.webhook.definition.url);
    let done = match purpose {
        Purpose::Confirm => webhooks.confirm(id, url).await? && webhooks.resume(&to.account_id, id).await?,
        Purpose::Unsubscribe => webhooks.unsubscribe(id, UNSUBSCRIBED).await?,
    };
    done.then_some(()).ok_or_else(|| nothing_here("link"))
}
