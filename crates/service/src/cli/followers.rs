//! The one list of everything that runs beside the requests.

use std::sync::Arc;
use std::time::Duration;

use alerts::digest::DigestFollower;
use alerts::follower::AlertFollower;
use alerts::streams::NewsFollower;
use alerts::webhooks::WebhookFollower;
use interface::App;
use management::people::sign_in::SignInSweeper;
use pipeline::backups::BackupFollower;
use pipeline::calls::CallFollower;
use pipeline::collect::CollectFollower;
use pipeline::frames::FrameFollower;
use pipeline::identity::IdentityFollower;
use pipeline::index::IndexFollower;
use pipeline::marking::MarkingFollower;
use pipeline::names::NameFollower;
use pipeline::narratives::{NarrativeFollower, NarrativeLoader};
use pipeline::readings::{PublishFollower, PublishedLoader, Publisher};
use pipeline::removal::RetentionFollower;
use pipeline::rollup::CountFollower;
use pipeline::snapshots::SnapshotFollower;
use pipeline::stories::StoryFollower;
use runtime::followers::Entry;
use runtime::role::Role;

/// Between two looks whether narratives were changed.
const NARRATIVES_EVERY: Duration = Duration::from_secs(1);

/// What the role of this process asks for.
pub fn all(app: &Arc<App>) -> Vec<Entry> {
    let role = app.config.node_role;
    let mut all = following(app, role);
    if role.answers() {
        all.extend(answering(app));
    }
    if role.works() {
        all.extend(working(app));
    }
    all.extend(admission::followers(&app.admission, role));
    all
}

/// In every process: its own index and figures, kept equal to the store. Workers need them too, to ask rules and to
/// publish.
fn following(app: &Arc<App>, role: Role) -> Vec<Entry> {
    let poll = Duration::from_millis(app.config.index_poll_ms);
    let mark = Arc::default();
    vec![
        of(app, move |app| IdentityFollower {
            store: app.store.clone(),
            finder: Arc::clone(&app.finder),
            figures: Arc::clone(&app.figures),
            followers: Arc::clone(&app.followers),
            mark: Arc::clone(&mark),
        }),
        of(app, move |app| IndexFollower {
            store: app.store.clone(),
            finder: Arc::clone(&app.finder),
            folder: app.config.index_dir(),
            poll,
        }),
        of(app, move |app| CountFollower {
            store: app.store.clone(),
            figures: Arc::clone(&app.figures),
            poll,
            counts: role.works(),
        }),
        of(app, move |app| NarrativeLoader {
            store: app.store.clone(),
            figures: Arc::clone(&app.figures),
            poll: poll.max(NARRATIVES_EVERY),
        }),
        of(app, |app| PublishedLoader { store: app.store.clone(), figures: Arc::clone(&app.figures) }),
    ]
}

/// Where questions are answered.
fn answering(app: &Arc<App>) -> Vec<Entry> {
    vec![
        of(app, |app| NameFollower::new(app.store.clone(), Arc::clone(&app.figures))),
        of(app, |app| NewsFollower { app: Arc::clone(app) }),
    ]
}

/// What writes: shared by claims and leases among all processes that do it.
fn working(app: &Arc<App>) -> Vec<Entry> {
    let poll = Duration::from_millis(app.config.index_poll_ms);
    let threads = app.config.reading_threads().div_ceil(2);
    let publisher = Publisher::new(app.store.clone(), Arc::clone(&app.figures));
    let mut all = vec![
        of(app, move |app| StoryFollower::new(app.store.clone(), app.clock.clone(), poll)),
        of(app, move |app| MarkingFollower::new(app.store.clone(), app.clock.clone(), threads)),
        of(app, |app| FrameFollower { store: app.store.clone() }),
        of(app, move |app| CallFollower { store: app.store.clone(), poll }),
        of(app, |app| NarrativeFollower::new(app.store.clone(), Arc::clone(&app.figures))),
        of(app, move |app| PublishFollower::new(publisher.clone(), app.clock.clone())),
        of(app, |app| AlertFollower::new(Arc::clone(app))),
        of(app, |app| DigestFollower { app: Arc::clone(app) }),
        of(app, |app| WebhookFollower::new(Arc::clone(app))),
        of(app, |app| SignInSweeper { store: app.store.clone(), clock: app.clock.clone() }),
    ];
    if !app.config.index_snapshots.is_empty() {
        all.push(of(app, |app| SnapshotFollower {
            finder: Arc::clone(&app.finder),
            clock: app.clock.clone(),
            config: app.config.clone(),
        }));
    }
    if app.config.collect {
        let kept = Arc::default();
        all.push(of(app, move |app| {
            let (store, clock) = (app.store.clone(), app.clock.clone());
            CollectFollower::new(store, clock, app.config.clone(), Arc::clone(&kept))
        }));
    }
    if let Some(backup) = BackupFollower::of(&app.config, app.clock.clone()) {
        all.push(of(app, move |_| backup.clone()));
    }
    if !app.config.keep_days.is_empty() {
        all.push(of(app, |app| {
            let (store, clock) = (app.store.clone(), app.clock.clone());
            RetentionFollower::new(store, clock, app.config.keep_days.clone())
        }));
    }
    all
}

fn of<F: runtime::followers::Follower>(
    app: &Arc<App>,
    make: impl Fn(&Arc<App>) -> F + Send + Sync + 'static,
) -> Entry {
    let app = Arc::clone(app);
    Entry::of(move || make(&app))
}
