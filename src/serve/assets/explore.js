// The explorer: a board, the moves played there, and the games.

import { address, ask, served, site } from "./api.js";
import { after, Board, START } from "./board.js";
import { bar, yearChart } from "./chart.js";
import { h, heard, number, painted, table } from "./dom.js";
import { written } from "./people.js";
import { piecesOf } from "./drawn.js";
import { filterChips, filterFold } from "./filters.js";
import { gameList } from "./games.js";
import { citation } from "./past.js";
import { saved } from "./saved.js";
import { exploring, FILTERS, filters, go, link, looks, state } from "./state.js";
import { commonest, drawYears, lookAhead, moveTable } from "./table.js";
import { t } from "./texts.js";
import { boardTools, picture, Walk } from "./walk.js";

/** @type {Board | null} */
let board = null;
/** Buttons below the board, and the text on the side to move. @type {{walk: Walk, tools: {draw: () => void}, side: HTMLElement, drawing: HTMLElement} | null} */
let controls = null;
/** Longest line seen so far: after going back, the user can go forward again. @type {{fen: string, moves: string[]}} */
let trail = { fen: "", moves: [] };

/** @param {string | undefined} text */
const words = (text) => (text ? text.trim().split(/[\s+]+/) : []);

/**
 * @param {HTMLElement} main
 * @param {AbortSignal} signal
 */
export async function explore(main, signal) {
  const { fen, moves } = state();
  const plain = exploring({ fen, moves });
  // The question leaves before the board is drawn.
  const answering = ask("explore", plain, signal);
  answering.catch(() => {});
  const isSame = board && main.contains(board.element);
  if (!isSame) {
    board = new Board({ onmove: play, onchoose: choose });
    const walk = new Walk(board.element, { can: (step) => reached(step) !== null, go: (step) => go(reached(step) ?? {}) });
    const tools = boardTools();
    const drawing = h("a", { class: "button", "data-state": true, href: "?", title: t("draw-from-here"), "aria-label": t("draw-from-here") }, "✎");
    controls = { walk, tools, drawing, side: h("span", { class: "side", role: "status" }) };
    main.replaceChildren(h("h1", { class: "hidden" }, t("explore")), h("div", { class: "explore" },
      h("section", { class: "left" }, board.element, h("div", { class: "controls" }, walk.row, tools.row, served(() => drawing), controls.side), h("div", { id: "under" })),
      h("section", { class: "right" }, h("div", { id: "filters" }), h("div", { id: "saved" }), ...PARTS.map((id) => h("div", { id })))));
  }
  const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (main.querySelector(`#${id}`));
  const fill = (/** @type {string} */ id, /** @type {(Node | string)[]} */ ...parts) => {
    part(id).replaceChildren(...parts);
    part(id).classList.remove("old");
  };
  const filled = JSON.stringify([filters(), document.documentElement.lang]);
  if (!site && part("filters").dataset.filled !== filled) {
    // Fields in which the user types stay as they are.
    const chips = filterChips();
    if (isSame && part("filters").querySelector("input:focus, select:focus")) part("filters").querySelector(".chips")?.remove();
    else part("filters").replaceChildren(filterFold());
    if (chips) part("filters").append(chips);
    part("filters").dataset.filled = filled;
  }
  if (!isSame && !site) part("saved").replaceChildren(saved("filter", FILTERS, ""), saved("position", ["fen", "moves"], ""));
  // Old parts are greyed until the answer has come.
  for (const id of PARTS) part(id).classList.toggle("old", part(id).childElementCount > 0);
  // Pieces move at once; the legal moves come with the answer.
  const there = expected(fen, moves);
  if (there && there !== board?.place?.fen) board?.show({ fen: there, legal: {} }, words(moves).at(-1));
  else board?.draw();
  const answer = await answering.catch((error) => {
    if (!board?.place) board?.show({ fen: START, legal: {} });
    throw error;
  });
  const known = answer.place;
  const line = known.line.map((/** @type {any} */ step) => step.uci);
  const isOn = trail.fen === (fen ?? "") && line.every((/** @type {string} */ move, /** @type {number} */ at) => trail.moves[at] === move);
  if (!isOn) trail = { fen: fen ?? "", moves: line };
  // Losing the focus lays the page out, which is quick before anything has changed.
  const isFocused = part("moves").contains(document.activeElement);
  if (isFocused) /** @type {HTMLElement} */ (document.activeElement).blur();
  board?.show(known, line.at(-1));
  const at = (/** @type {string} */ move) => (moves ? `${moves} ${move}` : move);
  const { element, whole } = answer.games === 0 && answer.moves.length === 0 ? { element: await nothing(answer, plain, signal), whole: Promise.resolve() } :
    moveTable(answer, { board: /** @type {Board} */ (board), asked: plain, to: (move) => link({ moves: at(move) }), signal });
  board?.suggest(commonest(answer));
  part("under").replaceChildren(...under(known, answer.games));
  fill("moves", element);
  shown = answer.moves.map((/** @type {any} */ it) => it.uci);
  await painted();
  signal.throwIfAborted();
  if (isFocused && document.activeElement === document.body) /** @type {HTMLElement | null} */ (element.querySelector("a.move"))?.focus();
  // The lists are about the whole archive, and count games of every kind.
  const listed = { kind: "game", ...filters(), lang: looks().lang, fen: !fen && !moves ? "" : fen, moves };
  fill("list", gameList(listed, signal));
  const asked = ask("years", listed, signal);
  whole.then(() => drawYears(answer, part("moves"), plain, signal)).catch(() => {});
  const years = await asked;
  fill("years", yearChart(years.years, years.undated));
  if (!site) fill("life", life(listed), h("p", { class: "links" }, h("a", { href: link({ view: "study", part: "" }), "data-state": true }, t("study-first"))), citation("cite", listed));
  const players = await ask("players", { ...listed, limit: TOP }, signal);
  fill("top", topPlayers(players));
}

