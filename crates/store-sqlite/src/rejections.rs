//! Refusals under review.

use crate::SqliteStore;
use crate::error::translated;
use async_trait::async_trait;
use domain::{Adjudication, Given, REJECTION_VERSION, RejectionEvent, RejectionId, Review, ReviewStep, ReviewerId, Tag};
use jiff::Timestamp;
use sqlx::sqlite::SqliteRow;
use sqlx::{Executor, QueryBuilder, Row as _, Sqlite};
use store::{GoldenAnswer, REJECTIONS_MAX, Rejections, RejectionsWanted, StoreError, canonical};

const EVENT: &str = "SELECT id, initial_disagreement, version, schema_version, body FROM rejections";

#[async_trait]
impl Rejections for SqliteStore {
    async fn add_rejection(&self, event: &RejectionEvent) -> Result<bool, StoreError> {
        self.keep(event, None).await
    }

    async fn review(&self, id: RejectionId) -> Result<Option<Review>, StoreError> {
        let mut reader = self.readers.begin().await.map_err(translated)?;
        review_of(&mut reader, id).await
    }

    async fn step_review(&self, id: RejectionId, version: u32, step: &ReviewStep) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        let Some(review) = review_of(&mut transaction, id).await?.filter(|review| review.version == version) else {
            return Err(StoreError::Moved);
        };
        let key = bytes(id);
        match step {
            ReviewStep::Tagged(given) => {
                if given.is_initial {
                    let mark = "UPDATE rejection_tags SET is_initial = 1 WHERE event = ? AND withdrawn_at_us IS NULL";
                    sqlx::query(mark).bind(&key).execute(&mut *transaction).await.map_err(translated)?;
                }
                let insert = "INSERT INTO rejection_tags (event, reviewer, slot, tag, at_us, is_independent, is_initial)
                    VALUES (?, ?, ?, ?, ?, ?, ?)";
                let insert = sqlx::query(insert).bind(&key).bind(given.reviewer.as_str()).bind(given.slot).bind(given.tag.word());
                let insert = insert.bind(given.at.as_microsecond()).bind(given.is_independent).bind(given.is_initial);
                insert.execute(&mut *transaction).await.map_err(translated)?;
            }
            ReviewStep::Withdrawn { reviewer, at } => {
                let update =
                    "UPDATE rejection_tags SET withdrawn_at_us = ? WHERE event = ? AND reviewer = ? AND withdrawn_at_us IS NULL";
                let update = sqlx::query(update).bind(at.as_microsecond()).bind(&key).bind(reviewer.as_str());
                if update.execute(&mut *transaction).await.map_err(translated)?.rows_affected() != 1 {
                    return Err(StoreError::Moved);
                }
            }
            ReviewStep::Adjudicated(word) => {
                let insert = "INSERT INTO adjudications (event, adjudicator, tag, rationale, at_us) VALUES (?, ?, ?, ?, ?)";
                let insert = sqlx::query(insert).bind(&key).bind(word.adjudicator.as_str()).bind(word.tag.word());
                let insert = insert.bind(&word.rationale).bind(word.at.as_microsecond());
                insert.execute(&mut *transaction).await.map_err(translated)?;
            }
        }
        let after = review.after(step);
        let update = "UPDATE rejections SET state = ?, initial_disagreement = ?, version = ? WHERE id = ?";
        let update = sqlx::query(update).bind(after.state().word()).bind(after.initial_disagreement).bind(after.version);
        update.bind(&key).execute(&mut *transaction).await.map_err(translated)?;
        transaction.commit().await.map_err(translated)
    }

    async fn reviews(&self, wanted: &RejectionsWanted) -> Result<Vec<Review>, StoreError> {
        let mut query: QueryBuilder<Sqlite> = QueryBuilder::new(EVENT);
        query.push(" WHERE answer IS NULL");
        if let Some(state) = wanted.state {
            query.push(" AND state = ").push_bind(state.word());
        }
        if let Some(submitter) = &wanted.submitter {
            query.push(" AND submitter = ").push_bind(submitter.as_str().to_owned());
        }
        if let Some(since) = wanted.since {
            query.push(" AND at_us >= ").push_bind(since.as_microsecond());
        }
        if let Some(until) = wanted.until {
            query.push(" AND at_us < ").push_bind(until.as_microsecond());
        }
        if let Some(after) = wanted.after {
            query.push(" AND id > ").push_bind(bytes(after));
        }
        query.push(" ORDER BY id LIMIT ").push_bind(wanted.limit.min(REJECTIONS_MAX));
        let mut reader = self.readers.begin().await.map_err(translated)?;
        let rows = query.build().fetch_all(&mut *reader).await.map_err(translated)?;
        filled(&mut reader, rows).await
    }

    async fn add_golden(&self, event: &RejectionEvent, answer: Tag) -> Result<bool, StoreError> {
        self.keep(event, Some(answer)).await
    }

    async fn golden_answer(&self, id: RejectionId) -> Result<Option<Tag>, StoreError> {
        let row = sqlx::query("SELECT answer FROM rejections WHERE id = ? AND answer IS NOT NULL").bind(bytes(id));
        let row = row.fetch_optional(&self.readers).await.map_err(translated)?;
        row.map(|row| tag_in(&row, "answer")).transpose()
    }

    async fn goldens_for(&self, reviewer: &ReviewerId) -> Result<Vec<Review>, StoreError> {
        let query = format!(
            "{EVENT} WHERE answer IS NOT NULL AND submitter <> ?1
             AND id NOT IN (SELECT event FROM golden_tags WHERE reviewer = ?1) ORDER BY id LIMIT ?2"
        );
        let mut reader = self.readers.begin().await.map_err(translated)?;
        let query = sqlx::query(sqlx::AssertSqlSafe(query)).bind(reviewer.as_str()).bind(REJECTIONS_MAX);
        let rows = query.fetch_all(&mut *reader).await.map_err(translated)?;
        filled(&mut reader, rows).await
    }

    async fn tag_golden(&self, id: RejectionId, reviewer: &ReviewerId, tag: Tag, at: Timestamp) -> Result<bool, StoreError> {
        let mut transaction = self.begin().await?;
        let insert = "INSERT INTO golden_tags (event, reviewer, tag, at_us)
            SELECT id, ?, ?, ? FROM rejections WHERE id = ? AND answer IS NOT NULL ON CONFLICT DO NOTHING";
        let insert = sqlx::query(insert).bind(reviewer.as_str()).bind(tag.word()).bind(at.as_microsecond()).bind(bytes(id));
        let done = insert.execute(&mut *transaction).await.map_err(translated)?.rows_affected();
        transaction.commit().await.map_err(translated)?;
        Ok(done == 1)
    }

    async fn untag_golden(&self, id: RejectionId, reviewer: &ReviewerId) -> Result<bool, StoreError> {
        let mut transaction = self.begin().await?;
        let delete =
            sqlx::query("DELETE FROM golden_tags WHERE event = ? AND reviewer = ?").bind(bytes(id)).bind(reviewer.as_str());
        let done = delete.execute(&mut *transaction).await.map_err(translated)?.rows_affected();
        transaction.commit().await.map_err(translated)?;
        Ok(done == 1)
    }

    async fn golden_answers(&self) -> Result<Vec<GoldenAnswer>, StoreError> {
        let query = "SELECT event, reviewer, tag, answer, golden_tags.at_us AS at_us
            FROM golden_tags JOIN rejections ON rejections.id = event ORDER BY reviewer, event";
        let rows = sqlx::query(query).fetch_all(&self.readers).await.map_err(translated)?;
        let answer = |row: &SqliteRow| {
            Ok(GoldenAnswer {
                event: id_in(row, "event")?,
                reviewer: reviewer_in(row, "reviewer")?,
                said: tag_in(row, "tag")?,
                answer: tag_in(row, "answer")?,
                at: time_in(row, "at_us")?,
            })
        };
        rows.iter().map(answer).collect()
    }
}

