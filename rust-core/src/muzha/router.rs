// SPDX-License-Identifier: MIT OR Apache-2.0
//! The level of one device of a router, from its residual bandwidth and its queue.
//!
//! The share of the last interval in which the device, or the radio channel around it, was busy says whether there is room to
//! accelerate; the queue in front of the device says whether to decelerate. A busy channel alone is no reason for that: one flow
//! over several hops keeps it busy at its best window, too.
use super::Level;
use crate::config::{ConfigError, check};
use crate::units::{SimTime, Span};
use alloc::collections::VecDeque;

/// Tunables of [`Router`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// How far back the busy time is looked at; longer than zero.
    pub interval: Span,
    /// Aggressive acceleration below this busy share; from 0 up to `moderate_below`.
    pub aggressive_below: f64,
    /// Moderate acceleration below this busy share; up to 1.
    pub moderate_below: f64,
    /// Packets in the queue from which on nothing accelerates any more; at least 1.
    pub stabilize_queue: u32,
    /// Packets from which on senders slow down by a segment; at least `stabilize_queue`.
    pub decelerate_queue: u32,
    /// Packets from which on senders halve; at least `decelerate_queue`.
    pub halve_queue: u32,
}

impl Config {
    /// Checks every range.
    ///
    /// # Errors
    /// The first value that is out of range.
    pub fn check(&self) -> Result<(), ConfigError> {
        let Self {
            interval,
            aggressive_below,
            moderate_below,
            stabilize_queue,
            decelerate_queue,
            halve_queue,
        } = *self;
        let ranges = [
            (interval > Span::ZERO, "Interval", "longer than zero"),
            (
                aggressive_below >= 0.0 && aggressive_below <= moderate_below,
                "AggressiveBelow",
                "0 to ModerateBelow",
            ),
            (moderate_below <= 1.0, "ModerateBelow", "at most 1"),
            (stabilize_queue >= 1, "StabilizeQueue", "at least 1"),
            (
                decelerate_queue >= stabilize_queue,
                "DecelerateQueue",
                "at least StabilizeQueue",
            ),
            (
                halve_queue >= decelerate_queue,
                "HalveQueue",
                "at least DecelerateQueue",
            ),
        ];
        check("ns3::MuzhaRouter", &ranges)
    }
}

/// A time in which the device or its channel was busy.
#[derive(Clone, Copy, Debug)]
struct Busy {
    from: SimTime,
    to: SimTime,
}

/// The load of one device.
#[derive(Clone, Debug)]
pub struct Router {
    config: Config,
    /// In order of time, without gaps of zero between them; none ended before the interval.
    busy: VecDeque<Busy>,
}

impl Router {
    /// Makes one that was never busy.
    ///
    /// # Errors
    /// [`Config::check`] says which value is out of range.
    pub fn new(config: Config) -> Result<Self, ConfigError> {
        config.check()?;
        Ok(Self {
            config,
            busy: VecDeque::new(),
        })
    }

    /// The device or its channel is or was busy from `from` up to `to`. What was told before counts once.
    pub fn on_busy(&mut self, from: SimTime, to: SimTime) {
        match self.busy.back_mut() {
            Some(last) if from <= last.to => last.to = last.to.max(to),
            _ if from < to => self.busy.push_back(Busy { from, to }),
            _ => {}
        }
    }

    /// Share of the last interval in which it was busy, 0 to 1.
    pub fn busy_share(&mut self, now: SimTime) -> f64 {
        let interval = self.config.interval;
        while self
            .busy
            .front()
            .is_some_and(|oldest| now.since(oldest.to) >= interval)
        {
            self.busy.pop_front();
        }
        let busy: u64 = self
            .busy
            .iter()
            .map(|Busy { from, to }| {
                let start = now.since(*from).min(interval);
                start.as_nanos() - now.since(*to).min(start).as_nanos()
            })
            .sum();
        Span::from_nanos(busy).as_nanos_f64() / interval.as_nanos_f64()
    }

