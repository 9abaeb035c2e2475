// SPDX-License-Identifier: MIT OR Apache-2.0
//! The end-to-end layer of the two-layer transport of Heimlicher et al., "The Transport Layer Revisited" (COMSWARE 2007). Its
//! hop-by-hop layer is [`crate::one_hop`] in fragments of 8 packets.
//!
//! Four fragments are a segment. The upper layer is a reliable byte stream like TCP's, at the ends of a connection only; the receiver
//! acknowledges segments, and congestion control limits how many of them are without acknowledgement.
//!
//! | module | what it holds |
//! |---|---|
//! | [`sender`] | the window |
pub mod sender;
