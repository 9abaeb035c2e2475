// SPDX-License-Identifier: MIT OR Apache-2.0
//! A base station that reboots: all state is soft, so it may go at any time.
use super::Snoop;
use crate::agent::{Answer, Cause, Moment, Outcome, Verdict};
use crate::flow::FlowKey;
use alloc::vec::Vec;

impl Snoop {
    /// Forgets every connection, every mobile host elsewhere and all that is kept, as a base station that reboots does.
    /// Configuration and counters stay. Names of kept packets are not used again: packets that bear one may still wait in
    /// the device's queue.
    pub fn reboot(&mut self, at: Moment, answer: &mut Answer) -> Outcome {
        let flows: Vec<FlowKey> = self.connections.keys().copied().collect();
        for flow in flows {
            self.close(at, flow, Cause::Reboot, answer);
        }
        self.forget_buffers(Cause::Reboot, answer);
        self.outcome(Verdict::Forward)
    }
}
