// The board: a picture from the server, and ninety buttons above it.

import { address } from "./api.js";
import { h } from "./dom.js";
import { looks, state } from "./state.js";
import { t } from "./texts.js";

/** The picture is so wide and so high, and its first point is here; see `diagram/mod.rs`. */
const SIZE = [1000, 1100];
const EDGE = 100;

/** @typedef {{fen: string, pieces: Record<string, string>, legal: Record<string, string[]>}} Place */

/**
 * A board to look at; with `onmove` to play on, with `onpoint` to draw on. `onstroke` gets the
 * points over which the pointer is drawn, one after the other, and at the end nothing. `onchoose`
 * gets the point of a piece that is taken up, or nothing when it is put back.
 */
export class Board {
  /** @param {{onmove?: (move: string) => void, onchoose?: (square: string | null) => void, onpoint?: (square: string) => void, onstroke?: (square: string | null) => boolean}} [how] */
  constructor(how = {}) {
    this.onmove = how.onmove;
    this.onchoose = how.onchoose;
    this.onpoint = how.onpoint;
    this.onstroke = how.onstroke;
    /** @type {Place | null} */
    this.place = null;
    /** @type {string | null} */
    this.chosen = null;
    this.last = "";
    this.arrows = "";
    this.focus = "e0";
    /** How the board is turned round; nothing while its buttons have no places. */
    this.turned = "";
    this.picture = h("img", { alt: "", draggable: "false" });
    this.points = h("div", { class: "points", role: "group", "aria-label": t("board") });
    this.element = h("div", { class: "board" }, this.picture, this.points);
    /** @type {Map<string, HTMLElement>} */
    this.buttons = new Map();
    if (this.onmove || this.onpoint) this.#makeButtons();
  }

  #makeButtons() {
    for (let rank = 9; rank >= 0; rank--) {
      for (const file of "abcdefghi") {
        const square = `${file}${rank}`;
        const button = h("button", { type: "button", class: "point", "data-square": square, tabindex: "-1" });
        this.buttons.set(square, button);
        this.points.append(button);
      }
    }
    this.points.addEventListener("click", (event) => this.#take(squareOf(event.target)));
    this.points.addEventListener("keydown", (event) => this.#key(event));
    this.points.addEventListener("pointerdown", (event) => this.#drag(event));
    this.#placeButtons();
  }

  #placeButtons() {
    const { flip, turn } = state();
    if (this.turned === `${flip} ${turn}`) return;
    this.turned = `${flip} ${turn}`;
    for (const [square, button] of this.buttons) {
      let column = square.charCodeAt(0) - 97;
      let row = 9 - Number(square[1]);
      if (turn) column = 8 - column;
      if (flip) [column, row] = [8 - column, 9 - row];
      button.style.left = `${((EDGE + 100 * column - 50) / SIZE[0]) * 100}%`;
      button.style.top = `${((EDGE + 100 * row - 50) / SIZE[1]) * 100}%`;
    }
  }

  /**
   * Shows a position.
   * @param {Place} place
   * @param {string} [last] the move that led there
   */
  show(place, last = "") {
    [this.place, this.last, this.chosen, this.arrows] = [place, last, null, ""];
    this.draw();
  }

  /** @param {string[]} moves */
  point(moves) {
    const arrows = moves.join(",");
    if (arrows === this.arrows) return;
    this.arrows = arrows;
    this.draw();
  }

  /** Draws what is to be seen; the old picture stays until the new one is there. */
  async draw() {
    if (!this.place) return;
    const { flip, turn, theme } = state();
    const { letters, notation } = looks();
    const next = new Image();
    next.src = address("position.svg", {
      fen: this.place.fen, last: this.last, from: this.chosen, arrows: this.arrows, flipped: flip && "true",
      mirrored: turn && "true", letters, theme: theme || "auto",
      coordinates: notation === "iccs" ? "iccs" : notation === "wxf" ? "figures" : "",
    });
    next.alt = this.place.fen;
    next.draggable = false;
    this.wanted = next;
    if (this.buttons.size > 0) this.#label();
    await next.decode().catch(() => {});
    if (this.wanted === next) {
      this.picture.replaceWith(next);
      this.picture = next;
    }
  }

  #label() {
    this.#placeButtons();
    const targets = (this.chosen && this.place?.legal[this.chosen]) || [];
    for (const [square, button] of this.buttons) {
      const piece = this.place?.pieces[square];
      const name = piece ? `${square} ${t(`piece-${piece}`)}` : square;
      const can = this.onpoint || targets.includes(square) || (this.place?.legal[square]?.length ?? 0) > 0;
      // What is as it was is not set again: ninety buttons would get their style anew at every move.
      for (const [attribute, value] of Object.entries({
        "aria-label": targets.includes(square) ? `${name}, ${t("target")}` : name,
        "aria-pressed": String(square === this.chosen),
        tabindex: square === this.focus ? "0" : "-1",
      })) if (button.getAttribute(attribute) !== value) button.setAttribute(attribute, value);
      button.classList.toggle("can", Boolean(can));
    }
  }

