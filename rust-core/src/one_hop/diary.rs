// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the diary calls the packets of one-hop TCP.
use super::sender::Entry;
use crate::agent::{Answer, Cause, Event, EventKind};
use crate::flow::FlowKey;
use crate::seq::Seq;
use core::net::{IpAddr, Ipv4Addr, SocketAddr};

/// What the diary calls a packet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subject {
    pub(super) flow: FlowKey,
    pub(super) seq: Seq,
    pub(super) len: u32,
}

impl Subject {
    pub(super) fn of_flow(flow: FlowKey) -> Self {
        Self {
            flow,
            seq: Seq::new(0),
            len: 0,
        }
    }

    pub(super) fn note(self, answer: &mut Answer, kind: EventKind, cause: Cause) {
        let Self { flow, seq, len } = self;
        answer.events.push(Event {
            kind,
            cause,
            flow,
            seq,
            len,
            rtt: None,
        });
    }
}

impl From<Entry> for Subject {
    fn from(Entry { flow, seq, len, .. }: Entry) -> Self {
        Self { flow, seq, len }
    }
}

/// For what is about no connection.
pub(super) const NOBODY: Subject = {
    const NOWHERE: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 0);
    let flow = FlowKey {
        source: NOWHERE,
        destination: NOWHERE,
    };
    Subject {
        flow,
        seq: Seq::new(0),
        len: 0,
    }
};
