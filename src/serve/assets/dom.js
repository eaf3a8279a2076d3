// Makes elements. Texts become text nodes, never markup.

import { t } from "./texts.js";

/** @typedef {string | number | Node | null | undefined | false} Child */

/**
 * Makes an element. Attributes that begin with `on` are listeners.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...nodes(children));
  return element;
}

/**
 * Makes an SVG element.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...nodes(children));
  return element;
}

/** Columns of numbers. */
const NUMBERS = ["year", "years", "games", "all-games", "chapters", "editions", "behind", "against", "ply", "score", "red-score", "players", "captures", "length", "plies", "chosen", "others", "others-score", "others-behind", "elo", "deviation", "peak", "peak-year"];

/** @param {string} name */
const columnKind = (name) => (NUMBERS.includes(name) ? "n" : name === "spellings" ? "text" : "");

/** Heads of columns by their names; those of numbers stand at the right, but for the first. @param {string[]} names */
export const heads = (names) => h("thead", {}, h("tr", {}, names.map((name, at) => h("th", { scope: "col", class: at > 0 ? columnKind(name) : "" }, t(`head-${name}`)))));

/**
 * Table whose first cells are the heads of its rows.
 * @param {string[]} names of the columns
 * @param {any[]} rows cells of each row
 * @param {Record<string, any>} [attributes]
 */
export function table(names, rows, attributes) {
  return h("div", { class: "wide" }, h("table", attributes, heads(names),
    h("tbody", {}, rows.map((cells) => h("tr", {}, cells.map((/** @type {any} */ cell, /** @type {number} */ at) =>
      h(at === 0 ? "th" : "td", at === 0 ? { scope: "row" } : { class: columnKind(names[at]) }, cell)))))));
}

/** Waits until the last changes are painted; in a hidden page, 50 ms. @returns {Promise<void>} */
export const painted = () => new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 50);
});

/** A text that is heard and not seen. @param {string} text */
export const heard = (text) => h("span", { class: "hidden" }, text);

/** @param {(Child | Child[])[]} children */
function nodes(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false && child !== "")
    .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
}

/**
 * Text from a file: invisible characters are shown, and the direction of the text ends with it.
 * @param {string | null | undefined} text
 * @param {string} [none] text in place of a missing one
 * @returns {HTMLElement}
 */
export function said(text, none = "–") {
  return h("bdi", {}, text ? visible(text) : none);
}

/** @param {string} text */
export function visible(text) {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, (c) => {
    return `\\u{${c.codePointAt(0)?.toString(16)}}`;
  });
}

/** Formats of numbers by language: making one takes longer than using it a hundred times. @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** @param {number} count */
export function number(count) {
  const { lang } = document.documentElement;
  const format = formats.get(lang) ?? new Intl.NumberFormat(lang);
  formats.set(lang, format);
  return format.format(count);
}

/** Number of bytes with its unit. @param {number} bytes */
export function size(bytes) {
  const units = ["B", "KB", "MB", "GB", "TB"];
  const step = bytes < 1024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), 4);
  const digits = { maximumFractionDigits: step ? 1 : 0 };
  return `${new Intl.NumberFormat(document.documentElement.lang, digits).format(bytes / 1024 ** step)} ${units[step]}`;
}
