// SPDX-License-Identifier: MIT OR Apache-2.0
//! How long a neighbour may keep a local acknowledgement back, in the hope of a packet to ride on. A long wait costs nothing
//! while nothing else is to be sent and nothing gets lost; otherwise it holds up the next packet, or the next copy of a lost one.
use super::Config;
use crate::units::{SimTime, Span};

/// The wait grows by this part of its longest with each packet that needed no copy.
const GROWTH: f64 = 1.0 / 16.0;
/// Copies halve the wait, down to this part of its longest.
const SHORTEST: f64 = 0.2;
/// The wait ends so many deviations before the average time to the next packet.
const CAUTION: f64 = 1.5;

#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// What losses allow beyond [`SHORTEST`], as a part of [`Config::piggyback_delay`].
    growth: f64,
    /// When the last packet was sent with none behind it.
    drained: Option<SimTime>,
    /// Average time from there to the next packet, and how far single ones lie from it, in nanoseconds.
    gap: Option<(f64, f64)>,
}

impl Patience {
    pub(super) const fn new() -> Self {
        Self {
            growth: 0.0,
            drained: None,
            gap: None,
        }
    }

    /// A packet is sent, and none waits behind it.
    pub(super) fn on_drained(&mut self, now: SimTime) {
        self.drained = Some(now);
    }

    /// A packet comes.
    pub(super) fn on_packet(&mut self, now: SimTime) {
        let Some(since) = self.drained.take() else { return };
        let gap = now.since(since).as_nanos_f64();
        self.gap = Some(match self.gap {
            None => (gap, 0.0),
            Some((average, deviation)) => {
                let error = if gap > average {
                    gap - average
                } else {
                    average - gap
                };
                (
                    average + (gap - average) / 8.0,
                    deviation + (error - deviation) / 8.0,
                )
            }
        });
    }

    /// A packet arrived at its first transmission.
    pub(super) fn on_success(&mut self) {
        self.growth = (self.growth + GROWTH).min(1.0 - SHORTEST);
    }

    /// A packet had to be sent again.
    pub(super) fn on_loss(&mut self) {
        self.growth = ((self.growth + SHORTEST) / 2.0 - SHORTEST).max(0.0);
    }

    /// How long the acknowledgement of a packet may wait that has none behind it, in whole milliseconds.
    pub(super) fn wait(&self, config: &Config) -> Span {
        let allowed = config.piggyback_delay.scaled(self.growth + SHORTEST);
        let wait = match self.gap {
            Some((average, deviation)) => allowed.min(Span::from_nanos_f64(average - CAUTION * deviation)),
            None => allowed,
        };
        Span::from_millis(wait.as_nanos() / 1_000_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: fn() -> Config = || Config {
        piggyback_delay: Span::from_millis(100),
        ..Config::default()
    };

    fn wait_ms(patience: &Patience) -> u64 {
        patience.wait(&CONFIG()).as_nanos() / 1_000_000
    }

    #[test]
    fn it_grows_while_nothing_gets_lost_and_shrinks_fast() {
        let mut patience = Patience::new();
        assert_eq!(wait_ms(&patience), 20);
        patience.on_success();
        assert_eq!(wait_ms(&patience), 26); // 20 + 100/16
        (0..20).for_each(|_| patience.on_success());
        assert_eq!(wait_ms(&patience), 100);
        patience.on_loss();
        assert_eq!(wait_ms(&patience), 50);
        (0..4).for_each(|_| patience.on_loss());
        assert_eq!(wait_ms(&patience), 20);
    }

    #[test]
    fn it_ends_before_the_next_packet_is_expected() {
        let at = |ms| SimTime::START + Span::from_millis(ms);
        let mut patience = Patience::new();
        (0..20).for_each(|_| patience.on_success());
        patience.on_drained(at(0));
        patience.on_packet(at(48));
        assert_eq!(wait_ms(&patience), 48);
        // Packets of a burst say nothing.
        patience.on_packet(at(48));
        patience.on_drained(at(60));
        patience.on_packet(at(68));
        // 48 - 40/8 = 43; 1.5 times 40/8
        assert_eq!(wait_ms(&patience), 35);
    }
}
