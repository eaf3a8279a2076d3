// Questions in the query language, with the named patterns as buttons.

import { address, ask } from "./api.js";
import { h, number, visible } from "./dom.js";
import { filterForm } from "./filters.js";
import { gameList } from "./games.js";
import { filters, go, looks, state } from "./state.js";
import { t } from "./texts.js";

/**
 * @param {HTMLElement} main
 * @param {AbortSignal} signal
 */
export async function question(main, signal) {
  const { where = "" } = state();
  const { letters, lang } = looks();
  const box = h("textarea", { name: "where", rows: 3, spellcheck: "false", "aria-label": t("question"), placeholder: t("question-hint") });
  const area = /** @type {HTMLTextAreaElement} */ (box);
  area.value = where;
  const told = h("div", { class: "wrong", role: "alert" });
  const plan = h("div", { class: "plan" });
  const list = h("div");
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    go({ where: area.value.trim() });
  };
  area.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
  });
  const patterns = h("div", { class: "patterns", role: "group", "aria-label": t("patterns") });
  main.replaceChildren(h("div", { class: "ask" },
    h("h1", {}, t("ask")),
    h("form", { class: "question", onsubmit: submit }, area, h("div", { class: "buttons" }, h("button", { type: "submit" }, t("find")))),
    told, plan, h("details", { open: !where }, h("summary", {}, t("patterns")), patterns), h("details", { open: Object.keys(filters()).some((name) => name !== "where") }, h("summary", {}, t("filters")), filterForm()), list));
  ask("patterns", { lang }, signal).then((answer) => {
    const spelled = (/** @type {any} */ pattern) => pattern.names[lang === "en" ? pattern.names.findIndex((/** @type {string} */ name) => /^[a-z]/i.test(name)) : 0] ?? pattern.names[0];
    patterns.replaceChildren(...answer.patterns.map((/** @type {any} */ pattern) => h("button", {
      type: "button", class: "pattern", title: pattern.definition,
      onclick: () => go({ where: [state().where, spelled(pattern)].filter(Boolean).join(lang === "en" ? " and " : " and ") }),
    }, pattern.fen && h("img", { src: address("position.svg", { fen: pattern.fen, letters, coordinates: "none", theme: state().theme || "auto" }), alt: "", loading: "lazy", width: 110, height: 121 }),
    h("b", {}, spelled(pattern)), h("small", {}, pattern.meaning ?? ""))));
  }).catch(() => {});
  if (!where) return;
  try {
    const answer = await ask("explain", { ...filters(), lang }, signal);
    plan.replaceChildren(explained(answer));
    list.replaceChildren(gameList({ ...filters(), kind: state().kind || "all" }, signal));
  } catch (error) {
    const wrong = /** @type {any} */ (error);
    if (wrong.name === "AbortError") return;
    told.replaceChildren(h("p", {}, wrong.message));
    if (wrong.span) told.prepend(marked(where, wrong.span));
  }
}

/**
 * The question with the word marked that cannot stand there.
 * @param {string} text
 * @param {[number, number]} span in characters
 */
function marked(text, [from, to]) {
  const letters = [...text];
  const part = (/** @type {number} */ a, /** @type {number} */ b) => visible(letters.slice(a, b).join(""));
  return h("pre", {}, part(0, from), h("mark", {}, part(from, to) || " "), part(Math.max(from, to), letters.length));
}

/** @param {any} answer */
function explained(answer) {
  return h("details", {}, h("summary", {}, t("explained", { found: number(answer.found), games: number(answer.games), scanned: number(answer.scanned) })),
    h("p", {}, h("code", {}, answer.query)),
    h("ul", {}, answer.patterns.map((/** @type {[string, string]} */ [name, body]) => h("li", {}, h("code", {}, `${name} = ${body}`)))),
    h("table", {},
      h("thead", {}, h("tr", {}, ["condition", "estimated", "left"].map((name) => h("th", { scope: "col" }, t(`head-${name}`))))),
      h("tbody", {}, answer.stages.map((/** @type {any} */ stage) => h("tr", {}, h("td", {}, h("code", {}, stage.condition)), h("td", { class: "n" }, number(stage.estimated)), h("td", { class: "n" }, number(stage.actual)))))));
}
