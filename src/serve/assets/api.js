// Questions to the server.

import { isEmbedded } from "./state.js";

/** Message when no answer comes; the program sends it in the language of the page. */
export const silence = { told: "No answer." };

/** Features of the site of which the page is a part; null if a server answers. @type {any} */
export const site = JSON.parse(document.querySelector("meta[name=xqdb-site]")?.getAttribute("content") ?? "null");

/** Makes a part of the page that needs a server; a site leaves the part out. @template T @param {() => T} make @returns {T | ""} */
export const served = (make) => (site ? "" : make());

/** Function that answers in place of a server, if the page is a site. @type {{by: ((path: string, params: Record<string, any>) => Promise<any>) | null}} */
export const answering = { by: null };

/** Refusal of a question by the server. */
export class Refused extends Error {
  /** @param {{code: string, message: string, span?: [number, number], near?: string, parameter?: string}} error */
  constructor(error) {
    super(error.message);
    this.code = error.code;
    this.span = error.span;
    this.near = error.near;
    this.parameter = error.parameter;
  }
}

/**
 * Address of a question; parameters with empty values are left out.
 * @param {string} path
 * @param {Record<string, any>} [params]
 */
export function address(path, params = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== "" && one !== false) query.append(name, String(one));
    }
  }
  const text = query.toString();
  return `/api/v1/${path}${text && "?"}${text}`;
}

/**
 * Asks a question, and returns the answer. If the signal is aborted, the server stops, too.
 * @param {string} path
 * @param {Record<string, any>} [params]
 * @param {AbortSignal} [signal]
 */
export async function ask(path, params, signal) {
  if (answering.by) {
    const answer = await answering.by(path, params ?? {});
    signal?.throwIfAborted();
    return answer;
  }
  const question = address(path, params);
  const known = ahead.get(question);
  ahead.delete(question);
  if (known && performance.now() - known.since < FRESH) {
    const answer = await known.answer;
    signal?.throwIfAborted();
    return answer;
  }
  const response = await fetch(question, { signal }).catch((error) => {
    if (error.name === "AbortError") throw error;
    throw new Error(silence.told);
  });
  const answer = await response.json();
  if (!response.ok) throw new Refused(answer.error);
  return answer;
}

/** Asks for a text, such as a picture. @param {string} path @param {Record<string, any>} params @returns {Promise<string>} */
export async function text(path, params) {
  if (answering.by) return answering.by(path, params);
  const response = await fetch(address(path, params));
  if (!response.ok) throw new Error(String(response.status));
  return response.text();
}

/** Answers asked for in advance, by the address of their question. @type {Map<string, {answer: Promise<any>, since: number}>} */
const ahead = new Map();
/** Milliseconds for which an answer asked for in advance can be used. */
const FRESH = 10_000;

/**
 * Asks a question that may be asked soon: [`ask`] then has the answer. Returns a function that ends
 * the question unless it was asked by then.
 * @param {string} path
 * @param {Record<string, any>} params
 */
export function askAhead(path, params) {
  const ending = new AbortController();
  const question = address(path, params);
  const asked = { answer: ask(path, params, ending.signal), since: performance.now() };
  asked.answer.catch(() => {});
  ahead.set(question, asked);
  return () => {
    if (ahead.get(question) !== asked) return;
    ahead.delete(question);
    ending.abort();
  };
}

/**
 * Sends a request that changes something.
 * @param {string} method
 * @param {string} path
 * @param {Record<string, any>} params
 * @param {any} [sent] value of the JSON body
 */
export async function change(method, path, params, sent) {
  const headers = sent === undefined ? undefined : { "Content-Type": "application/json" };
  const body = sent === undefined ? undefined : JSON.stringify(sent);
  const response = await fetch(address(path, { lang: document.documentElement.lang, ...params }), { method, headers, body });
  const answer = response.status === 204 ? null : await response.json();
  if (!response.ok) throw new Refused(answer.error);
  return answer;
}

/** Rights of this page. */
export const rights = { may_change: false, may_name_folders: false, upload_limit: 0 };

/** Exchanges the token in the address for a cookie, and removes the token from the address. */
export async function enter() {
  // A page elsewhere must not lead its readers to changes.
  if (site || isEmbedded()) return;
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token) {
    history.replaceState(null, "", location.pathname + location.search);
    await fetch("/api/v1/session", { method: "POST", headers: { Authorization: `Bearer ${token}` } });
  }
  // At another address this question, too, may need the token; its error comes with the first
  // question.
  await ask("session").then((known) => Object.assign(rights, known)).catch(() => {});
}
