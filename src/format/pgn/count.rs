//! Compares move numbers with the half-moves between them.
//!
//! A number states how many half-moves precede it. If it contradicts the moves read, a half-move is
//! missing or surplus, or the number is misprinted. The next number decides; a remaining difference
//! becomes a warning.

/// Count of half-moves in one line, as its numbers give it so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Count {
    /// Half-moves of the line; a filler for Red's first half-move counts as one.
    half: i64,
    /// Half-moves per number.
    step: i64,
    /// Number that all others are compared with.
    anchor: Option<Anchor>,
    /// Last number of the line.
    latest: Option<i64>,
    /// Number that contradicts the anchor.
    doubt: Option<Doubt>,
    /// Black moves first; the number rises after that move.
    black_first: bool,
    /// Two dots behind the first number: either side may begin.
    is_open: bool,
    /// Gap marked behind the last number, whose first half-move may be missing.
    held: Option<Gap>,
}

/// A number, and the 0-based half-move at which it begins.
#[derive(Clone, Copy, PartialEq)]
struct Anchor {
    number: i64,
    half: i64,
}

#[derive(Clone, Copy)]
struct Doubt {
    found: Anchor,
    gap: Gap,
}

/// Place at which a move may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Gap {
    /// Node that stands in the place of the missing move.
    pub(super) node: u32,
    /// Byte range of the gap in the text.
    pub(super) from: u32,
    pub(super) to: u32,
    /// A sign stands for the move; false for a bare number.
    pub(super) is_marked: bool,
}

/// A number in the text, before the move it counts.
#[derive(Clone, Copy)]
pub(super) struct Number {
    pub(super) value: u32,
    /// Half-move that follows. A filler behind the number makes it the second, two dots either.
    pub(super) half: NumberHalf,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum NumberHalf {
    First,
    Second,
    Either,
}

/// Result of checking a number.
#[derive(Debug, PartialEq)]
pub(super) enum Finding {
    Fits,
    /// A move is missing there.
    Gap(Gap),
    /// A move may be missing there; no number decides.
    Stray(Gap),
    /// The first number counts only one half-move, Black's.
    BlackBegins,
    /// Number `found` stands in the place of `due`.
    Odd {
        found: i64,
        due: i64,
    },
}

impl Count {
    pub(super) fn new(black_first: bool) -> Count {
        Count { step: 2, black_first, ..Count::default() }
    }

    /// Count for a variation that replaces the last half-move.
    pub(super) fn variation(self) -> Count {
        Count { half: self.half - 1, latest: None, doubt: None, is_open: false, held: None, ..self }
    }

    /// Counts a half-move, or a filler in its place.
    pub(super) fn advance(&mut self) {
        self.half += 1;
    }

    /// Whether `number` is due after `more` further half-moves.
    pub(super) fn expects(&self, number: u32, more: i64) -> bool {
        let due = |anchor: Anchor| anchor.half + self.step * (i64::from(number) - anchor.number);
        self.doubt.is_none() && self.anchor.is_some_and(|anchor| due(anchor) == self.half + more)
    }

    /// Whether the line has had a number.
    pub(super) fn has_numbers(&self) -> bool {
        self.anchor.is_some()
    }

    /// Whether a first `number` here counts the half-moves before it, the first pair as 1.
    pub(super) fn may_begin_with(&self, number: u32) -> bool {
        (2 * (i64::from(number) - 1)..=2 * i64::from(number)).contains(&self.half)
    }

    /// Whether the line begins with a number above 1 and, beyond the pair that it counts, has no
    /// other.
    pub(super) fn is_left_alone(&self) -> bool {
        self.anchor.is_some_and(|first| {
            let is_only = first.half == 0 && self.latest == Some(first.number);
            is_only && first.number > 1 && self.half > self.step
        })
    }

    /// Whether the header states that Black moves first.
    pub(super) fn is_black_first(&self) -> bool {
        self.black_first
    }

    /// Whether a number 1 may begin another game.
    pub(super) fn may_begin_anew(&self) -> bool {
        self.half >= 2 && self.anchor == Some(Anchor { number: 1, half: 0 })
    }

