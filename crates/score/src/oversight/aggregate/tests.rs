//! What every method must do, and what each is for.

use super::*;
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

/// A crowd with known truth: each worker is right with a probability of his own, and wrong at random otherwise.
fn crowd(tasks: u32, accuracies: &[f64], classes: u32, seed: u64) -> (Labels, Vec<u32>) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let truth: Vec<u32> = (0..tasks).map(|_| rng.random_range(0..classes)).collect();
    let mut rows = Vec::new();
    for (task, truth) in (0..).zip(&truth) {
        for (worker, accuracy) in (0..).zip(accuracies) {
            let off = if rng.random_bool(*accuracy) { 0 } else { rng.random_range(1..classes) };
            rows.push(Label { task, worker, class: (truth + off) % classes });
        }
    }
    (Labels::new(tasks as usize, accuracies.len(), classes as usize, rows).unwrap(), truth)
}

fn accuracy(aggregated: &Aggregated, truth: &[u32]) -> f64 {
    let right = truth.iter().enumerate().filter(|(task, truth)| aggregated.answer(*task) == **truth).count();
    right as f64 / truth.len() as f64
}

#[test]
fn a_few_who_know_outweigh_a_crowd_that_guesses() {
    let (labels, truth) = crowd(600, &[0.92, 0.9, 0.88, 0.36, 0.35, 0.34, 0.35, 0.33, 0.36], 3, 1);
    let found = |method| accuracy(&aggregate(&labels, method), &truth);
    let majority = found(Method::Majority);
    assert!(found(Method::Wawa) > majority);
    for method in [Method::DawidSkene, Method::Glad, Method::Mace] {
        assert!(found(method) > majority + 0.05 && found(method) > 0.94, "{method}: {} {majority}", found(method));
    }
}

#[test]
fn skills_order_the_workers_as_they_are() {
    let (labels, _) = crowd(800, &[0.95, 0.75, 0.5, 0.4], 3, 2);
    for method in Method::ALL {
        let skills = aggregate(&labels, method).skills;
        assert!(skills.windows(2).all(|pair| pair[0] > pair[1]), "{method}: {skills:?}");
    }
    let dawid_skene = aggregate(&labels, Method::DawidSkene).skills;
    assert!((dawid_skene[0] - 0.95).abs() < 0.04, "{dawid_skene:?}");
}

#[test]
fn who_is_always_wrong_still_tells_dawid_and_skene_something() {
    let (labels, truth) = crowd(500, &[0.9, 0.85, 0.8, 0.03], 2, 3);
    let found = aggregate(&labels, Method::DawidSkene);
    let majority = aggregate(&labels, Method::Majority);
    assert!(accuracy(&found, &truth) > accuracy(&majority, &truth) + 0.05);
    assert!(found.skills[3] < 0.1 && found.skills[0] > 0.8, "{:?}", found.skills);
    assert!(aggregate(&labels, Method::Glad).skills[3] < 0.0);
}

#[test]
fn a_tie_goes_to_the_commoner_class() {
    let rows = [(0, 0, 1), (0, 1, 2), (1, 0, 2), (2, 1, 2)];
    let rows = rows.into_iter().map(|(task, worker, class)| Label { task, worker, class }).collect();
    let labels = Labels::new(3, 2, 3, rows).unwrap();
    let majority = aggregate(&labels, Method::Majority);
    assert_eq!((majority.answer(0), majority.posterior(0)), (2, &[0.0, 0.5, 0.5][..]));
    assert_eq!(majority.tasks(), 3);
}

#[test]
fn threads_do_not_change_a_bit() {
    let (labels, _) = crowd(3000, &[0.9, 0.7, 0.6, 0.5], 4, 4);
    for method in Method::ALL {
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| aggregate(&labels, method))
        };
        assert_eq!(on(1), on(3), "{method}");
    }
}

#[test]
fn methods_are_known_by_their_words() {
    for method in Method::ALL {
        assert_eq!(method.word().parse(), Ok(method));
    }
    assert!("dawid".parse::<Method>().unwrap_err().to_string().contains("dawid-skene"));
    assert_eq!(Labels::new(1, 1, 1, vec![]), Err(LabelsError::Empty));
    let beyond = Label { task: 0, worker: 0, class: 1 };
    assert!(matches!(Labels::new(1, 1, 1, vec![beyond]), Err(LabelsError::Beyond { .. })));
}

fn tables() -> impl Strategy<Value = Labels> {
    let row = (0..8_u32, 0..4_u32, 0..3_u32).prop_map(|(task, worker, class)| Label { task, worker, class });
    prop::collection::vec(row, 1..40).prop_map(|rows| Labels::new(8, 4, 3, rows).unwrap())
}

proptest! {
    #[test]
    fn posteriors_are_probabilities_whatever_the_table(labels in tables()) {
        for method in Method::ALL {
            let found = aggregate(&labels, method);
            prop_assert_eq!((found.tasks(), found.skills.len()), (8, 4));
            prop_assert!(found.skills.iter().all(|skill| skill.is_finite()), "{} {:?}", method, found.skills);
            let labelled = |task: usize| labels.rows().iter().any(|row| row.task as usize == task);
            for task in (0..8).filter(|task| labelled(*task)) {
                let posterior = found.posterior(task);
                prop_assert!((posterior.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{} {:?}", method, posterior);
                prop_assert!(posterior.iter().all(|p| (0.0..=1.0).contains(p)));
            }
        }
    }

    #[test]
    fn what_everybody_says_is_the_answer(classes in prop::collection::vec(0..3_u32, 1..20)) {
        let rows = (0..).zip(&classes).flat_map(|(task, class)| (0..3).map(move |worker| Label { task, worker, class: *class }));
        let labels = Labels::new(classes.len(), 3, 3, rows.collect()).unwrap();
        for method in Method::ALL {
            let found = aggregate(&labels, method);
            for (task, class) in classes.iter().enumerate() {
                prop_assert_eq!(found.answer(task), *class, "{}", method);
            }
        }
    }
}
