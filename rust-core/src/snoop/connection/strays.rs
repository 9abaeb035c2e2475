// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which duplicate acknowledgements superfluous copies explain.
use crate::seq::Seq;

/// Copies of segments that the mobile host already had. Each makes it repeat its acknowledgement once, which is no sign of
/// another loss: without this count one needless copy would beget the next.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Strays {
    count: u32,
    /// End of the data transmitted before the last such copy.
    until: Option<Seq>,
}

impl Strays {
    pub(super) fn add(&mut self, copies: u32, until: Seq) {
        if copies > 0 {
            self.count = self.count.saturating_add(copies);
            self.until = Some(until);
        }
    }

    /// Data transmitted after the copies was acknowledged: they arrived before, or never will.
    pub(super) fn on_new_ack(&mut self, ack: Seq) {
        if self.until.is_some_and(|until| ack.after(until)) {
            *self = Self::default();
        }
    }

    /// Whether a duplicate is put down to a copy.
    pub(super) fn take(&mut self) -> bool {
        let any = self.count > 0;
        self.count = self.count.saturating_sub(1);
        any
    }
}
