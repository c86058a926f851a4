//! What cannot be checked at all: it states nothing, or nothing could settle it.
//!
//! Real claims are often written badly, so the benefit of the doubt is theirs: a claim that is checked in vain costs a
//! search, a claim that is turned away is lost.

use super::attribution::{attribution, is_quoting, is_saying};
use super::calendar;
use super::language::is_foreign;
use super::quantity::{Measure, quantities};
use super::referent::points_at_nothing;
use super::verbs::{is_auxiliary, likely_verb, main_verb};
use super::voice::{hangs, is_asking, own_words, states, states_beside};
use super::words::{Word, words};
use domain::{MONTHS, Reason, Verdict};

/// Returns the verdict and reason for a text that evidence could not settle or that states nothing; otherwise nothing.
///
/// Steps 2 and 3 of "From stance to verdict". `year` is the year of asking; `has_context` is true when the sentence stands
/// in a longer text, where a pronoun may have its referent.
pub fn uncheckable(claim: &str, year: i16, has_context: bool) -> Option<(Verdict, Reason)> {
    let tokens = words(claim);
    if is_foreign(claim, &tokens) {
        return Some((Verdict::Unverifiable, Reason::OtherLanguage));
    }
    if let Some(reason) = no_claim(claim, &tokens) {
        return Some((Verdict::NotAClaim, reason));
    }
    unsettleable(claim, &tokens, year, has_context).map(|reason| (Verdict::Unverifiable, reason))
}

fn no_claim(claim: &str, tokens: &[Word]) -> Option<Reason> {
    if is_code(claim) {
        return Some(Reason::NoStatement);
    }
    if is_question(claim, tokens) {
        return Some(Reason::Question);
    }
    if tokens.len() < 2 || names_and_dates(tokens) || is_dateline(claim, tokens) {
        return Some(Reason::NoStatement);
    }
    let own = own_words(claim, tokens);
    if is_command(&own) {
        return Some(Reason::Command);
    }
    if is_opinion(claim, &own) {
        return Some(Reason::Opinion);
    }
    // Our list of verbs is short, so a longer text without a known one gets the benefit of the doubt.
    let is_short = tokens.len() < STATEMENT_WORDS_MIN;
    (is_short && likely_verb(tokens).is_none() && !is_short_statement(tokens)).then_some(Reason::NoStatement)
}

/// It asks, and states nothing: not what somebody asked, nor a question behind a statement.
fn is_question(claim: &str, tokens: &[Word]) -> bool {
    is_asking(claim) && !is_report(claim, tokens, tokens.len()) && !is_stated(tokens) && !states_beside(claim, |_| false)
}

/// "Face masks cause harm?": put as a statement is, whatever mark stands behind it.
fn is_stated(tokens: &[Word]) -> bool {
    // "who's", "aren't those": contracted or turned round, it asks.
    let asks = |word: &Word| {
        let whole = word.lower.split('\'').next().unwrap_or_default();
        ASKING.contains(&whole) || ["do", "does", "did"].contains(&whole) || word.lower.ends_with("n't")
    };
    let begins = tokens.first().is_some_and(|first| !is_auxiliary(&first.lower) && first.lower != "should");
    // "…, isn't it?"
    let is_tagged = tokens.len() > 1 && tokens[tokens.len() - 2..].iter().all(|word| word.is_stop);
    states(tokens) && begins && !is_tagged && !tokens.iter().any(asks)
}

/// It tells somebody to do something: not "Stop signs are red", and not "Let me say this: …".
fn is_command(tokens: &[Word]) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |w| w.lower.as_str());
    let is_said_of = |at: usize| ["is", "are", "was", "were", "has", "had"].contains(&word(at));
    let is_named = is_said_of(1) || tokens.get(1).is_some_and(|w| !w.is_stop) && is_said_of(2);
    let announced = (2..4).find(|at| word(0) == "let" && word(1) == "me" && ANNOUNCING.contains(&word(*at)));
    let announces = announced.is_some_and(|at| states(&tokens[at + 1..]));
    COMMANDS.contains(&word(0)) && !is_named && !announces
}

