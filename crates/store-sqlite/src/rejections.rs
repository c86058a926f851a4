//! Refusals under review.

use crate::column::{bytes, count, moment, moment_or_none, uuid};
use crate::error::translated;
use crate::{SqliteStore, along};
use async_trait::async_trait;
use domain::{Adjudication, Given, REJECTION_VERSION, RejectionEvent, RejectionId, Review, ReviewStep, ReviewerId, Tag};
use sqlx::{FromRow, QueryBuilder, Sqlite, SqliteConnection};
use std::collections::HashMap;
use store::{Along, GoldenAnswer, GoldenTag, REJECTIONS_MAX, Rejections, RejectionsWanted, StoreError, canonical};

/// A refusal as it is kept.
#[derive(FromRow)]
struct EventRow {
    initial_disagreement: bool,
    version: i64,
    schema_version: i64,
    body: String,
}

/// A tag as it is kept.
#[derive(FromRow)]
struct TagRow {
    event: Vec<u8>,
    reviewer: String,
    slot: u8,
    tag: String,
    at_us: i64,
    is_independent: bool,
    is_initial: bool,
    withdrawn_at_us: Option<i64>,
}

/// A binding word as it is kept.
#[derive(FromRow)]
struct WordRow {
    event: Vec<u8>,
    adjudicator: String,
    tag: String,
    rationale: String,
    at_us: i64,
}

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
                let (key, state) = (bytes(id.uuid()), after.state().word());
                let (is_split, version) = (after.initial_disagreement, after.version);
                sqlx::query!(
                    "UPDATE rejections SET state = ?, initial_disagreement = ?, version = ? WHERE id = ?",
                    state,
                    is_split,
                    version,
                    key
                )
                .execute(&mut *connection)
                .await
                .map_err(translated)?;
                along::write(connection, &along).await
            })
        })
        .await
    }

    async fn reviews(&self, wanted: &RejectionsWanted) -> Result<Vec<Review>, StoreError> {
        let mut query: QueryBuilder<Sqlite> =
            QueryBuilder::new("SELECT initial_disagreement, version, schema_version, body FROM rejections WHERE answer IS NULL");
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
        let rows = query.build_query_as().fetch_all(&mut *reader).await.map_err(translated)?;
        filled(&mut reader, rows).await
    }

    async fn add_golden(&self, event: &RejectionEvent, answer: Tag, along: Along) -> Result<bool, StoreError> {
        self.keep(event, Some(answer), along).await
    }

    async fn golden_answer(&self, id: RejectionId) -> Result<Option<Tag>, StoreError> {
        let id = bytes(id.uuid());
        let answer = sqlx::query_scalar!("SELECT answer FROM rejections WHERE id = ?", id);
        let answer = answer.fetch_optional(&self.readers).await.map_err(translated)?;
        answer.flatten().map(|word| tag_of(&word)).transpose()
    }

    async fn goldens_for(&self, reviewer: &ReviewerId) -> Result<Vec<Review>, StoreError> {
        let reviewer = reviewer.as_str();
        let mut reader = self.readers.begin().await.map_err(translated)?;
        let rows = sqlx::query_as!(
            EventRow,
            r#"SELECT initial_disagreement AS "initial_disagreement: bool", version, schema_version, body FROM rejections
             WHERE answer IS NOT NULL AND submitter <> ?1
             AND id NOT IN (SELECT event FROM golden_tags WHERE reviewer = ?1) ORDER BY id LIMIT ?2"#,
            reviewer,
            REJECTIONS_MAX
        );
        let rows = rows.fetch_all(&mut *reader).await.map_err(translated)?;
        filled(&mut reader, rows).await
    }

    async fn tag_golden(&self, said: &GoldenTag, along: Along) -> Result<bool, StoreError> {
        let said = said.clone();
        self.write(move |connection| {
            Box::pin(async move {
                let (reviewer, tag) = (said.reviewer.as_str(), said.tag.word());
                let (at_us, event) = (said.at.as_microsecond(), bytes(said.event.uuid()));
                let insert = sqlx::query!(
                    "INSERT INTO golden_tags (event, reviewer, tag, at_us)
                     SELECT id, ?, ?, ? FROM rejections WHERE id = ? AND answer IS NOT NULL ON CONFLICT DO NOTHING",
                    reviewer,
                    tag,
                    at_us,
                    event
                );
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
                let (event, reviewer) = (bytes(id.uuid()), reviewer.as_str());
                let delete = sqlx::query!("DELETE FROM golden_tags WHERE event = ? AND reviewer = ?", event, reviewer);
                let done = delete.execute(&mut *connection).await.map_err(translated)?.rows_affected();
                when(done == 1, connection, &along).await
            })
        })
        .await
    }

    async fn golden_answers(&self) -> Result<Vec<GoldenAnswer>, StoreError> {
        let rows = sqlx::query!(
            r#"SELECT event, reviewer, tag, answer AS "answer!", golden_tags.at_us AS at_us
             FROM golden_tags JOIN rejections ON rejections.id = event WHERE answer IS NOT NULL ORDER BY reviewer, event"#
        );
        let rows = rows.fetch_all(&self.readers).await.map_err(translated)?;
        let answers = rows.into_iter().map(|row| {
            Ok(GoldenAnswer {
                event: RejectionId::from_uuid(uuid(&row.event)?),
                reviewer: reviewer_of(row.reviewer)?,
                said: tag_of(&row.tag)?,
                answer: tag_of(&row.answer)?,
                at: moment(row.at_us)?,
            })
        });
        answers.collect()
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
    let (id, submitter, at_us) = (bytes(event.id.uuid()), event.submitter.as_str(), event.at.as_microsecond());
    let (state, answer) = (state.word(), answer.map(Tag::word));
    let insert = sqlx::query!(
        "INSERT INTO rejections (id, submission, submitter, at_us, state, answer, schema_version, body)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        id,
        event.submission,
        submitter,
        at_us,
        state,
        answer,
        REJECTION_VERSION,
        body
    );
    Ok(insert.execute(connection).await.map_err(translated)?.rows_affected() == 1)
}

