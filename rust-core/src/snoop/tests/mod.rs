// SPDX-License-Identifier: MIT OR Apache-2.0
//! Packet scripts: hand-computed sequences for each rule. Sequence numbers start just below 2^32, so every script that
//! passes more than two segments also crosses the wrap.
mod ack;
mod data;
mod handoff;
mod hostile;
mod life;
mod timers;
mod uplink;

use super::*;
use crate::agent::{Moment, Step};
use crate::testing::{Header, MOBILE, SENDER};
use crate::units::{SimTime, Span};
use alloc::vec::Vec;
use std::ops::Range;

const ISN: u32 = u32::MAX - 1999;
const MSS: u32 = 1000;

struct Script {
    agent: Snoop,
    now: SimTime,
    waiting: u32,
    answer: Answer,
    last: Outcome,
    window: u16,
}

fn script(config: Config) -> Script {
    let last = Outcome {
        verdict: Verdict::Forward,
        deadline: SimTime::NEVER,
    };
    Script {
        agent: Snoop::new(config).unwrap(),
        now: SimTime::START,
        waiting: 0,
        answer: Answer::default(),
        last,
        window: 64,
    }
}

fn old() -> Script {
    script(Config::preset_1995())
}

fn new() -> Script {
    script(Config::preset_1997())
}

fn keep(id: u64) -> Step {
    Step::Keep(PacketId(id))
}

fn release(id: u64) -> Step {
    Step::Release(PacketId(id))
}

fn resend(id: u64) -> Step {
    Step::resend(PacketId(id), false)
}

fn at_ms(ms: u64) -> SimTime {
    SimTime::START + Span::from_millis(ms)
}

impl Script {
    fn at(&mut self, ms: u64) -> &mut Self {
        self.now = at_ms(ms);
        self
    }

    fn waiting(&mut self, packets: u32) -> &mut Self {
        self.waiting = packets;
        self
    }

    fn packet(&mut self, direction: Direction, header: &[u8]) -> &mut Self {
        self.answer.clear();
        let at = Moment {
            now: self.now,
            waiting: self.waiting,
        };
        self.last = self
            .agent
            .on_packet(at, &Packet::new(direction, header), &mut self.answer);
        self
    }

    /// Data of the sender; the range counts from the first octet after the SYN.
    fn data(&mut self, range: Range<u32>) -> &mut Self {
        let header = Header::data(ISN.wrapping_add(1 + range.start), range.end - range.start).bytes();
        self.packet(Direction::Egress, &header)
    }

    /// `count` segments of 1000 octets from the first octet on.
    fn burst(&mut self, count: u32) -> &mut Self {
        for n in 0..count {
            self.data(n * MSS..(n + 1) * MSS);
        }
        self
    }

    fn mobile(&mut self, change: impl FnOnce(&mut Header), ack: u32) -> &mut Self {
        let mut header = Header::ack(ISN.wrapping_add(1 + ack));
        header.window = self.window;
        change(&mut header);
        self.packet(Direction::Ingress, &header.bytes())
    }

    fn ack(&mut self, ack: u32) -> &mut Self {
        self.mobile(|_| {}, ack)
    }

    fn timer(&mut self) -> &mut Self {
        self.answer.clear();
        let at = Moment {
            now: self.now,
            waiting: self.waiting,
        };
        self.last = self.agent.on_timer(at, &mut self.answer);
        self
    }

    #[track_caller]
    fn says<const N: usize>(&mut self, want: [Step; N]) -> &mut Self {
        assert_eq!(self.answer.steps, want);
        self
    }

    #[track_caller]
    fn notes<const N: usize>(&mut self, want: [(EventKind, Cause); N]) -> &mut Self {
        let got: Vec<_> = self
            .answer
            .events
            .iter()
            .map(|event| (event.kind, event.cause))
            .collect();
        assert_eq!(got, want);
        self
    }

    #[track_caller]
    fn forwards(&mut self) -> &mut Self {
        assert_eq!(self.last.verdict, Verdict::Forward);
        self
    }

    #[track_caller]
    fn drops(&mut self) -> &mut Self {
        assert_eq!(self.last.verdict, Verdict::Drop);
        self
    }

    #[track_caller]
    fn wakes_at(&mut self, ms: u64) -> &mut Self {
        assert_eq!(self.last.deadline, at_ms(ms));
        self
    }
}
