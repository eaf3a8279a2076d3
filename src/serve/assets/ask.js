// Questions in the query language, with the named patterns as buttons.

import { address, ask } from "./api.js";
import { h, number } from "./dom.js";
import { filterForm } from "./filters.js";
import { gameList } from "./games.js";
import { saved } from "./saved.js";
import { sentence } from "./sentence.js";
import { FILTERS, filters, go, looks, state } from "./state.js";
import { t } from "./texts.js";

/**
 * @param {HTMLElement} main
 * @param {AbortSignal} signal
 */
export async function question(main, signal) {
  const { where = "" } = state();
  const { letters, lang } = looks();
  const box = sentence({ value: where, name: "where", signal, onsubmit: (text) => go({ where: text }) });
  const plan = h("div", { class: "plan" });
  const list = h("div");
  const patterns = h("div", { class: "patterns", role: "group", "aria-label": t("patterns") });
  main.replaceChildren(h("div", { class: "ask" },
    h("h1", {}, t("ask")),
    box.element, saved("question", FILTERS, "ask"), plan, h("details", { open: Object.keys(filters()).length === 0 }, h("summary", {}, t("patterns")), patterns), h("details", { open: Object.keys(filters()).some((name) => name !== "where") }, h("summary", {}, t("filters")), filterForm()), list));
  ask("patterns", { lang }, signal).then((answer) => {
    const spelled = (/** @type {any} */ pattern) => pattern.names[lang === "en" ? pattern.names.findIndex((/** @type {string} */ name) => /^[a-z]/i.test(name)) : 0] ?? pattern.names[0];
    patterns.replaceChildren(...answer.patterns.map((/** @type {any} */ pattern) => h("button", {
      type: "button", class: "pattern", title: pattern.definition,
      onclick: () => go({ where: [state().where, spelled(pattern)].filter(Boolean).join(" and ") }),
    }, pattern.fen && h("img", { src: address("position.svg", { fen: pattern.fen, letters, coordinates: "none", theme: state().theme || "auto" }), alt: "", loading: "lazy", width: 110, height: 121 }),
    h("b", {}, spelled(pattern).replaceAll("-", " ")), h("small", {}, pattern.meaning ?? ""))));
  }).catch(() => {});
  // Filters alone are a question, too.
  const games = () => gameList({ ...filters(), kind: state().kind || "all" }, signal);
  if (!where) {
    if (Object.keys(filters()).length > 0) list.replaceChildren(games());
    return;
  }
  const understood = await ask("query", { text: where, lang }, signal);
  if (understood.error) {
    box.refuse(understood.error);
    return;
  }
  try {
    const answer = await ask("explain", { ...filters(), lang }, signal);
    plan.replaceChildren(explained(answer));
    list.replaceChildren(games());
  } catch (error) {
    const wrong = /** @type {any} */ (error);
    if (wrong.name === "AbortError") return;
    box.refuse(wrong);
  }
}

/** @param {any} answer */
export function explained(answer) {
  return h("details", {}, h("summary", {}, t("explained", { found: number(answer.found), games: number(answer.games), scanned: number(answer.scanned) })),
    h("p", {}, h("code", {}, answer.query)),
    h("ul", {}, answer.patterns.map((/** @type {[string, string]} */ [name, body]) => h("li", {}, h("code", {}, `${name} = ${body}`)))),
    h("table", {},
      h("thead", {}, h("tr", {}, ["condition", "estimated", "left"].map((name) => h("th", { scope: "col" }, t(`head-${name}`))))),
      h("tbody", {}, answer.stages.map((/** @type {any} */ stage) => h("tr", {}, h("td", {}, h("code", {}, stage.condition)), h("td", { class: "n" }, number(stage.estimated)), h("td", { class: "n" }, number(stage.actual)))))));
}
