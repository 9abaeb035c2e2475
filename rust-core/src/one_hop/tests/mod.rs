// SPDX-License-Identifier: MIT OR Apache-2.0
//! Scripts for one agent: packets and frames in, steps out, with what a neighbour would say worked out by hand.
mod bad_input;
mod receiving;
mod sending;

use super::wire::{Ack, Data, Number, Trailer};
use super::*;
use crate::agent::Piece;
use crate::testing::Header;
use crate::units::Span;
use std::vec;

/// The neighbour of the scripts, and another.
const NEXT: LinkAddress = LinkAddress(7);
const OTHER: LinkAddress = LinkAddress(8);

struct Script {
    agent: OneHop,
    now: SimTime,
    answer: Answer,
    last: Outcome,
    /// Each data segment is another one.
    seq: u32,
}

fn at_ms(ms: u64) -> SimTime {
    SimTime::START + Span::from_millis(ms)
}

/// Starts at 5 ms, which is the first epoch, with a fixed timeout of 100 ms and no wait for packets to ride on.
fn script_with(change: impl FnOnce(&mut Config)) -> Script {
    let mut config = Config {
        adaptive_timeout: false,
        min_timeout: Span::from_millis(1),
        piggyback_delay: Span::ZERO,
        ..Config::default()
    };
    change(&mut config);
    Script {
        agent: OneHop::new(config).unwrap(),
        now: at_ms(5),
        answer: Answer::default(),
        last: Outcome {
            verdict: Verdict::Forward,
            deadline: SimTime::NEVER,
        },
        seq: 0,
    }
}

fn script() -> Script {
    script_with(|_| {})
}

fn data(epoch: u32, number: u16) -> Data {
    Data {
        epoch,
        number: Number(number),
        oldest: Number(number),
        transmission: 1,
        wait_ms: 0,
        more: false,
        end: true,
    }
}

fn ack(next: u16) -> Ack {
    Ack {
        epoch: 5,
        next: Number(next),
        beyond: 0,
        answered: Number(next.wrapping_sub(1)),
        transmission: 1,
        waited_ms: 0,
    }
}

/// What an answer puts on the air, delivers and says, in short.
#[derive(Debug, PartialEq)]
enum Did {
    Keep(u64),
    Send(u64, Trailer),
    Resend(u64, Trailer),
    Bare(u64),
    Deliver(u64),
    Release(u64),
    Abandon(u64),
    Frame(LinkAddress, Trailer),
}

impl Script {
    fn at(&mut self, ms: u64) -> &mut Self {
        self.now = at_ms(ms);
        self
    }

    fn moment(&self) -> Moment {
        Moment {
            now: self.now,
            waiting: 0,
        }
    }

    /// A data segment of 1000 octets leaves for `to`.
    fn egress_to(&mut self, to: LinkAddress) -> &mut Self {
        self.seq += 1000;
        let header = Header::data(self.seq, 1000).bytes();
        let packet = Packet {
            neighbour: Some(to),
            ..Packet::new(Direction::Egress, &header)
        };
        self.answer.clear();
        self.last = self.agent.on_packet(self.moment(), &packet, &mut self.answer);
        self
    }

    /// A segment of another connection leaves for the neighbour.
    fn other_connection(&mut self) -> &mut Self {
        let header = Header::data(1, 1000).with_sender_port(81).bytes();
        let packet = Packet {
            neighbour: Some(NEXT),
            ..Packet::new(Direction::Egress, &header)
        };
        self.answer.clear();
        self.last = self.agent.on_packet(self.moment(), &packet, &mut self.answer);
        self
    }

    fn egress(&mut self) -> &mut Self {
        self.egress_to(NEXT)
    }

    /// A data segment arrives, for the node itself or to be sent on, with a trailer or none.
    fn arrives(&mut self, trailer: Option<Trailer>, local: bool) -> &mut Self {
        let header = Header::data(1, 1000).bytes();
        let mut bytes = Vec::new();
        if let Some(trailer) = trailer {
            trailer.write(&mut bytes);
        }
        let packet = Packet {
            neighbour: Some(NEXT),
            local,
            trailer: &bytes,
            ..Packet::new(Direction::Ingress, &header)
        };
        self.answer.clear();
        self.last = self.agent.on_packet(self.moment(), &packet, &mut self.answer);
        self
    }

    fn data(&mut self, data: Data) -> &mut Self {
        self.arrives(
            Some(Trailer {
                data: Some(data),
                ack: None,
            }),
            true,
        )
    }

    fn frame(&mut self, trailer: Trailer) -> &mut Self {
        let mut bytes = Vec::new();
        trailer.write(&mut bytes);
        self.answer.clear();
        self.last = self.agent.on_frame(self.moment(), NEXT, &bytes, &mut self.answer);
        self
    }

    fn acked(&mut self, ack: Ack) -> &mut Self {
        self.frame(Trailer {
            data: None,
            ack: Some(ack),
        })
    }

    /// The deadline comes, at `ms`.
    #[track_caller]
    fn wakes(&mut self, ms: u64) -> &mut Self {
        assert_eq!(self.last.deadline, at_ms(ms));
        self.at(ms).timer()
    }

    fn timer(&mut self) -> &mut Self {
        self.answer.clear();
        self.last = self.agent.on_timer(self.moment(), &mut self.answer);
        self
    }

    fn did(&self) -> Vec<Did> {
        let read = |piece| Trailer::read(self.answer.piece(piece)).unwrap();
        let each = self.answer.steps.iter().map(|step| match *step {
            Step::Keep(id) => Did::Keep(id.0),
            Step::Send { id, trailer } if trailer == Piece::NONE => Did::Bare(id.0),
            Step::Send { id, trailer } => Did::Send(id.0, read(trailer)),
            Step::Resend { id, trailer, .. } => Did::Resend(id.0, read(trailer)),
            Step::Deliver(id) => Did::Deliver(id.0),
            Step::Release(id) => Did::Release(id.0),
            Step::Abandon(id) => Did::Abandon(id.0),
            Step::Frame { to, frame } => Did::Frame(to, read(frame)),
            Step::Inject(_) | Step::Transmit { .. } => panic!("no step of one-hop TCP: {step:?}"),
        });
        each.collect()
    }

    #[track_caller]
    fn does(&mut self, expected: impl IntoIterator<Item = Did>) -> &mut Self {
        assert_eq!(self.did(), expected.into_iter().collect::<Vec<_>>());
        self
    }

    #[track_caller]
    fn notes(&mut self, expected: impl IntoIterator<Item = (EventKind, Cause)>) -> &mut Self {
        let events = self.answer.events.iter();
        let said: Vec<_> = events.map(|event| (event.kind, event.cause)).collect();
        assert_eq!(said, expected.into_iter().collect::<Vec<_>>());
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

    /// Makes the neighbour known as one that speaks one-hop TCP.
    fn able(&mut self) -> &mut Self {
        self.acked(ack(0))
    }
}

fn only(data: Data) -> Trailer {
    Trailer {
        data: Some(data),
        ack: None,
    }
}

fn bare_ack(ack: Ack) -> Trailer {
    Trailer {
        data: None,
        ack: Some(ack),
    }
}
