// Decisions as on the command line, each made by one button.

import { change, rights } from "./api.js";
import { h, said } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {{action: string, target: string, value: string}} Decision */

/** Reason of the last decision, offered for the next one. */
let last = "";

/**
 * Button that asks for a reason and makes decisions; afterwards a button that takes them back.
 * @param {Decision[]} decisions
 * @param {string} label
 * @param {boolean} [isDecided] whether the decisions were made before
 */
export function decider(decisions, label, isDecided = false) {
  const place = h("span", { class: "decide" });
  const wrong = h("span", { class: "wrong", role: "alert" });
  const focus = () => /** @type {HTMLElement | null} */ (place.querySelector("input, button"))?.focus();
  const show = (/** @type {(Node | string)[]} */ parts, isMoved = true) => {
    wrong.textContent = "";
    place.replaceChildren(...parts, wrong);
    if (isMoved) focus();
  };
  const button = (/** @type {string} */ text, /** @type {() => any} */ act) => h("button", {
    type: "button", disabled: !rights.may_change, title: rights.may_change ? undefined : t("read-only"), onclick: act,
  }, text);
  const send = async (/** @type {string} */ path, /** @type {any} */ sent) => {
    try {
      const answer = await change("POST", path, {}, { decisions: sent });
      dispatchEvent(new Event("archive-changed"));
      return answer;
    } catch (error) {
      wrong.textContent = /** @type {Error} */ (error).message;
      return null;
    }
  };
  const done = (/** @type {string} */ told, isMoved = true) => show([h("span", { class: "done", role: "status" }, t(told)), button(t("undo"), async () => {
    if (await send("undo", decisions)) open();
  })], isMoved);
  const why = () => {
    const input = /** @type {HTMLInputElement} */ (h("input", { name: "reason", value: last, required: true, "aria-label": t("reason"), placeholder: t("reason"), autocomplete: "off" }));
    show([h("form", { onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      const reason = input.value.trim();
      if (!reason) return;
      const answer = await send("decide", decisions.map((it) => ({ ...it, reason })));
      last = answer ? reason : last;
      if (answer) done(answer.added.length === 0 ? "decided-before" : answer.waiting ? "decided-waiting" : "decided");
    } }, input, h("button", { type: "submit" }, label)), button(t("cancel"), () => open())]);
  };
  const open = (isMoved = true) => show([button(label, why)], isMoved);
  if (isDecided) done("decided", false);
  else open(false);
  return place;
}

/**
 * Whether all of these decisions are among the known ones.
 * @param {Decision[]} wanted
 * @param {Decision[]} known
 */
export function isAmong(wanted, known) {
  const line = (/** @type {Decision} */ it) => `${it.action} ${it.target} ${it.value}`;
  const lines = new Set(known.map(line));
  return wanted.every((it) => lines.has(line(it)));
}

/**
 * Values on which records of a game disagree, each with its place and a button that decides for it.
 * @param {{values: {value: string, path: string, decision: Decision | null}[], decided: Decision[]}} conflict
 */
export function between({ values, decided }) {
  return h("ul", { class: "values" }, values.map((it) => h("li", {}, h("b", {}, said(it.value)), " ", h("small", {}, said(it.path)), " ",
    it.decision && decider([it.decision], t("this-holds"), isAmong([it.decision], decided)))));
}

/** Name of the text that names a field of a conflict. @param {string} field */
export function fieldName(field) {
  return `head-${field === "year" ? "date" : field}`;
}
