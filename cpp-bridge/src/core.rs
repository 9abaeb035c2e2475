// SPDX-License-Identifier: MIT OR Apache-2.0
//! The protocol cores that a device can have.
use wtcp_core::agent::Agent;
use wtcp_core::atcp::Atcp;
use wtcp_core::one_hop::OneHop;
use wtcp_core::snoop::Snoop;
use wtcp_core::split::Split;

/// One of them.
#[derive(Debug)]
pub(crate) enum Core {
    Atcp(Atcp),
    Snoop(Snoop),
    OneHop(OneHop),
    Split(Split),
}

impl Core {
    pub(crate) fn agent(&self) -> &dyn Agent {
        match self {
            Self::Atcp(core) => core,
            Self::Snoop(core) => core,
            Self::OneHop(core) => core,
            Self::Split(core) => core,
        }
    }

    pub(crate) fn agent_mut(&mut self) -> &mut dyn Agent {
        match self {
            Self::Atcp(core) => core,
            Self::Snoop(core) => core,
            Self::OneHop(core) => core,
            Self::Split(core) => core,
        }
    }

    /// The Snoop agent; only its own C++ class asks for it.
    pub(crate) fn snoop(&self) -> Option<&Snoop> {
        match self {
            Self::Snoop(core) => Some(core),
            Self::Atcp(_) | Self::OneHop(_) | Self::Split(_) => None,
        }
    }

    /// Likewise. Any other core panics, which the guard turns into a fault.
    #[expect(clippy::panic, reason = "caught by the guard, which turns it into a fault")]
    pub(crate) fn snoop_mut(&mut self) -> &mut Snoop {
        match self {
            Self::Snoop(core) => core,
            Self::Atcp(_) | Self::OneHop(_) | Self::Split(_) => {
                panic!("only a Snoop agent takes part in handoffs")
            }
        }
    }
}
