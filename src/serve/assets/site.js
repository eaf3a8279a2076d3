// Answers the page's questions from the files of a site, without a server. `serve/site` in the
// program writes these files.

import { answering, Refused, silence, site } from "./api.js";
import { after, menOf, START } from "./board.js";
import { go, state } from "./state.js";
import { t } from "./texts.js";

/** Views that need a server. */
export const PROGRAM = ["ask", "draw", "study", "report", "import"];
/** Number of games in a part of a list, and of rows in a list of players or events. */
const [PART, ROWS] = [100, 200];
/** Digits in the number of a bucket; the first half of them names the folder. */
const DIGITS = 6;
/** Languages in the order of a value that differs among them. */
const LANGUAGES = ["en", "zh-Hans", "zh-Hant"];
/** Lists and objects that the file of a game leaves out if they are empty. */
const EMPTY = { links: [], same_day: [], witnesses: [], evaluations: [], damaged: [], scores: {}, notes: {}, doubtTold: {} };

/** Contents of fetched files. @type {Map<string, Promise<any>>} */
const fetched = new Map();
/** Names that are not written character by character, and texts about games, by language, sort and value. @type {Map<string, string>} */
const called = new Map();

/** @param {string} name of a file */
function file(name) {
  const known = fetched.get(name);
  if (known) return known;
  const reading = read(name);
  fetched.set(name, reading);
  reading.catch(() => fetched.delete(name));
  return reading;
}

/** @param {string} name */
async function read(name) {
  const response = await fetch(name).catch(() => null);
  if (!response?.ok) throw new Error(silence.told);
  const bytes = await response.arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  // Some hosts unpack packed files.
  const isPacked = first === 0x1f && second === 0x8b;
  const body = isPacked ? new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))) : new Response(bytes);
  return body.json();
}

/** Bucket of a question: its 32-bit FNV-1a hash modulo the number of buckets. @param {string} question */
function bucketOf(question) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(question)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0) % site.buckets;
}

/** @param {number} bucket @param {number} [own] number of a file beside the bucket */
const answers = (bucket, own) => {
  const digits = String(bucket).padStart(DIGITS, "0");
  return file(`answers/${digits.slice(0, DIGITS / 2)}/${digits}${own ? `-${own}` : ""}.json.gz`);
};

/** Answer to a question; null if the site has none. @param {string} question @returns {Promise<any>} */
async function find(question) {
  const bucket = bucketOf(question);
  const answer = (await answers(bucket))[question] ?? null;
  if (answer?.["@see"]) return find(answer["@see"]);
  return inLanguage(answer?.["@own"] ? await answers(bucket, answer["@own"]) : answer);
}

/** Value in the language of the page. @param {any} value @returns {any} */
function inLanguage(value) {
  if (Array.isArray(value)) return value.map(inLanguage);
  if (value === null || typeof value !== "object") return value;
  // A tag of a record may have this name, too; its value is a text.
  if (Array.isArray(value["@"])) return value["@"][LANGUAGES.indexOf(document.documentElement.lang)] ?? value["@"][0];
  const answer = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inLanguage(part)]));
  for (const [name, [hans, hant]] of Object.entries(answer.called ?? {})) {
    called.set(`zh-Hans name ${name}`, hans);
    called.set(`zh-Hant name ${name}`, hant);
  }
  for (const [key, name] of Object.entries(answer.named ?? {})) called.set(`${document.documentElement.lang} key ${key}`, name);
  return answer;
}

/** Name character by character in the script of the language, as `serve/site/scripts.rs` writes it. @param {[string, string][]} scripts @param {string} name */
function inScript(scripts, name) {
  const [simple, full] = scripts.map(([own, form]) => name.replace(/\p{Script=Han}/gu, (one) => form[own.indexOf(one)] ?? one));
  return document.documentElement.lang !== "zh-Hant" ? simple : simple === name ? full : name;
}

/** Move in the characters of the language; only Black's moves have ASCII digits. @param {string} san */
function spelled(san) {
  const letters = site.letters[/\d/.test(san) ? "black" : "red"];
  return document.documentElement.lang === "zh-Hant" ? san.replace(/./gu, (letter) => letters[letter] ?? letter) : san;
}

