//! What an account keeps under a name of its own choice: the rules that Spaces and Brains share, and the operations that
//! list, make, change and delete them. Not metered.

use domain::Instant;
use serde::Serialize;
use serde_json::{Map, Value};
use store::Store;
use store::owned::{Definition, Owned, OwnedTable};

use interface::reader::nothing_here;
use interface::{App, Deleted, ParamReader, RequestContext, Route};
use runtime::clock::new_id;
use runtime::error::{ApiError, Code};

/// A kind of thing that accounts keep.
pub trait Resource: Definition {
    /// What one of them is called.
    const NOUN: &'static str;
    /// As many as one account may keep.
    const MAX: u32;

    fn table(store: &Store) -> &OwnedTable<Self>;

    /// Members that this one takes the place of, where only some are given.
    fn replaced_by(_member: &str) -> &'static [&'static str] {
        &[]
    }

    /// The same rules for a program's JSON and a person's form.
    fn read(from: &mut ParamReader) -> Result<Self, ApiError>;

    /// Whether what it names is there, for this owner.
    fn check(&self, _: &App, _owner: &str) -> impl Future<Output = Result<(), ApiError>> + Send {
        async { Ok(()) }
    }
}

pub async fn create<R: Resource>(
    app: &App,
    owner: &str,
    definition: R,
    now: Instant,
) -> Result<Owned<R>, ApiError> {
    definition.check(app, owner).await?;
    let id = new_id(&R::NOUN.to_lowercase());
    let one = Owned { id, definition, created_at: now, changed_at: now };
    match R::table(&app.store).create(owner, &one, R::MAX).await? {
        true => Ok(one),
        false => Err(ApiError::new(
            Code::Conflict,
            format!("An account keeps at most {} {}s. Delete one first.", R::MAX, R::NOUN),
        )),
    }
}

pub async fn find<R: Resource>(app: &App, owner: &str, id: &str) -> Result<Owned<R>, ApiError> {
    R::table(&app.store).find(owner, id).await?.ok_or_else(|| nothing_here(R::NOUN))
}

pub async fn change<R: Resource>(
    app: &App,
    owner: &str,
    id: &str,
    definition: &R,
    now: Instant,
) -> Result<(), ApiError> {
    definition.check(app, owner).await?;
    let changed = R::table(&app.store).change(owner, id, definition, now).await?;
    changed.then_some(()).ok_or_else(|| nothing_here(R::NOUN))
}

pub async fn delete<R: Resource>(app: &App, owner: &str, id: &str) -> Result<(), ApiError> {
    let deleted = R::table(&app.store).delete(owner, id).await?;
    deleted.then_some(()).ok_or_else(|| nothing_here(R::NOUN))
}

pub(super) async fn answer_list<R: Resource, V: From<Owned<R>>>(
    app: &App,
    ask: &RequestContext,
) -> Result<Vec<V>, ApiError> {
    let all = R::table(&app.store).list(ask.owner()?).await?;
    Ok(all.into_iter().map(V::from).collect())
}

pub(super) async fn answer_change<R: Resource>(
    app: &App,
    ask: &RequestContext,
    (id, definition): (String, R),
) -> Result<Owned<R>, ApiError> {
    let owner = ask.owner()?;
    change(app, owner, &id, &definition, ask.now).await?;
    find(app, owner, &id).await
}

/// Times that a change is tried again because somebody else changed the same thing meanwhile.
const MAX_TRIES: usize = 5;

/// Puts the members that are given in the place of those that were; null takes one away.
pub(super) async fn answer_patch<R: Resource + Clone, V: From<Owned<R>> + Serialize>(
    app: &App,
    ask: &RequestContext,
    (id, given): (String, Map<String, Value>),
) -> Result<V, ApiError> {
    let owner = ask.owner()?;
    for _ in 0..MAX_TRIES {
        let before: Owned<R> = find(app, owner, &id).await?;
        let changed_at = before.changed_at;
        let view = serde_json::to_value(V::from(before)).map_err(|error| ApiError::internal(&error))?;
        let mut members = view.as_object().cloned().unwrap_or_default();
        for name in given.iter().filter(|(_, value)| !value.is_null()).map(|(name, _)| name) {
            R::replaced_by(name).iter().for_each(|replaced| drop(members.shift_remove(*replaced)));
        }
        members.extend(given.clone());
        let mut reader = ParamReader::new(Route::patch(""), Vec::new(), Vec::new(), members);
        let definition = R::read(&mut reader)?;
        definition.check(app, owner).await?;
        if R::table(&app.store).change_from(owner, &id, &definition, changed_at, ask.now).await? {
            return Ok(V::from(find(app, owner, &id).await?));
        }
    }
    Err(ApiError::new(Code::Conflict, "Others keep changing it. Try again.").retry_after(1))
}

pub(super) async fn answer_delete<R: Resource>(
    app: &App,
    ask: &RequestContext,
    id: String,
) -> Result<Deleted, ApiError> {
    delete::<R>(app, ask.owner()?, &id).await?;
    Ok(Deleted::new(id))
}

