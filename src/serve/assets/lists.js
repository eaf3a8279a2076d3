// Players, events and openings.

import { ask, served } from "./api.js";
import { bar, behind, played, scored } from "./chart.js";
import { h, heads, number, said, table } from "./dom.js";
import { gameBoard, gameList } from "./games.js";
import { editionName, gameLink, written } from "./people.js";
import { player } from "./player.js";
import { go, link, state } from "./state.js";
import { t } from "./texts.js";

/** Number of rows of one request. */
const ROWS = 200;

/** Largest number of spellings shown for a name. */
const SPELLINGS = 4;

/** Some spellings, and how many there are. @param {string[]} all */
const some = (all) => [all.slice(0, SPELLINGS).map((name, at) => [at > 0 && ", ", said(name)]).flat(), all.length > SPELLINGS && ` … (${number(all.length)})`].flat();

/** @param {[number, number] | null} years */
const span = (years) => (years ? (years[0] === years[1] ? String(years[0]) : `${years[0]}–${years[1]}`) : "–");

/** Sample of the games against a player's opponents. @param {any} it */
const against = (it) => played({ ...it, players: it.opponents, player: it.opponent, playerGames: it.opponentGames });

/**
 * List with a search by name, and a button for more rows.
 * @param {HTMLElement} main
 * @param {AbortSignal} signal
 * @param {{title: string, path: string, columns: string[], row: (it: any) => HTMLElement, params?: any}} what
 */
async function list(main, signal, { title, path, columns, row, params = {} }) {
  const { name = "" } = state();
  const body = h("tbody");
  const count = h("span", { class: "count" });
  const more = h("button", { type: "button", hidden: true }, t("more"));
  const none = h("p", { class: "nothing", hidden: true }, t("nothing-found"));
  let offset = 0;
  const load = async () => {
    const answer = await ask(path, { ...params, name, offset, limit: ROWS }, signal);
    count.textContent = number(answer.count);
    none.hidden = answer.count > 0;
    body.append(...answer[path].map(row));
    offset += ROWS;
    more.hidden = offset >= answer.count;
  };
  more.addEventListener("click", load);
  const input = h("input", { name: "name", value: name, type: "search", placeholder: t("search-name"), "aria-label": t("search-name") });
  main.replaceChildren(h("section", { class: "list" },
    h("h1", {}, t(title), " ", count),
    served(() => h("form", { onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); go({ name: /** @type {any} */ (input).value.trim() }); } }, input, h("button", { type: "submit" }, t("find")))),
    h("div", { class: "wide" }, h("table", { class: `of-${title}` }, heads(columns), body)),
    none, more));
  await load();
}

/** @type {(main: HTMLElement, signal: AbortSignal) => Promise<void>} */
export async function people(main, signal) {
  const { who } = state();
  if (who) return player(main, signal, who);
  await list(main, signal, {
    title: "people", path: "players", columns: ["name", "pinyin", "spellings", "all-games", "as-red", "as-black", "score", "against", "years"],
    row: (it) => h("tr", {},
      h("th", { scope: "row" }, h("a", { href: link({ view: "people", who: it.name }, true), "data-state": true }, written(it.name))),
      h("td", { class: "text" }, said(it.pinyin)), h("td", { class: "text" }, some(it.names.filter((/** @type {string} */ name) => name !== it.name))),
      h("td", { class: "n" }, number(it.games)), h("td", {}, bar(it.asRed)), h("td", {}, bar(it.asBlack)), h("td", { class: "n" }, scored(it)), h("td", { class: "n" }, behind(against(it))), h("td", { class: "n" }, span(it.years))),
  });
}

