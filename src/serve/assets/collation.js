// Records of a game and of nearly equal games side by side, move by move.

import { address, ask } from "./api.js";
import { between, fieldName } from "./decide.js";
import { h, said } from "./dom.js";
import { gameLink } from "./people.js";
import { opened } from "./records.js";
import { looks } from "./state.js";
import { t } from "./texts.js";

/**
 * @param {any} known the game
 * @param {(ply: number) => void} to shows a ply of the game
 */
export function sideBySide(known, to) {
  return opened(t("side-by-side"), async () => {
    const { notation, lang } = looks();
    // The server adds the duplicates of the game, unless `with` names games.
    const same = known.links.filter((/** @type {any} */ it) => it.same).map((/** @type {any} */ it) => it.key);
    const others = known.same_day.length ? [...known.same_day, ...same] : [];
    const all = await ask(`collation/${encodeURIComponent(known.key)}`, { notation, lang, with: others });
    const table = all.texts.length > 1 && moves(all, known.key, to);
    // The reader looks for the first difference.
    if (table) requestAnimationFrame(() => {
      const first = table.querySelector("mark")?.closest("tr");
      if (first) table.scrollTop = first.offsetTop - table.clientHeight / 2;
    });
    const forms = ["html", "tei"].map((form) => h("a", { href: address(`collation/${known.key}.${form}`, { notation, lang, with: others }), target: form === "html" ? "_blank" : undefined }, form === "html" ? t("print") : "TEI"));
    return [texts(all), h("p", { class: "links" }, forms), table, tags(all), conflicts(all)].filter((part) => part instanceof Node);
  });
}

/** @param {any} all */
function texts(all) {
  return h("ul", { class: "texts" }, all.texts.map((/** @type {any} */ text) => h("li", {}, h("b", {}, text.siglum), " ",
    gameLink(text.key), ` · ${t("n-plies", { n: text.plies })}`, text.mirrored && ` · ${t("is-mirrored")}`,
    h("ul", {}, text.witnesses.map((/** @type {any} */ it) => h("li", {}, h("small", {}, it.siglum, " ", said(it.places[0]), ` · ${t("record-n", { n: it.record })}`)))))));
}

/**
 * Table with a row for each ply of the first text and a column for each text; differing moves are
 * marked.
 * @param {any} all
 * @param {string} key
 * @param {(ply: number) => void} to
 */
function moves(all, key, to) {
  const others = all.texts.slice(1).map((/** @type {any} */ text) => text.siglum);
  /** Cells by text and ply. @type {Map<string, {san: string, kind: string}>} */
  const cells = new Map();
  let differences = 0;
  for (const entry of all.apparatus) {
    const length = entry.last - entry.ply + 1;
    for (const reading of entry.readings) {
      for (const siglum of reading.sigla) {
        differences++;
        for (let at = 0; at < Math.max(length, 1); at++) {
          // Moves that another text has in addition stand in the last row of the stretch.
          const own = at === Math.max(length, 1) - 1 ? reading.san.slice(at) : reading.san.slice(at, at + 1);
          const isEqual = reading.moves[at] === entry.moves[at] && own.length === 1;
          const place = `${siglum} ${length > 0 ? entry.ply + at : entry.last}`;
          const before = length > 0 ? "" : cells.get(place)?.san ?? "＋";
          cells.set(place, { san: `${before} ${own.join(" ")}`.trim() || "—", kind: isEqual ? "" : own.length ? "differs" : "ends" });
        }
      }
    }
  }
  const row = (/** @type {string} */ san, /** @type {number} */ at) => {
    const ply = at + 1;
    const here = others.map((/** @type {string} */ siglum) => cells.get(`${siglum} ${ply}`));
    return h("tr", { class: here.some((/** @type {any} */ it) => it?.kind) ? "differing" : "" },
      h("th", { scope: "row", class: "n" }, ply),
      h("td", {}, key === all.texts[0].key ? h("button", { type: "button", class: "move", onclick: () => to(ply) }, san) : san),
      here.map((/** @type {any} */ it) => h("td", { class: it?.kind ?? "" }, it ? (it.kind ? h("mark", {}, it.san) : it.san) : "·")));
  };
  return h("div", { class: "wide beside", tabindex: 0, role: "group", "aria-label": t("side-by-side") }, h("table", {},
    h("caption", {}, differences ? t("n-differences", { n: differences }) : t("no-differences")),
    h("thead", {}, h("tr", {}, ["№", ...all.texts.map((/** @type {any} */ text) => text.siglum)].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, all.san.map(row))));
}

/** @param {any} all */
function tags(all) {
  const names = Object.entries(all.tags);
  if (names.length === 0) return null;
  return h("div", { class: "wide" }, h("table", {}, h("caption", {}, t("tags-differ")),
    h("tbody", {}, names.flatMap(([name, values]) => Object.entries(/** @type {any} */ (values)).map(([value, signs], at) => h("tr", {},
      h("th", { scope: "row" }, at === 0 ? said(name) : ""), h("td", {}, said(value)), h("td", {}, /** @type {any} */ (signs).join(" "))))))));
}

/** Values on which the records disagree, with buttons to decide. @param {any} all */
function conflicts(all) {
  if (all.conflicts.length === 0) return null;
  const name = (/** @type {any} */ it) => [t(fieldName(it.field)), all.texts.length > 1 && ` · ${it.game}`];
  return h("section", { class: "conflicts" }, h("h2", {}, t("which-holds")), h("p", { class: "quiet" }, t("about-conflicts")),
    all.conflicts.map((/** @type {any} */ it) => [h("h3", {}, name(it)), between(it)]).flat());
}
