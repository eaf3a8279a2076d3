// Saved filters, questions, boards and positions. They are in a file beside the database, so that
// every browser has them at every port.

import { ask, change, rights } from "./api.js";
import { h, said } from "./dom.js";
import { link, state } from "./state.js";
import { t } from "./texts.js";

/** @type {any[] | null} */
let all = null;

/**
 * List of the saved entries of a kind, and a form to save the present state.
 * @param {"filter" | "question" | "board" | "position"} kind
 * @param {string[]} names parts of the address that are saved
 * @param {string} view
 */
export function saved(kind, names, view) {
  const list = h("ul", { class: "chips" });
  const wrong = h("p", { class: "wrong", role: "alert" });
  const count = h("span", { class: "count" });
  const there = () => Object.fromEntries(names.filter((name) => state()[name]).map((name) => [name, state()[name]]));
  const none = () => Object.fromEntries(names.map((name) => [name, ""]));
  // The rest of the address may have changed since the list was drawn.
  const entry = (/** @type {any} */ it) => {
    const to = () => link({ ...none(), ...it.state, view });
    const follow = (/** @type {any} */ event) => event.currentTarget.setAttribute("href", to());
    return h("a", { href: to(), "data-state": true, onpointerenter: follow, onfocus: follow, onclick: follow }, said(it.name));
  };
  const draw = () => {
    const own = (all ?? []).filter((it) => it.kind === kind);
    count.textContent = own.length ? `(${own.length})` : "";
    list.replaceChildren(...own.map((it) => h("li", {}, entry(it),
      rights.may_change && h("button", { type: "button", class: "plain", "aria-label": t("forget", { name: it.name }), title: t("forget", { name: it.name }), onclick: () => done(change("DELETE", "saved", { kind, name: it.name })) }, "✕"))));
  };
  const done = (/** @type {Promise<any>} */ asked) => asked.then((answer) => {
    wrong.textContent = "";
    all = answer.saved;
    draw();
  }).catch((error) => { wrong.textContent = error.message; });
  const input = h("input", { name: "saved-name", "aria-label": t("save-as"), placeholder: t("save-as"), autocomplete: "off", maxlength: 200 });
  const form = h("form", { class: "typed", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    const name = /** @type {HTMLInputElement} */ (input).value.trim();
    if (Object.keys(there()).length === 0) wrong.textContent = t("nothing-to-save");
    else done(change("POST", "saved", {}, { kind, name, state: there() })).then(() => { /** @type {HTMLInputElement} */ (input).value = ""; });
  } }, input, h("button", { type: "submit" }, t("save")), wrong);
  if (all) draw();
  else done(ask("saved"));
  return h("details", { class: "saved" }, h("summary", {}, t(`saved-${kind}`), " ", count), list, rights.may_change ? form : h("p", { class: "quiet" }, t("read-only")));
}

