//! Checks built by hand, as people see them when piped.

use super::*;
use crate::looked::{By, Looked};
use domain::*;
use jiff::civil::date;

fn piece(rank: u32, stance: Stance, share: f64, title: &str, text: &str) -> Evidence {
    let rest = (1.0 - share) / 2.0;
    let stance_scores = match stance {
        Stance::Supports => StanceScores::take(share, rest, rest),
        Stance::Contradicts => StanceScores::take(rest, share, rest),
        Stance::Neutral => StanceScores::take(rest, rest, share),
    };
    Evidence {
        id: EvidenceId::ranked(rank),
        text: text.into(),
        deciding: Span::new(0, text.len()),
        title: title.into(),
        source: "Probity notes".into(),
        document: DocumentId::new(format!("note-{rank}")).unwrap(),
        sentence: 0,
        url: None,
        date: Some(date(2026, 11, 1)),
        kind: DocumentKind::Note,
        credibility: Credibility::clamped(0.8),
        subclaim: 0,
        stance,
        strength: share,
        rule: None,
        stance_scores,
        on_target: stance != Stance::Neutral,
        score: 0.71,
    }
}

fn part(text: &str, status: SegmentStatus, evidence: &[u32]) -> Segment {
    let span = Span::new(0, text.len());
    let evidence = evidence.iter().map(|rank| EvidenceId::ranked(*rank)).collect();
    Segment { text: text.into(), span, status, balance: 0.9, coverage: 1.0, evidence }
}

fn answer(text: &str, verdict: Verdict, credence: f64, evidence: Vec<Evidence>) -> Assessment {
    let deciding =
        evidence.iter().filter(|piece| piece.on_target && verdict.is_directional()).map(|piece| piece.id).take(2).collect();
    Assessment {
        text: text.into(),
        written: None,
        speaker: None,
        span: Span::new(0, text.len()),
        verdict,
        judge_verdict: verdict.judge_word(),
        direction: Direction::None,
        reason: Reason::EveryPartSupported,
        rationale: String::new(),
        credence: Credence::clamped(credence),
        confidence: Confidence::clamped(0.8),
        truthfulness_percent: 94.0,
        truthfulness_meaningful: verdict.is_directional(),
        evidence_quality_percent: 80.0,
        topic: Topic::Science,
        risk: Risk::Ordinary,
        subclaims: vec![part(text, SegmentStatus::StronglyValid, &[1])],
        evidence,
        deciding,
        coverage: Coverage::ONE,
        support_coverage: Coverage::ONE,
        diversity: Diversity::ZERO,
        agreement: Some(Agreement::ONE),
        trust_post_adaptive: 0.74,
        trust_post_fixed: 0.7,
        trust_state: "confirmed".into(),
        trust_threshold_met: true,
        flips: Vec::new(),
        expansion: None,
        refusal: None,
        trace: Trace::new("verdict"),
    }
}

fn of(claims: Vec<Assessment>) -> Check {
    Check {
        id: CheckId::from_parts(1_763_000_000_000, [7; 10]),
        asked_at: "2026-11-15T21:00:00Z".parse().unwrap(),
        profile: Profile::ClosedCorpus,
        trust_policy_mode: Some(TrustPolicyMode::Adaptive),
        summary: Summary::of(&claims),
        claims,
        config_hash: digest_bytes(b"config"),
        model_hashes: Default::default(),
        bypass: None,
        schema_version: SCHEMA_VERSION,
    }
}

fn a_true_one() -> Assessment {
    let boils = piece(1, Stance::Supports, 0.97, "Temperature", "At sea level, water boils at 100 degrees Celsius.");
    let beside = piece(2, Stance::Neutral, 0.88, "Oceans", "Sea water covers most of the Earth.");
    let mut claim = answer("Water boils at 100 °C at sea level.", Verdict::True, 0.981, vec![boils, beside]);
    claim.rationale = "One source on target says the same.".into();
    claim.flips = vec![Flip { without: vec![EvidenceId::ranked(1)], verdict: Verdict::InsufficientEvidence }];
    let mut rank = Trace::new("rank").noting("two passages").with("semantic", 0.8124).with("lexical", 7.25);
    rank.push(Trace::new("base").with("w_semantic", 0.31).with("score", 0.6401));
    rank.push(Trace::new("clamp").noting("nothing to clamp"));
    claim.trace.note = "every part is supported".into();
    claim.trace.push(rank);
    let long = "one reading on target, entailing, and nothing that speaks against it anywhere in the passages that were read";
    claim.trace.push(Trace::new("stance").noting(long).with("support", 0.776).with("contradict", -0.0));
    claim
}

