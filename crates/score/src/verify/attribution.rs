//! Who is said to have said it: "the ministry said that exports fell" puts "exports fell" into somebody's mouth.
//!
//! What is checked is what was said; who said it is kept beside it. A report of an opinion or a forecast is itself the
//! claim, since only whether it was said can be checked.

use super::calendar;
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

/// Words that put a statement into somebody's mouth when it is quoted beside them or follows with "that".
const QUOTING: [&str; 19] = [
    "added",
    "adds",
    "answered",
    "asserted",
    "continued",
    "continues",
    "exclaimed",
    "explained",
    "explains",
    "joked",
    "maintained",
    "noted",
    "notes",
    "recalled",
    "remarked",
    "replied",
    "responded",
    "shouted",
    "tells",
];

/// Words of saying that name a listener first: "told us that".
const TELLING: [&str; 7] = ["told", "tells", "assured", "warned", "promised", "advised", "reminded"];

/// Words of saying that may stand before their speaker and mean nothing else there, unlike "states" and "claims".
const INVERTED: [&str; 7] = ["said", "says", "wrote", "tweeted", "announced", "argued", "warned"];

/// Most words of a listener.
const LISTENER_WORDS_MAX: usize = 4;
/// Most words around a quotation, so that they only say whose it is.
const FRAME_WORDS_MAX: usize = 12;
/// Fewest words of a statement that can stand by itself.
const CONTENT_WORDS_MIN: usize = 3;
/// Most words of a speaker's name and office.
const SPEAKER_WORDS_MAX: usize = 9;

/// A word of saying.
pub fn is_saying(word: &Word) -> bool {
    SAYING.contains(&word.lower.as_str())
}

/// A word that says whose a quotation beside it is.
pub fn is_quoting(word: &Word) -> bool {
    is_saying(word) || QUOTING.contains(&word.lower.as_str())
}

/// Finds who a claim is attributed to: "X said that Y", "according to X, Y", "Y, according to X", "Y, X said", and Y in
/// quotation marks beside "X said".
pub fn attribution(claim: &str) -> Option<Attribution> {
    let tokens = words(claim);
    according(claim, &tokens)
        .or_else(|| quoted(claim, &tokens))
        .or_else(|| leading(claim, &tokens))
        .or_else(|| trailing(claim, &tokens))
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
    let from = calendar::opening(tokens);
    let reach = tokens.len().min(from + SPEAKER_WORDS_MAX + 1);
    let (at, that) = (from + 1..reach).find_map(|at| Some((at, that_behind(tokens, at)?)))?;
    let speaks_first = main_verb(&tokens[from..at]).is_none();
    if !(is_plain(&tokens[at - 1]) && speaks_first) {
        return None;
    }
    attributed(claim, Span::new(tokens[from].span.start, tokens[at - 1].span.end), tokens[that].span.end)
}

/// Where "that" stands behind a word of saying, at once or behind whom it was said to.
fn that_behind(tokens: &[Word], at: usize) -> Option<usize> {
    let listeners = if TELLING.contains(&tokens[at].lower.as_str()) { LISTENER_WORDS_MAX } else { 0 };
    let found = tokens[at + 1..].iter().take(listeners + 1).position(|next| next.lower == "that")?;
    let that = at + 1 + found;
    (is_quoting(&tokens[at]) && main_verb(&tokens[at + 1..that]).is_none()).then_some(that)
}

/// "did not say", "to say": nothing was said there.
fn is_plain(before: &Word) -> bool {
    !(is_auxiliary(&before.lower) || ["not", "never", "to"].contains(&before.lower.as_str()))
}

fn trailing(claim: &str, tokens: &[Word]) -> Option<Attribution> {
    let comma = claim.rfind(',')?;
    let behind: Vec<&Word> = tokens.iter().filter(|word| word.span.start > comma).collect();
    let (first, last) = (behind.first()?, behind.last()?);
    // Without the comma "according to" is a measure: "prices are set according to weight".
    let is_according = first.lower == "according" && behind.get(1).is_some_and(|next| next.lower == "to");
    // "…, the mayor said", "…, said the mayor".
    let speaker = match (INVERTED.contains(&first.lower.as_str()), is_quoting(last)) {
        _ if is_according => &behind[2..],
        (true, _) => &behind[1..],
        (false, true) => &behind[..behind.len() - 1],
        (false, false) => return None,
    };
    let (from, to) = (speaker.first()?.span.start, speaker.last()?.span.end);
    let content = Span::new(0, comma);
    let is_whole = speaker.len() <= SPEAKER_WORDS_MAX && stands_alone(content.of(claim)?);
    is_whole.then(|| Attribution { speaker: claim[from..to].to_owned(), content })
}

