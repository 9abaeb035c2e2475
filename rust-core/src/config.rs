// SPDX-License-Identifier: MIT OR Apache-2.0
//! How a core refuses a setting: one sentence that names the ns-3 attribute and the range that holds for it.
use core::fmt;

/// A setting that is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// Name of the ns-3 type whose attribute it is.
    pub object: &'static str,
    /// Name of the attribute.
    pub attribute: &'static str,
    /// The range that holds for it.
    pub range: &'static str,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}::{} must be {}", self.object, self.attribute, self.range)
    }
}

impl core::error::Error for ConfigError {}

/// Checks the ranges of `object`: whether each holds, the attribute it is about, and what it asks for.
///
/// # Errors
/// The first range that does not hold.
pub(crate) fn check(
    object: &'static str,
    ranges: &[(bool, &'static str, &'static str)],
) -> Result<(), ConfigError> {
    match ranges.iter().find(|(holds, ..)| !holds) {
        None => Ok(()),
        Some(&(_, attribute, range)) => Err(ConfigError {
            object,
            attribute,
            range,
        }),
    }
}
