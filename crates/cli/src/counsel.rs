//! Which language model is asked, by `--judge` and by GRAPH_FACTS=model, read from the environment. Keys never stand in a file
//! of ours.

use crate::app::App;
use crate::failure::{Failure, OrNext as _};
use engine::verify::{AskedModel, Counsellor};
use score::verify::graph::Extract;
use sources::llm::{Anthropic, LanguageModel, Line, OpenAi, Tariff};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;

const NEXT: &str = "Set PROBITY_LLM to openai or anthropic, PROBITY_LLM_MODEL to the model's name, PROBITY_LLM_URL for a server of \
                    your own, and the key in PROBITY_LLM_KEY, OPENAI_API_KEY or ANTHROPIC_API_KEY.";
/// Longest wait for one answer unless PROBITY_LLM_TIMEOUT_S says otherwise.
const TIMEOUT_S: f64 = 60.0;
/// How often a busy server is asked again.
const RETRIES: u32 = 3;
/// The wait before the first of them.
const PAUSE: Duration = Duration::from_millis(500);

/// Prepares the language model that the environment names.
pub fn counsellor(environment: &BTreeMap<String, String>) -> Result<Counsellor, Failure> {
    let named = |name: &str| environment.get(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
    let dialect = named("PROBITY_LLM").ok_or_else(|| Failure::usage("no language model is named", NEXT))?;
    let (usual, key) = match dialect.as_str() {
        "openai" => ("https://api.openai.com/v1", "OPENAI_API_KEY"),
        "anthropic" => ("https://api.anthropic.com", "ANTHROPIC_API_KEY"),
        other => return Err(Failure::usage(format!("PROBITY_LLM is {other:?}, which nobody speaks"), NEXT)),
    };
    let model = named("PROBITY_LLM_MODEL").ok_or_else(|| Failure::usage("PROBITY_LLM_MODEL names no model", NEXT))?;
    let line = Line {
        base: named("PROBITY_LLM_URL").unwrap_or_else(|| usual.to_owned()),
        model,
        key: named("PROBITY_LLM_KEY").or_else(|| named(key)),
        timeout: Duration::from_secs_f64(number(named("PROBITY_LLM_TIMEOUT_S"), TIMEOUT_S)?.clamp(1.0, 3_600.0)),
        retries: RETRIES,
        pause: PAUSE,
    };
    let model: Arc<dyn LanguageModel> = match dialect.as_str() {
        "openai" => Arc::new(OpenAi::new(line).or_next("the language model cannot be used", NEXT)?),
        _ => Arc::new(Anthropic::new(line).or_next("the language model cannot be used", NEXT)?),
    };
    let price = |name: &str| number(named(name), 0.0).map(|usd| (usd.max(0.0) * 1e6).round() as u64);
    let tariff = Tariff { input_micro_usd: price("PROBITY_LLM_INPUT_USD")?, output_micro_usd: price("PROBITY_LLM_OUTPUT_USD")? };
    Ok(Counsellor { model, tariff })
}

/// Prepares whoever reads facts for the entity graph beside the patterns, when GRAPH_FACTS names anybody.
pub fn reader(app: &App, runtime: &Handle) -> Result<Option<Arc<dyn Extract>>, Failure> {
    match app.settings.word("GRAPH_FACTS") {
        "model" => Ok(Some(Arc::new(AskedModel::new(counsellor(&app.environment)?.model, runtime.clone())))),
        "" | "patterns" => Ok(None),
        other => {
            let next = "Set it to patterns, or to model for the language model that PROBITY_LLM names.";
            Err(Failure::usage(format!("GRAPH_FACTS is {other:?}, and nobody reads like that"), next))
        }
    }
}

fn number(said: Option<String>, usual: f64) -> Result<f64, Failure> {
    let Some(said) = said else { return Ok(usual) };
    let wrong =
        || Failure::usage(format!("{said:?} is not a number"), "Prices are dollars for a million tokens; times are seconds.");
    said.parse::<f64>().ok().filter(|value| value.is_finite()).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(pairs: &[(&str, &str)]) -> Result<Counsellor, Failure> {
        counsellor(&pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect())
    }

    #[test]
    fn a_model_is_named_by_the_environment_with_its_prices() {
        let found =
            with(&[("PROBITY_LLM", "openai"), ("PROBITY_LLM_MODEL", "small"), ("PROBITY_LLM_INPUT_USD", "0.15")]).unwrap();
        assert_eq!((found.model.model(), found.tariff.input_micro_usd), ("small", 150_000));
        assert!(with(&[("PROBITY_LLM", "anthropic"), ("PROBITY_LLM_MODEL", "m")]).is_ok());
    }

    #[test]
    fn what_is_missing_or_wrong_is_a_usage_error() {
        for pairs in [
            &[][..],
            &[("PROBITY_LLM", "openai")],
            &[("PROBITY_LLM", "parrot"), ("PROBITY_LLM_MODEL", "m")],
            &[("PROBITY_LLM", "openai"), ("PROBITY_LLM_MODEL", "m"), ("PROBITY_LLM_TIMEOUT_S", "soon")],
        ] {
            assert_eq!(with(pairs).err().map(|failure| failure.code()), Some(2), "{pairs:?}");
        }
    }
}