/**
 * A game. Of a very large one these are the main line and the first variations, unless it is wanted
 * whole or the address names a later move; `isCut` says so.
 * @param {string} key
 * @param {boolean} [whole]
 */
async function game(key, whole) {
  const question = `game/${key}`;
  const first = await find(question);
  if (!first) throw new Refused({ code: "key", message: t("no-games") });
  const line = first.line.match(/..../g) ?? [];
  const { node, own } = state();
  const isWhole = whole || own || Number(node) >= line.length + (first.branches ?? []).length;
  const numbers = isWhole ? (first.parts ?? []) : [];
  const parts = [first, ...(await Promise.all(numbers.map(async (/** @type {number} */ it) => inLanguage(await answers(bucketOf(question), it)))))];
  const all = (/** @type {string} */ field) => {
    /** @type {Record<string, any>} */
    const known = {};
    for (const [node, said] of parts.flatMap((part) => Object.entries(part[field] ?? {}))) {
      // A long comment goes on in the next part.
      known[node] = node in known ? known[node] + said : said;
    }
    return known;
  };
  const known = { ...first, notes: all("notes"), scores: all("scores"), isCut: !isWhole && first.parts?.length > 0 };
  const branches = parts.flatMap((part) => part.branches ?? []);
  const tree = [...line.map((/** @type {string} */ move, /** @type {number} */ at) => [at - 1, move, null]), ...branches.map(([parent, move]) => [parent, move, null])];
  const san = parts.flatMap((part) => (part.san ? part.san.split(" ") : []));
  const names = known.ecco ? await find("opening-names") : {};
  const name = names[known.ecco?.code];
  return { ...EMPTY, ...known, tree, san: san.map(spelled), openingName: name ? `${known.ecco.code} ${name[LANGUAGES.indexOf(document.documentElement.lang)]}` : null };
}

/** Pieces of a FEN in the mirror image. @param {string} fen */
const mirrored = (fen) => fen.split(" ")[0].split("/").map((row) => [...row].reverse().join("")).join("/");
/** @param {string} move */
const turned = (move) => move.replace(/[a-i]/g, (file) => String.fromCharCode(202 - file.charCodeAt(0)));

/** Table of a position; null if too few games come to the position. @param {string} fen */
async function table(fen) {
  const [own, side] = after(fen, []).split(" ");
  const other = mirrored(own);
  const isTurned = other < own;
  const known = await find(`explore?${isTurned ? other : own} ${side}`);
  if (!known) return null;
  const moves = known.moves.map((/** @type {any[]} */ row) => {
    const it = Object.fromEntries(row.map((value, at) => [site.row[at], value]));
    if (isTurned) [it.uci, it.san] = [turned(it.uci), it.turned];
    return { ...it, san: spelled(it.san), recentGames: it.latestGame ? [it.latestGame] : [] };
  });
  const years = (known.moveYears ?? []).map((/** @type {any} */ it) => (isTurned ? { ...it, uci: turned(it.uci) } : it));
  const count = known.mirrored && isTurned ? known.games - known.mirrored : known.mirrored;
  return { percent: null, low: null, high: null, player: null, event: null, ...known, mirrored: count ?? 0, moves, moveYears: years, isSymmetric: own === other };
}

/**
 * Row of a move; in a position that is its own mirror image, a row stands for the mirror move, too.
 * @param {any} table
 * @param {string} uci
 */
function moveOf(table, uci) {
  const own = table?.moves.find((/** @type {any} */ it) => it.uci === uci);
  if (own || !table?.isSymmetric) return own;
  const other = table.moves.find((/** @type {any} */ it) => turned(it.uci) === uci);
  return other && { ...other, uci, san: spelled(other.turned) };
}

/**
 * Number of moves up to the last position of a line that has a table; -1 if none has. No position
 * after one without a table has any.
 * @param {string} fen
 * @param {string[]} line
 */
async function furthest(fen, line) {
  let [low, high] = [-1, line.length];
  // Most questions are about the last position with a table, or the one after it.
  for (let tries = 0; low < high; tries++) {
    const at = tries < 2 ? high : Math.ceil((low + high) / 2);
    if (await table(after(fen, line.slice(0, at)))) low = at;
    else high = at - 1;
  }
  return low;
}

/** Moves of a text, separated by blanks or plus signs. @param {string | undefined} text */
const words = (text) => (text ? text.trim().split(/[\s+]+/) : []);

