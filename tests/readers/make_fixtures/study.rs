//! What the fixtures hold: a few games, written as people write them.

use xqdb::xiangqi::{Move, Piece, PieceKind, Position, Side, Square};

/// The names and texts of a game.
#[derive(Clone, Copy)]
pub(crate) struct Head {
    pub(crate) title: &'static str,
    pub(crate) event: &'static str,
    pub(crate) site: &'static str,
    pub(crate) date: &'static str,
    pub(crate) red: &'static str,
    pub(crate) black: &'static str,
    /// 1 red, 2 black, 3 draw, as most formats count.
    pub(crate) result: u8,
}

/// All games are made up.
pub(crate) const HEAD: Head = Head {
    title: "中炮对屏风马",
    event: "长风杯",
    site: "广州",
    date: "1989-10-05",
    red: "林一舟",
    black: "周许功",
    result: 3,
};

/// A move of a tree, in pre-order.
pub(crate) struct Entry {
    pub(crate) mv: Move,
    /// 1-based.
    pub(crate) ply: usize,
    pub(crate) comment: String,
    /// A move follows this one.
    pub(crate) child: bool,
    /// Another move instead of this one stands behind all that follow it.
    pub(crate) sibling: bool,
}

/// A start, the comment on it, and moves.
pub(crate) struct Study {
    pub(crate) start: Position,
    pub(crate) comment: String,
    pub(crate) entries: Vec<Entry>,
}

impl Study {
    /// From a FEN (empty: the standard start) and moves with `{comments}` and `(variations)`.
    pub(crate) fn new(fen: &str, moves: &str) -> Study {
        let start = match fen {
            "" => Position::start(),
            fen => Position::from_fen(fen).unwrap(),
        };
        let spaced = moves.replace('(', " ( ").replace(')', " ) ");
        let mut builder = Builder::default();
        let mut words = spaced.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "(" => builder.open(),
                ")" => builder.last = builder.open.pop().unwrap(),
                _ if word.starts_with('{') => {
                    let mut comment = word.to_owned();
                    while !comment.ends_with('}') {
                        comment = format!("{comment} {}", words.next().unwrap());
                    }
                    builder.comments[builder.last] = comment[1..comment.len() - 1].to_owned();
                }
                mv => builder.play(mv.parse().unwrap()),
            }
        }
        let mut entries = Vec::new();
        builder.dump(0, 0, &mut entries);
        Study { start, comment: builder.comments[0].clone(), entries }
    }

    /// The moves of the main line.
    pub(crate) fn main_line(&self) -> Vec<Move> {
        let len = self.entries.iter().take_while(|entry| entry.child).count() + 1;
        self.entries[..len.min(self.entries.len())].iter().map(|entry| entry.mv).collect()
    }

    /// The piece that moves, for every ply of the main line.
    pub(crate) fn pieces(&self) -> Vec<Piece> {
        let mut position = self.start.clone();
        let mut pieces = Vec::new();
        for mv in self.main_line() {
            assert!(position.is_legal(mv), "{mv}");
            pieces.push(position.piece_at(mv.from).unwrap());
            position.play_unchecked(mv);
        }
        pieces
    }

    /// The points of the 32 pieces: Red's sixteen in this order, then Black's; `None` for those
    /// that are missing.
    pub(crate) fn slots(&self, order: &[PieceKind; 16]) -> [Option<Square>; 32] {
        let mut taken = Vec::new();
        std::array::from_fn(|slot| {
            let side = if slot < 16 { Side::Red } else { Side::Black };
            let piece = Some(Piece::new(side, order[slot % 16]));
            let is_free = |square: &Square| !taken.contains(square);
            let found = Square::all()
                .filter(is_free)
                .find(|square| self.start.piece_at(*square) == piece)?;
            taken.push(found);
            Some(found)
        })
    }
}

/// Node 0 is the start.
struct Builder {
    moves: Vec<Option<Move>>,
    comments: Vec<String>,
    parents: Vec<usize>,
    children: Vec<Vec<usize>>,
    last: usize,
    open: Vec<usize>,
}

impl Default for Builder {
    fn default() -> Builder {
        Builder {
            moves: vec![None],
            comments: vec![String::new()],
            parents: vec![0],
            children: vec![Vec::new()],
            last: 0,
            open: Vec::new(),
        }
    }
}

impl Builder {
    fn open(&mut self) {
        self.open.push(self.last);
        self.last = self.parents[self.last];
    }

    fn play(&mut self, mv: Move) {
        let node = self.moves.len();
        self.moves.push(Some(mv));
        self.comments.push(String::new());
        self.parents.push(self.last);
        self.children.push(Vec::new());
        self.children[self.last].push(node);
        self.last = node;
    }

    fn dump(&self, node: usize, ply: usize, entries: &mut Vec<Entry>) {
        if let Some(mv) = self.moves[node] {
            entries.push(Entry {
                mv,
                ply,
                comment: self.comments[node].clone(),
                child: !self.children[node].is_empty(),
                sibling: self.children[self.parents[node]].last() != Some(&node),
            });
        }
        for child in &self.children[node] {
            self.dump(*child, ply + 1, entries);
        }
    }
}

/// An opening with variations of several depths and comments at all places.
pub(crate) fn opening() -> Study {
    Study::new(
        "",
        "{起手炮最为常见} h2e2 (c3c4 {仙人指路} g6g5 (b7c7) b0c2) h9g7 (b9c7 {左马} h0g2 (c3c4) a9a8) \
         h0g2 i9h9 (c6c5 {挺卒, 以后再出车}) i0h0 {亮车} b9c7",
    )
}

/// A line without anything else.
pub(crate) fn line() -> Study {
    Study::new("", "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 c6c5")
}

/// An endgame that Red begins.
pub(crate) fn endgame() -> Study {
    Study::new("4k4/9/9/9/9/9/9/9/4R4/3K5 w", "e1e8 {献车} (e1a1 e9e8) e9e8")
}

/// An endgame that Black begins.
pub(crate) fn black_first() -> Study {
    Study::new("4ka3/4a4/9/9/9/9/9/9/4p4/3K5 b", "e1d1 {卒到门前} d0d1 e8d7")
}
