//! Who is said to have said it: "the ministry said that exports fell" puts "exports fell" into somebody's mouth.
//!
//! What is checked is what was said; who said it is kept beside it. A report of an opinion or a forecast is itself the
//! claim, since only whether it was said can be checked.

use super::verbs::{is_auxiliary, main_verb};
use super::words::{Word, words};
use domain::Span;

/// A statement in somebody's mouth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribution {
    /// Who said it, as written.
    pub speaker: String,
    /// What was said, in the claim.
    pub content: Span,
}

/// Words by which a statement is put into somebody's mouth, each as it is written.
const SAYING: [&str; 45] = [
    "said",
    "says",
    "say",
    "stated",
    "states",
    "announced",
    "announces",
    "claimed",
    "claims",
    "tweeted",
    "tweets",
    "argued",
    "argues",
    "insisted",
    "insists",
    "declared",
    "declares",
    "wrote",
    "writes",
    "alleged",
    "alleges",
    "reported",
    "reports",
    "confirmed",
    "confirms",
    "warned",
    "warns",
    "admitted",
    "admits",
    "suggested",
    "promised",
    "promises",
    "pledged",
    "recommends",
    "recommended",
    "advised",
    "threatened",
    "told",
    "saying",
    "stating",
    "projecting",
    "projected",
    "predicted",
    "predicts",
    "assured",
];

/// Fewest words of a statement that can stand by itself.
const CONTENT_WORDS_MIN: usize = 3;
/// Most words of a speaker's name and office.
const SPEAKER_WORDS_MAX: usize = 9;

/// A word of saying.
pub fn is_saying(word: &Word) -> bool {
    SAYING.contains(&word.lower.as_str())
}

/// Finds who a claim is attributed to: "X said that Y", "according to X, Y", "Y, X said".
pub fn attribution(claim: &str) -> Option<Attribution> {
    let tokens = words(claim);
    according(claim, &tokens).or_else(|| leading(claim, &tokens)).or_else(|| trailing(claim, &tokens))
}

fn according(claim: &str, tokens: &[Word]) -> Option<Attribution> {
    let [first, second, third, ..] = tokens else { return None };
    if first.lower != "according" || second.lower != "to" {
        return None;
    }
    let comma = third.span.start + claim[third.span.start..].find(',')?;
    attributed(claim, Span::new(third.span.start, comma), comma + 1)
}

fn leading(claim: &str, tokens: &[Word]) -> Option<Attribution> {
    let at = tokens.iter().take(SPEAKER_WORDS_MAX + 1).position(is_saying).filter(|at| *at > 0)?;
    // "did not say", "to say": nothing was said there.
    let before = tokens[at - 1].lower.as_str();
    let is_plain = !(is_auxiliary(before) || ["not", "never", "to"].contains(&before));
    let speaks_first = main_verb(&tokens[..at]).is_none();
    let that = tokens.get(at + 1).filter(|next| next.lower == "that")?;
    if !(is_plain && speaks_first) {
        return None;
    }
    attributed(claim, Span::new(tokens[0].span.start, tokens[at - 1].span.end), that.span.end)
}

fn trailing(claim: &str, tokens: &[Word]) -> Option<Attribution> {
    let last = tokens.last().filter(|word| is_saying(word))?;
    let comma = claim[..last.span.start].rfind(',')?;
    let speaker = tokens.iter().filter(|word| word.span.start > comma && word.span.end <= last.span.start).collect::<Vec<_>>();
    let (from, to) = (speaker.first()?.span.start, speaker.last()?.span.end);
    let content = Span::new(0, comma);
    let is_whole = speaker.len() <= SPEAKER_WORDS_MAX && stands_alone(content.of(claim)?);
    is_whole.then(|| Attribution { speaker: claim[from..to].to_owned(), content })
}

/// The content runs to the end of the claim, without the quotation marks around it.
fn attributed(claim: &str, speaker: Span, from: usize) -> Option<Attribution> {
    let is_edge = |c: char| c.is_whitespace() || "\"“”‘’'".contains(c);
    let content = claim[from..].trim_matches(is_edge);
    let start = from + claim[from..].find(content)?;
    let speaker = speaker.of(claim)?.trim();
    let is_named = !speaker.is_empty() && words(speaker).len() <= SPEAKER_WORDS_MAX;
    (is_named && stands_alone(content))
        .then(|| Attribution { speaker: speaker.to_owned(), content: Span::new(start, start + content.len()) })
}

fn stands_alone(content: &str) -> bool {
    let tokens = words(content);
    // A verb in the first place has its subject elsewhere: "the reports that were burned".
    tokens.len() >= CONTENT_WORDS_MIN && main_verb(&tokens).is_some_and(|at| at > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(claim: &str) -> Option<(String, &str)> {
        let found = attribution(claim)?;
        Some((found.speaker.clone(), found.content.of(claim)?))
    }

    #[test]
    fn what_was_said_and_who_said_it_are_told_apart() {
        assert_eq!(
            told("The ministry said that exports fell by 3 percent in May."),
            Some(("The ministry".to_owned(), "exports fell by 3 percent in May."))
        );
        assert_eq!(
            told("According to the mayor of Bergen, the tunnel was opened in 1984."),
            Some(("the mayor of Bergen".to_owned(), "the tunnel was opened in 1984."))
        );
        assert_eq!(
            told("The tunnel was opened in 1984, the mayor said."),
            Some(("the mayor".to_owned(), "The tunnel was opened in 1984"))
        );
    }

    #[test]
    fn what_nobody_said_is_attributed_to_nobody() {
        for claim in [
            "The ministry did not say that exports fell.",
            "Exports fell by 3 percent in May.",
            "Studies show that coffee is harmless.",
            "The minister said no.",
            "The reports that were burned described the accident.",
            "",
        ] {
            assert_eq!(told(claim), None, "{claim}");
        }
    }
}
