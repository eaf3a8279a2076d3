// Small charts.

import { h, number, svg } from "./dom.js";
import { called, written } from "./people.js";
import { t } from "./texts.js";

/** @typedef {{red: number, draws: number, black: number, unknown: number}} Score */
/** @typedef {{percent: number | null, low: number | null, high: number | null}} Share */

/**
 * Bar of results: Red's wins, draws, Black's wins.
 * @param {Score} score
 */
export const bar = ({ red, draws, black }) => results([["red", red, "red-wins"], ["draws", draws, "draws"], ["black", black, "black-wins"]]);

/** Bar of a player's results. @param {{won: number, draws: number, lost: number}} score */
export const ownBar = ({ won, draws, lost }) => results([["won", won, "head-won"], ["draws", draws, "draws"], ["lost", lost, "head-lost"]]);

/** @param {[string, number, string][]} parts class, number of games and name of the label of each part */
function results(parts) {
  const all = parts.reduce((sum, [, count]) => sum + count, 0);
  if (all === 0) return h("span", { class: "bar", "aria-hidden": "true" });
  const label = parts.map(([, count, name]) => `${t(name)} ${number(count)}`).join(", ");
  return h("span", { class: "bar", role: "img", "aria-label": label, title: label }, parts.map(([name, count]) => {
    const share = (100 * count) / all;
    const element = h("span", { class: name }, share >= 14 && h("i", {}, `${Math.round(share)}%`));
    element.style.width = `${share}%`;
    return element;
  }));
}

/**
 * Curve of a strength through the years, with its 95 % interval.
 * @param {{year: number, elo: number, deviation: number}[]} years
 */
