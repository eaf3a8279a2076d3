//! Games of the tests, and a reader of tokens that uses no tables of the program.

use xqdb::notation::Notation;
use xqdb::xiangqi::{Move, PieceKind, Position, Side, Square};

/// Random game of 30 to 90 legal moves, equal for equal seeds.
pub(crate) fn by_dice(seed: u64) -> Vec<Move> {
    let mut dice = Dice(seed);
    let mut position = Position::start();
    let mut line = Vec::new();
    for _ in 0..30 + dice.below(60) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[dice.below(moves.len())];
        position.play_unchecked(mv);
        line.push(mv);
    }
    line
}

/// Games of two players of one name, with teams of two provinces in two years, and games with a
/// name that a field cut off, which is another player's whole name.
pub(crate) fn of_one_name() -> Vec<String> {
    let games = [
        ("1993", "南京王斌", "张惠民"),
        ("1993", "高明海", "南京 王斌"),
        ("1993", "武漢王斌", "任建平"),
        ("1993", "徐天红", "武汉 王斌"),
        ("1992", "武漢王斌", "宋国强"),
        ("1992", "柳大华", "南京王斌"),
        ("1994", "江蘇王斌", "吕钦"),
        ("1994", "王斌", "胡荣华"),
        ("2006", "上海 萬春林", "吕钦"),
        ("2006", "上海 萬春林", "胡荣华"),
        ("2006", "徐天红", "上海金外灘 萬春"),
        ("2006", "刚秋英", "萬春"),
    ];
    let text = |((year, red, black), seed): ((&str, &str, &str), u64)| {
        let moves: String = by_dice(seed).iter().map(|mv| format!("{mv} ")).collect();
        format!(
            "[Event \"{year}年全国象棋个人锦标赛\"]\n[Date \"{year}\"]\n[Red \"{red}\"]\n\
             [Black \"{black}\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n"
        )
    };
    games.into_iter().zip(7000..).map(text).collect()
}

/// Small generator of random numbers.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// Number less than `limit`, which must not be 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        (xqdb::xiangqi::mix(self.0) % limit as u64) as usize
    }
}

/// Moves of a game in a notation.
pub(crate) fn texts(line: &[Move], notation: &Notation) -> Vec<String> {
    let mut position = Position::start();
    line.iter()
        .map(|&mv| {
            let text = (notation.write)(mv, &position).unwrap();
            position.play_unchecked(mv);
            text
        })
        .collect()
}

/// Whether the characters of a token agree with a move: piece, file, direction, number. Written for
/// tests alone, without tables of the program.
pub(crate) fn says(token: &str, mv: Move, position: &Position) -> bool {
    let spellings = [mv.to_string(), format!("{}-{}", mv.from, mv.to)];
    if spellings.iter().any(|squares| token.eq_ignore_ascii_case(squares)) {
        return true;
    }
    let side = position.side();
    let piece = position.piece_at(mv.from).unwrap().kind();
    let number_of = |square: Square| match side {
        Side::Red => 9 - square.file(),
        Side::Black => square.file() + 1,
    };
    let ahead =
        (mv.to.rank() as i8 - mv.from.rank() as i8) * if side == Side::Red { 1 } else { -1 };
    let is_straight = !matches!(piece, PieceKind::Advisor | PieceKind::Elephant | PieceKind::Horse);
    let mut letters: Vec<char> = token.chars().collect();
    let Some(number) = letters.pop().and_then(digit) else { return false };
    let expected = if is_straight && ahead != 0 { ahead.unsigned_abs() } else { number_of(mv.to) };
    if number != expected {
        return false;
    }
    let Some(last) = letters.last() else { return false };
    let sign = match last {
        '进' | '+' => Some(1),
        '退' | '-' => Some(-1),
        '平' | '=' | '.' => Some(0),
        _ => None,
    };
    match sign {
        Some(sign) if sign != ahead.signum() => return false,
        Some(_) => {
            letters.pop();
        }
        // 炮25: the direction is left out.
        None => {}
    }
    let kinds = |letter: char| {
        "帅仕相马车炮兵"
            .chars()
            .zip("将士象马车炮卒".chars())
            .zip("KAEHRCP".chars())
            .position(|((red, black), latin)| [red, black, latin].contains(&letter))
    };
    // The other letters name the piece: by its kind, except for pawns named by place and file; a
    // file must be that of the move.
    let mut has_kind = false;
    let mut digits = Vec::new();
    // 一车, 三兵: a digit before its piece counts pieces in tandem.
    let counts = letters.first().copied().is_some_and(|letter| digit(letter).is_some());
    for letter in letters {
        match (kinds(letter), digit(letter)) {
            (Some(kind), _) if kind == piece as usize => has_kind = true,
            // `HR` is the rear horse.
            (Some(_), _) if letter == 'R' => {}
            (Some(_), _) => return false,
            (None, Some(number)) => digits.push(number),
            (None, None) => {}
        }
    }
    match digits[..] {
        [] => has_kind,
        [_] if counts && has_kind => true,
        [file] => (has_kind || piece == PieceKind::Pawn) && file == number_of(mv.from),
        [_, file] => piece == PieceKind::Pawn && !has_kind && file == number_of(mv.from),
        _ => false,
    }
}

fn digit(letter: char) -> Option<u8> {
    letter.to_digit(10).map(|digit| digit as u8).or_else(|| {
        "一二三四五六七八九".chars().position(|known| known == letter).map(|place| place as u8 + 1)
    })
}