    /// Records a sign between the last number and its move.
    pub(super) fn hold(&mut self, gap: Gap) {
        self.held = Some(gap);
    }

    /// Takes the number before a move. `gap` may be missing before that move, unless a sign behind
    /// the previous number is in doubt.
    pub(super) fn check(&mut self, number: Number, gap: Gap) -> Finding {
        let held = self.held.take().filter(|held| held.is_marked || !gap.is_marked);
        let gap = held.unwrap_or(gap);
        let begin = match number.half {
            NumberHalf::Second => self.half - 1,
            NumberHalf::First | NumberHalf::Either => self.half,
        };
        let found = Anchor { number: number.value.into(), half: begin };
        let latest = self.latest.replace(found.number);
        let Some(anchor) = self.anchor else {
            self.anchor = Some(found);
            self.is_open = number.half == NumberHalf::Either && begin == 0 && !self.black_first;
            let due = self.half / 2 + 1;
            let fits = self.half == 0 || self.may_begin_with(number.value);
            return if fits { Finding::Fits } else { Finding::Odd { found: found.number, due } };
        };
        let is_next = found == Anchor { number: anchor.number + 1, half: 1 };
        if std::mem::take(&mut self.is_open) && is_next && !gap.is_marked {
            self.advance();
            return Finding::BlackBegins;
        }
        let due = anchor.half + self.step * (found.number - anchor.number);
        // A pair's second half-move may repeat the number, with or without dots.
        let is_second = self.step == 2 && begin == due + 1;
        if due == begin
            || is_second && (number.half == NumberHalf::Either || latest == Some(found.number))
        {
            return self.settled_by_old(anchor);
        }
        let is_first_pair = anchor == Anchor { number: found.number - 1, half: 0 };
        if latest.is_none() || self.black_first && is_first_pair && begin == 1 {
            self.anchor = Some(found);
            return Finding::Fits;
        }
        let Some(doubt) = self.doubt.take() else {
            self.doubt = Some(Doubt { found, gap });
            return Finding::Fits;
        };
        let goes_on =
            |step| found.half - doubt.found.half == step * (found.number - doubt.found.number);
        if goes_on(1)
            && self.step == 2
            && doubt.found.half - anchor.half == doubt.found.number - anchor.number
        {
            // Numbers count single half-moves.
            self.step = 1;
            return Finding::Fits;
        }
        let finding = self.judge(anchor, doubt, goes_on(self.step));
        if goes_on(self.step) {
            self.anchor = Some(doubt.found);
        } else {
            self.doubt = Some(Doubt { found, gap });
        }
        finding
    }

    /// Ends the line: decides about a last number in doubt.
    pub(super) fn end(&mut self) -> Finding {
        match (self.anchor, self.doubt.take()) {
            (Some(anchor), Some(doubt)) => self.judge(anchor, doubt, false),
            _ => match self.held.take() {
                Some(gap) if gap.is_marked => Finding::Gap(gap),
                Some(gap) => Finding::Stray(gap),
                None => Finding::Fits,
            },
        }
    }

    /// A number that fits the anchor shows that the previous one was misprinted.
    fn settled_by_old(&mut self, anchor: Anchor) -> Finding {
        self.doubt.take().map_or(Finding::Fits, |doubt| self.odd(anchor, doubt))
    }

    fn odd(&self, anchor: Anchor, doubt: Doubt) -> Finding {
        let due = anchor.number + (doubt.found.half - anchor.half).div_euclid(self.step);
        Finding::Odd { found: doubt.found.number, due }
    }

    /// Whether half-moves are missing before the number in doubt; `is_borne_out` if later numbers
    /// agree.
    fn judge(&self, anchor: Anchor, doubt: Doubt, is_borne_out: bool) -> Finding {
        let due = anchor.half + self.step * (doubt.found.number - anchor.number);
        let missing = due - doubt.found.half;
        let is_gap = match missing {
            ..=0 => false,
            1 => true,
            2 => doubt.gap.is_marked,
            _ => is_borne_out && (doubt.gap.is_marked || missing % 2 == 1),
        };
        if is_gap { Finding::Gap(doubt.gap) } else { self.odd(anchor, doubt) }
    }
}
