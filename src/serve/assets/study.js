// Questions of history: games and players behind each number, and its doubt.

import { address, ask } from "./api.js";
import { bar, behind, curve, interval, leads, ownBar, percent, scored, within } from "./chart.js";
import { h, number, table } from "./dom.js";
import { gameLink, written } from "./people.js";
import { filterForm } from "./filters.js";
import { citation } from "./past.js";
import { filters, go, link, looks, state } from "./state.js";
import { t } from "./texts.js";

/** @typedef {(body: HTMLElement, signal: AbortSignal) => Promise<void>} Part */

/** @type {Record<string, {fields: string[], ask: Part, place?: boolean}>} */
const PARTS = {
  first: { fields: ["move"], ask: first, place: true },
  life: { fields: ["per"], ask: life, place: true },
  endings: { fields: ["material", "at", "guards"], ask: endings },
  repertoire: { fields: ["who", "side", "versus", "depth", "per"], ask: repertoire },
  ratings: { fields: ["who", "min_games"], ask: ratings },
};

/** @type {Record<string, string>} */
const LABELS = { move: "one-move", material: "material", at: "moment", guards: "guards", who: "head-player", side: "with-side", versus: "beside-whom", depth: "depth", per: "per", min_games: "least-games" };

/** @type {(part: string) => Record<string, string[][]>} */
const choices = (part) => ({
  at: [["", t("moment-any")], ["end", t("moment-end")]],
  guards: [["", t("guards-named")], ["any", t("guards-any")]],
  side: [["", t("side-red")], ["black", t("side-black")]],
  per: [["", t(part === "life" ? "per-year" : "per-none")], ...(part === "life" ? [] : [["year", t("per-year")]]), ["decade", t("per-decade")]],
});

/**
 * @param {HTMLElement} main
 * @param {AbortSignal} signal
 */
export async function study(main, signal) {
  const wanted = state().part ?? "first";
  const part = wanted in PARTS ? wanted : "first";
  const { fields, place } = PARTS[part];
  const body = h("div", { class: "answer" });
  main.replaceChildren(h("section", { class: "list study" }, h("h1", {}, t("study")),
    h("nav", { class: "parts", "aria-label": t("study") }, Object.keys(PARTS).map((it) =>
      h("a", { href: link({ part: it === "first" ? "" : it, who: "", min_games: "" }), "data-state": true, "aria-current": it === part ? "page" : undefined }, t(`study-${it}`)))),
    h("p", { class: "quiet" }, t(`about-${part}`)),
    place && chosen(),
    form(part, fields),
    h("details", { open: Object.keys(filters()).length > 0 }, h("summary", {}, t("filters")), filterForm()),
    body));
  await PARTS[part].ask(body, signal);
}

/** Board of the position of the question. */
function chosen() {
  const { fen, moves } = state();
  const { letters } = looks();
  const to = h("a", { href: link({ view: "explore", part: "" }), "data-state": true }, t("choose-position"));
  if (!fen && !moves) return h("p", {}, t("from-start"), " ", to);
  const picture = address("position.svg", { fen, moves, letters, theme: state().theme || "auto" });
  return h("p", { class: "chosen" }, h("img", { src: picture, alt: moves || fen, width: 180, height: 198 }), " ", to);
}

/**
 * @param {string} part
 * @param {string[]} fields
 */
function form(part, fields) {
  const now = state();
  const field = (/** @type {string} */ name) => {
    const options = choices(part)[name];
    const control = options
      ? h("select", { name }, options.map(([value, text]) => h("option", { value, selected: value === (now[name] ?? "") }, text)))
      : h("input", { name, value: now[name] ?? "", autocomplete: "off", inputmode: ["depth", "min_games"].includes(name) ? "numeric" : undefined });
    return h("label", {}, h("span", {}, t(LABELS[name])), control);
  };
  return h("form", { class: "filters", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    go(Object.fromEntries(fields.map((name) => [name, String(data.get(name) ?? "").trim()])));
  } }, fields.map(field), h("div", { class: "buttons" }, h("button", { type: "submit" }, t("find"))));
}

/** Parameters of every question: the conditions of the page, and the language. @param {string[]} more */
function asked(more = []) {
  const { contains, mirror, ...conditions } = /** @type {Record<string, any>} */ (filters());
  const known = Object.entries({ contains, mirror }).filter(([name]) => more.includes(name));
  return { ...conditions, ...Object.fromEntries(known), lang: looks().lang };
}

/** Position of the address; empty if all games count. */
function position() {
  const { fen, moves } = state();
  return { fen, moves };
}

/** Cells: games, results as a bar, score with interval, players and events. @param {any} it @param {(score: any) => HTMLElement} results */
function sample(it, results) {
  return [number(it.games), results(it), scored(it), behind(it), leads(it)];
}

