//! The stories every backend must tell the same way.
//!
//! A backend names a [`Site`] and writes `store::contract::suite!(ItsSite);` in its tests.

mod actors;
mod along;
mod audit;
mod checks;
mod documents;
mod embeddings;
mod jobs;
mod moments;
mod overrulings;
mod rejections;
mod samples;
mod snapshots;
mod upkeep;

use crate::Store;
use async_trait::async_trait;
use std::path::PathBuf;
use std::sync::Arc;

pub use actors::*;
pub use along::*;
pub use audit::*;
pub use checks::*;
pub use documents::*;
pub use embeddings::*;
pub use jobs::*;
pub use overrulings::*;
pub use rejections::*;
pub use snapshots::*;
pub use upkeep::*;

/// A fresh place for a store, swept away when it is dropped.
#[async_trait]
pub trait Site: Sized + Send + Sync {
    /// Makes an empty place.
    async fn start() -> Self;

    /// Opens what is kept there. A second call gives a second handle, as another process would have it.
    async fn open(&self) -> Arc<dyn Store>;

    /// Names a file in that place that does not exist yet.
    fn spare_file(&self) -> PathBuf;
}

/// Runs every story against a [`Site`].
#[macro_export]
macro_rules! contract_suite {
    ($site:ty) => {
        $crate::contract_stories! { $site;
            a_document_comes_back_as_it_was_added
            a_document_added_twice_is_kept_once
            documents_commit_with_what_is_told_of_them
            a_document_with_other_metadata_is_replaced
            the_same_words_under_another_id_are_kept_once
            a_document_that_became_a_duplicate_takes_its_old_version_with_it
            the_same_id_twice_in_a_batch_ends_as_the_later_one
            documents_come_back_in_the_order_asked_for
            corpora_do_not_see_each_other
            a_removal_is_told_when_there_was_something_to_remove
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
            an_answer_is_found_again_by_its_claim_and_configuration
            a_job_is_leased_by_one_worker_and_done_once
            urgent_jobs_go_first_and_nobody_starts_early
            a_worker_that_falls_silent_loses_its_job
            when_nobody_who_worked_lives_nobody_is_waited_for
            work_of_another_kind_is_not_walked_through
            what_a_lost_worker_did_does_not_happen
            a_job_is_tried_four_times_and_then_buried_with_its_reason
            a_job_that_kills_every_worker_is_buried_too
            a_job_with_a_period_comes_back
            the_same_work_is_not_queued_twice
            a_message_waits_until_it_is_relayed
            an_answer_is_kept_under_its_key_and_its_owner
            a_key_that_is_taken_keeps_everything_from_happening
            a_check_commits_with_its_maker_and_its_row
            many_writers_at_once_lose_nothing_and_fail_alone
            many_orders_at_once_are_each_taken_once
            rows_come_back_as_they_were_told
            the_sealer_chains_every_row_in_order
            two_sealers_do_not_disturb_each_other
            signed_heads_are_kept
            an_erased_check_leaves_its_row_and_takes_its_texts
            a_key_opens_until_it_is_revoked
            roles_change_and_doors_close
            an_invitation_works_once_and_in_time
            two_people_cannot_share_a_login
            a_session_lasts_until_it_ends
            a_webhook_keeps_its_secrets_and_its_deliveries
            what_is_old_is_forgotten_and_the_audit_log_is_not
            the_texts_of_old_refusals_are_forgotten_and_what_was_said_of_them_is_not
            a_copy_made_while_running_puts_everything_back
            what_is_no_copy_is_not_put_back
            a_review_comes_back_step_by_step
            a_step_on_what_has_moved_on_is_not_taken
            the_database_itself_keeps_reviewers_independent
            of_many_hasty_reviewers_two_get_in
            refusals_are_listed_by_state_and_page_by_page
            known_answers_are_kept_apart_and_look_like_any_other
            a_step_commits_with_its_row_or_not_at_all
            a_refused_check_commits_with_its_refusal_and_takes_its_text_away
            a_copy_puts_reviews_back_whatever_was_decided_since
            a_rerun_of_a_week_is_a_new_version_with_its_own_acknowledgement
            weeks_come_latest_first_with_what_was_decided
            what_became_of_a_submission_is_kept_once
            words_against_the_registry_are_kept_in_order_with_their_rows
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
