// Values of a game: stated, derived (in brackets) or doubtful (marked).

import { h, said } from "./dom.js";
import { gameName, written } from "./people.js";
import { t } from "./texts.js";

/** Fields of a game, with their names among derived, doubtful and decided values. */
const NAMES = { red: "Red", black: "Black", date: "Date", result: "Result", event: "Event", round: "Round" };

/** @typedef {keyof typeof NAMES} Field */

/**
 * Value that a game states; null for an unknown result.
 * @param {any} game
 * @param {Field} field
 * @returns {string | null}
 */
function stated(game, field) {
  return field === "result" && game.result === "*" ? null : game[field];
}

/**
 * Date of a game, if other records, a heading or a copy say more than its own date; else null.
 * @param {any} game
 * @param {Field} field
 * @returns {string | null}
 */
function settled(game, field) {
  const { date_from: from, date_to: to, date_because: because } = game;
  if (field !== "date" || !(from || to) || ["stated", "file", "decision"].includes(because)) return null;
  const span = from === to ? from : `${from ?? ""}..${to ?? ""}`;
  return span === game.date ? null : span;
}

/** @param {Field} field @param {string} value */
function worded(field, value) {
  const day = field === "date" && /^(\d{4})(\d\d)(\d\d)$/.exec(value);
  return day ? day.slice(1).join("-") : field === "result" ? t(`result-${value}`) : value;
}

/** Title of a game as an element, or else the name of a game without players; null without either. The name of a file is no title. @param {any} game */
export function titled(game) {
  const derived = game.derived?.Title;
  const title = game.title || (derived?.from === "file" ? null : derived?.value);
  // The date is left out, since it stands beside the title.
  const undated = (/** @type {string} */ text) => text.replace(/^(\d{4})(\d\d)(\d\d)(?=\D)/, (all, ...date) => (date.slice(0, 3).join("-") === game.date ? "" : all));
  return title ? written(title, "–", undated) : has(game, "red") || has(game, "black") ? null : gameName(game.key);
}

/**
 * Whether a value is stated or derived.
 * @param {any} game
 * @param {Field} field
 */
export function has(game, field) {
  return Boolean(settled(game, field) ?? stated(game, field) ?? game.derived?.[NAMES[field]]);
}

/**
 * Value of a game as an element.
 * @param {any} game
 * @param {Field} field
 * @param {string} [none] text in place of a missing value
 * @returns {Node}
 */
export function value(game, field, none = "–") {
  const own = stated(game, field);
  const derived = game.derived?.[NAMES[field]];
  const spelled = field === "date" || field === "result" ? said : written;
  const time = settled(game, field);
  // A date stated in another form, such as 90-10-23, is not marked.
  if (time && !own && game.date_because === "read") return said(worded(field, time));
  if (time) return h("span", { class: "derived", title: derived ? origin(derived.from) : undefined }, "[", said(worded(field, time)), "]");
  const name = person(game, field);
  if (!own && derived) return h("span", { class: "derived", title: origin(derived.from) }, "[", spelled(name ?? worded(field, derived.value)), "]");
  const text = spelled(own ? (name ?? worded(field, own)) : null, field === "result" ? t("result-*") : none);
  const isDoubted = own && game.doubt?.[NAMES[field]];
  if (isDoubted) return h("span", { title: t("doubted") }, text, "?");
  return own && name && name !== own ? h("span", { title: t("as-recorded", { name: own }) }, text) : text;
}

/** Value of a game as plain text. @param {any} game @param {Field} field */
export function spoken(game, field) {
  const text = settled(game, field) ?? stated(game, field) ?? game.derived?.[NAMES[field]]?.value ?? null;
  return text && worded(field, text);
}

/** Name at the head of all spellings of a player. @param {any} game @param {Field} field @returns {string | undefined} */
const person = (game, field) => (field === "red" || field === "black" ? game[`${field}_person`] : undefined);

/** @param {string} from */
function origin(from) {
  return t("derived-from", { from: t(`source-${from}`) });
}

/**
 * Remarks on the values of a game: name of the field, value, remark.
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
    // A value from the file's name stands among the fields, since it was read there.
    else if (derived && (!own || derived.from === "file")) rows.push([field, worded(field, own ?? derived.value), origin(derived.from)]);
    if (own && doubt) rows.push([field, worded(field, own), t("doubtful", { why: doubt })]);
  }
  return rows;
}
