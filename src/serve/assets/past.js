// Novelty, departures, repetitions and citation of a game, each fetched when it is unfolded.

import { ask } from "./api.js";
import { h, number, said } from "./dom.js";
import { gameLink } from "./people.js";
import { looks } from "./state.js";
import { t } from "./texts.js";

/**
 * Part of the page that is fetched when it is first unfolded.
 * @param {string} name
 * @param {() => Promise<any>} fill
 */
function opened(name, fill) {
  const place = h("div", { class: "opened" });
  let isAsked = false;
  return h("details", { ontoggle: async (/** @type {any} */ event) => {
    if (isAsked || !event.currentTarget.open) return;
    isAsked = true;
    try {
      place.replaceChildren(...[await fill()].flat());
    } catch (error) {
      place.replaceChildren(h("p", { class: "wrong" }, /** @type {Error} */ (error).message));
    }
  } }, h("summary", {}, t(name)), place);
}

/** Citation of a game, or of the question about games. @param {string} path @param {Record<string, any>} [asked] */
export function citation(path, asked = {}) {
  return opened("cite", async () => {
    const { text, bibtex } = await ask(path, { ...asked, lang: looks().lang });
    return [h("p", { class: "cited" }, said(text)), h("pre", { class: "raw" }, bibtex)];
  });
}

/** @param {string} key @param {(ply: number) => void} to shows a ply of the game */
export function past(key, to) {
  const { notation, lang } = looks();
  const head = (/** @type {string} */ name) => h("th", { scope: "col", class: ["ply", "games"].includes(name) ? "n" : "" }, t(name === "played" ? "played-instead" : `head-${name}`));
  const novelty = async () => {
    const found = await ask(`novelty/${key}`, { notation, lang, limit: 50 });
    const row = (/** @type {any} */ it) => h("tr", {},
      h("td", {}, gameLink(it.key, it.ply)), h("td", { class: "n" }, it.ply ?? "–"), h("td", {}, it.move ?? "–"));
    return [
      h("p", {}, found.told, found.move && [" ", h("button", { type: "button", class: "move", onclick: () => to(found.ply) }, found.move)]),
      found.games?.length > 0 && h("div", { class: "wide" }, h("table", {}, h("thead", {}, h("tr", {}, ["game", "ply", "played"].map(head))), h("tbody", {}, found.games.map(row)))),
    ].filter(Boolean);
  };
  const departures = async () => {
    const found = await ask(`departures/${key}`, { notation, lang });
    const row = (/** @type {any} */ it) => h("tr", {},
      h("td", { class: "n" }, it.ply), h("td", {}, h("button", { type: "button", class: "move", onclick: () => to(it.ply) }, it.move)), h("td", {}, it.played),
      h("td", {}, gameLink(it.first, it.ply)), h("td", { class: "n" }, number(it.games)));
    if (found.departures.length === 0) return h("p", { class: "quiet" }, t("no-departures"));
    return h("div", { class: "wide" }, h("table", { class: "departures" }, h("thead", {}, h("tr", {}, ["ply", "move", "played", "game", "games"].map(head))), h("tbody", {}, found.departures.map(row))));
  };
  const repetition = async () => {
    const { cycles } = await ask(`repetition/${key}`, { lang });
    if (cycles.length === 0) return h("p", { class: "quiet" }, t("no-repetition"));
    return cycles.map((/** @type {any} */ cycle) => h("div", { class: "cycle" },
      h("button", { type: "button", onclick: () => to(cycle.from) }, t("ply-of", { ply: cycle.from, plies: cycle.until })),
      h("pre", { class: "raw" }, cycle.told.join("\n"))));
  };
  return [opened("novelty", novelty), opened("departures", departures), opened("repetition", repetition), citation(`cite/${key}`)];
}