/** FEN after these moves, if they and the FEN are simple enough to know it without the rules; else null. @param {string} [fen] @param {string} [moves] */
function expected(fen = START, moves) {
  const line = words(moves);
  const isPlain = line.every((move) => /^([a-i]\d){2}$/.test(move)) && /^[rnbakcp\d/]+ [wb]/i.test(fen);
  return isPlain ? after(fen, line) : null;
}

/** Ids of the parts beside the board, from top to bottom. */
const PARTS = ["moves", "years", "life", "top", "list"];

/** State after a step along the line; null if there is no such step. @param {import("./walk.js").Step} step */
function reached(step) {
  const { moves, count } = along();
  if (step === "to-start") return count > 0 || state().fen ? { moves: "", fen: count > 0 ? state().fen : "" } : null;
  const to = { back: count - 1, forward: count + 1, "to-end": moves.length }[step];
  return to < 0 || to > moves.length || to === count ? null : { moves: moves.slice(0, to).join(" ") };
}

/** Line seen so far, and the number of its moves that are played. */
function along() {
  const { fen = "", moves } = state();
  const played = words(moves);
  const isOn = trail.fen === fen && played.length <= trail.moves.length;
  return { moves: isOn ? trail.moves : played, count: played.length };
}

/** Moves of the table on the page, the most frequent first. @type {string[]} */
let shown = [];
/** Functions that end the questions about the piece that was picked up. @type {((isKept?: boolean) => void)[]} */
let chosen = [];
/** Number of moves of a piece that are explored in advance. */
const LIKELY = 3;

/**
 * Explores the most frequent moves of a piece that was picked up.
 * @param {string | null} square
 */
