// Boards, drawn by the server in each look once; pieces move on them. Ninety buttons lie above.

import { address, text } from "./api.js";
import { h, svg } from "./dom.js";
import { looks, state } from "./state.js";
import { t } from "./texts.js";

/** Width and height of the drawing, and the distance of its first point; see `diagram/mod.rs`. */
const SIZE = [1000, 1100];
const EDGE = 100;
/** Distance in pixels that the pointer moves before a press becomes a drag. */
const SLOP = 6;

/** @typedef {{fen: string, legal: Record<string, string[]>, check?: boolean}} Place */

/** Style of moving pieces; a dragged piece follows the pointer at once. */
const MOTION = ".man{cursor:inherit}@media(prefers-reduced-motion:no-preference){.man:not(.dragged){transition:transform .12s ease-out}}.dragged{opacity:.92}svg{display:block;width:100%;height:100%;forced-color-adjust:none}";

/** Drawings of the start by their addresses: the empty board, the piece of each letter, the style. @type {Map<string, Promise<{board: Node[], men: Map<string, SVGElement>, style: CSSStyleSheet}>>} */
const drawings = new Map();

/** @param {Record<string, any>} asked */
function drawing(asked) {
  const source = address("position.svg", asked);
  const known = drawings.get(source);
  if (known) return known;
  const made = text("position.svg", asked).then((drawn) => {
    // The content security policy forbids the style of a document, but not one made by a script.
    const [before, own, behind] = drawn.split(/<\/?style>/);
    const picture = new DOMParser().parseFromString(before + behind, "image/svg+xml").documentElement;
    const style = new CSSStyleSheet();
    style.replaceSync(own + MOTION);
    const start = menOf(START);
    /** @type {Map<string, SVGElement>} */
    const men = new Map();
    for (const man of /** @type {NodeListOf<SVGElement>} */ (picture.querySelectorAll(".piece"))) {
      const letter = start.get(man.dataset.square ?? "");
      if (letter && !men.has(letter)) men.set(letter, man);
      man.remove();
    }
    const board = [...picture.children].filter((part) => part.tagName !== "title");
    return { board, men, style };
  });
  drawings.set(source, made);
  made.catch(() => drawings.delete(source));
  return made;
}

/** Parameters of the drawing: the looks of board and pieces. */
function dress() {
  const { flip, theme } = state();
  const { letters, notation } = looks();
  return { fen: START, flipped: flip && "true", letters, theme: theme || "auto", coordinates: notation === "iccs" ? "iccs" : notation === "wxf" ? "figures" : "" };
}

/** Fetches the drawing before there is a board. */
export function prepare() {
  drawing(dress()).catch(() => {});
}

