// Texts of the page in the language of the reader, which the program sends.

import { ask, silence } from "./api.js";
import { state } from "./state.js";

/** @type {Record<string, string>} */
let texts = {};

/** Languages, each with its name. */
export const LANGUAGES = [["en", "English"], ["zh-Hans", "简体"], ["zh-Hant", "繁體"]];

/** Language of the address, else of the browser. */
export function language() {
  const wanted = [state().lang, ...navigator.languages].filter(Boolean);
  for (const tag of wanted) {
    if (/^zh\b/i.test(tag)) return /Hant|TW|HK|MO/i.test(tag) && !/Hans/i.test(tag) ? "zh-Hant" : "zh-Hans";
    if (/^en\b/i.test(tag)) return "en";
  }
  return "en";
}

/** Loads the texts in the language of the page. */
export async function speak() {
  const lang = language();
  if (document.documentElement.lang === lang && texts.explore) return;
  texts = (await ask("texts", { lang })).texts;
  document.documentElement.lang = lang;
  silence.told = t("no-answer");
}

/**
 * Name of a condition: its own text, else the head of its column.
 * @param {string} name
 */
export function condition(name) {
  return texts[`filter-${name}`] ?? t(`head-${name}`);
}

/**
 * Text of this name, with values in place of the names in braces.
 * @param {string} name
 * @param {Record<string, string | number>} [parts]
 */
export function t(name, parts) {
  const text = texts[name] ?? name;
  return parts ? text.replace(/\{(\w+)\}/g, (all, part) => String(parts[part] ?? all)) : text;
}
