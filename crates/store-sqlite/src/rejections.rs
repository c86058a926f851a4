//! Refusals under review.

use crate::column::{bytes, moment, moment_or_none, uuid};
use crate::error::translated;
use crate::{SqliteStore, along};
use async_trait::async_trait;
use domain::{Adjudication, Given, REJECTION_VERSION, RejectionEvent, RejectionId, Review, ReviewStep, ReviewerId, Tag};
use jiff::Timestamp;
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row as _, Sqlite, SqliteConnection};
use std::collections::HashMap;
use store::{Along, GoldenAnswer, GoldenTag, REJECTIONS_MAX, Rejections, RejectionsWanted, StoreError, canonical};

const EVENT: &str = "SELECT id, initial_disagreement, version, schema_version, body FROM rejections";

#[async_trait]
impl Rejections for SqliteStore {
    async fn add_rejection(&self, event: &RejectionEvent, along: Along) -> Result<bool, StoreError> {
        self.keep(event, None, along).await
    }

    async fn review(&self, id: RejectionId) -> Result<Option<Review>, StoreError> {
        let mut reader = self.readers.begin().await.map_err(translated)?;
        review_of(&mut reader, id).await
    }

    async fn step_review(&self, id: RejectionId, version: u32, step: &ReviewStep, along: Along) -> Result<(), StoreError> {
        let step = step.clone();
        self.write(move |connection| {
            Box::pin(async move {
                let found = review_of(&mut *connection, id).await?.filter(|review| review.version == version);
                let review = found.ok_or(StoreError::Moved)?;
                take(&mut *connection, id, &step).await?;
                let after = review.after(&step);
                let update = "UPDATE rejections SET state = ?, initial_disagreement = ?, version = ? WHERE id = ?";
                let update = sqlx::query(update).bind(after.state().word()).bind(after.initial_disagreement).bind(after.version);
                update.bind(bytes(id.uuid())).execute(&mut *connection).await.map_err(translated)?;
                along::write(connection, &along).await
            })
        })
        .await
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
        if let Some(verdict) = wanted.verdict {
            query.push(" AND body ->> 'verdict' = ").push_bind(verdict.as_str());
        }
        if let Some(category) = &wanted.category {
            query.push(" AND body ->> 'category' = ").push_bind(category.clone());
        }
        if let Some(since) = wanted.since {
            query.push(" AND at_us >= ").push_bind(since.as_microsecond());
        }
        if let Some(until) = wanted.until {
            query.push(" AND at_us < ").push_bind(until.as_microsecond());
        }
        if let Some(after) = wanted.after {
            query.push(" AND id > ").push_bind(bytes(after.uuid()));
        }
        query.push(" ORDER BY id LIMIT ").push_bind(wanted.limit.min(REJECTIONS_MAX));
        let mut reader = self.readers.begin().await.map_err(translated)?;
        let rows = query.build().fetch_all(&mut *reader).await.map_err(translated)?;
        filled(&mut reader, rows).await
    }

    async fn add_golden(&self, event: &RejectionEvent, answer: Tag, along: Along) -> Result<bool, StoreError> {
        self.keep(event, Some(answer), along).await
    }

