// State of the page, held in its address: every state has a link, and the buttons of the browser go
// back and forth.

/** Conditions on games, by their names in the API. */
export const FILTERS = [
  "player", "red", "black", "event", "opening", "since", "until", "result", "kind", "played", "title",
  "chapter", "text", "min_plies", "max_plies", "site", "where", "contains", "mirror", "variations",
];

/** Parts of the state that stay in all views. */
const LASTING = ["lang", "theme", "letters", "notation", "flip", "score", "arrows"];
/** Key of the browser's store under which these parts are saved. */
const KEPT = "xqdb-looks";

/** @returns {Record<string, string>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    // The browser stores nothing, or something else under this key.
    return {};
  }
}

/** Changes looks of the page, and saves them in the browser. @param {Record<string, string>} changes */
export function keep(changes) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(Object.entries({ ...kept(), ...changes }).filter(([, value]) => value))));
  } catch {
    // The looks stay as long as the address.
  }
  go(changes, { replace: true });
}

/** Query of the last address, and its state: a table asks for the state with every link. */
let [search, found] = ["", /** @type {Readonly<Record<string, string>>} */ ({})];

/** @returns {Readonly<Record<string, string>>} */
export function state() {
  const shown = coming ? coming.search : location.search;
  if (shown !== search) {
    search = shown;
    found = Object.freeze(Object.fromEntries(new URLSearchParams(search)));
  }
  return found;
}

/** Whether the page shows one game inside a page elsewhere. */
export const isEmbedded = () => location.pathname.endsWith("/embed") || Boolean(state().embed);

/**
 * Address of the present state with changes; empty values are left out.
 * @param {Record<string, any>} changes
 * @param {boolean} [afresh] whether only the parts for all views are kept
 */
export function link(changes, afresh = false) {
  const now = state();
  const kept = afresh ? Object.fromEntries(LASTING.filter((name) => now[name]).map((name) => [name, now[name]])) : now;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...kept, ...changes })) {
    if (value !== undefined && value !== null && value !== "" && value !== false) query.set(name, String(value));
  }
  const text = query.toString();
  return text ? `?${text}` : location.pathname;
}

/** Adds saved looks that the address lacks. */
export function recall() {
  const missing = Object.entries(kept()).filter(([name]) => LASTING.includes(name) && !(name in state()));
  if (missing.length > 0) history.replaceState(history.state, "", link(Object.fromEntries(missing)));
}

/** @type {(y?: number) => void} */
let show = () => {};

/** Scroll positions of the places in the history: a change of the history for each would take longer than a move on the board. @type {Map<number, number>} */
const heights = new Map();
/** Saves the scroll position for coming back. */
const leave = () => heights.set(history.state?.place ?? 0, scrollY);

/** Query of the state that is shown, until the browser has its address. @type {{search: string, isNew: boolean} | null} */
let coming = null;

/** Gives the browser the address of the state that is shown. */
export function arrive() {
  if (!coming) return;
  const { search, isNew } = coming;
  coming = null;
  if (isNew) history.pushState({ place: Date.now() }, "", search || location.pathname);
  else history.replaceState(history.state, "", search || location.pathname);
}

/**
 * Changes the state. The browser gets the address behind the next frame, since it takes longer over
 * it than the page over a table.
 * @param {string} address
 * @param {boolean} isNew whether it is a new place of the history
 */
function turn(address, isNew) {
  coming = { search: new URL(address, location.href).search, isNew: isNew || Boolean(coming?.isNew) };
  requestAnimationFrame(() => setTimeout(arrive));
  // A hidden page has no frames.
  setTimeout(arrive, 50);
}

/** Opens an address as a new place of the history. @param {string} address */
function enter(address) {
  arrive();
  leave();
  turn(address, true);
  show();
}

/** Changes the state of what is shown already. @param {Record<string, any>} changes */
export const note = (changes) => turn(link(changes), false);

/** @param {(y?: number) => void} render shows the state after each change; gets the scroll position to restore */
export function begin(render) {
  show = render;
  history.scrollRestoration = "manual";
  addEventListener("pagehide", () => {
    arrive();
    history.replaceState({ ...history.state, y: scrollY }, "");
  });
  addEventListener("popstate", ({ state }) => {
    coming = null;
    render(heights.get(state?.place ?? 0) ?? state?.y ?? 0);
  });
  document.addEventListener("click", (event) => {
    const anchor = event.target instanceof Element ? event.target.closest("a[data-state]") : null;
    const isOwn = !isEmbedded();
    if (!(anchor instanceof HTMLAnchorElement) || (isOwn && (event.ctrlKey || event.metaKey || event.shiftKey))) return;
    event.preventDefault();
    if (isOwn) return enter(anchor.href);
    // Links of an embedded game lead to the whole page.
    const whole = new URL(".", location.href);
    whole.search = anchor.search;
    whole.searchParams.delete("embed");
    open(whole, "_blank", "noopener");
  });
}

/**
 * Changes the state, and shows it.
 * @param {Record<string, any>} changes
 * @param {{afresh?: boolean, replace?: boolean}} [how]
 */
export function go(changes, how = {}) {
  const address = link(changes, how.afresh);
  if (!how.replace) return enter(address);
  turn(address, false);
  show();
}

/** Conditions on games in the present state. */
export function filters() {
  const now = state();
  return Object.fromEntries(FILTERS.filter((name) => now[name]).map((name) => [name, now[name]]));
}

/** Notation, letters and language of the page. */
export function looks() {
  const { notation, letters } = state();
  return { notation: notation || (document.documentElement.lang === "zh-Hant" ? "chinese-traditional" : ""), letters: letters || (document.documentElement.lang === "zh-Hans" ? "simplified" : ""), lang: document.documentElement.lang };
}

/** Parameters of the explorer's question about a position. @param {{fen?: string, moves?: string}} place */
export function exploring(place) {
  const { notation, lang } = looks();
  const { contains, ...conditions } = /** @type {Record<string, any>} */ (filters());
  return { ...place, ...conditions, notation, lang, place: true };
}