  /** @param {string | null} square */
  #take(square) {
    if (!square || !this.place) return;
    this.focus = square;
    if (this.onpoint) {
      this.onpoint(square);
      return;
    }
    const from = this.chosen;
    if (from && this.place.legal[from]?.includes(square)) {
      this.chosen = null;
      this.onmove?.(from + square);
      return;
    }
    this.chosen = from !== square && this.place.legal[square]?.length ? square : null;
    this.onchoose?.(this.chosen);
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (event.key === "Escape") {
      this.chosen = null;
      this.draw();
    }
    if (!step || event.altKey || event.ctrlKey) return;
    event.preventDefault();
    event.stopPropagation();
    const { flip, turn } = state();
    const sign = flip ? -1 : 1;
    const file = this.focus.charCodeAt(0) - 97 + step[0] * sign * (turn ? -1 : 1);
    const rank = Number(this.focus[1]) + step[1] * sign;
    if (file < 0 || file > 8 || rank < 0 || rank > 9) return;
    this.focus = `${"abcdefghi"[file]}${rank}`;
    this.#label();
    this.buttons.get(this.focus)?.focus();
  }

  /** @param {string} from */
  #stroke(from) {
    if (!this.onstroke?.(from)) return;
    this.focus = from;
    let last = from;
    const move = (/** @type {PointerEvent} */ event) => {
      const next = squareOf(document.elementFromPoint(event.clientX, event.clientY));
      if (next && next !== last) this.onstroke?.(next);
      last = next ?? last;
    };
    const end = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      // The click that follows is none.
      const swallow = (/** @type {Event} */ click) => click.stopPropagation();
      addEventListener("click", swallow, { capture: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
      this.onstroke?.(null);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  /** @param {PointerEvent} down */
  #drag(down) {
    const from = squareOf(down.target);
    if (from && this.onstroke && down.button === 0) {
      this.#stroke(from);
      return;
    }
    if (!from || !this.place?.legal[from]?.length || down.button !== 0) return;
    const ghost = h("div", { class: "ghost" }, t(`letter-${this.place.pieces[from]}`));
    let isDragged = false;
    const move = (/** @type {PointerEvent} */ event) => {
      if (!isDragged && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < 6) return;
      if (!isDragged) {
        isDragged = true;
        this.chosen = from;
        this.onchoose?.(from);
        this.draw();
        ghost.classList.add(/[A-Z]/.test(this.place?.pieces[from] ?? "") ? "red" : "black");
        document.body.append(ghost);
      }
      ghost.style.left = `${event.clientX}px`;
      ghost.style.top = `${event.clientY}px`;
    };
    const up = (/** @type {PointerEvent} */ event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      ghost.remove();
      if (!isDragged) return;
      // The click that follows a drag is none.
      const swallow = (/** @type {Event} */ click) => click.stopPropagation();
      addEventListener("click", swallow, { capture: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
      const to = squareOf(document.elementFromPoint(event.clientX, event.clientY));
      if (to && to !== from) this.#take(to);
      if (this.chosen) {
        this.chosen = null;
        this.draw();
      }
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  }
}

/** @param {EventTarget | null} target */
function squareOf(target) {
  const point = target instanceof Element ? target.closest("[data-square]") : null;
  return point?.getAttribute("data-square") ?? null;
}

/** The start. */
export const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/**
 * The position after some moves, as FEN. Rules are not asked: the moves come from the archive.
 * @param {string} fen
 * @param {string[]} moves
 */
export function after(fen, moves) {
  const [rows, side] = fen.split(" ");
  const points = rows.split("/").map((row) => [...row.replace(/\d/g, (count) => ".".repeat(Number(count)))]);
  for (const move of moves) {
    const [from, to] = [move.slice(0, 2), move.slice(2)].map((at) => [9 - Number(at[1]), at.charCodeAt(0) - 97]);
    points[to[0]][to[1]] = points[from[0]][from[1]];
    points[from[0]][from[1]] = ".";
  }
  const isBlack = (side === "b") !== (moves.length % 2 === 1);
  const text = points.map((row) => row.join("").replace(/\.+/g, (run) => String(run.length))).join("/");
  return `${text} ${isBlack ? "b" : "w"} - - 0 1`;
}
