// Imports: of files dropped on the page, or of a folder of the server's machine, with progress.

import { address, ask, change, Refused, rights } from "./api.js";
import { h, number, said, size } from "./dom.js";
import { link } from "./state.js";
import { t } from "./texts.js";

/** @typedef {{name: string, file: File}} Upload */

/** State of the import, for all views. @type {any} */
let now = { stage: "idle" };
/** @type {EventSource | null} */
let events = null;
/** @type {XMLHttpRequest | null} */
let sending = null;
const watchers = new Set();

/** @param {any} changes */
function set(changes) {
  now = { ...now, ...changes };
  for (const watcher of watchers) watcher();
  if (now.stage === "done" || now.stage === "failed") dispatchEvent(new Event("archive-changed"));
}

/** Whether an import is running. */
function isBusy() {
  return ["sending", "waiting", "reading", "closing"].includes(now.stage);
}

/** State of a running import in a few words, for the head of the page. */
export function underWay() {
  return isBusy() ? h("a", { class: "job", href: link({ view: "import" }, true), "data-state": true }, told()) : null;
}

/** @param {() => void} watcher function to call at each change of the state */
export function watch(watcher) {
  watchers.add(watcher);
}

function told() {
  switch (now.stage) {
    case "sending": return t("sending", { done: size(now.sent), all: size(now.all) });
    case "waiting": return t("import-waiting");
    case "reading": return t("import-reading", { files: number(now.files), records: number(now.records) });
    case "closing": return t("import-closing");
    case "done": return t(now.report.stopped ? "import-stopped" : "import-done");
    case "failed": return t("import-failed", { why: now.error });
    default: return "";
  }
}

/** Dropped files, including those in dropped folders. @param {DataTransfer} dropped @returns {Promise<Upload[]>} */
export async function filesOf(dropped) {
  const entries = [...dropped.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) return [...dropped.files].map((file) => ({ name: file.name, file }));
  /** @type {Upload[]} */
  const found = [];
  const waiting = /** @type {any[]} */ (entries);
  for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
    const from = entry;
    if (from.isFile) {
      const file = await new Promise((done, failed) => from.file(done, failed));
      found.push({ name: from.fullPath.replace(/^\//, ""), file: /** @type {File} */ (file) });
      continue;
    }
    const reader = from.createReader();
    for (;;) {
      const some = /** @type {any[]} */ (await new Promise((done, failed) => reader.readEntries(done, failed)));
      if (some.length === 0) break;
      waiting.push(...some);
    }
  }
  return found;
}

/** Name of the upload that is being sent; empty if there is none. */
let upload = "";

/** Removes an unfinished upload when the page is left: no other page can continue it. */
addEventListener("pagehide", () => {
  if (upload) fetch(address("uploads", { upload }), { method: "DELETE", keepalive: true }).catch(() => {});
});

/** Uploads files, and starts their import. @param {Upload[] | Promise<Upload[]>} chosen */
export async function importFiles(chosen) {
  if (isBusy()) {
    set({ note: t("one-at-a-time") });
    return;
  }
  set({ stage: "sending", sent: 0, all: 0, report: null, error: null, note: "" });
  try {
    const files = await chosen;
    const all = files.reduce((sum, { file }) => sum + file.size, 0);
    set(files.length ? { all } : { stage: "idle" });
    if (files.length === 0) return;
    let sent = 0;
    for (const { name, file } of files) {
      const answer = await send(name, file, upload, (bytes) => set({ sent: sent + bytes }));
      upload = answer.upload;
      sent += file.size;
    }
    const begun = await change("POST", "import", { upload });
    upload = "";
    follow(begun);
  } catch (error) {
    // The uploaded files are of no use without the rest.
    if (upload) change("DELETE", "uploads", { upload }).catch(() => {});
    upload = "";
    set({ stage: "failed", error: /** @type {Error} */ (error).message });
  }
}

/** @param {string} folder */
async function importFolder(folder) {
  follow(await change("POST", "import", { folder }));
}

/**
 * @param {string} name
 * @param {File} file
 * @param {string} upload
 * @param {(bytes: number) => void} onprogress
 * @returns {Promise<any>}
 */
function send(name, file, upload, onprogress) {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    sending = request;
    request.open("POST", address("uploads", { name, upload, lang: document.documentElement.lang }));
    request.responseType = "json";
    request.upload.addEventListener("progress", (event) => onprogress(event.loaded));
    request.addEventListener("load", () => (request.status < 300 ? done(request.response) : failed(new Refused(request.response?.error ?? { code: "failed", message: String(request.status) }))));
    request.addEventListener("error", () => failed(new Error(t("not-sent", { name }))));
    request.addEventListener("abort", () => failed(new Error(t("import-stopped"))));
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.send(file);
  });
}

/** @param {any} state */
function follow(state) {
  set(state);
  events?.close();
  if (!isBusy()) return;
  events = new EventSource(address("import/events"));
  events.addEventListener("state", (event) => {
    const next = JSON.parse(/** @type {MessageEvent} */ (event).data);
    if (!["waiting", "reading", "closing"].includes(next.stage)) events?.close();
    set(next);
  });
}

