// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a mobile host can say at a handoff about the data it receives: how far each connection has come [Bal95 s3.3], or,
//! where base stations keep no state, the duplicate acknowledgements that make the sender retransmit at once [CI94].
//!
//! [CI94]: Caceres, Iftode, "The Effects of Mobility on Reliable Transport Protocols", ICDCS 1994; and "Improving the
//! Performance of Reliable Transport Protocols in Mobile Computing Environments", IEEE JSAC 13(5), 1995.
use super::regenerate::LastAck;
use super::transfer::Known;
use crate::flow::FlowKey;
use crate::segment::Segment;
use crate::seq::Seq;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Connections that are remembered at a time, those last heard of.
const MOST_FLOWS: usize = 64;

/// A connection by which the mobile host receives data.
#[derive(Clone, Debug)]
struct Progress {
    /// Everything below has arrived.
    next: Seq,
    window: u16,
    ack: LastAck,
    heard: u64,
    /// End of the data of the fixed host, once it said so.
    sender_fin: Option<Seq>,
    /// End of the data of the mobile host, once it said so.
    mobile_fin: Option<Seq>,
    mobile_fin_acked: bool,
}

impl Progress {
    fn known(&self, flow: FlowKey) -> Known {
        Known {
            flow,
            last_ack: self.next,
            highest: self.next,
            window: self.window,
            srtt: None,
            sender_fin: self.sender_fin,
            mobile_fin: self.mobile_fin,
            mobile_fin_acked: self.mobile_fin_acked,
        }
    }
}

/// Watches the segments of one mobile host, on the mobile host.
#[derive(Clone, Debug, Default)]
pub struct Reporter {
    flows: BTreeMap<FlowKey, Progress>,
    events: u64,
}

impl Reporter {
    /// A datagram arrived.
    pub fn on_arrival(&mut self, header: &[u8]) {
        let Ok(segment) = Segment::parse(header) else {
            return;
        };
        if segment.flags.rst {
            self.flows.remove(&segment.flow);
            return;
        }
        self.events += 1;
        if let Some(progress) = self.flows.get_mut(&segment.flow) {
            progress.heard = self.events;
            // The rest of what arrived out of order shows in the acknowledgement that follows at once.
            if !segment.seq.after(progress.next) {
                progress.next = progress.next.latest(segment.end());
            }
            if let (Some(fin), Some(ack)) = (progress.mobile_fin, segment.ack) {
                progress.mobile_fin_acked |= !ack.before(fin);
            }
            if segment.flags.fin {
                progress.sender_fin = Some(segment.end());
            }
        }
    }

    /// A datagram leaves.
    pub fn on_departure(&mut self, header: &[u8]) {
        let Ok(segment) = Segment::parse(header) else {
            return;
        };
        let flow = segment.flow.reversed();
        if segment.flags.rst {
            self.flows.remove(&flow);
            return;
        }
        let Some(ack) = segment.ack else { return };
        self.events += 1;
        if !self.flows.contains_key(&flow) && self.flows.len() >= MOST_FLOWS {
            let oldest = self.flows.iter().min_by_key(|(_, progress)| progress.heard);
            if let Some(oldest) = oldest.map(|(flow, _)| *flow) {
                self.flows.remove(&oldest);
            }
        }
        let progress = self.flows.entry(flow).or_insert_with(|| Progress {
            next: ack,
            window: 0,
            ack: LastAck::default(),
            heard: 0,
            sender_fin: None,
            mobile_fin: None,
            mobile_fin_acked: false,
        });
        progress.next = progress.next.latest(ack);
        progress.window = segment.window;
        progress.heard = self.events;
        progress.ack.sent(&segment);
        progress.ack.remember(&segment, header);
        if segment.flags.fin {
            progress.mobile_fin = Some(segment.end());
        }
    }

    /// Appends how far each connection has come, for [`super::Snoop::start_serving`]. Those that ended are in it too: a
    /// base station may still hold segments of them.
    pub fn report(&self, state: &mut Vec<u8>) {
        for (flow, progress) in &self.flows {
            progress.known(*flow).write(state);
        }
    }

    /// The last acknowledgement of each connection that goes on, as a whole IP datagram.
    pub fn last_acks(&self) -> Vec<Vec<u8>> {
        let mut acks = Vec::new();
        for (flow, progress) in &self.flows {
            let mut bytes = Vec::new();
            if !progress.known(*flow).is_over() && progress.ack.write(&mut bytes).is_some() {
                acks.push(bytes);
            }
        }
        acks
    }
}
