// Conditions on games, beside all views that count games.

import { suggesting } from "./box.js";
import { h, said } from "./dom.js";
import { FILTERS, go, state } from "./state.js";
import { condition, t } from "./texts.js";

/** Fields that are always visible, and fields that can be unfolded. */
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

/** Fields that suggest names, with the sort of names. @type {Record<string, string>} */
const SUGGESTED = { player: "player", red: "player", black: "player", event: "event", opening: "opening" };

/** Media query of windows in which the fields are folded. */
const SMALL = "(max-width: 820px)";
/** Whether the user opened or folded the fields, for all views; null before. @type {boolean | null} */
let isUnfolded = null;

/** Makes the fields, which can be folded. */
export function filterFold() {
  const isOpen = isUnfolded ?? !matchMedia(SMALL).matches;
  const fold = h("details", { class: "fold", open: isOpen }, h("summary", { onclick: () => { isUnfolded = !fold.hasAttribute("open"); } }, t("filters")), filterForm());
  return fold;
}

/** Conditions that are set, each with a button that removes it. */
export function filterChips() {
  const chip = (/** @type {string} */ name) => {
    const text = `${condition(name)}: ${(NAMES[name] ?? String)(state()[name])}`;
    return h("li", {}, said(text), h("button", { type: "button", class: "plain", title: t("forget", { name: text }), "aria-label": t("forget", { name: text }), onclick: () => go({ [name]: "" }) }, "✕"));
  };
  const set = FILTERS.filter((name) => state()[name]);
  return set.length > 0 && h("ul", { class: "chips", "aria-label": t("filters") }, set.map(chip));
}

/** Form of the fields with the values of the address. */
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
  const label = h("label", { class: value ? "set" : "", "data-field": name }, h("span", {}, condition(name)), control);
  const sort = SUGGESTED[name];
  if (!sort) return label;
  const input = /** @type {HTMLInputElement} */ (control);
  const { list } = suggesting(input, { sort, choose: ({ address }) => {
    const { who, event, edition, opening } = Object.fromEntries(new URL(address, location.href).searchParams);
    input.value = who ?? edition ?? event ?? opening ?? "";
    input.form?.requestSubmit();
  } });
  return h("div", { class: "writing" }, label, list);
}

/** Shows an error at the field of its parameter; false if there is no such field. @param {any} error */
export function refuseField(error) {
  const label = document.querySelector(`.filters [data-field="${CSS.escape(error.parameter ?? "")}"]`);
  if (!label) return false;
  for (let fold = label.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.setAttribute("open", "");
  label.querySelector("input, select")?.setAttribute("aria-invalid", "true");
  label.querySelector(".wrong")?.remove();
  label.append(h("small", { class: "wrong", role: "alert" }, error.message.replace(/^[a-z_]+[:：] ?/, "")));
  return true;
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