impl SqliteStore {
    async fn keep(&self, event: &RejectionEvent, answer: Option<Tag>) -> Result<bool, StoreError> {
        let body = canonical::encode(event)?;
        let state = Review::of(event.clone()).state();
        let mut transaction = self.begin().await?;
        let insert = "INSERT INTO rejections (id, submission, submitter, at_us, state, answer, schema_version, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
        let insert = sqlx::query(insert).bind(bytes(event.id)).bind(&event.submission).bind(event.submitter.as_str());
        let insert = insert.bind(event.at.as_microsecond()).bind(state.word()).bind(answer.map(Tag::word));
        let insert = insert.bind(REJECTION_VERSION).bind(body);
        let kept = insert.execute(&mut *transaction).await.map_err(translated)?.rows_affected();
        transaction.commit().await.map_err(translated)?;
        Ok(kept == 1)
    }
}

async fn review_of(reader: &mut sqlx::SqliteConnection, id: RejectionId) -> Result<Option<Review>, StoreError> {
    let query = sqlx::query(sqlx::AssertSqlSafe(format!("{EVENT} WHERE id = ?"))).bind(bytes(id));
    let rows = reader.fetch_all(query).await.map_err(translated)?;
    Ok(filled(reader, rows).await?.pop())
}

/// Puts what was said beside each refusal.
async fn filled(reader: &mut sqlx::SqliteConnection, rows: Vec<SqliteRow>) -> Result<Vec<Review>, StoreError> {
    let mut reviews = Vec::with_capacity(rows.len());
    for row in rows {
        let body: String = row.try_get("body").map_err(translated)?;
        let event: RejectionEvent =
            canonical::decode(row.try_get("schema_version").map_err(translated)?, REJECTION_VERSION, &body)?;
        let key = bytes(event.id);
        let tags = "SELECT reviewer, slot, tag, at_us, is_independent, is_initial, withdrawn_at_us
            FROM rejection_tags WHERE event = ? ORDER BY key";
        let tags = sqlx::query(tags).bind(&key).fetch_all(&mut *reader).await.map_err(translated)?;
        let word = "SELECT adjudicator, tag, rationale, at_us FROM adjudications WHERE event = ?";
        let word = sqlx::query(word).bind(&key).fetch_optional(&mut *reader).await.map_err(translated)?;
        reviews.push(Review {
            event,
            tags: tags.iter().map(given).collect::<Result<_, _>>()?,
            initial_disagreement: row.try_get("initial_disagreement").map_err(translated)?,
            adjudication: word.as_ref().map(adjudication).transpose()?,
            version: row.try_get("version").map_err(translated)?,
        });
    }
    Ok(reviews)
}

