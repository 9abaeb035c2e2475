// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sans-IO protocol cores for TCP over wireless links.
//!
//! A core is told of one event at a time, with the time at which it happens: a packet passes, or a deadline has come.
//! It answers with what becomes of the packet ([`agent::Verdict`]), when it wants to be woken next
//! ([`agent::Outcome::deadline`]) and a list of steps for its host to carry out ([`agent::Answer`]). A core never reads
//! a clock, draws a random number, performs I/O or sees a payload byte, so the same events always give the same answers.
//!
//! | module | what it holds |
//! |---|---|
//! | [`config`] | how a core refuses a setting |
//! | [`units`] | simulated time ([`units::SimTime`], [`units::Span`]) |
//! | [`seq`] | TCP sequence numbers, a circle of 2^32 octets |
//! | [`segment`] | what a core may know of a TCP segment, parsed from header bytes |
//! | [`flow`] | connection keys |
//! | [`agent`] | the vocabulary every core speaks |
//! | [`atcp`] | the layer between TCP and IP of a sender in an ad-hoc network |
//! | [`eln`] | Explicit Loss Notification: the option and the sender's side |
//! | [`snoop`] | the Snoop agent at the base station |
//! | [`hop_by_hop`] | Hop-by-Hop TCP over multi-hop wireless paths |
//! | [`split`] | TCP split at a proxy on the way |
//! | [`loss`] | why a segment was lost, and what a TCP sender makes of it |
//! | [`muzha`] | TCP Muzha: routers say what the window should do |
//! | [`two_layer`] | the end-to-end layer of Heimlicher's two-layer transport |
#![no_std]
#![forbid(unsafe_code)]
extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod agent;
pub mod atcp;
pub mod config;
mod datagram;
pub mod eln;
pub mod flow;
pub mod hop_by_hop;
pub mod loss;
pub mod muzha;
pub mod one_hop;
pub mod segment;
pub mod seq;
pub mod snoop;
pub mod split;
mod store;
#[cfg(test)]
mod testing;
pub mod two_layer;
pub mod units;
