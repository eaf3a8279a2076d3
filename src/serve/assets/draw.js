// Board to draw on: pieces on points, pieces somewhere in an area, points that must be empty.
// Beside it stands the query that the drawing means, which can be edited.

import { ask } from "./api.js";
import { explained } from "./ask.js";
import { Board } from "./board.js";
import { h } from "./dom.js";
import { addressOf, drawnOf, sentenceOf } from "./drawn.js";
import { gameList } from "./games.js";
import { saved } from "./saved.js";
import { sentence } from "./sentence.js";
import { go, link, looks, state } from "./state.js";
import { t } from "./texts.js";

/** Signs to put on a point: letters of pieces, `.` for an empty point, `?` for any. */
const BRUSHES = [..."KABNRCPkabnrcp.?"];
/** Signs for an area: letters of pieces, `+` and `-` for any piece of Red and of Black, `*` for any. */
const MEN = [..."KABNRCPkabnrcp+-*"];
/** Tools: put a piece, mark an area with a piece, mark an area without it. */
const TOOLS = ["put", "area", "not-area"];

let tool = "put";
/** Sign for the next point, and sign for areas. */
let brush = "R";
let man = "R";
/** @type {any} */
let shown = null;

/**
 * @param {HTMLElement} main
 * @param {AbortSignal} signal
 */
export async function draw(main, signal) {
  if (!shown || !main.contains(shown.element) || shown.lang !== looks().lang) shown = new Drawing(main);
  await shown.show(signal);
}

class Drawing {
  /** @param {HTMLElement} main */
  constructor(main) {
    this.lang = looks().lang;
    this.drawn = drawnOf(state());
    this.board = new Board({ onpoint: (square) => this.#point(square), onstroke: (square) => this.#stroke(square) });
    this.palette = h("div", { class: "palette", role: "radiogroup" });
    this.tools = h("div", { class: "tools", role: "radiogroup", "aria-label": t("tools") });
    this.areas = h("ul", { class: "chips" });
    this.controls = h("div", { class: "controls" });
    this.links = h("p", { class: "links" });
    this.right = h("section", { class: "right" });
    this.element = h("div", { class: "explore draw" }, h("section", { class: "left" }, this.board.element, this.tools, this.palette, this.areas, this.controls, this.links), this.right);
    /** Whether the stroke adds points; null before it begins. @type {boolean | null} */
    this.adds = null;
    this.#choices();
    main.replaceChildren(this.element);
  }

  /** @param {AbortSignal} signal */
  async show(signal) {
    this.drawn = drawnOf(state());
    this.#look();
    this.#below();
    await this.#beside(signal);
  }

  /** Puts the drawing into the address, and removes an edited query. */
  #keep() {
    go({ ...addressOf(this.drawn), where: "" }, { replace: true });
  }

  /** @param {string} square */
  #point(square) {
    if (tool === "put") {
      const [row, column] = [9 - Number(square[1]), square.charCodeAt(0) - 97];
      this.drawn.rows[row][column] = this.drawn.rows[row][column] === brush ? "?" : brush;
    } else {
      const area = this.#area();
      if (!area.points.delete(square)) area.points.add(square);
    }
    this.#keep();
  }

