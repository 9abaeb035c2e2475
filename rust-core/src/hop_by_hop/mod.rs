// SPDX-License-Identifier: MIT OR Apache-2.0
//! Hop-by-Hop TCP: a chain of nodes acknowledges each packet from neighbour to neighbour ([`crate::one_hop`]), under an end-to-end
//! TCP that is held back.
//!
//! | module | what it holds |
//! |---|---|
//! | [`end_to_end`] | the sender's bound of its window, and its patience |
pub mod end_to_end;
