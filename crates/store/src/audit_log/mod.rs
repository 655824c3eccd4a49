//! Who changed what, from where and when: lines that are written with the change they tell of and never altered.
//!
//! Whatever changes who may do what takes an `Origin` first, so that no change can be made without a line. A line
//! holds small texts for people, and never a secret. Each names the hash of the one before it (`chain.rs`).

mod chain;
mod list;
mod recorder;

use std::net::IpAddr;
use std::sync::Arc;

use domain::Instant;

pub use chain::{Fault, Head, Verified};
pub use list::Page;
pub(crate) use recorder::{Recorder, Unit};

/// `store.audit_log`.
#[derive(Clone, Debug)]
pub struct AuditLog {
    recorder: Recorder,
}

impl AuditLog {
    pub(crate) fn new(recorder: Recorder) -> AuditLog {
        AuditLog { recorder }
    }

    /// Lines for what is changed elsewhere, before it is changed: the two halves of the embedded store share no
    /// transaction.
    pub async fn append(&self, origin: &Origin, changes: Vec<Change>) -> Result<(), crate::Error> {
        self.recorder.commit(origin, Vec::new(), changes).await?.unguarded().map(|_| ())
    }
}

/// Who makes a change, from where, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    pub actor: Actor,
    /// Of the client, where there is one.
    pub address: Option<IpAddr>,
    pub at: Instant,
}

/// Cheap to clone: every request carries one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    pub kind: ActorKind,
    pub id: Option<Arc<str>>,
    /// As it was shown at the time.
    pub name: Arc<str>,
}

domain::closed_list! {
    ActorKind {
        Person = "person",
        Key = "key",
        CommandLine = "command_line",
        /// The program by itself.
        System = "system",
    }
}

impl Actor {
    pub fn person(id: &str, name: &str) -> Actor {
        Actor { kind: ActorKind::Person, id: Some(id.into()), name: name.into() }
    }

    pub fn key(id: &str, name: &str) -> Actor {
        Actor { kind: ActorKind::Key, id: Some(id.into()), name: name.into() }
    }

    /// Somebody at the machine, by the name that the machine has for them.
    pub fn command_line(user: &str) -> Actor {
        Actor { kind: ActorKind::CommandLine, id: None, name: user.into() }
    }

    /// A part of the program, such as `sign-in`.
    pub fn system(part: &str) -> Actor {
        Actor { kind: ActorKind::System, id: None, name: part.into() }
    }
}

domain::closed_list! {
    /// What was done. The names are stored: one is never changed or taken away.
    Action {
        SignedIn = "sign_in.succeeded",
        /// All that failed for a name within a minute.
        SignInFailed = "sign_in.failed",
        SignedOut = "sign_in.ended",
        LinkMade = "sign_in.link_created",
        PasswordSet = "person.password_set",
        PersonCreated = "person.created",
        PersonRemoved = "person.removed",
        OperatorSet = "person.operator_set",
        MemberAdded = "member.added",
        MemberRoleSet = "member.role_set",
        MemberRemoved = "member.removed",
        InvitationMade = "invitation.created",
        InvitationAccepted = "invitation.accepted",
        InvitationDeclined = "invitation.declined",
        InvitationWithdrawn = "invitation.withdrawn",
        SecondFactorSet = "second_factor.set",
        /// Also where somebody else reset it.
        SecondFactorRemoved = "second_factor.removed",
        RecoveryCodesRenewed = "second_factor.recovery_codes_renewed",
        RecoveryCodeUsed = "second_factor.recovery_code_used",
        KeyCreated = "key.created",
        KeyRotated = "key.rotated",
        KeyRevoked = "key.revoked",
        /// With its maker.
        KeyEnded = "key.ended",
        KeyScopeReduced = "key.scope_reduced",
        /// With whoever set it up, or with their key.
        WebhookDisabled = "webhook.disabled",
        /// As above.
        FeedEnded = "feed.ended",
        AccountCreated = "account.created",
        /// Under its id: its name is forgotten.
        AccountDeleted = "account.deleted",
        PlanSet = "account.plan_set",
        PaymentStatusSet = "account.payment_status_set",
        OverageSet = "account.overage_set",
        CreditsGranted = "credits.granted",
        SourceAdded = "source.added",
        SourceChanged = "source.changed",
        SourceRemoved = "source.removed",
        /// The line before it announced a change that then failed.
        SourceChangeFailed = "source.change_failed",
        /// By request, or kept as long as the settings say.
        DocumentsRemoved = "documents.removed",
        /// As above.
        DocumentRemovalFailed = "documents.removal_failed",
        /// Somebody said that what an outlet repeats is text, or took that back.
        FrameForgotten = "frame.forgotten",
        FrameAllowed = "frame.allowed",
        /// As above.
        FrameChangeFailed = "frame.change_failed",
        PaymentClosed = "payment.closed",
        SpeakerMerged = "speaker.merged",
        /// A spelling that led to another speaker is one of its own again.
        SpeakerSplit = "speaker.split",
        SpeakerCorrected = "speaker.corrected",
        SpeakerSuppressed = "speaker.suppressed",
        SpeakerAllowed = "speaker.allowed",
        /// As above.
        SpeakerChangeFailed = "speaker.change_failed",
        /// Somebody renamed, merged, split, pinned or muted a narrative, or took that back.
        NarrativeDecided = "narrative.decided",
        /// As above.
        NarrativeChangeFailed = "narrative.change_failed",
    }
}

crate::db::stored_by_name!(Action, ActorKind);

/// What is to be told of one change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub account_id: Option<String>,
    pub action: Action,
    /// What was changed, for people: a name, with an id where names are not unique.
    pub target: String,
    pub before: Option<String>,
    pub after: Option<String>,
    /// How many events the line stands for.
    pub times: i64,
}

impl Change {
    pub fn new(action: Action, target: impl Into<String>) -> Change {
        Change { account_id: None, action, target: target.into(), before: None, after: None, times: 1 }
    }

    /// The account whose owners may see the line.
    pub fn of(mut self, account_id: &str) -> Change {
        self.account_id = Some(account_id.to_owned());
        self
    }

    pub fn before(mut self, text: impl Into<String>) -> Change {
        self.before = Some(text.into());
        self
    }

    pub fn after(mut self, text: impl Into<String>) -> Change {
        self.after = Some(text.into());
        self
    }
}

/// One line as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// From 1, without gaps.
    pub number: i64,
    pub at: Instant,
    pub actor: Actor,
    pub account_id: Option<String>,
    pub action: Action,
    pub target: String,
    pub before: Option<String>,
    pub after: Option<String>,
    pub address: Option<String>,
    pub times: i64,
    /// The hash of the line before; zeros in the first.
    pub previous: [u8; 32],
    pub hash: [u8; 32],
}