  /** Area that the tool changes. */
  #area() {
    const not = tool === "not-area";
    let area = this.drawn.areas.find((it) => it.not === not && it.piece === man);
    if (!area) {
      area = { not, piece: man, points: new Set() };
      this.drawn.areas.push(area);
    }
    return area;
  }

  /** @param {string | null} square */
  #stroke(square) {
    if (tool === "put") return false;
    if (square === null) {
      this.adds = null;
      this.#keep();
      return true;
    }
    const { points } = this.#area();
    this.adds ??= !points.has(square);
    if (this.adds) points.add(square);
    else points.delete(square);
    this.#paint();
    return true;
  }

  /** Shows the areas on the board, and names them in labels. */
  #paint() {
    for (const [square, button] of this.board.buttons) {
      const here = this.drawn.areas.filter(({ points }) => points.has(square));
      button.classList.toggle("in", here.some(({ not }) => !not));
      button.classList.toggle("out", here.some(({ not }) => not));
      const told = here.map(({ not, piece }) => `${t(not ? "area-not" : "area")} ${name(piece)}`).join(", ");
      if (told) button.setAttribute("aria-label", `${button.getAttribute("aria-label")}, ${told}`);
    }
  }

  #look() {
    const { rows, side } = this.drawn;
    const placement = rows.map((row) => row.join("").replace(/[.?]+/g, (run) => String(run.length))).join("/");
    rows.forEach((row, r) => row.forEach((point, c) => {
      const square = `${"abcdefghi"[c]}${9 - r}`;
      this.board.buttons.get(square)?.classList.toggle("void", point === ".");
    }));
    this.fen = `${placement} ${side || "w"} - - 0 1`;
    this.board.show({ fen: this.fen, legal: {} });
    this.#paint();
  }

  /** Makes the buttons of tools and pieces. Answers do not replace them: a press must end where it began. */
  #choices() {
    const radio = (/** @type {boolean} */ is, /** @type {string} */ label, /** @type {string} */ kind, /** @type {string} */ text, /** @type {() => void} */ choose) =>
      h("button", { type: "button", role: "radio", "aria-checked": String(is), "aria-label": label, title: label, class: kind, onclick: choose }, text);
    const again = (/** @type {string} */ focus) => {
      this.#choices();
      /** @type {HTMLElement | null} */ (this.element.querySelector(focus))?.focus();
    };
    this.tools.replaceChildren(...TOOLS.map((it) => radio(it === tool, t(`tool-${it}`), "tool", t(`tool-${it}`), () => { tool = it; again(".tools [aria-checked=true]"); })));
    const isPut = tool === "put";
    this.palette.setAttribute("aria-label", t(isPut ? "brushes" : "men"));
    this.palette.replaceChildren(...(isPut ? BRUSHES : MEN).map((it) => {
      const kind = /[A-Z+]/.test(it) ? "red" : /[a-z-]/.test(it) ? "black" : "none";
      const text = { ".": "○", "?": "✕", "+": "＋", "-": "＋", "*": "＊" }[it] ?? t(`letter-${it}`);
      const label = isPut && it === "." ? t("must-be-empty") : isPut && it === "?" ? t("anything") : name(it);
      return radio(it === (isPut ? brush : man), label, `brush ${kind}`, text, () => {
        if (isPut) brush = it;
        else man = it;
        again(".palette [aria-checked=true]");
      });
    }));
  }

  /** Shows areas, conditions and links below the board. */
  #below() {
    this.areas.replaceChildren(...this.drawn.areas.map((area) => h("li", { class: area.not ? "out" : "in" }, `${t(area.not ? "area-not" : "area")} ${name(area.piece)} · ${area.points.size}`,
      h("button", { type: "button", class: "plain", "aria-label": t("remove-area", { piece: name(area.piece) }), title: t("remove-area", { piece: name(area.piece) }), onclick: () => { area.points.clear(); this.#keep(); } }, "✕"))));
    const { side, mirror } = this.drawn;
    const choice = (/** @type {string} */ value, /** @type {string} */ text) => h("option", { value, selected: value === side }, t(text));
    const isEmpty = !state().draw && !state().areas;
    const mirrored = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", checked: mirror, onchange: (/** @type {any} */ event) => { this.drawn.mirror = event.target.checked; this.#keep(); } }));
    this.controls.replaceChildren(
      h("select", { "aria-label": t("side-to-move"), onchange: (/** @type {any} */ event) => { this.drawn.side = event.target.value; this.#keep(); } }, choice("", "either-side"), choice("w", "red-to-move"), choice("b", "black-to-move")),
      h("label", { class: "check" }, mirrored, " ", t("mirror-too")),
      h("button", { type: "button", onclick: () => go({ flip: state().flip ? "" : 1 }, { replace: true }), title: t("flip"), "aria-label": t("flip") }, "⇅"),
      h("button", { type: "button", onclick: () => go({ draw: "", areas: "", where: "" }, { replace: true }), disabled: isEmpty }, t("clear-board")));
    this.links.replaceChildren(h("a", { href: link({ view: "", fen: this.fen, moves: "" }, true), "data-state": true }, t("explore-exactly")));
  }

  /** @param {AbortSignal} signal */
  async #beside(signal) {
    const { lang } = looks();
    const meant = sentenceOf(this.drawn, lang);
    const { where = "" } = state();
    const text = where || meant;
    const box = sentence({ value: text, name: "sentence", signal, onsubmit: (next) => go({ where: next === meant ? "" : next }) });
    const plan = h("div", { class: "plan" });
    const list = h("div");
    const parts = [h("h1", {}, t("draw")), h("p", { class: "quiet" }, t("draw-about")), box.element,
      where && where !== meant && h("p", { class: "quiet" }, t("sentence-rules"), " ", h("button", { type: "button", class: "plain", onclick: () => go({ where: "" }, { replace: true }) }, t("sentence-again"))),
      saved("board", ["draw", "areas", "side", "mirror", "where"], "draw"), plan, list];
    this.right.replaceChildren(...parts.filter((part) => part instanceof Node));
    if (!text) return;
    const understood = await ask("query", { text, lang }, signal);
    if (understood.error) return;
    plan.replaceChildren(explained(await ask("explain", { where: text, lang }, signal)));
    list.replaceChildren(gameList({ where: text, kind: "all" }, signal));
  }
}

/** @param {string} piece */
function name(piece) {
  return t({ "+": "any-red", "-": "any-black", "*": "any-piece" }[piece] ?? `piece-${piece}`);
}