/**
 * Board to look at; with `onmove` also to play, with `onpoint` to draw. `onstroke` gets each point
 * over which the pointer is drawn, and null at the end. `onchoose` gets the point of a piece that
 * is picked up, and null when it is put back.
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
    /** @type {Map<string, string>} */
    this.pieces = new Map();
    /** @type {string | null} */
    this.chosen = null;
    this.last = "";
    /** @type {string[]} */
    this.arrows = [];
    /** Most frequent moves, as arrows. @type {{move: string, share: number}[]} */
    this.common = [];
    this.focus = "e0";
    /** Whether a pointer, not a key, gave a point the focus: ← and → then go through the moves. */
    this.isPointed = false;
    /** How the board is turned; empty before its buttons have places. */
    this.turned = "";
    /** Looks of the drawing, as JSON. */
    this.looks = "";
    /** Pieces on the board. @type {{letter: string, square: string, home: number[], element: SVGElement, place: string}[]} */
    this.men = [];
    this.below = svg("g");
    this.standing = svg("g");
    this.above = svg("g");
    this.picture = svg("svg", { viewBox: `0 0 ${SIZE.join(" ")}`, role: "img" });
    const stage = h("div", { class: "stage" });
    this.root = stage.attachShadow({ mode: "open" });
    this.root.append(this.picture);
    this.points = h("div", { class: "points", role: "group", "aria-label": t("board") });
    this.element = h("div", { class: "board" }, stage, this.points);
    /** @type {Map<string, HTMLElement>} */
    this.buttons = new Map();
    if (this.onmove || this.onpoint) this.#makeButtons();
  }

  #makeButtons() {
    this.picture.setAttribute("aria-hidden", "true");
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
    this.points.addEventListener("pointerdown", (event) => {
      this.isPointed = !this.onpoint;
      this.#drag(event);
    });
    this.points.addEventListener("focusin", ({ target }) => { if (/** @type {Element} */ (target).matches(":focus-visible")) this.isPointed = false; });
    this.#placeButtons();
  }

  /** Centre of a point in the drawing. @param {string} square */
  #middle(square) {
    const { flip, turn } = state();
    let [column, row] = [square.charCodeAt(0) - 97, 9 - Number(square[1])];
    if (turn) column = 8 - column;
    if (flip) [column, row] = [8 - column, 9 - row];
    return [EDGE + 100 * column, EDGE + 100 * row];
  }

  #placeButtons() {
    const { flip, turn } = state();
    if (this.turned === `${flip} ${turn}`) return;
    this.turned = `${flip} ${turn}`;
    for (const [square, button] of this.buttons) {
      const [x, y] = this.#middle(square);
      button.style.left = `${((x - 50) / SIZE[0]) * 100}%`;
      button.style.top = `${((y - 50) / SIZE[1]) * 100}%`;
    }
  }

  /**
   * Shows a position.
   * @param {Place} place
   * @param {string} [last] last move
   */
  show(place, last = "") {
    [this.place, this.last, this.chosen, this.arrows, this.common] = [place, last, null, [], []];
    this.pieces = menOf(place.fen);
    this.draw();
  }

  /** @param {string[]} moves */
  point(moves) {
    this.arrows = moves;
    this.#mark();
  }

  /** Draws moves as arrows, the more frequent the stronger. @param {{move: string, share: number}[]} moves */
  suggest(moves) {
    this.common = moves;
    this.#mark();
  }

  /** Draws the position; in new looks, as soon as they have come. */
  async draw() {
    if (!this.place) return;
    this.picture.setAttribute("aria-label", this.place.fen);
    if (this.buttons.size > 0) this.#label();
    const asked = dress();
    const wanted = JSON.stringify([asked, state().turn]);
    if (this.looks !== wanted) {
      const drawn = await drawing(asked).catch(() => null);
      if (!drawn) return;
      if (this.looks !== wanted) this.#dress(drawn);
      this.looks = wanted;
    }
    this.#stand();
    this.#mark();
  }

  /** @param {{board: Node[], men: Map<string, SVGElement>, style: CSSStyleSheet}} drawn */
  #dress({ board, men, style }) {
    this.root.adoptedStyleSheets = [style];
    this.templates = men;
    this.men = [];
    this.standing.replaceChildren();
    this.picture.replaceChildren(...board.map((part) => document.importNode(part, true)), this.below, this.standing, this.above);
  }

  /** Moves pieces to their points, adds missing ones, and removes the others. */
  #stand() {
    const wanted = new Map(this.pieces);
    const idle = this.men.filter((man) => {
      if (wanted.get(man.square) !== man.letter) return true;
      wanted.delete(man.square);
      return false;
    });
    // The piece that was moved last goes before others of its kind.
    const [from, to] = [this.last.slice(0, 2), this.last.slice(2, 4)];
    idle.sort((a, b) => Number([from, to].includes(b.square)) - Number([from, to].includes(a.square)));
    for (const [square, letter] of wanted) {
      const at = idle.findIndex((man) => man.letter === letter);
      const man = at >= 0 ? idle.splice(at, 1)[0] : this.#make(letter);
      if (man) man.square = square;
    }
    for (const man of idle) man.element.remove();
    this.men = this.men.filter((man) => !idle.includes(man));
    const side = this.place?.fen.split(" ")[1] === "b" ? "k" : "K";
    for (const man of this.men) {
      man.element.classList.toggle("check", Boolean(this.place?.check) && man.letter === side);
      this.#put(man, this.#middle(man.square));
    }
  }

  /** @param {string} letter */
  #make(letter) {
    const template = this.templates?.get(letter);
    if (!template) return null;
    const element = /** @type {SVGElement} */ (document.importNode(template, true));
    element.classList.add("man");
    const disc = element.querySelector(".disc");
    const home = [Number(disc?.getAttribute("cx")), Number(disc?.getAttribute("cy"))];
    const man = { letter, square: "", home, element, place: "" };
    this.men.push(man);
    this.standing.append(element);
    return man;
  }

  /**
   * @param {{home: number[], element: SVGElement, square: string, place: string}} man
   * @param {number[]} where
   */
  #put(man, [x, y]) {
    const place = `translate(${x - man.home[0]}px, ${y - man.home[1]}px)`;
    // A piece that stays is not styled anew.
    if (man.element.dataset.square === man.square && man.place === place) return;
    man.place = place;
    man.element.dataset.square = man.square;
    man.element.style.transform = place;
  }

  /** Marks the last move, the targets of the chosen piece, and arrows. */
  #mark() {
    const squares = this.last ? [this.last.slice(0, 2), this.last.slice(2, 4)] : [];
    this.below.replaceChildren(...squares.map((square) => {
      const [x, y] = this.#middle(square);
      return svg("rect", { class: "last", x: x - 48, y: y - 48, width: 96, height: 96, rx: 10 });
    }));
    const targets = ((this.chosen && this.place?.legal[this.chosen]) || []).map((square) => {
      const [cx, cy] = this.#middle(square);
      return this.pieces.has(square) ? svg("circle", { class: "taken", cx, cy, r: 47 }) : svg("circle", { class: "target", cx, cy, r: 14 });
    });
    const drawn = (/** @type {string} */ move, opacity = 1) => arrow(this.#middle(move.slice(0, 2)), this.#middle(move.slice(2, 4)), opacity);
    const common = this.common.filter(({ move }) => !this.arrows.includes(move)).map(({ move, share }) => drawn(move, 0.25 + 0.5 * share));
    this.above.replaceChildren(...targets, ...common.reverse(), ...this.arrows.map((move) => drawn(move)));
  }

  #label() {
    this.#placeButtons();
    const targets = (this.chosen && this.place?.legal[this.chosen]) || [];
    for (const [square, button] of this.buttons) {
      const piece = this.pieces.get(square);
      const name = piece ? `${square} ${t(`piece-${piece}`)}` : square;
      const can = this.onpoint || targets.includes(square) || (this.place?.legal[square]?.length ?? 0) > 0;
      // Equal values are not set again: ninety buttons would get their style anew at every move.
      for (const [attribute, value] of Object.entries({
        "aria-label": targets.includes(square) ? `${name}, ${t("target")}` : name,
        "aria-pressed": String(square === this.chosen),
        tabindex: square === this.focus ? "0" : "-1",
      })) if (button.getAttribute(attribute) !== value) button.setAttribute(attribute, value);
      button.classList.toggle("can", Boolean(can));
    }
  }

  /** @param {string | null} square */
  #choose(square) {
    this.chosen = square;
    this.#label();
    this.#mark();
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
      // The piece moves at once; the legal moves come with the answer.
      this.show({ fen: after(this.place.fen, [from + square]), legal: {} }, from + square);
      this.onmove?.(from + square);
      return;
    }
    this.#choose(from !== square && this.place.legal[square]?.length ? square : null);
    this.onchoose?.(this.chosen);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (event.key === "Escape") this.#choose(null);
    if (!step || event.altKey || event.ctrlKey || (this.isPointed && step[1] === 0)) return;
    this.isPointed = false;
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
    follow((event) => {
      const next = squareOf(document.elementFromPoint(event.clientX, event.clientY));
      if (next && next !== last) this.onstroke?.(next);
      last = next ?? last;
    }, () => {
      swallowClick();
      this.onstroke?.(null);
    });
  }

  /** @param {PointerEvent} down */
  #drag(down) {
    const from = squareOf(down.target);
    if (from && this.onstroke && down.button === 0) {
      this.#stroke(from);
      return;
    }
    if (!from || !this.place?.legal[from]?.length || down.button !== 0) return;
    const man = this.men.find(({ square }) => square === from);
    let isDragged = false;
    follow((event) => {
      if (!isDragged && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < SLOP) return;
      if (!isDragged) {
        isDragged = true;
        this.#choose(from);
        this.onchoose?.(from);
        if (man) this.standing.append(man.element);
        man?.element.classList.add("dragged");
      }
      const box = this.picture.getBoundingClientRect();
      if (man) this.#put(man, [((event.clientX - box.x) / box.width) * SIZE[0], ((event.clientY - box.y) / box.height) * SIZE[1]]);
    }, (event) => {
      if (!isDragged) return;
      man?.element.classList.remove("dragged");
      swallowClick();
      const to = squareOf(document.elementFromPoint(event.clientX, event.clientY));
      if (to && to !== from && event.type === "pointerup") this.#take(to);
      if (this.chosen) this.#choose(null);
      this.#stand();
    });
  }
}

