// Scores that programs wrote into the comments of a game, as a curve that follows the board.

import { h, svg } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {{ply: number, eval: number | null}} Score */

/** Scores beyond the first number of centipawns mean mate: in n moves if the score is the second number less n. */
const [WON, MATE] = [29000, 30000];
/** Score, in centipawns, at which the curve is half-way to its edge. */
const HALF = 250;
const [WIDTH, HEIGHT] = [600, 80];

/** Score in pawns, or moves to mate. @param {number} score */
export function pawns(score) {
  if (Math.abs(score) > WON) return `#${Math.sign(score) * MATE - score}`;
  return `${score > 0 ? "+" : ""}${(score / 100).toFixed(2)}`;
}

/** Curve of scores; a click leads to the move. */
export class Scores {
  /**
   * @param {Score[]} said scores of the main line, by ply
   * @param {string | null} source sentence on the side for which comments count them
   * @param {number} plies
   * @param {(ply: number) => void} go
   */
  constructor(said, source, plies, go) {
    const x = (/** @type {number} */ ply) => (WIDTH * ply) / Math.max(plies, 1);
    const y = (/** @type {number} */ score) => (HEIGHT / 2) * (1 - score / (Math.abs(score) + HALF));
    /** @type {Map<number, number>} */
    this.scores = new Map();
    for (const { ply, eval: score } of said) if (score !== null) this.scores.set(ply, score);
    this.x = x;
    this.plies = plies;
    const points = [...this.scores].map(([ply, score]) => `${x(ply).toFixed(1)},${y(score).toFixed(1)}`);
    // Valid points even without scores.
    const [first, last] = [Math.min(plies, ...this.scores.keys()), Math.max(0, ...this.scores.keys())];
    const zero = HEIGHT / 2;
    this.now = svg("line", { class: "now", x1: 0, x2: 0, y1: 0, y2: HEIGHT });
    this.here = h("span", { "aria-hidden": "true" });
    const chart = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      svg("polygon", { points: [`${x(first)},${zero}`, ...points, `${x(last)},${zero}`].join(" ") }),
      svg("line", { x1: 0, x2: WIDTH, y1: zero, y2: zero }), svg("polyline", { points: points.join(" ") }), this.now);
    // Arrows, Home and End move through the game wherever the focus is.
    this.slider = h("div", { class: "slider", role: "slider", tabindex: 0, "aria-label": t("scores"), "aria-valuemin": 0, "aria-valuemax": plies,
      onclick: (/** @type {MouseEvent} */ event) => {
        const box = this.slider.getBoundingClientRect();
        go(Math.round((plies * (event.clientX - box.left)) / box.width));
      } }, chart);
    this.element = h("figure", { class: "scores" }, this.slider, h("figcaption", {}, this.here, source && ` · ${source}`));
  }

  /** Whether there is no score to draw. */
  get isEmpty() {
    return this.scores.size === 0;
  }

  /** Marks a ply on the curve; null, for a move of a variation, marks nothing. @param {number | null} ply */
  show(ply) {
    this.now.classList.toggle("gone", ply === null);
    const score = ply === null ? undefined : this.scores.get(ply);
    const text = score === undefined ? t("no-score") : t("score-for-red", { score: pawns(score) });
    for (const end of ["x1", "x2"]) this.now.setAttribute(end, String(this.x(ply ?? 0)));
    this.slider.setAttribute("aria-valuenow", String(ply ?? 0));
    this.slider.setAttribute("aria-valuetext", `${t("ply-of", { ply: ply ?? 0, plies: this.plies })}: ${text}`);
    this.here.textContent = text;
  }
}
