//! A second scorer beside the NLI judge: negation, names and order words, read off the sentence itself (decision S4-14).
//!
//! A small judge reads "not after the snake" as being about the snake. Here a sentence is shown to one small reader after the
//! other, in the order of [`READERS`], and the first that has something to say is heard. Each looks only at what the words
//! themselves say, and most only where the sentence shares many of them with the claim.

mod answers;
mod denial;
mod ends;
mod others;
mod repeats;

pub(super) use answers::{asks, opens_an_answer};
pub(super) use ends::{OFFICES, OTHER_OFFICE, tells_change};
pub(super) use others::is_superlative;

use super::clauses::{clauses, fragments};
use super::rule::Rule;
use super::understand::Reading as Statement;
use super::words::{Word, is_negated, recall, words};
use domain::Stance;
use std::collections::BTreeSet;

/// Content overlap from which what a sentence denies or ranks bears on the claim.
const SAME_MATTER: f64 = 0.5;

/// What the words say that the judge may have missed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Remark {
    /// Which one makes it.
    pub rule: Rule,
    /// What it does to the judge's reading.
    pub effect: Effect,
    /// How sure of something else the judge must be for the rule to yield to him; nothing where it yields to nobody.
    yields_to: Option<f64>,
    /// The words show that the sentence speaks of this very claim.
    pub is_on_target: bool,
}

/// What a remark does to the judge's reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// The sentence confirms the claim.
    Confirms,
    /// The sentence denies the claim.
    Denies,
    /// The sentence says nothing of the claim, neither for nor against.
    Silences,
    /// The sentence does not confirm the claim; whether it denies it is the judge's to say.
    Unconfirms,
}

/// A judge who makes it out. Above it he was right 73 of 84 times where a rule over words would have it otherwise, on five collections
/// and documents of newcomers.
pub(super) const MADE_OUT: f64 = 0.70;
/// A judge who is sure: he knows what somebody is called otherwise, and which number is meant.
pub(super) const SURE: f64 = 0.85;

impl Effect {
    /// Returns the stance that it asks for in the place of the judge's; nothing where that may stand.
    fn on(self, read: Stance) -> Option<Stance> {
        match self {
            Self::Confirms => Some(Stance::Supports),
            Self::Denies => Some(Stance::Contradicts),
            Self::Silences => (read != Stance::Neutral).then_some(Stance::Neutral),
            Self::Unconfirms => (read == Stance::Supports).then_some(Stance::Neutral),
        }
    }
}