export function curve(years) {
  const [width, height, edge] = [600, 200, 36];
  const far = (/** @type {any} */ it) => Math.min(1.96 * it.deviation, 400);
  const [first, last] = [years[0].year, years[years.length - 1].year];
  const low = Math.floor(Math.min(...years.map((it) => it.elo - far(it))) / 100) * 100;
  const high = Math.ceil(Math.max(...years.map((it) => it.elo + far(it))) / 100) * 100;
  const x = (/** @type {number} */ year) => edge + ((width - edge - 8) * (year - first)) / Math.max(last - first, 1);
  const y = (/** @type {number} */ elo) => 8 + ((height - 32) * (high - elo)) / Math.max(high - low, 1);
  const line = (/** @type {any[]} */ points) => points.map(([year, elo]) => `${x(year).toFixed(1)},${y(elo).toFixed(1)}`).join(" ");
  const band = [...years.map((it) => [it.year, it.elo + far(it)]), ...years.toReversed().map((it) => [it.year, it.elo - far(it)])];
  const marks = Array.from({ length: 3 }, (_, at) => Math.round(low + ((high - low) * at) / 2));
  const best = years.reduce((a, b) => (b.elo > a.elo ? b : a));
  return svg("svg", { class: "curve", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": t("strength-chart", { first, last, best: best.elo.toFixed(0), year: best.year }) },
    ...marks.map((elo) => svg("g", {}, svg("line", { x1: edge, x2: width - 8, y1: y(elo), y2: y(elo) }), svg("text", { x: edge - 4, y: y(elo) + 4, "text-anchor": "end" }, elo))),
    svg("polygon", { points: line(band) }), svg("polyline", { points: line(years.map((it) => [it.year, it.elo])) }),
    ...years.map((it) => svg("circle", { cx: x(it.year), cy: y(it.elo), r: 3 }, svg("title", {}, `${it.year}: ${it.elo.toFixed(0)} ± ${far(it).toFixed(0)}`))),
    svg("text", { x: edge, y: height - 4 }, first), svg("text", { x: width - 8, y: height - 4, "text-anchor": "end" }, last));
}

/**
 * Share of the points with its interval; both have one decimal.
 * @param {Share} row
 */
export const scored = (row) => [percent(row.percent), row.percent !== null && h("small", { class: "between", title: t("head-interval") }, interval(row.low, row.high))];

/** Share in percent with one decimal, as on the command line. @param {number | null | undefined} share */
export const percent = (share) => (share === null || share === undefined ? "–" : `${share.toFixed(1)}%`);

/** Both ends of a share's interval. @param {number | null | undefined} low @param {number | null | undefined} high */
export const interval = (low, high) => (low === null || high === null || low === undefined || high === undefined ? "–" : `${low.toFixed(1)}–${high.toFixed(1)}`);

/**
 * Row of games of every kind as a sample: only games between two players, which alone have a share.
 * @template {{games: number, others: number}} Row
 * @param {Row} row
 */
export const played = (row) => ({ ...row, games: row.games - row.others });

/** @typedef {{games: number, players: number, events: number, player: string, playerGames: number, event: string, eventGames: number}} Behind */

/** Names of the player and the event with more than a third of the games, and their numbers of games. @param {Behind} sample */
function most({ games, player, playerGames, event, eventGames }) {
  const all = /** @type {[string, number][]} */ ([[player, playerGames], [event, eventGames]]);
  return all.filter(([name, of]) => name && 3 * of > games);
}

/** Text about the player and the event with more than a third of the games. @param {Behind} sample */
export function leads(sample) {
  return most(sample).map(([name, of], at) => [at > 0 && "; ", written(name), ` (${number(of)})`]).flat();
}

/** Numbers of players and events; a star if one has more than a third of the games. @param {Behind} sample */
export function behind(sample) {
  return [`${number(sample.players)}/${number(sample.events)}`, star(sample)];
}

/** @param {Behind} sample */
function star(sample) {
  const names = most(sample);
  if (names.length === 0) return "";
  const element = h("span", { class: "lead", role: "img" }, "*");
  called(sample.player, (player) => {
    const label = `${t("head-leads")}: ${names.map(([name, of]) => `${name === sample.player ? player : name} (${number(of)})`).join("; ")}`;
    element.title = label;
    element.setAttribute("aria-label", label);
  });
  return element;
}

/**
 * Value with its interval on a scale, as small as a word.
 * @param {number} value @param {number} far @param {number} low @param {number} high
 */
export function within(value, far, low, high) {
  const x = (/** @type {number} */ at) => (100 * (at - low)) / Math.max(high - low, 1);
  return svg("svg", { class: "within", viewBox: "0 0 100 12", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("line", { x1: x(value - far), x2: x(value + far), y1: 6, y2: 6 }), svg("rect", { x: x(value) - 0.8, y: 1, width: 1.6, height: 10 }));
}

/**
 * Games through time, as small as a word: a column for each year, or for each decade if there are
 * many years.
 * @param {Record<string, number>} years games by year
 * @param {[number, number]} span first and last year of all charts of the table
 */
export function spark(years, [first, last]) {
  const step = last - first > 40 ? 10 : 1;
  const begin = Math.floor(first / step) * step;
  const parts = Array.from({ length: Math.floor((last - begin) / step) + 1 }, () => 0);
  for (const [year, games] of Object.entries(years)) parts[Math.floor((Number(year) - begin) / step)] += games;
  const most = Math.max(...parts, 1);
  // One shape for all columns: a table has forty such charts, and each element takes time.
  const shape = parts.map((games, at) => {
    const high = games && Math.max((games / most) * 18, 1.5);
    return high ? `M${at * 6} 18v${-high.toFixed(1)}h5V18z` : "";
  });
  const told = parts.map((games, at) => games && `${begin + at * step}${step > 1 ? `–${begin + at * step + step - 1}` : ""}: ${number(games)}`);
  return svg("svg", { class: "spark", viewBox: `0 0 ${parts.length * 6} 18`, preserveAspectRatio: "none", role: "img", "aria-label": t("years-chart", { first, last }) },
    svg("title", {}, told.filter(Boolean).join("\n")), svg("path", { d: shape.join("") }));
}

/** Results of games by their names in a row: those of both sides, those of a player. */
const OF_SIDES = ["red", "draws", "black", "unknown"];
export const OF_PLAYER = ["won", "draws", "lost", "unknown"];

/**
 * Chart with a column for each year; for each decade if there are very many years.
 * @param {({year: number} & Record<string, any>)[]} years
 * @param {number} undated
 * @param {string[]} results names of the results that a column is made of, from below
 */
export function yearChart(years, undated, results = OF_SIDES) {
  if (years.length === 0) return h("p", { class: "quiet" }, undated ? t("undated", { n: number(undated) }) : "");
  const [first, last] = [years[0].year, years[years.length - 1].year];
  const step = last - first > 150 ? 10 : 1;
  const begin = Math.floor(first / step) * step;
  const columns = Math.floor((last - begin) / step) + 1;
  const parts = Array.from({ length: columns }, () => results.map(() => 0));
  for (const row of years) {
    const part = parts[Math.floor((row.year - begin) / step)];
    results.forEach((name, at) => { part[at] += row[name]; });
  }
  const sum = (/** @type {number[]} */ part) => part.reduce((all, games) => all + games, 0);
  const most = Math.max(...parts.map(sum), 1);
  const [width, height] = [Math.max(columns * 6, 240), 96];
  const wide = width / columns;
  const bars = parts.map((part, at) => {
    const year = begin + at * step;
    let y = height;
    const piece = (/** @type {string} */ name, /** @type {number} */ count) => {
      const high = (count / most) * (height - 4);
      y -= high;
      return svg("rect", { class: name, x: at * wide, y, width: Math.max(wide - 1, 1), height: high });
    };
    return svg("g", {}, svg("title", {}, `${year}${step > 1 ? "–" + (year + step - 1) : ""}: ${number(sum(part))}`),
      results.map((name, at) => piece(name, part[at])));
  });
  const chart = svg("svg", { class: "years", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": t("years-chart", { first, last }) }, bars);
  const figure = h("figure", { class: "chart" }, chart,
    h("figcaption", {}, h("span", {}, begin), h("span", {}, undated ? t("undated", { n: number(undated) }) : ""), h("span", {}, last === first ? "" : last)));
  // Few columns stay narrow.
  figure.style.maxWidth = `max(16rem, ${columns * 2.5}rem)`;
  return figure;
}