/** Answers the question of the explorer. @param {{fen?: string, moves?: string}} asked */
async function explore({ fen, moves }) {
  const line = words(moves);
  const start = fen || START;
  const last = await furthest(start, line);
  const tables = await Promise.all(line.slice(0, last + 1).map((_, at) => table(after(start, line.slice(0, at)))));
  const known = last < 0 ? null : await table(after(start, line.slice(0, last)));
  const here = last === line.length ? known : await few(start, line, moveOf(known, line[last]));
  const said = (/** @type {string} */ uci, /** @type {number} */ at) => moveOf(tables[at], uci)?.san ?? here.said?.[at] ?? uci;
  const now = after(start, line);
  const side = now.split(" ")[1] === "b" ? "black" : "red";
  /** @type {Record<string, string[]>} */
  const legal = {};
  for (const { uci } of here.moves) {
    for (const move of here.isSymmetric ? new Set([uci, turned(uci)]) : [uci]) (legal[move.slice(0, 2)] ??= []).push(move.slice(2));
  }
  const names = here.opening ? (await find("opening-names"))[here.opening] : null;
  const place = {
    fen: now, start: fen ? after(fen, []) : null, side, legal, check: here.check ?? false, ending: here.ending ?? null,
    line: line.map((uci, at) => ({ uci, san: said(uci, at) })), impossible: null,
    opening: names ? { code: here.opening, english: names[0], name: names[1], traditional: names[2] } : null,
  };
  return { games: 0, red: 0, draws: 0, black: 0, unknown: 0, others: 0, ended: 0, undated: 0, programs: 0, ...here, fen: now, place, matched: [] };
}

/**
 * Answer about a position without a table, from the games that the row of the last move names.
 * @param {string} start
 * @param {string[]} line
 * @param {any} row row of the last move, after which there is no table
 */
async function few(start, line, row) {
  const keys = [...new Set([row?.earliestGame, row?.undatedGame, row?.latestGame].filter(Boolean))];
  const games = await Promise.all(keys.map((key) => game(key)));
  const wanted = after(start, line).split(" ", 2).join(" ");
  const turnedWanted = `${mirrored(wanted)} ${wanted.split(" ")[1]}`;
  /** @type {Map<string, any>} */
  const rows = new Map();
  const all = { games: 0, red: 0, draws: 0, black: 0, unknown: 0 };
  /** @type {any[]} */
  const list = [];
  /** @type {string[] | undefined} */
  let said;
  for (const it of games) {
    const main = it.tree.slice(0, it.plies).map((/** @type {any[]} */ node) => node[1]);
    const first = it.start ?? START;
    const at = Array.from({ length: main.length + 1 }, (_, ply) => after(first, main.slice(0, ply)).split(" ", 2).join(" ")).findIndex((fen) => fen === wanted || fen === turnedWanted);
    if (at < 0) continue;
    const isTurned = after(first, main.slice(0, at)).split(" ", 2).join(" ") !== wanted;
    const field = /** @type {"red" | "draws" | "black" | "unknown"} */ ({ "1-0": "red", "1/2-1/2": "draws", "0-1": "black" }[/** @type {string} */ (it.result)] ?? "unknown");
    list.push(it);
    if (!isTurned && at === line.length && main.slice(0, at).join() === line.join()) said ??= it.san.slice(0, at);
    all.games += 1;
    all[field] += 1;
    const move = main[at];
    if (!move || isTurned) continue;
    const own = rows.get(move) ?? { uci: move, san: it.san[at], games: 0, red: 0, draws: 0, black: 0, unknown: 0, others: 0, percent: null, low: null, high: null, players: 0, events: 0, earliestGame: it.key, firstYear: Number(it.date?.slice(0, 4)) || null, recentGames: [] };
    own.games += 1;
    own.reached = own.games;
    own[field] += 1;
    rows.set(move, own);
  }
  return { ...all, percent: null, low: null, high: null, players: 0, events: 0, few: true, moves: [...rows.values()].sort((a, b) => b.games - a.games), said, list: list.length, listed: list, check: false };
}

