//! The moves that a player chooses, as a tree with their frequency and results, compared with
//! another player or with everybody.
//!
//! Mirror images are one line of the tree: of a move and its mirror image in a symmetric position,
//! the one on Red's right side stands for both. Lines that reach a position by different orders of
//! moves stay separate.

use super::timeline::Span;
use crate::search::{
    Archive, Counter, Look, Matcher, Mirroring, ParticipantCounter, Sample, Share, explore_here,
    widen,
};
use crate::store::{Fact, Result};
use crate::xiangqi::{Move, Position, Side};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Extent of a repertoire.
#[derive(Debug, Clone, Copy)]
pub struct Scope {
    /// Side of the player.
    pub side: Side,
    /// Depth of the tree in plies.
    pub depth: u32,
    /// Smallest number of the player's games for a move.
    pub least: u64,
    /// Length of the periods of each move; `None` for no periods.
    pub span: Option<Span>,
}

/// A move of the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Position before the move.
    pub position: Position,
    /// Ply of the move, 1-based.
    pub ply: u32,
    /// Whether the player moves, and not the opponent.
    pub is_his: bool,
    /// The player's games, with the player's score.
    pub his: Chosen,
    /// Games to compare with, scored from the same side: those of the other player or, without one,
    /// all games that reach the position by any moves. Empty if nothing is compared.
    pub others: Chosen,
}

/// Games in which a move was played.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chosen {
    /// The games; for one player's games the participants are opponents only.
    pub sample: Sample,
    /// Number of games that reached the position before the move.
    pub chances: u64,
    /// Games and chances by period, the earliest first, for periods that reached the position.
    pub periods: Vec<ChosenIn>,
    /// First and last known year; `None` for everybody's games.
    pub years: Option<(u16, u16)>,
}

/// Games of a period in which a move was played.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChosenIn {
    /// First year of the period.
    pub first: u16,
    /// The games; the participants are opponents only.
    pub sample: Sample,
    /// Number of games of the period that reached the position before the move.
    pub chances: u64,
}

/// Builds the tree of a player's games in pre-order, moves with the most games first. Compares with
/// the games `others` of another player or else with the games that `field` accepts.
pub fn repertoire(
    archive: &Archive,
    games: &[u32],
    scope: &Scope,
    others: Option<&[u32]>,
    field: Option<&Matcher>,
) -> Result<Vec<Choice>> {
    let names = archive.folded_names()?;
    let disputed = archive.disputed_players()?;
    let mut teller = ParticipantCounter::new(names);
    let look = Look { mirroring: Mirroring::Any, variations: false, latest: 0 };
    let mut lines = Vec::new();
    for (games, is_his) in [(games, true), (others.unwrap_or_default(), false)] {
        for &game in games {
            let year = |fact: &Fact| disputed.year(game, scope.side, fact);
            lines.extend(Line::read(archive, game, is_his, scope.depth, year)?);
        }
    }
    let root = Place {
        position: Position::start(),
        ply: 0,
        members: (0..lines.len()).map(|line| Member { line, is_mirrored: false }).collect(),
    };
    let mut choices = Vec::new();
    let mut open = vec![Step::Go(root)];
    while let Some(step) = open.pop() {
        let place = match step {
            Step::Tell(choice) => {
                choices.push(*choice);
                continue;
            }
            Step::Go(place) => place,
        };
        if place.ply == scope.depth {
            continue;
        }
        let explored =
            field.map(|field| explore_here(archive, &place.position, field, &look)).transpose()?;
        let mut played = |members: &[Member], is_his: bool| {
            let those = members.iter().filter(|member| lines[member.line].is_his == is_his);
            count(those.map(|member| &lines[member.line]), scope, &mut teller)
        };
        let (his_chances, other_chances) =
            (played(&place.members, true), played(&place.members, false));
        let mut next: Vec<(Choice, Vec<Member>)> = Vec::new();
        for (mv, members) in place.by_move(&lines) {
            let his = played(&members, true).of(&his_chances);
            if his.sample.score.games() < scope.least {
                continue;
            }
            let is_his = place.position.side() == scope.side;
            let is_row =
                |row: Move| row == mv || place.position.is_symmetric() && row.mirror() == mv;
            let others = match (others, &explored) {
                (Some(_), _) => played(&members, false).of(&other_chances),
                (None, None) => Chosen::default(),
                (None, Some(explored)) => {
                    let row = explored.rows.iter().find(|row| is_row(row.mv));
                    let sample = row.map(|row| Sample {
                        score: row.score.seen_by(scope.side),
                        behind: row.behind.clone(),
                        years: None,
                    });
                    let (sample, chances) = (sample.unwrap_or_default(), explored.score.games());
                    Chosen { sample, chances, ..Chosen::default() }
                }
            };
            let (position, ply) = (place.position.clone(), place.ply + 1);
            next.push((Choice { mv, position, ply, is_his, his, others }, members));
        }
        next.sort_by_key(|(choice, _)| (Reverse(choice.his.sample.score.games()), choice.mv));
        // Pushed in reverse, since the stack pops the last entry first.
        for (choice, members) in next.into_iter().rev() {
            let mut position = choice.position.clone();
            position.play_unchecked(choice.mv);
            open.push(Step::Go(Place { position, ply: choice.ply, members }));
            open.push(Step::Tell(Box::new(choice)));
        }
    }
    Ok(choices)
}

