// Input for queries: it suggests words, and marks the faulty word with the reason below.

import { ask } from "./api.js";
import { h, visible } from "./dom.js";
import { t } from "./texts.js";

/** Largest number of suggested words. */
const MOST = 8;
/** Milliseconds after the last key before the query is checked. */
const PAUSE = 250;

/** @type {Promise<any[]> | null} */
let words = null;
let boxes = 0;

/**
 * Start of the word before the cursor, and the known words that begin so.
 * @param {any[]} known
 * @param {string} before
 * @returns {{from: number, found: any[]}}
 */
export function offered(known, before) {
  const run = /[\p{L}\p{N}_-]+$/u.exec(before)?.[0] ?? "";
  const isLatin = /^[\x20-\x7e]+$/.test(run);
  // Hanzi have no blanks: any end of the run may be the beginning of a word.
  const starts = isLatin ? [run] : Array.from({ length: Math.min(run.length, 6) }, (_, at) => run.slice(Math.max(run.length - 6, 0) + at));
  for (const start of starts) {
    if (!start || (isLatin && start.length < 2)) continue;
    const found = known.filter((it) => it.text.toLowerCase().startsWith(start.toLowerCase()) && it.text !== start);
    if (found.length) return { from: before.length - start.length, found: found.slice(0, MOST) };
  }
  return { from: before.length, found: [] };
}

/**
 * @param {{value: string, onsubmit: (text: string) => void, onedit?: (text: string) => void, name: string, signal: AbortSignal}} how
 */
export function sentence({ value, onsubmit, onedit, name, signal }) {
  const id = `words-${++boxes}`;
  const list = h("ul", { class: "offered", id, role: "listbox", "aria-label": t("words"), hidden: true });
  const told = h("div", { class: "wrong", role: "alert", id: `${id}-wrong` });
  const area = /** @type {HTMLTextAreaElement} */ (h("textarea", {
    name, rows: 3, spellcheck: "false", autocomplete: "off", autocapitalize: "off", placeholder: t("question-hint"),
    "aria-label": t("question"), "aria-autocomplete": "list", "aria-controls": id, "aria-describedby": `${id}-wrong`,
  }));
  area.value = value;
  let active = -1;
  /** @type {{from: number, found: any[]}} */
  let offer = { from: 0, found: [] };
  const close = () => {
    active = -1;
    list.hidden = true;
    area.removeAttribute("aria-activedescendant");
  };
  const choose = (/** @type {number} */ at) => {
    const { text, sort } = offer.found[at];
    const end = sort === "header" ? ":" : /[a-z]$/i.test(text) ? " " : "";
    area.setRangeText(text + end, offer.from, area.selectionStart, "end");
    close();
    area.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const mark = () => {
    [...list.children].forEach((option, at) => option.setAttribute("aria-selected", String(at === active)));
    if (active >= 0) area.setAttribute("aria-activedescendant", `${id}-${active}`);
    else area.removeAttribute("aria-activedescendant");
  };
  const show = async () => {
    words ??= ask("words", { lang: document.documentElement.lang }).then((answer) => answer.words);
    const known = await words.catch(() => []);
    offer = offered(known, area.value.slice(0, area.selectionStart));
    active = -1;
    list.hidden = offer.found.length === 0 || document.activeElement !== area;
    list.replaceChildren(...offer.found.map((it, at) => h("li", {
      role: "option", id: `${id}-${at}`, "aria-selected": "false",
      onpointerdown: (/** @type {Event} */ event) => { event.preventDefault(); choose(at); },
    }, h("b", {}, it.text), " ", h("small", {}, it.meaning ?? t(`sort-${it.sort}`)))));
    mark();
  };
  let waiting = 0;
  const check = async () => {
    if (!area.value.trim()) {
      told.replaceChildren();
      return;
    }
    const text = area.value;
    const answer = await ask("query", { text, lang: document.documentElement.lang }, signal);
    if (text !== area.value) return;
    if (answer.error) refuse(answer.error);
    else told.replaceChildren();
  };
  const refuse = (/** @type {any} */ error) => {
    told.replaceChildren(...[error.span && marked(area.value, error.span), h("p", {}, error.message.replace(/^(text|where)[:：] ?/, ""))].filter(Boolean));
  };
  area.addEventListener("input", () => {
    onedit?.(area.value);
    show().catch(() => {});
    clearTimeout(waiting);
    waiting = setTimeout(() => check().catch(() => {}), PAUSE);
  });
  area.addEventListener("blur", close);
  area.addEventListener("keydown", (event) => {
    const count = offer.found.length;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onsubmit(area.value.trim());
    } else if (!list.hidden && count && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      active = (active + (event.key === "ArrowDown" ? 1 : active < 0 ? 0 : -1) + count) % count;
      mark();
    } else if (!list.hidden && active >= 0 && (event.key === "Enter" || event.key === "Tab")) {
      event.preventDefault();
      choose(active);
    } else if (event.key === "Escape") {
      close();
    }
  });
  const element = h("form", { class: "question", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    onsubmit(area.value.trim());
  } }, h("div", { class: "writing" }, area, list), told, h("div", { class: "buttons" }, h("button", { type: "submit" }, t("find")), h("small", {}, t("words-hint"))));
  if (value) check().catch(() => {});
  return { element, area, refuse };
}

/**
 * Query with its faulty word marked.
 * @param {string} text
 * @param {[number, number]} span range of characters
 */
function marked(text, [from, to]) {
  const letters = [...text];
  const part = (/** @type {number} */ a, /** @type {number} */ b) => visible(letters.slice(a, b).join(""));
  return h("pre", {}, part(0, from), h("mark", {}, part(from, to) || " "), part(Math.max(from, to), letters.length));
}
