// Lists of games of any length: only visible rows have elements.

import { address, ask, served, site } from "./api.js";
import { h, number } from "./dom.js";
import { written } from "./people.js";
import { go, link, looks, state } from "./state.js";
import { has, titled, value } from "./telling.js";
import { t } from "./texts.js";

/** Height of a row in pixels, equal to that in the style sheet. */
const ROW = 34;
/** Number of rows of one request. */
const PAGE = 50;
/** Largest height in pixels: browsers place nothing further down. */
const DEEPEST = 30_000_000;

const COLUMNS = [
  ["date", "newest"], ["red", "red"], ["black", "black"], ["result", "result"], ["plies", "plies"], ["opening", "opening"], ["event", "event"], ["title", "title"],
];

/**
 * List of the games that meet the conditions.
 * @param {Record<string, any>} params conditions on the games
 * @param {AbortSignal} signal ends the questions
 */
export function gameList(params, signal) {
  const sort = state().sort || params.sort || "newest";
  /** @type {Map<number, Promise<any>>} */
  const pages = new Map();
  const count = h("span", { class: "count" }, "…");
  const body = h("div", { class: "rows", role: "list" });
  const space = h("div", { class: "space" }, body);
  const head = h("div", { class: "row head", role: "group", "aria-label": t("sort-by") }, COLUMNS.map(([name, order]) => column(name, order, sort)));
  const table = h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": t("games") }, head, space);
  const downloads = ["pgn", "csv", "jsonl"].map((form) =>
    h("a", { href: address(`games.${form}`, { ...params, sort }), download: `games.${form}` }, form.toUpperCase()));
  const element = h("section", { class: "games" },
    h("h2", {}, t("games"), " ", count, served(() => h("span", { class: "downloads" }, t("download"), " ", downloads))), table);

  const page = (/** @type {number} */ at) => {
    let asked = pages.get(at);
    if (!asked) {
      asked = ask("games", { ...params, sort, limit: PAGE, offset: at * PAGE, lang: document.documentElement.lang }, signal);
      pages.set(at, asked);
    }
    return asked;
  };
  let total = 0;
  let drawn = "";
  const draw = async () => {
    const height = Math.min(total * ROW, DEEPEST);
    const share = height / Math.max(total * ROW, 1);
    const first = Math.max(0, Math.floor(table.scrollTop / share / ROW) - 5);
    const last = Math.min(total, first + Math.ceil(table.clientHeight / ROW) + 12);
    const wanted = `${first}-${last}`;
    if (wanted === drawn) return;
    drawn = wanted;
    const from = Math.floor(first / PAGE);
    const to = Math.floor(Math.max(last - 1, 0) / PAGE);
    const found = [];
    for (let at = from; at <= to; at++) found.push(...(await page(at)).games);
    if (drawn !== wanted) return;
    const shown = found.slice(first - from * PAGE, last - from * PAGE);
    body.replaceChildren(...shown.map((game, at) => h("div", { role: "listitem", "aria-posinset": first + at + 1, "aria-setsize": total }, row(game, first + at))));
    body.style.top = `${first * ROW * share}px`;
  };
  const begin = async () => {
    const answer = await page(0);
    // A site lists only the first games of a position.
    total = answer.most ?? answer.count;
    count.textContent = number(answer.count);
    space.style.height = `${Math.min(total * ROW, DEEPEST)}px`;
    if (total === 0) element.classList.add("empty");
    const notes = [
      answer.others && answer.others < answer.count && t("in-no-score", { n: number(answer.others) }),
      answer.mirrored && t("mirrored", { n: number(answer.mirrored) }),
      answer.copies && t("n-copies", { n: number(answer.copies) }),
      answer.undated && t("undated-more", { n: number(answer.undated) }),
      total < answer.count && t("site-first", { n: number(total), all: number(answer.count) }),
    ].filter(Boolean);
    if (notes.length) count.after(h("small", {}, " ", notes.join("; ")));
    await draw();
  };
  const failed = (/** @type {Error} */ error) => {
    if (error.name !== "AbortError") count.textContent = error.message;
  };
  table.addEventListener("scroll", () => draw().catch(failed), { passive: true });
  begin().catch(failed);
  return element;
}

/**
 * The board of a game after some plies.
 * @param {string | null} key
 * @param {number} width in pixels
 * @param {number} ply
 * @param {string} alt
 */
export function gameBoard(key, width, ply, alt) {
  const theme = state().theme || "auto";
  return key && !site && h("img", { src: address(`game/${key}.svg`, { ply, letters: looks().letters, coordinates: "none", theme }), alt, loading: "lazy", width, height: Math.round(width * 1.1) });
}

/**
 * @param {string} name
 * @param {string} order
 * @param {string} sort
 */
function column(name, order, sort) {
  const other = sort === "newest" ? "date" : "newest";
  const isSorted = order === sort || (name === "date" && sort === "date");
  const isFalling = sort === "newest" || sort === "plies";
  const mark = isSorted ? (isFalling ? " ↓" : " ↑") : "";
  if (site) return h("span", { class: `cell ${name}` }, t(`head-${name}`));
  return h("span", { class: `cell ${name}` },
    h("button", { type: "button", class: "plain", "aria-pressed": String(isSorted), onclick: () => go({ sort: name === "date" ? other : order }, { replace: true }) }, t(`head-${name}`) + mark));
}

/**
 * @param {any} game
 * @param {number} at
 */
function row(game, at) {
  const team = (/** @type {"red" | "black"} */ side) => {
    const own = game[`${side}_team`];
    return has(game, side) ? [value(game, side), own && h("small", {}, " ", written(own))] : [written(own)];
  };
  const said = game.says ?? [];
  const places = game.contains ? [game.contains] : said;
  const plies = game.where?.plies ?? places.map((/** @type {any} */ it) => it.ply).filter((/** @type {any} */ ply) => ply !== null);
  const to = link({ view: "game", key: game.key, ply: plies[0], node: "", own: "", hide: "" });
  const cell = (/** @type {string} */ name, /** @type {any} */ ...children) => h("span", { class: `cell ${name}` }, ...children);
  return h("a", { class: at % 2 ? "row odd" : "row", href: to, "data-state": true },
    cell("date", value(game, "date")), cell("red", ...team("red")), cell("black", ...team("black")),
    cell("result", value(game, "result")), cell("plies", number(game.plies)), cell("opening", game.ecco?.code ?? "–"),
    cell("event", value(game, "event")), cell("title", said.map((/** @type {any} */ it) => it.text).join(" … ") || (titled(game) ?? "–")));
}
