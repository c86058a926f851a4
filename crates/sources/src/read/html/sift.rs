//! What a page loses before it is parsed, so that a hostile one cannot cost more than its size.
//!
//! A parser copies open formatting elements into every new paragraph and searches the whole stack of open elements for
//! every tag. Formatting says nothing to us, so it goes; nesting beyond any real page is flattened. The text stays.

/// Deepest nesting that is kept. Real pages stay below a hundred.
const DEPTH_MAX: usize = 500;

/// Elements that only change the look of words, and that a parser repeats in each block.
const FORMATTING: &[&str] = &["b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"];

/// Elements that hold nothing, or that the parser closes by itself when the next one begins.
const SHALLOW: &[&str] = &[
    "area", "base", "body", "br", "col", "colgroup", "dd", "dt", "embed", "head", "hr", "html", "img", "input", "li", "link",
    "meta", "optgroup", "option", "p", "param", "source", "tbody", "td", "tfoot", "th", "thead", "tr", "track", "wbr",
];

/// Elements whose content is not markup.
const RAW: &[&str] = &["script", "style", "textarea", "title", "xmp", "noframes"];

/// Returns the page without formatting, comments and endless nesting.
pub(super) fn sift(page: &str) -> String {
    let mut kept = String::with_capacity(page.len());
    let mut depth = Depth::default();
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        kept.push_str(&rest[..at]);
        rest = &rest[at..];
        if rest.starts_with("<!--") {
            rest = rest.find("-->").map_or("", |end| &rest[end + 3..]);
            continue;
        }
        let Some((name, is_close)) = tag_name(rest) else {
            kept.push('<');
            rest = &rest[1..];
            continue;
        };
        let end = tag_end(rest);
        let tag = &rest[..end];
        rest = &rest[end..];
        if FORMATTING.contains(&name.as_str()) || !depth.admits(&name, is_close, tag.ends_with("/>")) {
            continue;
        }
        kept.push_str(tag);
        if !is_close && RAW.contains(&name.as_str()) {
            let raw = raw_end(rest, &name);
            kept.push_str(&rest[..raw]);
            rest = &rest[raw..];
        }
    }
    kept.push_str(rest);
    kept
}

#[derive(Default)]
struct Depth {
    open: usize,
    /// Elements left out because they stand too deep; as many closing tags are left out too.
    beyond: usize,
}

impl Depth {
    fn admits(&mut self, name: &str, is_close: bool, is_empty: bool) -> bool {
        if is_empty || SHALLOW.contains(&name) || RAW.contains(&name) {
            return true;
        }
        match (is_close, self.beyond > 0) {
            (false, _) if self.open >= DEPTH_MAX => {
                self.beyond += 1;
                false
            }
            (false, _) => {
                self.open += 1;
                true
            }
            (true, true) => {
                self.beyond -= 1;
                false
            }
            (true, false) => {
                self.open = self.open.saturating_sub(1);
                true
            }
        }
    }
}

/// Returns the lower-case name of the tag that a text begins with, and whether it closes.
fn tag_name(text: &str) -> Option<(String, bool)> {
    let inner = text.strip_prefix('<')?;
    let (inner, is_close) = inner.strip_prefix('/').map_or((inner, false), |inner| (inner, true));
    let len = inner.bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b':')).count();
    let is_name = inner.as_bytes().first().is_some_and(u8::is_ascii_alphabetic);
    (is_name && len <= 64).then(|| (inner[..len].to_ascii_lowercase(), is_close))
}

/// Finds the end of a tag, past any `>` within quotes.
fn tag_end(text: &str) -> usize {
    let mut quote = None;
    let mut last = 0u8;
    for (at, byte) in text.bytes().enumerate() {
        match (byte, quote) {
            (b'>', None) => return at + 1,
            (b'"' | b'\'', None) if last == b'=' => quote = Some(byte),
            (byte, Some(open)) if byte == open => quote = None,
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            last = byte;
        }
    }
    text.len()
}

fn raw_end(text: &str, name: &str) -> usize {
    let mut from = 0;
    while let Some(at) = text[from..].find("</").map(|at| from + at) {
        let is_end = text.as_bytes()[at + 2..].get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()));
        if is_end {
            return at;
        }
        from = at + 2;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn formatting_and_comments_go_and_words_stay() {
        assert_eq!(sift("<p>A <b>bold</b> <EM class=x>word</EM><!-- note --> 3 < 4</p>"), "<p>A bold word 3 < 4</p>");
        assert_eq!(sift("<script>if (a<b) x('<i>')</script><i>t</i>"), "<script>if (a<b) x('<i>')</script>t");
        assert_eq!(sift("<a title='x > y'>z</a>"), "<a title='x > y'>z</a>");
    }

    #[test]
    fn endless_nesting_is_flattened() {
        let page = sift(&format!("{}text{}", "<div>".repeat(9_000), "</div>".repeat(9_000)));
        assert_eq!(page.matches("<div>").count(), DEPTH_MAX);
        assert_eq!(page.matches("</div>").count(), DEPTH_MAX);
    }

    proptest! {
        #[test]
        fn nothing_breaks_it(page in "[<>/a-z\"'= !ü-]{0,200}") {
            prop_assert!(sift(&page).len() <= page.len());
        }
    }
}