/** Part of a list of games. @param {string} question @param {number} offset @param {number} limit */
async function games(question, offset, limit) {
  const first = await find(question);
  if (!first) throw new Refused({ code: "path", message: t("site-not") });
  const bucket = bucketOf(question);
  const found = [];
  for (let at = Math.floor(offset / PART); at * PART < Math.min(offset + limit, first.count); at++) {
    found.push(...(at === 0 ? first : inLanguage(await answers(bucket, first.parts[at - 1]))).games);
  }
  const from = offset % PART;
  return { count: first.count, offset, games: found.slice(from, from + limit) };
}

/** Games of two players against each other. @param {string[]} names */
async function between([one, other]) {
  const [first, second] = await Promise.all([person(one), person(other)]);
  const spellings = new Set(second?.row.names ?? [other]);
  const all = first ? (await games(`games?player=${first.row.name}`, 0, Infinity)).games : [];
  const found = all.filter((/** @type {any} */ it) => spellings.has(it.red) || spellings.has(it.black));
  return { count: found.length, offset: 0, games: found };
}

/** @param {string} name */
const person = (name) => find(`person?${name}`);

/** List of games that meet a condition or come to a position. @param {Record<string, any>} asked */
async function listed({ player, event, opening, chapter, fen, moves, offset = 0, limit = 50 }) {
  if (Array.isArray(player)) return between(player);
  if (player) return games(`games?player=${(await person(player))?.row.name ?? player}`, offset, limit);
  if (event) return games(`games?event=${event}`, offset, limit);
  if (opening) return games(`games?opening=${opening}`, offset, limit);
  if (chapter) return games(`games?chapter=${chapter}`, offset, limit);
  const here = await explore({ fen, moves });
  return { count: here.list ?? 0, offset, games: (here.listed ?? []).slice(offset, offset + limit), most: here.listed?.length ?? 0 };
}

/** Page of a player. @param {{who: string, against?: string}} asked */
async function player({ who, against }) {
  const known = await person(who);
  const { row, page } = known ?? { row: null, page: null };
  const half = (/** @type {string | null} */ side, /** @type {any} */ it, /** @type {any} */ own) => ({ side, ...own, games: own.won + own.draws + own.lost + (own.unknown ?? 0), percent: it.percent, low: it.low, high: it.high });
  const sides = row ? [half(null, row, row), half("red", row.asRed, { won: row.asRed.red, draws: row.asRed.draws, lost: row.asRed.black, unknown: row.asRed.unknown }),
    half("black", row.asBlack, { won: row.asBlack.black, draws: row.asBlack.draws, lost: row.asBlack.red, unknown: row.asBlack.unknown })].filter((it) => it.games > 0) : [];
  const short = { name: row?.name ?? who, sides, strength: [], years: [], openings: [], opponents: [], games: [], events: [], novelties: [] };
  // A site has only the games of two players against each other.
  return against ? { ...short, against, sides: [] } : { ...short, ...page };
}

/** Possible meanings of a text that is being typed. @param {string} text */
async function suggest(text) {
  const letters = text.toLowerCase().replace(/\s+/g, "");
  if (!letters) return { groups: [], told: null };
  const longest = /^[\x20-\x7e]+$/.test(letters) ? 4 : 2;
  const found = (await find(`suggest?${[...letters].slice(0, longest).join("")}`)) ?? [];
  const fitting = found.filter((/** @type {any[]} */ row) => row[5].startsWith(letters));
  const groups = Map.groupBy(fitting, (/** @type {any[]} */ row) => row[0]);
  const rows = (/** @type {any[]} */ all) => all.slice(0, 6).map(([sort, text, note, games, at]) => ({ sort, text, note, games, address: `?${new URLSearchParams(JSON.parse(at))}` }));
  return { groups: [...groups].map(([sort, all]) => ({ sort, suggestions: rows(all) })), told: groups.size ? null : t("site-typed") };
}

/** Address that a typed text means. @param {{text: string, fen?: string, moves?: string}} asked */
async function understood({ text, fen, moves }) {
  const typed = text.trim();
  const address = (/** @type {Record<string, string>} */ to) => ({ address: `?${new URLSearchParams(to)}` });
  const query = typed.includes("?") ? typed.slice(typed.indexOf("?")) : "";
  if (/[?&](view|fen|moves|key)=/.test(query)) return { address: query };
  if (/^[rnbakcph\d]+(\/[rnbakcph\d]+){9}( [wbr].*)?$/i.test(typed) && menOf(typed).size > 0) return address({ fen: typed });
  if (/^[0-9a-z]{12}$/.test(typed) && (await find(`game/${typed}`))) return address({ view: "game", key: typed });
  const played = await walked(typed, fen, words(moves));
  if (played) return address({ ...(fen ? { fen } : {}), moves: played.join(" ") });
  const { groups } = await suggest(typed);
  const first = groups[0]?.suggestions[0];
  if (first) return { address: first.address };
  throw new Refused({ code: "parameter", message: t("site-typed") });
}