    async fn golden_answer(&self, id: RejectionId) -> Result<Option<Tag>, StoreError> {
        let row = sqlx::query("SELECT answer FROM rejections WHERE id = ? AND answer IS NOT NULL").bind(bytes(id.uuid()));
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

    async fn tag_golden(&self, said: &GoldenTag, along: Along) -> Result<bool, StoreError> {
        let said = said.clone();
        self.write(move |connection| {
            Box::pin(async move {
                let insert = "INSERT INTO golden_tags (event, reviewer, tag, at_us)
                    SELECT id, ?, ?, ? FROM rejections WHERE id = ? AND answer IS NOT NULL ON CONFLICT DO NOTHING";
                let insert = sqlx::query(insert).bind(said.reviewer.as_str()).bind(said.tag.word());
                let insert = insert.bind(said.at.as_microsecond()).bind(bytes(said.event.uuid()));
                let done = insert.execute(&mut *connection).await.map_err(translated)?.rows_affected();
                when(done == 1, connection, &along).await
            })
        })
        .await
    }

    async fn untag_golden(&self, id: RejectionId, reviewer: &ReviewerId, along: Along) -> Result<bool, StoreError> {
        let reviewer = reviewer.clone();
        self.write(move |connection| {
            Box::pin(async move {
                let delete = sqlx::query("DELETE FROM golden_tags WHERE event = ? AND reviewer = ?");
                let delete = delete.bind(bytes(id.uuid())).bind(reviewer.as_str());
                let done = delete.execute(&mut *connection).await.map_err(translated)?.rows_affected();
                when(done == 1, connection, &along).await
            })
        })
        .await
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
    async fn keep(&self, event: &RejectionEvent, answer: Option<Tag>, along: Along) -> Result<bool, StoreError> {
        let event = event.clone();
        self.write(move |connection| {
            Box::pin(async move {
                let is_new = insert(&mut *connection, &event, answer).await?;
                when(is_new, connection, &along).await
            })
        })
        .await
    }
}

/// Writes what goes along when the change itself happened, and says whether it did.
pub(crate) async fn when(happened: bool, connection: &mut SqliteConnection, along: &Along) -> Result<bool, StoreError> {
    match happened {
        true => along::write(connection, along).await.map(|()| true),
        false => Ok(false),
    }
}

/// Keeps a refusal. False when it is there already.
pub(crate) async fn insert(
    connection: &mut SqliteConnection,
    event: &RejectionEvent,
    answer: Option<Tag>,
) -> Result<bool, StoreError> {
    let (body, state) = (canonical::encode(event)?, Review::of(event.clone()).state());
    let insert = "INSERT INTO rejections (id, submission, submitter, at_us, state, answer, schema_version, body)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
    let insert = sqlx::query(insert).bind(bytes(event.id.uuid())).bind(&event.submission).bind(event.submitter.as_str());
    let insert = insert.bind(event.at.as_microsecond()).bind(state.word()).bind(answer.map(Tag::word));
    let kept = insert.bind(REJECTION_VERSION).bind(body).execute(connection).await.map_err(translated)?;
    Ok(kept.rows_affected() == 1)
}

/// Takes the text out of what was refused under this name; what was said of it stays.
pub(crate) async fn erase_text(connection: &mut SqliteConnection, submission: &str) -> Result<(), StoreError> {
    let erase = "UPDATE rejections SET body = json_remove(json_set(body, '$.text', ''), '$.span') WHERE submission = ?";
    sqlx::query(erase).bind(submission).execute(connection).await.map(drop).map_err(translated)
}

async fn take(connection: &mut SqliteConnection, id: RejectionId, step: &ReviewStep) -> Result<(), StoreError> {
    let key = bytes(id.uuid());
    match step {
        ReviewStep::Tagged(given) => {
            if given.is_initial {
                let mark = "UPDATE rejection_tags SET is_initial = 1 WHERE event = ? AND withdrawn_at_us IS NULL";
                sqlx::query(mark).bind(&key).execute(&mut *connection).await.map_err(translated)?;
            }
            let insert = "INSERT INTO rejection_tags (event, reviewer, slot, tag, at_us, is_independent, is_initial)
                VALUES (?, ?, ?, ?, ?, ?, ?)";
            let insert = sqlx::query(insert).bind(&key).bind(given.reviewer.as_str()).bind(given.slot).bind(given.tag.word());
            let insert = insert.bind(given.at.as_microsecond()).bind(given.is_independent).bind(given.is_initial);
            insert.execute(connection).await.map(drop).map_err(translated)
        }
        ReviewStep::Withdrawn { reviewer, at } => {
            let update =
                "UPDATE rejection_tags SET withdrawn_at_us = ? WHERE event = ? AND reviewer = ? AND withdrawn_at_us IS NULL";
            let update = sqlx::query(update).bind(at.as_microsecond()).bind(&key).bind(reviewer.as_str());
            match update.execute(connection).await.map_err(translated)?.rows_affected() {
                1 => Ok(()),
                _ => Err(StoreError::Moved),
            }
        }
        ReviewStep::Adjudicated(word) => {
            let insert = "INSERT INTO adjudications (event, adjudicator, tag, rationale, at_us) VALUES (?, ?, ?, ?, ?)";
            let insert = sqlx::query(insert).bind(&key).bind(word.adjudicator.as_str()).bind(word.tag.word());
            let insert = insert.bind(&word.rationale).bind(word.at.as_microsecond());
            insert.execute(connection).await.map(drop).map_err(translated)
        }
    }
}

async fn review_of(reader: &mut SqliteConnection, id: RejectionId) -> Result<Option<Review>, StoreError> {
    let query = sqlx::query(sqlx::AssertSqlSafe(format!("{EVENT} WHERE id = ?"))).bind(bytes(id.uuid()));
    let rows = query.fetch_all(&mut *reader).await.map_err(translated)?;
    Ok(filled(reader, rows).await?.pop())
}

/// Puts what was said beside each refusal: two more queries, however many there are.
async fn filled(reader: &mut SqliteConnection, rows: Vec<SqliteRow>) -> Result<Vec<Review>, StoreError> {
    let mut reviews = Vec::with_capacity(rows.len());
    for row in rows {
        let body: String = row.try_get("body").map_err(translated)?;
        let version = row.try_get("schema_version").map_err(translated)?;
        reviews.push(Review {
            event: canonical::decode(version, REJECTION_VERSION, &body)?,
            tags: Vec::new(),
            initial_disagreement: row.try_get("initial_disagreement").map_err(translated)?,
            adjudication: None,
            version: row.try_get("version").map_err(translated)?,
        });
    }
    let places: HashMap<RejectionId, usize> = reviews.iter().enumerate().map(|(at, review)| (review.event.id, at)).collect();
    let tags = "SELECT event, reviewer, slot, tag, at_us, is_independent, is_initial, withdrawn_at_us FROM rejection_tags";
    for row in beside(reader, tags, " ORDER BY key", &reviews).await? {
        if let Some(at) = places.get(&id_in(&row, "event")?) {
            reviews[*at].tags.push(given(&row)?);
        }
    }
    let words = "SELECT event, adjudicator, tag, rationale, at_us FROM adjudications";
    for row in beside(reader, words, "", &reviews).await? {
        if let Some(at) = places.get(&id_in(&row, "event")?) {
            reviews[*at].adjudication = Some(adjudication(&row)?);
        }
    }
    Ok(reviews)
}

/// Fetches the rows of a table that belong to these refusals.
async fn beside(
    reader: &mut SqliteConnection,
    select: &'static str,
    order: &'static str,
    reviews: &[Review],
) -> Result<Vec<SqliteRow>, StoreError> {
    let mut query: QueryBuilder<Sqlite> = QueryBuilder::new(select);
    query.push(" WHERE event IN (");
    let mut list = query.separated(", ");
    for review in reviews {
        list.push_bind(bytes(review.event.id.uuid()));
    }
    query.push(")").push(order);
    query.build().fetch_all(reader).await.map_err(translated)
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
        withdrawn_at: moment_or_none(withdrawn)?,
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

fn id_in(row: &SqliteRow, column: &str) -> Result<RejectionId, StoreError> {
    let bytes: Vec<u8> = row.try_get(column).map_err(translated)?;
    uuid(&bytes).map(RejectionId::from_uuid)
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