/// "Honey never spoils", "Dogs bark", "Iron rusts": two or three words of which the last can only be the verb, whatever it is.
fn is_short_statement(tokens: &[Word]) -> bool {
    let [.., before, last] = tokens else { return false };
    let is_open = !last.is_stop && !last.is_number() && !last.is_capital;
    let begins_bare =
        !["the", "a", "an", "this", "these", "my", "our", "his", "her", "its", "their"].contains(&tokens[0].lower.as_str());
    let is_plural = |word: &Word| word.lower.len() > 3 && word.lower.ends_with('s') && !word.lower.ends_with("ss");
    let is_third = is_plural(last) && !is_plural(before) && !before.is_stop;
    let after_adverb = ["never", "always", "often", "rarely", "seldom", "sometimes", "usually"].contains(&before.lower.as_str());
    let agrees = tokens.len() == 2 && is_plural(before) && !is_plural(last) && begins_bare;
    is_open && (after_adverb || is_third || agrees)
}

/// "By Nora Feld, 12 March 2025", "Updated 3 May 2024": who and when, and nothing about it.
pub fn is_byline(line: &str) -> bool {
    names_and_dates(&words(line))
}

fn names_and_dates(tokens: &[Word]) -> bool {
    let opens = ["by", "updated", "published", "posted", "photo", "photograph", "image", "text", "words"];
    let is_name =
        |word: &Word| word.is_capital || word.is_number() || ["and", "of", "at", "on", "am", "pm"].contains(&word.lower.as_str());
    let [first, rest @ ..] = tokens else { return false };
    let names_somebody = rest.iter().any(|word| word.is_capital && !word.is_number());
    // "May" and "March" are months here.
    let is_day = |word: &Word| calendar::is_time(std::slice::from_ref(word));
    let others: Vec<Word> = rest.iter().filter(|word| !is_day(word)).cloned().collect();
    let says_only_that = (rest.iter().all(is_name) || calendar::is_time(rest)) && main_verb(&others).is_none();
    opens.contains(&first.lower.as_str()) && names_somebody && says_only_that
}

/// "HARROW BAY, 18 March 2025": where and when somebody wrote.
fn is_dateline(claim: &str, tokens: &[Word]) -> bool {
    let Some(comma) = claim.find(',') else { return false };
    let (place, time): (Vec<&Word>, Vec<&Word>) = tokens.iter().partition(|word| word.span.end <= comma);
    let time: Vec<Word> = time.into_iter().cloned().collect();
    // "Titanic Sank, 15 April 1912" is a headline.
    let is_place =
        place.len() == 1 && place[0].is_capital || place.iter().all(|word| word.span.of(claim).is_some_and(is_shouted));
    (1..=PLACE_WORDS_MAX).contains(&place.len()) && is_place && !time.is_empty() && calendar::is_time(&time)
}

fn is_shouted(word: &str) -> bool {
    word.chars().all(|c| !c.is_lowercase())
}

/// Most words of a place.
const PLACE_WORDS_MAX: usize = 4;

/// Words from which a text without a known verb still passes for a statement.
const STATEMENT_WORDS_MIN: usize = 5;

/// Somebody is told to have said what follows, before the word at `until`: whether it was said can be checked.
fn is_report(claim: &str, tokens: &[Word], until: usize) -> bool {
    let speaks_for_itself = tokens.first().is_none_or(|w| ["i", "we"].contains(&w.lower.as_str()));
    // "The United States" states nothing; a headline has capitals throughout.
    let is_name = |k: usize| tokens[k].is_capital && tokens.iter().any(|w| !w.is_capital && !w.is_stop);
    let by = |k: usize| tokens[k].lower == "according" && tokens.get(k + 1).is_some_and(|w| w.lower == "to");
    let opens_quotation = |k: usize| {
        let end = tokens.get(k + 1).map_or(claim.len(), |next| next.span.start);
        claim[tokens[k].span.end..end].contains([':', '"', '“', '‘'])
    };
    let leads = |k: usize| tokens.get(k + 1).is_some_and(|next| next.lower == "that") || opens_quotation(k);
    let says = |k: usize| k > 0 && (is_saying(&tokens[k]) && !is_name(k) || is_quoting(&tokens[k]) && leads(k));
    let is_so_far = (0..until.min(tokens.len())).any(|k| says(k) || by(k));
    is_so_far && !speaks_for_itself || is_reported_behind(claim, tokens.get(until))
}

