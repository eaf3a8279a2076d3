// The page: a head, and one view at a time.

import "./start.js";
import { ask, enter, rights, site } from "./api.js";
import { question } from "./ask.js";
import { box } from "./box.js";
import { h, number, said } from "./dom.js";
import { draw } from "./draw.js";
import { explore } from "./explore.js";
import { refuseField } from "./filters.js";
import { game } from "./game.js";
import { filesOf, importFiles, importing, underWay, watch } from "./importing.js";
import { events, openings, people } from "./lists.js";
import { report } from "./report.js";
import { books } from "./shelf.js";
import { PROGRAM, redirected } from "./site.js";
import { arrive, begin, go, isEmbedded, keep, link, state } from "./state.js";
import { study } from "./study.js";
import { LANGUAGES, language, speak, t } from "./texts.js";

/** @type {Record<string, (main: HTMLElement, signal: AbortSignal) => Promise<any>>} */
const VIEWS = { explore, ask: question, draw, people, events, openings, books, study, report, game, import: importing };
const TABS = ["explore", "ask", "draw", "people", "events", "openings", "books", "study", "report", "import"].filter((name) => !site || !PROGRAM.includes(name));

/** @type {AbortController | null} */
let asking = null;
/** @type {any} */
let stats = null;

/** Name of the view that the address asks for; the explorer for one that is not there. */
function shownView() {
  const { view = "" } = state();
  return Object.hasOwn(VIEWS, view) ? view : "explore";
}

/** State of the last view; another view begins at its top. */
let looked = "";

/** @param {number} [y] scroll position to restore */
async function render(y) {
  if (redirected()) return;
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  const told = /** @type {HTMLElement} */ (document.getElementById("told"));
  const view = shownView();
  const { theme, key, who, series, edition } = state();
  if (document.documentElement.dataset.theme !== (theme || "auto")) document.documentElement.dataset.theme = theme || "auto";
  document.documentElement.toggleAttribute("data-embed", isEmbedded());
  main.setAttribute("aria-busy", "true");
  const seen = JSON.stringify([view, key, who, series, edition]);
  const isOther = looked !== "" && looked !== seen;
  looked = seen;
  try {
    await speak();
    head(view);
    const named = stats ? null : ask("stats", {}, signal).then((answer) => { stats = answer; head(view); }).catch(() => {});
    if (site && PROGRAM.includes(view)) main.replaceChildren(h("p", { class: "nothing" }, t("site-not")));
    else await (isEmbedded() ? game : VIEWS[view])(main, signal);
    if (site) aboutSite(main);
    await named;
    told.replaceChildren();
  } catch (error) {
    const wrong = /** @type {any} */ (error);
    if (wrong.name === "AbortError") return;
    tell(told, wrong);
  }
  if (signal.aborted) return;
  arrive();
  main.removeAttribute("aria-busy");
  if (isOther && document.activeElement === document.body) main.focus({ preventScroll: true });
  if (y !== undefined || isOther) scroll(main, y ?? 0);
}

/** Adds the remark below every view on what a site contains. @param {HTMLElement} main */
function aboutSite(main) {
  const about = document.querySelector("footer") ?? h("footer", { class: "quiet" });
  about.textContent = t("site-about", { n: number(site.least) });
  main.after(about);
}

/** Shows an error: at the field of its parameter, or above the view, which stays. @param {HTMLElement} told @param {any} error */
function tell(told, error) {
  if (refuseField(error)) return told.replaceChildren();
  const isPlace = ["fen", "moves"].includes(error.parameter);
  told.replaceChildren(h("p", { class: "wrong" }, error.message, " ",
    isPlace ? h("a", { href: link({ fen: "", moves: "" }), "data-state": true }, t("to-start")) : h("button", { type: "button", onclick: () => render() }, t("again"))));
}

/** Scrolls to a height in pixels as soon as the view is high enough. @param {HTMLElement} main @param {number} y */
function scroll(main, y) {
  scrollTo(0, y);
  const observer = new ResizeObserver(() => {
    scrollTo(0, y);
    if (Math.abs(scrollY - y) < 2) observer.disconnect();
  });
  if (y > 0) observer.observe(main);
  setTimeout(() => observer.disconnect(), 2000);
}

/** Values from which the head was drawn; it is drawn again only if they change. */
let drawn = "";
/** Language and element of the box in the head. @type {[string, HTMLElement] | null} */
let typing = null;

/** @param {string} view */
function head(view) {
  const wanted = JSON.stringify([view, language(), link({}, true), stats]);
  if (wanted !== drawn) drawHead(view);
  drawn = wanted;
}

