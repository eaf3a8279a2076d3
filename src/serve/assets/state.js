// What is shown, as it stands in the address: every state has a link, and the browser's own
// buttons go back and forth.

/** Conditions on games, by their names in the API. */
export const FILTERS = [
  "player", "red", "black", "event", "opening", "since", "until", "result", "kind", "played", "title",
  "chapter", "text", "min_plies", "max_plies", "site", "where", "contains", "mirror", "variations",
];

/** What is kept from view to view. */
const LASTING = ["lang", "theme", "letters", "notation", "flip", "score", "arrows"];
/** What the browser keeps of it, for whoever comes without an address. */
const KEPT = "xqdb-looks";

/** @returns {Record<string, string>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    // A browser that keeps nothing, or something else under this name.
    return {};
  }
}

/** Changes how things look, and keeps that. @param {Record<string, string>} changes */
export function keep(changes) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(Object.entries({ ...kept(), ...changes }).filter(([, value]) => value))));
  } catch {
    // It holds as long as the address does.
  }
  go(changes, { replace: true });
}

/** The address that was read last, and what stands in it: a table asks for it with every link. */
let [search, found] = ["", /** @type {Readonly<Record<string, string>>} */ ({})];

/** @returns {Readonly<Record<string, string>>} */
export function state() {
  if (location.search !== search) {
    search = location.search;
    found = Object.freeze(Object.fromEntries(new URLSearchParams(search)));
  }
  return found;
}

/**
 * The address of a state: the present one with changes. Empty values go.
 * @param {Record<string, any>} changes
 * @param {boolean} [afresh] only what is lasting is kept
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

/** Puts into the address what the browser keeps and the address does not say. */
export function recall() {
  const missing = Object.entries(kept()).filter(([name]) => LASTING.includes(name) && !(name in state()));
  if (missing.length > 0) history.replaceState(history.state, "", link(Object.fromEntries(missing)));
}

/** @type {(y?: number) => void} */
let show = () => {};

/** Keeps how far the page is scrolled, for whoever comes back. */
const leave = () => history.replaceState({ y: scrollY }, "");

/** @param {(y?: number) => void} render is called whenever the state changes, with the height to which somebody comes back */
export function begin(render) {
  show = render;
  history.scrollRestoration = "manual";
  addEventListener("pagehide", leave);
  addEventListener("popstate", (event) => render(event.state?.y ?? 0));
  document.addEventListener("click", (event) => {
    const anchor = event.target instanceof Element ? event.target.closest("a[data-state]") : null;
    if (!(anchor instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    leave();
    history.pushState(null, "", anchor.href);
    show();
  });
}

/**
 * Goes to a state.
 * @param {Record<string, any>} changes
 * @param {{afresh?: boolean, replace?: boolean}} [how]
 */
export function go(changes, how = {}) {
  const address = link(changes, how.afresh);
  if (how.replace) history.replaceState(history.state, "", address);
  else {
    leave();
    history.pushState(null, "", address);
  }
  show();
}

/** The conditions of the present state, for a question. */
export function filters() {
  const now = state();
  return Object.fromEntries(FILTERS.filter((name) => now[name]).map((name) => [name, now[name]]));
}

/** How moves and boards are shown. */
export function looks() {
  const { notation, letters } = state();
  return { notation: notation || (document.documentElement.lang === "zh-Hant" ? "chinese-traditional" : ""), letters: letters || (document.documentElement.lang === "zh-Hans" ? "simplified" : ""), lang: document.documentElement.lang };
}

/** The explorer's question about a place. @param {{fen?: string, moves?: string}} place */
export function exploring(place) {
  const { notation, lang } = looks();
  const { contains, ...conditions } = /** @type {Record<string, any>} */ (filters());
  return { ...place, ...conditions, notation, lang, place: true };
}
