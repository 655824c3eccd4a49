//! The list of what can be asked about what is owned. Its entries are made here, so that what answers them is compiled with this
//! room and once.

use interface::{Entry, entry};

use super::{
    account, account_export, accounts, alerts, audit_log, brains, digests, events, feeds, invitations, keys,
    members, people, removals, runs, sources, sources_health, spaces, stream, usage, webhooks,
};

/// What the things of an account answer, and what that cost it.
pub fn questions() -> Vec<Entry> {
    vec![
        entry::<spaces::rows::SpaceRows>(),
        entry::<brains::posts::BrainPosts>(),
        entry::<runs::record::RecordRun>(),
        entry::<usage::GetUsage>(),
    ]
}

/// What is kept, changed and removed, in the order in which people read about it.
pub fn managed() -> Vec<Entry> {
    vec![
        entry::<spaces::manage::ListSpaces>(),
        entry::<spaces::manage::CreateSpace>(),
        entry::<spaces::manage::GetSpace>(),
        entry::<spaces::manage::ChangeSpace>(),
        entry::<spaces::manage::PatchSpace>(),
        entry::<spaces::manage::DeleteSpace>(),
        entry::<brains::manage::ListBrains>(),
        entry::<brains::manage::CreateBrain>(),
        entry::<brains::manage::ChangeBrain>(),
        entry::<brains::manage::PatchBrain>(),
        entry::<brains::manage::DeleteBrain>(),
        entry::<alerts::manage::ListAlerts>(),
        entry::<alerts::manage::CreateAlert>(),
        entry::<alerts::manage::GetAlert>(),
        entry::<alerts::manage::ChangeAlert>(),
        entry::<alerts::manage::PatchAlert>(),
        entry::<alerts::manage::DeleteAlert>(),
        entry::<alerts::backtest::BacktestAlert>(),
        entry::<events::ListEvents>(),
        entry::<stream::StreamEvents>(),
        entry::<webhooks::manage::ListWebhooks>(),
        entry::<webhooks::manage::CreateWebhook>(),
        entry::<webhooks::manage::ChangeWebhook>(),
        entry::<webhooks::manage::PatchWebhook>(),
        entry::<webhooks::manage::RotateWebhookSecret>(),
        entry::<webhooks::manage::DeleteWebhook>(),
        entry::<webhooks::deliveries::ListDeliveries>(),
        entry::<webhooks::deliveries::ResendEvent>(),
        entry::<webhooks::deliveries::TestWebhook>(),
        entry::<digests::ListDigests>(),
        entry::<digests::CreateDigest>(),
        entry::<digests::ChangeDigest>(),
        entry::<digests::PatchDigest>(),
        entry::<digests::DeleteDigest>(),
        entry::<feeds::ListFeeds>(),
        entry::<feeds::CreateFeed>(),
        entry::<feeds::RotateFeed>(),
        entry::<feeds::DeleteFeed>(),
        entry::<runs::list::ListRuns>(),
        entry::<keys::ListKeys>(),
        entry::<keys::CreateKey>(),
        entry::<keys::RotateKey>(),
        entry::<keys::RevokeKey>(),
        entry::<account::GetAccount>(),
        entry::<account_export::ExportAccount>(),
        entry::<account::SetOverage>(),
        entry::<members::ListMembers>(),
        entry::<members::AddMember>(),
        entry::<members::ChangeMember>(),
        entry::<members::RemoveMember>(),
        entry::<members::LinkMember>(),
        entry::<invitations::ListInvitations>(),
        entry::<invitations::WithdrawInvitation>(),
        entry::<audit_log::ListAuditLog>(),
        entry::<accounts::ListAccounts>(),
        entry::<accounts::CreateAccount>(),
        entry::<accounts::FindAccount>(),
        entry::<accounts::ChangeAccount>(),
        entry::<accounts::CreateAccountKey>(),
        entry::<accounts::DeleteAccount>(),
        entry::<people::ListPeople>(),
        entry::<people::PlacePerson>(),
        entry::<people::RemovePerson>(),
        entry::<sources::ListSources>(),
        entry::<sources::AddSource>(),
        entry::<sources::ChangeSource>(),
        entry::<sources::RemoveSource>(),
        entry::<removals::ListRemovals>(),
        entry::<removals::RemoveDocuments>(),
        entry::<sources_health::SourcesHealth>(),
    ]
}
