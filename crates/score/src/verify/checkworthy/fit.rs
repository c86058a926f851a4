//! How the coefficients are made: logistic regression by AdaGrad (Duchi, Hazan and Singer 2011), the same bits every time.

use super::{BUCKETS, Buckets, Model};

/// One labelled sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lesson {
    /// What the model sees of it.
    pub found: Buckets,
    /// Whether a reader would want it checked.
    pub is_worthy: bool,
}

/// Passes over the lessons.
const PASSES: usize = 30;
/// Length of the first step.
const RATE: f64 = 0.5;
/// Weight of the squared coefficients against the sum of the losses; the best of 0.1, 0.3 and 1 in cross-validation.
const RIDGE: f64 = 0.1;
/// A feature that stands in fewer lessons says more about its sentence than about the language.
const LESSONS_MIN: u32 = 2;

/// Fits a model. Lessons are taken in an order of their own, whatever order they come in, so that a file that is sorted by
/// label teaches as well as one that is not.
pub fn fit(lessons: &[&Lesson]) -> Model {
    let mut seen = vec![0u32; BUCKETS];
    lessons.iter().flat_map(|lesson| lesson.found.iter()).for_each(|bucket| seen[*bucket as usize] += 1);
    let mut weights = vec![0.0f64; BUCKETS];
    let mut slopes = vec![1e-6f64; BUCKETS];
    let (mut bias, mut bias_slope) = (0.0f64, 1e-6f64);
    let stride = stride(lessons.len());
    for pass in 0..PASSES {
        for turn in 0..lessons.len() {
            let Lesson { found, is_worthy } = lessons[(turn * stride + pass) % lessons.len()];
            let unit = found.unit();
            let known = || found.iter().map(|bucket| *bucket as usize).filter(|bucket| seen[*bucket] >= LESSONS_MIN);
            let logit = bias + unit * known().map(|bucket| weights[bucket]).sum::<f64>();
            let miss = 1.0 / (1.0 + libm::exp(-logit)) - f64::from(u8::from(*is_worthy));
            for bucket in known() {
                // The ridge is shared out over the lessons a feature stands in.
                let slope = miss * unit + RIDGE * weights[bucket] / f64::from(seen[bucket]);
                slopes[bucket] += slope * slope;
                weights[bucket] -= RATE * slope / slopes[bucket].sqrt();
            }
            bias_slope += miss * miss;
            bias -= RATE * miss / bias_slope.sqrt();
        }
    }
    Model::quantised(bias, &weights)
}

/// A step that visits every lesson once: near the golden section of their number and without a divisor in common with it.
fn stride(count: usize) -> usize {
    let start = (count as f64 * 0.618).round().max(1.0) as usize;
    (start..).find(|step| gcd(*step, count.max(1)) == 1).unwrap_or(1)
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::super::{WORTHY_MIN, buckets};
    use super::*;

    fn lesson(text: &str, is_worthy: bool) -> Lesson {
        Lesson { found: buckets(text), is_worthy }
    }

    #[test]
    fn a_model_learns_what_sets_the_lessons_apart_whatever_their_order() {
        let mut lessons: Vec<Lesson> = (0..40).map(|n| lesson(&format!("Taxes rose by {n} percent."), true)).collect();
        lessons.extend((0..40).map(|n| lesson(&format!("Good night to you all number {n}."), false)));
        let told = fit(&lessons.iter().collect::<Vec<_>>());
        assert!(told.worth("Spending rose by 3 percent.") > WORTHY_MIN);
        assert!(told.worth("Good night to everybody.") < WORTHY_MIN);
        assert_eq!(told, fit(&lessons.iter().collect::<Vec<_>>()));
    }

    #[test]
    fn no_lessons_teach_nothing_and_do_no_harm() {
        assert_eq!(fit(&[]).worth("Anything at all.").get(), 0.5);
    }

    #[test]
    fn every_lesson_is_taken_once_in_a_pass() {
        for count in [1, 2, 3, 10, 97, 1_000] {
            let mut taken: Vec<usize> = (0..count).map(|turn| turn * stride(count) % count).collect();
            taken.sort_unstable();
            assert_eq!(taken, (0..count).collect::<Vec<_>>());
        }
    }
}