impl Remark {
    /// The sentence has the claim in its very words.
    pub const REPEATS: Self = Self { is_on_target: true, ..Self::new(Rule::WordForWord, Effect::Confirms) };
    /// The title asks what the claim says, and the passage says yes.
    pub const ANSWERS_YES: Self = Self { is_on_target: true, ..Self::new(Rule::AnswersYes, Effect::Confirms) };
    /// The title asks what the claim says, and the passage says no.
    pub const ANSWERS_NO: Self = Self { is_on_target: true, ..Self::new(Rule::AnswersNo, Effect::Denies) };
    /// The sentence makes the claim's comparison, perhaps the other way round.
    pub const COMPARES_ALIKE: Self = Self::new(Rule::ComparesAlike, Effect::Confirms);
    /// The sentence compares the same things to the opposite effect.
    pub const COMPARES_OPPOSITE: Self = Self::new(Rule::ComparesOpposite, Effect::Denies);
    /// The sentence compares other things.
    pub const COMPARES_OTHERS: Self = Self::new(Rule::ComparesOthers, Effect::Silences);
    /// The sentence denies what the claim affirms, or affirms what it denies.
    pub const DENIES: Self = Self::new(Rule::WordsDeny, Effect::Denies).yielding(MADE_OUT);
    /// The sentence says the opposite of one of the claim's words, and otherwise its words.
    pub const OPPOSES: Self = Self::new(Rule::OppositeWord, Effect::Denies).yielding(MADE_OUT);
    /// The sentence puts in another place what the claim puts first.
    pub const OTHER_RANK: Self = Self::new(Rule::OtherRank, Effect::Denies);
    /// The sentence says the same of somebody else, where only one can be meant.
    pub const OTHER_NAME: Self = Self { is_on_target: true, ..Self::new(Rule::OtherName, Effect::Denies) };
    /// The sentence says that it is so in another place, which may lie in the claim's.
    pub const OTHER_PLACE: Self = Self { is_on_target: true, ..Self::new(Rule::OtherPlace, Effect::Unconfirms) };
    /// The sentence says of the same thing that the claim's is the one.
    pub const SAME_NAME: Self = Self::new(Rule::SameName, Effect::Confirms);
    /// The sentence has the two ends of the claim the other way round: Mars circles the Sun.
    pub const TURNED: Self = Self::new(Rule::TurnedRound, Effect::Unconfirms).yielding(SURE);
    /// The sentence says no as the claim does, and to something else.
    pub const DENIES_ELSE: Self = Self::new(Rule::DeniesSomethingElse, Effect::Unconfirms).yielding(MADE_OUT);
    /// The sentence tells what was so until some time, the claim what is so.
    pub const NO_LONGER: Self = Self::new(Rule::NoLonger, Effect::Unconfirms).yielding(MADE_OUT);
    /// The same with the day or year it ended: that is no matter of hearing.
    pub const ENDED: Self = Self::new(Rule::NoLonger, Effect::Unconfirms);
    /// The sentence plans or expects what the claim tells as done.
    pub const ONLY_PLANNED: Self = Self::new(Rule::OnlyPlanned, Effect::Unconfirms);
    /// The sentence tells that it left the claim's place for another.
    pub const MOVED: Self = Self { is_on_target: true, ..Self::new(Rule::MovedAway, Effect::Denies) };
    /// The sentence says that somebody else holds the office.
    pub const OTHER_HOLDER: Self = Self { is_on_target: true, ..Self::new(Rule::OtherHolder, Effect::Denies) };
    /// The sentence says it of another deed: born in Turin, and studied in Bologna.
    pub const OTHER_DEED: Self = Self::new(Rule::OtherDeed, Effect::Unconfirms);
    /// The sentence tells of animals or cells, the claim of people.
    pub const IN_ANIMALS: Self = Self::new(Rule::InAnimals, Effect::Unconfirms);
    /// The sentence says it of something narrower: the largest hot desert is not the largest desert.
    pub const NARROWER: Self = Self::new(Rule::Narrower, Effect::Unconfirms);
    /// The sentence says that it is the most of its kind in something else: the farthest planet is not the largest planet.
    pub const OTHER_MOST: Self = Self::new(Rule::OtherSuperlative, Effect::Unconfirms);
    /// The sentence says of another what the one beside it says of the claim's own.
    pub const SAID_BESIDE: Self = Self::new(Rule::SaidOfOthers, Effect::Silences).yielding(MADE_OUT);
    /// The sentence says of another what the claim says of somebody or something it names.
    pub const NAME_MISSING: Self = Self::new(Rule::NameNotConfirmed, Effect::Unconfirms).yielding(SURE);
    /// Neither the sentence nor those around it have a name of the claim.
    pub const NAME_UNSEEN: Self = Self::new(Rule::NameNotConfirmed, Effect::Unconfirms).yielding(MADE_OUT);

    const fn new(rule: Rule, effect: Effect) -> Self {
        Self { rule, effect, yields_to: None, is_on_target: false }
    }

    const fn yielding(self, to: f64) -> Self {
        Self { yields_to: Some(to), ..self }
    }

    /// Says whether the words take a side away from whoever reads the sentence among others: who did what, where and until when does not
    /// change with the sentences beside it, but a name that is missing may stand there.
    pub fn takes_from_window(&self, read: Stance) -> bool {
        read != Stance::Neutral && self.rule.is_of_roles() && self.effect.on(read).is_some_and(|stance| stance != read)
    }

    /// Returns the stance to take in the place of the judge's, unless he is sure enough of his own.
    pub fn on(self, read: Stance, strength: f64) -> Option<Stance> {
        self.effect.on(read).filter(|_| !self.yields_to(read, strength))
    }

    /// It would have another stance than a judge who is sure enough of his own.
    fn yields_to(self, read: Stance, strength: f64) -> bool {
        self.effect.on(read).is_some_and(|stance| stance != read) && self.yields_to.is_some_and(|sure| strength >= sure)
    }
}

