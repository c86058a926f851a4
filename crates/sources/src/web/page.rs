//! What a fetch brought, and the document in it.

use super::error::FetchError;
use crate::{Options, SkipReason, read};
use domain::Document;

/// What kind of page it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageKind {
    /// HTML.
    Html,
    /// Plain text.
    Text,
    /// PDF.
    Pdf,
}

/// A page as it came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// Where it was found in the end, after redirects.
    pub url: String,
    /// What it says it is.
    pub kind: PageKind,
    /// The charset that its header names.
    pub charset: Option<String>,
    /// The unpacked bytes.
    pub bytes: Vec<u8>,
}

impl Fetched {
    /// Reads the document in it. A page that only scripts could fill is told as such.
    pub fn document(&self, options: &Options) -> Result<Document, SkipReason> {
        match self.kind {
            PageKind::Html => read::read_page_in(&self.bytes, self.charset.as_deref(), &self.url, options),
            PageKind::Text => read::read_text_at(&self.bytes, &self.url, options),
            PageKind::Pdf => read::read_pdf_at(&self.bytes, &self.url, options),
        }
    }
}

/// Reads a `Content-Type`. A page that does not say what it is, is taken for HTML, which reads anything that is text.
pub(super) fn kind_of(declared: Option<&str>) -> Result<(PageKind, Option<String>), FetchError> {
    let Some(declared) = declared else { return Ok((PageKind::Html, None)) };
    let mut parts = declared.split(';');
    let essence = parts.next().unwrap_or_default().trim().to_ascii_lowercase();
    let kind = match essence.as_str() {
        "text/html" | "application/xhtml+xml" | "" => PageKind::Html,
        "text/plain" | "text/markdown" => PageKind::Text,
        "application/pdf" => PageKind::Pdf,
        other => return Err(FetchError::Kind(other.chars().take(60).collect())),
    };
    let charset = parts.find_map(|part| {
        let (name, value) = part.split_once('=')?;
        name.trim().eq_ignore_ascii_case("charset").then(|| value.trim().trim_matches(['"', '\'']).to_ascii_lowercase())
    });
    Ok((kind, charset.filter(|charset| !charset.is_empty())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_read_with_its_charset() {
        assert_eq!(kind_of(None), Ok((PageKind::Html, None)));
        assert_eq!(kind_of(Some("TEXT/HTML; Charset=\"ISO-8859-1\"")), Ok((PageKind::Html, Some("iso-8859-1".into()))));
        assert_eq!(kind_of(Some("text/plain")), Ok((PageKind::Text, None)));
        assert_eq!(kind_of(Some("image/png")), Err(FetchError::Kind("image/png".into())));
        assert_eq!(kind_of(Some("application/zip")), Err(FetchError::Kind("application/zip".into())));
    }
}
