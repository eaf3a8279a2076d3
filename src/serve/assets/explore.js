// The explorer: a board, the moves played there, the games.

import { address, ask, askAhead } from "./api.js";
import { after, Board, START } from "./board.js";
import { bar, behind, leads, played, scored, spark, yearChart } from "./chart.js";
import { h, number, said } from "./dom.js";
import { person } from "./people.js";
import { piecesOf } from "./drawn.js";
import { filterForm } from "./filters.js";
import { gameList } from "./games.js";
import { citation } from "./past.js";
import { saved } from "./saved.js";
import { FILTERS, filters, go, link, looks, state } from "./state.js";
import { t } from "./texts.js";

/** @type {Board | null} */
let board = null;
/** The furthest line that was seen: whoever goes back comes forward again. @type {{fen: string, moves: string[]}} */
let trail = { fen: "", moves: [] };

/** @param {string | undefined} text */
const words = (text) => (text ? text.trim().split(/[\s+]+/) : []);

/**
 * @param {HTMLElement} main
 * @param {AbortSignal} signal
 */
export async function explore(main, signal) {
  const { fen, moves } = state();
  const isSame = board && main.contains(board.element);
  if (!isSame) {
    board = new Board({ onmove: play, onchoose: choose });
    main.replaceChildren(h("h1", { class: "hidden" }, t("explore")), h("div", { class: "explore" },
      h("section", { class: "left" }, board.element, h("div", { id: "under" })),
      h("section", { class: "right" }, h("div", { id: "filters" }), h("div", { id: "saved" }), ...PARTS.map((id) => h("div", { id })))));
    addEventListener("keydown", keys);
  }
  const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (main.querySelector(`#${id}`));
  const fill = (/** @type {string} */ id, /** @type {(Node | string)[]} */ ...parts) => {
    part(id).replaceChildren(...parts);
    part(id).classList.remove("old");
  };
  const filled = JSON.stringify([filters(), document.documentElement.lang]);
  if (part("filters").dataset.filled !== filled && (!isSame || !part("filters").contains(document.activeElement))) {
    part("filters").replaceChildren(filterForm());
    part("filters").dataset.filled = filled;
  }
  if (!isSame) part("saved").replaceChildren(saved("filter", FILTERS, ""), saved("position", ["fen", "moves"], ""));
  // What is seen is of before until the answer has come.
  for (const id of PARTS) part(id).classList.toggle("old", part(id).childElementCount > 0);
  // The pieces stand there at once; what may be played comes with the answer.
  const there = expected(fen, moves);
  if (there && there !== board?.place?.fen) board?.show({ fen: there, legal: {} }, words(moves).at(-1));
  else board?.draw();
  const { plain, conditions } = questions({ fen, moves });
  const answer = await ask("explore", plain, signal).catch((error) => {
    if (!board?.place) board?.show({ fen: START, legal: {} });
    throw error;
  });
  const known = answer.place;
  const line = known.line.map((/** @type {any} */ step) => step.uci);
  const isOn = trail.fen === (fen ?? "") && line.every((/** @type {string} */ move, /** @type {number} */ at) => trail.moves[at] === move);
  if (!isOn) trail = { fen: fen ?? "", moves: line };
  board?.show(known, line.at(-1));
  const isFocused = part("moves").contains(document.activeElement);
  const { element, whole } = await moveTable(answer, plain, signal);
  part("under").replaceChildren(...under(known));
  fill("moves", element);
  if (isFocused) /** @type {HTMLElement | null} */ (element.querySelector("a.move"))?.focus();
  shown = answer.moves.map((/** @type {any} */ it) => it.uci);
  whole.then(() => drawYears(answer, part("moves"), plain, signal)).catch(() => {});
  // The lists of the whole archive follow; they count every kind of record.
  const listed = { kind: "game", ...conditions, fen: !fen && !moves ? "" : fen, moves };
  fill("list", gameList(listed, signal));
  const years = await ask("years", listed, signal);
  fill("years", yearChart(years.years, years.undated));
  fill("life", life(listed), h("p", { class: "links" }, h("a", { href: link({ view: "study", part: "" }), "data-state": true }, t("study-first"))), citation("cite", listed));
  const players = await ask("players", { ...listed, limit: TOP }, signal);
  fill("top", topPlayers(players));
}

/** Where moves lead, as far as that can be told without the rules. @param {string} [fen] @param {string} [moves] */
function expected(fen = START, moves) {
  const line = words(moves);
  const isPlain = line.every((move) => /^([a-i]\d){2}$/.test(move)) && /^[rnbakcp\d/]+ [wb]/i.test(fen);
  return isPlain ? after(fen, line) : null;
}

/** The parts beside the board that follow one another. */
const PARTS = ["moves", "years", "life", "top", "list"];

