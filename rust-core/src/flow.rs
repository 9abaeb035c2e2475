// SPDX-License-Identifier: MIT OR Apache-2.0
//! Connection keys.
use core::fmt;
use core::net::SocketAddr;

/// One direction of one TCP connection: where its segments come from and where they go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FlowKey {
    /// Address and port of the sender of these segments.
    pub source: SocketAddr,
    /// Address and port of their receiver.
    pub destination: SocketAddr,
}

impl FlowKey {
    /// The key of the opposite direction.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self {
            source: self.destination,
            destination: self.source,
        }
    }
}

impl fmt::Display for FlowKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}>{}", self.source, self.destination)
    }
}

impl fmt::Debug for FlowKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