function choose(square) {
  chosen.forEach((end) => end());
  const { moves } = state();
  const likely = square ? shown.filter((move) => move.startsWith(square)).slice(0, LIKELY) : [];
  chosen = likely.map((move) => lookAhead(exploring({ fen: state().fen, moves: moves ? `${moves} ${move}` : move })));
}

/** Number of players that are listed. */
const TOP = 8;
/** Whether the chart of games by year is open; holds for the next position, too. */
let isLifeOpen = false;

/**
 * Chart of how the position was played year by year, which is fetched when it is opened.
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
  const rows = players.map((/** @type {any} */ it) => [h("a", { href: link({ player: it.name }), "data-state": true }, written(it.name)), number(it.games), bar(it.asRed), bar(it.asBlack)]);
  return h("details", { open: true }, h("summary", {}, t("top-players"), " ", h("span", { class: "count" }, number(count))), table(["name", "games", "as-red", "as-black"], rows));
}

/** @param {string} move */
function play(move) {
  const { moves } = state();
  chosen.forEach((end) => end(true));
  go({ moves: moves ? `${moves} ${move}` : move });
  // The answer asked for in advance is used now; other questions end.
  setTimeout(() => choose(null));
}

/** @param {any} known @param {number} games that came there */
function under(known, games) {
  const line = known.line.map((/** @type {any} */ step) => step.uci);
  const at = (/** @type {number} */ count) => link({ moves: line.slice(0, count).join(" ") });
  const isBlackFirst = (known.start ?? " w").split(" ")[1] === "b";
  const name = known.opening ? [known.opening.code, " ", opening(known.opening)] : t(known.start ? "set-up" : line.length ? "no-opening" : "standard-start");
  const steps = known.line.map((/** @type {any} */ step, /** @type {number} */ ply) => {
    const place = ply + (isBlackFirst ? 1 : 0);
    const label = place % 2 === 0 ? `${place / 2 + 1}. ` : ply === 0 ? `${(place - 1) / 2 + 1}. … ` : "";
    return h("li", {}, label && h("span", { class: "number" }, label), h("a", { href: at(ply + 1), "data-state": true, class: "move", "aria-current": ply === line.length - 1 ? "true" : undefined }, step.san));
  });
  if (controls) {
    controls.walk.draw();
    controls.tools.draw();
    controls.drawing.setAttribute("href", link({ view: "draw", draw: piecesOf(known.fen) }, true));
    controls.side.className = `side ${known.side}`;
    const last = known.line.at(-1);
    controls.side.replaceChildren(last ? heard(`${last.san}, ${t("n-games", { n: number(games) })}. `) : "",
      known.ending ? t(known.ending.how) : `${t(`${known.side}-to-move`)}${known.check ? `, ${t("check")}` : ""}`);
  }
  return [
    known.impossible && h("p", { class: "wrong", role: "status" }, known.impossible),
    h("p", { class: "named" }, name),
    h("ol", { class: "line", "aria-label": t("moves-played") }, steps),
    h("p", { class: "fen" }, h("label", {}, h("span", {}, "FEN"), h("input", { readonly: true, value: known.fen, onfocus: (/** @type {any} */ event) => event.target.select() })), picture(known.fen, line.at(-1))),
  ].filter((part) => part instanceof Node);
}

/** @param {any} named */
function opening(named) {
  return { en: named.english, "zh-Hans": named.name, "zh-Hant": named.traditional }[document.documentElement.lang] ?? named.name;
}

/**
 * Text for a position without games: how many games wider questions find.
 * @param {any} answer
 * @param {Record<string, any>} asked
 * @param {AbortSignal} signal
 */
async function nothing(answer, asked, signal) {
  const lines = [];
  if (answer.undated) lines.push(t("undated-more", { n: number(answer.undated) }));
  if (answer.programs) lines.push(t("programs-left-out", { n: number(answer.programs) }));
  if (site) return h("p", { class: "nothing" }, t("no-games"), answer.few && ` ${t("site-few", { n: number(site.least) })}`);
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