function stop() {
  if (now.stage === "sending") sending?.abort();
  else change("POST", "import/stop", {}).catch(() => {});
}

/** @type {(main: HTMLElement, signal: AbortSignal) => Promise<void>} */
export async function importing(main, signal) {
  if (!rights.may_change) {
    main.replaceChildren(h("section", { class: "list" }, h("h1", {}, t("import")), h("p", { class: "nothing" }, t("read-only"))));
    return;
  }
  if (!isBusy()) {
    const last = await ask("import", {}, signal);
    if (last.stage !== "idle" && !(now.stage === "failed" && now.error)) follow(last);
  }
  const told = h("div", { class: "job", role: "status", "aria-live": "polite" });
  const choose = (/** @type {any} */ attributes, /** @type {string} */ name) => {
    const input = /** @type {HTMLInputElement} */ (h("input", { type: "file", class: "hidden", tabindex: -1, "aria-label": t(name), ...attributes }));
    input.addEventListener("change", () => {
      importFiles([...(input.files ?? [])].map((file) => ({ name: file.webkitRelativePath || file.name, file })));
      input.value = "";
    });
    return [h("button", { type: "button", onclick: () => input.click() }, t(name)), input];
  };
  const wrong = h("p", { class: "wrong", role: "alert" });
  const path = h("input", { name: "folder", "aria-label": t("folder"), placeholder: t("folder-hint"), autocomplete: "off", spellcheck: "false" });
  const named = h("form", { class: "typed", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    wrong.textContent = "";
    importFolder(/** @type {HTMLInputElement} */ (path).value).catch((error) => { wrong.textContent = error.message.replace(/^folder[:：] ?/, ""); });
  } }, path, h("button", { type: "submit" }, t("import-it")), wrong);
  main.replaceChildren(h("section", { class: "list import" }, h("h1", {}, t("import")),
    h("div", { class: "drop" }, h("p", {}, t("drop-here")), h("p", { class: "quiet" }, t("drop-about", { limit: size(rights.upload_limit) })),
      h("div", { class: "buttons" }, choose({ multiple: true }, "choose-files"), choose({ webkitdirectory: true }, "choose-folder"))),
    rights.may_name_folders && h("details", { open: true }, h("summary", {}, t("folder")), named),
    told));
  const show = () => {
    if (signal.aborted || !told.isConnected) {
      watchers.delete(show);
      return;
    }
    told.replaceChildren(...shown());
  };
  watchers.add(show);
  show();
}

/** Progress of the import, and its result. */
function shown() {
  if (now.stage === "idle") return [];
  const [done, all] = now.stage === "sending" ? [now.sent, now.all] : [now.bytes, now.total];
  const bar = isBusy() && h("progress", { max: Math.max(all ?? 0, 1), value: now.stage === "closing" ? undefined : done ?? 0, "aria-label": told() });
  const parts = [h("p", { class: now.stage === "failed" ? "wrong" : "" }, h("b", {}, told())), bar,
    isBusy() && h("button", { type: "button", onclick: stop }, t("stop")), now.note && h("p", { class: "wrong" }, now.note)];
  if (now.stage === "done") parts.push(...summary(now.report, now.path));
  return parts.filter((part) => part instanceof Node);
}

/** Numbers of a report that are always shown, and numbers that are shown unless 0. */
const ALWAYS = ["files", "records", "games", "witnesses", "positions", "set_aside"];
const SOME = ["headings", "known", "copies", "unrecognised", "passed_over", "partial", "damaged", "damage", "deleted", "replaced", "archives", "decisions", "beside"];

/**
 * @param {any} report
 * @param {string} path
 */
function summary(report, path) {
  const rows = [...ALWAYS, ...SOME.filter((name) => report[name] > 0)];
  const left = ["set_aside", "partial", "damaged", "damage"].reduce((sum, name) => sum + report[name], 0);
  const unread = [...report.unreadable.map((/** @type {any} */ it) => [it.path, it.unread]), ...report.first_unrecognised.map((/** @type {string} */ name) => [name, t("no-format")])];
  return [
    h("table", { class: "summary" }, h("caption", {}, t("summary")), h("tbody", {}, rows.map((name) => h("tr", {}, h("th", { scope: "row" }, t(`sum-${name}`)), h("td", { class: "n" }, number(report[name])))))),
    unread.length > 0 && h("div", {}, h("h2", {}, t("unread")), h("ul", {}, unread.map(([name, why]) => h("li", {}, said(name), " — ", said(why)))),
      h("p", {}, h("a", { href: link({ view: "report", part: "unread", path }, true), "data-state": true }, t("all-unread")))),
    report.contradictions.length > 0 && h("div", {}, h("h2", {}, t("left-out")), h("ul", {}, report.contradictions.map((/** @type {string[][]} */ pair) => h("li", {}, said(pair.map((it) => it.join(" ")).join(" ≠ ")))))),
    left > 0 && h("p", {}, h("a", { href: link({ view: "report", path }, true), "data-state": true }, t("see-report"))),
    h("p", {}, h("a", { href: link({}, true), "data-state": true }, t("explore"))),
  ];
}