/// One who looks for one thing.
struct Reader {
    hear: fn(&Look) -> Option<Remark>,
    /// He is passed over where a clause says all of the claim: one clause may, while its neighbour denies it of somebody else.
    is_passed_where_said: bool,
}

const fn always(hear: fn(&Look) -> Option<Remark>) -> Reader {
    Reader { hear, is_passed_where_said: false }
}

const fn unless_said(hear: fn(&Look) -> Option<Remark>) -> Reader {
    Reader { hear, is_passed_where_said: true }
}

/// The readers, in the order in which they are asked.
const READERS: [Reader; 20] = [
    always(repeats::word_for_word),
    always(answers::answered),
    always(others::comparison),
    always(others::other_rank),
    unless_said(denial::denied),
    unless_said(denial::opposite),
    unless_said(others::the_only_one),
    always(others::led_to_another),
    always(ends::another_holder),
    always(ends::moved_away),
    always(others::another_deed),
    unless_said(denial::denied_of_others),
    unless_said(others::another_clause),
    always(ends::turned),
    always(ends::no_longer),
    always(ends::only_planned),
    always(others::in_animals),
    always(others::narrower),
    always(others::most_in_something_else),
    always(others::missing_name),
];

/// A sentence beside a part of a claim, taken apart once for all readers.
struct Look<'a> {
    part: &'a Statement,
    part_text: &'a str,
    title: &'a str,
    passage: &'a [String],
    sentence: &'a str,
    claim: Vec<Word>,
    tokens: Vec<Word>,
    clauses: Vec<&'a str>,
    fragments: Vec<&'a str>,
    /// Stems of title and sentence.
    stems: BTreeSet<String>,
    /// What the claim speaks of, numbers and units aside.
    matter: BTreeSet<String>,
    /// How much of that the sentence and its title have.
    shared: f64,
}

impl Look<'_> {
    /// The sentence cut every way it can be cut.
    fn pieces(&self) -> impl Iterator<Item = &&str> {
        self.clauses.iter().chain(&self.fragments)
    }

    /// One clause has all that the claim speaks of and says yes or no as the claim does.
    fn is_said(&self) -> bool {
        self.pieces().any(|clause| {
            let tokens = words(clause);
            recall(&self.matter, &stems_of("", &tokens)) >= 1.0 && is_negated(&tokens) == self.part.is_negated
        })
    }
}

/// Reads a sentence (with its title, and the passage around it) against a part of a claim. A reader who would yield to what the judge has
/// heard, and how surely, is passed over: the next one may not.
pub fn remark(
    (part, part_text): (&Statement, &str),
    (title, passage, sentence): (&str, &[String], &str),
    (heard, strength): (Stance, f64),
) -> Option<Remark> {
    let (claim, tokens, matter) = (words(part_text), words(sentence), part.matter());
    let stems = stems_of(title, &tokens);
    let shared = recall(&matter, &stems);
    let (clauses, fragments) = (clauses(sentence), fragments(sentence));
    let look = Look { part, part_text, title, passage, sentence, claim, tokens, clauses, fragments, stems, matter, shared };
    let mut is_said = None;
    READERS.iter().find_map(|reader| {
        let is_passed = reader.is_passed_where_said && *is_said.get_or_insert_with(|| look.is_said());
        if is_passed { None } else { (reader.hear)(&look).filter(|remark| !remark.yields_to(heard, strength)) }
    })
}

