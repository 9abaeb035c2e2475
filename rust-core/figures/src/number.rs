// SPDX-License-Identifier: MIT OR Apache-2.0
//! Numbers as people and JSON readers want them.

use serde::Serializer;

/// Bits in the papers' "Kb" (K = 1024).
pub const KILO_BITS: f64 = 1024.0;
/// Bits in the papers' "Mb" on the error-rate axis (M = 1024 x 1024), and bytes in a MiB.
pub const MEGA_BITS: f64 = 1024.0 * 1024.0;

/// Whether a number of bits is counted in the papers' Kb.
pub fn in_kilo_bits(bits: f64) -> bool {
    bits >= KILO_BITS && (bits % KILO_BITS).abs() < 0.5
}

/// Mean bits between errors, with binary prefixes where the papers mean them: `64 Kibit`, `1 Mibit`, `1e4 bit`,
/// `no errors`.
pub fn error_rate(bits_per_error: Option<f64>) -> String {
    match bits_per_error {
        None => "no errors".to_owned(),
        Some(bits) if in_kilo_bits(bits) && bits >= MEGA_BITS => format!("{} Mibit", bits / MEGA_BITS),
        Some(bits) if in_kilo_bits(bits) => format!("{} Kibit", bits / KILO_BITS),
        Some(bits) if bits >= 1e3 => format!("{bits:e} bit"),
        Some(bits) => format!("{bits} bit"),
    }
}

/// A length in MiB without digits that say nothing: `2 MiB`, `0.06 MiB`.
pub fn mebibytes(bytes: f64) -> String {
    format!("{} MiB", (bytes / MEGA_BITS * 100.0).round() / 100.0)
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
    fn binary_prefixes_are_told_from_decimal_ones() {
        assert_eq!(mebibytes(2_097_152.0), "2 MiB");
        assert_eq!(mebibytes(60_000.0), "0.06 MiB");
        assert_eq!(error_rate(Some(65536.0)), "64 Kibit");
        assert_eq!(error_rate(Some(8.0 * MEGA_BITS)), "8 Mibit");
        assert_eq!(error_rate(Some(100.0)), "100 bit");
        assert_eq!(error_rate(Some(1000.0)), "1e3 bit");
        assert_eq!(error_rate(Some(3e4)), "3e4 bit");
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
