// What happens: filters, keys, the theme, and addresses.

function refresh() {
  const { findings, alone } = filtered();
  showCauses(findings);
  showFiles(findings, alone);
}

const THEMES = ["", "light", "dark"]; // the first is as the system has it

function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  byId("theme").textContent = `theme: ${theme || "system"}`;
  try {
    localStorage.setItem("hipify-py-theme", theme);
  } catch {
    // a page from a file may not be allowed to keep anything
  }
}

function keptTheme() {
  try {
    return localStorage.getItem("hipify-py-theme") ?? "";
  } catch {
    return "";
  }
}

const nextTheme = () => setTheme(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme ?? "") + 1) % THEMES.length]);

/** Move to the next or the previous thing that can be opened. */
function step(by) {
  const items = [...document.querySelectorAll(".item")];
  if (!items.length) return;
  const here = items.indexOf(document.activeElement);
  const next = here < 0 ? (by > 0 ? 0 : items.length - 1) : Math.min(Math.max(here + by, 0), items.length - 1);
  items[next].focus({ preventScroll: true });
  items[next].scrollIntoView({ block: "nearest" });
}

const SEEN = 130; // pixels from the top, below the filters, where a section begins that is looked at

function nextSection() {
  const ids = ["overview", "causes", "files"];
  const here = ids.findLastIndex((id) => byId(id).getBoundingClientRect().top <= SEEN);
  byId(ids[(here + 1) % ids.length]).scrollIntoView();
}

const KEYS = {
  "/": () => byId("search").focus(),
  j: () => step(1),
  k: () => step(-1),
  g: nextSection,
  t: nextTheme,
  "?": () => byId("keys").showModal(),
};

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("keys").open) return;
  if (event.target.matches("input[type=search], select")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const act = KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

function onAddress() {
  const found = /^#file=([^:]*)(?::(\d+))?$/.exec(location.hash);
  if (!found) return;
  try {
    const path = decodeURIComponent(found[1]);
    goTo(DATA.files.find((file) => (file.path.toWellFormed?.() ?? file.path) === path)?.path, Number(found[2] ?? 0));
  } catch (error) {
    if (!(error instanceof URIError)) throw error; // an address that somebody typed
  }
}

const CHARTS = parsed("charts");
let waiting = 0;

offerChoices();
reset();
refresh();
setTheme(keptTheme());

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(refresh, 60);
});
form.addEventListener("reset", (event) => {
  event.preventDefault();
  reset();
  refresh();
});
for (const id of ["cause", "status"]) byId(id).addEventListener("change", refresh);
byId("theme").addEventListener("click", nextTheme);
byId("help").addEventListener("click", KEYS["?"]);
document.addEventListener("keydown", onKey);
document.addEventListener("click", (event) => {
  const chosen = event.target.closest("[data-filter]");
  if (chosen) {
    const { filter, value } = chosen.dataset;
    choose(filter, CHARTS[filter]?.[Number(value)] ?? value);
    refresh();
    byId("causes").scrollIntoView();
  }
  const sorts = event.target.closest("[data-sort]");
  if (sorts) {
    sortBy(sorts.dataset.sort);
    refresh();
  }
});
window.addEventListener("hashchange", onAddress);
onAddress();
document.documentElement.dataset.ready = "yes";
