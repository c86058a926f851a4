//! The rules that may set a stance in the place of the judge: their names in the ledger, and what else is believed of each.

/// A rule that set what a piece of evidence says, where the judge had read otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// The sentence counts another year than the claim.
    AnotherYear,
    /// The title asks what the claim says, and the passage says no.
    AnswersNo,
    /// The title asks what the claim says, and the passage says yes.
    AnswersYes,
    /// It makes the claim's comparison, perhaps the other way round.
    ComparesAlike,
    /// It compares the same things to the opposite effect.
    ComparesOpposite,
    /// It compares other things.
    ComparesOthers,
    /// It says no as the claim does, and to something else.
    DeniesSomethingElse,
    /// A fact-check of this very claim rated it.
    FactCheck,
    /// It tells of animals or cells, the claim of people.
    InAnimals,
    /// It counts less than half of what the claim calls most.
    LessThanMost,
    /// It tells that something left the claim's place for another.
    MovedAway,
    /// It says it of another than the claim names.
    NameNotConfirmed,
    /// It says it of something narrower.
    Narrower,
    /// It tells what was so until some time, the claim what is so.
    NoLonger,
    /// Its number is the claim's, and so are nearly all its words.
    NumberAgrees,
    /// Its number is the claim's in another unit.
    NumberConverted,
    /// Its number is another, and the rest is the claim's.
    NumberDiffers,
    /// It has not the claim's number.
    NumberNotConfirmed,
    /// It has the claim's rare number, and the judge was in two minds.
    NumberTipsIt,
    /// Its number lies within what the hedge of the claim allows.
    NumberWithinTolerance,
    /// It tells that some people claim it.
    OnlyClaimed,
    /// It tells that somebody denied it.
    OnlyDenied,
    /// It says the opposite of one of the claim's words.
    OppositeWord,
    /// It says it of another deed of the same person.
    OtherDeed,
    /// It says that somebody else holds the office.
    OtherHolder,
    /// It says the same of another, where only one can be meant.
    OtherName,
    /// It says that it is so in another place, which may lie in the claim's.
    OtherPlace,
    /// It puts in another place what the claim puts first.
    OtherRank,
    /// It says that it is the most of its kind in something else.
    OtherSuperlative,
    /// Somebody else than in the claim says it.
    SaidByAnother,
    /// It says of another what the one beside it says of the claim's own.
    SaidOfOthers,
    /// It says of the same thing that the claim's is the one.
    SameName,
    /// It has the two ends of the claim the other way round.
    TurnedRound,
    /// Several sentences take a side together, and not clearly.
    WindowNotClear,
    /// It has the claim in its very words.
    WordForWord,
    /// It denies what the claim affirms, or affirms what it denies.
    WordsDeny,
    /// All words of the claim stand there, and none is denied.
    WordsDoNotDeny,
}

impl Rule {
    /// Its name in the ledger and in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AnotherYear => "another_year",
            Self::AnswersNo => "answers_no",
            Self::AnswersYes => "answers_yes",
            Self::ComparesAlike => "compares_alike",
            Self::ComparesOpposite => "compares_opposite",
            Self::ComparesOthers => "compares_others",
            Self::DeniesSomethingElse => "denies_something_else",
            Self::FactCheck => "fact_check",
            Self::InAnimals => "in_animals",
            Self::LessThanMost => "less_than_most",
            Self::MovedAway => "moved_away",
            Self::NameNotConfirmed => "name_not_confirmed",
            Self::Narrower => "narrower",
            Self::NoLonger => "no_longer",
            Self::NumberAgrees => "number_agrees",
            Self::NumberConverted => "number_converted",
            Self::NumberDiffers => "number_differs",
            Self::NumberNotConfirmed => "number_not_confirmed",
            Self::NumberTipsIt => "number_tips_it",
            Self::NumberWithinTolerance => "number_within_tolerance",
            Self::OnlyClaimed => "only_claimed",
            Self::OnlyDenied => "only_denied",
            Self::OppositeWord => "opposite_word",
            Self::OtherDeed => "other_deed",
            Self::OtherHolder => "other_holder",
            Self::OtherName => "other_name",
            Self::OtherPlace => "other_place",
            Self::OtherRank => "other_rank",
            Self::OtherSuperlative => "other_superlative",
            Self::SaidByAnother => "said_by_another",
            Self::SaidOfOthers => "said_of_others",
            Self::SameName => "same_name",
            Self::TurnedRound => "turned_round",
            Self::WindowNotClear => "window_not_clear",
            Self::WordForWord => "word_for_word",
            Self::WordsDeny => "words_deny",
            Self::WordsDoNotDeny => "words_do_not_deny",
        }
    }

    /// It is about who did what, where and until when: the sentences beside change nothing about that, so that it may take a side away
    /// from whoever reads them together.
    pub const fn is_of_roles(self) -> bool {
        matches!(
            self,
            Self::OtherName
                | Self::OtherPlace
                | Self::OtherDeed
                | Self::OtherHolder
                | Self::MovedAway
                | Self::TurnedRound
                | Self::NoLonger
                | Self::OtherRank
                | Self::WordForWord
                | Self::InAnimals
                | Self::ComparesOpposite
        )
    }

    /// It compares the words of two sentences, or holds a number to be meant by the claim's. In a sentence that says much else the word
    /// may be said of that: 4 of 15 such answers were right on SciFact's cited abstracts, and 2 of 9 among the pool's held-back claims.
    pub const fn is_by_words(self) -> bool {
        matches!(
            self,
            Self::WordsDeny | Self::OppositeWord | Self::NumberAgrees | Self::NumberTipsIt | Self::NumberWithinTolerance
        )
    }

    /// It takes a stance away from what speaks of the claim all the same.
    pub const fn leaves_it_open(self) -> bool {
        matches!(self, Self::WordsDoNotDeny | Self::NumberNotConfirmed)
    }

    /// Its sentence names what came in the place of the claim's, which has no word in common with the claim.
    pub const fn names_what_came_after(self) -> bool {
        matches!(self, Self::OtherHolder | Self::MovedAway)
    }
}
