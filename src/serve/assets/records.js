// Bytes of records with the damage marked, and possible readings.

import { address, ask } from "./api.js";
import { decider, isAmong } from "./decide.js";
import { h, number, said, visible } from "./dom.js";
import { looks, state } from "./state.js";
import { t } from "./texts.js";

/** Number of bytes in a row. */
const ROW = 16;

/**
 * Part of the page that is fetched when it is unfolded, again after an error.
 * @param {string} title
 * @param {() => Promise<(Node | string)[]>} load
 */
export function opened(title, load) {
  const body = h("div", { class: "opened" });
  let isAsked = false;
  return h("details", { ontoggle: (/** @type {any} */ event) => {
    if (!event.currentTarget.open || isAsked) return;
    isAsked = true;
    load().then((parts) => body.replaceChildren(...parts), (error) => { isAsked = false; body.replaceChildren(h("p", { class: "wrong" }, error.message)); });
  } }, h("summary", {}, title), body);
}

/** Bytes of a record, or of the damaged records of a game. @param {Record<string, any>} record names record or game */
export function raw(record) {
  return opened(t("raw-record"), async () => {
    const { records } = await ask("raw", { ...record, lang: looks().lang });
    return records.length ? records.map(bytes) : [h("p", {}, t("no-raw"))];
  });
}

/** @param {any} record */
function bytes(record) {
  const { damage, from } = record;
  const where = damage.map((/** @type {any} */ it) => h("li", {}, t("damage-at", { byte: number(record.byte_offset + it.at), ply: it.ply || "–" }), " ", h("code", {}, visible(it.token)), " — ", said(it.reason)));
  const text = record.text && h("pre", { class: "raw", tabindex: 0, "aria-label": t("raw-record") }, record.text.map((/** @type {any} */ piece) => (piece.damaged ? h("mark", {}, visible(piece.text)) : visible(piece.text))));
  return h("div", {}, h("p", {}, h("b", {}, said(record.path)), " ", h("small", {}, [record.format, record.encoding, t("record-n", { n: record.record }), t("n-bytes", { n: number(record.length) })].filter(Boolean).join(" · "))),
    h("ul", {}, where), text, record.text ? h("details", {}, h("summary", {}, t("as-bytes")), dump(record.hex, from, damage)) : dump(record.hex, from, damage));
}

/**
 * @param {string} hex
 * @param {number} from
 * @param {{at: number, length: number}[]} damage
 */
function dump(hex, from, damage) {
  const isIn = (/** @type {number} */ at) => damage.some((it) => at >= it.at && at < it.at + it.length);
  const lines = [];
  for (let at = 0; at < hex.length / 2; at += ROW) {
    lines.push(h("span", { class: "number" }, (from + at).toString(16).padStart(6, "0")), "  ");
    for (let byte = at; byte < Math.min(at + ROW, hex.length / 2); byte++) {
      const two = hex.slice(2 * byte, 2 * byte + 2);
      lines.push(isIn(from + byte) ? h("mark", {}, two) : two, " ");
    }
    lines.push("\n");
  }
  return h("pre", { class: "raw", tabindex: 0, "aria-label": t("as-bytes") }, lines);
}

/**
 * Readings of a damaged record, or of the first damaged record of a game.
 * @param {Record<string, any>} record names record or game
 * @param {import("./decide.js").Decision[]} [decided] decisions about the record
 */
export function readings(record, decided = []) {
  return opened(t("readings"), async () => {
    const { letters, notation, lang } = looks();
    const { records } = await ask("readings", { ...record, notation, lang });
    const [first] = records;
    if (!first?.readings.length) return [h("p", {}, t("no-readings"))];
    return [h("ol", { class: "readings" }, first.readings.map((/** @type {any} */ it) => h("li", {},
      h("img", { src: address("position.svg", { fen: it.fen, letters, coordinates: "none", theme: state().theme || "auto" }), alt: it.fen, loading: "lazy", width: 140, height: 154 }),
      h("div", {}, it.told.map((/** @type {string} */ line) => h("p", {}, said(line))), it.decisions ? decider(it.decisions, t("read-so"), decided.length > 0 && isAmong(it.decisions, decided)) : h("small", {}, t("not-decidable"))))))];
  });
}
