// SPDX-License-Identifier: MIT OR Apache-2.0
//! Numbers as people and JSON readers want them.

use serde::Serializer;

/// Bits in the papers' "Kb" (K = 1024).
pub const KILO_BITS: f64 = 1024.0;
/// Bits in the papers' "Mb" on the error-rate axis (M = 1024 x 1024).
pub const MEGA_BITS: f64 = 1024.0 * 1024.0;

/// Whether a number of bits is counted in the papers' Kb.
pub fn in_kilo_bits(bits: f64) -> bool {
    bits >= KILO_BITS && (bits % KILO_BITS).abs() < 0.5
}

/// An error rate as the papers print it: `64 Kb`, `1 Mb`, `1e4 b`, `no errors`.
pub fn error_rate(bits_per_error: Option<f64>) -> String {
    match bits_per_error {
        None => "no errors".to_owned(),
        Some(bits) if in_kilo_bits(bits) && bits >= MEGA_BITS => format!("{} Mb", bits / MEGA_BITS),
        Some(bits) if in_kilo_bits(bits) => format!("{} Kb", bits / KILO_BITS),
        Some(bits) if bits >= 1e3 => format!("{bits:e} b"),
        Some(bits) => format!("{bits} b"),
    }
}

/// A throughput in Mb/s (10^6 bits) with three digits behind the point.
pub fn mega(bps: f64) -> String {
    format!("{:.3}", bps / 1e6)
}

/// A whole number without a fraction (`65536`, not `65536.0`), anything else as it is.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    // 2^53: beyond it not every whole number is a f64.
    if value.fract() == 0.0 && value.abs() < 9_007_199_254_740_992.0 {
        #[expect(clippy::cast_possible_truncation, reason = "whole and below 2^53")]
        let whole = *value as i64;
        serializer.serialize_i64(whole)
    } else {
        serializer.serialize_f64(*value)
    }
}

/// [`serialize`] for a number that may be missing (`null`).
///
/// # Errors
/// Those of the serializer.
pub fn serialize_option<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => self::serialize(value, serializer),
        None => serializer.serialize_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_rates_read_as_in_the_papers() {
        assert_eq!(error_rate(Some(65536.0)), "64 Kb");
        assert_eq!(error_rate(Some(8.0 * MEGA_BITS)), "8 Mb");
        assert_eq!(error_rate(Some(100.0)), "100 b");
        assert_eq!(error_rate(Some(1000.0)), "1e3 b");
        assert_eq!(error_rate(Some(3e4)), "3e4 b");
        assert_eq!(error_rate(Some(1e7)), "1e7 b");
        assert_eq!(error_rate(None), "no errors");
    }

    #[test]
    fn whole_numbers_have_no_fraction_in_json() {
        #[derive(serde::Serialize)]
        struct Pair(
            #[serde(serialize_with = "serialize")] f64,
            #[serde(serialize_with = "serialize_option")] Option<f64>,
        );
        let text = serde_json::to_string(&[Pair(65536.0, None), Pair(0.5, Some(2.0))]).unwrap();
        assert_eq!(text, "[[65536,null],[0.5,2]]");
    }
}
