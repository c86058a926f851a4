//! The rules that may set a stance in the place of the judge: their names in the ledger, and what else is believed of each.

/// Makes the rules with their names, so that none can be without one.
macro_rules! rules {
    ($($(#[$doc:meta])* $rule:ident = $name:literal,)*) => {
        /// A rule that set what a piece of evidence says, where the judge had read otherwise.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Rule {
            $($(#[$doc])* $rule,)*
        }

        impl Rule {
            /// All of them, by name.
            pub const ALL: &[Self] = &[$(Self::$rule),*];

            /// Its name in the ledger and in answers.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$rule => $name,)*
                }
            }
        }
    };
}

rules! {
    /// The sentence counts another year than the claim.
    AnotherYear = "another_year",
    /// The title asks what the claim says, and the passage says no.
    AnswersNo = "answers_no",
    /// The title asks what the claim says, and the passage says yes.
    AnswersYes = "answers_yes",
    /// It tells the claim's change the other way round: from as much as the claim ends with.
    ChangeTurned = "change_turned",
    /// It makes the claim's comparison, perhaps the other way round.
    ComparesAlike = "compares_alike",
    /// It compares the same things to the opposite effect.
    ComparesOpposite = "compares_opposite",
    /// It compares other things.
    ComparesOthers = "compares_others",
    /// It says no as the claim does, and to something else.
    DeniesSomethingElse = "denies_something_else",
    /// Its year lies in the decade or century that the claim names, which the judge hears as another time.
    EraMet = "era_met",
    /// A fact-check of this very claim rated it.
    FactCheck = "fact_check",
    /// It tells of animals or cells, the claim of people.
    InAnimals = "in_animals",
    /// It counts less than half of what the claim calls most.
    LessThanMost = "less_than_most",
    /// It tells that something left the claim's place for another.
    MovedAway = "moved_away",
    /// It says it of another than the claim names.
    NameNotConfirmed = "name_not_confirmed",
    /// It says it of something narrower.
    Narrower = "narrower",
    /// It tells what was so until some time, the claim what is so.
    NoLonger = "no_longer",
    /// Its number is the claim's, and so are nearly all its words.
    NumberAgrees = "number_agrees",
    /// Its number is the claim's in another unit.
    NumberConverted = "number_converted",
    /// Its number is another, and the rest is the claim's.
    NumberDiffers = "number_differs",
    /// It has not the claim's number.
    NumberNotConfirmed = "number_not_confirmed",
    /// It has the claim's rare number, and the judge was in two minds.
    NumberTipsIt = "number_tips_it",
    /// Its number lies within what the hedge of the claim allows.
    NumberWithinTolerance = "number_within_tolerance",
    /// It tells that some people claim it.
    OnlyClaimed = "only_claimed",
    /// It tells that somebody denied it.
    OnlyDenied = "only_denied",
    /// It plans or expects what the claim tells as done.
    OnlyPlanned = "only_planned",
    /// It says the opposite of one of the claim's words.
    OppositeWord = "opposite_word",
    /// It says it of another deed of the same person.
    OtherDeed = "other_deed",
    /// It says that somebody else holds the office.
    OtherHolder = "other_holder",
    /// It says the same of another, where only one can be meant.
    OtherName = "other_name",
    /// It says that it is so in another place, which may lie in the claim's.
    OtherPlace = "other_place",
    /// It puts in another place what the claim puts first.
    OtherRank = "other_rank",
    /// It says that it is the most of its kind in something else.
    OtherSuperlative = "other_superlative",
    /// Somebody else than in the claim says it.
    SaidByAnother = "said_by_another",
    /// It says of another what the one beside it says of the claim's own.
    SaidOfOthers = "said_of_others",
    /// It says of the same thing that the claim's is the one.
    SameName = "same_name",
    /// It has the two ends of the claim the other way round.
    TurnedRound = "turned_round",
    /// Several sentences take a side together, and not clearly.
    WindowNotClear = "window_not_clear",
    /// It has the claim in its very words.
    WordForWord = "word_for_word",
    /// It denies what the claim affirms, or affirms what it denies.
    WordsDeny = "words_deny",
    /// All words of the claim stand there, and none is denied.
    WordsDoNotDeny = "words_do_not_deny",
}

impl Rule {
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
                | Self::OnlyPlanned
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

    /// It is about whose words they are: saying them again, or with the same number, confirms nothing.
    pub const fn is_of_a_speaker(self) -> bool {
        matches!(self, Self::SaidByAnother | Self::OnlyClaimed)
    }

    /// It takes a stance away from what speaks of the claim all the same.
    pub const fn leaves_it_open(self) -> bool {
        matches!(self, Self::WordsDoNotDeny | Self::NumberNotConfirmed | Self::EraMet | Self::OnlyPlanned)
    }

    /// Its sentence names what came in the place of the claim's, which has no word in common with the claim.
    pub const fn names_what_came_after(self) -> bool {
        matches!(self, Self::OtherHolder | Self::MovedAway)
    }
}
