// Steps through a line by buttons, keys, the wheel over the board, or a timer.

import { address, site } from "./api.js";
import { h } from "./dom.js";
import { go, keep, looks, state } from "./state.js";
import { t } from "./texts.js";

/** @typedef {"to-start" | "back" | "forward" | "to-end"} Step */

/** Milliseconds between two moves of the timer. */
const PACE = 1200;
/** Distance of the wheel, in pixels, that makes a step. */
const NOTCH = 40;
/** Milliseconds after a step by wheel during which the wheel does not scroll the page. */
const HELD = 400;

/** @type {Record<string, Step>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "to-start", End: "to-end" };
/** @type {[Step, string][]} */
const SIGNS = [["to-start", "⇤"], ["back", "←"], ["forward", "→"], ["to-end", "⇥"]];

/** Steps through a line. */
export class Walk {
  /**
   * @param {HTMLElement} board takes keys and wheel while it is on the page
   * @param {{can: (step: Step) => boolean, go: (step: Step) => void}} way
   */
  constructor(board, way) {
    this.board = board;
    this.way = way;
    /** Id of the timer; 0 if it does not run. */
    this.timer = 0;
    this.turned = 0;
    this.steppedAt = 0;
    this.isShown = false;
    this.buttons = SIGNS.map(([step, sign]) => h("button", { type: "button", title: t(step), "aria-label": t(step), onclick: () => this.step(step) }, sign));
    this.player = h("button", { type: "button", class: "play", "aria-keyshortcuts": "Space", onclick: () => this.play(!this.timer) });
    /** The buttons, from left to right. */
    this.row = h("span", { class: "steps", role: "group", "aria-label": t("go-through") }, this.buttons.slice(0, 2), this.player, this.buttons.slice(2));
    const key = (/** @type {KeyboardEvent} */ event) => (this.#isGone() ? removeEventListener("keydown", key) : this.#key(event));
    addEventListener("keydown", key);
    board.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.draw();
  }

  /** Draws the buttons; steps that are impossible are marked. */
  draw() {
    this.isShown ||= this.board.isConnected;
    // A disabled button would lose the focus.
    this.buttons.forEach((button, at) => button.setAttribute("aria-disabled", String(!this.way.can(SIGNS[at][0]))));
    this.player.setAttribute("aria-disabled", String(!this.timer && !this.way.can("forward")));
    const [label, sign] = this.timer ? ["pause", "⏸"] : ["play", "▶"];
    this.player.textContent = `${sign}\ufe0e`;
    this.player.title = t(label);
    this.player.setAttribute("aria-label", t(label));
  }

  /** @param {Step} step */
  step(step) {
    if (this.timer) this.play(false);
    if (this.way.can(step)) this.way.go(step);
  }

  /** Starts or stops the timer. @param {boolean} isOn */
  play(isOn) {
    clearInterval(this.timer);
    this.timer = 0;
    if (isOn && this.way.can("forward")) {
      this.timer = setInterval(() => {
        if (this.#isGone() || !this.way.can("forward")) return this.play(false);
        this.way.go("forward");
        if (!this.way.can("forward")) this.play(false);
      }, PACE);
      this.way.go("forward");
    }
    this.draw();
  }

  #isGone() {
    return this.isShown && !this.board.isConnected;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.isComposing) return;
    const on = event.target instanceof Element ? event.target : null;
    if (on?.closest("input, select, textarea, .scroll")) return;
    if (event.key === " " && !on?.closest("a, button, summary")) {
      event.preventDefault();
      this.play(!this.timer);
    }
    const step = KEYS[event.key];
    if (!step) return;
    event.preventDefault();
    this.step(step);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (event.ctrlKey || event.deltaY === 0) return;
    const step = event.deltaY > 0 ? "forward" : "back";
    const isHeld = event.timeStamp - this.steppedAt < HELD;
    if (!isHeld && !this.way.can(step)) return;
    event.preventDefault();
    const far = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * NOTCH;
    this.turned = Math.sign(far) === Math.sign(this.turned) ? this.turned + far : far;
    if (Math.abs(this.turned) < NOTCH || !this.way.can(step)) return;
    this.turned = 0;
    this.steppedAt = event.timeStamp;
    this.step(step);
  }
}

/** Buttons that turn the board, and the switch for arrows. */
export function boardTools() {
  const tool = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {(value: string) => void} */ act, /** @type {string} */ name) =>
    h("button", { type: "button", title: t(label), "aria-label": t(label), "data-switch": name, onclick: () => act(state()[name] ? "" : "1") }, sign);
  const row = h("span", { class: "turns", role: "group", "aria-label": t("board-looks") },
    tool("flip", "⇅", (flip) => go({ flip }, { replace: true }), "flip"), tool("turn", "⇆", (turn) => go({ turn }, { replace: true }), "turn"),
    tool("arrows", "➚\ufe0e", (arrows) => keep({ arrows }), "arrows"));
  const draw = () => row.querySelectorAll("button").forEach((button) => button.setAttribute("aria-pressed", String(Boolean(state()[button.dataset.switch ?? ""]))));
  draw();
  return { row, draw };
}

/** Links that save a picture of a position. @param {string} fen @param {string} [last] last move */
export function picture(fen, last) {
  if (site) return "";
  const source = address("position.svg", { fen, last, letters: looks().letters, flipped: state().flip && "true", theme: "light" });
  return h("span", { class: "picture" },
    h("a", { href: source, download: "position.svg", title: t("save-picture") }, t("picture")), " ",
    h("button", { type: "button", class: "plain", title: t("save-picture"), onclick: () => asPixels(source) }, "PNG"));
}

/** Longer side of a saved picture, in pixels. */
const SIDE = 1100;

/** Saves a picture as PNG. @param {string} source */
async function asPixels(source) {
  const drawn = new Image();
  drawn.src = source;
  await drawn.decode();
  const canvas = /** @type {HTMLCanvasElement} */ (h("canvas", { width: Math.round((SIDE * 10) / 11), height: SIDE }));
  canvas.getContext("2d")?.drawImage(drawn, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((bytes) => {
    if (!bytes) return;
    const made = URL.createObjectURL(bytes);
    h("a", { href: made, download: "position.png" }).click();
    setTimeout(() => URL.revokeObjectURL(made), 1000);
  });
}
