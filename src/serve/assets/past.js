// Novelty, departures, repetitions and citation of a game, each fetched when it is unfolded.

import { ask } from "./api.js";
import { h, number, said, table } from "./dom.js";
import { gameLink } from "./people.js";
import { opened } from "./records.js";
import { looks } from "./state.js";
import { t } from "./texts.js";

/** Citation of a game, or of the question about games. @param {string} path @param {Record<string, any>} [asked] */
export function citation(path, asked = {}) {
  return opened(t("cite"), async () => {
    const { text, bibtex } = await ask(path, { ...asked, lang: looks().lang });
    return [h("p", { class: "cited" }, said(text)), h("pre", { class: "raw" }, bibtex)];
  });
}

/** @param {string} key @param {(ply: number) => void} to shows a ply of the game */
export function past(key, to) {
  const { notation, lang } = looks();
  const moveButton = (/** @type {number} */ ply, /** @type {string} */ move) => h("button", { type: "button", class: "move", onclick: () => to(ply) }, move);
  const novelty = async () => {
    const found = await ask(`novelty/${key}`, { notation, lang, limit: 50 });
    const rows = found.games?.map((/** @type {any} */ it) => [gameLink(it.key, it.ply), it.ply ?? "–", it.move ?? "–"]) ?? [];
    return [h("p", {}, found.told, found.move && [" ", moveButton(found.ply, found.move)]), rows.length > 0 ? table(["game", "ply", "played-instead"], rows) : ""];
  };
  const departures = async () => {
    const found = await ask(`departures/${key}`, { notation, lang });
    const rows = found.departures.map((/** @type {any} */ it) => [moveButton(it.ply, it.move), it.ply, it.played, gameLink(it.first, it.ply), number(it.games)]);
    return [rows.length > 0 ? table(["move", "ply", "played-instead", "game", "games"], rows, { class: "departures" }) : h("p", { class: "quiet" }, t("no-departures"))];
  };
  const repetition = async () => {
    const { cycles } = await ask(`repetition/${key}`, { lang });
    if (cycles.length === 0) return [h("p", { class: "quiet" }, t("no-repetition"))];
    return cycles.map((/** @type {any} */ cycle) => h("div", { class: "cycle" },
      h("button", { type: "button", onclick: () => to(cycle.from) }, t("ply-of", { ply: cycle.from, plies: cycle.until })),
      h("pre", { class: "raw" }, cycle.told.join("\n"))));
  };
  return [opened(t("novelty"), novelty), opened(t("departures"), departures), opened(t("repetition"), repetition), citation(`cite/${key}`)];
}
