// Names of people in the script of the reader's language; answers have them as they are recorded.

import { ask } from "./api.js";
import { said, visible } from "./dom.js";

/** Largest number of names in one request. */
const MOST = 100;
/** How people are called, by language and recorded name. @type {Map<string, string>} */
const known = new Map();
/** Who shows a name that is not known yet. @type {Map<string, ((name: string) => void)[]>} */
let waiting = new Map();

/**
 * Has a name shown: as it is known, and once more when it is known in the script of the language.
 * @param {string} name
 * @param {(name: string) => void} show
 */
export function called(name, show) {
  const { lang } = document.documentElement;
  const ready = known.get(`${lang} ${name}`);
  show(ready ?? name);
  if (ready !== undefined || lang === "en" || !/\p{Script=Han}/u.test(name)) return;
  if (waiting.size === 0) setTimeout(fetchNames);
  waiting.set(name, [...(waiting.get(name) ?? []), show]);
}

/** Asks for all names that somebody waits for. */
async function fetchNames() {
  const { lang } = document.documentElement;
  const wanted = [...waiting];
  waiting = new Map();
  for (let from = 0; from < wanted.length; from += MOST) {
    const part = wanted.slice(from, from + MOST);
    try {
      const { names } = await ask("called", { name: part.map(([name]) => name), lang });
      for (const [name, shows] of part) {
        known.set(`${lang} ${name}`, names[name] ?? name);
        for (const show of shows) show(names[name] ?? name);
      }
    } catch {
      // They stay as they are recorded.
    }
  }
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