/** @param {string} view */
function drawHead(view) {
  const tab = (/** @type {string} */ name) =>
    h("a", { href: link({ view: name === "explore" ? "" : name }, true), "data-state": true, "aria-current": name === view ? "page" : undefined }, t(name));
  const choice = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string[][]} */ options) =>
    h("label", {}, h("span", {}, t(name)),
      h("select", { title: t(name), onchange: (/** @type {any} */ event) => keep({ [name]: event.target.value }) },
        options.map(([option, text]) => h("option", { value: option, selected: option === value }, text))));
  const now = state();
  document.title = `${t(TABS.includes(view) ? view : "game")} · ${stats?.name ?? "xqdb"}`;
  const place = /** @type {HTMLElement} */ (document.getElementById("head"));
  const before = [
    h("a", { class: "skip", href: "#main", onclick: (/** @type {Event} */ event) => { event.preventDefault(); document.getElementById("main")?.focus(); } }, t("skip")),
    h("a", { class: "name", href: link({}, true), "data-state": true, title: stats?.imported ? t("imported", { date: day(stats.imported) }) : undefined }, h("img", { src: "icon.svg", alt: "", width: 28, height: 28 }), h("b", {}, stats ? said(stats.name) : "xqdb"),
      stats && h("small", {}, stats.games === 1 ? t("one-game") : t("n-games", { n: number(stats.games) }))),
    underWay()];
  const behind = [
    h("nav", { "aria-label": t("views") }, TABS.map(tab)),
    h("details", { class: "choices", open: place.querySelector(".choices")?.hasAttribute("open") }, h("summary", { title: t("looks"), "aria-label": t("looks") }, "⚙"), h("div", {},
      site ? "" : choice("notation", now.notation ?? "", [["", t("notation-chinese")], ["iccs", "ICCS"], ["wxf", "WXF"]]),
      choice("letters", now.letters ?? "", [["", t("letters-auto")], ["chinese", "俥馬"], ["simplified", "车马"], ["latin", "RN"], ["figures", t("letters-figures")]]),
      choice("theme", now.theme ?? "", [["", t("theme-auto")], ["light", t("theme-light")], ["dark", t("theme-dark")]]),
      choice("lang", language(), LANGUAGES)))];
  // The focus stays on its link or choice, and the box is not drawn again.
  const focused = [...place.querySelectorAll("a, select")].indexOf(/** @type {Element} */ (document.activeElement));
  const kept = document.activeElement?.getAttribute("href");
  if (typing?.[0] !== language() || !typing[1].isConnected) {
    typing = [language(), box()];
    place.replaceChildren(h("div", { class: "slot" }), typing[1], h("div", { class: "slot" }));
  }
  place.firstElementChild?.replaceChildren(...before.filter((part) => part instanceof Node));
  place.lastElementChild?.replaceChildren(...behind);
  // Scrolls tabs that are wider than the window to the open one.
  const [tabs, open] = ["nav", "nav [aria-current]"].map((it) => /** @type {HTMLElement | null} */ (place.querySelector(it)));
  if (tabs && open) tabs.scrollLeft = open.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - open.offsetWidth) / 2;
  if (focused < 0) return;
  const again = [...place.querySelectorAll("a, select")];
  /** @type {HTMLElement | undefined} */ ((kept ? again.find((it) => it.getAttribute("aria-current") === "page") : null) ?? again[focused])?.focus();
}

/** Draws the head again, unless it has the focus. */
function headAgain() {
  if (!document.getElementById("head")?.contains(document.activeElement)) drawHead(shownView());
}

watch(() => {
  const [old, next] = [document.querySelector("#head .job"), underWay()];
  if (old && next) old.replaceWith(next);
  else if (old !== next) headAgain();
});
addEventListener("archive-changed", async () => {
  stats = await ask("stats", {}).catch(() => stats);
  headAgain();
});

// Files may be dropped on every view.
addEventListener("dragover", (event) => {
  if (!rights.may_change || !event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  document.documentElement.classList.add("dropping");
});
for (const name of ["dragleave", "drop"]) addEventListener(name, () => document.documentElement.classList.remove("dropping"));
addEventListener("drop", (event) => {
  if (!rights.may_change || !event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  const files = filesOf(event.dataTransfer);
  go({ view: "import" }, { afresh: true });
  importFiles(files);
});

/** @param {string} time */
function day(time) {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" }).format(date);
}

begin(render);
enter().then(() => render(history.state?.y));
