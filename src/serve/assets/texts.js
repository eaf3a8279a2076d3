// Words in the reader's language. They come from the program.

import { ask, silence } from "./api.js";
import { state } from "./state.js";

/** @type {Record<string, string>} */
let texts = {};

/** The languages, each in its own words. */
export const LANGUAGES = [["en", "English"], ["zh-Hans", "简体"], ["zh-Hant", "繁體"]];

/** The language of the address, or else of the browser. */
export function language() {
  const wanted = [state().lang, ...navigator.languages].filter(Boolean);
  for (const tag of wanted) {
    if (/^zh\b/i.test(tag)) return /Hant|TW|HK|MO/i.test(tag) && !/Hans/i.test(tag) ? "zh-Hant" : "zh-Hans";
    if (/^en\b/i.test(tag)) return "en";
  }
  return "en";
}

/** Loads the words of the language. */
export async function speak() {
  const lang = language();
  if (document.documentElement.lang === lang && texts.explore) return;
  texts = (await ask("texts", { lang })).texts;
  document.documentElement.lang = lang;
  silence.told = t("no-answer");
}

/**
 * What a condition is called: as it says itself, or as the column of its field.
 * @param {string} name
 */
export function condition(name) {
  return texts[`filter-${name}`] ?? t(`head-${name}`);
}

/**
 * A text by its name, with parts put in.
 * @param {string} name
 * @param {Record<string, string | number>} [parts]
 */
export function t(name, parts = {}) {
  const text = texts[name] ?? name;
  return text.replace(/\{(\w+)\}/g, (all, part) => String(parts[part] ?? all));
}
