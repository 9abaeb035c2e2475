// SPDX-License-Identifier: MIT OR Apache-2.0
//! The throughput model of [Lim06 3.3], equations 3 to 11, after Kelly.
//!
//! Throughput x is in segments per second, round-trip time T in seconds, cwnd in segments; loss rates p, accuracies A and the
//! decrease parameter b are shares between 0 and 1. A throughput in bit/s is x times the bits of a segment. The model knows no
//! capacity and no timeout.
use core::fmt;

/// A value for which an equation has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DomainError {
    /// The paper's name of the value.
    pub parameter: &'static str,
    /// Where the equation has an answer.
    pub range: &'static str,
}

impl fmt::Display for DomainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} must be {}", self.parameter, self.range)
    }
}

impl core::error::Error for DomainError {}

type Result<T> = core::result::Result<T, DomainError>;

fn within(holds: bool, parameter: &'static str, range: &'static str) -> Result<()> {
    if holds {
        Ok(())
    } else {
        Err(DomainError { parameter, range })
    }
}

fn positive(value: f64, parameter: &'static str) -> Result<()> {
    within(value > 0.0 && value.is_finite(), parameter, "above 0 and finite")
}

fn loss_rate(p: f64) -> Result<()> {
    within(p > 0.0 && p < 1.0, "p", "above 0 and below 1")
}

fn share(value: f64, parameter: &'static str) -> Result<()> {
    within((0.0..=1.0).contains(&value), parameter, "from 0 to 1")
}

/// Equation 3: throughput of a control that adds `a` segments a round trip and goes on with the share `b` of cwnd after a loss.
///
/// # Errors
/// `t_s`, `a` not above 0; `b` not from 0 to below 1; `p` not between 0 and 1.
pub fn tcp_throughput(t_s: f64, a: f64, b: f64, p: f64) -> Result<f64> {
    positive(t_s, "T")?;
    positive(a, "a")?;
    within((0.0..1.0).contains(&b), "b", "from 0 to below 1")?;
    loss_rate(p)?;
    Ok(libm::sqrt(a * (1.0 - p) / ((1.0 - b) * p)) / t_s)
}

/// Losses of both causes and how well they are told apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// Share of the segments lost to congestion, from 0.
    pub p_c: f64,
    /// Share of the segments lost on the wireless path, from 0.
    pub p_w: f64,
    /// Share of the congestion losses that are recognised.
    pub a_c: f64,
    /// Share of the wireless losses that are recognised.
    pub a_w: f64,
}

impl Losses {
    /// The total loss rate p, taken for the sum of both, without which equation 4 would not be a probability.
    ///
    /// # Errors
    /// A rate below 0, or a sum that is not between 0 and 1.
    pub fn total(&self) -> Result<f64> {
        within(self.p_c >= 0.0, "p_c", "at least 0")?;
        within(self.p_w >= 0.0, "p_w", "at least 0")?;
        let p = self.p_c + self.p_w;
        within(p > 0.0 && p < 1.0, "p_c + p_w", "above 0 and below 1")?;
        Ok(p)
    }

    /// Equation 4: Pr(c|l), the share of the losses that is taken for congestion.
    ///
    /// # Errors
    /// As [`Losses::total`]; an accuracy not from 0 to 1.
    pub fn taken_for_congestion(&self) -> Result<f64> {
        share(self.a_c, "A_c")?;
        share(self.a_w, "A_w")?;
        Ok((self.p_c * self.a_c + self.p_w * (1.0 - self.a_w)) / self.total()?)
    }
}

/// Equation 5: expected change of cwnd, in segments, with one acknowledgement or loss, where the share `congestion` of the
/// losses (equation 4) is taken for congestion.
///
/// # Errors
/// `cwnd` not above 0; `p` not between 0 and 1; `congestion` not from 0 to 1.
pub fn expected_cwnd_change(cwnd: f64, p: f64, congestion: f64) -> Result<f64> {
    positive(cwnd, "cwnd")?;
    loss_rate(p)?;
    share(congestion, "Pr(c|l)")?;
    Ok((1.0 - p) / cwnd - 0.5 * congestion * cwnd * p)
}

