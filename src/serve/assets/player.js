// Page of a player, or of two players against each other.

import { ask, served } from "./api.js";
import { OF_PLAYER, curve, ownBar, scored, yearChart } from "./chart.js";
import { h, number, said } from "./dom.js";
import { gameList } from "./games.js";
import { editionName, gameLink, written } from "./people.js";
import { link, looks, state } from "./state.js";
import { t } from "./texts.js";

/** Largest number of rows of each part. */
const ROWS = 12;

/** @param {string} who @param {string} [against] */
const toPlayer = (who, against) => h("a", { href: link({ view: "people", who, against: against ?? "" }, true), "data-state": true }, written(who));

/**
 * @param {HTMLElement} main
 * @param {AbortSignal} signal
 * @param {string} who
 */
export async function player(main, signal, who) {
  const { against } = state();
  const { notation, lang } = looks();
  const [page, listed, heard] = await Promise.all([
    ask("player", { who, against, notation, lang, limit: ROWS }, signal),
    ask("players", { player: who, limit: 1 }, signal),
    ask("players", { player: who, names: "pinyin", limit: 30 }, signal),
  ]);
  const known = listed.players[0];
  const all = page.sides[0];
  if (!known || !(all?.games || page.against)) {
    main.replaceChildren(h("p", { class: "nothing" }, t(known ? "no-games" : "no-player", { name: who })));
    return;
  }
  const sound = (/** @type {any} */ it) => it.pinyin.replaceAll(" ", "");
  const alike = heard.players.filter((/** @type {any} */ it) => it.name !== known.name && sound(it) === sound(known));
  const sides = page.sides.map((/** @type {any} */ it) => row(t(it.side ? `as-${it.side}` : "total"), it));
  const span = all?.firstYear && (all.firstYear === all.lastYear ? all.firstYear : `${all.firstYear}–${all.lastYear}`);
  const part = (/** @type {string} */ head, /** @type {any} */ body, /** @type {any} */ has) => (has ? h("section", { class: head }, h("h2", {}, t(head)), body) : "");
  const opening = (/** @type {any} */ it) => row(h("a", { href: link({ view: "explore", opening: it.codes, [it.side]: page.name, ...(against ? { [it.side === "red" ? "black" : "red"]: against } : {}) }, true), "data-state": true, title: it.codes }, t(`family-${it.codes}`)), it);
  const of = (/** @type {string} */ side) => page.openings.filter((/** @type {any} */ it) => it.side === side && it.codes);
  const { title, team, born, died, source } = page.listed ?? {};
  const noted = [title && t(`title-${title.replaceAll(" ", "-")}`), team && written(team), (born || died) && `${born ?? "?"}–${died ?? ""}`].filter(Boolean);
  main.replaceChildren(h("article", { class: "person" },
    h("h1", {}, against ? [toPlayer(page.name), " – ", toPlayer(against)] : [written(page.name), " ", h("small", {}, said(known.pinyin))]),
    noted.length > 0 && h("p", { title: source }, noted.map((it, at) => [at > 0 && " · ", it]).flat()),
    h("p", { class: "quiet" }, against ? span || "" : [`${t("spellings")}: `, ...known.names.map((/** @type {string} */ name, /** @type {number} */ at) => [at > 0 && ", ", said(name)]).flat(), span && ` · ${span}`]),
    !against && alike.length > 0 && h("p", { class: "quiet" }, `${t("read-alike")}: `, alike.map((/** @type {any} */ it, /** @type {number} */ at) => [at > 0 && ", ", toPlayer(it.name), ` (${number(it.games)})`]).flat()),
    served(() => h("p", { class: "links" }, ["repertoire", "ratings"].map((it) => h("a", { href: link({ view: "study", part: it, who: page.name }, true), "data-state": true }, t(`study-${it}`))))),
    h("div", { class: "halves" },
      part("results-by-colour", table(sides), sides.length),
      part("strength", page.strength.length > 1 && curve(page.strength), page.strength.length > 1),
      part("head-years", yearChart(page.years.map((/** @type {any} */ it) => ({ ...it, year: Number(it.name) })).filter((/** @type {any} */ it) => it.year), 0, OF_PLAYER), against && page.years.length > 1),
      part("openings-as-red", table(of("red").map(opening)), of("red").length),
      part("openings-as-black", table(of("black").map(opening)), of("black").length),
      part("opponents", table(page.opponents.map((/** @type {any} */ it) => row([toPlayer(it.name), " ", h("a", { href: link({ view: "people", who: page.name, against: it.name }, true), "data-state": true, title: t("head-to-head"), "aria-label": t("head-to-head") }, "⚔")], it))), !against && page.opponents.length),
      h("div", {},
        part("best-games", h("ul", { class: "games-of" }, page.games.map((/** @type {any} */ it) => h("li", {}, gameLink(it.key), it.event && h("small", {}, " · ", written(it.event)), it.worth && h("small", {}, " · ", t(`worth-${it.worth}`))))), !against && page.games.length),
        part("places", h("ul", { class: "games-of" }, page.events.map((/** @type {any} */ it) => h("li", {}, h("a", { href: link({ view: "events", edition: it.name }, true), "data-state": true }, editionName(it.name)), h("small", {}, ` · ${t("place-of", { place: it.place, of: it.of })}`)))), page.events.length),
        part("new-moves", h("ul", { class: "games-of" }, page.novelties.map((/** @type {any} */ it) => h("li", {}, said(it.move), " · ", gameLink(it.key, it.ply), h("small", {}, ` · ${t("n-follow", { n: number(it.followers) })}`)))), page.novelties.length))),
    gameList(against ? { player: [who, against], kind: "all" } : { player: who, kind: "all" }, signal)));
}

/** @param {any} name @param {any} it games with results of the player */
function row(name, it) {
  return h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "n" }, number(it.games)), h("td", {}, ownBar(it)), h("td", { class: "n" }, scored(it)));
}

/** @param {HTMLElement[]} rows */
function table(rows) {
  return h("div", { class: "wide" }, h("table", {},
    h("thead", {}, h("tr", {}, h("td"), h("th", { scope: "col", class: "n" }, t("head-games")), h("th", { scope: "col" }, t("head-own-results")), h("th", { scope: "col", class: "n" }, t("head-score")))),
    h("tbody", {}, rows)));
}