/// "The pool will open in May, the council said": who says it stands behind what is said.
fn is_reported_behind(claim: &str, at: Option<&Word>) -> bool {
    attribution(claim).is_some_and(|said| {
        // Neither "I said" nor "it is said" nor "according to plan" names anybody who announced it.
        let speaker = words(&said.speaker);
        let is_nobody = |word: &Word| ["i", "we", "it", "plan", "plans", "schedule"].contains(&word.lower.as_str());
        let is_somebody = !speaker.iter().any(is_nobody) && main_verb(&speaker).is_none();
        said.content.start == 0 && at.is_none_or(|word| word.span.end <= said.content.end) && is_somebody
    })
}

fn is_opinion(claim: &str, tokens: &[Word]) -> bool {
    let [first, second, ..] = tokens else { return false };
    let begins = |verbs: &[&str]| ["i", "we"].contains(&first.lower.as_str()) && verbs.contains(&second.lower.as_str());
    let measures = ["than", "rated", "ranked", "survey", "poll", "study", "percent"];
    let is_measured = tokens.iter().any(|w| measures.contains(&w.lower.as_str())) || !quantities(claim).is_empty();
    let is_first_person = begins(&["love", "hate", "like", "prefer", "want", "wish", "hope"])
        || begins(&["think", "feel", "believe"]) && !is_counted(claim, tokens);
    let ought = (0..tokens.len()).find(|at| is_ought(tokens, *at));
    let is_own = |at: usize| {
        let is_aside = hangs(tokens, at) || states_beside(claim, |words| (0..words.len()).any(|k| is_ought(words, k)));
        !is_report(claim, tokens, at) && !is_aside
    };
    let taste = (0..tokens.len()).find(|at| is_taste(tokens, *at)).filter(|_| !is_measured);
    is_first_person || ought.is_some_and(is_own) || taste.is_some_and(|at| !is_report(claim, tokens, at))
}

/// It counts something that is, and asks for nothing: "I believe there are 400 bridges in Lindholm".
fn is_counted(claim: &str, tokens: &[Word]) -> bool {
    let asks = |word: &Word| ["must", "need", "needs", "could", "would", "can", "have"].contains(&word.lower.as_str());
    quantities(claim).iter().any(|found| ![Measure::Year, Measure::Day].contains(&found.measure)) && !tokens.iter().any(asks)
}

/// It says what ought to be. "Should have delivered" measures against a promise, "should it break" and "if it should break" set a
/// case, and what "should be noted" is told.
fn is_ought(tokens: &[Word], at: usize) -> bool {
    let word = |k: usize| tokens.get(k).map_or("", |w| w.lower.as_str());
    if tokens[at].lower != "should" {
        return tokens[at].lower == "ought";
    }
    let is_turned = ["it", "they", "he", "she", "the", "a", "an", "this"].contains(&word(at + 1));
    let is_denied = at.checked_sub(1).is_some_and(|k| ["nor", "neither"].contains(&word(k)));
    let is_case = is_turned && !is_denied || tokens[at.saturating_sub(3)..at].iter().any(|w| w.lower == "if");
    let is_told = word(at + 1) == "be" && tokens.get(at + 2).is_some_and(is_quoting);
    word(at + 1) != "have" && !is_case && !is_told
}

/// A word of taste that is what the sentence says: "is beautiful", not "beautiful factories".
fn is_taste(tokens: &[Word], at: usize) -> bool {
    let copulas = ["is", "are", "was", "were", "be", "looks", "look", "tastes", "taste", "smells", "seems", "sounds"];
    let is_said = tokens[at.saturating_sub(4)..at].iter().any(|w| copulas.contains(&w.lower.as_str()));
    let next = tokens.get(at + 1).map_or("", |w| w.lower.as_str());
    // "The best food" is taste, "the best conductor" is physics.
    let is_favourite = ["best", "worst", "greatest", "nicest", "coolest"].contains(&tokens[at].lower.as_str());
    is_said && (TASTES.contains(&tokens[at].lower.as_str()) || (is_favourite && FAVOURITES.contains(&next)))
}

