// What is asked at once, while the rest of the page is still on its way.

import { askAhead, site } from "./api.js";
import { prepare } from "./board.js";
import { exploring, recall, state } from "./state.js";
import { language } from "./texts.js";

recall();
document.documentElement.lang = language();
// Whoever brings a token hands it over before anything is asked.
if (!location.hash && !site) {
  const { view, fen, moves } = state();
  askAhead("texts", { lang: language() });
  if (!view || view === "explore") askAhead("explore", exploring({ fen, moves }));
  if (!view || view === "explore" || view === "game") prepare();
  askAhead("session", {});
}
