// Books as a shelf of folders, books and chapters.

import { ask, site } from "./api.js";
import { bar, behind, played, scored } from "./chart.js";
import { h, number, table } from "./dom.js";
import { gameBoard, gameList } from "./games.js";
import { gameName, written } from "./people.js";
import { go, link, state } from "./state.js";
import { titled } from "./telling.js";
import { t } from "./texts.js";

/** Separator between the parts of a chapter's path. */
const BETWEEN = " / ";
/** Order of the games of a chapter. */
export const ORDER = "title";
/** Largest number of games of a chapter on boards. */
const BOARDS = 30;
/** Number of plies after which a board shows a game from the usual start. */
const SHOWN = 12;
/** Number of games of a chapter among which neighbours are sought. */
const MOST = 1000;

/** @typedef {{name: string, path: string, own: any, below: Map<string, Place>}} Place a folder, a book or a chapter */

/**
 * Makes the shelf of these chapters.
 * @param {any[]} chapters
 */
function shelf(chapters) {
  /** @type {Place} */
  const root = { name: "", path: "", own: null, below: new Map() };
  for (const chapter of chapters) {
    let place = root;
    for (const name of chapter.path.split(BETWEEN)) {
      const path = place.path ? place.path + BETWEEN + name : name;
      const next = place.below.get(name) ?? { name, path, own: null, below: new Map() };
      place.below.set(name, next);
      place = next;
    }
    place.own = chapter;
  }
  return root;
}

/** Places directly below a place; numbers in names are compared as numbers. @param {Place} place */
function inOrder(place) {
  const { compare } = new Intl.Collator(document.documentElement.lang, { numeric: true });
  return [...place.below.values()].sort((one, other) => compare(one.name, other.name));
}

/** Places with games of their own, from the first to the last. @param {Place} place @returns {Place[]} */
function chaptersOf(place) {
  return [...(place.own ? [place] : []), ...inOrder(place).flatMap(chaptersOf)];
}

/** Topmost places below `place` whose names contain a text. @param {Place} place @param {string} name @returns {Place[]} */
function called(place, name) {
  return inOrder(place).flatMap((below) => (below.name.toLowerCase().includes(name.toLowerCase()) ? [below] : called(below, name)));
}

/** Number of games of a place and of all places below. @param {Place} place @returns {number} */
function gamesOf(place) {
  return (place.own?.games ?? 0) + [...place.below.values()].reduce((sum, below) => sum + gamesOf(below), 0);
}

/** Name of a place without the ending of an archive of files. @param {string} name */
const title = (name) => written(name, "–", (shown) => shown.replace(/(?<=.)\.(tar(\.[a-z\d]+)?|tgz|zip|rar|7z|cab|lzh|arj|exe)$/i, ""));

/** @param {string} path @param {any} text */
const to = (path, text) => h("a", { href: link({ view: "books", chapter: path }, true), "data-state": true }, text);

/** Links from the shelf to a place. @param {string} path */
function way(path) {
  const parts = path ? path.split(BETWEEN) : [];
  return h("nav", { class: "way", "aria-label": t("way") }, to("", t("books")), parts.map((name, at) => [" › ", to(parts.slice(0, at + 1).join(BETWEEN), title(name))]).flat());
}

/** @param {string} label @param {Place | undefined} place @param {string} sign */
const turn = (label, place, sign) =>
  place && h("a", { href: link({ view: "books", chapter: place.path }, true), "data-state": true, class: "turn", title: t(label) }, sign === "←" ? ["← ", title(place.name)] : [title(place.name), " →"]);

