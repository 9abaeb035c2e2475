// SPDX-License-Identifier: MIT OR Apache-2.0
//! Why measured throughput over error rates differs from the published one, and what can be compared all the same.

use super::{Measurement, Setup};
use crate::campaign::Finished;
use crate::number;

/// IP and TCP headers of a data segment, in bytes.
const HEADERS: f64 = 40.0;
/// Options that leave the experiment what the paper did.
const HARMLESS: [&str; 4] = ["transfer_bytes", "seed", "max_time_s", "captures"];

/// A paragraph with the numbers of these runs; none where the user changed what was done, or nothing can be compared.
pub(super) fn paragraph(
    setup: &Setup<'_>,
    measurements: &[Measurement],
    runs: &[Finished],
) -> Option<String> {
    if setup
        .overrides
        .keys()
        .any(|key| !HARMLESS.contains(&key.as_str()))
    {
        return None;
    }
    let worst = measurements
        .iter()
        .filter(|m| m.variant == "snoop" && m.paper.is_some() && m.x.is_some())
        .min_by(|a, b| a.x.unwrap_or(f64::MAX).total_cmp(&b.x.unwrap_or(f64::MAX)))?;
    let bits = worst.x?;
    let datagram = segment_bytes(setup)? + HEADERS;
    let lost = 1.0 - (-8.0 * datagram / bits).exp();
    let (share, paper_share) = shares(measurements, "snoop", worst.x)?;
    let gain = |x: Option<f64>| -> Option<(f64, f64)> {
        let (snoop, plain) = (find(measurements, "snoop", x)?, find(measurements, "plain", x)?);
        Some((snoop.y / plain.y, snoop.paper? / plain.paper?))
    };
    let ((gain, paper_gain), (clean, paper_clean)) = (gain(worst.x)?, gain(None)?);
    let half = match half(measurements)? {
        (half, paper) if half == paper => format!("{half} here as there"),
        (half, paper) => format!("{half} here and {paper} there"),
    };
    let rate = number::error_rate(worst.x);
    Some(format!(
        "Why measured and published values differ: at one error per {rate} a datagram of {datagram} bytes is lost with \
         probability 1 - exp(-8 × {datagram} / {bits}) = {:.0} %. However perfect the recovery, at most {:.2} of the \
         throughput without errors is left; Snoop keeps {share:.2} of it here and kept {paper_share:.2} on the testbed of \
         1995. Here the agent's timers are exact, there they were those of an i486's kernel; here {} local \
         retransmissions are made for each lost segment, ahead of the queue and by an agent that knows which duplicate \
         acknowledgements to expect; and the MAC is that of 802.11, there it was WaveLAN. So the absolute values at high \
         error rates are not those of the paper. What can be compared is the shape: Snoop loses throughput slowly and \
         plain TCP all at once, to less than half of its own at one error per {half}; and \
         what Snoop gains grows with the error rate, from {clean:.2} to {gain:.1} times here and from {paper_clean:.2} \
         to {paper_gain:.1} times there.",
        lost * 100.0,
        1.0 - lost,
        repeated(runs, worst.x)?,
    ))
}

fn find<'a>(measurements: &'a [Measurement], variant: &str, x: Option<f64>) -> Option<&'a Measurement> {
    measurements.iter().find(|m| m.variant == variant && m.x == x)
}

/// The measured and the published share of the throughput without errors.
fn shares(measurements: &[Measurement], variant: &str, x: Option<f64>) -> Option<(f64, f64)> {
    let (at, clean) = (
        find(measurements, variant, x)?,
        find(measurements, variant, None)?,
    );
    Some((at.y / clean.y, at.paper? / clean.paper?))
}

/// Where plain TCP first falls below half of its throughput, measured and published, among the published rates.
fn half(measurements: &[Measurement]) -> Option<(String, String)> {
    let mut rates: Vec<(f64, (f64, f64))> = measurements
        .iter()
        .filter(|m| m.variant == "plain")
        .filter_map(|m| Some((m.x?, shares(measurements, "plain", m.x)?)))
        .collect();
    rates.sort_by(|a, b| b.0.total_cmp(&a.0));
    let below = |share: fn(&(f64, f64)) -> f64| {
        let found = rates.iter().find(|(_, shares)| share(shares) < 0.5);
        found.map(|(bits, _)| number::error_rate(Some(*bits)))
    };
    Some((below(|shares| shares.0)?, below(|shares| shares.1)?))
}

/// Payload of a full segment.
fn segment_bytes(setup: &Setup<'_>) -> Option<f64> {
    let mut options = setup.description.options.iter();
    let default = &options.find(|option| option.key == "segment_bytes")?.default;
    default
        .as_str()
        .map_or_else(|| default.as_f64(), |text| text.parse().ok())
}

/// Local retransmissions for each lost data segment, over the runs of Snoop at a rate.
fn repeated(runs: &[Finished], x: Option<f64>) -> Option<String> {
    let sum = |name: &str| -> Option<f64> {
        runs.iter()
            .filter(|one| one.run.variant == "snoop" && one.run.x == x)
            .map(|one| one.summary.rest.get(name)?.as_f64())
            .sum()
    };
    let (sent, lost) = (sum("local_retransmissions")?, sum("lost_data")?);
    (lost > 0.0).then(|| format!("{:.2}", sent / lost))
}
