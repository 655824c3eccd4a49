//! Whom a Brain follows: handles, and people by name with every handle that carries it.

use coverage::speaker::{StatementView, newest};
use domain::SpeakerId;
use store::brains::BrainDefinition;
use store::statements::StatementFilter;

use interface::App;
use runtime::error::ApiError;

/// Everybody whom a Brain follows, with every handle.
pub struct Followed {
    pub handles: Vec<String>,
    pub people: Vec<Person>,
}

/// Somebody who is followed by name.
pub struct Person {
    pub name: String,
    pub id: Option<SpeakerId>,
    pub handles: Vec<String>,
}

impl Followed {
    pub async fn of(app: &App, definition: &BrainDefinition) -> Result<Followed, ApiError> {
        let mut handles = definition.handles.clone();
        let mut people = Vec::with_capacity(definition.people.len());
        for name in &definition.people {
            let known = app.store.statements.speaker(SpeakerId::of_name(name)).await?;
            // Whoever was taken down is nobody here.
            let known = known.filter(|speaker| !speaker.suppressed);
            let mut names = vec![name.clone()];
            names.extend(
                known.iter().flat_map(|speaker| speaker.spellings.iter().chain([&speaker.name])).cloned(),
            );
            let own = app.store.documents.handles_of(&names).await?;
            let new: Vec<String> = own.iter().filter(|handle| !handles.contains(handle)).cloned().collect();
            handles.extend(new);
            people.push(Person { name: name.clone(), id: known.map(|speaker| speaker.id), handles: own });
        }
        Ok(Followed { handles, people })
    }

    /// What those who are followed by name are reported to have said, the newest first.
    pub async fn statements(&self, app: &App, limit: u32) -> Result<Vec<StatementView>, ApiError> {
        let speakers: Vec<SpeakerId> = self.people.iter().filter_map(|person| person.id).collect();
        if speakers.is_empty() {
            return Ok(Vec::new());
        }
        newest(app, &StatementFilter { speakers, ..StatementFilter::default() }, limit).await
    }
}