/** @param {string[]} lines */
function notes(lines) {
  const told = lines.filter(Boolean);
  return told.length > 0 && h("ul", { class: "quiet" }, told.map((line) => h("li", {}, line)));
}

/** @type {Part} */
async function first(body, signal) {
  const { move } = state();
  const found = await ask("first", { ...asked(["mirror"]), ...position(), move }, signal);
  if (found.count === 0) return body.replaceChildren(h("p", { class: "nothing" }, t("no-games")));
  const rows = found.games.map((/** @type {any} */ it) => [
    it.told.standing, it.date ?? "–", gameLink(it.key, it.ply), written(it.event), t(`kind-${it.kind}`), it.ply ?? "–", it.told.doubt.join("; ")]);
  // The table shows only the first games of a standing.
  const shown = (/** @type {string} */ name) => found.games.filter((/** @type {any} */ it) => it.standing === name).length;
  const counts = Object.entries(found.counts).filter(([name, n]) => n > shown(name)).map(([name, n]) => t("n-stand", { what: t(`standing-${name}`), n: number(n) }));
  body.replaceChildren(table(["standing", "date", "game", "event", "kind", "ply", "doubt"], rows),
    notes([...counts, found.copies && t("n-copies", { n: number(found.copies) }), found.programs && t("programs-left-out", { n: number(found.programs) })]) || "");
}

/** @type {Part} */
async function life(body, signal) {
  const { per } = state();
  const params = { ...asked(["mirror", "contains"]), ...position(), per };
  const found = await ask("life", params, signal);
  const picture = address("life.svg", params);
  const heads = ["years", "games", "bar", "red-score", "behind", "leads"];
  const row = (/** @type {any} */ name, /** @type {any} */ it) => [name, ...sample(it, bar)];
  const rows = found.periods.map((/** @type {any} */ it) => {
    const name = it.first === it.last ? String(it.first) : `${it.first}–${it.last}`;
    return row(h("a", { href: link({ view: "explore", part: "", per: "", since: it.first, until: it.last }), "data-state": true }, name), it);
  });
  if (found.undated.games > 0) rows.push(row(t("no-year"), found.undated));
  rows.push(row("Σ", found.all));
  body.replaceChildren(h("div", { class: "life" }, h("img", { src: picture, alt: t("life-of-position") })),
    h("p", { class: "links" }, h("a", { href: picture, target: "_blank" }, "SVG"), h("a", { href: address("life", params), target: "_blank" }, "JSON")),
    citation("cite", Object.fromEntries(Object.entries(params).filter(([name]) => name !== "per"))),
    table(heads, rows), notes([found.all.others && t("n-of-other-kinds", { n: number(found.all.others) })]) || "");
}

/** Usual endings as letters of pieces. */
const OFTEN = ["R-AAEE", "RP-R", "RC-R", "RH-R", "RHP-RH", "RCP-RC", "HCP-HC", "HP-AAEE", "CP-AAEE", "HP-HA", "RP-HEE"];

/** Two armies in the characters of the language. @param {string} letters */
function armyNames(letters) {
  const signs = /** @type {Record<string, string>} */ ({ "zh-Hans": "车马炮兵士象对", "zh-Hant": "車馬炮兵士象對" })[looks().lang];
  return signs ? letters.replace(/AAEE|./g, (letter) => signs["RHCPAE-".indexOf(letter)] ?? "士象全") : letters;
}

/** @type {Part} */
async function endings(body, signal) {
  const { material, at, guards } = state();
  if (!material) {
    const often = OFTEN.map((armies) => armyNames(armies)).map((text) => h("li", {}, h("a", { href: link({ material: text }), "data-state": true }, text)));
    return body.replaceChildren(h("h2", {}, t("usual-endings")), h("ul", { class: "chips" }, often));
  }
  const ask50 = (/** @type {number} */ offset) => ask("endings", { ...asked(), material, at, guards, offset, limit: 50 }, signal);
  const found = await ask50(0);
  const armies = [...(found.equal ? [] : [["side-red", found.red], ["side-black", found.black]]), ["", found.all]];
  const rows = armies.map(([name, it]) => [name ? t(String(name)) : "Σ", ...sample(it, ownBar)]);
  const heads = ["game", "kind", "army", "ply", "captures", "length", "plies"];
  const row = (/** @type {any} */ it) => [[gameLink(it.key, it.ply), " · ", h("a", { href: link({ view: "game", key: it.key, ply: it.ply, hide: true }, true), "data-state": true, class: "try" }, t("try-it"))], t(`kind-${it.kind}`), t(`side-${it.side}`), it.ply, it.captures, it.length, it.plies];
  const list = h("div", {}, found.games.length > 0 && table(heads, found.games.map(row)));
  const more = h("button", { type: "button", hidden: found.count <= 50, onclick: async () => {
    offset += 50;
    list.append(table(heads, (await ask50(offset)).games.map(row)));
    more.hidden = offset + 50 >= found.count;
  } }, t("more"));
  let offset = 0;
  body.replaceChildren(table(["army", "games", "own-results", "score", "behind", "leads"], rows),
    notes([found.all.others && t("n-of-other-kinds", { n: number(found.all.others) })]) || "",
    h("h2", {}, t("games"), " ", h("span", { class: "count" }, number(found.count))), list, more);
}

