// List of records that were set aside, break off or were repaired, with means to decide.

import { address, ask, rights } from "./api.js";
import { between, decider, fieldName } from "./decide.js";
import { h, said, visible } from "./dom.js";
import { gameLink } from "./people.js";
import { raw, readings } from "./records.js";
import { go, link, looks, state } from "./state.js";
import { condition, t } from "./texts.js";

/** Number of records of one request; each has a board. */
const ROWS = 20;
const PARTS = ["records", "unread", "doubts", "conflicts", "impossible"];

/**
 * @param {HTMLElement} main
 * @param {AbortSignal} signal
 */
export async function report(main, signal) {
  const { warnings, places, path = "", part = "records" } = state();
  const { letters, lang } = looks();
  const list = h("ol", { class: "troubles" });
  const more = h("button", { type: "button", hidden: true }, t("more"));
  const draw = { records: (/** @type {any} */ it) => entry(it, letters), unread, doubts, conflicts, impossible }[part] ?? ((it) => entry(it, letters));
  let offset = 0;
  const load = async () => {
    const answer = await ask("report", { part, path, offset, limit: ROWS, warnings: warnings && part === "records" ? "true" : "", places: places && "true", lang }, signal);
    offset += ROWS;
    more.hidden = !answer.more;
    list.append(...answer.records.map(draw));
    if (!list.childElementCount) list.replaceWith(h("p", { class: "nothing" }, t("nothing-wrong")));
  };
  more.addEventListener("click", load);
  const input = /** @type {HTMLInputElement} */ (h("input", { name: "path", value: path, type: "search", placeholder: t("part-of-path"), "aria-label": t("part-of-path") }));
  main.replaceChildren(h("section", { class: "list report" }, h("h1", {}, t("report")),
    h("nav", { class: "parts", "aria-label": t("report") }, PARTS.map((it) => h("a", { href: link({ part: it === "records" ? "" : it }), "data-state": true, "aria-current": it === part ? "page" : undefined }, t(`part-${it}`)))),
    h("p", { class: "quiet" }, t(`about-${part}`), " ", part === "records" && h("a", { href: link({ warnings: warnings ? "" : 1 }), "data-state": true }, t(warnings ? "without-warnings" : "with-warnings")), part === "records" && " · ",
      h("a", { href: link({ places: places ? "" : 1 }), "data-state": true }, t(places ? "names-only" : "whole-paths"))),
    part !== "conflicts" && part !== "impossible" && h("form", { onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); go({ path: input.value.trim() }); } }, input, h("button", { type: "submit" }, t("find"))),
    !rights.may_change && h("p", { class: "quiet" }, t("read-only")), list, more));
  await load();
}

/**
 * @param {any} record
 * @param {string} letters
 */
function entry(record, letters) {
  const { error, told } = record;
  const which = { content: record.content, record: record.record };
  const near = error?.near?.length ? h("p", {}, t("near"), " ", error.near.map((/** @type {[string, string]} */ [move, text]) => h("code", {}, `${text} (${move}) `))) : null;
  const isCut = error || record.damaged.length > 0;
  return h("li", {},
    error?.fen && h("img", { src: address("position.svg", { fen: error.fen, letters, theme: state().theme || "auto" }), alt: error.fen, loading: "lazy", width: 220, height: 242 }),
    h("div", {},
      h("h2", {}, said(record.path), " ", h("small", {}, t("record-n", { n: record.record }))),
      h("p", {}, h("b", {}, told.status), record.game && [" · ", gameLink(record.game)], record.decided.length > 0 && [" · ", h("span", { class: "done" }, t("decided"))]),
      error && h("p", { class: "wrong" }, error.ply ? t("at-ply", { ply: error.ply, token: visible(error.token) }) : "", " ", said(told.reason)),
      near,
      record.damaged.length > 0 && h("p", {}, t("damaged-variations", { n: record.damaged.length })),
      told.warnings.length > 0 && h("ul", {}, told.warnings.map((/** @type {string} */ text) => h("li", {}, said(text)))),
      isCut && error?.ply > 0 && readings(which, record.decided), isCut && raw(which)));
}

/** @param {any} it */
function unread(it) {
  return h("li", {}, h("div", {}, h("h2", {}, said(it.path)), h("p", {}, said(it.unread))));
}

/** @param {any} it */
function doubts(it) {
  const settable = { Date: "date", Red: "red", Black: "black", Result: "result", Event: "event", Round: "round" };
  return h("li", {}, h("div", {}, h("h2", {}, said(it.path), " ", h("small", {}, t("record-n", { n: it.record }))), it.game && h("p", {}, gameLink(it.game)),
    h("ul", { class: "values" }, it.doubts.map((/** @type {any} */ doubt) => {
      const field = settable[/** @type {keyof typeof settable} */ (doubt.field)];
      return h("li", {}, h("b", {}, field ? t(`head-${field}`) : doubt.field), " ", doubt.value && said(String(doubt.value)), ": ", said(doubt.told), it.game && field && settled(`game:${it.game}.${field}`, field, it.decided));
    }))));
}

/**
 * Value that a person decided for a field, or an input for it.
 * @param {string} target
 * @param {string} field
 * @param {import("./decide.js").Decision[]} decided
 */
function settled(target, field, decided) {
  const [made] = decided.filter((it) => it.action === "set" && it.target === target);
  if (made) return h("p", {}, h("b", {}, said(made.value)), " ", decider([made], t("decide-value", { value: visible(made.value) }), true));
  const input = /** @type {HTMLInputElement} */ (h("input", { name: "value", "aria-label": condition(field), autocomplete: "off" }));
  // Beside the form, since the reason is asked for in a form of its own.
  const place = h("p", { class: "decide" });
  return h("div", {}, h("form", { class: "typed", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    const value = input.value.trim();
    if (!value) return;
    place.replaceChildren(decider([{ action: "set", target, value }], t("decide-value", { value: visible(value) })));
    place.querySelector("button")?.focus();
  } }, input, h("button", { type: "submit" }, t("decide"))), place);
}

/** @param {any} it */
function impossible(it) {
  return h("li", {}, h("div", {}, h("h2", {}, said(t(it.code, { player: it.player, when: it.when }))),
    h("p", {}, it.games.map((/** @type {string} */ key, /** @type {number} */ at) => [at > 0 && " ", gameLink(key)]).flat())));
}

/** @param {any} it */
function conflicts(it) {
  return h("li", {}, h("div", {}, h("h2", {}, t(fieldName(it.field)), " · ", gameLink(it.game)), between(it)));
}
