// Moves played in a position, with their scores, beside the board of the explorer and of a game.

import { ask, askAhead, site } from "./api.js";
import { bar, behind, leads, played, scored, spark } from "./chart.js";
import { h, number, painted } from "./dom.js";
import { keep, link, state } from "./state.js";
import { t } from "./texts.js";

/** Number of rows that are shown at once; further rows follow. */
const FIRST_ROWS = 16;
/** Milliseconds for which the pointer rests on a move before the move is explored in advance. */
const REST = 50;
/** Classes of columns. @type {Record<string, string>} */
const CLASSES = { games: "n", score: "n", "book-score": "n", "book-remark": "remark", reached: "n reached", years: "n" };
/** Number of most frequent moves that are drawn as arrows. */
const ARROWS = 5;

/**
 * Explores a position in advance if the pointer rests on its move. Returns a function that ends
 * this; with true, it leaves a question that was already sent.
 * @param {Record<string, any>} asked the explorer's question about the position after the move
 */
export function lookAhead(asked) {
  /** @type {(() => void) | null} */
  let end = null;
  const timer = setTimeout(() => { end = askAhead("explore", asked); }, REST);
  return (isKept = false) => {
    clearTimeout(timer);
    if (!isKept) end?.();
  };
}

/**
 * Most frequent moves, with their games in proportion to those of the most frequent.
 * @param {any} answer
 * @returns {{move: string, share: number}[]}
 */
export function commonest(answer) {
  if (!state().arrows) return [];
  const most = answer.moves[0]?.games || 1;
  // A move that only an opening book knows was never played.
  const played = answer.moves.filter((/** @type {any} */ it) => it.games > 0);
  return played.slice(0, ARROWS).map((/** @type {any} */ it) => ({ move: it.uci, share: it.games / most }));
}

/**
 * Score of a move in an opening book, and below it the results in percent for the side to move.
 * @param {any} said
 */
function inBook({ book, score, wins, draws, losses, allowed, remark }) {
  const counts = [wins, draws, losses].map((count) => count ?? 0);
  const all = counts[0] + counts[1] + counts[2];
  const results = all ? `${counts.map((count) => Math.round((100 * count) / all)).join("/")} %` : "";
  const title = [book, all && `${t("head-book-results")} ${counts.map(number).join("/")}`, !allowed && t("book-forbids"), remark].filter(Boolean).join(" – ");
  return h("div", { class: allowed ? "booked" : "booked forbidden", title }, `${score ?? "–"}${allowed ? "" : " ✗"}`, results && h("small", { class: "between" }, results));
}

/**
 * @typedef {object} Place of the table
 * @property {import("./board.js").Board} board shows the move under the pointer
 * @property {Record<string, any>} asked the explorer's question
 * @property {(move: string) => string} to address of the position after a move
 * @property {((move: string) => void)} [onplay] plays a move without leaving the view
 * @property {AbortSignal} signal
 */

/**
 * Makes the table; `whole` resolves when it has all rows.
 * @param {any} answer
 * @param {Place} place
 * @returns {{element: HTMLElement, whole: Promise<void>}}
 */
