// SPDX-License-Identifier: MIT OR Apache-2.0
use super::*;
use proptest::prelude::*;

fn close(value: f64, expected: f64) {
    assert!(
        (value - expected).abs() <= 1e-9 * expected.abs().max(1.0),
        "{value}, not {expected}"
    );
}

fn refuses<T: fmt::Debug>(result: Result<T>, message: &str) {
    assert_eq!(std::format!("{}", result.unwrap_err()), message);
}

// T = 0.1 s, p = 0.01: 99 segments get through for one that does not, and sqrt(99 * 2) / 0.1 = 140.7124728.
#[test] // [Lim06 equation 3]
fn newreno_carries_what_the_square_root_law_says() {
    close(
        tcp_throughput(0.1, 1.0, 0.5, 0.01).unwrap(),
        140.712_472_794_702_88,
    );
}

// (0.03 * 0.99 + 0.01 * 0.2) / 0.04 = 0.0317 / 0.04.
#[test] // [Lim06 equation 4]
fn losses_taken_for_congestion_are_those_recognised_and_those_mistaken() {
    let losses = Losses {
        p_c: 0.03,
        p_w: 0.01,
        a_c: 0.99,
        a_w: 0.8,
    };
    close(losses.total().unwrap(), 0.04);
    close(losses.taken_for_congestion().unwrap(), 0.7925);
}

#[test]
fn an_oracle_takes_just_the_congestion_losses_for_congestion() {
    let oracle = |p_c, p_w| Losses {
        p_c,
        p_w,
        a_c: 1.0,
        a_w: 1.0,
    };
    close(oracle(0.01, 0.03).taken_for_congestion().unwrap(), 0.25);
    close(oracle(0.0, 0.03).taken_for_congestion().unwrap(), 0.0);
    close(oracle(0.03, 0.0).taken_for_congestion().unwrap(), 1.0);
}

// 0.99 / 10 - 0.5 * 0.5 * 10 * 0.01 = 0.099 - 0.025.
#[test] // [Lim06 equation 5]
fn cwnd_grows_by_acknowledgements_and_shrinks_by_congestion_only() {
    close(expected_cwnd_change(10.0, 0.01, 0.5).unwrap(), 0.074);
    close(expected_cwnd_change(10.0, 0.01, 0.0).unwrap(), 0.099);
}

// 0.99 / 0.01 - 0.5 * 0.5 * 0.01 * 100^2 = 99 - 25; equation 5 times cwnd / T^2 with cwnd = x T gives the same.
#[test] // [Lim06 equation 6]
fn the_throughput_changes_as_cwnd_does() {
    let change = throughput_change(100.0, 0.1, 0.01, 0.5).unwrap();
    close(change, 74.0);
    close(
        change,
        expected_cwnd_change(10.0, 0.01, 0.5).unwrap() * 10.0 / 0.01,
    );
}

// sqrt(2 * 0.99 / (0.5 * 0.01)) / 0.1 = sqrt(396) / 0.1.
#[test] // [Lim06 equation 8]
fn the_steady_throughput_is_where_it_no_longer_changes() {
    let x = lim_throughput(0.1, 0.01, 0.5).unwrap();
    close(x, 198.997_487_421_323_98);
    close(throughput_change(x, 0.1, 0.01, 0.5).unwrap(), 0.0);
}

#[test] // [Lim06 equation 9]
fn the_decrease_goes_from_newrenos_to_none() {
    close(lim_decrease(1.0).unwrap(), 0.5);
    close(lim_decrease(0.0).unwrap(), 1.0);
    close(
        tcp_throughput(0.1, 1.0, lim_decrease(0.5).unwrap(), 0.01).unwrap(),
        lim_throughput(0.1, 0.01, 0.5).unwrap(),
    );
}

// sqrt(99 / (0.1 * 0.02)) = sqrt(49500) with T_p = 0.08 s.
#[test] // [Lim06 equations 10, 11]
fn westwood_plus_decreases_by_the_share_of_the_queue() {
    let x = westwood_plus_throughput(0.1, 0.08, 0.01).unwrap();
    close(x, 222.485_954_612_869_86);
    let b = westwood_plus_decrease(0.1, 0.08).unwrap();
    close(b, 0.8);
    close(tcp_throughput(0.1, 1.0, b, 0.01).unwrap(), x);
    close(westwood_plus_decrease(0.1, 0.1).unwrap(), 1.0);
}

