// One game: board, moves in columns, variations, comments, and its records.

import { address, ask, served, site } from "./api.js";
import { after, Board, START } from "./board.js";
import { sideBySide } from "./collation.js";
import { h, heard, said, visible } from "./dom.js";
import { gameList } from "./games.js";
import { past } from "./past.js";
import { gameLink, written } from "./people.js";
import { raw, readings } from "./records.js";
import { Scores } from "./scores.js";
import { neighbours } from "./shelf.js";
import { go, isEmbedded, link, looks, note, state } from "./state.js";
import { commonest, moveTable } from "./table.js";
import { beside, has, spoken, titled, value } from "./telling.js";
import { t } from "./texts.js";
import { boardTools, picture, Walk } from "./walk.js";

/** Depth from which variations are no longer indented. */
const DEEPEST = 6;

/** Milliseconds for which a game waits for its additional parts. */
const SOON = 300;
/** Game on the page, which stays when only the ply changes. @type {{what: string, element: HTMLElement, refresh: () => void} | null} */
let shown = null;
/** Key of the game of a site of which all moves have come. */
let entire = "";
/** Ends questions about the game that was shown before. @type {AbortController | null} */
let leaving = null;

/**
 * @param {HTMLElement} main
 * @param {AbortSignal} asking
 */
