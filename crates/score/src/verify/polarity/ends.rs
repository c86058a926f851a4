//! Who does it to whom, and whether it is still so.

use super::{Look, Remark};
use crate::verify::understand::{Reading as Statement, read};
use crate::verify::words::{Word, words};

/// Verbs that say the same of both ends.
const MUTUAL: [&str; 8] = ["marri", "met", "meet", "border", "equal", "resembl", "fought", "join"];

/// The claim's subject is what the clause's verb is done to, and what the claim says of it does it.
pub(super) fn turned(look: &Look) -> Option<Remark> {
    let (part, claim) = (look.part, &look.claim);
    // What is a kind of thing is that kind; what is "the" capital is it either way round.
    let is_identity = part.is_copular && !claim.iter().any(|word| word.lower == "a" || word.lower == "an");
    let is_mutual = claim.iter().any(|word| MUTUAL.contains(&word.stem.as_str()));
    if part.subject.is_empty() || part.object.is_empty() || is_identity || is_mutual {
        return None;
    }
    // "The museum is exempt from the tax" has the ends of "the tax law exempts the museum" in another voice, as a "by" has.
    let voice = |words: &[Word]| (words.iter().any(|word| word.lower == "by"), words.iter().any(is_state));
    let read: Vec<(Statement, (bool, bool))> = look.clauses.iter().map(|clause| (read(clause), voice(&words(clause)))).collect();
    let is_straight = |said: &Statement| !part.subject.is_disjoint(&said.subject);
    let is_met = |said: &Statement| part.is_copular || !part.object.is_disjoint(&said.subject);
    let is_turned = |said: &Statement| !said.subject.is_empty() && part.subject.is_subset(&said.object) && is_met(said);
    let has_turned = read.iter().any(|(said, spoken)| is_turned(said) && *spoken == voice(claim));
    (has_turned && !read.iter().any(|(said, _)| is_straight(said))).then_some(Remark::TURNED)
}

fn is_state(word: &Word) -> bool {
    ["is", "are", "was", "were", "has", "have", "had"].contains(&word.lower.as_str())
}

/// The sentence tells what was so until some time, the claim what is so.
pub(super) fn no_longer(look: &Look) -> Option<Remark> {
    let is_present = look.claim.iter().any(|word| ["is", "are", "has", "have"].contains(&word.lower.as_str()));
    (is_past(&look.tokens) && !is_past(&look.claim) && is_present).then_some(Remark::NO_LONGER)
}

/// The sentence tells of a state that ended.
fn is_past(tokens: &[Word]) -> bool {
    let is_end = |word: &Word| ["until", "formerly", "former", "previously"].contains(&word.lower.as_str());
    tokens.iter().any(is_end) || tokens.windows(2).any(|pair| pair[0].lower == "used" && pair[1].lower == "to")
}
