// Asks the first questions while the rest of the page is still loading.

import { askAhead, site } from "./api.js";
import { prepare } from "./board.js";
import { exploring, isEmbedded, recall, state } from "./state.js";
import { language } from "./texts.js";

recall();
document.documentElement.lang = language();
// A token in the address must be exchanged before anything is asked.
if (!location.hash && !site) {
  const { view, fen, moves } = state();
  askAhead("texts", { lang: language() });
  if (!view || view === "explore") askAhead("explore", exploring({ fen, moves }));
  if (!view || view === "explore" || view === "game") prepare();
  if (!isEmbedded()) askAhead("session", {});
}