/** @type {(main: HTMLElement, signal: AbortSignal) => Promise<void>} */
export async function books(main, signal) {
  const answer = await ask("books", {}, signal);
  const root = shelf(answer.chapters.filter((/** @type {any} */ it) => it.path));
  const { chapter = "", name = "" } = state();
  const place = (chapter ? chapter.split(BETWEEN) : []).reduce((/** @type {Place | undefined} */ at, name) => at?.below.get(name), root);
  const all = chaptersOf(root);
  if (!place || all.length === 0) {
    main.replaceChildren(h("section", { class: "list" }, way(""), h("p", { class: "nothing" }, t(all.length ? "no-games" : "no-books"))));
    return;
  }
  const first = place.own ? place : chaptersOf(place)[0];
  const at = all.indexOf(first);
  const before = all.slice(0, at).findLast((other) => other !== place);
  const after = all.slice(at + 1).find((other) => other !== place);
  const found = name && !chapter ? called(root, name) : null;
  const below = found ?? inOrder(place);
  // A folder has no score, which would count a game of two chapters twice.
  const hasScore = (/** @type {Place} */ it) => it.below.size === 0 && it.own.games > it.own.others;
  const isPlayed = below.filter(hasScore).length * 2 > below.length;
  const heads = ["chapter", "chapters", "games", ...(isPlayed ? ["bar", "score", "behind"] : [])];
  const share = (/** @type {Place} */ it) => (hasScore(it) ? [bar(it.own), scored(it.own), behind(played(it.own))] : ["", "", ""]);
  const rows = below.map((it) => [[to(it.path, title(it.name)), found && h("small", {}, " ", written(it.path.slice(0, -it.name.length - BETWEEN.length)))],
    it.below.size > 0 && number(chaptersOf(it).length), number(gamesOf(it)), ...(isPlayed ? share(it) : [])]);
  const input = /** @type {HTMLInputElement} */ (h("input", { name: "name", value: name, type: "search", placeholder: t("part-of-book"), "aria-label": t("part-of-book") }));
  main.replaceChildren(h("section", { class: "list" },
    way(place.path),
    !chapter && h("form", { class: "typed", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); go({ name: input.value.trim() }); } }, input, h("button", { type: "submit" }, t("find"))),
    found?.length === 0 && h("p", { class: "nothing" }, t("nothing-found")),
    h("h1", {}, place.path ? title(place.name) : t("books"), " ", h("span", { class: "count" }, number(place.path ? gamesOf(place) : all.length))),
    place.path && h("p", { class: "links" }, turn("previous-chapter", before, "←"), turn("next-chapter", after, "→")),
    below.length > 0 && table(heads, rows, { class: "of-books" }),
    place.own && !site && await boards(place.path, signal), place.own && gameList({ chapter: place.path, sort: ORDER, kind: "all" }, signal)));
}

/**
 * First games of a chapter on boards: a study at its start, another game after its opening.
 * @param {string} chapter
 * @param {AbortSignal} signal
 */
async function boards(chapter, signal) {
  const { games } = await ask("games", { chapter, sort: ORDER, kind: "all", limit: BOARDS }, signal);
  return h("ol", { class: "boards" }, games.map((/** @type {any} */ game) =>
    h("li", {}, h("a", { href: link({ view: "game", key: game.key }), "data-state": true }, gameBoard(game.key, 130, game.start ? 0 : SHOWN, ""), h("span", {}, nameOf(game))))));
}

/**
 * Links to the previous and the next game of the chapter from which the reader came.
 * @param {string} key
 * @param {AbortSignal} signal
 */
export async function neighbours(key, signal) {
  const { chapter, sort } = state();
  if (!chapter) return "";
  const { games, count } = await ask("games", { chapter, kind: "all", sort: sort || ORDER, limit: MOST }, signal);
  const at = games.findIndex((/** @type {any} */ game) => game.key === key);
  const leaf = (/** @type {string} */ label, /** @type {any} */ game, /** @type {string} */ sign) =>
    game && h("a", { href: link({ view: "game", key: game.key, ply: "", node: "", own: "", hide: "" }), "data-state": true, class: "turn", rel: sign === "←" ? "prev" : "next", title: t(label) },
      sign === "←" ? ["← ", nameOf(game)] : [nameOf(game), " →"]);
  return h("div", { class: "leaf" }, way(chapter),
    at >= 0 && h("p", { class: "links" }, leaf("previous-game", games[at - 1], "←"), h("span", { class: "quiet" }, t("game-of", { at: number(at + 1), all: number(count) })), leaf("next-game", games[at + 1], "→")));
}

/** @param {any} game */
const nameOf = (game) => titled(game) ?? gameName(game.key);
