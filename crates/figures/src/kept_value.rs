//! What an operation worked out of the store at one revision, kept until the revision is another: for what takes far
//! longer than an answer may.

use std::any::Any;
use std::sync::{Arc, PoisonError, RwLock};

use store::calls::Revision;

type Held = Option<(Revision, Arc<dyn Any + Send + Sync>)>;

#[derive(Debug, Default)]
pub struct KeptValue {
    held: RwLock<Held>,
    renewing: Arc<tokio::sync::Mutex<()>>,
}

impl KeptValue {
    pub fn find<T: Any + Send + Sync>(&self, revision: Revision) -> Option<Arc<T>> {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        let (_, value) = held.as_ref().filter(|(kept, _)| *kept == revision)?;
        Arc::clone(value).downcast().ok()
    }

    pub fn keep<T: Any + Send + Sync>(&self, revision: Revision, value: &Arc<T>) {
        let value: Arc<dyn Any + Send + Sync> = Arc::<T>::clone(value);
        *self.held.write().unwrap_or_else(PoisonError::into_inner) = Some((revision, value));
    }

    /// Waits until nobody else works it out.
    pub async fn turn(&self) -> tokio::sync::OwnedMutexGuard<()> {
        Arc::clone(&self.renewing).lock_owned().await
    }
}