fn given(row: &SqliteRow) -> Result<Given, StoreError> {
    let withdrawn: Option<i64> = row.try_get("withdrawn_at_us").map_err(translated)?;
    Ok(Given {
        reviewer: reviewer_in(row, "reviewer")?,
        tag: tag_in(row, "tag")?,
        slot: row.try_get("slot").map_err(translated)?,
        at: time_in(row, "at_us")?,
        is_independent: row.try_get("is_independent").map_err(translated)?,
        is_initial: row.try_get("is_initial").map_err(translated)?,
        withdrawn_at: withdrawn.map(moment).transpose()?,
    })
}

fn adjudication(row: &SqliteRow) -> Result<Adjudication, StoreError> {
    Ok(Adjudication {
        adjudicator: reviewer_in(row, "adjudicator")?,
        tag: tag_in(row, "tag")?,
        rationale: row.try_get("rationale").map_err(translated)?,
        at: time_in(row, "at_us")?,
    })
}

fn bytes(id: RejectionId) -> Vec<u8> {
    id.uuid().into_bytes().to_vec()
}

fn id_in(row: &SqliteRow, column: &str) -> Result<RejectionId, StoreError> {
    let bytes: Vec<u8> = row.try_get(column).map_err(translated)?;
    let uuid = uuid::Uuid::from_slice(&bytes).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    Ok(RejectionId::from_uuid(uuid))
}

fn tag_in(row: &SqliteRow, column: &str) -> Result<Tag, StoreError> {
    let word: String = row.try_get(column).map_err(translated)?;
    word.parse().map_err(|error: domain::UnknownTag| StoreError::Corrupt(error.to_string()))
}

pub(crate) fn reviewer_in(row: &SqliteRow, column: &str) -> Result<ReviewerId, StoreError> {
    let name: String = row.try_get(column).map_err(translated)?;
    ReviewerId::new(name).ok_or_else(|| StoreError::Corrupt("the name of a reviewer".to_owned()))
}

pub(crate) fn time_in(row: &SqliteRow, column: &str) -> Result<Timestamp, StoreError> {
    moment(row.try_get(column).map_err(translated)?)
}

fn moment(us: i64) -> Result<Timestamp, StoreError> {
    Timestamp::from_microsecond(us).map_err(|error| StoreError::Corrupt(error.to_string()))
}
