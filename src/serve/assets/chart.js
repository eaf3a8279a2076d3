// Small charts.

import { h, number, said, svg } from "./dom.js";
import { called, person } from "./people.js";
import { t } from "./texts.js";

/** @typedef {{red: number, draws: number, black: number, unknown: number}} Score */
/** @typedef {{percent: number | null, low: number | null, high: number | null}} Share */

/**
 * A bar of results, from Red's side.
 * @param {Score} score
 */
export function bar({ red, draws, black }) {
  const all = red + draws + black;
  if (all === 0) return h("span", { class: "bar", "aria-hidden": "true" });
  const part = (/** @type {string} */ name, /** @type {number} */ count) => {
    const share = (100 * count) / all;
    const element = h("span", { class: name }, share >= 14 && h("i", {}, `${Math.round(share)}%`));
    element.style.width = `${share}%`;
    return element;
  };
  const label = `${t("red-wins")} ${number(red)}, ${t("draws")} ${number(draws)}, ${t("black-wins")} ${number(black)}`;
  return h("span", { class: "bar", role: "img", "aria-label": label, title: label },
    part("red", red), part("draws", draws), part("black", black));
}

/**
 * The share of the points and where it lies. Both come with one decimal and are not rounded again.
 * @param {Share} row
 */
export const scored = (row) => [percent(row.percent), row.percent !== null && h("small", { class: "between", title: t("head-interval") }, interval(row.low, row.high))];

/** A share as the command line has it. @param {number | null | undefined} share */
export const percent = (share) => (share === null || share === undefined ? "–" : `${share.toFixed(1)}%`);

/** The ends of its interval. @param {number | null | undefined} low @param {number | null | undefined} high */
export const interval = (low, high) => (low === null || high === null || low === undefined || high === undefined ? "–" : `${low.toFixed(1)}–${high.toFixed(1)}`);

/**
 * A row of all kinds as a sample of games between two players: no others stand behind a share.
 * @template {{games: number, others: number}} Row
 * @param {Row} row
 */
export const played = (row) => ({ ...row, games: row.games - row.others });

/** @typedef {{games: number, players: number, events: number, player: string, playerGames: number, event: string, eventGames: number}} Behind */

/** Who, and which event, has more than a third of the games: names with their games. @param {Behind} sample */
function most({ games, player, playerGames, event, eventGames }) {
  const all = /** @type {[string, number][]} */ ([[player, playerGames], [event, eventGames]]);
  return all.filter(([name, of]) => name && 3 * of > games);
}

/** The same to be read. @param {Behind} sample */
export function leads(sample) {
  return most(sample).map(([name, of], at) => [at > 0 && "; ", at === 0 && sample.player === name ? person(name) : said(name), ` (${number(of)})`]).flat();
}

/** How many players and events there are; a star where one has more than a third of the games. @param {Behind} sample */
export function behind(sample) {
  return [`${number(sample.players)}/${number(sample.events)}`, star(sample)];
}

/** How many players there are at one event, and the star. @param {Omit<Behind, "events" | "event" | "eventGames">} sample */
export function company(sample) {
  return [number(sample.players), star({ ...sample, events: 1, event: "", eventGames: 0 })];
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
 * When something was played, as small as a word: a column a decade, or a year where they are few.
 * @param {Record<string, number>} years games by year
 * @param {[number, number]} span the years that all charts of a table share
 */
export function spark(years, [first, last]) {
  const step = last - first > 40 ? 10 : 1;
  const begin = Math.floor(first / step) * step;
  const parts = Array.from({ length: Math.floor((last - begin) / step) + 1 }, () => 0);
  for (const [year, games] of Object.entries(years)) parts[Math.floor((Number(year) - begin) / step)] += games;
  const most = Math.max(...parts, 1);
  // One shape for all columns: a table has forty such charts, and each element takes its time.
  const shape = parts.map((games, at) => {
    const high = games && Math.max((games / most) * 18, 1.5);
    return high ? `M${at * 6} 18v${-high.toFixed(1)}h5V18z` : "";
  });
  const told = parts.map((games, at) => games && `${begin + at * step}${step > 1 ? `–${begin + at * step + step - 1}` : ""}: ${number(games)}`);
  return svg("svg", { class: "spark", viewBox: `0 0 ${parts.length * 6} 18`, preserveAspectRatio: "none", role: "img", "aria-label": t("years-chart", { first, last }) },
    svg("title", {}, told.filter(Boolean).join("\n")), svg("path", { d: shape.join("") }));
}

/**
 * Games by year, a column a year; by decade where there are very many.
 * @param {(Score & {year: number})[]} years
 * @param {number} undated
 */
export function yearChart(years, undated) {
  if (years.length === 0) return h("p", { class: "quiet" }, undated ? t("undated", { n: number(undated) }) : "");
  const [first, last] = [years[0].year, years[years.length - 1].year];
  const step = last - first > 150 ? 10 : 1;
  const begin = Math.floor(first / step) * step;
  const columns = Math.floor((last - begin) / step) + 1;
  /** @type {Score[]} */
  const parts = Array.from({ length: columns }, () => ({ red: 0, draws: 0, black: 0, unknown: 0 }));
  for (const row of years) {
    const part = parts[Math.floor((row.year - begin) / step)];
    for (const name of /** @type {const} */ (["red", "draws", "black", "unknown"])) part[name] += row[name];
  }
  const sum = (/** @type {Score} */ part) => part.red + part.draws + part.black + part.unknown;
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
      piece("red", part.red), piece("draws", part.draws), piece("black", part.black), piece("unknown", part.unknown));
  });
  const chart = svg("svg", { class: "years", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": t("years-chart", { first, last }) }, bars);
  return h("figure", { class: "chart" }, chart,
    h("figcaption", {}, h("span", {}, begin), h("span", {}, undated ? t("undated", { n: number(undated) }) : ""), h("span", {}, last)));
}
