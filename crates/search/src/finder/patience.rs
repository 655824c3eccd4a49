//! How long a search goes on: it asks now and then whether to give up.

use crate::error::Error;

pub type GiveUp<'g> = &'g dyn Fn() -> bool;

/// How many steps pass between two questions whether to give up.
const PATIENCE: u32 = 4096;

pub struct Patience<'g> {
    give_up: GiveUp<'g>,
    spent: u32,
}

impl<'g> Patience<'g> {
    pub fn new(give_up: GiveUp<'g>) -> Patience<'g> {
        Patience { give_up, spent: 0 }
    }

    pub fn spend(&mut self, steps: u32) -> Result<(), Error> {
        self.spent += steps;
        if self.spent < PATIENCE {
            return Ok(());
        }
        self.spent = 0;
        if (self.give_up)() { Err(Error::GivenUp) } else { Ok(()) }
    }
}