/**
 * Follows the pointer until it is released.
 * @param {(event: PointerEvent) => void} move
 * @param {(event: PointerEvent) => void} up
 */
function follow(move, up) {
  const end = (/** @type {PointerEvent} */ event) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    up(event);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

/** Ignores the click after a drag. */
function swallowClick() {
  const swallow = (/** @type {Event} */ click) => click.stopPropagation();
  addEventListener("click", swallow, { capture: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
}

/** @param {number[]} from @param {number[]} to @param {number} opacity */
function arrow(from, to, opacity) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const neck = length - 37;
  const corners = [[20, 9], [neck, 9], [neck, 23], [length, 0], [neck, -23], [neck, -9], [20, -9]];
  const points = corners.map(([along, across]) => [from[0] + (dx * along - dy * across) / length, from[1] + (dy * along + dx * across) / length].map(Math.round).join());
  const drawn = svg("polygon", { class: "arrow", points: points.join(" ") });
  drawn.style.opacity = String(opacity);
  return drawn;
}

/** @param {EventTarget | null} target */
function squareOf(target) {
  const point = target instanceof Element ? target.closest("[data-square]") : null;
  return point?.getAttribute("data-square") ?? null;
}

/** Start position. */
export const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/** Pieces of a FEN by their points. @param {string} fen */
export function menOf(fen) {
  /** @type {Map<string, string>} */
  const pieces = new Map();
  fen.split(" ")[0].split("/").forEach((row, at) => {
    [...row.replace(/\d/g, (count) => ".".repeat(Number(count)))].forEach((letter, column) => {
      if (letter !== ".") pieces.set(`${"abcdefghi"[column]}${9 - at}`, letter);
    });
  });
  return pieces;
}

/**
 * FEN of the position after some moves, which are not checked: they come from the archive.
 * @param {string} fen
 * @param {string[]} moves
 */
export function after(fen, moves) {
  const pieces = menOf(fen);
  for (const move of moves) {
    const piece = pieces.get(move.slice(0, 2));
    pieces.delete(move.slice(0, 2));
    if (piece) pieces.set(move.slice(2, 4), piece);
  }
  const isBlack = (fen.split(" ")[1] === "b") !== (moves.length % 2 === 1);
  const row = (/** @type {number} */ rank) => [..."abcdefghi"].map((file) => pieces.get(`${file}${rank}`) ?? ".").join("").replace(/\.+/g, (run) => String(run.length));
  return `${Array.from({ length: 10 }, (_, at) => row(9 - at)).join("/")} ${isBlack ? "b" : "w"} - - 0 1`;
}