fn a_false_one() -> Assessment {
    let text = "The Great Wall of China is visible from the Moon.";
    let wall = piece(1, Stance::Contradicts, 0.94, "The Great Wall", "The wall cannot be seen from the Moon with the naked eye.");
    let myth = piece(2, Stance::Contradicts, 0.71, "Space exploration", "No single human structure is visible from the Moon.");
    let mut claim = answer(text, Verdict::False, 0.93, vec![wall, myth]);
    claim.rationale = "Two passages on target contradict it, and none supports it.".into();
    claim
}

fn a_half_true_one() -> Assessment {
    let text = "Marie Curie won two Nobel Prizes and both were in chemistry.";
    let two = piece(1, Stance::Supports, 0.95, "Marie Curie", "She is one of few people who received two Nobel Prizes.");
    let one = piece(2, Stance::Contradicts, 0.89, "Marie Curie", "Her first Nobel Prize, in 1903, was in physics.");
    let mut claim = answer(text, Verdict::HalfTrue, 0.82, vec![two, one]);
    claim.rationale = "One part holds and the other does not.".into();
    claim.subclaims = vec![
        part("Marie Curie won two Nobel Prizes.", SegmentStatus::StronglyValid, &[1]),
        part("Both of Marie Curie's Nobel Prizes were in chemistry.", SegmentStatus::Invalid, &[2]),
    ];
    claim.flips = vec![
        Flip { without: vec![EvidenceId::ranked(2)], verdict: Verdict::MostlyTrue },
        Flip { without: vec![EvidenceId::ranked(1)], verdict: Verdict::False },
    ];
    claim
}

fn an_open_one() -> Assessment {
    let weak = piece(1, Stance::Supports, 0.55, "Coffee", "Coffee may lower the risk of some diseases.");
    let mut claim = answer("Coffee cures migraines.", Verdict::InsufficientEvidence, 0.61, vec![weak]);
    claim.direction = Direction::Supports;
    claim.rationale = "What was found is too weak to rest a verdict on.".into();
    claim
}

fn no_claim() -> Assessment {
    let mut claim = answer("What time is it?", Verdict::NotAClaim, 1.0, Vec::new());
    claim.rationale = "It asks instead of stating.".into();
    claim.subclaims.clear();
    claim
}

fn in_notes() -> Looked {
    Looked { corpus: CorpusName::notes(), by: By::Custom }
}

fn piped(claims: Vec<Assessment>) -> String {
    shown(claims, false, 100)
}

fn shown(claims: Vec<Assessment>, is_explained: bool, columns: usize) -> String {
    let mut page = Page::of_width(columns);
    check(&mut page, &of(claims), Detail { is_explained, looked: &in_notes(), text: None });
    anstream::adapter::strip_str(&page.into_text()).to_string()
}

