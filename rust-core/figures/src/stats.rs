// SPDX-License-Identifier: MIT OR Apache-2.0
//! Mean, standard deviation and confidence interval of a few independent runs.

use ndarray::{ArrayView1, aview1};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// What a sample of independent runs says about a quantity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Arithmetic mean.
    pub mean: f64,
    /// Sample standard deviation (n - 1 in the denominator); none for a single run.
    pub sd: Option<f64>,
    /// Half width of the 95 % confidence interval of the mean (Student's t); none for a single run.
    pub ci95: Option<f64>,
    /// Number of runs.
    pub n: usize,
}

/// Estimates a quantity from one value a run; none from no runs at all.
pub fn estimate(values: &[f64]) -> Option<Estimate> {
    let values: ArrayView1<'_, f64> = aview1(values);
    let mean = values.mean()?;
    let n = values.len();
    let (sd, ci95) = match student_t_975(n.saturating_sub(1)) {
        Some(t) => (
            Some(values.std(1.0)),
            Some(t * values.std(1.0) / count(n)?.sqrt()),
        ),
        None => (None, None),
    };
    Some(Estimate { mean, sd, ci95, n })
}

/// The ratio of the means of paired quantities, which no run alone decides as it would a mean of ratios; the spread is that of the
/// ratio estimator. None without a pair, or if the second mean is 0.
pub fn ratio(pairs: &[(f64, f64)]) -> Option<Estimate> {
    let mean = |values: Vec<f64>| aview1(&values).mean();
    let first = mean(pairs.iter().map(|pair| pair.0).collect())?;
    let second = mean(pairs.iter().map(|pair| pair.1).collect())?;
    let ratio = first / second;
    if !ratio.is_finite() {
        return None;
    }
    let residuals = pairs.iter().map(|(a, b)| (a - ratio * b) / second);
    let spread = estimate(&residuals.collect::<Vec<_>>())?;
    Some(Estimate {
        mean: ratio,
        ..spread
    })
}

/// Jain's fairness index: 1 if all have the same, 1 / n if one has all; none if nobody has anything.
pub fn jain(shares: &[f64]) -> Option<f64> {
    let sum: f64 = shares.iter().sum();
    let squares: f64 = shares.iter().map(|share| share * share).sum();
    (squares > 0.0).then_some(sum * sum / (count(shares.len())? * squares))
}

/// The 0.975 quantile of Student's t, with which a two-sided 95 % interval is made; none without a degree of freedom.
fn student_t_975(degrees: usize) -> Option<f64> {
    Some(StudentsT::new(0.0, 1.0, count(degrees)?).ok()?.inverse_cdf(0.975))
}

fn count(n: usize) -> Option<f64> {
    u32::try_from(n).ok().map(f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 5e-4
    }

    #[test]
    fn quantiles_are_those_of_the_printed_tables() {
        for (degrees, t) in [(1, 12.706), (2, 4.303), (4, 2.776), (9, 2.262), (29, 2.045)] {
            assert!(
                close(student_t_975(degrees).unwrap(), t),
                "{degrees} degrees of freedom"
            );
        }
    }

    #[test]
    fn a_known_sample_gives_its_known_estimate() {
        let e = estimate(&[1.0, 2.0, 3.0]).unwrap();
        assert!(close(e.mean, 2.0) && close(e.sd.unwrap(), 1.0) && close(e.ci95.unwrap(), 2.4841));
        assert_eq!(e.n, 3);
    }

    #[test]
    fn a_ratio_is_that_of_the_means() {
        let e = ratio(&[(1.0, 0.0), (5.0, 2.0)]).unwrap();
        // Residuals 1 and -1: standard deviation 1.414, half width 12.706 * 1.414 / 1.414.
        assert!(close(e.mean, 3.0) && close(e.sd.unwrap(), 2.0_f64.sqrt()) && close(e.ci95.unwrap(), 12.706));
        let exact = ratio(&[(2.0, 1.0), (6.0, 3.0)]).unwrap();
        assert!(close(exact.mean, 2.0) && close(exact.ci95.unwrap(), 0.0));
        assert_eq!(ratio(&[]), None);
        assert_eq!(ratio(&[(1.0, 0.0)]), None);
    }

    #[test]
    fn jains_index_tells_equal_from_unequal_shares() {
        assert_eq!(jain(&[2.0, 2.0]), Some(1.0));
        assert_eq!(jain(&[2.0, 0.0, 0.0, 0.0]), Some(0.25));
        assert_eq!(jain(&[0.0, 0.0]), None);
        assert_eq!(jain(&[]), None);
    }

    #[test]
    fn one_run_has_no_spread_and_none_has_no_mean() {
        let e = estimate(&[5.0]).unwrap();
        assert_eq!((e.sd, e.ci95, e.n), (None, None, 1));
        assert_eq!(estimate(&[]), None);
    }
}