/// Equation 6: change of the throughput `x` with time, in segments per second squared.
///
/// # Errors
/// `x` below 0; `t_s` not above 0; `p` not between 0 and 1; `congestion` not from 0 to 1.
pub fn throughput_change(x: f64, t_s: f64, p: f64, congestion: f64) -> Result<f64> {
    within(x >= 0.0, "x", "at least 0")?;
    positive(t_s, "T")?;
    loss_rate(p)?;
    share(congestion, "Pr(c|l)")?;
    Ok((1.0 - p) / (t_s * t_s) - 0.5 * congestion * p * x * x)
}

/// Solution of equation 7: the throughput `after_s` seconds after it was `x0`. It goes from `x0` to that of equation 8.
///
/// The printed solution has the exponent -Pr(c|l) p t / 2, which is no pure number and does not solve equation 6; the
/// separated variables integrate to -Pr(c|l) p x1 t, with x1 from equation 8. The limit is the same.
///
/// # Errors
/// `x0` or `after_s` below 0 or not finite; as [`lim_throughput`].
pub fn throughput_after(after_s: f64, x0: f64, t_s: f64, p: f64, congestion: f64) -> Result<f64> {
    within(
        after_s >= 0.0 && after_s.is_finite(),
        "t",
        "at least 0 and finite",
    )?;
    within(x0 >= 0.0 && x0.is_finite(), "x(0)", "at least 0 and finite")?;
    let x1 = lim_throughput(t_s, p, congestion)?;
    let decayed = (x0 - x1) / (x0 + x1) * libm::exp(-congestion * p * x1 * after_s);
    Ok(x1 * (1.0 + decayed) / (1.0 - decayed))
}

/// Equation 8: steady throughput of the adaptive scheme, where the share `congestion` of the losses (equation 4) is taken for
/// congestion.
///
/// # Errors
/// `t_s` not above 0; `p` not between 0 and 1; `congestion` not above 0 and up to 1: without a loss taken for congestion
/// nothing in the model stops the growth.
pub fn lim_throughput(t_s: f64, p: f64, congestion: f64) -> Result<f64> {
    within(
        congestion > 0.0 && congestion <= 1.0,
        "Pr(c|l)",
        "above 0 and at most 1",
    )?;
    tcp_throughput(t_s, 1.0, 0.0, p).map(|x| x * libm::sqrt(2.0 / congestion))
}

/// Equation 9: decrease parameter of the adaptive scheme, from 1/2 (every loss is taken for congestion) to 1 (none is).
///
/// # Errors
/// `congestion` (equation 4) not from 0 to 1.
pub fn lim_decrease(congestion: f64) -> Result<f64> {
    share(congestion, "Pr(c|l)")?;
    Ok(1.0 - 0.5 * congestion)
}

/// Equation 10: steady throughput of Westwood+ on a path whose round trip takes `t_s` seconds, `t_p_s` of them without queue.
///
/// # Errors
/// `t_s` not above 0; `t_p_s` not from 0 to below `t_s`; `p` not between 0 and 1.
pub fn westwood_plus_throughput(t_s: f64, t_p_s: f64, p: f64) -> Result<f64> {
    positive(t_s, "T")?;
    within((0.0..t_s).contains(&t_p_s), "T_p", "from 0 to below T")?;
    loss_rate(p)?;
    Ok(libm::sqrt((1.0 - p) / p / (t_s * (t_s - t_p_s))))
}

/// Equation 11: decrease parameter of Westwood+, down from 1 as the queue fills.
///
/// # Errors
/// `t_s` not above 0; `t_p_s` not from 0 to `t_s`.
pub fn westwood_plus_decrease(t_s: f64, t_p_s: f64) -> Result<f64> {
    positive(t_s, "T")?;
    within((0.0..=t_s).contains(&t_p_s), "T_p", "from 0 to T")?;
    Ok(t_p_s / t_s)
}

#[cfg(test)]
#[path = "model_tests.rs"]
mod tests;
