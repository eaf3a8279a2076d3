// Values of a game: as they are stated, or in brackets as a heading says them; doubts are marked.

import { h, said } from "./dom.js";
import { written } from "./people.js";
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

/**
 * The time at which a game was played, where more than its own date tells it: other records, a heading, a copy.
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

/** The title of a game; the name of its file is one only where no players are known. @param {any} game */
export function titleOf(game) {
  const derived = game.derived?.Title;
  const isFile = derived?.from === "file" && (has(game, "red") || has(game, "black"));
  const title = game.title || (isFile ? null : derived?.value);
  // A date that stands beside it is not said twice.
  return title?.replace(/^(\d{4})(\d\d)(\d\d)(?=\D)/, (/** @type {string} */ all, /** @type {string[]} */ ...date) => (date.slice(0, 3).join("-") === game.date ? "" : all));
}

/**
 * Whether a game has a value, stated or derived.
 * @param {any} game
 * @param {Field} field
 */
export function has(game, field) {
  return Boolean(settled(game, field) ?? stated(game, field) ?? game.derived?.[NAMES[field]]);
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
  const spelled = field === "date" || field === "result" ? said : written;
  const time = settled(game, field);
  // A field that says it in another form, as 90-10-23, is no doubt.
  if (time && !own && game.date_because === "read") return said(worded(field, time));
  if (time) return h("span", { class: "derived", title: derived ? origin(derived.from) : undefined }, "[", said(worded(field, time)), "]");
  if (!own && derived) return h("span", { class: "derived", title: origin(derived.from) }, "[", spelled(worded(field, derived.value)), "]");
  const text = spelled(own ? worded(field, own) : null, field === "result" ? t("result-*") : none);
  const isDoubted = own && game.doubt?.[NAMES[field]];
  return isDoubted ? h("span", { title: t("doubted") }, text, "?") : text;
}

/** The same for people who hear it. @param {any} game @param {Field} field */
export function spoken(game, field) {
  const text = settled(game, field) ?? stated(game, field) ?? game.derived?.[NAMES[field]]?.value ?? null;
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
