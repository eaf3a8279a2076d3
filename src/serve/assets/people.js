// Names of players and texts about games in the script of the language; answers have names as
// recorded, and keys of games.

import { ask, site } from "./api.js";
import { h, visible } from "./dom.js";
import { link } from "./state.js";
import { t } from "./texts.js";

/** Largest number of names in one request. */
const MOST = 100;
/** Known texts by language, sort (`name`, or `key` of a game) and value. @type {Map<string, string>} */
const known = new Map();
/** Functions that wait for unknown texts, by sort and value. @type {Map<string, ((name: string) => void)[]>} */
let waiting = new Map();
/** Simplified form of each character. @type {Map<string, string>} */
const simplified = new Map();

/** Whether names are converted to simplified characters one by one. */
const isSimple = () => document.documentElement.lang !== "zh-Hant" && !site;

/** @param {string} text */
const characters = (text) => text.match(/\p{Script=Han}/gu) ?? [];

/** Text for a value in the language of the page; undefined if not yet known. @param {string} sort @param {string} value */
function ready(sort, value) {
  if (sort === "key" || !isSimple()) return known.get(`${document.documentElement.lang} ${sort} ${value}`);
  return characters(value).every((one) => simplified.has(one)) ? value.replace(/\p{Script=Han}/gu, (one) => simplified.get(one) ?? one) : undefined;
}

/**
 * Calls `show` with the text for a value, as soon as it is known.
 * @param {"name" | "key"} sort
 * @param {string} value
 * @param {(name: string) => void} show
 */
function told(sort, value, show) {
  const wanted = `${sort} ${value}`;
  const name = ready(sort, value);
  if (name !== undefined) return show(name);
  if (waiting.size === 0) setTimeout(fetchNames);
  waiting.set(wanted, [...(waiting.get(wanted) ?? []), show]);
}

/**
 * Shows a name as recorded, then in the script of the language as soon as that is known.
 * @param {string} name
 * @param {(name: string) => void} show
 */
export function called(name, show) {
  show(name);
  if (characters(name).length > 0) told("name", name, show);
}

/** Asks for all texts for which functions wait. */
async function fetchNames() {
  const { lang } = document.documentElement;
  const wanted = [...waiting];
  waiting = new Map();
  for (let from = 0; from < wanted.length; from += MOST) {
    const part = wanted.slice(from, from + MOST).map(([what, shows]) => /** @type {const} */ ([what.slice(0, what.indexOf(" ")), what.slice(what.indexOf(" ") + 1), shows]));
    const of = (/** @type {string} */ sort) => part.filter(([own]) => own === sort).map(([, value]) => value);
    // Many names have few different characters, and each is asked for once.
    const letters = isSimple() ? [...new Set(characters(of("name").join("")))].filter((one) => !simplified.has(one)) : null;
    try {
      const { names, games } = await ask("called", { name: letters ? letters.join("") : of("name"), key: of("key"), lang });
      const others = letters ? [...(names[letters.join("")] ?? "")] : [];
      letters?.forEach((one, at) => simplified.set(one, others[at] ?? one));
      for (const [sort, value, shows] of part) {
        known.set(`${lang} ${sort} ${value}`, (sort === "key" ? games : names)[value] ?? value);
        const name = ready(sort, value);
        if (name !== undefined) for (const show of shows) show(name);
      }
    } catch {
      // Names stay as recorded.
    }
  }
}

/** Players, result and year of a game; without players, what else the game is called. @param {string} key */
export function gameName(key) {
  const name = h("bdi", {}, "…");
  told("key", key, (shown) => { name.textContent = visible(readable(shown)); });
  return name;
}

/** Link to a game with its name. @param {string} key @param {number} [ply] */
export function gameLink(key, ply) {
  return h("a", { href: link({ view: "game", key, ply: ply ?? "", node: "", own: "", hide: "" }), "data-state": true, class: "named-game" }, gameName(key));
}

/** Puts strokes into dates of eight digits, and a blank in place of the sign before an edition. @param {string} text */
const readable = (text) => text.replace(/(?<!\d)((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d) ?/g, "$1-$2-$3 ").replace(/@(?=\d)/, " ").trim();

/**
 * Name or title in the script of the reader.
 * @param {string | null | undefined} text
 * @param {string} [none] text in place of a missing name
 * @param {(text: string) => string} [change] what is done to the text that is shown
 */
export function written(text, none = "–", change = (shown) => shown) {
  const element = h("bdi", {}, none);
  if (text) called(text, (shown) => { element.textContent = visible(readable(change(shown))); });
  return element;
}

/** Name of an edition in words: `五羊杯@24` is 第24届五羊杯 in Chinese. @param {string} name */
export const editionName = (name) => written(name, "–", (shown) => {
  const [, series, number = ""] = /^(.+)@(\d{1,4})$/.exec(shown) ?? [];
  return series ? t(number.length < 4 ? "edition-nth" : "edition-of-year", { series, number }) : shown;
});
