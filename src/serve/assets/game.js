// One game: board, moves in columns, variations and comments, what its records say.

import { address, ask } from "./api.js";
import { after, Board, START } from "./board.js";
import { sideBySide } from "./collation.js";
import { h, said, visible } from "./dom.js";
import { past } from "./past.js";
import { gameLink } from "./people.js";
import { raw, readings } from "./records.js";
import { neighbours } from "./shelf.js";
import { go, link, looks, state } from "./state.js";
import { beside, has, spoken, titleOf, value } from "./telling.js";
import { t } from "./texts.js";

/** Variations deeper than this are set no further to the right. */
const DEEPEST = 6;

/** @type {((event: KeyboardEvent) => void) | null} */
let keys = null;

/**
 * @param {HTMLElement} main
 * @param {AbortSignal} signal
 */
export async function game(main, signal) {
  const { key, where } = state();
  const { notation, lang } = looks();
  const read = () => ask(`game/${encodeURIComponent(key ?? "")}`, { notation, lang, where }, signal);
  const known = await read();
  const tree = new Tree(known);
  const isDamaged = known.witnesses.some((/** @type {any} */ it) => it.status === "partial" || it.damaged?.length > 0);
  const board = new Board();
  const now = () => tree.node(state());
  const moves = h("div", { class: "columns" }, tree.laidOut());
  const show = () => {
    const node = now();
    const line = tree.line(node);
    const last = line.at(-1);
    board.show({ fen: after(known.start ?? START, line), legal: {} }, last);
    for (const old of moves.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
    const current = moves.querySelector(`[data-node="${node}"]`);
    current?.setAttribute("aria-current", "true");
    if (current && moves.scrollHeight > moves.clientHeight) {
      const [box, seen] = [current.getBoundingClientRect(), moves.getBoundingClientRect()];
      if (box.top < seen.top || box.bottom > seen.bottom) moves.scrollTop += box.top - seen.top - moves.clientHeight / 2;
    }
    explored.setAttribute("href", link({ view: "explore", fen: known.start ?? "", moves: line.join(" "), key: "", ply: "", node: "" }));
    count.textContent = t("ply-of", { ply: line.length, plies: known.plies });
  };
  const to = (/** @type {number} */ node) => {
    if (node === now()) return;
    history.replaceState(null, "", link({ node: node < 0 ? "" : node, ply: node < 0 ? 0 : "" }));
    show();
  };
  moves.addEventListener("click", (event) => {
    const found = event.target instanceof Element ? event.target.closest("[data-node]") : null;
    if (found) to(Number(found.getAttribute("data-node")));
  });
  if (keys) removeEventListener("keydown", keys);
  keys = (event) => {
    if (signal.aborted || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    const next = { ArrowLeft: tree.before(now()), ArrowRight: tree.next(now()), Home: -1, End: known.plies - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    to(next);
  };
  addEventListener("keydown", keys);
  const explored = h("a", { "data-state": true, href: "/" }, t("explore-here"));
  const count = h("span", { class: "side" });
  const step = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => number} */ node) =>
    h("button", { type: "button", title: t(label), "aria-label": t(label), onclick: () => to(node()) }, sign);
  let head = heading(known);
  const told = h("section", { class: "facts" }, facts(known), kin(known), witnesses(known));
  // A decision changes what the game is said to be, and nothing of its moves.
  addEventListener("archive-changed", async () => {
    const changed = await read();
    const next = heading(changed);
    head.replaceWith(next);
    head = next;
    told.replaceChildren(...[facts(changed), kin(changed), witnesses(changed)].filter((it) => it instanceof Node));
  }, { signal });
  const leaf = h("div", { class: "leafing" });
  neighbours(known.key, signal).then((there) => leaf.append(there)).catch(() => {});
  main.replaceChildren(h("article", { class: "game" },
    leaf,
    h("section", { class: "left" }, board.element,
      h("div", { class: "controls" },
        step("⇤", "to-start", () => -1), step("←", "back", () => tree.before(now())),
        step("→", "forward", () => tree.next(now())), step("⇥", "to-end", () => known.plies - 1),
        h("button", { type: "button", title: t("flip"), "aria-label": t("flip"), onclick: () => { go({ flip: state().flip ? "" : 1 }, { replace: true }); } }, "⇅"), count),
      h("p", { class: "links" }, explored, forms(known.key))),
    h("section", { class: "middle" }, head, known.unread && broken(known.unread), moves),
    told,
    h("section", { class: "beneath" }, known.witnesses.length + known.links.length + known.same_day.length > 1 && sideBySide(known, (ply) => to(Math.min(ply, known.plies) - 1)),
      isDamaged && readings({ game: known.key }), isDamaged && raw({ game: known.key }), past(known.key, (ply) => to(Math.min(ply, known.plies) - 1)))));
  show();
}

/** @param {string} key */
function forms(key) {
  const { notation, letters, lang } = looks();
  const form = (/** @type {string} */ name, /** @type {any} */ more = {}) =>
    h("a", { href: address(`game/${key}.${name}`, { notation, lang, ...more }), target: name === "html" ? "_blank" : undefined }, name === "html" ? t("print") : name.toUpperCase());
  return [form("pgn"), form("xqf"), form("jsonl"), form("html", { letters })];
}

/** @param {any} known */
function heading(known) {
  const title = titleOf(known);
  const players = has(known, "red") || has(known, "black");
  const to = (/** @type {Record<string, string | undefined>} */ where, /** @type {any} */ text) => h("a", { href: link(where, true), "data-state": true }, text);
  const player = (/** @type {"red" | "black"} */ side) => (spoken(known, side) ? to({ view: "people", who: spoken(known, side) ?? "" }, value(known, side)) : value(known, side, "?"));
  return h("header", {},
    h("h1", {}, players ? [player("red"), " ", h("span", { class: "result" }, value(known, "result")), " ", player("black")] : said(title || known.event || known.key)),
    h("p", { class: "quiet" }, [has(known, "date") && value(known, "date"), has(known, "event") && to({ event: spoken(known, "event") ?? "" }, value(known, "event")), players && title && said(title), known.openingName && to({ opening: known.ecco?.code }, known.openingName)].filter(Boolean).map((part, at) => [at > 0 && " · ", part]).flat()));
}

/** @param {any} unread */
function broken(unread) {
  const { ply, token } = unread.failure ?? unread;
  return h("p", { class: "wrong" }, t("breaks-off", { ply, token: visible(token ?? "") }));
}

/** @param {any} known */
function facts(known) {
  const rows = [
    ["key", known.key], ["kind", t(`kind-${known.kind}`)], ["red-team", known.red_team], ["black-team", known.black_team], ["site", known.site],
    ["round", known.round], ["date-found", known.date_found !== known.date && known.date_found], ["chapter", known.chapters?.join("; ")],
    ["opening-stated", known.opening], ["termination", known.termination], ["start", known.start], ["plies", known.plies],
  ];
  const told = beside(known).flatMap(([name, text, note]) => [h("dt", {}, t(`head-${name}`)), h("dd", {}, said(text), " ", h("small", {}, said(note)))]);
  return h("dl", {}, rows.filter(([, text]) => text).flatMap(([name, text]) => [h("dt", {}, t(`head-${name}`)), h("dd", {}, said(String(text)))]), told);
}

/** Games that are nearly equal, and those of the same two on the same day. @param {any} known */
function kin(known) {
  const links = known.links.map((/** @type {any} */ it) => h("li", {}, gameLink(it.key), " ", h("small", {}, t(`relation-${it.relation}`), " · ", t(it.same ? "counts-once" : "counts-twice"))));
  const day = known.same_day.map((/** @type {string} */ key) => h("li", {}, gameLink(key), " ", h("small", {}, t("same-day"))));
  return links.length + day.length > 0 && h("section", {}, h("h2", {}, t("kin")), h("ul", { class: "kin" }, links, day));
}

/** @param {any} known */
function witnesses(known) {
  const differ = new Set(known.witnesses.map((/** @type {any} */ it) => it.result).filter((/** @type {string} */ it) => it !== "*")).size > 1;
  const one = (/** @type {any} */ it) => h("li", {},
    it.places.map((/** @type {string} */ place) => h("div", { class: "place" }, said(place))),
    h("small", {}, [it.format, it.encoding, t(`status-${it.status}`), t("record-n", { n: it.record }), typeof it.byte_offset === "number" && t("at-byte", { n: it.byte_offset }), differ && t(`result-${it.result}`)].filter(Boolean).join(" · ")),
    h("details", {}, h("summary", {}, t("tags")), h("dl", {}, Object.entries(it.tags ?? {}).flatMap(([name, value]) => [h("dt", {}, visible(name)), h("dd", {}, said(String(value)))]))));
  return h("section", { class: "witnesses" }, h("h2", {}, t("witnesses", { n: known.witnesses.length })), h("ul", {}, known.witnesses.map(one)));
}

/** The moves of a game with its variations. Node -1 is the start. */
class Tree {
  /** @param {any} known */
  constructor(known) {
    this.known = known;
    /** @type {[number, string, string | null][]} */
    this.nodes = known.tree;
    this.isBlackFirst = (known.start ?? " w").split(" ")[1] === "b";
    /** @type {Map<number, number[]>} */
    this.children = new Map();
    this.nodes.forEach(([parent], at) => {
      const list = this.children.get(parent);
      if (list) list.push(at);
      else this.children.set(parent, [at]);
    });
    /** @type {number[]} how many plies lead to a node */
    this.depth = [];
    for (const [parent] of this.nodes) this.depth.push(parent < 0 ? 1 : this.depth[parent] + 1);
  }

  /** The node of the address. @param {Record<string, string>} now */
  node({ node, ply }) {
    const plies = this.known.plies;
    if (node !== undefined) return Math.min(Number(node) || 0, this.nodes.length - 1);
    return ply === undefined ? -1 : Math.min(Number(ply) || 0, plies) - 1;
  }

  /** @param {number} node */
  before(node) {
    return node < 0 ? -1 : this.nodes[node][0];
  }

  /** @param {number} node */
  next(node) {
    return this.children.get(node)?.[0] ?? node;
  }

  /** The moves that lead to a node. @param {number} node */
  line(node) {
    const moves = [];
    for (let at = node; at >= 0; at = this.nodes[at][0]) moves.push(this.nodes[at][1]);
    return moves.reverse();
  }

  /** @param {number} node */
  button(node) {
    return h("button", { type: "button", class: "move", "data-node": node }, this.known.san[node]);
  }

  /** Number of the move at a node, and whether Black makes it. @param {number} node */
  place(node) {
    const ply = this.depth[node] - 1 + (this.isBlackFirst ? 1 : 0);
    return { number: Math.floor(ply / 2) + 1, isBlack: ply % 2 === 1 };
  }

  /** Main line in rows, comments and variations between them. */
  laidOut() {
    /** @type {HTMLElement[]} */
    const out = [];
    /** @type {HTMLElement | null} */
    let row = null;
    const marked = new Set(this.known.where?.plies ?? []);
    const comment = (/** @type {string | undefined} */ text, depth = 0) => {
      if (text?.trim()) out.push(this.paragraph(text, depth));
    };
    comment(this.known.notes[-1]);
    for (let node = this.children.get(-1)?.[0], parent = -1; node !== undefined && node < this.known.plies; parent = node, node = this.children.get(node)?.[0]) {
      const { number, isBlack } = this.place(node);
      if (!row || !isBlack) {
        row = h("div", { class: "pair" }, h("span", { class: "number" }, `${number}.`));
        if (isBlack) row.append(h("span", { class: "none" }, "……"));
        out.push(row);
      }
      const button = this.button(node);
      if (marked.has(this.depth[node])) button.classList.add("marked");
      row.append(button);
      const text = this.known.notes[node];
      const others = (this.children.get(parent) ?? []).slice(1);
      if (text?.trim() || others.length) row = null;
      comment(text);
      others.forEach((other) => this.variation(other, out));
    }
    return out;
  }

  /**
   * A variation and those that leave it, without recursion: files may be as deep as they like.
   * @param {number} first
   * @param {HTMLElement[]} out
   */
  variation(first, out) {
    /** @type {[number, number][]} */
    const waiting = [[first, 1]];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [begin, depth] = next;
      /** @type {[number, number][]} */
      const found = [];
      let run = this.run(depth);
      let needsNumber = true;
      for (let node = /** @type {number | undefined} */ (begin); node !== undefined; node = this.children.get(node)?.[0]) {
        const { number, isBlack } = this.place(node);
        if (!isBlack || needsNumber) run.append(h("span", { class: "number" }, `${number}.${isBlack ? " …" : ""}`));
        run.append(this.button(node), " ");
        needsNumber = false;
        const text = this.known.notes[node];
        if (text?.trim()) {
          out.push(run, this.paragraph(text, depth));
          run = this.run(depth);
          needsNumber = true;
        }
        for (const other of (this.children.get(node) ?? []).slice(1)) found.push([other, depth + 1]);
      }
      if (run.childNodes.length) out.push(run);
      waiting.push(...found.reverse());
    }
  }

  /** @param {number} depth */
  run(depth) {
    return h("p", { class: `run deep-${Math.min(depth, DEEPEST)}` });
  }

  /**
   * @param {string} text
   * @param {number} depth
   */
  paragraph(text, depth) {
    return h("p", { class: `comment deep-${Math.min(depth, DEEPEST)}` }, said(text.trim()));
  }
}
