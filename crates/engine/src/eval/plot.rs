//! Reliability and risk–coverage as one picture, written by hand: two panels of lines and dots need no library.

use super::{Curves, Report};
use score::eval::Bin;
use std::fmt::Write as _;

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 420.0;
const SIDE: f64 = 300.0;
const TOP: f64 = 64.0;
const LEFT: [f64; 2] = [80.0, 500.0];

/// Draws the curves of a report; nothing for a task without any.
pub fn svg(report: &Report) -> Option<String> {
    let Curves { reliability, risk } = report.curves.as_ref()?;
    let mut out = String::new();
    let figure = |name: &str| report.value(name).and_then(|value| value.as_f64()).unwrap_or(0.0);
    let _ = writeln!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" font-family="Helvetica, Arial, sans-serif" font-size="12" fill="#1f2933"><rect width="100%" height="100%" fill="#ffffff"/>"##
    );
    let (n, ece, aurc) = (figure("n"), figure("ece"), figure("aurc"));
    panel(
        &mut out,
        LEFT[0],
        &format!("{}: reliability (ECE {ece:.3}, n = {n:.0})", report.task),
        "stated probability",
        "share that was right",
    );
    panel(
        &mut out,
        LEFT[1],
        &format!("{}: risk–coverage (AURC {aurc:.3})", report.task),
        "share answered, surest first",
        "share of errors",
    );
    diagonal(&mut out, reliability);
    curve(&mut out, risk);
    out.push_str("</svg>\n");
    Some(out)
}

/// A square from 0 to 1 each way, with a grid.
fn panel(out: &mut String, left: f64, title: &str, below: &str, beside: &str) {
    let (right, bottom) = (left + SIDE, TOP + SIDE);
    let _ = writeln!(out, r#"<text x="{left}" y="{}" font-size="14" font-weight="bold">{title}</text>"#, TOP - 20.0);
    for step in 0..=5 {
        let share = f64::from(step) / 5.0;
        let (x, y) = at(left, share, share);
        let _ = writeln!(out, r##"<path d="M{x:.1} {TOP}V{bottom}M{left} {y:.1}H{right}" stroke="#e4e7eb" fill="none"/>"##);
        let _ = writeln!(out, r#"<text x="{x:.1}" y="{}" text-anchor="middle">{share:.1}</text>"#, bottom + 18.0);
        let _ = writeln!(out, r#"<text x="{}" y="{:.1}" text-anchor="end">{share:.1}</text>"#, left - 8.0, y + 4.0);
    }
    let _ = writeln!(out, r##"<rect x="{left}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#7b8794"/>"##);
    let middle = left + SIDE / 2.0;
    let _ = writeln!(out, r#"<text x="{middle}" y="{}" text-anchor="middle">{below}</text>"#, bottom + 40.0);
    let (x, y) = (left - 44.0, TOP + SIDE / 2.0);
    let _ = writeln!(out, r#"<text x="{x}" y="{y}" text-anchor="middle" transform="rotate(-90 {x} {y})">{beside}</text>"#);
}

/// The place of a pair of shares in a panel.
fn at(left: f64, x: f64, y: f64) -> (f64, f64) {
    (left + x * SIDE, TOP + (1.0 - y) * SIDE)
}

/// Stated against found, as dots whose area grows with their number, over the line where both are the same.
fn diagonal(out: &mut String, bins: &[Bin]) {
    let ((x0, y0), (x1, y1)) = (at(LEFT[0], 0.0, 0.0), at(LEFT[0], 1.0, 1.0));
    let _ = writeln!(out, r##"<path d="M{x0} {y0}L{x1} {y1}" stroke="#7b8794" stroke-dasharray="5 4" fill="none"/>"##);
    let points: Vec<(f64, f64)> = bins.iter().map(|bin| at(LEFT[0], bin.stated, bin.right)).collect();
    polyline(out, &points, "#2f6f9f");
    let most = bins.iter().map(|bin| bin.count).max().unwrap_or(1) as f64;
    for (bin, (x, y)) in bins.iter().zip(points) {
        let radius = 3.0 + 9.0 * (bin.count as f64 / most).sqrt();
        let _ = writeln!(
            out,
            r##"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" fill="#2f6f9f" fill-opacity="0.55"><title>{} items: stated {:.3}, right {:.3}</title></circle>"##,
            bin.count, bin.stated, bin.right
        );
    }
}

/// Most points of the risk curve that are drawn.
const POINTS_MAX: usize = 400;

fn curve(out: &mut String, risk: &[f64]) {
    let every = risk.len().div_ceil(POINTS_MAX).max(1);
    let shown = risk.iter().enumerate().filter(|(k, _)| k % every == 0 || k + 1 == risk.len());
    let points: Vec<(f64, f64)> = shown.map(|(k, risk_at)| at(LEFT[1], (k + 1) as f64 / risk.len() as f64, *risk_at)).collect();
    polyline(out, &points, "#b4532a");
    if let Some(last) = risk.last() {
        let ((x0, y), (x1, _)) = (at(LEFT[1], 0.0, *last), at(LEFT[1], 1.0, *last));
        let _ = writeln!(out, r##"<path d="M{x0} {y:.1}H{x1}" stroke="#7b8794" stroke-dasharray="5 4" fill="none"/>"##);
    }
}

fn polyline(out: &mut String, points: &[(f64, f64)], colour: &str) {
    let path: String = points.iter().map(|(x, y)| format!("{x:.1},{y:.1} ")).collect();
    let _ = writeln!(out, r#"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="2"/>"#, path.trim_end());
}

#[cfg(test)]
mod tests {
    use super::super::Scope;
    use super::*;
    use score::eval::Sure;

    #[test]
    fn the_picture_is_well_formed_and_a_task_without_curves_has_none() {
        let mut report = Report::open("claims", 4, &Scope::default());
        assert!(svg(&report).is_none());
        report.calibrate(&[0.9, 0.8, 0.4, 0.2].map(|stated| Sure { stated, is_right: stated > 0.5 }));
        let picture = svg(&report).unwrap();
        assert_eq!(picture.matches("<polyline").count(), 2);
        assert_eq!(picture.matches("<text").count(), picture.matches("</text>").count());
        assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n") && !picture.contains("NaN"));
    }
}