/** @type {(main: HTMLElement, signal: AbortSignal) => Promise<void>} */
export async function events(main, signal) {
  const { series, edition } = state();
  if (edition) return tournament(main, signal, edition);
  if (series) return editionsOf(main, signal, series);
  await list(main, signal, {
    title: "events", path: "series", columns: ["event", "editions", "all-games", "bar", "players", "years"],
    row: (it) => h("tr", {},
      h("th", { scope: "row" }, to(it.editions ? { view: "events", series: it.name } : { view: "explore", event: it.name }, it.name)),
      h("td", { class: "n" }, it.editions ? number(it.editions) : ""), h("td", { class: "n" }, number(it.games)), h("td", {}, bar(it.score)), h("td", { class: "n" }, number(it.players)), h("td", { class: "n" }, span(it.firstYear ? [it.firstYear, it.lastYear] : null))),
  });
}

/** Link to a state of the page. @param {any} changes @param {string} text @param {(text: string) => HTMLElement} [shown] */
const to = (changes, text, shown = written) => h("a", { href: link(changes, true), "data-state": true }, shown(text));

/**
 * Shows the editions of a series, and its games.
 * @param {HTMLElement} main
 * @param {AbortSignal} signal
 * @param {string} series
 */
async function editionsOf(main, signal, series) {
  const { editions } = await ask("editions", { event: series, limit: 1000 }, signal);
  const rows = editions.map((/** @type {any} */ it) => [to(it.edition || it.year ? { view: "events", edition: it.name } : { view: "explore", event: it.name }, it.name, editionName),
    it.year ?? "", number(it.games), number(it.players), some(it.spellings.map((/** @type {[string, number]} */ [wording]) => wording))]);
  main.replaceChildren(h("article", { class: "list" },
    h("h1", {}, to({ view: "explore", event: series }, series), " ", h("span", { class: "count" }, number(editions.length))),
    rows.length > 0 && table(["event", "year", "all-games", "players", "spellings"], rows, { class: "of-series" }),
    gameList({ event: series, kind: "all" }, signal)));
}

/**
 * Shows an edition of an event: its table, remarks and games.
 * @param {HTMLElement} main
 * @param {AbortSignal} signal
 * @param {string} edition
 */
async function tournament(main, signal, edition) {
  const { name, table, standings, told } = await ask("tournament", { edition, lang: document.documentElement.lang }, signal);
  const of = (/** @type {number} */ at) => (table.numbers[at] ? "n" : "");
  const toPlayer = (/** @type {number} */ row, /** @type {string} */ text, /** @type {any} */ more = {}) => to({ view: "people", who: standings[row].player, ...more }, text);
  // A name is a link to the player, a result to the games of both players.
  const content = (/** @type {string} */ text, /** @type {number} */ row, /** @type {number} */ at) => {
    const other = standings[Number(table.names[at]) - 1]?.player;
    if (!text || text === "·") return text;
    return table.names[at] === "player" ? toPlayer(row, text) : other ? toPlayer(row, text, { against: other }) : said(text);
  };
  main.replaceChildren(h("article", { class: "list" },
    h("p", { class: "links" }, to({ view: "events", series: name.split("@")[0] }, name.split("@")[0])),
    h("h1", {}, to({ view: "explore", event: name }, name, editionName)),
    h("div", { class: "wide" }, h("table", { class: "cross" },
      h("thead", {}, h("tr", {}, table.heads.map((/** @type {string} */ head, /** @type {number} */ at) => h("th", { scope: "col", class: of(at) }, head)))),
      h("tbody", {}, table.rows.map((/** @type {string[]} */ cells, /** @type {number} */ row) => h("tr", {}, cells.map((cell, at) => h("td", { class: of(at) }, content(cell, row, at)))))))),
    h("ul", {}, told.map((/** @type {string} */ line) => h("li", {}, remark(line)))),
    gameList({ event: name, kind: "all" }, signal)));
}

/** Remark with a link in place of each key; the names behind a key are the text of its link. @param {string} line */
function remark(line) {
  const parts = line.replace(/@(?=\d)/g, " ").split(/\b((?=[a-z]*\d)[a-z\d]{12}(?: [^:：]+? – [^:：]+(?=[:：]))?)/);
  return parts.map((part, at) => {
    if (at % 2 === 0) return said(part, "");
    const [key, names] = [part.slice(0, 12), part.slice(13)];
    return names ? h("a", { href: link({ view: "game", key }, true), "data-state": true }, said(names)) : gameLink(key);
  });
}