/** @type {Part} */
async function repertoire(body, signal) {
  const { who, side, versus, depth, per } = state();
  if (!who) return;
  const found = await ask("repertoire", { ...asked(), notation: looks().notation, who, side, versus, depth, per }, signal);
  if (found.rows.length === 0) return body.replaceChildren(h("p", { class: "nothing" }, t("no-games")));
  /** @type {string[]} */
  const line = [];
  const named = (/** @type {any} */ it) => {
    line.length = it.ply - 1;
    line.push(it.uci);
    const to = link({ view: "explore", part: "", fen: "", moves: line.join(" "), [side || "red"]: who, who: "", side: "", versus: "", depth: "", per: "" });
    return h("a", { href: to, "data-state": true, class: `move deep-${Math.min(it.ply, 6)}` }, numbered(it));
  };
  const others = (/** @type {any} */ it) => ({ games: it.otherGames, players: it.otherPlayers, events: it.otherEvents, player: it.otherPlayer, playerGames: it.otherPlayerGames, event: it.otherEvent, eventGames: it.otherEventGames, percent: it.otherPercent, low: it.otherLow, high: it.otherHigh });
  const rows = found.rows.map((/** @type {any} */ it) => [
    named(it), number(it.games), scored({ percent: it.chosen, low: it.chosenLow, high: it.chosenHigh }), ownBar(it), scored(it), behind(it),
    [percent(it.otherChosen), h("small", { class: "between" }, `${number(it.otherGames)}/${number(it.otherChances)}`)], scored(others(it)), behind(others(it))]);
  const heads = ["move", "games", "chosen", "own-results", "score", "against", "others", "others-score", "others-behind"];
  body.replaceChildren(table(heads, rows), per ? changes(found.rows) : "", notes([found.programs && t("programs-left-out", { n: number(found.programs) })]) || "");
}

/** Move with its number; dots stand for Red's move before Black's. @param {{ply: number, move: string}} it */
const numbered = ({ ply, move }) => `${Math.ceil(ply / 2)}. ${ply % 2 ? "" : "… "}${move}`;

/** Table of the share of each move in each period. @param {any[]} rows */
function changes(rows) {
  const periods = [...new Set(rows.flatMap((it) => it.periods.map((/** @type {any} */ period) => period.period)))].sort();
  const cell = (/** @type {any} */ it, /** @type {number} */ year) => {
    const found = it.periods.find((/** @type {any} */ period) => period.period === year);
    return found ? `${percent(found.chosen)} ${interval(found.chosenLow, found.chosenHigh)} (${number(found.games)}/${number(found.chances)})` : "–";
  };
  return h("div", { class: "wide" }, h("table", {},
    h("caption", {}, `${t("head-chosen")}, ${t("head-interval")}`),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("head-move")), periods.map((year) => h("th", { scope: "col", class: "n" }, year)))),
    h("tbody", {}, rows.map((it) => h("tr", {}, h("th", { scope: "row" }, numbered(it)), periods.map((year) => h("td", { class: "n" }, cell(it, year))))))));
}

/** @type {Part} */
async function ratings(body, signal) {
  const { who, min_games } = state();
  const found = await ask("ratings", { ...asked(), who, min_games }, signal);
  const far = (/** @type {any} */ it) => (1.96 * it.deviation).toFixed(0);
  const told = notes([...found.told, found.apart && t("n-apart", { n: number(found.apart) })]) || "";
  if (found.players.length === 0) return body.replaceChildren(h("p", { class: "nothing" }, t("no-games")), told);
  const reach = found.players.flatMap((/** @type {any} */ it) => [it.elo - 1.96 * it.deviation, it.elo + 1.96 * it.deviation]);
  const [low, high] = [Math.min(...reach), Math.max(...reach)];
  const rows = found.players.map((/** @type {any} */ it, /** @type {number} */ at) => [
    [!who && h("small", {}, `${at + 1}. `), h("a", { href: link({ view: "people", who: it.name }, true), "data-state": true }, written(it.name))],
    it.elo.toFixed(0), far(it), within(it.elo, 1.96 * it.deviation, low, high), it.peak.toFixed(0), it.peak_year, number(it.games), `${it.first_year}–${it.last_year}`]);
  const years = found.players.flatMap((/** @type {any} */ it) => it.years ?? []);
  body.replaceChildren(years.length > 1 ? curve(years) : "", table(["name", "elo", "deviation", "elo-interval", "peak", "peak-year", "games", "years"], rows), told);
}
