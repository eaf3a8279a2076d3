// The explorer: a board, the moves played there, the games.

import { address, ask, askAhead } from "./api.js";
import { Board } from "./board.js";
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

/**
 * @param {HTMLElement} main
 * @param {AbortSignal} signal
 */
export async function explore(main, signal) {
  const { fen, moves } = state();
  const isSame = board && main.contains(board.element);
  if (!isSame) {
    board = new Board({ onmove: play, onchoose: choose });
    main.replaceChildren(h("div", { class: "explore" },
      h("section", { class: "left" }, board.element, h("div", { id: "under" })),
      h("section", { class: "right" }, h("div", { id: "filters" }), h("div", { id: "saved" }), h("div", { id: "moves" }), h("div", { id: "years" }), h("div", { id: "life" }), h("div", { id: "top" }), h("div", { id: "list" }))));
  }
  const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (main.querySelector(`#${id}`));
  const filled = JSON.stringify([filters(), document.documentElement.lang]);
  if (part("filters").dataset.filled !== filled && (!isSame || !part("filters").contains(document.activeElement))) {
    part("filters").replaceChildren(filterForm());
    part("filters").dataset.filled = filled;
  }
  if (!isSame) part("saved").replaceChildren(saved("filter", FILTERS, ""), saved("position", ["fen", "moves"], ""));
  const { words, plain, there } = questions({ fen, moves });
  const table = ask("explore", plain, signal).then(async (answer) => {
    const { element, whole } = await moveTable(answer, plain, signal);
    part("moves").replaceChildren(element);
    shown = answer.moves.map((/** @type {any} */ it) => it.uci);
    return { answer, whole };
  });
  const position = ask("position", there, signal).then((known) => {
    board?.show(known, known.line.at(-1)?.uci);
    part("under").replaceChildren(...under(known));
    return known;
  });
  const [known, { answer, whole }] = await Promise.all([position, table]);
  whole.then(() => drawYears(answer, part("moves"), plain, signal)).catch(() => {});
  // The lists of the whole archive follow; they count every kind of record.
  const { notation, ...conditions } = words;
  const isStart = !fen && !moves;
  const listed = { ...conditions, fen: isStart ? "" : fen, moves };
  part("list").replaceChildren(gameList({ kind: "game", ...listed }, signal));
  const years = await ask("years", { kind: "game", ...listed }, signal);
  part("years").replaceChildren(yearChart(years.years, years.undated));
  part("life").replaceChildren(life({ kind: "game", ...listed }), h("p", { class: "links" }, h("a", { href: link({ view: "study", part: "" }), "data-state": true }, t("study-first"))), citation("cite", { kind: "game", ...listed }));
  const players = await ask("players", { kind: "game", ...listed, limit: TOP }, signal);
  part("top").replaceChildren(topPlayers(players));
  return known;
}

/**
 * What is asked of a place.
 * @param {{fen?: string, moves?: string}} place
 */
function questions(place) {
  const { letters, ...words } = /** @type {Record<string, any>} */ ({ ...place, ...filters(), ...looks() });
  const { contains, ...plain } = words;
  return { words, plain, there: { ...place, notation: words.notation, lang: words.lang } };
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
    const { plain, there } = questions({ fen: state().fen, moves });
    ends = [askAhead("explore", plain), askAhead("position", there)];
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
}

/** @param {any} known */
function under(known) {
  const line = known.line.map((/** @type {any} */ step) => step.uci);
  const at = (/** @type {number} */ count) => link({ moves: line.slice(0, count).join(" ") });
  const isBlackFirst = (known.start ?? " w").split(" ")[1] === "b";
  const name = known.opening && [known.opening.code, " ", opening(known.opening)];
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
      button("⇅", "flip", { flip: now.flip ? "" : 1 }),
      button("⇆", "turn", { turn: now.turn ? "" : 1 }),
      h("a", { class: "button", href: link({ view: "draw", draw: piecesOf(known.fen) }, true), "data-state": true, title: t("draw-from-here"), "aria-label": t("draw-from-here") }, "✎"),
      h("span", { class: `side ${known.side}` }, toMove)),
    typedBox(),
    h("p", { class: "named" }, name || (line.length ? t("no-opening") : t("standard-start"))),
    h("ol", { class: "line", "aria-label": t("moves-played") }, steps),
    h("p", { class: "fen" }, h("label", {}, h("span", {}, "FEN"), h("input", { readonly: true, value: known.fen, onfocus: (/** @type {any} */ event) => event.target.select() }))),
  ];
}

/** @param {any} named */
function opening(named) {
  return { en: named.english, "zh-Hans": named.name, "zh-Hant": named.traditional }[document.documentElement.lang] ?? named.name;
}

/** The box that takes a move, a FEN, the key of a game or a query. */
function typedBox() {
  const told = h("p", { class: "wrong", role: "alert" });
  const input = h("input", { name: "typed", placeholder: t("typed-hint"), "aria-label": t("typed"), autocomplete: "off", spellcheck: "false" });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const { fen, moves } = state();
    const { lang } = document.documentElement;
    try {
      const read = await ask("read", { text: /** @type {HTMLInputElement} */ (input).value, fen, moves, lang });
      if (read.is === "position") go({ fen: read.fen, moves: "" });
      else if (read.is === "game") go({ view: "game", key: read.key });
      else if (read.is === "query") go({ view: "ask", where: read.where }, { afresh: true });
      else go({ moves: read.moves });
    } catch (error) {
      told.textContent = /** @type {Error} */ (error).message.replace(/^text: ?|^text：/, "");
    }
  };
  return h("form", { class: "typed", onsubmit: submit }, input, h("button", { type: "submit" }, t("go")), told);
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
  const heads = ["move", "opening", "games", "bar", "score", "reached", "years", "first-and-last"];
  const games = (/** @type {any} */ it) => [number(it.games), h("small", { class: "between" }, behind(played(it)))];
  const named = (/** @type {string} */ key) => h("a", { href: link({ view: "game", key }), "data-state": true }, key);
  // Of games that all lack a date, or whose dates are in doubt, one is named nevertheless.
  const ends = (/** @type {any} */ { earliestGame, undatedGame, recentGames: [latest] }) => earliestGame
    ? [h("div", {}, named(earliestGame)), latest && latest !== earliestGame && h("div", {}, named(latest))]
    : undatedGame && [h("div", {}, named(undatedGame)), h("small", {}, t("no-date"))];
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
    const years = it.firstYear ? (it.firstYear === it.lastYear ? it.firstYear : `${it.firstYear}–${it.lastYear}`) : "–";
    return h("tr", { onpointerenter: show, onpointerleave: hide, onfocusin: show, onfocusout: hide },
      h("th", { scope: "row" }, h("a", { href: to, "data-state": true, class: "move" }, it.san)),
      h("td", {}, it.opening ?? ""), h("td", { class: "n" }, games(it)), h("td", {}, bar(it)),
      h("td", { class: "n" }, scored(it)), h("td", { class: "n" }, number(it.reached)), h("td", { class: "n", "data-years": it.uci }, years),
      h("td", {}, ends(it)));
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
      h("thead", {}, h("tr", {}, heads.map((name) => h("th", { scope: "col", class: ["games", "score", "reached", "years"].includes(name) ? "n" : "" }, t(`head-${name}`))))),
      body,
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("total")), h("td"), h("td", { class: "n" }, games(answer)), h("td", {}, bar(answer)), h("td", { class: "n" }, scored(answer)), h("td"), h("td"), h("td"), h("td")))),
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
  const { notation, ...conditions } = asked;
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
