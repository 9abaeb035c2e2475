// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whether the fixed host will take in a segment of the mobile host at all.
//!
//! A receiver drops a segment that lies outside its window and does not look at the acknowledgement in it (RFC 9293 section
//! 3.10.7.4), and likewise one without timestamps where the connection has them (RFC 7323 section 3.2). An agent that believed such an acknowledgement would free segments that the sender still has to deliver, and
//! repeat to it, with a sequence number it accepts, what it refused before: whoever guesses a connection's addresses
//! and one acknowledgement number could then end a transfer that plain TCP protects (RFC 5961 section 5).
use crate::segment::Segment;
use crate::seq::Seq;

/// The largest shift of the window field (RFC 7323 section 2.3). The one in use is not known on a connection already open.
const MAX_SHIFT: u32 = 14;

/// What the fixed host said last about the data it can take in from the mobile host.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Acceptance {
    /// The next octet it waits for, and how far beyond its window reaches at most. Not a maximum of what was said, so that
    /// a forged segment is forgotten with the next true one.
    window: Option<(Seq, u32)>,
    /// Whether its segments bear timestamps, which they do only when both hosts agreed on them.
    timestamps: bool,
}

impl Acceptance {
    /// The fixed host says something.
    pub(super) fn on_segment(&mut self, segment: &Segment) {
        if let Some(next) = segment.ack {
            self.window = Some((next, u32::from(segment.window) << MAX_SHIFT));
        }
        // A SYN only offers them.
        self.timestamps = segment.timestamps.is_some() && !segment.flags.syn;
    }

    /// Whether the fixed host will look at an acknowledgement in `segment` of the mobile host.
    pub(super) fn covers(&self, segment: &Segment) -> bool {
        let bears_what_it_must = !self.timestamps || segment.timestamps.is_some();
        bears_what_it_must
            && self.window.is_none_or(|(next, reach)| {
                let start = segment.seq.dist(next);
                // A keep-alive starts one octet below.
                let reaches_up = start >= -1 || segment.end().after(next);
                reaches_up && i64::from(start) <= i64::from(reach)
            })
    }
}
