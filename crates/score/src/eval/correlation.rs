//! Whether two measures put things in the same order.

/// Spearman's rank correlation; equal values share their mean rank. `None` below two pairs or when one side does not vary.
pub fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
    let x = ranks(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>());
    let y = ranks(&pairs.iter().map(|pair| pair.1).collect::<Vec<_>>());
    pearson(&x, &y)
}

/// Ranks from one, ties at their mean.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0;
    for group in order.chunk_by(|a, b| values[*a].total_cmp(&values[*b]).is_eq()) {
        let mean = before as f64 + (group.len() as f64 + 1.0) / 2.0;
        group.iter().for_each(|at| ranks[*at] = mean);
        before += group.len();
    }
    ranks
}

fn pearson(x: &[f64], y: &[f64]) -> Option<f64> {
    if x.len() < 2 {
        return None;
    }
    let n = x.len() as f64;
    let (mean_x, mean_y) = (x.iter().sum::<f64>() / n, y.iter().sum::<f64>() / n);
    let mut sums = (0.0, 0.0, 0.0);
    for (a, b) in x.iter().zip(y) {
        let (dx, dy) = (a - mean_x, b - mean_y);
        sums = (sums.0 + dx * dy, sums.1 + dx * dx, sums.2 + dy * dy);
    }
    let scale = (sums.1 * sums.2).sqrt();
    (scale > 0.0).then(|| sums.0 / scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_textbook_example_of_iq_and_television() {
        let pairs = [
            (106.0, 7.0),
            (86.0, 0.0),
            (100.0, 27.0),
            (101.0, 50.0),
            (99.0, 28.0),
            (103.0, 29.0),
            (97.0, 20.0),
            (113.0, 12.0),
            (112.0, 6.0),
            (110.0, 17.0),
        ];
        let rho = spearman(&pairs).unwrap();
        assert!((rho - -29.0 / 165.0).abs() < 1e-12, "{rho}");
    }

    #[test]
    fn ties_share_their_rank_and_sameness_has_no_order() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0]), [3.5, 1.0, 3.5, 2.0]);
        assert_eq!(spearman(&[(1.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(spearman(&[(1.0, 5.0), (2.0, 9.0), (3.0, 10.0)]), Some(1.0));
    }
}