/** Goes through the line by keys. @param {KeyboardEvent} event */
function keys(event) {
  if (!board?.element.isConnected) return removeEventListener("keydown", keys);
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target instanceof Element && event.target.closest("input, select, textarea, .scroll")) return;
  const { moves, count } = along();
  const to = { ArrowLeft: count - 1, ArrowRight: count + 1, Home: 0, End: moves.length }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  if (to >= 0 && to <= moves.length && to !== count) go({ moves: moves.slice(0, to).join(" ") });
}

/** The line that was seen, and how many of its moves are played. */
function along() {
  const { fen = "", moves } = state();
  const played = words(moves);
  const isOn = trail.fen === fen && played.length <= trail.moves.length;
  return { moves: isOn ? trail.moves : played, count: played.length };
}

/**
 * What is asked of a place: the explorer's question, and the conditions of the lists.
 * @param {{fen?: string, moves?: string}} place
 */
function questions(place) {
  const { notation, lang } = looks();
  const { contains, ...plain } = /** @type {Record<string, any>} */ (filters());
  return { plain: { ...place, ...plain, notation, lang, place: true }, conditions: { ...filters(), lang } };
}

/** Who rests on a move for so many milliseconds may play it. */
const REST = 50;

/**
 * Asks what a move leads to while the pointer rests on it. Gives what ends it.
 * @param {string} moves
 */
function lookAhead(moves) {
  /** @type {(() => void)[]} */
  let ends = [];
  const timer = setTimeout(() => {
    ends = [askAhead("explore", questions({ fen: state().fen, moves }).plain)];
  }, REST);
  return () => {
    clearTimeout(timer);
    ends.forEach((end) => end());
  };
}

/** The moves of the table that is shown, the commonest first. @type {string[]} */
let shown = [];
/** What ends the questions about the piece that was taken up. @type {(() => void)[]} */
let chosen = [];
/** So many moves of a piece are asked ahead. */
const LIKELY = 3;

/**
 * A piece is taken up: its commonest moves are asked ahead.
 * @param {string | null} square
 */
function choose(square) {
  chosen.forEach((end) => end());
  const { moves } = state();
  const likely = square ? shown.filter((move) => move.startsWith(square)).slice(0, LIKELY) : [];
  chosen = likely.map((move) => lookAhead(moves ? `${moves} ${move}` : move));
}

/** So many players of a position are named. */
const TOP = 8;
/** The chart of its life is open from one position to the next. */
let isLifeOpen = false;

/**
 * How the position was played from year to year, as a picture that is only made when it is wanted.
 * @param {Record<string, any>} listed
 */
function life(listed) {
  const source = address("life.svg", { ...listed, lang: document.documentElement.lang });
  const picture = h("img", { alt: t("life-of-position"), src: isLifeOpen ? source : undefined });
  const links = h("p", { class: "links" }, h("a", { href: source, target: "_blank" }, "SVG"), h("a", { href: address("life", listed), target: "_blank" }, "JSON"),
    h("a", { href: link({ view: "study", part: "life" }), "data-state": true }, t("study-life")));
  return h("details", { class: "life", open: isLifeOpen, ontoggle: (/** @type {any} */ event) => {
    isLifeOpen = event.currentTarget.open;
    if (isLifeOpen) picture.setAttribute("src", source);
  } }, h("summary", {}, t("life-of-position")), picture, links);
}

/** @param {any} answer */
function topPlayers({ players, count }) {
  if (count === 0) return "";
  return h("details", { open: true }, h("summary", {}, t("top-players"), " ", h("span", { class: "count" }, number(count))),
    h("div", { class: "wide" }, h("table", {},
      h("thead", {}, h("tr", {}, ["name", "games", "as-red", "as-black"].map((name) => h("th", { scope: "col", class: name === "games" ? "n" : "" }, t(`head-${name}`))))),
      h("tbody", {}, players.map((/** @type {any} */ it) => h("tr", {},
        h("th", { scope: "row" }, h("a", { href: link({ player: it.name }), "data-state": true }, person(it.name))),
        h("td", { class: "n" }, number(it.games)), h("td", {}, bar(it.asRed)), h("td", {}, bar(it.asBlack))))))));
}

/** @param {string} move */
function play(move) {
  const { moves } = state();
  go({ moves: moves ? `${moves} ${move}` : move });
  // What was asked ahead of this move is taken now; the rest is not wanted any more.
  setTimeout(() => choose(null));
}

