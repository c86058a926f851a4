//! α week by week as a picture, with the floors it must stand above.

use score::oversight::snapshot::Floors;
use std::fmt::Write as _;
use store::StoredSnapshot;

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 660.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 360.0;
/// Most weeks drawn: two years.
const WEEKS_MAX: usize = 104;
/// Weeks named below the picture, at most.
const NAMED_MAX: usize = 8;
/// α may go down to −1, but below zero all is equally bad.
const LOW: f64 = 0.0;

const ORDINAL: (&str, &str) = ("ordinal", "#2f6f9f");
const NOMINAL: (&str, &str) = ("nominal", "#b4532a");

/// Draws the accounts, latest first as they are kept.
pub fn history_svg(history: &[StoredSnapshot], floors: Floors) -> String {
    let weeks: Vec<&StoredSnapshot> = history.iter().take(WEEKS_MAX).rev().collect();
    let mut out = String::new();
    let _ = writeln!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" font-family="Helvetica, Arial, sans-serif" font-size="12" fill="#1f2933"><rect width="100%" height="100%" fill="#ffffff"/><text x="{LEFT}" y="28" font-size="14" font-weight="bold">Agreement of reviewers over the trailing 90 days</text>"##
    );
    grid(&mut out);
    for (height, (level, colour), word) in [
        (floors.working_ordinal, ORDINAL, "working"),
        (floors.working_nominal, NOMINAL, "working"),
        (floors.publication_ordinal, ORDINAL, "publication"),
        (floors.publication_nominal, NOMINAL, "publication"),
    ] {
        floor(&mut out, height, colour, &format!("{word}, {level} {height:.2}"));
    }
    for (level, colour) in [ORDINAL, NOMINAL] {
        curve(&mut out, &weeks, level, colour);
    }
    let every = weeks.len().div_ceil(NAMED_MAX).max(1);
    for (at, stored) in weeks.iter().enumerate().filter(|(at, _)| at % every == 0) {
        let x = across(at, weeks.len());
        let _ = writeln!(out, r#"<text x="{x:.1}" y="{}" text-anchor="middle">{}</text>"#, BOTTOM + 18.0, stored.key.week);
    }
    out.push_str("</svg>\n");
    out
}

fn grid(out: &mut String) {
    for step in 0..=5 {
        let alpha = f64::from(step) / 5.0;
        let y = up(alpha);
        let _ = writeln!(out, r##"<path d="M{LEFT} {y:.1}H{RIGHT}" stroke="#e4e7eb" fill="none"/>"##);
        let _ = writeln!(out, r#"<text x="{}" y="{:.1}" text-anchor="end">{alpha:.1}</text>"#, LEFT - 8.0, y + 4.0);
    }
}

/// Floors of the two levels may lie at one height: the names of one stand a line lower.
fn floor(out: &mut String, height: f64, colour: &str, name: &str) {
    let (y, below) = (up(height), if colour == ORDINAL.1 { 12.0 } else { -2.0 });
    let _ = writeln!(out, r#"<path d="M{LEFT} {y:.1}H{RIGHT}" stroke="{colour}" stroke-dasharray="5 4" fill="none"/>"#);
    let _ = writeln!(out, r#"<text x="{}" y="{:.1}" fill="{colour}">{name}</text>"#, RIGHT + 8.0, y + below);
}

/// Weeks without α are left out; those that require attention have a ring.
fn curve(out: &mut String, weeks: &[&StoredSnapshot], level: &str, colour: &str) {
    let point = |(at, stored): (usize, &&StoredSnapshot)| {
        let alpha = stored.body[level]["alpha"].as_f64()?;
        Some((across(at, weeks.len()), up(alpha), alpha, stored.body["requires_attention"] == true))
    };
    let points: Vec<(f64, f64, f64, bool)> = weeks.iter().enumerate().filter_map(point).collect();
    let path: String = points.iter().map(|(x, y, ..)| format!("{x:.1},{y:.1} ")).collect();
    let _ = writeln!(out, r#"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="2"/>"#, path.trim_end());
    for (x, y, alpha, is_flagged) in points {
        let ring = if is_flagged { r##" stroke="#c81e1e" stroke-width="2""## } else { "" };
        let _ = writeln!(
            out,
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="4" fill="{colour}"{ring}><title>{level} {alpha:.3}</title></circle>"#
        );
    }
}

fn across(at: usize, weeks: usize) -> f64 {
    LEFT + (at as f64 + 0.5) / weeks.max(1) as f64 * (RIGHT - LEFT)
}

fn up(alpha: f64) -> f64 {
    BOTTOM - alpha.clamp(LOW, 1.0) * (BOTTOM - TOP)
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::digest_bytes;
    use jiff::Timestamp;
    use serde_json::json;
    use store::SnapshotKey;

    fn week(name: &str, ordinal: Option<f64>) -> StoredSnapshot {
        StoredSnapshot {
            key: SnapshotKey { week: name.to_owned(), version: 1 },
            taken_at: Timestamp::UNIX_EPOCH,
            input_hash: digest_bytes(b""),
            body: json!({"ordinal": {"alpha": ordinal}, "nominal": {"alpha": null}, "requires_attention": ordinal < Some(0.6)}),
            acknowledgement: None,
            decisions: Vec::new(),
        }
    }

    #[test]
    fn the_picture_is_well_formed_with_and_without_weeks() {
        let empty = history_svg(&[], Floors::default());
        assert_eq!(empty.matches("<circle").count(), 0);
        let weeks = [week("2026-W46", Some(0.4)), week("2026-W45", None), week("2026-W44", Some(0.9))];
        let picture = history_svg(&weeks, Floors::default());
        assert_eq!((picture.matches("<circle").count(), picture.matches("#c81e1e").count()), (2, 1));
        assert!(picture.find("2026-W44").unwrap() < picture.find("2026-W46").unwrap(), "time goes to the right");
        for text in [empty, picture] {
            assert_eq!(text.matches("<text").count(), text.matches("</text>").count());
            assert!(text.starts_with("<svg") && text.ends_with("</svg>\n") && !text.contains("NaN"));
        }
    }
}
