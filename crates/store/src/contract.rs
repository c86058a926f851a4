//! The stories every backend must tell the same way.
//!
//! A backend names a [`Site`] and writes `store::contract::suite!(ItsSite);` in its tests.

mod checks;
mod documents;
mod embeddings;
mod rejections;
mod samples;
mod snapshots;

use crate::Store;
use async_trait::async_trait;
use std::sync::Arc;

pub use checks::*;
pub use documents::*;
pub use embeddings::*;
pub use rejections::*;
pub use snapshots::*;

/// A fresh place for a store, swept away when it is dropped.
#[async_trait]
pub trait Site: Sized + Send + Sync {
    /// Makes an empty place.
    async fn start() -> Self;

    /// Opens what is kept there. A second call gives a second handle, as another process would have it.
    async fn open(&self) -> Arc<dyn Store>;
}

/// Runs every story against a [`Site`].
#[macro_export]
macro_rules! contract_suite {
    ($site:ty) => {
        $crate::contract_stories! { $site;
            a_document_comes_back_as_it_was_added
            a_document_added_twice_is_kept_once
            a_document_with_other_metadata_is_replaced
            the_same_words_under_another_id_are_kept_once
            a_document_that_became_a_duplicate_takes_its_old_version_with_it
            the_same_id_twice_in_a_batch_ends_as_the_later_one
            documents_come_back_in_the_order_asked_for
            corpora_do_not_see_each_other
            a_removed_document_is_gone
            changes_are_seen_in_order_and_only_once
            a_place_in_the_feed_is_never_used_twice
            nothing_of_a_failed_batch_is_kept
            two_writers_lose_nothing
            what_is_added_is_there_after_reopening
            vectors_come_back_as_they_were_put
            a_replaced_document_loses_its_vectors
            a_document_with_another_date_keeps_its_vectors
            a_removed_document_loses_its_vectors
            vectors_of_an_earlier_version_are_turned_away
            vectors_of_two_models_stand_side_by_side
            a_document_without_sentences_is_not_missing_for_ever
            a_check_comes_back_to_the_byte
            a_check_is_stored_only_once
            an_unknown_check_is_absent
            recent_checks_come_latest_first_and_page_by_page
            a_review_comes_back_step_by_step
            a_step_on_what_has_moved_on_is_not_taken
            the_database_itself_keeps_reviewers_independent
            of_many_hasty_reviewers_two_get_in
            refusals_are_listed_by_state_and_page_by_page
            known_answers_are_kept_apart_and_look_like_any_other
            a_rerun_of_a_week_is_a_new_version_with_its_own_acknowledgement
            weeks_come_latest_first_with_what_was_decided
            what_became_of_a_submission_is_kept_once
        }
    };
}

/// Makes one test of each story.
#[doc(hidden)]
#[macro_export]
macro_rules! contract_stories {
    ($site:ty; $($story:ident)+) => {$(
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $story() {
            let site = <$site as $crate::contract::Site>::start().await;
            $crate::contract::$story(&site).await;
        }
    )+};
}

pub use contract_suite as suite;