export function moveTable(answer, { board, asked, to, onplay, signal }) {
  // Moves that opening books of engines know, if the server has books.
  const booked = answer.moves.filter((/** @type {any} */ it) => it.books?.length > 0);
  const hasRemarks = booked.some((/** @type {any} */ it) => it.bookRemark);
  const ofBooks = [...(booked.length > 0 ? ["book-score"] : []), ...(hasRemarks ? ["book-remark"] : [])];
  const heads = ["move", "opening", "games", "bar", "score", ...ofBooks, "reached", "years"];
  // A move that only a book knows was never played.
  const games = (/** @type {any} */ it) => (it.games === 0 ? "–" : [number(it.games), h("small", { class: "between" }, behind(played(it)))]);
  // The score is Red's, or that of the side to move; a saved switch decides.
  const isOwn = state().score === "own";
  const score = (/** @type {any} */ it) => scored(isOwn && answer.place.side === "black" && it.percent !== null ? { percent: 100 - it.percent, low: 100 - it.high, high: 100 - it.low } : it);
  const whose = h("button", { type: "button", class: "plain", title: t("score-switch"), onclick: () => keep({ score: isOwn ? "" : "own" }) }, t(isOwn ? "head-own-score" : "head-red-score"));
  const named = (/** @type {string} */ key, /** @type {any} */ text, /** @type {string} */ label) => h("a", { href: link({ view: "game", key, ply: "", node: "", own: "", hide: "" }), "data-state": true, title: t(label), "aria-label": `${t(label)}: ${text}` }, text);
  const inBooks = (/** @type {any} */ it) => ofBooks.map((name) => name === "book-remark" ? h("td", { class: "remark" }, it.bookRemark ?? "") :
    h("td", { class: "n" }, (it.books ?? []).map(inBook)));
  // The years are links to the first and the latest game; if no game has a date, a link to one
  // game.
  const years = (/** @type {any} */ { firstYear, lastYear, earliestGame, undatedGame, recentGames: [latest] }) => {
    if (!earliestGame) return undatedGame ? named(undatedGame, t("no-date"), "a-game") : "–";
    const first = named(earliestGame, firstYear ?? "?", "first-game");
    return latest && latest !== earliestGame ? [first, "–", named(latest, lastYear ?? "?", "latest-game")] : first;
  };
  const row = (/** @type {any} */ it) => {
    /** @type {(() => void) | null} */
    let leave = null;
    const next = { ...asked, moves: asked.moves ? `${asked.moves} ${it.uci}` : it.uci };
    const show = () => {
      board.point([it.uci]);
      leave ??= lookAhead(next);
    };
    const hide = () => {
      board.point([]);
      leave?.();
      leave = null;
    };
    const click = onplay && ((/** @type {MouseEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      onplay(it.uci);
    });
    // Between the press and the click the answer comes.
    const press = () => askAhead("explore", next);
    return h("tr", { onpointerenter: show, onpointerleave: hide, onfocusin: show, onfocusout: hide },
      h("th", { scope: "row" }, h("a", { href: to(it.uci), "data-state": !onplay, class: "move", onpointerdown: press, ...(click && { onclick: click }) }, it.san)),
      h("td", {}, it.opening ?? ""), h("td", { class: "n" }, games(it)), h("td", {}, it.games > 0 && bar(it)),
      h("td", { class: "n" }, score(it)), ...inBooks(it), h("td", { class: "n reached" }, it.reached > 0 && number(it.reached)), h("td", { class: "n", "data-years": it.uci }, years(it)));
  };
  const sum = answer.moves.reduce((/** @type {number} */ all, /** @type {any} */ it) => all + it.games, answer.ended);
  const notes = [
    answer.mirrored && t("mirrored", { n: number(answer.mirrored) }),
    answer.ended && t("ended", { n: number(answer.ended) }),
    answer.undated && t("undated-more", { n: number(answer.undated) }),
    answer.copies && t("n-copies", { n: number(answer.copies) }),
    answer.programs && t("programs-left-out", { n: number(answer.programs) }),
    answer.others && t("in-no-score", { n: number(answer.others) }),
    sum > answer.games && t("sum-to-more"),
    answer.few && t("site-few", { n: number(site.least) }),
  ].filter(Boolean);
  const led = leads(played(answer));
  const body = h("tbody", {}, answer.moves.slice(0, FIRST_ROWS).map(row));
  const others = answer.moves.slice(FIRST_ROWS);
  const whole = painted().then(() => {
    if (!signal.aborted) body.append(...others.map(row));
  });
  const element = h("div", { class: "wide" },
    h("table", { class: booked.length > 0 ? "moves booked" : "moves" },
      h("caption", {}, t("moves-here")),
      h("thead", {}, h("tr", {}, heads.map((name) => h("th", { scope: "col", class: CLASSES[name] ?? "" }, name === "score" ? whose : [t(`head-${name}`), name === "games" && booked.length === 0 && h("small", { class: "between" }, t("head-behind"))])))),
      body,
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("total")), h("td"), h("td", { class: "n" }, games(answer)), h("td", {}, bar(answer)), h("td", { class: "n" }, score(answer)), ...ofBooks.map((name) => h("td", { class: CLASSES[name] })), h("td", { class: "reached" }), h("td")))),
    notes.length > 0 && h("p", { class: "quiet" }, notes.join("; ")),
    h("p", { class: "quiet" }, t("behind-are"), led.length > 0 && [" ", t("head-leads"), ": ", ...led]));
  return { element, whole };
}

/**
 * Adds to each row a chart of the years in which the move was played.
 * @param {any} answer
 * @param {HTMLElement} table
 * @param {Record<string, any>} asked
 * @param {AbortSignal} signal
 */
export async function drawYears(answer, table, asked, signal) {
  const dated = answer.moves.filter((/** @type {any} */ it) => it.firstYear);
  if (dated.length === 0) return;
  const span = /** @type {[number, number]} */ ([Math.min(...dated.map((/** @type {any} */ it) => it.firstYear)), Math.max(...dated.map((/** @type {any} */ it) => it.lastYear))]);
  const { notation, place, ...conditions } = asked;
  const { moves } = await ask("explore/years", conditions, signal);
  for (const { uci, years } of moves) {
    if (Object.keys(years).length > 0) table.querySelector(`[data-years="${uci}"]`)?.append(spark(years, span));
  }
}
