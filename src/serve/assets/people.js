// Names of people and games in the script of the reader's language; answers have people as they are
// recorded, and games by their keys.

import { ask } from "./api.js";
import { h, said, visible } from "./dom.js";
import { link } from "./state.js";

/** Largest number of names in one request. */
const MOST = 100;
/** What is known, by language, sort (`name` of a person, `key` of a game) and value. @type {Map<string, string>} */
const known = new Map();
/** Who waits for what is not known yet, by sort and value. @type {Map<string, ((name: string) => void)[]>} */
let waiting = new Map();

/**
 * Has something shown as the language calls it, as soon as that is known.
 * @param {"name" | "key"} sort
 * @param {string} value
 * @param {(name: string) => void} show
 */
function told(sort, value, show) {
  const wanted = `${sort} ${value}`;
  const ready = known.get(`${document.documentElement.lang} ${wanted}`);
  if (ready !== undefined) return show(ready);
  if (waiting.size === 0) setTimeout(fetchNames);
  waiting.set(wanted, [...(waiting.get(wanted) ?? []), show]);
}

/**
 * Has the name of a person shown: as it is recorded, and once more when it is known in the script of the language.
 * @param {string} name
 * @param {(name: string) => void} show
 */
export function called(name, show) {
  show(name);
  if (document.documentElement.lang !== "en" && /\p{Script=Han}/u.test(name)) told("name", name, show);
}

/** Asks for everything that somebody waits for. */
async function fetchNames() {
  const { lang } = document.documentElement;
  const wanted = [...waiting];
  waiting = new Map();
  for (let from = 0; from < wanted.length; from += MOST) {
    const part = wanted.slice(from, from + MOST).map(([what, shows]) => /** @type {const} */ ([what.slice(0, what.indexOf(" ")), what.slice(what.indexOf(" ") + 1), shows]));
    const of = (/** @type {string} */ sort) => part.filter(([own]) => own === sort).map(([, value]) => value);
    try {
      const { names, games } = await ask("called", { name: of("name"), key: of("key"), lang });
      for (const [sort, value, shows] of part) {
        const name = (sort === "key" ? games : names)[value] ?? value;
        known.set(`${lang} ${sort} ${value}`, name);
        for (const show of shows) show(name);
      }
    } catch {
      // They stay as they are recorded.
    }
  }
}

/**
 * A link to a game, called by its players, its result and its year.
 * @param {string} key
 * @param {number} [ply]
 */
export function gameLink(key, ply) {
  const name = h("bdi", {}, "…");
  told("key", key, (shown) => { name.textContent = visible(shown); });
  return h("a", { href: link({ view: "game", key, ply: ply ?? "", node: "", own: "", hide: "" }), "data-state": true, class: "named-game" }, name);
}

/**
 * The name of a person.
 * @param {string | null | undefined} name
 * @param {string} [none] stands for a missing one
 */
export function person(name, none) {
  const element = said(name, none);
  if (name) called(name, (shown) => { element.textContent = visible(shown); });
  return element;
}
