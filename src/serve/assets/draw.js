// A board to draw on: a position to look up, or a part of one that games have to show.

import { Board } from "./board.js";
import { h } from "./dom.js";
import { gameList } from "./games.js";
import { go, link, state } from "./state.js";
import { t } from "./texts.js";

/** What can be put on a point; `.` has to be empty, `?` may be anything. */
const BRUSHES = [..."KABNRCPkabnrcp.?"];

/** What is put next. */
let brush = "R";

/**
 * Ten rows of nine letters, Black's back rank first, of a partial board.
 * @param {string} text
 */
function read(text) {
  const rows = (text.trim().split(/\s+/)[0] || "").split("/");
  return Array.from({ length: 10 }, (_, at) => {
    const row = (rows[at] ?? "").replace(/\d/g, (count) => ".".repeat(Number(count)));
    return [...(row || "?????????").padEnd(9, "?").slice(0, 9)];
  });
}

/** @param {string[][]} rows */
function written(rows) {
  return rows.map((row) => (row.every((point) => point === "?") ? "" : row.join(""))).join("/");
}

/**
 * The pieces of a position as a partial board: everything else may be anything.
 * @param {string} fen
 */
export function piecesOf(fen) {
  return written(read(fen).map((row) => row.map((point) => (point === "." ? "?" : point))));
}

/**
 * @param {HTMLElement} main
 * @param {AbortSignal} signal
 */
export async function draw(main, signal) {
  const { draw: text = "", side = "" } = state();
  const rows = read(text);
  const board = new Board({ onpoint: put });
  const change = (/** @type {string} */ next) => go({ draw: next.replace(/^\/*$/, "") }, { replace: true });
  /** @param {string} square */
  function put(square) {
    const [row, column] = [9 - Number(square[1]), square.charCodeAt(0) - 97];
    rows[row][column] = rows[row][column] === brush ? "?" : brush;
    change(written(rows));
  }
  const placement = rows.map((row) => row.join("").replace(/[.?]+/g, (run) => String(run.length))).join("/");
  const fen = `${placement} ${side || "w"} - - 0 1`;
  /** @type {Record<string, string>} */
  const pieces = {};
  rows.forEach((row, r) => row.forEach((point, c) => {
    const square = `${"abcdefghi"[c]}${9 - r}`;
    if (/[a-z]/i.test(point)) pieces[square] = point;
    board.buttons.get(square)?.classList.toggle("void", point === ".");
  }));
  board.show({ fen, pieces, legal: {} });
  const palette = h("div", { class: "palette", role: "radiogroup", "aria-label": t("brushes") }, BRUSHES.map((name) => {
    const label = name === "." ? t("must-be-empty") : name === "?" ? t("anything") : t(`piece-${name}`);
    const kind = /[A-Z]/.test(name) ? "red" : /[a-z]/.test(name) ? "black" : "none";
    return h("button", {
      type: "button", role: "radio", "aria-checked": String(name === brush), "aria-label": label, title: label, class: `brush ${kind}`,
      onclick: (/** @type {any} */ event) => {
        brush = name;
        for (const other of palette.children) other.setAttribute("aria-checked", String(other === event.currentTarget));
      },
    }, kind === "none" ? (name === "." ? "○" : "✕") : t(`letter-${name}`));
  }));
  const choice = (/** @type {string} */ value, /** @type {string} */ name) => h("option", { value, selected: value === side }, t(name));
  const contains = text && `${written(rows)}${side ? ` ${side}` : ""}`;
  const box = h("input", { name: "contains", value: contains, "aria-label": t("filter-contains"), spellcheck: "false", autocomplete: "off" });
  main.replaceChildren(h("div", { class: "explore" },
    h("section", { class: "left" }, board.element, palette,
      h("div", { class: "controls" },
        h("select", { "aria-label": t("side-to-move"), onchange: (/** @type {any} */ event) => go({ side: event.target.value }, { replace: true }) }, choice("", "either-side"), choice("w", "red-to-move"), choice("b", "black-to-move")),
        h("button", { type: "button", onclick: () => go({ flip: state().flip ? "" : 1 }, { replace: true }), title: t("flip"), "aria-label": t("flip") }, "⇅"),
        h("button", { type: "button", onclick: () => change(""), disabled: !text }, t("clear-board"))),
      h("p", { class: "links" }, h("a", { href: link({ view: "", draw: "", side: "", fen, moves: "" }), "data-state": true }, t("explore-exactly")))),
    h("section", { class: "right" }, h("h1", {}, t("draw")), h("p", { class: "quiet" }, t("draw-about")),
      h("form", { class: "typed", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); const [next, to] = /** @type {any} */ (box).value.trim().split(/\s+/); go({ draw: next, side: to }); } }, box, h("button", { type: "submit" }, t("find"))),
      text && gameList({ contains, kind: "all" }, signal))));
}