#[test]
fn a_true_claim_shows_the_sentence_it_rests_on() {
    insta::assert_snapshot!(piped(vec![a_true_one()]), @r"
    “Water boils at 100 °C at sea level.”

     ✓ True   98 % sure of this answer

    One source on target says the same.

    ┃ “At sea level, water boils at 100 degrees Celsius.”
    ┃ e1 · Temperature · starter note · 2026-11-01

    Evidence  bar: how clearly the sentence takes that side
    e1   supports     ██████████ 0.97  Temperature · starter note · 2026-11-01 · credibility 0.80

    1 passage that does not count: --explain shows all

    What would change this  without e1: not enough evidence

    looked in the starter notes, which are no source of record
    again, to the bit: probity replay 019a7afd-1e00-7707-8707-070707070707
    ");
}

#[test]
fn a_false_claim_shows_what_contradicts_it() {
    insta::assert_snapshot!(piped(vec![a_false_one()]), @r"
    “The Great Wall of China is visible from the Moon.”

     ✗ False   93 % sure of this answer

    Two passages on target contradict it, and none supports it.

    ┃ “The wall cannot be seen from the Moon with the naked eye.”
    ┃ e1 · The Great Wall · starter note · 2026-11-01

    Evidence  bar: how clearly the sentence takes that side
    e1   contradicts  █████████░ 0.94  The Great Wall · starter note · 2026-11-01 · credibility 0.80
    e2   contradicts  ███████░░░ 0.71  Space exploration · starter note · 2026-11-01
                                       · credibility 0.80
         “No single human structure is visible from the Moon.”

    looked in the starter notes, which are no source of record
    again, to the bit: probity replay 019a7afd-1e00-7707-8707-070707070707
    ");
}

#[test]
fn a_half_truth_is_not_said_to_be_unlikely_because_it_points_two_ways() {
    let told = |credence| piped(vec![Assessment { credence: Credence::clamped(credence), ..a_half_true_one() }]);
    assert!(told(0.82).contains("sure of this answer") && !told(0.40).contains("sure of this answer"));
}

#[test]
fn a_claim_of_two_parts_shows_what_became_of_each() {
    insta::assert_snapshot!(piped(vec![a_half_true_one()]), @r"
    “Marie Curie won two Nobel Prizes and both were in chemistry.”

     ◐ Half true   82 % sure of this answer

    One part holds and the other does not.

    ┃ “She is one of few people who received two Nobel Prizes.”
    ┃ e1 · Marie Curie · starter note · 2026-11-01

    ┃ “Her first Nobel Prize, in 1903, was in physics.”
    ┃ e2 · Marie Curie · starter note · 2026-11-01

    Parts
    ✓ clearly holds  Marie Curie won two Nobel Prizes. (e1)
    ✗ does not hold  Both of Marie Curie's Nobel Prizes were in chemistry. (e2)

    Evidence  bar: how clearly the sentence takes that side
    e1   supports     ██████████ 0.95  Marie Curie · starter note · 2026-11-01 · credibility 0.80
    e2   contradicts  █████████░ 0.89  Marie Curie · starter note · 2026-11-01 · credibility 0.80

    What would change this  without e2: mostly true; without e1: false

    looked in the starter notes, which are no source of record
    again, to the bit: probity replay 019a7afd-1e00-7707-8707-070707070707
    ");
}

#[test]
fn an_open_claim_says_where_the_evidence_leans_and_shows_no_percentage() {
    insta::assert_snapshot!(piped(vec![an_open_one()]), @r"
    “Coffee cures migraines.”

     ? Not enough evidence   leans towards true, too weakly to say so

    What was found is too weak to rest a verdict on.

    Evidence  bar: how clearly the sentence takes that side
    e1   supports     ██████░░░░ 0.55  Coffee · starter note · 2026-11-01 · credibility 0.80
         “Coffee may lower the risk of some diseases.”

    looked in the starter notes, which are no source of record
    again, to the bit: probity replay 019a7afd-1e00-7707-8707-070707070707
    ");
}

#[test]
fn where_a_wrong_answer_can_hurt_somebody_the_page_says_so() {
    let mut claim = an_open_one();
    (claim.topic, claim.risk) = (Topic::Health, Risk::High);
    let page = piped(vec![claim.clone()]);
    assert!(page.contains("· high risk: health"), "{page}");
    assert!(shown(vec![claim], true, 100).contains("risk high"));
    assert!(!piped(vec![an_open_one()]).contains("high risk"));
    let mut question = no_claim();
    question.risk = Risk::High;
    assert!(!piped(vec![question]).contains("high risk"), "what is no claim puts nobody at risk");
}

#[test]
fn where_the_lower_gate_was_open_the_page_says_so() {
    let hurried = Check { trust_policy_mode: Some(TrustPolicyMode::Confidence), ..of(vec![a_true_one()]) };
    let mut page = Page::of_width(100);
    check(&mut page, &hurried, Detail { is_explained: false, looked: &in_notes(), text: None });
    assert!(page.into_text().contains("in confidence mode"));
    assert!(!piped(vec![a_true_one()]).contains("in confidence mode"));
}

#[test]
fn a_question_is_not_a_claim() {
    insta::assert_snapshot!(piped(vec![no_claim()]), @r"
    “What time is it?”

     – Not a claim 

    It asks instead of stating.

    again, to the bit: probity replay 019a7afd-1e00-7707-8707-070707070707
    ");
}

#[test]
fn an_article_shows_all_its_claims_at_a_glance_first() {
    let page = piped(vec![a_true_one(), a_half_true_one(), an_open_one()]);
    let glance: Vec<&str> = page.lines().take(8).collect();
    insta::assert_snapshot!(glance.join("\n"), @r"
    3 claims: 2 answered, 1 left open
    1 True · 1 Half true · 1 Not enough evidence

     1  ✓ True                 98 %       Water boils at 100 °C at sea level.
     2  ◐ Half true            82 %       Marie Curie won two Nobel Prizes and both were in chemistry.
     3  ? Not enough evidence             Coffee cures migraines.

    ─ 1 of 3 ────────────────────────────────────────────────────────────────────────────────────────
    ");
}

#[test]
fn only_what_was_written_stands_in_quotation_marks() {
    let mut claim = a_true_one();
    claim.text = "Peter also said that water boils at 100 °C.".into();
    claim.written = Some("He also said that it boils at 100 °C.".into());
    claim.speaker = Some("Peter".into());
    claim.subclaims = vec![part("Water boils at 100 °C.", SegmentStatus::Valid, &[1])];
    let page = piped(vec![claim]);
    assert!(page.contains("“He also said that it boils at 100 °C.”"), "{page}");
    assert!(page.contains("read as: Water boils at 100 °C. (said by Peter)"), "{page}");
    assert!(!page.contains("“Peter"), "{page}");
}

#[test]
fn the_claims_of_a_text_are_found_by_their_line_and_a_false_part_shows() {
    let text = "Tea is a drink.\n\nCoffee cures migraines and the Moon is cheese.";
    let mut open = an_open_one();
    open.span = Span::new(17, text.len());
    open.subclaims = vec![
        part("Coffee cures migraines.", SegmentStatus::Unknown, &[]),
        part("The Moon is cheese.", SegmentStatus::Invalid, &[1]),
    ];
    let mut page = Page::of_width(100);
    check(&mut page, &of(vec![a_true_one(), open]), Detail { is_explained: false, looked: &in_notes(), text: Some(text) });
    let page = anstream::adapter::strip_str(&page.into_text()).to_string();
    let glance: Vec<&str> = page.lines().take(8).collect();
    assert_eq!(glance[3].trim(), "line");
    assert_eq!(glance[4], "   1  ✓ True                 98 %          1  Water boils at 100 °C at sea level.");
    assert_eq!(glance[5], "   2  ? Not enough evidence  ✗ in part     3  Coffee cures migraines.");
    assert!(glance[7].starts_with("  ─ 1 of 2, line 1 ─"), "{page}");
}

#[test]
fn what_a_long_text_states_beside_its_claims_is_told() {
    let glance = |left_out: u32, idle: u32| {
        let mut asked = of(vec![a_true_one(), a_true_one(), an_open_one()]);
        asked.summary = asked.summary.leaving_out(left_out, idle);
        let mut page = Page::of_width(110);
        check(&mut page, &asked, Detail { is_explained: false, looked: &in_notes(), text: None });
        let page = anstream::adapter::strip_str(&page.into_text()).to_string();
        page.lines().skip(1).take(2).map(str::trim).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(glance(0, 0), "2 True · 1 Not enough evidence\n");
    let told = "5 statements were found, more than are checked at once: the 2 least worth checking were left out";
    assert_eq!(glance(2, 0), format!("2 True · 1 Not enough evidence\n{told}"));
    assert!(glance(1, 0).ends_with("the one least worth checking was left out"), "{}", glance(1, 0));
    let idle = "7 other statements were passed over as hardly worth checking; --set CHECKWORTHY_THRESHOLD=0 checks them too";
    assert!(glance(0, 7).ends_with(idle), "{}", glance(0, 7));
    assert!(glance(0, 1).contains("1 other statement was passed over"), "{}", glance(0, 1));
}

#[test]
fn an_open_claim_of_somebody_with_a_library_is_pointed_to_the_notes() {
    let looked = |by: By| Looked { corpus: CorpusName::library(), by };
    assert_eq!(looked(By::Custom).told(&of(vec![an_open_one()])), "your library; the starter notes: --corpus notes");
    assert_eq!(looked(By::Custom).told(&of(vec![a_true_one()])), "your library");
    assert_eq!(looked(By::Name).told(&of(vec![an_open_one()])), "your library");
    let path = Looked { corpus: CorpusName::new("dir-docs-4087716f3465").unwrap(), by: By::Path("docs".into()) };
    assert_eq!(path.told(&of(vec![a_true_one()])), "docs");
}

#[test]
fn the_whole_ledger_is_a_tree() {
    insta::assert_snapshot!(shown(vec![a_true_one()], true, 72), @r"
    “Water boils at 100 °C at sea level.”

     ✓ True   98 % sure of this answer

    One source on target says the same.

    ┃ “At sea level, water boils at 100 degrees Celsius.”
    ┃ e1 · Temperature · starter note · 2026-11-01

    Evidence  bar: how clearly the sentence takes that side
    e1   supports     ██████████ 0.97  Temperature · starter note
                                       · 2026-11-01 · credibility 0.80

    Read, and not counted
    e2   neutral                       Oceans · starter note · 2026-11-01
                                       · credibility 0.80
         “Sea water covers most of the Earth.”

    What would change this  without e1: not enough evidence

    Measures
    credence 0.9810 · confidence 0.8000 · truthfulness 94 % · coverage
    1.00 · diversity 0.00 · agreement 1.00 · trust 0.74 (confirmed) ·
    topic science · risk ordinary

    Ledger
    verdict  every part is supported
    ├─ rank  two passages · semantic=0.8124 lexical=7.25
    │  ├─ base  w_semantic=0.31 score=0.6401
    │  └─ clamp  nothing to clamp
    └─ stance  one reading on target, entailing, and nothing that speaks
          against it anywhere in the passages that were read ·
          support=0.776 contradict=0

    looked in the starter notes, which are no source of record
    again, to the bit: probity replay 019a7afd-1e00-7707-8707-070707070707
    ");
}

#[test]
fn low_trust_is_told_in_plain_words() {
    let mut claim = a_true_one();
    claim.trust_state = "revoked".into();
    claim.trace.push(Trace::new("trust").noting("revoked"));
    let page = shown(vec![claim], true, 110).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(page.contains("trust 0.74 (low trust)"), "{page}");
    assert!(!page.contains("revoked"), "{page}");
}

#[test]
fn what_a_bar_is_stands_above_the_first_one_and_nowhere_else() {
    let explained = |evidence: Vec<Evidence>| {
        shown(vec![answer("Coffee cures migraines.", Verdict::InsufficientEvidence, 0.5, evidence)], true, 100)
    };
    let told = |page: &str| page.matches("bar: how clearly").count();
    let beside = |stance: Stance| Evidence { on_target: false, ..piece(2, stance, 0.88, "Tea", "Tea is a drink.") };
    let on_target = piece(1, Stance::Supports, 0.55, "Coffee", "Coffee may help.");
    assert_eq!(told(&explained(vec![on_target, beside(Stance::Supports)])), 1);
    assert_eq!(told(&explained(vec![beside(Stance::Supports)])), 1);
    let bare = explained(vec![beside(Stance::Neutral)]);
    assert_eq!(told(&bare), 0, "{bare}");
    assert!(!bare.contains("0.88") && !bare.contains('█'), "{bare}");
}

#[test]
fn an_open_claim_whose_evidence_leans_nowhere_says_nothing_of_leaning() {
    let mut claim = an_open_one();
    claim.direction = Direction::None;
    let page = piped(vec![claim.clone()]);
    assert!(page.contains("? Not enough evidence") && !page.contains("leans"), "{page}");
    (claim.topic, claim.risk) = (Topic::Health, Risk::High);
    let page = piped(vec![claim]);
    assert!(page.contains("? Not enough evidence   high risk: health"), "{page}");
}

#[test]
fn a_text_without_claims_says_so() {
    let told = piped(Vec::new());
    assert!(told.contains("No claim was found") && told.contains("CHECKWORTHY_THRESHOLD"), "{told}");
}

#[test]
fn no_line_is_wider_than_the_page() {
    for columns in [40, 60, 80, 110] {
        for claim in [a_true_one(), a_false_one(), a_half_true_one(), an_open_one(), no_claim()] {
            let page = shown(vec![claim], true, columns);
            let widest = page.lines().filter(|line| !line.contains("replay")).map(page::columns_of).max().unwrap();
            assert!(widest <= columns.max(60), "{widest} > {columns}:\n{page}");
        }
    }
}

#[test]
fn colours_are_only_ever_taken_out_not_needed() {
    let mut page = Page::of_width(100);
    check(&mut page, &of(vec![a_false_one()]), Detail { is_explained: true, looked: &in_notes(), text: None });
    let coloured = page.into_text();
    assert!(coloured.contains("\u{1b}["));
    assert!(!anstream::adapter::strip_str(&coloured).to_string().contains('\u{1b}'));
}