#[test] // [Lim06 equation 7]
fn the_solution_starts_where_it_should_and_ends_at_the_steady_throughput() {
    let steady = lim_throughput(0.1, 0.01, 0.5).unwrap();
    for x0 in [0.0, 50.0, steady, 500.0] {
        close(throughput_after(0.0, x0, 0.1, 0.01, 0.5).unwrap(), x0);
        close(throughput_after(1e4, x0, 0.1, 0.01, 0.5).unwrap(), steady);
    }
}

proptest! {
    #[test] // [Lim06 equations 6, 7]
    fn the_solution_changes_as_the_differential_equation_says(
        x0 in 0.0..500.0_f64, t_s in 0.01..1.0_f64, p in 0.001..0.2_f64, congestion in 0.05..1.0_f64, at in 0.0..5.0_f64
    ) {
        let x = |time| throughput_after(time, x0, t_s, p, congestion).unwrap();
        let step = 1e-5;
        let slope = (x(at + step) - x(at)) / step;
        let expected = throughput_change(x(at + step / 2.0), t_s, p, congestion).unwrap();
        prop_assert!((slope - expected).abs() <= 1e-3 * expected.abs().max(1.0), "{} {}", slope, expected);
    }

    #[test]
    fn more_loss_or_a_longer_path_never_carries_more(
        t_s in 0.01..1.0_f64, p in 0.001..0.4_f64, congestion in 0.05..1.0_f64
    ) {
        let x = lim_throughput(t_s, p, congestion).unwrap();
        prop_assert!(lim_throughput(t_s, p * 2.0, congestion).unwrap() < x);
        prop_assert!(lim_throughput(t_s * 2.0, p, congestion).unwrap() < x);
        prop_assert!(lim_throughput(t_s, p, congestion / 2.0).unwrap() > x);
    }
}

#[test]
fn values_without_an_answer_are_named() {
    for p in [0.0, 1.0, -0.1, f64::NAN] {
        refuses(tcp_throughput(0.1, 1.0, 0.5, p), "p must be above 0 and below 1");
    }
    refuses(tcp_throughput(0.0, 1.0, 0.5, 0.1), "T must be above 0 and finite");
    refuses(
        tcp_throughput(0.1, f64::INFINITY, 0.5, 0.1),
        "a must be above 0 and finite",
    );
    refuses(tcp_throughput(0.1, 1.0, 1.0, 0.1), "b must be from 0 to below 1");
    refuses(
        lim_throughput(0.1, 0.01, 0.0),
        "Pr(c|l) must be above 0 and at most 1",
    );
    refuses(lim_decrease(1.1), "Pr(c|l) must be from 0 to 1");
    refuses(
        expected_cwnd_change(0.0, 0.1, 0.5),
        "cwnd must be above 0 and finite",
    );
    refuses(throughput_change(-1.0, 0.1, 0.1, 0.5), "x must be at least 0");
    refuses(
        throughput_after(-1.0, 1.0, 0.1, 0.1, 0.5),
        "t must be at least 0 and finite",
    );
    refuses(
        throughput_after(1.0, f64::NAN, 0.1, 0.1, 0.5),
        "x(0) must be at least 0 and finite",
    );
    refuses(
        westwood_plus_throughput(0.1, 0.1, 0.01),
        "T_p must be from 0 to below T",
    );
    refuses(westwood_plus_decrease(0.1, 0.2), "T_p must be from 0 to T");
    let losses = |p_c, p_w, a_c, a_w| Losses { p_c, p_w, a_c, a_w };
    refuses(losses(-0.1, 0.2, 1.0, 1.0).total(), "p_c must be at least 0");
    refuses(losses(0.1, f64::NAN, 1.0, 1.0).total(), "p_w must be at least 0");
    refuses(
        losses(0.5, 0.5, 1.0, 1.0).total(),
        "p_c + p_w must be above 0 and below 1",
    );
    refuses(
        losses(0.1, 0.1, 1.1, 1.0).taken_for_congestion(),
        "A_c must be from 0 to 1",
    );
    refuses(
        losses(0.1, 0.1, 1.0, -0.1).taken_for_congestion(),
        "A_w must be from 0 to 1",
    );
}