/// The five operations of a resource: list, create, change, patch, delete, each with its name in the contract and its summary.
macro_rules! owned_operations {
    (
        $resource:ty as $view:ty, $noun:literal at $path:literal;
        list: $list:ident, $list_id:literal, $list_summary:literal, $all:ident;
        create: $create:ident, $create_id:literal, $create_summary:literal;
        change: $change:ident, $change_id:literal, $change_summary:literal;
        patch: $patch:ident, $patch_id:literal, $patch_summary:literal;
        delete: $delete:ident, $delete_id:literal, $delete_summary:literal;
        $(delivers: $delivers:literal;)?
    ) => {
        pub struct $list;

        #[derive(serde::Serialize, schemars::JsonSchema)]
        pub struct $all {
            /// Oldest first.
            data: Vec<$view>,
        }

        impl Operation for $list {
            const ID: &'static str = $list_id;
            const ROUTE: Route = Route::get($path);
            const SUMMARY: &'static str = $list_summary;
            const ACCESS: Access = Access::Key;
            $(const DELIVERS: bool = $delivers;)?
            type Request = ();
            type Response = $all;

            fn read(_: &mut ParamReader) -> Result<(), ApiError> {
                Ok(())
            }

            async fn answer(app: &App, ask: &RequestContext, (): ()) -> Result<Reply<$all>, ApiError> {
                Ok($all { data: owned::answer_list::<$resource, $view>(app, ask).await? }.into())
            }
        }

        pub struct $create;

        impl Operation for $create {
            const ID: &'static str = $create_id;
            const ROUTE: Route = Route::post($path);
            const SUMMARY: &'static str = $create_summary;
            const ACCESS: Access = Access::Key;
            const SUCCESS: u16 = 201;
            const STATUSES: &'static [(u16, &'static str)] =
                &[(409, concat!("The account has as many ", $noun, "s as it may."))];
            type Request = $resource;
            type Response = $view;

            fn read(from: &mut ParamReader) -> Result<$resource, ApiError> {
                owned::Resource::read(from)
            }

            async fn answer(
                app: &App,
                ask: &RequestContext,
                definition: $resource,
            ) -> Result<Reply<$view>, ApiError> {
                Ok(Reply::created(owned::create(app, ask.owner()?, definition, ask.now).await?.into()))
            }
        }

        pub struct $change;

        impl Operation for $change {
            const ID: &'static str = $change_id;
            const ROUTE: Route = Route::put(concat!($path, "/{id}"));
            const SUMMARY: &'static str = $change_summary;
            const ACCESS: Access = Access::Key;
            const STATUSES: &'static [(u16, &'static str)] = &[not_found!($noun)];
            type Request = (String, $resource);
            type Response = $view;

            fn read(from: &mut ParamReader) -> Result<(String, $resource), ApiError> {
                let id = from.segment("id", concat!("The id of the ", $noun, "."));
                Ok((id, owned::Resource::read(from)?))
            }

            async fn answer(
                app: &App,
                ask: &RequestContext,
                request: (String, $resource),
            ) -> Result<Reply<$view>, ApiError> {
                Ok(<$view>::from(owned::answer_change(app, ask, request).await?).into())
            }
        }

        pub struct $patch;

        impl Operation for $patch {
            const ID: &'static str = $patch_id;
            const ROUTE: Route = Route::patch(concat!($path, "/{id}"));
            const SUMMARY: &'static str = $patch_summary;
            const ACCESS: Access = Access::Key;
            const STATUSES: &'static [(u16, &'static str)] =
                &[not_found!($noun), (409, "Others keep changing it.")];
            type Request = (String, serde_json::Map<String, serde_json::Value>);
            type Response = $view;

            fn read(from: &mut ParamReader) -> Result<Self::Request, ApiError> {
                let id = from.segment("id", concat!("The id of the ", $noun, "."));
                let read = |from: &mut ParamReader| drop(<$resource as owned::Resource>::read(from));
                Ok((id, from.given_members(read)))
            }

            async fn answer(
                app: &App,
                ask: &RequestContext,
                request: Self::Request,
            ) -> Result<Reply<$view>, ApiError> {
                Ok(owned::answer_patch::<$resource, $view>(app, ask, request).await?.into())
            }
        }

        pub struct $delete;

        impl Operation for $delete {
            const ID: &'static str = $delete_id;
            const ROUTE: Route = Route::delete(concat!($path, "/{id}"));
            const SUMMARY: &'static str = $delete_summary;
            const ACCESS: Access = Access::Key;
            const STATUSES: &'static [(u16, &'static str)] = &[not_found!($noun)];
            type Request = String;
            type Response = Deleted;

            fn read(from: &mut ParamReader) -> Result<String, ApiError> {
                Ok(from.segment("id", concat!("The id of the ", $noun, ".")))
            }

            async fn answer(app: &App, ask: &RequestContext, id: String) -> Result<Reply<Deleted>, ApiError> {
                Ok(owned::answer_delete::<$resource>(app, ask, id).await?.into())
            }
        }
    };
}

/// What the contract says of a 404.
macro_rules! not_found {
    ($noun:literal) => {
        (404, concat!("There is no such ", $noun, ", or it belongs to somebody else."))
    };
}

pub(super) use {not_found, owned_operations};
