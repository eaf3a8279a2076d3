//! Pictures of positions.

use super::super::answer::{Answer, SVG};
use super::super::asking::Asking;
use super::super::refusal::Refusal;
use xqdb::diagram::{Arrow, Coordinates, Diagram, Letters, Theme};
use xqdb::xiangqi::{Move, Position, Square};

/// More arrows only hide the board.
const MOST_ARROWS: usize = 16;

/// A picture of a position.
pub(super) fn picture(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let line = asking.line()?;
    draw(asking, &line.position, line.moves.last().copied())
}

/// Draws a position as the question wants it drawn; `last` is marked if it names no other move.
pub(super) fn draw(
    asking: &Asking<'_>,
    position: &Position,
    last: Option<Move>,
) -> Result<Answer, Refusal> {
    let params = asking.params;
    let is_mirrored = params.flag("mirrored")?;
    let seen = |mv: Move| if is_mirrored { mv.mirror() } else { mv };
    let position = &if is_mirrored { position.mirror() } else { position.clone() };
    let last =
        params.one("last").map_or(Ok(last), |text| a_move(asking, "last", text).map(Some))?;
    let mut diagram = Diagram::new(position)
        .letters(letters(asking)?)
        .coordinates(params.choice(
            "coordinates",
            &[
                ("chinese", Coordinates::Chinese),
                ("figures", Coordinates::Figures),
                ("iccs", Coordinates::Iccs),
                ("none", Coordinates::None),
            ],
        )?)
        .theme(params.choice(
            "theme",
            &[
                ("auto", Theme::Auto),
                ("light", Theme::Light),
                ("dark", Theme::Dark),
                ("print", Theme::Print),
            ],
        )?)
        .flipped(params.flag("flipped")?);
    if let Some(last) = last {
        diagram = diagram.last(seen(last));
    }
    if let Some(from) = params.one("from") {
        let from: Square = from.parse().map_err(|_| no_point(asking, from))?;
        let legal = position.legal_moves();
        let from = if is_mirrored { from.mirror() } else { from };
        diagram = diagram.targets(legal.iter().filter(|mv| mv.from == from).map(|mv| mv.to));
    }
    if let Some(arrows) = params.one("arrows") {
        let arrows = arrows.split(',').take(MOST_ARROWS);
        let arrows: Result<Vec<Arrow>, Refusal> = arrows
            .map(|text| Ok(Arrow { mv: seen(a_move(asking, "arrows", text)?), weight: 0.5 }))
            .collect();
        diagram = diagram.arrows(arrows?);
    }
    Ok(Answer::Document { kind: SVG, text: diagram.to_svg().into_bytes(), name: None })
}

/// What is written on the pieces.
pub(super) fn letters(asking: &Asking<'_>) -> Result<Letters, Refusal> {
    asking.params.choice(
        "letters",
        &[
            ("chinese", Letters::Traditional),
            ("simplified", Letters::Simplified),
            ("latin", Letters::Latin),
            ("figures", Letters::Figures),
        ],
    )
}

fn a_move(asking: &Asking<'_>, name: &str, text: &str) -> Result<Move, Refusal> {
    text.parse().map_err(|_| asking.params.wrong(name, &asking.lang().no_move(text)))
}

fn no_point(asking: &Asking<'_>, text: &str) -> Refusal {
    asking.params.wrong("from", &asking.lang().no_point(text))
}