export async function game(main, asking) {
  const { key, where, chapter } = state();
  const { notation, letters, lang } = looks();
  const what = JSON.stringify([key, where, chapter, notation, letters, lang]);
  if (shown?.what === what && shown.element.isConnected) return shown.refresh();
  leaving?.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const read = (whole = site && entire === key) => ask(`game/${encodeURIComponent(key ?? "")}`, { notation, lang, where, ...(whole && { whole }) }, signal);
  const known = await read();
  asking.throwIfAborted();
  const tree = new Tree(known, state().own);
  const isDamaged = known.witnesses.some((/** @type {any} */ it) => it.status === "partial" || it.damaged?.length > 0);
  const now = () => tree.node(state());
  const moves = h("div", { class: "columns", tabindex: 0, role: "group", "aria-label": t("moves-played") }, tree.laidOut());
  const to = (/** @type {number} */ node) => {
    if (node === now()) return;
    note({ node: node < 0 ? "" : node, ply: node < 0 ? 0 : "", own: tree.ownText() });
    show();
  };
  const layOut = () => {
    const { scrollTop } = moves;
    moves.replaceChildren(...tree.laidOut());
    moves.scrollTop = scrollTop;
  };
  const play = (/** @type {string} */ move) => {
    const count = tree.nodes.length;
    const node = tree.add(now(), move, spelled.get(move) ?? move);
    if (tree.nodes.length > count) layOut();
    to(node);
  };
  const board = new Board({ onmove: play });
  const reached = (/** @type {import("./walk.js").Step} */ step) => ({ "to-start": () => -1, back: () => tree.before(now()), forward: () => tree.next(now()), "to-end": () => tree.end(now()) })[step]();
  const walk = new Walk(board.element, {
    can: (step) => reached(step) !== now(),
    go: (step) => to(reached(step)),
  });
  const tools = boardTools();
  const scores = new Scores(known.evaluations, known.evaluationsTold, known.plies, (ply) => to(ply - 1));
  const onward = h("a", { "data-state": true, href: "?" }, t(isEmbedded() ? "game-in-archive" : "explore-here"));
  const count = h("span", { class: "side", role: "status" });
  const saved = h("span");
  const own = h("p", { class: "own", role: "status" });
  const table = h("section", { class: "here", "aria-label": t("moves-here") });
  /** Notation of each move of the table, by its coordinates. @type {Map<string, string>} */
  const spelled = new Map();
  /** @type {AbortController | null} */
  let looking = null;
  const here = (/** @type {string[]} */ line) => ({ fen: known.start ?? "", moves: line.join(" ") });
  /** Marks the current move, and scrolls to it. */
  const reveal = () => {
    const current = moves.querySelector(`[data-node="${now()}"]`);
    current?.setAttribute("aria-current", "true");
    if (current && moves.scrollHeight > moves.clientHeight) {
      const [box, seen] = [current.getBoundingClientRect(), moves.getBoundingClientRect()];
      if (box.top < seen.top || box.bottom > seen.bottom) moves.scrollTop += box.top - seen.top - moves.clientHeight / 2;
    }
  };
  const show = async () => {
    const node = now();
    const line = tree.line(node);
    tree.choose(node);
    looking?.abort();
    looking = new AbortController();
    // The question leaves before the board is drawn.
    const explored = explore(node, line, looking.signal);
    const fen = after(known.start ?? START, line);
    board.show({ fen, legal: {} }, line.at(-1));
    saved.replaceChildren(picture(fen, line.at(-1)));
    for (const old of moves.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
    reveal();
    onward.setAttribute("href", link(isEmbedded() ? {} : { view: "explore", ...here(line), key: "", ply: "", node: "", own: "", hide: "" }));
    scores.show(node < known.plies ? line.length : null);
    const isLast = node === known.plies - 1;
    count.replaceChildren(node < 0 ? "" : heard(`${known.san[node]}${isLast ? `, ${t(`result-${known.result}`)}` : ""}. `), t("ply-of", { ply: line.length, plies: known.plies }));
    own.replaceChildren(...ownActions());
    walk.draw();
    tools.draw();
    table.classList.toggle("old", table.childElementCount > 0);
    element.classList.toggle("riddle", Boolean(state().hide));
    await explored.catch((error) => {
      if (error.name !== "AbortError") table.replaceChildren(h("p", { class: "wrong" }, error.message));
    });
  };
  /** Shows the user's own moves in the notation, once the server has written them. @param {number} node @param {{san: string}[]} line */
  const spell = (node, line) => {
    if (!tree.spell(node, line.map(({ san }) => san))) return;
    layOut();
    reveal();
  };
  for (const end of tree.ends()) ask("position", { ...here(tree.line(end)), notation, lang }, signal).then(({ line }) => spell(end, line)).catch(() => {});
  /** Explores a position: moves played there, and legal moves. @type {(node: number, line: string[], signal: AbortSignal) => Promise<void>} */
  const explore = async (node, line, signal) => {
    const asked = { ...here(line), notation, lang, place: true };
    const answer = await ask("explore", asked, signal);
    board.show(answer.place, line.at(-1));
    board.suggest(commonest(answer));
    spelled.clear();
    for (const it of answer.moves) spelled.set(it.uci, it.san);
    spell(node, answer.place.line);
    const isFocused = table.contains(document.activeElement);
    const behind = (/** @type {string} */ move) => link({ view: "explore", fen: known.start ?? "", moves: [...line, move].join(" "), key: "", ply: "", node: "", own: "", hide: "" });
    table.replaceChildren(answer.games === 0 && answer.moves.length === 0 ? h("p", { class: "nothing" }, answer.place.ending ? t(answer.place.ending.how) : t("no-games"))
      : moveTable(answer, { board, asked, to: behind, onplay: play, signal }).element);
    table.classList.remove("old");
    if (isFocused) /** @type {HTMLElement | null} */ (table.querySelector("a.move"))?.focus();
    if (came.hasAttribute("open")) list(line);
  };
  const games = h("div");
  const list = (/** @type {string[]} */ line) => games.replaceChildren(gameList({ ...here(line), kind: "game", lang }, looking?.signal ?? signal));
  const came = h("details", { ontoggle: () => came.hasAttribute("open") && list(tree.line(now())) }, h("summary", {}, t("games-here")), games);
  const ownActions = () => (tree.ends().length === 0 ? [] : [h("b", {}, t("own-moves")), " ",
    h("button", { type: "button", onclick: (/** @type {any} */ event) => copy(event.currentTarget) }, t("copy-pgn")), " ",
    h("button", { type: "button", onclick: () => {
      const node = tree.dropOwn(now());
      layOut();
      note({ node: node < 0 ? "" : node, ply: node < 0 ? 0 : "", own: "" });
      show();
    } }, t("discard"))]);
  const copy = async (/** @type {HTMLElement} */ button) => {
    const source = address(`game/${known.key}.pgn`, { notation, lang, variation: tree.ends().map((end) => tree.line(end).join(" ")) });
    try {
      await navigator.clipboard.writeText(await (await fetch(source)).text());
      button.textContent = t("copied");
    } catch {
      // If the page may not copy, the file is downloaded.
      h("a", { href: source, download: `${known.key}.pgn` }).click();
    }
  };
  moves.addEventListener("click", (event) => {
    const found = event.target instanceof Element ? event.target.closest("[data-node]") : null;
    if (found) to(Number(found.getAttribute("data-node")));
  });
  let head = heading(known);
  const told = h("section", { class: "facts" }, facts(known), kin(known), witnesses(known));
  // A decision can change facts of the game, but none of its moves.
  addEventListener("archive-changed", async () => {
    const changed = await read();
    const next = heading(changed);
    head.replaceWith(next);
    head = next;
    told.replaceChildren(...[facts(changed), kin(changed), witnesses(changed)].filter((it) => it instanceof Node));
  }, { signal });
  const leaf = h("div", { class: "leafing" });
  neighbours(known.key, signal).then((there) => leaf.append(there)).catch(() => {});
  const news = h("p", { class: "quiet news" });
  const mark = (/** @type {number} */ ply, /** @type {string} */ kind, /** @type {string} */ sign, /** @type {string} */ told) => {
    const before = tree.marks.get(ply - 1);
    tree.marks.set(ply - 1, before ? [`${before[0]} ${kind}`, `${before[1]}; ${told}`] : [kind, told]);
    news.append(h("span", { "aria-hidden": "true" }, `${sign} `), told, h("br"));
    layOut();
    reveal();
  };
  if (known.named && known.ecco) mark(known.named, "last-named", "┊", t("named-until", { code: known.ecco.position ?? known.ecco.code }));
  const novelty = ask(`novelty/${known.key}`, { notation, lang, limit: 0 }, signal).then((found) => {
    if (found.known && found.ply) mark(found.ply, "novel", "✦", found.told);
  }).catch(() => {});
  const plyOf = (/** @type {number} */ ply) => to(Math.min(ply, known.plies) - 1);
  const element = h("article", { class: "game" },
    leaf,
    h("section", { class: "left" }, board.element,
      h("div", { class: "controls" }, walk.row, tools.row, count), !scores.isEmpty && scores.element, own,
      h("p", { class: "links" }, onward, saved, served(() => forms(known.key))), embedding(known.key)),
    head,
    h("p", { class: "reveal" }, h("button", { type: "button", onclick: () => go({ hide: "" }, { replace: true }) }, t("show-moves"))),
    h("section", { class: "middle" }, known.unread && broken(known.unread), moves, news),
    table,
    h("section", { class: "came" }, came),
    told,
    served(() => h("section", { class: "beneath" }, known.witnesses.length + known.links.length + known.same_day.length > 1 && sideBySide(known, plyOf),
      isDamaged && readings({ game: known.key }), isDamaged && raw({ game: known.key }), past(known.key, plyOf))));
  // The page waits a moment for additional parts, so that nothing moves later.
  await Promise.race([Promise.all([show(), novelty]), new Promise((done) => setTimeout(done, SOON))]);
  asking.throwIfAborted();
  main.replaceChildren(element);
  shown = { what, element, refresh: show };
  walk.draw();
  reveal();
  if (known.isCut) read(true).then((whole) => {
    const [node, shift] = [now(), whole.tree.length - tree.first];
    history.replaceState(history.state, "", link({ own: tree.ownText(shift), ...(node >= tree.first && { node: node + shift }) }));
    [entire, shown] = [key ?? "", null];
    return game(main, asking);
  }).catch(() => {});
}

/** @param {string} key */
function forms(key) {
  const { notation, letters, lang } = looks();
  const form = (/** @type {string} */ name, /** @type {any} */ more = {}) =>
    h("a", { href: address(`game/${key}.${name}`, { notation, lang, ...more }), target: name === "html" ? "_blank" : undefined }, name === "html" ? t("print") : name.toUpperCase());
  return [form("pgn"), form("xqf"), form("jsonl"), form("html", { letters })];
}

/** HTML that embeds the game in another page. @param {string} key */
function embedding(key) {
  const way = link({ view: "game", key, ply: 0, embed: site && 1 }, true);
  const { href } = new URL(site ? way : `embed${way}`, location.href);
  const text = `<iframe src="${href.replaceAll("&", "&amp;")}" width="860" height="600" style="border: 0"></iframe>`;
  return h("details", { class: "embed" }, h("summary", {}, t("embed")), h("textarea", { readonly: true, rows: 4, "aria-label": t("embed"), onfocus: (/** @type {any} */ event) => event.target.select() }, text));
}

/** @param {any} known */
function heading(known) {
  const title = titled(known);
  const players = has(known, "red") || has(known, "black");
  const to = (/** @type {Record<string, string | undefined>} */ where, /** @type {any} */ text) => h("a", { href: link(where, true), "data-state": true }, text);
  const player = (/** @type {"red" | "black"} */ side) => (spoken(known, side) ? to({ view: "people", who: spoken(known, side) ?? "" }, value(known, side)) : value(known, side, "?"));
  return h("header", {},
    h("h1", {}, players ? [player("red"), " ", h("span", { class: "result" }, value(known, "result")), " ", player("black")] : title),
    h("p", { class: "quiet" }, [has(known, "date") && value(known, "date"), has(known, "event") && to({ event: (site && known.edition) || spoken(known, "event") || "" }, value(known, "event")), players && title, known.openingName && to({ opening: known.ecco?.code }, known.openingName)].filter(Boolean).map((part, at) => [at > 0 && " · ", part]).flat()));
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
  return h("dl", {}, rows.filter(([, text]) => text).flatMap(([name, text]) => [h("dt", {}, t(`head-${name}`)), h("dd", {}, name === "date-found" ? said(String(text)) : written(String(text)))]), told);
}

/** Nearly equal games, and games of the same players on the same day. @param {any} known */
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

/** Moves of a game with its variations, and the user's own moves. Node -1 is the start. */
class Tree {
  /** @param {any} known @param {string} [own] the user's own moves, in the form of the address */
  constructor(known, own = "") {
    this.known = known;
    /** @type {[number, string, string | null][]} */
    this.nodes = known.tree;
    /** First node of the user's own moves. */
    this.first = this.nodes.length;
    /** Child of a node on the path that the user took last. @type {Map<number, number>} */
    this.chosen = new Map();
    /** Class and text that mark a node. @type {Map<number, [string, string]>} */
    this.marks = new Map();
    this.isBlackFirst = (known.start ?? " w").split(" ")[1] === "b";
    /** @type {Map<number, number[]>} */
    this.children = new Map();
    this.nodes.forEach(([parent], at) => {
      const list = this.children.get(parent);
      if (list) list.push(at);
      else this.children.set(parent, [at]);
    });
    /** Number of plies up to each node, with its own. @type {number[]} */
    this.depth = [];
    for (const [parent] of this.nodes) this.depth.push(parent < 0 ? 1 : this.depth[parent] + 1);
    for (const one of own.split("_")) {
      const [, parent, move] = /^(-?\d+)((?:[a-i]\d){2})$/.exec(one) ?? [];
      if (move && Number(parent) < this.nodes.length) this.add(Number(parent), move, move);
    }
  }

  /**
   * Node of a move after `parent`; adds it if there is none.
   * @param {number} parent
   * @param {string} move
   * @param {string} san
   */
  add(parent, move, san) {
    const children = this.children.get(parent) ?? [];
    const known = children.find((child) => this.nodes[child][1] === move);
    if (known !== undefined) return known;
    const node = this.nodes.push([parent, move, null]) - 1;
    this.known.san[node] = san;
    this.depth[node] = parent < 0 ? 1 : this.depth[parent] + 1;
    this.children.set(parent, [...children, node]);
    return node;
  }

  /** Removes the user's own moves; returns the last remaining node on the path to `node`. @param {number} node */
  dropOwn(node) {
    while (node >= this.first) [node] = this.nodes[node];
    this.nodes.length = this.first;
    for (const [parent, children] of this.children) this.children.set(parent, children.filter((child) => child < this.first));
    for (const [parent, child] of this.chosen) if (child >= this.first) this.chosen.delete(parent);
    return node;
  }

  /** The user's own moves, in the form of the address. @param {number} [shift] number of moves that come before them */
  ownText(shift = 0) {
    return this.nodes.slice(this.first).map(([parent, move]) => `${parent < this.first ? parent : parent + shift}${move}`).join("_");
  }

  /** Last nodes of the lines of the user's own moves. */
  ends() {
    return this.nodes.map((_, at) => at).slice(this.first).filter((at) => !this.children.get(at)?.length);
  }

  /** Remembers the path to a node. @param {number} node */
  choose(node) {
    for (let at = node; at >= 0; at = this.nodes[at][0]) this.chosen.set(this.nodes[at][0], at);
  }

  /**
   * Sets the notation of the user's own moves on the path to a node; true if any changes.
   * @param {number} node
   * @param {string[]} line
   */
  spell(node, line) {
    let isOther = false;
    for (let at = node; at >= this.first; at = this.nodes[at][0]) {
      const san = line[this.depth[at] - 1];
      isOther ||= this.known.san[at] !== san;
      this.known.san[at] = san;
    }
    return isOther;
  }

  /** Node that the address names. @param {Record<string, string>} now */
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
    return this.chosen.get(node) ?? this.children.get(node)?.[0] ?? node;
  }

  /** Last node of the line that continues at a node. @param {number} node */
  end(node) {
    let at = node;
    for (let next = this.next(at); next !== at; next = this.next(at)) at = next;
    return at;
  }

  /** Moves on the path to a node. @param {number} node */
  line(node) {
    const moves = [];
    for (let at = node; at >= 0; at = this.nodes[at][0]) moves.push(this.nodes[at][1]);
    return moves.reverse();
  }

  /** @param {number} node */
  button(node) {
    const [mark, told] = this.marks.get(node) ?? ["", ""];
    const san = this.known.san[node];
    return h("button", { type: "button", class: `move ${mark} ${node >= this.first ? "mine" : ""}`.trim(), "data-node": node, title: told || null, "aria-label": told ? `${san}, ${told}` : null }, san, this.known.scores[node] && [" ", h("small", { class: "score" }, this.known.scores[node])]);
  }

  /** Number of a node's move, and whether Black makes it. @param {number} node */
  place(node) {
    const ply = this.depth[node] - 1 + (this.isBlackFirst ? 1 : 0);
    return { number: Math.floor(ply / 2) + 1, isBlack: ply % 2 === 1 };
  }

  /** Rows of the main line, with comments and variations between them. */
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
    let last = -1;
    for (let node = this.children.get(-1)?.[0], parent = -1; node !== undefined && node < this.known.plies; parent = node, node = this.children.get(node)?.[0]) {
      last = node;
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
    // Variations that continue after the last move.
    (this.children.get(last) ?? []).forEach((other) => this.variation(other, out));
    return out;
  }

  /**
   * Lays out a variation and those that leave it, without recursion, since they may be nested
   * deeply.
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