/// Takes the text out of what was refused under this name; what was said of it stays.
pub(crate) async fn erase_text(connection: &mut SqliteConnection, submission: &str) -> Result<(), StoreError> {
    let erase = sqlx::query!(
        "UPDATE rejections SET body = json_remove(json_set(body, '$.text', ''), '$.span') WHERE submission = ?",
        submission
    );
    erase.execute(connection).await.map(drop).map_err(translated)
}

/// Takes the text out of what was refused before a moment; what was said of it stays, and so do known-answer items.
pub(crate) async fn forget_texts(connection: &mut SqliteConnection, before_us: i64) -> Result<u64, StoreError> {
    let forget = sqlx::query!(
        "UPDATE rejections SET body = json_remove(json_set(body, '$.text', ''), '$.span')
         WHERE at_us < ? AND answer IS NULL AND body ->> 'text' <> ''",
        before_us
    );
    Ok(forget.execute(connection).await.map_err(translated)?.rows_affected())
}

async fn take(connection: &mut SqliteConnection, id: RejectionId, step: &ReviewStep) -> Result<(), StoreError> {
    let key = bytes(id.uuid());
    match step {
        ReviewStep::Tagged(given) => tag(connection, &key, given).await,
        ReviewStep::Withdrawn { reviewer, at } => {
            let (at_us, reviewer) = (at.as_microsecond(), reviewer.as_str());
            let update = sqlx::query!(
                "UPDATE rejection_tags SET withdrawn_at_us = ? WHERE event = ? AND reviewer = ? AND withdrawn_at_us IS NULL",
                at_us,
                key,
                reviewer
            );
            match update.execute(connection).await.map_err(translated)?.rows_affected() {
                1 => Ok(()),
                _ => Err(StoreError::Moved),
            }
        }
        ReviewStep::Adjudicated(word) => {
            let (adjudicator, tag, at_us) = (word.adjudicator.as_str(), word.tag.word(), word.at.as_microsecond());
            let insert = sqlx::query!(
                "INSERT INTO adjudications (event, adjudicator, tag, rationale, at_us) VALUES (?, ?, ?, ?, ?)",
                key,
                adjudicator,
                tag,
                word.rationale,
                at_us
            );
            insert.execute(connection).await.map(drop).map_err(translated)
        }
    }
}

