//! The derivative of log Γ.

/// ψ(x) for positive x: the recurrence up to 6, then the asymptotic series (Abramowitz and Stegun 6.3.5, 6.3.18).
pub(super) fn digamma(mut x: f64) -> f64 {
    let mut shift = 0.0;
    while x < 6.0 {
        shift -= 1.0 / x;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let series =
        square * (1.0 / 12.0 - square * (1.0 / 120.0 - square * (1.0 / 252.0 - square * (1.0 / 240.0 - square * (1.0 / 132.0)))));
    shift + libm::log(x) - 0.5 / x - series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values_come_out() {
        let euler = 0.577_215_664_901_532_9;
        let ln2 = std::f64::consts::LN_2;
        for (x, known) in [(1.0, -euler), (2.0, 1.0 - euler), (0.5, -euler - 2.0 * ln2), (10.0, 2.251_752_589_066_721)] {
            assert!((digamma(x) - known).abs() < 1e-9, "ψ({x}) = {}", digamma(x));
        }
    }
}
