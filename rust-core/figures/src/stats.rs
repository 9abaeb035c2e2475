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
    fn one_run_has_no_spread_and_none_has_no_mean() {
        let e = estimate(&[5.0]).unwrap();
        assert_eq!((e.sd, e.ci95, e.n), (None, None, 1));
        assert_eq!(estimate(&[]), None);
    }
}
