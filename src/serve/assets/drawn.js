// Drawings of partial boards: as parts of the address, and as a query.

/**
 * @typedef {{not: boolean, piece: string, points: Set<string>}} Area
 * @typedef {{rows: string[][], areas: Area[], side: string, mirror: boolean}} Drawn
 */

/**
 * Ten rows of nine letters of a partial board, Black's back rank first.
 * @param {string} text
 */
export function read(text) {
  const rows = (text.trim().split(/\s+/)[0] || "").split("/");
  return Array.from({ length: 10 }, (_, at) => {
    const row = (rows[at] ?? "").replace(/\d/g, (count) => ".".repeat(Number(count)));
    return [...(row || "?????????").padEnd(9, "?").slice(0, 9)];
  });
}

/** @param {string[][]} rows */
export function written(rows) {
  const text = rows.map((row) => (row.every((point) => point === "?") ? "" : row.join(""))).join("/");
  return text.replace(/^\/*$/, "");
}

/**
 * Pieces of a position as a partial board, whose other points may hold anything.
 * @param {string} fen
 */
export function piecesOf(fen) {
  return written(read(fen).map((row) => row.map((point) => (point === "." ? "?" : point))));
}

/** @param {number} row @param {number} column */
const named = (row, column) => `${"abcdefghi"[column]}${9 - row}`;

/**
 * Rectangles that cover some points, in the form of the query language.
 * @param {Set<string>} points
 */
export function region(points) {
  const left = new Set(points);
  const parts = [];
  for (let rank = 0; rank < 10; rank++) {
    for (let file = 0; file < 9; file++) {
      if (!left.has(named(9 - rank, file))) continue;
      let [wide, high] = [1, 1];
      while (file + wide < 9 && points.has(named(9 - rank, file + wide))) wide++;
      const isFull = (/** @type {number} */ up) => Array.from({ length: wide }, (_, at) => named(9 - up, file + at)).every((point) => points.has(point));
      while (rank + high < 10 && isFull(rank + high)) high++;
      for (let up = 0; up < high; up++) for (let at = 0; at < wide; at++) left.delete(named(9 - rank - up, file + at));
      const [from, to] = [named(9 - rank, file), named(9 - rank - high + 1, file + wide - 1)];
      parts.push(from === to ? from : `${from}..${to}`);
    }
  }
  return parts.join("|");
}

/** Points of a region in the form of the query language. @param {string} text */
function pointsOf(text) {
  const points = new Set();
  for (const part of text.split("|")) {
    const found = /^([a-i])(\d)(?:\.\.([a-i])(\d))?$/.exec(part);
    if (!found) continue;
    const [from, to] = [found[1], found[3] ?? found[1]].map((file) => file.charCodeAt(0) - 97);
    const [low, high] = [Number(found[2]), Number(found[4] ?? found[2])];
    for (let file = from; file <= to; file++) for (let rank = low; rank <= high; rank++) points.add(named(9 - rank, file));
  }
  return points;
}

/**
 * Drawing in the state of the page.
 * @param {Record<string, string>} state
 * @returns {Drawn}
 */
export function drawnOf({ draw = "", areas = "", side = "", mirror = "" }) {
  const painted = areas.split(";").filter(Boolean).map((text) => {
    const [head, where = ""] = text.split("@");
    const not = head.startsWith("!");
    return { not, piece: head.slice(not ? 1 : 0) || "*", points: pointsOf(where) };
  });
  return { rows: read(draw), areas: painted.filter(({ points }) => points.size > 0), side, mirror: mirror !== "exact" };
}

/** Parts of the address that hold a drawing. @param {Drawn} drawn */
export function addressOf({ rows, areas, side, mirror }) {
  const kept = areas.filter(({ points }) => points.size > 0);
  return {
    draw: written(rows), side, mirror: mirror ? "" : "exact",
    areas: kept.map(({ not, piece, points }) => `${not ? "!" : ""}${piece}@${region(points)}`).join(";"),
  };
}

/** Words of the query language, by the language of the page. */
const WORDS = {
  en: { and: " and ", on: " on ", in: " in ", no: "no ", piece: "piece", "+": "red piece", "-": "black piece", w: "red to move", b: "black to move", mirror: "mirror " },
  zh: { and: " 且 ", on: " 在 ", in: " 在 ", no: "没有 ", piece: "子", "+": "红子", "-": "黑子", w: "红先", b: "黑先", mirror: "左右 " },
};

/**
 * Query that a drawing means.
 * @param {Drawn} drawn
 * @param {string} lang
 */
export function sentenceOf({ rows, areas, side, mirror }, lang) {
  const word = lang.startsWith("zh") ? WORDS.zh : WORDS.en;
  const men = (/** @type {string} */ piece) => (piece === "*" ? word.piece : piece === "+" || piece === "-" ? word[piece] : piece);
  const parts = [];
  const empty = new Set();
  rows.forEach((row, r) => row.forEach((point, c) => {
    if (/[a-z]/i.test(point)) parts.push(`${point}${word.on}${named(r, c)}`);
    if (point === ".") empty.add(named(r, c));
  }));
  if (empty.size) parts.push(`${word.no}${word.piece}${word.in}${region(empty)}`);
  for (const { not, piece, points } of areas) if (points.size) parts.push(`${not ? word.no : ""}${men(piece)}${word.in}${region(points)}`);
  if (parts.length === 0) return "";
  if (side) parts.push(word[/** @type {"w" | "b"} */ (side)]);
  const whole = parts.join(word.and);
  return mirror ? `${word.mirror}(${whole})` : whole;
}