/// A step of building the tree.
enum Step {
    /// Adds this move to the result.
    Tell(Box<Choice>),
    /// Expands this position.
    Go(Place),
}

/// The first moves of a game.
struct Line {
    fact: Fact,
    /// Year in which the game shows the player.
    year: Option<u16>,
    moves: Vec<Move>,
    is_his: bool,
}

impl Line {
    /// `None` for a game that does not begin at the standard start.
    fn read(
        archive: &Archive,
        game: u32,
        is_his: bool,
        depth: u32,
        year: impl Fn(&Fact) -> Option<u16>,
    ) -> Result<Option<Line>> {
        let Some(&fact) = archive.facts().get(game) else { return Ok(None) };
        let mut line = None;
        archive.effective().game_line(archive.snapshot(), game, &mut |read| {
            if read.start.is_none() {
                let moves = read.playable().take(depth as usize).collect();
                line = Some(Line { fact, year: year(&fact), moves, is_his });
            }
            Ok(())
        })?;
        Ok(line)
    }
}

/// A game that reaches a place of the tree.
#[derive(Clone, Copy)]
struct Member {
    line: usize,
    /// Whether the game has the mirror image.
    is_mirrored: bool,
}

/// A position of the tree, and the games that reach it.
struct Place {
    position: Position,
    ply: u32,
    members: Vec<Member>,
}

impl Place {
    /// The games by their next move, mirrored as the position is.
    fn by_move(&self, lines: &[Line]) -> BTreeMap<Move, Vec<Member>> {
        let mut by_move: BTreeMap<Move, Vec<Member>> = BTreeMap::new();
        for &Member { line, is_mirrored } in &self.members {
            let Some(&played) = lines[line].moves.get(self.ply as usize) else { continue };
            let mv = if is_mirrored { played.mirror() } else { played };
            let is_turned = self.position.is_symmetric() && is_left(mv);
            let (mv, is_mirrored) =
                if is_turned { (mv.mirror(), !is_mirrored) } else { (mv, is_mirrored) };
            by_move.entry(mv).or_default().push(Member { line, is_mirrored });
        }
        by_move
    }
}

/// Whether the mirror image of a move is nearer to Red's right side.
fn is_left(mv: Move) -> bool {
    let files = |mv: Move| (mv.from.file(), mv.to.file());
    files(mv) < files(mv.mirror())
}

/// Counts games in total and by period.
fn count<'l>(
    lines: impl Iterator<Item = &'l Line>,
    scope: &Scope,
    teller: &mut ParticipantCounter<'_>,
) -> Chosen {
    let mut counter = Counter::default();
    let mut periods: BTreeMap<u16, Counter> = BTreeMap::new();
    let mut played = Chosen::default();
    for Line { fact, year, .. } in lines {
        counter.add_against(scope.side, fact, *year);
        if let (Some(span), Some(year)) = (scope.span, fact.year().filter(|_| fact.is_game())) {
            let period = periods.entry(span.first(year)).or_default();
            period.add_against(scope.side, fact, Some(year));
        }
        widen(&mut played.years, year.filter(|_| fact.is_game()));
    }
    played.sample = counter.sample(teller);
    let periods = periods.into_iter().map(|(first, counter)| {
        let sample = counter.sample(teller);
        ChosenIn { first, chances: sample.score.games(), sample }
    });
    played.periods = periods.collect();
    played
}

impl Chosen {
    /// Adds `chances`, the games that reached the position before the move.
    fn of(self, chances: &Chosen) -> Chosen {
        let periods = chances.periods.iter().map(|&ChosenIn { first, chances, .. }| {
            let here = self.periods.iter().find(|period| period.first == first);
            let sample = here.map(|period| period.sample.clone()).unwrap_or_default();
            ChosenIn { first, sample, chances }
        });
        Chosen { periods: periods.collect(), chances: chances.sample.score.games(), ..self }
    }

    /// Frequency of the move, with its interval.
    pub fn share(&self) -> Option<Share> {
        Share::of_part(self.sample.score.games(), self.chances)
    }
}

impl ChosenIn {
    /// Frequency of the move in the period, with its interval.
    pub fn share(&self) -> Option<Share> {
        Share::of_part(self.sample.score.games(), self.chances)
    }
}
