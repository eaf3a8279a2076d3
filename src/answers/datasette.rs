//! Settings with which [Datasette](https://docs.datasette.io/en/stable/metadata.html) shows a
//! database: views first, tables hidden, every column described, and questions ready to be asked.
//!
//! The descriptions are the comments of the schema in the database itself; the questions are those
//! of a page of the documentation.

use crate::store::{Connection, MadeTable, Result};
use serde_json::{Map, Value, json};

/// Settings for a database that Datasette calls `name`. `page` has numbered questions, each
/// followed by its SQL.
pub fn datasette_settings(conn: &Connection, name: &str, page: &str) -> Result<Value> {
    let mut tables = Map::new();
    for made in conn.made_tables()? {
        let Described { whole, columns } = Described::of(&made);
        let mut settings = json!({ "columns": columns, "description": whole });
        if !made.is_view {
            settings["hidden"] = json!(true);
        }
        tables.insert(made.name, settings);
    }
    let questions = (1..).zip(questions(page));
    let queries: Map<String, Value> = questions
        .map(|(number, (title, sql))| {
            (format!("question-{number}"), json!({ "title": title, "sql": sql }))
        })
        .collect();
    Ok(json!({ "databases": { name: { "tables": tables, "queries": queries } } }))
}

/// Comments in the SQL of a table or view.
#[derive(Debug, Default)]
struct Described {
    /// Comment between the head and the first empty line.
    whole: String,
    /// Comment before each column, by its name.
    columns: Map<String, Value>,
}

impl Described {
    fn of(made: &MadeTable) -> Described {
        let mut described = Described::default();
        let mut said: Vec<&str> = Vec::new();
        for line in made.sql.lines().skip(1).map(str::trim) {
            if let Some(comment) = line.strip_prefix("--") {
                said.push(comment.trim());
            } else if line.is_empty() {
                described.whole = std::mem::take(&mut said).join(" ");
            } else if line.starts_with(')') {
                break;
            } else {
                let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let name: String = line.chars().take_while(|&c| is_of_name(c)).collect();
                if !said.is_empty() {
                    let text = std::mem::take(&mut said).join(" ");
                    described.columns.insert(name, text.into());
                }
            }
        }
        described
    }
}

/// Numbered questions of a page, in order: text and SQL.
fn questions(page: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut title = String::new();
    let mut sql: Option<String> = None;
    for line in page.lines() {
        let text = line.trim();
        match &mut sql {
            Some(lines) if text == "```" => {
                let asked = std::mem::take(lines).trim().trim_end_matches(';').to_owned();
                if !title.is_empty() {
                    found.push((std::mem::take(&mut title), asked));
                }
                sql = None;
            }
            Some(lines) => *lines += &format!("{text}\n"),
            None if text == "```sql" => sql = Some(String::new()),
            None => match text.split_once(". ") {
                Some((number, question)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                    title = question.replace('`', "");
                }
                _ if !title.is_empty() && !text.is_empty() => {
                    title = format!("{title} {}", text.replace('`', ""));
                }
                _ => {}
            },
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_before_columns_describe_them() {
        let sql = "CREATE VIEW games (\n    -- All games.\n\n    -- A number\n    -- of the file.\n    \
                   id,\n    key,\n    -- A date.\n    date\n) as\n    -- not this\n    select 1";
        let made = MadeTable { name: "games".to_owned(), is_view: true, sql: sql.to_owned() };
        let Described { whole, columns } = Described::of(&made);
        assert_eq!(whole, "All games.");
        assert_eq!(json!(columns), json!({ "id": "A number of the file.", "date": "A date." }));
    }

    #[test]
    fn questions_of_a_page_are_numbered() {
        let page = "Text.\n\n1. How many\n   `games`?\n\n   ```sql\n   select 1;\n   ```\n\nMore:\n\n\
                    ```sql\nselect 2;\n```\n\n2. And now?\n\n   ```sql\n   select\n   3;\n   ```\n";
        let expected = [("How many games?", "select 1"), ("And now?", "select\n3")];
        let found = questions(page);
        assert!(found.iter().map(|(a, b)| (a.as_str(), b.as_str())).eq(expected), "{found:?}");
    }
}
