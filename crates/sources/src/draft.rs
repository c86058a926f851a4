//! What a reader found, before it is a document.

use crate::{Options, SkipReason, Weighing, language};
use domain::{Document, DocumentId, DocumentKind, Span, digest_of, registrable_domain};
use jiff::civil::Date;
use std::path::Path;

/// Version of what `Document::content` is taken over.
const CONTENT_VERSION: u32 = 1;
/// Longest title and author that are kept, in bytes.
const TITLE_BYTES_MAX: usize = 1_000;

/// The parts of a document that its file gives. Everything is optional but the text.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Draft {
    pub(crate) id: Option<String>,
    pub(crate) title: String,
    pub(crate) text: String,
    /// Set where the file itself says what its sentences are.
    pub(crate) sentences: Option<Vec<Span>>,
    pub(crate) url: Option<String>,
    pub(crate) source: Option<String>,
    pub(crate) author: Option<String>,
    pub(crate) published: Option<Date>,
    pub(crate) kind: Option<DocumentKind>,
    pub(crate) language: Option<String>,
}

/// Where a draft was found.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Origin<'a> {
    /// It is the whole of this file.
    File(&'a Path),
    /// It is one of many in this file.
    Row(&'a Path),
    /// It came over the wire.
    Page,
}

impl Draft {
    /// Turns the draft into a document, or says why it cannot be one.
    pub(crate) fn finish(self, origin: Origin<'_>, options: &Options) -> Result<Document, SkipReason> {
        let text = if self.sentences.is_some() { self.text } else { self.text.trim().to_owned() };
        if !text.chars().any(char::is_alphanumeric) {
            return Err(SkipReason::NoText);
        }
        let (title, bytes_max) = (one_line(&self.title), options.limits.document_bytes);
        if title.len() + text.len() > bytes_max {
            return Err(SkipReason::TooLarge { limit_bytes: bytes_max as u64 });
        }
        let sentences = self.sentences.unwrap_or_else(|| domain::sentences(&text));
        let content = digest_of(CONTENT_VERSION, &(&title, &text));
        let url = self.url.filter(|url| is_web(url));
        let standing = url.as_deref().map(|url| options.registry.lookup(url));
        let credibility = match (options.weighing, &standing) {
            (Weighing::Registry, Some(standing)) => standing.credibility,
            _ => options.declared,
        };
        let kind = self.kind.or(standing.map(|s| s.kind)).unwrap_or(DocumentKind::Unknown);
        let id = self
            .id
            .or_else(|| url.clone())
            .and_then(DocumentId::new)
            .or_else(|| DocumentId::new(format!("{}-{}", origin.stem(), content.short())))
            .ok_or_else(|| SkipReason::Malformed("it has no usable name".to_owned()))?;
        let source = url
            .as_deref()
            .and_then(registrable_domain)
            .or_else(|| self.source.map(|s| one_line(&s)).filter(|s| !s.is_empty()))
            .unwrap_or_else(|| origin.speaker(options));
        let language = spoken(&text, self.language.as_deref());
        let author = self.author.map(|a| one_line(&a)).filter(|a| !a.is_empty());
        Ok(Document {
            id,
            title,
            text,
            sentences,
            url,
            source,
            author,
            published: self.published,
            kind,
            credibility,
            language,
            content,
            fetched: None,
        })
    }
}

impl Origin<'_> {
    /// Who speaks when nobody says.
    fn speaker(self, options: &Options) -> String {
        match self {
            Self::File(path) => path.file_name().map_or_else(|| options.corpus.to_string(), |n| one_line(&n.to_string_lossy())),
            Self::Row(_) | Self::Page => options.corpus.to_string(),
        }
    }

    /// The readable half of an id made from content.
    fn stem(self) -> String {
        let name = match self {
            Self::File(path) | Self::Row(path) => path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default(),
            Self::Page => "page".to_owned(),
        };
        let stem = name.split('.').find(|part| !part.is_empty()).unwrap_or("document");
        let plain: String = stem.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).take(80).collect();
        plain.trim_matches('-').to_lowercase()
    }
}

/// Brings a title or a name onto one line of bounded length.
pub(crate) fn one_line(text: &str) -> String {
    let mut line =
        text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" ");
    line.truncate(line.floor_char_boundary(TITLE_BYTES_MAX));
    line
}

fn is_web(url: &str) -> bool {
    url::Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

/// Shorter texts are believed when they say which language they are in, in bytes; longer ones show it.
const SHORT_TEXT_BYTES: usize = 120;

fn spoken(text: &str, declared: Option<&str>) -> String {
    let declared = declared.and_then(two_letters);
    let detected = language(text);
    match declared {
        Some(declared) if text.len() < SHORT_TEXT_BYTES || detected == "und" => declared,
        _ => detected.to_owned(),
    }
}

/// Takes `en` from `en`, `en-GB` or `en_US`.
fn two_letters(code: &str) -> Option<String> {
    let primary = code.trim().split(['-', '_']).next()?;
    let fits = primary.len() == 2 && primary.bytes().all(|b| b.is_ascii_alphabetic());
    fits.then(|| primary.to_ascii_lowercase())
}
