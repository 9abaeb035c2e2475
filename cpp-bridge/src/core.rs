// SPDX-License-Identifier: MIT OR Apache-2.0
//! The protocol cores that a device can have.
use wtcp_core::agent::Agent;
use wtcp_core::snoop::Snoop;

/// One of them.
#[derive(Debug)]
pub(crate) enum Core {
    Snoop(Snoop),
}

impl Core {
    pub(crate) fn agent(&self) -> &dyn Agent {
        match self {
            Self::Snoop(core) => core,
        }
    }

    pub(crate) fn agent_mut(&mut self) -> &mut dyn Agent {
        match self {
            Self::Snoop(core) => core,
        }
    }

    pub(crate) fn snoop(&self) -> &Snoop {
        match self {
            Self::Snoop(core) => core,
        }
    }

    pub(crate) fn snoop_mut(&mut self) -> &mut Snoop {
        match self {
            Self::Snoop(core) => core,
        }
    }
}