/// A statement in quotation marks, and few words around it that say whose it is: `"Y," she continued, "and Z."`
fn quoted(claim: &str, tokens: &[Word]) -> Option<Attribution> {
    let quotations = quotations(claim);
    let is_inside = |word: &Word| quotations.iter().any(|q| q.start <= word.span.start && word.span.end <= q.end);
    let content = quotations.iter().find_map(|quotation| {
        let text = quotation.of(claim)?.trim_matches(|c: char| c.is_whitespace() || ",;".contains(c));
        let start = quotation.start + quotation.of(claim)?.find(text)?;
        stands_alone(text).then(|| Span::new(start, start + text.len()))
    })?;
    let frame: Vec<Word> = tokens.iter().filter(|word| !is_inside(word)).cloned().collect();
    let at = frame.iter().position(is_quoting).filter(|_| frame.len() <= FRAME_WORDS_MAX)?;
    let from = calendar::opening(&frame[..at]);
    // The speaker stands in the same gap between quotations as the verb: before it, or behind it as in "said the mayor".
    let is_beside = |a: &Word, b: &Word| !quotations.iter().any(|q| a.span.end <= q.start && q.end <= b.span.start);
    let before = frame[from..at].iter().position(|word| is_beside(word, &frame[at])).map(|k| &frame[from + k..at]);
    let speaker = match before {
        Some(before) => before,
        None => {
            let length = frame[at + 1..].iter().take_while(|word| is_beside(&frame[at], word)).count();
            &frame[at + 1..at + 1 + length]
        }
    };
    let (first, last) = (speaker.first()?, speaker.last()?);
    let is_spoken = is_plain(last) && main_verb(speaker).is_none() && speaker.len() <= SPEAKER_WORDS_MAX;
    is_spoken.then(|| Attribution { speaker: claim[first.span.start..last.span.end].to_owned(), content })
}

/// What stands between quotation marks. One that opens in an earlier sentence begins at the start, one that goes on ends
/// with the claim.
pub(super) fn quotations(claim: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut open: Option<usize> = None;
    let mut before = ' ';
    for (at, mark) in claim.char_indices() {
        let opens = mark == '“' || (mark == '"' && (before.is_whitespace() || "([—–".contains(before)));
        let closes = mark == '”' || (mark == '"' && !opens);
        if opens && open.is_none() {
            open = Some(at + mark.len_utf8());
        } else if closes && (open.is_some() || found.is_empty()) {
            found.push(Span::new(open.take().unwrap_or(0), at));
        }
        before = mark;
    }
    found.extend(open.map(|start| Span::new(start, claim.len())));
    found
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
    fn a_quotation_belongs_to_whom_the_words_around_it_name() {
        for (claim, speaker, content) in [
            ("\"Vaccines cause autism,\" he continued, \"and nobody can tell me otherwise.\"", "he", "Vaccines cause autism"),
            ("“The Earth is flat,” my uncle Peter added.", "my uncle Peter", "The Earth is flat"),
            (
                "\"The tunnel was opened in 1984,\" said the mayor of Bergen.",
                "the mayor of Bergen",
                "The tunnel was opened in 1984",
            ),
            ("The mayor replied: \"The tunnel was opened in 1984.\"", "The mayor", "The tunnel was opened in 1984."),
            ("On Monday the mayor said, “The tunnel was opened in 1984.”", "the mayor", "The tunnel was opened in 1984."),
            ("The Moon is made of cheese,\" she said.", "she", "The Moon is made of cheese"),
        ] {
            assert_eq!(told(claim), Some((speaker.to_owned(), content)), "{claim}");
        }
    }

    #[test]
    fn a_listener_or_a_day_does_not_hide_what_was_said() {
        assert_eq!(
            told("Last Sunday my uncle Peter told us that humans use only 10 percent of their brain."),
            Some(("my uncle Peter".to_owned(), "humans use only 10 percent of their brain."))
        );
        assert_eq!(
            told("The tunnel was opened in 1984, said the mayor."),
            Some(("the mayor".to_owned(), "The tunnel was opened in 1984"))
        );
    }

    #[test]
    fn whoever_is_named_behind_the_last_comma_said_it() {
        for (claim, speaker, content) in [
            ("The wall was built in one year, according to a viral post.", "a viral post", "The wall was built in one year"),
            (
                "Unemployment fell to 4 percent, according to the Bureau of Labor Statistics.",
                "the Bureau of Labor Statistics",
                "Unemployment fell to 4 percent",
            ),
            (
                "In 2019, exports of 90,000 cars fell by half, according to Anna Berg",
                "Anna Berg",
                "In 2019, exports of 90,000 cars fell by half",
            ),
            ("Unemployment fell to 4 percent, the bureau says.", "the bureau", "Unemployment fell to 4 percent"),
            ("Unemployment fell to 4 percent, says the bureau.", "the bureau", "Unemployment fell to 4 percent"),
        ] {
            assert_eq!(told(claim), Some((speaker.to_owned(), content)), "{claim}");
        }
    }

    #[test]
    fn what_nobody_said_is_attributed_to_nobody() {
        for claim in [
            "The ministry did not say that exports fell.",
            "Exports fell by 3 percent in May.",
            "Studies show that coffee is harmless.",
            "The minister said no.",
            "The reports that were burned described the accident.",
            "The film \"The king is dead\" was shown in 1954.",
            "The mayor called the plan \"a gift to the town\" on Monday.",
            "\"Water boils at 100 degrees\" was never said by anybody.",
            "The growth of exports, continued",
            "It is legal in many countries, states and towns.",
            "Prices are set according to the weight of the load.",
            "The tunnel, according to the mayor, was opened in 1984.",
            "The tunnel was opened in 1984, according to",
            "",
        ] {
            assert_eq!(told(claim), None, "{claim}");
        }
    }
}
