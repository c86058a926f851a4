//! FEVER: claims and Wikipedia pages in, predictions as its scorer reads them out.

use super::Posed;
use domain::{Check, Direction, Evidence};
use serde_json::{Value, json};

/// Most sentences that FEVER's scorer looks at.
const EVIDENCE_MAX: usize = 5;

/// Turns a page of FEVER's Wikipedia into a row that `ingest` reads, its lines kept one by one: predictions name them by
/// number. Nothing when it is no such page.
pub fn page(row: &Value) -> Option<Value> {
    let id = row.get("id")?.as_str()?;
    let lines = row.get("lines")?.as_str()?;
    // "0\tThe sentence.\tlinked words": what stands behind the second tab are the links of the line.
    let mut sentences: Vec<String> = Vec::new();
    for line in lines.lines() {
        let mut cells = line.split('\t');
        let number: usize = cells.next()?.trim().parse().ok()?;
        if number >= LINES_MAX {
            return None;
        }
        sentences.resize(sentences.len().max(number + 1), String::new());
        sentences[number] = plain(cells.next().unwrap_or("").trim());
    }
    Some(json!({"id": id, "title": plain(&id.replace('_', " ")), "abstract": sentences, "kind": "unknown"}))
}

/// Most lines of one page.
const LINES_MAX: usize = 10_000;

/// Brackets as people write them.
fn plain(text: &str) -> String {
    let marks = [("-LRB-", "("), ("-RRB-", ")"), ("-LSB-", "["), ("-RSB-", "]"), ("-COLON-", ":")];
    marks.iter().fold(text.to_owned(), |text, (coded, mark)| text.replace(coded, mark))
}

/// Returns the prediction for one claim: its label and the sentences it rests on, as page and line.
pub fn prediction(posed: &Posed, check: &Check) -> Value {
    let answer = check.claims.first();
    let label = match answer.map(|answer| (answer.verdict.is_directional(), answer.direction)) {
        Some((true, Direction::Supports)) => "SUPPORTS",
        Some((true, Direction::Contradicts)) => "REFUTES",
        _ => "NOT ENOUGH INFO",
    };
    let cited = |e: &&Evidence| answer.is_some_and(|answer| answer.deciding.contains(&e.id));
    let evidence: Vec<Value> = answer
        .filter(|_| label != "NOT ENOUGH INFO")
        .map(|answer| answer.evidence.iter().filter(cited).take(EVIDENCE_MAX).map(place).collect())
        .unwrap_or_default();
    let id = posed.id.clone().unwrap_or_else(|| check.id.to_string().into());
    json!({"id": id, "claim": posed.claim, "predicted_label": label, "predicted_evidence": evidence})
}

fn place(evidence: &Evidence) -> Value {
    json!([evidence.document.as_str(), evidence.sentence])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_keeps_its_lines_by_number() {
        let row = json!({"id": "Ice_-LRB-water-RRB-", "text": "", "lines": "0\tIce is frozen water .\tWater\tWater\n1\t\n2\tIce floats -LRB- mostly -RRB- .\n"});
        let page = page(&row).unwrap();
        assert_eq!(page["title"], "Ice (water)");
        assert_eq!(page["abstract"], json!(["Ice is frozen water .", "", "Ice floats ( mostly ) ."]));
    }

    #[test]
    fn what_is_no_page_is_none() {
        assert_eq!(page(&json!({"id": "A"})), None);
        assert_eq!(page(&json!({"id": "A", "lines": "x\ty"})), None);
        assert_eq!(page(&json!({"id": "A", "lines": "99999999\ty"})), None);
    }
}
