// Conditions on games, beside everything that counts games.

import { h } from "./dom.js";
import { FILTERS, go, state } from "./state.js";
import { condition, t } from "./texts.js";

/** Fields that are always seen, and those that open on demand. */
const FIRST = ["player", "red", "black", "since", "until", "result"];
const MORE = ["event", "site", "opening", "kind", "played", "title", "chapter", "text", "min_plies", "max_plies", "where", "contains", "mirror", "variations"];

/** @type {Record<string, string[]>} */
const CHOICES = {
  result: ["", "1-0", "1/2-1/2", "0-1", "*"],
  kind: ["", "all", "game", "handicap", "opening", "endgame", "composed", "position"],
  played: ["", "all", "board", "online", "program", "unknown"],
  mirror: ["", "exact"],
  variations: ["", "true"],
};

/** @type {Record<string, (value: string) => string>} */
const NAMES = {
  result: (value) => t(value ? `result-${value}` : "any"),
  kind: (value) => t(value === "" ? "usual" : value === "all" ? "all" : `kind-${value}`),
  played: (value) => t(value === "all" ? "all" : `played-${value || "usual"}`),
  mirror: (value) => t(value ? "mirror-exact" : "mirror-any"),
  variations: (value) => t(value ? "yes" : "no"),
};

/** The fields, filled in from the address. */
export function filterForm() {
  const now = state();
  const isMore = MORE.some((name) => now[name]);
  const form = h("form", { class: "filters", "aria-label": t("filters"), onsubmit: submit, onchange: submit },
    FIRST.map((name) => field(name, now[name])),
    h("div", { class: "buttons" },
      h("button", { type: "submit" }, t("apply")),
      FILTERS.some((name) => now[name]) && h("button", { type: "button", class: "plain", onclick: clear }, t("clear"))),
    h("details", { open: isMore }, h("summary", {}, t("more-filters")), h("div", { class: "fields" }, MORE.map((name) => field(name, now[name])))));
  return form;
}

/**
 * @param {string} name
 * @param {string | undefined} value
 */
function field(name, value = "") {
  const choices = CHOICES[name];
  const control = choices
    ? h("select", { name }, choices.map((choice) => h("option", { value: choice, selected: choice === value }, NAMES[name](choice))))
    : h("input", { name, value, autocomplete: "off", spellcheck: "false", inputmode: name.endsWith("_plies") ? "numeric" : undefined });
  return h("label", { class: value ? "set" : "" }, h("span", {}, condition(name)), control);
}

/** @param {Event} event */
function submit(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const data = new FormData(form);
  go(Object.fromEntries(FILTERS.map((name) => [name, String(data.get(name) ?? "").trim()])));
}

function clear() {
  go(Object.fromEntries(FILTERS.map((name) => [name, ""])));
}