/** Moves of a typed text, after those of `line`; null if some text is not a move of the tables. @param {string} text @param {string | undefined} fen @param {string[]} line */
async function walked(text, fen, line) {
  const plain = text.toLowerCase().replace(/[\s,;+]+|\d+\./g, "");
  if (/^([a-i]\d[a-i]\d)+$/.test(plain)) return [...line, ...(plain.match(/..../g) ?? [])];
  let left = text.replace(/[\s,;]+/g, "");
  const played = [...line];
  while (left) {
    const { moves } = await explore({ fen, moves: played.join(" ") });
    const next = moves.find((/** @type {any} */ it) => left.startsWith(it.san));
    if (!next) return null;
    played.push(next.uci);
    left = left.slice(next.san.length);
  }
  return played.length > line.length ? played : null;
}

/** Page of a list. @param {string} path @param {any} asked */
async function page(path, { offset = 0, limit = ROWS }) {
  return (await find(`${path}?${Math.floor(offset / limit)}`)) ?? { count: 0, offset, [path]: [] };
}

/** Answers a question of the page. @param {string} path @param {Record<string, any>} asked @returns {Promise<any>} */
async function answered(path, asked) {
  if (path.startsWith("game/")) return game(path.slice("game/".length), asked.whole);
  switch (path) {
    case "texts": return find(`texts?${asked.lang}`);
    case "stats": case "openings": case "books": return find(path);
    case "session": return {};
    case "position.svg": return find(`position.svg?${asked.letters || "chinese"},${asked.theme},${asked.flipped || ""}`);
    case "explore": return explore(asked);
    case "position": return (await explore(asked)).place;
    case "explore/years": return { moves: (await explore(asked)).moveYears ?? [] };
    case "years": return explore(asked).then((here) => ({ years: here.years ?? [], undated: here.undatedYears ?? 0 }));
    case "players": {
      if (!asked.player) return asked.fen || asked.moves || asked.kind ? (await explore(asked)).top ?? { count: 0, players: [] } : page(path, asked);
      const row = asked.names ? null : (await person(asked.player))?.row;
      return { count: row ? 1 : 0, players: row ? [row] : [] };
    }
    case "player": return player(/** @type {any} */ (asked));
    case "series": return page(path, asked);
    case "editions": return (await find(`editions?${asked.event}`)) ?? { editions: [] };
    case "tournament": return find(`tournament?${asked.edition}`).then((known) => known ?? Promise.reject(new Refused({ code: "edition", message: t("nothing-found") })));
    case "games": return listed(asked);
    case "called": {
      const { lang } = document.documentElement;
      const scripts = await find("scripts");
      const of = (/** @type {string} */ sort, /** @type {string[]} */ all) => Object.fromEntries(all.map((it) => [it, called.get(`${lang} ${sort} ${it}`) ?? inScript(scripts, it)]));
      return { names: of("name", asked.name ?? []), games: of("key", asked.key ?? []) };
    }
    case "suggest": return asked.sort ? { groups: [], told: null } : suggest(asked.text);
    case "read": return understood(/** @type {any} */ (asked));
    default: throw new Refused({ code: "path", message: t("site-not") });
  }
}

/**
 * Leads from an address of the explorer with conditions, which a site cannot answer, to the page of
 * the player, event, opening or chapter; returns whether it did.
 */
export function redirected() {
  const { view, player, red, black, event, opening, chapter } = state();
  if (!site || (view && view !== "explore")) return false;
  const who = player || red || black;
  const to = opening ? { view: "openings", opening } : who ? { view: "people", who } : event ? { view: "events", [event.includes("@") ? "edition" : "series"]: event } : chapter ? { view: "books", chapter } : null;
  if (to) go(to, { afresh: true, replace: true });
  return Boolean(to);
}

if (site) answering.by = answered;
