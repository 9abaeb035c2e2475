// SPDX-License-Identifier: MIT OR Apache-2.0
//! The Snoop agent at the base station [Bal95], for data from the fixed to the mobile host.
mod config;

pub use config::{Config, ConfigError};

use crate::agent::{Agent, Answer, Direction, Moment, Outcome, Verdict};
use crate::units::SimTime;

/// The agent.
#[derive(Clone, Debug)]
pub struct Snoop {
    config: Config,
}

impl Snoop {
    /// Makes an agent that has seen nothing yet.
    ///
    /// # Errors
    /// [`ConfigError`] names the value that is out of range.
    pub fn new(config: Config) -> Result<Self, ConfigError> {
        config.check()?;
        Ok(Self { config })
    }
    /// Packets held.
    pub fn held_packets(&self) -> usize {
        0
    }
    /// Connections known.
    pub fn connections(&self) -> usize {
        let _ = self.config;
        0
    }
}

impl Agent for Snoop {
    fn on_packet(&mut self, _: Moment, _: Direction, _: &[u8], _: &mut Answer) -> Outcome {
        Outcome { verdict: Verdict::Forward, deadline: SimTime::NEVER }
    }

    fn on_timer(&mut self, _: Moment, _: &mut Answer) -> Outcome {
        Outcome { verdict: Verdict::Forward, deadline: SimTime::NEVER }
    }
}
