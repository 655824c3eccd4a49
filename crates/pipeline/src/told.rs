//! Changes that the audit log tells of although they lie in the other half of the store.

use store::Store;
use store::audit_log::{Action, Change, Origin};

/// No transaction spans the two halves. The line is written first: no change is without one, and where the change then
/// fails, a second line says so.
pub async fn told(
    store: &Store,
    origin: &Origin,
    change: Change,
    failed: Action,
    work: impl Future<Output = Result<bool, store::Error>>,
) -> Result<bool, store::Error> {
    let target = change.target.clone();
    store.audit_log.append(origin, vec![change]).await?;
    let done = work.await;
    if done.is_err() {
        store.audit_log.append(origin, vec![Change::new(failed, target)]).await?;
    }
    done
}
