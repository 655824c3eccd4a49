//! Which part of the service a process is, where several share a store.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// Answers and works.
    #[default]
    All,
    /// Answers, and follows what workers write.
    Door,
    /// Takes in, reads, groups, counts, publishes, delivers and tidies up; answers about its health alone.
    Worker,
}

impl Role {
    pub fn answers(self) -> bool {
        self != Role::Worker
    }

    pub fn works(self) -> bool {
        self != Role::Door
    }
}

impl std::fmt::Display for Role {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Role::All => "all",
            Role::Door => "door",
            Role::Worker => "worker",
        })
    }
}
