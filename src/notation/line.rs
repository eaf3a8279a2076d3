//! Cutting a typed or pasted line into the texts of its moves.

/// The texts of the moves in a line: numbers (`1.`, `12、`), fillers (`...`, `……`) and result signs
/// left out.
///
/// Moves are separated by blanks, commas or semicolons. In a line of descriptions in English, whose
/// moves have blanks of their own, only commas, semicolons, full stops and line breaks separate.
/// Markup keeps the blanks inside its tags.
///
/// ```
/// use xqdb::notation::tokens;
///
/// assert_eq!(tokens("1. 炮二平五 马8进7  2.H2+3 ..."), ["炮二平五", "马8进7", "H2+3"]);
/// let prose = "Pawn captures Chariot, King retreats.";
/// assert_eq!(tokens(prose), ["Pawn captures Chariot", "King retreats"]);
/// ```
pub fn tokens(line: &str) -> Vec<&str> {
    let is_prose = line.split_whitespace().filter(|word| is_english_word(word)).nth(1).is_some();
    let mut in_tag = false;
    line.split(|letter: char| {
        match letter {
            '<' => in_tag = true,
            '>' => in_tag = false,
            _ => {}
        }
        let ends = match letter {
            ',' | ';' | '，' | '；' | '。' | '、' | '\n' | '\r' => true,
            '.' => is_prose,
            _ => letter.is_whitespace() && !is_prose,
        };
        ends && !in_tag
    })
    .map(|word| without_number(word.trim()))
    .filter(|word| !word.is_empty() && !word.chars().all(|c| matches!(c, '.' | '…' | '*')))
    .filter(|word| !matches!(*word, "1-0" | "0-1" | "1/2-1/2"))
    .collect()
}

/// A word of four letters or more, as no notation but the descriptive one has.
fn is_english_word(word: &str) -> bool {
    let bare = word.trim_end_matches([',', '.', ';']);
    bare.len() >= 4 && bare.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// The word without the number of the move before it.
fn without_number(word: &str) -> &str {
    let bare = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if bare.len() < word.len() && bare.starts_with(['.', '．']) {
        bare.trim_start_matches(['.', '．', '…']).trim_start()
    } else if bare.is_empty() && word.len() < 3 {
        // A number alone; three digits and more are a move in some systems.
        ""
    } else {
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_every_kind() {
        for (line, expected) in [
            ("炮二平五 马8进7", "炮二平五|马8进7"),
            ("1.炮二平五　马8进7 2.马二进三", "炮二平五|马8进7|马二进三"),
            ("1、炮二平五，马8进7；", "炮二平五|马8进7"),
            ("1. … 马8进7 *", "马8进7"),
            ("h2e2,h9g7", "h2e2|h9g7"),
            ("1 C2.5 H8+7 2 C2.3 1-0", "C2.5|H8+7|C2.3"),
            (
                "C2=5 H8<span style=\"text-decoration: underline\">7</span>",
                "C2=5|H8<span style=\"text-decoration: underline\">7</span>",
            ),
            ("7747 6225", "7747|6225"),
            ("11=2 112", "11=2|112"),
            ("Pawn captures Chariot, King retreats", "Pawn captures Chariot|King retreats"),
            (
                "1. Cannon to the central file. 2. Horse advances.",
                "Cannon to the central file|Horse advances",
            ),
            ("", ""),
            (" , ;", ""),
        ] {
            assert_eq!(tokens(line).join("|"), expected, "{line}");
        }
    }
}
