//! How far coders agree, table by table, with intervals and with who differs about what.

use super::ratings::RatingTable;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use score::eval::Interval;
use score::oversight::agreement::{Agreement, Coder, Level, Tally, agreement, coders, coincidences, intervals, tallies};
use serde_json::{Map, Value, json};

/// How agreement is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AgreementTerms {
    /// Draws of the bootstrap; none for no intervals.
    pub draws: u32,
    /// Seed of the bootstrap.
    pub seed: u64,
}

/// The agreement of one table.
#[derive(Debug, Clone)]
pub struct TableAgreement {
    /// What the table is called.
    pub name: String,
    /// The measurement.
    pub agreement: Agreement,
    /// 95 % intervals, in the order of [`Level::ALL`].
    pub intervals: [Option<Interval>; 4],
    /// How often each value stands beside each; absent for very many values.
    pub coincidences: Option<Vec<Vec<f64>>>,
    /// Who differs.
    pub coders: Vec<(Box<str>, Coder)>,
    /// About what.
    pub tallies: Vec<Tally>,
    /// Names of the values, by place.
    pub values: Vec<Box<str>>,
}

/// Measures one table.
pub fn measure_agreement(table: &RatingTable, terms: AgreementTerms) -> TableAgreement {
    let RatingTable { name, ratings, values, .. } = table;
    let named = |coder: Coder| (table.coders[coder.coder as usize].clone(), coder);
    TableAgreement {
        name: name.clone(),
        agreement: agreement(ratings),
        intervals: intervals(ratings, terms.draws, dice(terms.seed)),
        coincidences: coincidences(ratings),
        coders: coders(ratings).into_iter().map(named).collect(),
        tallies: tallies(ratings),
        values: values.clone(),
    }
}

/// Brings one generator a draw: streams of the same seed.
pub(super) fn dice(seed: u64) -> impl Fn(u32) -> ChaCha8Rng + Sync {
    let first = ChaCha8Rng::seed_from_u64(seed);
    move |draw| {
        let mut rng = first.clone();
        rng.set_stream(draw.into());
        rng
    }
}

impl TableAgreement {
    /// Whether α exists at some level.
    pub fn is_defined(&self) -> bool {
        Level::ALL.iter().any(|level| self.agreement.alpha(*level).is_ok())
    }

    /// Returns the table as one object.
    pub fn to_json(&self) -> Value {
        let mut object = Map::new();
        object.insert("name".to_owned(), self.name.as_str().into());
        let mut undefined = Map::new();
        for (level, interval) in Level::ALL.into_iter().zip(self.intervals) {
            let alpha = self.agreement.alpha(level);
            object.insert(level.word().to_owned(), alpha.ok().into());
            object.insert(format!("{}_ci", level.word()), interval.map_or(Value::Null, |i| json!([i.low, i.high])));
            if let Err(why) = alpha {
                undefined.insert(level.word().to_owned(), why.word().into());
            }
        }
        let value = |place: u32| &*self.values[place as usize];
        let tally = |t: &Tally| {
            let most_met = t.most_met.map(value);
            json!({"value": value(t.value), "pairable": t.pairable, "disagreement": t.disagreement, "most_met": most_met})
        };
        let coder = |(name, coder): &(Box<str>, Coder)| json!({"coder": name, "pairable": coder.pairable, "disagreement": coder.disagreement});
        let rest = json!({
            "pairable": self.agreement.pairable,
            "raw_agreement": self.agreement.raw_agreement,
            "units": self.agreement.units,
            "units_pairable": self.agreement.units_pairable,
            "undefined": undefined,
            "values": self.values,
            "counts": self.agreement.counts,
            "coincidences": self.coincidences,
            "by_value": self.tallies.iter().map(tally).collect::<Vec<_>>(),
            "by_coder": self.coders.iter().map(coder).collect::<Vec<_>>(),
        });
        if let Value::Object(rest) = rest {
            object.extend(rest);
        }
        object.into()
    }
}