    /// The level with `queue` packets waiting in front of the device.
    pub fn level(&mut self, now: SimTime, queue: u32) -> Level {
        let busy = self.busy_share(now);
        let Config {
            aggressive_below,
            moderate_below,
            stabilize_queue,
            decelerate_queue,
            halve_queue,
            ..
        } = self.config;
        if queue >= halve_queue {
            Level::AggressiveDeceleration
        } else if queue >= decelerate_queue {
            Level::ModerateDeceleration
        } else if queue >= stabilize_queue || busy >= moderate_below {
            Level::Stabilizing
        } else if busy >= aggressive_below {
            Level::ModerateAcceleration
        } else {
            Level::AggressiveAcceleration
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CONFIG: Config = Config {
        interval: Span::from_millis(100),
        aggressive_below: 0.5,
        moderate_below: 0.8,
        stabilize_queue: 2,
        decelerate_queue: 4,
        halve_queue: 10,
    };

    fn ms(at: i64) -> SimTime {
        SimTime::from_nanos(at * 1_000_000)
    }

    fn new() -> Router {
        Router::new(CONFIG).unwrap()
    }

    #[test]
    fn the_share_slides_with_the_interval() {
        let mut router = new();
        let share = |router: &mut Router, at, expected: f64| {
            let share = router.busy_share(ms(at));
            assert!(
                (share - expected).abs() < 1e-12,
                "{share}, not {expected}, at {at} ms"
            );
        };
        share(&mut router, 0, 0.0);
        router.on_busy(ms(100), ms(130)); // told at its start
        share(&mut router, 110, 0.1);
        share(&mut router, 130, 0.3);
        router.on_busy(ms(130), ms(150));
        share(&mut router, 150, 0.5);
        router.on_busy(ms(170), ms(180));
        share(&mut router, 190, 0.6);
        share(&mut router, 210, 0.5); // 110 to 150, 170 to 180
        share(&mut router, 260, 0.1);
        share(&mut router, 500, 0.0);
    }

    #[test]
    fn what_overlaps_counts_once() {
        let mut router = new();
        router.on_busy(ms(0), ms(20));
        router.on_busy(ms(10), ms(15));
        router.on_busy(ms(15), ms(40));
        router.on_busy(ms(50), ms(50));
        assert!((router.busy_share(ms(100)) - 0.4).abs() < 1e-12);
    }

    #[test]
    fn the_level_falls_with_the_load() {
        use Level::{
            AggressiveAcceleration, AggressiveDeceleration, ModerateAcceleration, ModerateDeceleration,
            Stabilizing,
        };
        for (busy, queue, level) in [
            (0, 0, AggressiveAcceleration),
            (49, 1, AggressiveAcceleration),
            (50, 1, ModerateAcceleration),
            (79, 0, ModerateAcceleration),
            (80, 0, Stabilizing),
            (100, 0, Stabilizing),
            (0, 2, Stabilizing),
            (100, 3, Stabilizing),
            (0, 4, ModerateDeceleration),
            (100, 9, ModerateDeceleration),
            (0, 10, AggressiveDeceleration),
            (100, 1000, AggressiveDeceleration),
        ] {
            let mut router = new();
            router.on_busy(ms(0), ms(busy));
            assert_eq!(
                router.level(ms(100), queue),
                level,
                "busy {busy} %, {queue} packets"
            );
        }
    }

    #[test]
    fn settings_out_of_range_are_refused() {
        let change = |change: fn(&mut Config)| {
            let mut config = CONFIG;
            change(&mut config);
            Router::new(config).unwrap_err().attribute
        };
        assert_eq!(change(|config| config.interval = Span::ZERO), "Interval");
        assert_eq!(change(|config| config.aggressive_below = 0.9), "AggressiveBelow");
        assert_eq!(
            change(|config| config.aggressive_below = f64::NAN),
            "AggressiveBelow"
        );
        assert_eq!(change(|config| config.moderate_below = 1.1), "ModerateBelow");
        assert_eq!(change(|config| config.stabilize_queue = 0), "StabilizeQueue");
        assert_eq!(change(|config| config.decelerate_queue = 1), "DecelerateQueue");
        assert_eq!(change(|config| config.halve_queue = 3), "HalveQueue");
    }

    proptest! {
        #[test]
        fn the_share_is_what_a_clock_would_count(
            steps in proptest::collection::vec((0..30_i64, 0..30_i64), 1..60),
            later in 0..200_i64,
        ) {
            let mut router = new();
            let mut clock = std::vec![false; 4000];
            let mut now = 0;
            for (idle, busy) in steps {
                now += idle;
                router.on_busy(ms(now), ms(now + busy));
                for at in now..now + busy {
                    clock[usize::try_from(at).unwrap()] = true;
                }
                now += busy;
                router.busy_share(ms(now));
            }
            now += later;
            let from = usize::try_from((now - 100).max(0)).unwrap();
            let counted = clock[from..usize::try_from(now).unwrap()].iter().filter(|busy| **busy).count();
            let expected = f64::from(u32::try_from(counted).unwrap()) / 100.0;
            prop_assert!((router.busy_share(ms(now)) - expected).abs() < 1e-9);
        }
    }
}
