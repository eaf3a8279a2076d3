// What was set aside, broken off or repaired, as a list of work.

import { address, ask } from "./api.js";
import { h, said, visible } from "./dom.js";
import { link, looks, state } from "./state.js";
import { t } from "./texts.js";

/** So many records at a time: each has a board. */
const ROWS = 20;

/**
 * @param {HTMLElement} main
 * @param {AbortSignal} signal
 */
export async function report(main, signal) {
  const { warnings } = state();
  const { letters, lang } = looks();
  const list = h("ol", { class: "troubles" });
  const more = h("button", { type: "button", hidden: true }, t("more"));
  let offset = 0;
  const load = async () => {
    const answer = await ask("report", { offset, limit: ROWS, warnings: warnings && "true", places: "true", lang }, signal);
    offset += ROWS;
    more.hidden = !answer.more;
    list.append(...answer.records.map((/** @type {any} */ record) => entry(record, letters)));
    if (!list.childElementCount) list.replaceWith(h("p", { class: "nothing" }, t("nothing-wrong")));
  };
  more.addEventListener("click", load);
  main.replaceChildren(h("section", { class: "list report" }, h("h1", {}, t("report")),
    h("p", { class: "quiet" }, t("report-about"), " ", h("a", { href: link({ warnings: warnings ? "" : 1 }), "data-state": true }, t(warnings ? "without-warnings" : "with-warnings"))),
    list, more));
  await load();
}

/**
 * @param {any} record
 * @param {string} letters
 */
function entry(record, letters) {
  const { error, told } = record;
  const near = error?.near?.length ? h("p", {}, t("near"), " ", error.near.map((/** @type {[string, string]} */ [move, text]) => h("code", {}, `${text} (${move}) `))) : null;
  return h("li", {},
    error?.fen && h("img", { src: address("position.svg", { fen: error.fen, letters, theme: state().theme || "auto" }), alt: error.fen, loading: "lazy", width: 220, height: 242 }),
    h("div", {},
      h("h2", {}, said(record.path), " ", h("small", {}, t("record-n", { n: record.record }))),
      h("p", {}, h("b", {}, told.status), record.game && [" · ", h("a", { href: link({ view: "game", key: record.game }, true), "data-state": true }, record.game)]),
      error && h("p", { class: "wrong" }, error.ply ? t("at-ply", { ply: error.ply, token: visible(error.token) }) : "", " ", said(told.reason)),
      near,
      record.damaged.length > 0 && h("p", {}, t("damaged-variations", { n: record.damaged.length })),
      told.warnings.length > 0 && h("ul", {}, told.warnings.map((/** @type {string} */ text) => h("li", {}, said(text))))));
}