/** @param {any} known */
function under(known) {
  const line = known.line.map((/** @type {any} */ step) => step.uci);
  const at = (/** @type {number} */ count) => link({ moves: line.slice(0, count).join(" ") });
  const isBlackFirst = (known.start ?? " w").split(" ")[1] === "b";
  const name = known.opening ? [known.opening.code, " ", opening(known.opening)] : t(known.start ? "set-up" : line.length ? "no-opening" : "standard-start");
  const { moves: all, count } = along();
  const forward = (/** @type {number} */ to) => ({ moves: all.slice(0, to).join(" ") });
  const steps = known.line.map((/** @type {any} */ step, /** @type {number} */ ply) => {
    const place = ply + (isBlackFirst ? 1 : 0);
    const label = place % 2 === 0 ? `${place / 2 + 1}. ` : ply === 0 ? `${(place - 1) / 2 + 1}. … ` : "";
    return h("li", {}, label && h("span", { class: "number" }, label), h("a", { href: at(ply + 1), "data-state": true, class: "move", "aria-current": ply === line.length - 1 ? "true" : undefined }, step.san));
  });
  const now = state();
  const button = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {any} */ changes, /** @type {boolean} */ isOff = false) =>
    h("button", { type: "button", title: t(label), "aria-label": t(label), disabled: isOff, onclick: () => go(changes) }, sign);
  const toMove = known.ending ? t(known.ending.how) : `${t(`${known.side}-to-move`)}${known.check ? `, ${t("check")}` : ""}`;
  return [
    h("div", { class: "controls" },
      button("⇤", "to-start", { moves: "", fen: "" }, !now.moves && !now.fen),
      button("←", "back", { moves: line.slice(0, -1).join(" ") }, line.length === 0),
      button("→", "forward", forward(count + 1), count >= all.length),
      button("⇥", "to-end", forward(all.length), count >= all.length),
      button("⇅", "flip", { flip: now.flip ? "" : 1 }),
      button("⇆", "turn", { turn: now.turn ? "" : 1 }),
      h("a", { class: "button", href: link({ view: "draw", draw: piecesOf(known.fen) }, true), "data-state": true, title: t("draw-from-here"), "aria-label": t("draw-from-here") }, "✎"),
      h("span", { class: `side ${known.side}` }, toMove)),
    known.impossible && h("p", { class: "wrong", role: "status" }, known.impossible),
    h("p", { class: "named" }, name),
    h("ol", { class: "line", "aria-label": t("moves-played") }, steps),
    h("p", { class: "fen" }, h("label", {}, h("span", {}, "FEN"), h("input", { readonly: true, value: known.fen, onfocus: (/** @type {any} */ event) => event.target.select() })), h("a", { href: address("position.svg", { fen: known.fen, letters: looks().letters, flipped: now.flip && "true" }), target: "_blank" }, t("picture"))),
  ].filter((part) => part instanceof Node);
}

/** @param {any} named */
function opening(named) {
  return { en: named.english, "zh-Hans": named.name, "zh-Hant": named.traditional }[document.documentElement.lang] ?? named.name;
}

/** So many moves are there at once; where more are played, those come when these are seen. */
const FIRST_ROWS = 16;
/** So many milliseconds later. */
const SEEN = 30;

/**
 * The table, and when it is whole.
 * @param {any} answer
 * @param {Record<string, any>} asked
 * @param {AbortSignal} signal
 * @returns {Promise<{element: HTMLElement, whole: Promise<void>}>}
 */