/** Number of plies after which the board shows an opening. */
const SHOWN = 8;

/** Board of an opening, taken from its first game. @param {any} it @param {number} width */
const boardOf = (it, width) => gameBoard(it.earliestGame ?? it.undatedGame, width, SHOWN, t("opening-board", { n: SHOWN }));

/** @param {any[]} rows */
function openingTable(rows) {
  const lang = document.documentElement.lang;
  return h("div", { class: "wide" }, h("table", { class: "openings" },
    heads(["code", "opening", "games", "bar", "score", "behind", "years"]),
    h("tbody", {}, rows.map((it) => h("tr", {},
      h("th", { scope: "row" }, it.code ? h("a", { href: link({ view: "explore", opening: it.code }, true), "data-state": true, class: "opening" }, boardOf(it, 60), it.code) : "–"),
      h("td", { class: "text" }, it.code ? said(lang === "en" ? it.english : lang === "zh-Hant" ? it.traditional : it.name) : t("no-opening")),
      h("td", { class: "n" }, number(it.games)), h("td", {}, bar(it)), h("td", { class: "n" }, scored(it)), h("td", { class: "n" }, behind(played(it))),
      h("td", { class: "n" }, span(it.firstYear ? [it.firstYear, it.lastYear] : null)))))));
}

/**
 * Shows an opening or a family of openings, and its games.
 * @param {HTMLElement} main
 * @param {AbortSignal} signal
 * @param {string} wanted
 * @param {any[]} all
 */
function openingOf(main, signal, wanted, all) {
  const rows = all.filter((it) => it.code === wanted || it.family === wanted);
  main.replaceChildren(h("article", { class: "list" },
    h("p", { class: "links" }, to({ view: "openings" }, t("openings"))),
    h("h1", {}, rows[0]?.family === wanted ? t(`family-${wanted}`) : wanted),
    rows.length > 0 && openingTable(rows),
    gameList({ opening: wanted, kind: "game" }, signal)));
}

/** Shows families of openings, each with its openings. @type {(main: HTMLElement, signal: AbortSignal) => Promise<void>} */
export async function openings(main, signal) {
  const { openings: all } = await ask("openings", { kind: "game" }, signal);
  const { opening } = state();
  if (opening) return openingOf(main, signal, opening, all);
  /** @type {Map<string, any[]>} */
  const families = Map.groupBy(all, (/** @type {any} */ it) => it.family ?? "");
  const sum = (/** @type {any[]} */ rows, /** @type {string} */ field) => rows.reduce((games, it) => games + it[field], 0);
  const family = (/** @type {[string, any[]]} */ [codes, rows]) => h("details", { class: "family" },
    h("summary", {}, boardOf(rows.toSorted((a, b) => (a.firstYear ?? 9999) - (b.firstYear ?? 9999))[0], 100),
      h("span", {}, h("b", {}, codes ? t(`family-${codes}`) : t("no-opening")), h("small", {}, codes)),
      h("span", { class: "n" }, number(sum(rows, "games"))), bar({ red: sum(rows, "red"), draws: sum(rows, "draws"), black: sum(rows, "black"), unknown: 0 })),
    codes && h("p", { class: "links" }, h("a", { href: link({ view: "explore", opening: codes }, true), "data-state": true }, t("explore-family"))),
    openingTable(rows));
  const ordered = [...families].sort(([, a], [, b]) => sum(b, "games") - sum(a, "games"));
  main.replaceChildren(h("section", { class: "list" }, h("h1", {}, t("openings"), " ", h("span", { class: "count" }, number(all.length))),
    all.length ? h("div", { class: "families" }, ordered.map(family)) : h("p", { class: "nothing" }, t("nothing-found"))));
}
