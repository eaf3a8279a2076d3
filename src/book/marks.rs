//! The moments of a game that a question asks for.

use crate::messages::Lang;
use xqdb::search::Moments;

/// Where a game fits a question, if anywhere; variations count.
#[derive(Clone)]
pub(crate) struct Marks(pub(crate) Option<Moments>);

impl Marks {
    /// The moments of the main line, ascending.
    pub(crate) fn plies(&self) -> &[u32] {
        let moments = self.0.as_ref().filter(|moments| !moments.variation);
        moments.and_then(|moments| moments.plies.as_deref()).unwrap_or_default()
    }

    pub(crate) fn first(&self) -> Option<u32> {
        self.plies().first().copied()
    }

    pub(crate) fn told(&self, lang: Lang) -> String {
        let Some(moments) = &self.0 else { return lang.nowhere() };
        let Some(plies) = &moments.plies else { return lang.whole_game_fits() };
        let plies: Vec<String> = plies.iter().map(u32::to_string).collect();
        match moments.variation {
            true => lang.ply_in_variation(&plies.join(", ")),
            false => lang.marked_plies(&plies.join(", ")),
        }
    }
}