async function moveTable(answer, asked, signal) {
  if (answer.games === 0) return { element: await nothing(answer, asked, signal), whole: Promise.resolve() };
  const { moves } = state();
  const heads = ["move", "opening", "games", "bar", "score", "reached", "years"];
  const games = (/** @type {any} */ it) => [number(it.games), h("small", { class: "between" }, behind(played(it)))];
  // The score is Red's, or that of the side to move: a switch that is kept.
  const isOwn = state().score === "own";
  const score = (/** @type {any} */ it) => scored(isOwn && answer.place.side === "black" && it.percent !== null ? { percent: 100 - it.percent, low: 100 - it.high, high: 100 - it.low } : it);
  const whose = h("button", { type: "button", class: "plain", title: t("score-switch"), onclick: () => go({ score: isOwn ? "" : "own" }, { replace: true }) }, t(isOwn ? "head-own-score" : "head-red-score"));
  const named = (/** @type {string} */ key, /** @type {any} */ text, /** @type {string} */ label) => h("a", { href: link({ view: "game", key }), "data-state": true, title: t(label), "aria-label": `${t(label)}: ${text}` }, text);
  // The years of the first and the latest game lead to them; of games that all lack a date one is named nevertheless.
  const years = (/** @type {any} */ { firstYear, lastYear, earliestGame, undatedGame, recentGames: [latest] }) => {
    if (!earliestGame) return undatedGame ? named(undatedGame, t("no-date"), "a-game") : "–";
    const first = named(earliestGame, firstYear ?? "?", "first-game");
    return latest && latest !== earliestGame ? [first, "–", named(latest, lastYear ?? "?", "latest-game")] : first;
  };
  const row = (/** @type {any} */ it) => {
    const line = moves ? `${moves} ${it.uci}` : it.uci;
    const to = link({ moves: line });
    /** @type {(() => void) | null} */
    let leave = null;
    const show = () => {
      board?.point([it.uci]);
      leave ??= lookAhead(line);
    };
    const hide = () => {
      board?.point([]);
      leave?.();
      leave = null;
    };
    return h("tr", { onpointerenter: show, onpointerleave: hide, onfocusin: show, onfocusout: hide },
      h("th", { scope: "row" }, h("a", { href: to, "data-state": true, class: "move" }, it.san)),
      h("td", {}, it.opening ?? ""), h("td", { class: "n" }, games(it)), h("td", {}, bar(it)),
      h("td", { class: "n" }, score(it)), h("td", { class: "n" }, number(it.reached)), h("td", { class: "n", "data-years": it.uci }, years(it)));
  };
  const sum = answer.moves.reduce((/** @type {number} */ all, /** @type {any} */ it) => all + it.games, answer.ended);
  const notes = [
    answer.mirrored && t("mirrored", { n: number(answer.mirrored) }),
    answer.ended && t("ended", { n: number(answer.ended) }),
    answer.undated && t("undated-more", { n: number(answer.undated) }),
    answer.programs && t("programs-left-out", { n: number(answer.programs) }),
    answer.others && t("in-no-score", { n: number(answer.others) }),
    sum > answer.games && t("sum-to-more"),
  ].filter(Boolean);
  const led = leads(played(answer));
  const body = h("tbody", {}, answer.moves.slice(0, FIRST_ROWS).map(row));
  const others = answer.moves.slice(FIRST_ROWS);
  /** @type {Promise<void>} */
  const whole = others.length === 0 ? Promise.resolve() : new Promise((done) => setTimeout(() => {
    if (!signal.aborted) body.append(...others.map(row));
    done();
  }, SEEN));
  const element = h("div", { class: "wide" },
    h("table", { class: "moves" },
      h("caption", {}, t("moves-here")),
      h("thead", {}, h("tr", {}, heads.map((name) => h("th", { scope: "col", class: ["games", "score", "reached", "years"].includes(name) ? "n" : "" }, name === "score" ? whose : t(`head-${name}`))))),
      body,
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("total")), h("td"), h("td", { class: "n" }, games(answer)), h("td", {}, bar(answer)), h("td", { class: "n" }, score(answer)), h("td"), h("td")))),
    notes.length > 0 && h("p", { class: "quiet" }, notes.join("; ")),
    h("p", { class: "quiet" }, t("behind-are"), led.length > 0 && [" ", t("head-leads"), ": ", ...led]));
  return { element, whole };
}

/**
 * When each move was played, beneath its years; it follows when it is known.
 * @param {any} answer
 * @param {HTMLElement} table
 * @param {Record<string, any>} asked
 * @param {AbortSignal} signal
 */
async function drawYears(answer, table, asked, signal) {
  const dated = answer.moves.filter((/** @type {any} */ it) => it.firstYear);
  if (dated.length === 0) return;
  const span = /** @type {[number, number]} */ ([Math.min(...dated.map((/** @type {any} */ it) => it.firstYear)), Math.max(...dated.map((/** @type {any} */ it) => it.lastYear))]);
  const { notation, place, ...conditions } = asked;
  const { moves } = await ask("explore/years", conditions, signal);
  for (const { uci, years } of moves) {
    if (Object.keys(years).length > 0) table.querySelector(`[data-years="${uci}"]`)?.append(spark(years, span));
  }
}

/**
 * Why there is nothing: what would be found with less asked.
 * @param {any} answer
 * @param {Record<string, any>} asked
 * @param {AbortSignal} signal
 */
async function nothing(answer, asked, signal) {
  const lines = [];
  if (answer.undated) lines.push(t("undated-more", { n: number(answer.undated) }));
  if (answer.programs) lines.push(t("programs-left-out", { n: number(answer.programs) }));
  const { fen, moves, lang, notation } = asked;
  const tries = [
    asked.mirror === "exact" && ["with-mirror", { ...asked, mirror: "" }],
    Object.keys(filters()).length > 0 && ["without-filters", { fen, moves, lang, notation }],
    ["of-any-kind", { ...asked, kind: "all" }],
  ];
  for (const one of tries) {
    if (!one) continue;
    const other = await ask("explore", /** @type {any} */ (one[1]), signal);
    if (other.games > 0) lines.push(t(String(one[0]), { n: number(other.games) }));
  }
  if (lines.length === 0 && !fen && !moves && Object.keys(filters()).length === 0) {
    return h("p", { class: "nothing" }, t("nothing-yet"), " ", h("a", { href: link({ view: "import" }, true), "data-state": true }, t("import")));
  }
  return h("p", { class: "nothing" }, t("no-games"), lines.length > 0 && ` ${lines.join("; ")}`);
}

export { opening, said };