/// A line of a program: more marks of programming than words can account for.
fn is_code(claim: &str) -> bool {
    let marks = ["{", "}", "();", "=>", "->", "==", "!=", "&&", "||", "+=", "</", "/>", "::", "#include", "\n\t", "):", "];"];
    let found: usize = marks.iter().map(|mark| claim.matches(mark).count()).sum();
    let openers = ["def ", "fn ", "import ", "SELECT ", "function ", "class ", "var ", "let ", "const ", "#!/", "<?", "public "];
    let begins = openers.iter().any(|opener| claim.trim_start().starts_with(opener));
    let assigns = claim.contains(" = ") && claim.trim_end().ends_with(';');
    found >= 3 || (begins && (found >= 1 || claim.contains('(') || claim.contains(" FROM "))) || assigns
}

fn unsettleable(claim: &str, tokens: &[Word], year: i16, has_context: bool) -> Option<Reason> {
    let has = |list: &[&str]| tokens.iter().any(|w| list.contains(&w.lower.as_str()));
    if has(&["secretly", "privately", "inwardly"])
        && has(&["wants", "wanted", "thinks", "thought", "plans", "hopes", "intends", "believes", "hates", "loves"])
    {
        return Some(Reason::PrivateIntention);
    }
    if is_forecast(claim, &own_words(claim, tokens), year) {
        return Some(Reason::FutureEvent);
    }
    let is_all_there_is = has(&["reality", "universe"]) && has(&["simulation", "illusion", "dream"]);
    if has(&["undetectable", "unknowable", "ineffable"]) || is_all_there_is {
        return Some(Reason::Unfalsifiable);
    }
    (points_at_nothing(claim, tokens) && !has_context).then_some(Reason::MissingReferent)
}

/// It speaks of what has not happened, in its own voice.
///
/// Not a forecast: what is reported ("said there will be"), a habit ("drinking water will protect you"), what was to be at a
/// date that has passed ("will open on 15 August 2020"), and what hangs on or stands beside a statement of what is.
fn is_forecast(claim: &str, tokens: &[Word], year: i16) -> bool {
    let has = |list: &[&str]| tokens.iter().any(|w| list.contains(&w.lower.as_str()));
    let word = |at: usize| tokens.get(at).map_or("", |w| w.lower.as_str());
    let will = (0..tokens.len()).find(|at| is_to_come(tokens, *at));
    let dated = |at: usize| {
        let leads = |k: usize| DATE_OPENERS.contains(&word(k)) || MONTHS.contains(&word(k)) || word(k).parse::<u8>().is_ok();
        // "consists of 2140 base pairs" counts.
        let is_count = at.checked_sub(1).is_some_and(|k| ["of", "to", "from", "about", "around"].contains(&word(k)))
            && noun_phrase(&tokens[at + 1..]).iter().take(2).any(|next| next.lower.ends_with('s'));
        let led = at.checked_sub(1).is_some_and(leads) && !is_count;
        word(at).parse::<i16>().ok().filter(|y| led && (1_000..3_000).contains(y))
    };
    let years: Vec<i16> = (0..tokens.len()).filter_map(dated).collect();
    let is_later = years.iter().any(|y| *y > year && *y < year.saturating_add(500));
    let is_past = !is_later && years.iter().any(|y| *y < year);
    // "Honey will cure colds" states what honey does, not what happens next.
    let works = will.is_some_and(|at| {
        let next = if ["not", "never", "also", "always"].contains(&word(at + 1)) { at + 2 } else { at + 1 };
        !is_later && EFFECTS.contains(&word(next))
    });
    let is_habit = works
        || has(&["you", "your", "yourself"])
        || tokens.first().is_some_and(|w| w.lower.len() > 5 && w.lower.ends_with("ing") && will.is_some_and(|at| at < 8));
    let is_planned = has(&[
        "planned",
        "plans",
        "plan",
        "targets",
        "target",
        "pledged",
        "pledges",
        "signed",
        "aims",
        "promised",
        "proposed",
        "proposes",
        "scheduled",
        "goal",
        "law",
        "requires",
        "agreed",
        "expects",
        "expected",
        "hopes",
        "intends",
        "forecasts",
        "estimates",
        "anticipates",
    ]);
    match will {
        Some(at) => {
            let is_aside = || hangs(tokens, at) || states_beside(claim, |words| (0..words.len()).any(|k| is_to_come(words, k)));
            !(is_report(claim, tokens, at) || is_habit || is_past || is_aside())
        }
        None => is_later && !is_planned && !is_report(claim, tokens, tokens.len()),
    }
}

