// Questions to the server.

/** What is said when no answer comes; the words themselves come from the program. */
export const silence = { told: "No answer." };

/** The site of which the page is a part: what its files are. None where the page asks a server. @type {any} */
export const site = JSON.parse(document.querySelector("meta[name=xqdb-site]")?.getAttribute("content") ?? "null");

/** What only a server can do: a part of the page that a site leaves out. @template T @param {() => T} make @returns {T | ""} */
export const served = (make) => (site ? "" : make());

/** Who answers in the place of a server. @type {{by: ((path: string, params: Record<string, any>) => Promise<any>) | null}} */
export const answering = { by: null };

/** What the server refused to answer. */
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
 * The address of a question. Empty values are left out.
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
 * Asks, and gives the answer. A question whose signal is aborted stops on the server, too.
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

/** A text, such as a picture. @param {string} path @param {Record<string, any>} params @returns {Promise<string>} */
export async function text(path, params) {
  if (answering.by) return answering.by(path, params);
  const response = await fetch(address(path, params));
  if (!response.ok) throw new Error(String(response.status));
  return response.text();
}

/** What was asked before it was wanted, by address. @type {Map<string, {answer: Promise<any>, since: number}>} */
const ahead = new Map();
/** So many milliseconds an answer may wait until it is wanted. */
const FRESH = 10_000;

/**
 * Asks what will be wanted next, perhaps: [`ask`] then has the answer. Gives what ends it, if it has
 * not been wanted by then.
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
 * Changes something.
 * @param {string} method
 * @param {string} path
 * @param {Record<string, any>} params
 * @param {any} [sent] goes as JSON
 */
export async function change(method, path, params, sent) {
  const headers = sent === undefined ? undefined : { "Content-Type": "application/json" };
  const body = sent === undefined ? undefined : JSON.stringify(sent);
  const response = await fetch(address(path, { lang: document.documentElement.lang, ...params }), { method, headers, body });
  const answer = response.status === 204 ? null : await response.json();
  if (!response.ok) throw new Refused(answer.error);
  return answer;
}

/** What this page may do. */
export const rights = { may_change: false, may_name_folders: false, upload_limit: 0 };

/** Hands the token of the address over, so that it need not stand there any longer. */
export async function enter() {
  if (site) return;
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token) {
    history.replaceState(null, "", location.pathname + location.search);
    await fetch("/api/v1/session", { method: "POST", headers: { Authorization: `Bearer ${token}` } });
  }
  // Another address may need the token for this, too; what is wrong then is told by the first question.
  await ask("session").then((known) => Object.assign(rights, known)).catch(() => {});
}