fn stems_of(title: &str, tokens: &[Word]) -> BTreeSet<String> {
    tokens.iter().map(|w| w.stem.clone()).chain(words(title).into_iter().map(|w| w.stem)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::understand::read;

    /// What is said to a judge in doubt.
    const IN_DOUBT: (Stance, f64) = (Stance::Neutral, 0.50);

    fn say(claim: &str, sentence: &str) -> Option<Remark> {
        remark((&read(claim), claim), ("", &[], sentence), IN_DOUBT)
    }

    #[test]
    fn a_denial_of_the_same_words_is_heard() {
        assert_eq!(say("Vaccines cause autism", "Vaccines do not cause autism."), Some(Remark::DENIES));
        assert_eq!(
            say("Python takes its name from a snake.", "Python is named after a comedy group and not after the snake."),
            Some(Remark::DENIES)
        );
        assert_eq!(say("Sydney is Australia's capital.", "Sydney is not the capital of Australia."), Some(Remark::DENIES));
        assert_eq!(
            say("The Moon landings were staged.", "The Moon landings were real and were not faked or staged."),
            Some(Remark::DENIES)
        );
        assert_eq!(say("Bats can't see.", "All bats have eyes and can see."), Some(Remark::DENIES));
        let charged = "A person struck by lightning does not stay electrically charged and is safe to touch.";
        assert_ne!(say("A person struck by lightning is safe to touch", charged), Some(Remark::DENIES));
        assert_ne!(say("It is safe to touch somebody who has just been struck by lightning", charged), Some(Remark::DENIES));
    }

    #[test]
    fn agreement_in_denial_is_no_denial() {
        assert_eq!(
            say("Vaccines do not cause autism", "Measles vaccines do not cause autism in children."),
            Some(Remark::REPEATS)
        );
        assert_eq!(say("Vaccines prevent measles", "Vaccines prevent measles."), None);
    }

    #[test]
    fn second_largest_is_not_largest() {
        assert_eq!(
            say("The Atlantic is the largest ocean on Earth.", "The Atlantic Ocean is the second largest ocean on Earth."),
            Some(Remark::OTHER_RANK)
        );
        assert_eq!(say("The Pacific is the largest ocean.", "The Pacific Ocean is the largest ocean."), None);
        let milan = "Milan, the capital of Lombardy, is the second largest city in Italy and the largest in the region.";
        assert_ne!(say("Milan is the largest city in Lombardy.", milan), Some(Remark::OTHER_RANK));
        let italy = "Milan in Lombardy is the second largest city in Italy.";
        assert_ne!(say("Milan is the largest city in Lombardy.", italy), Some(Remark::OTHER_RANK));
        let orvane = "Lake Orvane is the largest lake in Castellia and the third largest in the Brannic region.";
        assert_eq!(say("Lake Orvane is the largest lake in the Brannic region.", orvane), Some(Remark::OTHER_RANK));
        assert_ne!(say("Lake Orvane is the largest lake in Castellia.", orvane), Some(Remark::OTHER_RANK));
        let congo = "The Congo rainforest in central Africa is the second largest rainforest.";
        assert_ne!(say("The Congo rainforest lies in central Africa.", congo), Some(Remark::OTHER_RANK));
    }

    #[test]
    fn somebody_else_is_somebody_else() {
        assert_eq!(
            say("The Mona Lisa was painted by Michelangelo.", "The Mona Lisa was painted by Leonardo da Vinci."),
            Some(Remark::OTHER_NAME)
        );
        assert_eq!(
            say("Bill Gates invented the World Wide Web.", "Tim Berners-Lee invented the World Wide Web."),
            Some(Remark::OTHER_NAME)
        );
        assert_eq!(
            say(
                "Sydney is the capital of Australia.",
                "Sydney is the largest city in Australia, but Canberra is the capital of Australia."
            ),
            Some(Remark::OTHER_NAME)
        );
        assert_eq!(say("Bill Gates lives in Seattle.", "Tim Berners-Lee lives in Oxford."), Some(Remark::NAME_UNSEEN));
        assert_eq!(say("Europe has many rivers.", "Many rivers are European."), None);
    }

    #[test]
    fn a_sentence_agrees_with_itself() {
        for sentence in [
            "Denial of the Holocaust is false.",
            "No human has ever set foot on Mars.",
            "The towers collapsed because of impact and fire, not because of planted explosives.",
            "Nobody can reliably predict the time of an earthquake.",
        ] {
            assert_eq!(say(sentence, sentence), Some(Remark::REPEATS), "{sentence}");
        }
        let held_off = "Some people claim that vaccines cause autism in children.";
        assert_ne!(say("Vaccines cause autism in children.", held_off), Some(Remark::REPEATS));
        for distance in [
            "Many people believe the Earth is flat.",
            "He joked: \"The Earth is flat.\"",
            "Myth: The Earth is flat.",
            "The Earth is flat?",
            "\"The Earth is flat,\" said the captain.",
        ] {
            assert_ne!(say("The Earth is flat.", distance), Some(Remark::REPEATS), "{distance}");
        }
        let titled = remark(
            (&read("The Earth is flat."), "The Earth is flat."),
            ("Ten myths about space", &[], "The Earth is flat."),
            IN_DOUBT,
        );
        assert_eq!(titled, None);
    }

    #[test]
    fn what_a_rule_only_doubts_a_sure_judge_may_confirm() {
        for doubt in [Remark::NAME_UNSEEN, Remark::SAID_BESIDE, Remark::NO_LONGER, Remark::DENIES_ELSE] {
            let said = |sure: f64| doubt.on(Stance::Supports, sure);
            assert_eq!((said(0.65), said(0.75)), (Some(Stance::Neutral), None), "{doubt:?}");
        }
        let denied = |read: Stance, sure: f64| Remark::DENIES.on(read, sure);
        assert_eq!((denied(Stance::Supports, 0.65), denied(Stance::Neutral, 0.95)), (Some(Stance::Contradicts), None));
        assert_eq!(denied(Stance::Contradicts, 0.95), Some(Stance::Contradicts), "they agree");
        for other in [Remark::NAME_MISSING, Remark::TURNED] {
            let said = |sure: f64| other.on(Stance::Supports, sure);
            assert_eq!((said(0.80), said(0.90)), (Some(Stance::Neutral), None), "{other:?}: another stands in its place");
        }
        assert_eq!(Remark::OTHER_PLACE.on(Stance::Supports, 0.95), Some(Stance::Neutral), "it yields to nobody");
    }

    #[test]
    fn two_denials_do_not_deny_each_other() {
        assert_eq!(say("Autism isn't caused by vaccines.", "Vaccines do not cause autism."), None);
        assert_eq!(say("HIV cannot be passed on by shaking hands.", "HIV is not spread by shaking hands or hugging."), None);
        assert_eq!(say("The Hillside school was not closed.", "The Hillside school did not close in 2023."), None);
        assert_eq!(say("Paris isn't the capital of France.", "Paris is the capital of France."), Some(Remark::DENIES));
    }

    #[test]
    fn each_clause_speaks_for_itself() {
        let cure = "Penicillin works against bacteria and does not work against viruses.";
        assert_eq!(say("Penicillin does not work against viruses.", cure), Some(Remark::REPEATS));
        assert_eq!(say("Penicillin works against bacteria.", cure), Some(Remark::REPEATS));
        assert_eq!(say("Penicillin works against viruses.", cure), Some(Remark::DENIES));
        let both = "Ottawa is the capital of Canada, and Toronto is not the capital of Canada.";
        assert_eq!(say("Ottawa is the capital of Canada.", both), Some(Remark::REPEATS));
        assert_eq!(say("Canada's capital is Ottawa.", both), None);
        assert_eq!(say("Canada's capital is Toronto.", both), Some(Remark::DENIES));
        let symbols = "The chemical symbol of gold is Au, the symbol of silver is Ag and the symbol of iron is Fe.";
        assert_eq!(say("Gold's chemical symbol is Ag.", symbols), Some(Remark::OTHER_NAME));
        assert_eq!(say("The chemical symbol of gold is Au.", symbols), Some(Remark::REPEATS));
        let towers = "The World Trade Center towers fell because of fire, not because of planted explosives.";
        assert_eq!(say("The World Trade Center was brought down by planted explosives.", towers), Some(Remark::DENIES));
    }

    #[test]
    fn a_name_that_stands_in_the_next_sentence_is_not_this_ones() {
        let claim = "The United States dropped an atomic bomb on Hiroshima on 9 August 1945.";
        let passage: Vec<String> = ["Hiroshima on 6", "Nagasaki on 9"]
            .map(|rest| format!("The United States dropped an atomic bomb on {rest} August 1945."))
            .to_vec();
        assert_eq!(remark((&read(claim), claim), ("Hiroshima", &passage, &passage[1]), IN_DOUBT), Some(Remark::SAID_BESIDE));
        assert_eq!(
            remark((&read(claim), claim), ("Nuclear weapons", &passage, &passage[1]), IN_DOUBT),
            Some(Remark::SAID_BESIDE)
        );
    }

    #[test]
    fn the_largest_hot_desert_is_not_the_largest_desert() {
        let found = "The Sahara is the largest hot desert in the world.";
        assert_eq!(say("The Sahara is the largest desert in the world.", found), Some(Remark::NARROWER));
    }

    #[test]
    fn the_farthest_is_not_the_largest() {
        let claim = "Lindholm is the largest town in the county.";
        assert_eq!(say(claim, "Lindholm is the northernmost and oldest town in the county."), Some(Remark::OTHER_MOST));
        assert_eq!(say(claim, "Lindholm is the town farthest from the sea in the county."), Some(Remark::OTHER_MOST));
        for same in ["Lindholm is the biggest town in the county.", "Lindholm is the oldest and the largest of the towns."] {
            assert_ne!(say(claim, same), Some(Remark::OTHER_MOST), "{same}");
        }
        assert_ne!(say(claim, "Lindholm, a town in the county, owns the oldest mill."), Some(Remark::OTHER_MOST));
    }

    #[test]
    fn who_does_it_and_to_whom_matters() {
        assert_eq!(say("The Sun is a planet.", "Mars is the fourth planet from the Sun."), Some(Remark::TURNED));
        assert_eq!(say("The Sun revolves around the Earth.", "The Earth revolves around the Sun."), Some(Remark::TURNED));
        assert_eq!(say("The Earth revolves around the Sun.", "The Earth circles the Sun once a year."), None);
        assert_eq!(say("Cats are chased by dogs.", "Dogs chase cats."), None);
        let exempt = "The Lindholm museum is exempt from the Heritage Tax Act.";
        assert_eq!(say("The Heritage Tax Act exempts the Lindholm museum.", exempt), None);
    }

    #[test]
    fn another_no_and_a_state_that_ended_confirm_nothing() {
        assert_eq!(
            say("Vaccines don't prevent measles.", "The measles vaccine does not cause autism."),
            Some(Remark::DENIES_ELSE)
        );
        assert_eq!(
            say("Vaccines don't prevent measles.", "Measles does not kill vaccinated children."),
            Some(Remark::DENIES_ELSE)
        );
        let honey = "Honey should not be given to babies younger than one year.";
        assert_ne!(say("Infants shouldn't be fed honey.", honey), Some(Remark::DENIES_ELSE));
        assert_eq!(say("Pluto is the ninth planet.", "Pluto was called the ninth planet until 2006."), Some(Remark::ENDED));
        let retired = "The chief executive of Ferrovia was Hans Pichler, who retired in March.";
        assert_eq!(say("Hans Pichler is the chief executive of Ferrovia.", retired), Some(Remark::NO_LONGER));
        let moved = "Quillan Bank moved its headquarters from Halberg to Orlen in 2023.";
        assert_eq!(say("Quillan Bank has its headquarters in Halberg.", moved), Some(Remark::MOVED));
        assert_ne!(say("Quillan Bank has its headquarters in Orlen.", moved), Some(Remark::MOVED));
    }

    #[test]
    fn an_office_has_one_holder_at_a_time() {
        let claim = "Daniel Okafor is the sheriff of Tavira County.";
        let elected = "The sheriff of Tavira County is Maria Lindqvist, who was elected in 2022.";
        assert_eq!(say(claim, elected), Some(Remark::OTHER_HOLDER));
        let ames = "Robert Ames is the chief executive of Quillan Bank.";
        let carrow = "Yasmin Carrow became chief executive of Quillan Bank in 2022, succeeding Robert Ames.";
        assert_eq!(say(ames, carrow), Some(Remark::OTHER_HOLDER));
        for other in [
            "The deputy sheriff of Tavira County is Maria Lindqvist.",
            "The sheriff of Tavira County met Maria Lindqvist.",
            "Daniel Okafor is the sheriff of Tavira County and lives with Maria Lindqvist.",
            "The sheriff of Lenna County is Maria Lindqvist.",
        ] {
            assert_ne!(say(claim, other), Some(Remark::OTHER_HOLDER), "{other}");
        }
    }

    #[test]
    fn ordinary_sentences_are_left_to_the_judge() {
        for (claim, sentence) in [
            (
                "Penicillin was discovered by Alexander Fleming.",
                "Penicillin was discovered by Scottish scientist Alexander Fleming in 1928.",
            ),
            ("Sunflowers was painted by Vincent van Gogh.", "Sunflowers was painted by the Dutch artist in 1888."),
            ("Mozart was born in Salzburg.", "Mozart was born in January 1756 in Salzburg."),
            ("Einstein was born in Germany.", "Einstein was born in Ulm, in Germany."),
            ("Sadiq Khan is the mayor of London.", "The mayor of London is a member of the Labour Party."),
            (
                "Joe Biden is the president of the United States.",
                "George Washington became the first president of the United States.",
            ),
            ("Milan is the largest city in Lombardy.", "Milan, the second largest city in Italy, is the capital of Lombardy."),
            ("Manchester United is a football club.", "Cristiano Ronaldo moved from Manchester United to Real Madrid."),
            ("100 houses were destroyed in Lenna.", "No fewer than 100 houses were destroyed in Lenna."),
            ("COVID-19 has killed a million Americans.", "By May 2022 a million Americans had died of COVID-19."),
            (
                "The Black Death killed 25 million people in Europe.",
                "The Black Death, carried by fleas on rats, killed 25 million in Europe.",
            ),
        ] {
            let said = say(claim, sentence);
            let takes = |remark: Remark| matches!(remark.effect, Effect::Denies | Effect::Silences | Effect::Unconfirms);
            assert!(
                !said.is_some_and(|remark| takes(remark) && remark.rule != Rule::NameNotConfirmed),
                "{claim} / {sentence}: {said:?}"
            );
        }
        let biden = "Joe Biden is the president of the United States.";
        let titled = remark(
            (&read(biden), biden),
            ("Joe Biden", &[], "In January 2021, he became president of the United States."),
            IN_DOUBT,
        );
        assert_eq!(titled, None);
    }

    #[test]
    fn what_is_so_in_mice_need_not_be_so_in_women() {
        let mice = "In mice, vitamin D deficiency causes bone loss.";
        assert_eq!(say("Vitamin D deficiency causes bone loss in women.", mice), Some(Remark::IN_ANIMALS));
        assert_ne!(say("Vitamin D deficiency causes bone loss.", mice), Some(Remark::IN_ANIMALS));
        let both = "In mice and in women, vitamin D deficiency causes bone loss.";
        assert_ne!(say("Vitamin D deficiency causes bone loss in women.", both), Some(Remark::IN_ANIMALS));
    }

    #[test]
    fn who_did_what_is_not_shuffled() {
        let film = "The Glass Orchard was directed by Aiko Tanabe and written by Samuel Price.";
        assert_eq!(say("The Glass Orchard was directed by Samuel Price.", film), Some(Remark::OTHER_NAME));
        assert_eq!(say("The Glass Orchard was written by Aiko Tanabe.", film), Some(Remark::OTHER_NAME));
        assert_ne!(say("The Glass Orchard was directed by Aiko Tanabe.", film), Some(Remark::OTHER_NAME));
        let life = "She was born in Turin and studied chemistry at the University of Bologna.";
        let told = |claim: &str| remark((&read(claim), claim), ("Helena Marchetti", &[], life), IN_DOUBT);
        assert_eq!(told("Helena Marchetti was born in Bologna."), Some(Remark::OTHER_PLACE));
        assert_eq!(told("Helena Marchetti studied chemistry in Turin."), Some(Remark::OTHER_DEED));
        assert_eq!(told("Helena Marchetti was born in Turin."), None);
        assert_eq!(told("Helena Marchetti studied chemistry in Bologna."), None);
        let final_ = "Denholm Rovers beat Stanmere Athletic 3-1 in the final of the Midland Cup.";
        assert_eq!(say("Athletic beat Rovers 3-1 in the final of the Midland Cup.", final_), Some(Remark::TURNED));
    }

    #[test]
    fn what_might_not_be_so_and_what_was_not_done_to_another_deny_nothing() {
        let warned = "The authors warned that the results of the Lowen study might not apply to cities.";
        assert_ne!(say("The results of the Lowen study apply to cities.", warned), Some(Remark::DENIES));
        let trial = "Lorvastatin did not reduce all-cause mortality.";
        assert_ne!(say("Lorvastatin reduced the risk of stroke in older adults.", trial), Some(Remark::DENIES));
        assert_eq!(say("Lorvastatin reduced mortality.", trial), Some(Remark::DENIES));
    }
}