/// The words from here that may belong to one noun: "base pairs" of "base pairs and".
fn noun_phrase(tokens: &[Word]) -> &[Word] {
    let length = tokens.iter().take_while(|word| !word.is_stop && !word.is_capital).count();
    &tokens[..length]
}

/// Here something is said to come: "will", "won't", "is going to"; not "the will of" nor "her last will".
fn is_to_come(tokens: &[Word], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |w| w.lower.as_str());
    let before = at.checked_sub(1).map_or("", word);
    match word(at) {
        "will" => word(at + 1) != "of" && !tokens[at].is_capital && !WILL_OPENERS.contains(&before),
        "won't" => true,
        "going" => {
            let is_meant = BEING.contains(&before) || before.ends_with("'re");
            is_meant && word(at + 1) == "to" && !["the", "a", "an"].contains(&word(at + 2))
        }
        _ => false,
    }
}

/// Words before "will" that make a noun of it.
const WILL_OPENERS: [&str; 12] = ["the", "a", "his", "her", "their", "its", "our", "free", "good", "ill", "last", "political"];

/// Words that ask, or speak to somebody who is asked.
const ASKING: [&str; 16] = [
    "who", "whom", "whose", "what", "which", "when", "where", "why", "how", "whether", "or", "you", "your", "right", "correct",
    "question",
];

/// Words behind "let me" by which somebody announces what he says next.
const ANNOUNCING: [&str; 10] = ["say", "tell", "mention", "remind", "add", "repeat", "point", "state", "stress", "explain"];

const BEING: [&str; 8] = ["is", "are", "am", "not", "it's", "he's", "she's", "i'm"];

/// What things do whenever they are used.
const EFFECTS: [&str; 18] = [
    "kill",
    "cause",
    "cure",
    "prevent",
    "protect",
    "treat",
    "heal",
    "damage",
    "destroy",
    "stop",
    "help",
    "create",
    "remove",
    "boost",
    "harm",
    "reduce",
    "weaken",
    "strengthen",
];

const DATE_OPENERS: [&str; 13] =
    ["in", "by", "until", "till", "before", "after", "since", "from", "to", "year", "of", "around", "about"];

const COMMANDS: [&str; 16] = [
    "please",
    "buy",
    "vote",
    "tell",
    "give",
    "show",
    "make",
    "let",
    "let's",
    "stop",
    "write",
    "explain",
    "ignore",
    "click",
    "subscribe",
    "imagine",
];

const TASTES: [&str; 14] = [
    "beautiful",
    "ugly",
    "delicious",
    "boring",
    "amazing",
    "awesome",
    "terrible",
    "wonderful",
    "disgusting",
    "lovely",
    "awful",
    "gorgeous",
    "tasty",
    "overrated",
];

