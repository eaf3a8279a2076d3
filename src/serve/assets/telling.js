// Values of a game: as they are stated, or in brackets as a heading says them; doubts are marked.

import { h, said } from "./dom.js";
import { person } from "./people.js";
import { t } from "./texts.js";

/** Fields of a game, and what they are called where something is derived, doubted or decided. */
const NAMES = { red: "Red", black: "Black", date: "Date", result: "Result", event: "Event", round: "Round" };

/** @typedef {keyof typeof NAMES} Field */

/**
 * The value that a game states; an unknown result is none.
 * @param {any} game
 * @param {Field} field
 * @returns {string | null}
 */
function stated(game, field) {
  return field === "result" && game.result === "*" ? null : game[field];
}

/** @param {Field} field @param {string} value */
function worded(field, value) {
  return field === "result" ? t(`result-${value}`) : value;
}

/**
 * Whether a game has a value, stated or derived.
 * @param {any} game
 * @param {Field} field
 */
export function has(game, field) {
  return Boolean(stated(game, field) ?? game.derived?.[NAMES[field]]);
}

/**
 * A value of a game.
 * @param {any} game
 * @param {Field} field
 * @param {string} [none] stands for a missing one
 * @returns {Node}
 */
export function value(game, field, none = "–") {
  const own = stated(game, field);
  const derived = game.derived?.[NAMES[field]];
  const spelled = field === "red" || field === "black" ? person : said;
  if (!own && derived) return h("span", { class: "derived", title: origin(derived.from) }, "[", spelled(worded(field, derived.value)), "]");
  const text = spelled(own ? worded(field, own) : null, field === "result" ? t("result-*") : none);
  const isDoubted = own && game.doubt?.[NAMES[field]];
  return isDoubted ? h("span", { title: t("doubted") }, text, "?") : text;
}

/** The same for people who hear it. @param {any} game @param {Field} field */
export function spoken(game, field) {
  const text = stated(game, field) ?? game.derived?.[NAMES[field]]?.value ?? null;
  return text && worded(field, text);
}

/** @param {string} from */
function origin(from) {
  return t("derived-from", { from: t(`source-${from}`) });
}

/**
 * What is to be said beside the values of a game: name of the field, value, note.
 * @param {any} game
 * @returns {[string, string, string][]}
 */
export function beside(game) {
  /** @type {[string, string, string][]} */
  const rows = [];
  for (const field of /** @type {Field[]} */ (Object.keys(NAMES))) {
    const own = stated(game, field);
    const derived = game.derived?.[NAMES[field]];
    const decided = game.decided?.[field];
    const doubt = game.doubtTold?.[NAMES[field]];
    if (decided) rows.push([field, worded(field, decided.value), t("decided-because", { why: [decided.reason, decided.by, decided.when].filter(Boolean).join(", ") })]);
    // What a file's name says stands among the fields, as it was read there.
    else if (derived && (!own || derived.from === "file")) rows.push([field, worded(field, own ?? derived.value), origin(derived.from)]);
    if (own && doubt) rows.push([field, worded(field, own), t("doubtful", { why: doubt })]);
  }
  return rows;
}
