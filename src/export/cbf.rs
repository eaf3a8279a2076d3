//! CBF: one game of CCBridge (象棋桥) as XML, in UTF-8.
//!
//! `Head` has an element for each text, and the start as FEN. `MoveList` has the tree in pre-order;
//! its first `Move` is the start. `branch="1"` means that an alternative to this move follows when
//! its line has ended, `end="1"` ends a line; the content is the comment. Points are x from Red's
//! left and y from Black's back rank.
//!
//! Source of the facts: three files of CCBridge.

use super::loss::Losses;
use super::shared::{dump, kind_index, marked, result_code, settled};
use super::{Entry, ExportError, ExportFormat, ExportOptions, WrittenRecord};
use crate::format::layout::fields_of;
use crate::replay::Tree;
use crate::text::Charset;
use crate::xiangqi::{Move, Square};
use std::fmt::Write;

pub(super) const FORMAT: ExportFormat = ExportFormat {
    name: "cbf",
    about: "CCBridge game as XML (象棋桥)",
    extension: "cbf",
    holds_many: false,
    head: "",
    write,
};

fn write(entry: &Entry<'_>, options: &ExportOptions) -> Result<WrittenRecord, ExportError> {
    options.charset(FORMAT.name, &[Charset::Utf8])?;
    let mut xml = Xml { out: "\u{FEFF}".to_owned(), missing: Vec::new() };
    let mut losses = Losses::default();
    xml.out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.out.push_str("<ChineseChessRecord Version=\"1.0\">\n <Head>\n");
    head(&mut xml, entry, &mut losses);
    xml.out.push_str(" </Head>\n <MoveList>\n");
    moves(&mut xml, &settled(&marked(entry), &mut losses));
    xml.out.push_str(" </MoveList>\n</ChineseChessRecord>\n");
    losses.characters(Charset::Utf8, &xml.missing);
    Ok(WrittenRecord { bytes: xml.out.into_bytes(), losses: losses.finish() })
}

fn head(xml: &mut Xml, entry: &Entry<'_>, losses: &mut Losses) {
    let fields = fields_of(FORMAT.name);
    let (values, rest) = entry.deal(fields.iter().map(|field| field.tag), &["XqfType"], losses);
    rest.iter().for_each(|(name, _)| losses.tag(name));
    for (field, value) in fields.iter().zip(values) {
        match value {
            Some(value) => xml.element(field.name, value.trim()),
            None => _ = writeln!(xml.out, "  <{} />", field.name),
        }
    }
    if let Some(kind) = kind_index(entry) {
        xml.element("RecordType", &(kind + 1).to_string());
    }
    xml.element("RecordResult", &result_code(entry.result).to_string());
    xml.element("FEN", &entry.start_position().to_fen());
}

fn moves(xml: &mut Xml, tree: &Tree) {
    let point = |square: Square| format!("{}{}", square.file(), 9 - square.rank());
    let value = |mv: Move| format!("{}-{}", point(mv.from), point(mv.to));
    for entry in dump(tree) {
        let value = tree.nodes.get(entry.node as usize).map(|node| value(node.mv));
        let _ = write!(xml.out, "  <Move value=\"{}\"", value.as_deref().unwrap_or("00-00"));
        if !entry.child {
            xml.out.push_str(" end=\"1\"");
        }
        if entry.sibling {
            xml.out.push_str(" branch=\"1\"");
        }
        match tree.comment(entry.node) {
            None => xml.out.push_str(" />\n"),
            Some(comment) => {
                xml.out.push_str("><![CDATA[");
                // The end of a section inside the comment is split between two sections; a carriage
                // return, which other readers take for a line feed, stands between two.
                let comment = xml.allowed(comment).replace("]]>", "]]]]><![CDATA[>");
                let comment = comment.replace('\r', "]]>&#13;<![CDATA[");
                xml.out.push_str(&comment);
                xml.out.push_str("]]></Move>\n");
            }
        }
    }
}

/// Document being written.
struct Xml {
    out: String,
    /// Characters that XML cannot have, not even as entities.
    missing: Vec<char>,
}

impl Xml {
    fn element(&mut self, name: &str, text: &str) {
        let text = self.allowed(text);
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let text = text.replace('\r', "&#13;");
        let _ = writeln!(self.out, "  <{name}>{text}</{name}>");
    }

    /// Text with `?` for characters that XML forbids.
    fn allowed(&mut self, text: &str) -> String {
        let is_forbidden = |c: char| {
            let is_control = c < ' ' && !matches!(c, '\t' | '\n' | '\r');
            is_control || matches!(c, '\u{FFFE}' | '\u{FFFF}')
        };
        self.missing.extend(text.chars().filter(|&c| is_forbidden(c)));
        text.replace(is_forbidden, "?")
    }
}