/// Things that people only prefer.
const FAVOURITES: [&str; 34] = [
    "food",
    "dish",
    "meal",
    "dessert",
    "drink",
    "cuisine",
    "restaurant",
    "film",
    "movie",
    "book",
    "novel",
    "song",
    "band",
    "album",
    "singer",
    "actor",
    "artist",
    "show",
    "series",
    "game",
    "sport",
    "team",
    "player",
    "city",
    "place",
    "colour",
    "color",
    "season",
    "holiday",
    "pet",
    "animal",
    "language",
    "idea",
    "thing",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn why(claim: &str) -> Option<Reason> {
        uncheckable(claim, 2026, false).map(|(_, reason)| reason)
    }

    #[test]
    fn what_cannot_be_checked_says_why() {
        for (claim, reason) in [
            ("Is the Earth flat?", Reason::Question),
            ("Bananas", Reason::NoStatement),
            ("🎉🎉🎉", Reason::NoStatement),
            ("By Nora Feld, 12 March 2025", Reason::NoStatement),
            ("Updated 3 May 2024", Reason::NoStatement),
            ("The red house.", Reason::NoStatement),
            ("Good morning.", Reason::NoStatement),
            ("Pizza is the best food.", Reason::Opinion),
            ("I think pizza is great", Reason::Opinion),
            ("This soup is really delicious", Reason::Opinion),
            ("Taxes should fall", Reason::Opinion),
            ("Please check this for me", Reason::Command),
            ("Sea levels will rise by two metres by 2100", Reason::FutureEvent),
            ("The population of Lagos reaches 80 million in 2100", Reason::FutureEvent),
            ("The yard will create 150 jobs by 2150", Reason::FutureEvent),
            ("HARROW BAY, 18 March 2025.", Reason::NoStatement),
            ("HARROW BAY, 18 May 2025.", Reason::NoStatement),
            ("The minister secretly wants to resign", Reason::PrivateIntention),
            ("She was the first to do it", Reason::MissingReferent),
            ("That is the biggest one", Reason::MissingReferent),
            ("Die Erde ist flach.", Reason::OtherLanguage),
            ("La tour Eiffel se trouve dans la ville de Paris depuis longtemps", Reason::OtherLanguage),
            ("Москва является столицей России", Reason::OtherLanguage),
            ("fn main() { println!(\"hello\"); }", Reason::NoStatement),
            ("SELECT name FROM people WHERE age > 30", Reason::NoStatement),
            ("for (let i = 0; i < 10; i++) { sum += i; }", Reason::NoStatement),
        ] {
            assert_eq!(why(claim), Some(reason), "{claim}");
        }
    }

    #[test]
    fn plain_statements_pass() {
        for claim in [
            "Water boils at 100 °C at sea level",
            "Vaccines cause autism",
            "Honey never spoils.",
            "Dogs bark.",
            "Iron rusts.",
            "The dog barks.",
            "Silver is the best conductor of electricity.",
            "By 1990 the wall had fallen",
            "By law, dogs are kept on a leash",
            "BY LAW DOGS ARE KEPT ON A LEASH",
            "The Berlin Wall fell in 1989",
            "Humans only use 10 percent of their brains",
            "This drug reduces mortality",
            "Ethanol inhibits AMPK phosphorylation",
            "Italy owes 1 trillion",
            "SILVER CURES COLDS",
            "Vitamin B17 deficiency causes cancer",
            "Those who smoke live shorter",
            "That the river is poisoned has been proven",
            "It was Soviet troops who freed Auschwitz.",
            "It was warmer in medieval times than today.",
        ] {
            assert_eq!(why(claim), None, "{claim}");
        }
    }

    #[test]
    fn what_somebody_said_can_be_checked_whatever_they_said() {
        for claim in [
            "The singer says we should remove the statue",
            "The president said there will be a second war",
            "The senator tweeted that the speech was terrible",
            "The bishop said: why should there be an army?",
            "According to the minister, the bridge will be finished next year",
            "The bridge will be finished in May, the minister said.",
            "The minister expects the yard to create 150 jobs by 2150.",
            "Towns should replace lead pipes, according to the agency.",
        ] {
            assert_eq!(why(claim), None, "{claim}");
        }
        for claim in [
            "The bridge will be finished in May, I said.",
            "The bridge will be finished, a marvel of its kind.",
            "The bridge will be finished in 2131, according to plan.",
            "The bridge will be finished in 2131, it is said.",
        ] {
            assert_eq!(why(claim), Some(Reason::FutureEvent), "{claim}");
        }
    }

    #[test]
    fn what_is_to_come_may_hang_on_what_is_so() {
        for claim in [
            "The council of Lindholm approved a tunnel that will join both banks",
            "Engineers have found that the old dam will not hold",
            "The mill closed in 2019, and its workers will be trained as nurses",
            "The town opened ten shelters last winter. Volunteers will run them.",
            "The pool will open in May, and councillors backed the plan by 31 votes to 12",
            "The report noted that there are going to be fewer herring",
            "A banner that reads \"When will the bridge open?\" hangs in Lindholm",
            "The heirs fought over his last will in a court in Oslo",
            "The genome of the moth consists of 2140 base pairs",
        ] {
            assert_eq!(why(claim), None, "{claim}");
        }
        for claim in [
            "The mill is old and will close",
            "The fact is that the mill will close",
            "If the mill closes, its workers will be trained as nurses",
            "The tunnel that the council approved will join both banks",
            "The tunnel will cost 84 million",
            "I know that the mill will close",
        ] {
            assert_eq!(why(claim), Some(Reason::FutureEvent), "{claim}");
        }
    }

    #[test]
    fn what_ought_to_be_may_hang_on_what_is_so() {
        for claim in [
            "The union published a letter demanding that wages should rise",
            "Old pipes contain asbestos, and towns should replace them",
            "The dike would flood the valley should it break",
            "It should be noted that honey contains water",
            "I believe there are 400 bridges in Lindholm",
        ] {
            assert_eq!(why(claim), None, "{claim}");
        }
        for claim in ["Towns should replace lead pipes", "The truth is that wages should rise", "I believe in bridges"] {
            assert!(why(claim).is_some(), "{claim}");
        }
    }

    #[test]
    fn a_question_in_a_statement_or_behind_one_leaves_a_statement() {
        for claim in [
            "When the abbot was asked to sell the bells, he replied, ‘what are we ringing for?’",
            "Herring feed on plankton. Who would have thought that?",
            "Cold showers cure the flu?",
        ] {
            assert_eq!(why(claim), None, "{claim}");
        }
        for claim in [
            "Do cold showers cure the flu?",
            "Should wages rise?",
            "Cold showers cure the flu, don't they?",
            "Cold showers cure what?",
            "If cold showers cure the flu, why are there doctors?",
        ] {
            assert_eq!(why(claim), Some(Reason::Question), "{claim}");
        }
    }

    #[test]
    fn a_command_in_quotation_marks_and_a_thing_named_like_one_are_no_commands() {
        for claim in [
            "\"Buy gold now,\" the banker urged readers of the paper",
            "Stop signs are red in most countries",
            "Imagine was recorded in 1971",
            "Let me say again, the mill closed in 2019",
        ] {
            assert_eq!(why(claim), None, "{claim}");
        }
        for claim in ["Buy gold now", "Stop the mill from closing", "Let me go home now", "Show me that the Earth is flat"] {
            assert_eq!(why(claim), Some(Reason::Command), "{claim}");
        }
    }

    #[test]
    fn a_pronoun_may_be_explained_or_only_tell_who_said_it() {
        for claim in [
            "They (the farmers of Lindholm) sold the mill in 2019",
            "He said that the mill of Lindholm closed in 2019",
            "This means that the lake is a third smaller than it was",
        ] {
            assert_eq!(why(claim), None, "{claim}");
        }
        for claim in ["They sold the mill in 2019", "He said that they sold it", "This means that it is smaller"] {
            assert_eq!(why(claim), Some(Reason::MissingReferent), "{claim}");
        }
    }

    #[test]
    fn a_habit_and_a_date_that_has_passed_are_no_forecast() {
        for claim in [
            "Drinking water will protect you from the flu",
            "Washing glasses with soap will prevent lenses from fogging",
            "The vaccine will be on the market on August 15, 2020",
            "The snake is 41 metres long and weighs 2067 kilograms",
            "The council pledged to plant a million trees by 2030",
            "We have built 40 beautiful new factories",
            "Honey and lemon juice will kill the virus",
            "One offender committed 93 crimes before going to jail",
        ] {
            assert_eq!(why(claim), None, "{claim}");
        }
    }
}