async fn tag(connection: &mut SqliteConnection, key: &[u8], given: &Given) -> Result<(), StoreError> {
    if given.is_initial {
        sqlx::query!("UPDATE rejection_tags SET is_initial = 1 WHERE event = ? AND withdrawn_at_us IS NULL", key)
            .execute(&mut *connection)
            .await
            .map_err(translated)?;
    }
    let (reviewer, tag, at_us) = (given.reviewer.as_str(), given.tag.word(), given.at.as_microsecond());
    let insert = sqlx::query!(
        "INSERT INTO rejection_tags (event, reviewer, slot, tag, at_us, is_independent, is_initial) VALUES (?, ?, ?, ?, ?, ?, ?)",
        key,
        reviewer,
        given.slot,
        tag,
        at_us,
        given.is_independent,
        given.is_initial
    );
    insert.execute(connection).await.map(drop).map_err(translated)
}

async fn review_of(reader: &mut SqliteConnection, id: RejectionId) -> Result<Option<Review>, StoreError> {
    let id = bytes(id.uuid());
    let rows = sqlx::query_as!(
        EventRow,
        r#"SELECT initial_disagreement AS "initial_disagreement: bool", version, schema_version, body
         FROM rejections WHERE id = ?"#,
        id
    );
    let rows = rows.fetch_all(&mut *reader).await.map_err(translated)?;
    Ok(filled(reader, rows).await?.pop())
}

/// Puts what was said beside each refusal: two more queries, however many there are.
async fn filled(reader: &mut SqliteConnection, rows: Vec<EventRow>) -> Result<Vec<Review>, StoreError> {
    let mut reviews = Vec::with_capacity(rows.len());
    for row in rows {
        reviews.push(Review {
            event: canonical::decode(row.schema_version, REJECTION_VERSION, &row.body)?,
            tags: Vec::new(),
            initial_disagreement: row.initial_disagreement,
            adjudication: None,
            version: count(row.version)?,
        });
    }
    let places: HashMap<RejectionId, usize> = reviews.iter().enumerate().map(|(at, review)| (review.event.id, at)).collect();
    let place = |event: &[u8]| Ok(places.get(&RejectionId::from_uuid(uuid(event)?)).copied());
    let tags = "SELECT event, reviewer, slot, tag, at_us, is_independent, is_initial, withdrawn_at_us FROM rejection_tags";
    let tags = beside(tags, " ORDER BY key", &reviews).build_query_as::<TagRow>().fetch_all(&mut *reader).await;
    let words = "SELECT event, adjudicator, tag, rationale, at_us FROM adjudications";
    let words = beside(words, "", &reviews).build_query_as::<WordRow>().fetch_all(reader).await;
    for row in tags.map_err(translated)? {
        if let Some(at) = place(&row.event)? {
            reviews[at].tags.push(given(row)?);
        }
    }
    for row in words.map_err(translated)? {
        if let Some(at) = place(&row.event)? {
            reviews[at].adjudication = Some(adjudication(row)?);
        }
    }
    Ok(reviews)
}

/// Asks for the rows of a table that belong to these refusals.
fn beside(select: &'static str, order: &'static str, reviews: &[Review]) -> QueryBuilder<Sqlite> {
    let mut query = QueryBuilder::new(select);
    query.push(" WHERE event IN (");
    let mut list = query.separated(", ");
    for review in reviews {
        list.push_bind(bytes(review.event.id.uuid()));
    }
    query.push(")").push(order);
    query
}

fn given(row: TagRow) -> Result<Given, StoreError> {
    Ok(Given {
        reviewer: reviewer_of(row.reviewer)?,
        tag: tag_of(&row.tag)?,
        slot: row.slot,
        at: moment(row.at_us)?,
        is_independent: row.is_independent,
        is_initial: row.is_initial,
        withdrawn_at: moment_or_none(row.withdrawn_at_us)?,
    })
}

fn adjudication(row: WordRow) -> Result<Adjudication, StoreError> {
    let (adjudicator, tag, at) = (reviewer_of(row.adjudicator)?, tag_of(&row.tag)?, moment(row.at_us)?);
    Ok(Adjudication { adjudicator, tag, rationale: row.rationale, at })
}

fn tag_of(word: &str) -> Result<Tag, StoreError> {
    word.parse().map_err(|error: domain::UnknownTag| StoreError::Corrupt(error.to_string()))
}

pub(crate) fn reviewer_of(name: String) -> Result<ReviewerId, StoreError> {
    ReviewerId::new(name).ok_or_else(|| StoreError::Corrupt("the name of a reviewer".to_owned()))
}
