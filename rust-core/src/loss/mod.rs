// SPDX-License-Identifier: MIT OR Apache-2.0
//! Why a segment was lost, and what a TCP sender makes of it.
//!
//! | module | what it holds |
//! |---|---|
//! | [`differentiator`] | samples and losses in, verdicts out: the interface of every scheme |
//! | [`lim`], [`zigzag`], [`biaz`], [`spike`], [`oracle`] | the schemes |
//! | [`sampler`] | true round-trip samples from segments sent and acknowledgements received |
//! | [`response`] | the slow-start threshold after three duplicate acknowledgements, by verdict |
//! | [`dcr`] | TCP-DCR, which answers later instead of judging |
//! | [`casablanca`] | TCP-Casablanca, which marks segments so that their losses tell their cause |
//! | [`westwood`] | Westwood+ as published in 2004, the rival of the schemes |
//! | [`model`] | the throughput model of Lim's paper |
//!
//! Cited as Lim06: Lim, Lee, Kim, Han, Hyun, Jang, "Adaptive End-to-End Loss Differentiation Scheme for TCP over
//! Wired/Wireless Networks", WINSYS 2006. Cited as Cen03: Cen, Cosman, Voelker, "End-to-End Differentiation of Congestion and
//! Wireless Losses", IEEE/ACM ToN 11(5), 2003. Cited as Biaz05: Biaz, Vaidya, "De-randomizing Congestion Losses to Improve TCP
//! Performance over Wired-Wireless Networks", IEEE/ACM ToN 13(3), 2005. Cited as Bhandarkar05: Bhandarkar, Sadry, Reddy, Vaidya,
//! "TCP-DCR", IEEE Transactions on Mobile Computing 4(5), 2005. Cited as Grieco04: Grieco, Mascolo, "Performance Evaluation and
//! Comparison of Westwood+, New Reno, and Vegas TCP Congestion Control", ACM CCR 34(2), 2004.
//!
//! Lim06 was at hand in full. The other schemes follow what it says of them, their abstracts, and how public implementations read
//! them; their papers' own sections are therefore not cited, and the table says what was decided here.
//!
//! What is left open is decided thus:
//!
//! | case | decision |
//! |---|---|
//! | verdict that cannot be given | [`differentiator::Judgement::Unusable`] with its reason; the sender takes the loss for congestion, as standard TCP does |
//! | first loss before the first sample | unusable |
//! | path faster than the clock, round trip of zero | unusable: the least delay must last [`differentiator::Resolution::min_ticks`] ticks of the clock. Ten by default, since Lim's threshold moves between 1 and 2 times the least delay and has to be told apart within that |
//! | clock that stands still | delays of zero: unusable. Equal delays that are not zero are a queue that does not move, which Lim takes for no congestion |
//! | route change that raises the least delay | the minimum is over the whole connection [Lim06 3.2], so verdicts lean towards congestion from then on; with a `min_lifetime`, a minimum not seen again for that long gives way to the next sample |
//! | Lim: denominator of equation 2 | the average; the sample on request. The overbars of the printed equation are lost |
//! | Lim: fraction above 1, after a minimum gave way | counts as 1: the multiplier stays within -1 and 1 |
//! | Lim: whether the tested sample is in the averages | it is: they are updated with each sample, and the last one is tested |
//! | averages: first sample, order | as RFC 6298 section 2, "as in most TCP implementations": the deviation starts at half the first sample and moves by the distance from the average before its own update |
//! | Zigzag: more than three losses | wireless below average + deviation / 2: the ladder -1, -1/2, 0, +1/2 goes on, as Lim06 3.1 needs it. Some printings have average - deviation / 2 |
//! | Zigzag, Spike: delay | one-way where both ends are simulated; configured as round-trip they serve a sender alone |
//! | mBiaz at a sender | gaps between acknowledgements stand for gaps between arrivals, if the caller passes them |
//! | Spike: all delays equal | no spike |
//! | sample "just before" the duplicates | the last one a cumulative acknowledgement completed; from SACK blocks of the duplicates themselves on request ([`sampler::Config::sack_samples`]) |
//! | model: solution of equation 7 | with the exponent that solves it; the printed one does not, but has the same limit ([`model::throughput_after`]) |
//! | timestamps | not needed for samples: departures are remembered, and ns-3's timestamps have a clock of a millisecond |
//! | slow start | congestion without asking [Lim06 figure 4]; slow start is cwnd below ssthresh (RFC 5681) |
//! | congestion | half the octets in flight, at least two segments (RFC 5681 equation 4), as ns-3's NewReno computes it; a sender whose every verdict is congestion is NewReno |
//! | wireless | ssthresh = cwnd, so that cwnd is what it was when recovery ends |
//! | same loss asked twice | the first answer again, until recovery ends or a timeout |
//! | timeout | untouched: half the octets in flight |
//! | TCP-DCR: delay | one round trip from the first duplicate; none while no round trip is known, which is standard TCP. New data goes out meanwhile by extended limited transmit (RFC 4653) |
//! | Casablanca: marking | one segment in `period`, by its place in the stream, so that the receiver knows the marks of what it never got; retransmissions are unmarked |
//! | Casablanca: inference | congestion if more of the missing segments were marked than chance would take, wireless otherwise |
//! | Westwood+: interval | the last round trip, at least 50 ms; what duplicates counted is taken off the acknowledgements that cover it |
//! | Westwood+: floor, no estimate | two segments; half the octets in flight |
pub mod biaz;
pub mod casablanca;
pub mod dcr;
mod delays;
pub mod differentiator;
pub mod lim;
pub mod model;
pub mod oracle;
pub mod response;
pub mod sampler;
pub mod spike;
pub mod westwood;
pub mod zigzag;
