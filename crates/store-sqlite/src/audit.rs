//! The audit log: rows, their erasable texts, and the chain over them.

use crate::SqliteStore;
use crate::column::{digest, json, moment, uuid};
use crate::error::translated;
use async_trait::async_trait;
use domain::ActorId;
use sqlx::SqliteConnection;
use store::{AUDIT_MAX, Audit, AuditLink, AuditRow, AuditText, Salted, SignedHead, StoreError};

#[async_trait]
impl Audit for SqliteStore {
    async fn audit_rows(&self, after_seq: u64, limit: u32) -> Result<Vec<(AuditRow, AuditText)>, StoreError> {
        let (after, limit) = (after_seq.cast_signed(), limit.min(AUDIT_MAX));
        let rows = sqlx::query!(
            r#"SELECT r.seq AS "seq!", r.at_us, r.actor, r.action, r.subject, r.facts, r.content,
                   t.salt AS "salt?", t.text AS "text?", t.erased_at_us AS "erased_at_us?"
               FROM audit_rows r LEFT JOIN audit_texts t ON t.seq = r.seq WHERE r.seq > ? ORDER BY r.seq LIMIT ?"#,
            after,
            limit
        );
        let rows = rows.fetch_all(&self.readers).await.map_err(translated)?;
        let mut found = Vec::with_capacity(rows.len());
        for row in rows {
            let text = match (row.salt, row.text, row.erased_at_us) {
                (Some(salt), Some(text), _) => AuditText::Kept(Salted { salt, text }),
                (_, _, Some(at_us)) => AuditText::Erased(moment(at_us)?),
                _ => AuditText::None,
            };
            let stored = Row {
                seq: row.seq,
                at_us: row.at_us,
                actor: row.actor,
                action: row.action,
                subject: row.subject,
                facts: row.facts,
                content: row.content,
            };
            found.push((stored.into_audit()?, text));
        }
        Ok(found)
    }

    async fn audit_links(&self, after_place: u64, limit: u32) -> Result<Vec<AuditLink>, StoreError> {
        let (after, limit) = (after_place.cast_signed(), limit.min(AUDIT_MAX));
        let rows = sqlx::query_as!(
            Link,
            r#"SELECT place AS "place!", seq, row, chain FROM audit_links WHERE place > ? ORDER BY place LIMIT ?"#,
            after,
            limit
        );
        rows.fetch_all(&self.readers).await.map_err(translated)?.into_iter().map(Link::into_audit).collect()
    }

    async fn seal_audit(&self, limit: u32) -> Result<u64, StoreError> {
        let is_behind = sqlx::query_scalar!(
            r#"SELECT coalesce((SELECT max(seq) FROM audit_rows), 0) > coalesce((SELECT max(seq) FROM audit_links), 0)
                   AS "is_behind!: bool""#
        );
        if !is_behind.fetch_one(&self.readers).await.map_err(translated)? {
            return Ok(0);
        }
        let limit = limit.min(AUDIT_MAX);
        self.write(move |connection| Box::pin(async move { seal(connection, limit).await })).await
    }

    async fn audit_head(&self) -> Result<Option<AuditLink>, StoreError> {
        let row =
            sqlx::query_as!(Link, r#"SELECT place AS "place!", seq, row, chain FROM audit_links ORDER BY place DESC LIMIT 1"#);
        row.fetch_optional(&self.readers).await.map_err(translated)?.map(Link::into_audit).transpose()
    }

    async fn keep_head(&self, head: &SignedHead) -> Result<(), StoreError> {
        let head = head.clone();
        self.write(move |connection| {
            Box::pin(async move {
                let (place, chain) = (head.place.cast_signed(), head.chain.as_str());
                sqlx::query!(
                    "INSERT INTO audit_heads (place, chain, signed_at_us, public_key, signature) VALUES (?, ?, ?, ?, ?)
                     ON CONFLICT DO NOTHING",
                    place,
                    chain,
                    head.signed_at_us,
                    head.public_key,
                    head.signature
                )
                .execute(connection)
                .await
                .map(drop)
                .map_err(translated)
            })
        })
        .await
    }

    async fn signed_heads(&self, limit: u32) -> Result<Vec<SignedHead>, StoreError> {
        let limit = limit.min(AUDIT_MAX);
        let rows = sqlx::query!(
            r#"SELECT place AS "place!", chain, signed_at_us, public_key, signature FROM audit_heads ORDER BY place DESC LIMIT ?"#,
            limit
        );
        let rows = rows.fetch_all(&self.readers).await.map_err(translated)?;
        rows.into_iter()
            .map(|row| {
                Ok(SignedHead {
                    place: row.place.cast_unsigned(),
                    chain: digest(&row.chain)?,
                    signed_at_us: row.signed_at_us,
                    public_key: row.public_key,
                    signature: row.signature,
                })
            })
            .collect()
    }
}

async fn seal(connection: &mut SqliteConnection, limit: u32) -> Result<u64, StoreError> {
    let last = sqlx::query_as!(Link, r#"SELECT place AS "place!", seq, row, chain FROM audit_links ORDER BY place DESC LIMIT 1"#);
    let mut last = last.fetch_optional(&mut *connection).await.map_err(translated)?.map(Link::into_audit).transpose()?;
    let after = last.as_ref().map_or(0, |link| link.seq.cast_signed());
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT seq AS "seq!", at_us, actor, action, subject, facts, content FROM audit_rows WHERE seq > ? ORDER BY seq LIMIT ?"#,
        after,
        limit
    );
    let rows = rows.fetch_all(&mut *connection).await.map_err(translated)?;
    let sealed = rows.len() as u64;
    for row in rows {
        let link = AuditLink::after(last.as_ref(), &row.into_audit()?);
        let (place, seq, row, chain) = (link.place.cast_signed(), link.seq.cast_signed(), link.row.as_str(), link.chain.as_str());
        sqlx::query!("INSERT INTO audit_links (place, seq, row, chain) VALUES (?, ?, ?, ?)", place, seq, row, chain)
            .execute(&mut *connection)
            .await
            .map_err(translated)?;
        last = Some(link);
    }
    Ok(sealed)
}

struct Row {
    seq: i64,
    at_us: i64,
    actor: Option<Vec<u8>>,
    action: String,
    subject: String,
    facts: String,
    content: Option<String>,
}

impl Row {
    fn into_audit(self) -> Result<AuditRow, StoreError> {
        Ok(AuditRow {
            seq: self.seq.cast_unsigned(),
            at_us: self.at_us,
            actor: self.actor.map(|id| uuid(&id).map(ActorId::from_uuid)).transpose()?,
            action: self.action,
            subject: self.subject,
            facts: json(&self.facts)?,
            content: self.content.map(|text| digest(&text)).transpose()?,
        })
    }
}

struct Link {
    place: i64,
    seq: i64,
    row: String,
    chain: String,
}

impl Link {
    fn into_audit(self) -> Result<AuditLink, StoreError> {
        Ok(AuditLink {
            place: self.place.cast_unsigned(),
            seq: self.seq.cast_unsigned(),
            row: digest(&self.row)?,
            chain: digest(&self.chain)?,
        })
    }
}
