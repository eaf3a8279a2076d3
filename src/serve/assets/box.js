// The box in the head of the page: suggests meanings while a text is typed; Enter takes the first.
// Fields of filters get suggestions in the same way.

import { ask } from "./api.js";
import { h, number } from "./dom.js";
import { written } from "./people.js";
import { go, looks, state } from "./state.js";
import { t } from "./texts.js";

let boxes = 0;

/** State of the page that an address means. @param {string} address */
const stateOf = (address) => Object.fromEntries(new URL(address, location.href).searchParams);

/**
 * Makes an input suggest meanings of its text (a combobox).
 * @param {HTMLInputElement} input
 * @param {{sort?: string, choose: (suggestion: any) => void, moved?: () => void}} how
 */
export function suggesting(input, { sort, choose }) {
  const id = `suggested-${++boxes}`;
  const list = h("div", { class: "offered", id, role: "listbox", "aria-label": t("suggestions"), hidden: true });
  for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-controls": id, "aria-expanded": "false", autocomplete: "off", spellcheck: "false" })) input.setAttribute(name, value);
  /** @type {any[]} */
  let found = [];
  let active = -1;
  /** @type {AbortController | null} */
  let asking = null;
  const options = () => [...list.querySelectorAll("[role=option]")];
  const open = (/** @type {boolean} */ isOpen) => {
    list.hidden = !isOpen;
    input.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) mark(-1);
  };
  const mark = (/** @type {number} */ at) => {
    active = at;
    options().forEach((option, place) => option.setAttribute("aria-selected", String(place === at)));
    if (at >= 0) input.setAttribute("aria-activedescendant", `${id}-${at}`);
    else input.removeAttribute("aria-activedescendant");
    options()[at]?.scrollIntoView({ block: "nearest" });
  };
  const take = (/** @type {any} */ suggestion) => {
    open(false);
    choose(suggestion);
  };
  const close = () => {
    asking?.abort();
    open(false);
  };
  const look = async () => {
    asking?.abort();
    asking = new AbortController();
    const text = input.value.trim();
    found = [];
    if (!text) return open(false);
    const { fen, moves, view } = state();
    const { lang, notation } = looks();
    const place = view ? {} : { fen, moves };
    const { groups, told } = await ask("suggest", { text: input.value, sort, lang, notation, ...(sort ? {} : place) }, asking.signal);
    if (document.activeElement !== input) return;
    const option = (/** @type {any} */ it) => {
      const at = found.push(it) - 1;
      return h("div", { role: "option", id: `${id}-${at}`, "aria-selected": "false", onpointerdown: (/** @type {Event} */ event) => { event.preventDefault(); take(it); } },
        h("span", { class: "what" }, written(it.text), " ", it.note && h("small", {}, written(it.note))), it.games !== null && h("small", { class: "n" }, number(it.games)));
    };
    list.replaceChildren(...groups.map((/** @type {any} */ group, /** @type {number} */ at) => h("div", { role: "group", "aria-labelledby": `${id}-head-${at}` },
      !sort && h("div", { class: "sort", id: `${id}-head-${at}` }, t(`suggested-${group.sort}`)), group.suggestions.map(option))));
    if (told && !sort) list.append(h("div", { class: "told", role: "status" }, told));
    mark(-1);
    open(list.childElementCount > 0);
  };
  input.addEventListener("input", () => look().catch(() => {}));
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.isComposing) return;
    if (step && list.hidden) look().catch(() => {});
    else if (step && found.length) mark(active < 0 && step < 0 ? found.length - 1 : (active + step + found.length) % found.length);
    else if (event.key === "Enter" && active >= 0) take(found[active]);
    else if (event.key === "Escape" && !list.hidden) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return { list, close };
}

/** Makes the box in the head of the page. */
export function box() {
  const told = h("p", { class: "wrong", role: "alert" });
  const input = /** @type {HTMLInputElement} */ (h("input", { name: "typed", type: "search", enterkeyhint: "go", placeholder: t("typed-hint"), "aria-label": t("typed"), "aria-keyshortcuts": "/" }));
  const to = (/** @type {string} */ address) => {
    told.textContent = "";
    input.value = "";
    const wanted = stateOf(address);
    // Moves continue the line on the board; anything else replaces the state.
    if (wanted.moves && !wanted.view && !state().view) go({ fen: "", ...wanted });
    else go(wanted, { afresh: true });
  };
  const read = async (/** @type {string} */ text) => {
    const { fen, moves, view } = state();
    const { lang, notation } = looks();
    try {
      to((await ask("read", { text, lang, notation, ...(view ? {} : { fen, moves }) })).address);
    } catch (error) {
      told.textContent = /** @type {Error} */ (error).message.replace(/^text[:：] ?/, "");
    }
  };
  const { list, close } = suggesting(input, { choose: ({ address }) => to(address) });
  input.addEventListener("input", () => { told.textContent = ""; });
  input.addEventListener("paste", (event) => {
    // A field of one line would lose the line breaks of a record.
    const text = event.clipboardData?.getData("text") ?? "";
    if (!text.trim().includes("\n")) return;
    event.preventDefault();
    read(text);
  });
  return h("form", { class: "box", role: "search", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    close();
    read(input.value);
  } }, h("div", { class: "writing" }, input, list), told);
}

/** `/` puts the cursor into the box, unless the user is typing elsewhere. */
addEventListener("keydown", (event) => {
  const isWriting = event.target instanceof Element && event.target.closest("input, textarea, select");
  if (event.key !== "/" || isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
  const input = /** @type {HTMLInputElement | null} */ (document.querySelector("input[name=typed]"));
  if (!input) return;
  event.preventDefault();
  input.focus();
  input.select();
});
