//! Markdown: front matter, the first heading as title, and text without its marks.

use crate::date::parse_date;
use crate::draft::Draft;
use crate::prose::Prose;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::Value;

/// Reads a Markdown file.
pub(super) fn draft(text: &str) -> Draft {
    let text = text.replace("\r\n", "\n");
    let (mut draft, body) = front_matter(text.trim_start_matches('\u{feff}'));
    let mut page = Page::default();
    let flags = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES | Options::ENABLE_TASKLISTS;
    Parser::new_ext(body, flags).for_each(|event| page.take(event));
    if draft.title.is_empty() {
        draft.title = page.title.trim().to_owned();
    } else if draft.title.trim() != page.title.trim() && !page.title.trim().is_empty() {
        // A heading that says something else than the title is part of the text.
        let rest = page.prose.finish();
        draft.text = format!("{}\n\n{rest}", page.title.trim());
        return draft;
    }
    draft.text = page.prose.finish();
    draft
}

/// Splits off the lines between `---` at the top, each `key: value`.
fn front_matter(text: &str) -> (Draft, &str) {
    let mut draft = Draft::default();
    let Some(after) = text.strip_prefix("---\n") else { return (draft, text) };
    let Some((head, body)) = after.split_once("\n---") else { return (draft, text) };
    let body = body.trim_start_matches('-');
    if !body.is_empty() && !body.starts_with('\n') {
        return (draft, text);
    }
    for line in head.lines() {
        let Some((name, value)) = line.split_once(':') else { continue };
        let value = value.trim().trim_matches(['"', '\'']).trim().to_owned();
        if value.is_empty() {
            continue;
        }
        match name.trim().to_ascii_lowercase().as_str() {
            "id" | "slug" => draft.id = Some(value),
            "title" => draft.title = value,
            "kind" => draft.kind = serde_json::from_value(Value::String(value)).ok(),
            "written" | "date" | "published" => draft.published = parse_date(&value),
            "author" | "authors" => draft.author = Some(value),
            "url" | "link" | "canonical" => draft.url = Some(value),
            "source" | "publisher" => draft.source = Some(value),
            "lang" | "language" => draft.language = Some(value),
            _ => {}
        }
    }
    (draft, body)
}

/// The text as it is gathered from the parser's events.
#[derive(Default)]
struct Page {
    prose: Prose,
    title: String,
    has_body: bool,
    is_in_title: bool,
    /// Depth of what is passed over: code, images, metadata.
    muted: usize,
    columns: Vec<String>,
    cells: Vec<String>,
    is_in_cell: bool,
}

impl Page {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.open(&tag),
            Event::End(tag) => self.close(tag),
            Event::Text(text) | Event::Code(text) => self.say(&text),
            Event::SoftBreak | Event::HardBreak => self.say(" "),
            Event::InlineHtml(tag) if tag.starts_with("<br") => self.say(" "),
            Event::Rule => self.prose.end_block(),
            _ => {}
        }
    }

    fn say(&mut self, text: &str) {
        if self.muted > 0 {
            return;
        }
        if self.is_in_title {
            self.title.push_str(text);
        } else if self.is_in_cell {
            if let Some(cell) = self.cells.last_mut() {
                cell.push_str(text);
            }
        } else {
            self.has_body |= !text.trim().is_empty();
            self.prose.say(text);
        }
    }

    fn open(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Heading { .. } => {
                self.prose.end_block();
                self.is_in_title = self.title.is_empty() && !self.has_body;
            }
            Tag::Item => self.prose.begin_item(),
            Tag::CodeBlock(_) | Tag::Image { .. } | Tag::MetadataBlock(_) | Tag::HtmlBlock => self.muted += 1,
            Tag::TableHead | Tag::TableRow => self.cells.clear(),
            Tag::TableCell => {
                self.cells.push(String::new());
                self.is_in_cell = true;
            }
            Tag::Table(_) => {
                self.prose.end_block();
                self.columns.clear();
            }
            _ => {}
        }
    }

    fn close(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                self.is_in_title = false;
                self.prose.end_block();
            }
            TagEnd::Paragraph | TagEnd::BlockQuote(_) | TagEnd::Item | TagEnd::List(_) => self.prose.end_block(),
            TagEnd::CodeBlock | TagEnd::Image | TagEnd::MetadataBlock(_) | TagEnd::HtmlBlock => {
                self.muted = self.muted.saturating_sub(1);
                self.prose.space();
            }
            TagEnd::TableHead => self.columns = std::mem::take(&mut self.cells),
            TagEnd::TableRow => self.prose.row(&self.columns, &self.cells),
            TagEnd::TableCell => self.is_in_cell = false,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::DocumentKind;

    #[test]
    fn a_note_with_front_matter_keeps_its_name_and_its_sentences() {
        let note = "---\nid: water\ntitle: Water\ntopic: science\nkind: note\nwritten: 2026-11-15\n---\n# Water\n\nWater boils at 100 degrees.\nIt freezes at 0.\n";
        let draft = draft(note);
        assert_eq!((draft.id.as_deref(), draft.title.as_str()), (Some("water"), "Water"));
        assert_eq!(draft.kind, Some(DocumentKind::Note));
        assert_eq!(draft.published, Some(jiff::civil::date(2026, 11, 15)));
        assert_eq!(draft.text, "Water boils at 100 degrees. It freezes at 0.");
    }

    #[test]
    fn marks_go_and_words_stay() {
        let page = "# On *tea*\n\nSee **[the guide](https://x.example/a_b)** and `brew()`; not ![a cup](cup.png).\n\n> Quoted words.\n\n```sh\nrm -rf\n```\n\n## Steps\n\n1. Boil\n2. Pour [^1]\n\n| Sort | Heat |\n|---|---|\n| Green | 80 °C |\n\n<div>raw</div>\n\nEnd<br>here.\n\n[^1]: Slowly.\n";
        let draft = draft(page);
        assert_eq!(draft.title, "On tea");
        assert_eq!(
            draft.text,
            "See the guide and brew(); not .\n\nQuoted words.\n\nSteps\n- Boil\n- Pour\n\nSort: Green; Heat: 80 °C\n\nEnd here.\n\nSlowly."
        );
    }

    #[test]
    fn a_page_without_front_matter_or_heading_is_all_text() {
        let draft = draft("Just a line.\n\n---\n\nAnother.");
        assert_eq!((draft.title.as_str(), draft.text.as_str()), ("", "Just a line.\n\nAnother."));
    }
}
