// The table of files, and each of them opened below its row.

const FILES_AT_ONCE = 200;
const NUMBERS = new Set(["edits", ...SEVERITIES]);
const sorting = { key: "error", down: true };
let rows = []; // of the files that are wanted: { at, file, findings, edits, error, warning, note }

const address = (path, line) => `file=${encodeURIComponent(path.toWellFormed?.() ?? path)}${line ? `:${line}` : ""}`;

function wantedFiles(findings, alone) {
  const byFile = Map.groupBy(findings, (one) => one.file);
  const status = byId("status").value;
  return DATA.files.flatMap((file, at) => {
    const found = byFile.get(at) ?? [];
    const said = file.edits || file.found.length || file.status === "failed";
    const fits = !status || (status === "said" ? said : file.status === status);
    if (!fits || !(found.length || alone(at))) return [];
    const row = { at, file, findings: found, path: file.path, status: file.status, edits: file.edits, error: 0, warning: 0, note: 0 };
    for (const one of found) row[one.cause.severity]++;
    return [row];
  });
}

/** Order rows by what was chosen; those that are equal by what is worse, and then by path. */
function sorted(list) {
  const { key, down } = sorting;
  const sign = down ? -1 : 1;
  const compare = (a, b) => (NUMBERS.has(key) ? a[key] - b[key] : a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0);
  const worse = (a, b) => b.error - a.error || b.warning - a.warning || b.edits - a.edits || a.at - b.at;
  return [...list].sort((a, b) => sign * compare(a, b) || worse(a, b));
}

function fileRow(row) {
  const { file, at } = row;
  const name = make("button", { type: "button", class: "link path item", "aria-expanded": "false", title: flat(file.path) }, shown(short(file.path)));
  const number = (key) => make("td", { class: `count ${row[key] ? key : ""}` }, row[key] ? row[key].toLocaleString("en") : "·");
  const made = make("tr", { "data-at": at }, make("td", {}, name), make("td", {}, file.status), ...["edits", ...SEVERITIES].map(number));
  name.addEventListener("click", () => toggleFile(made, row));
  return made;
}

function toggleFile(made, row, open = !made.classList.contains("open")) {
  if (open === made.classList.contains("open")) return;
  made.classList.toggle("open", open);
  made.querySelector("button").setAttribute("aria-expanded", String(open));
  if (!open) {
    made.nextElementSibling.remove();
    return;
  }
  const { file, at } = row;
  const facts = [file.reason, file.target && file.target !== file.path ? `written to ${file.target}` : ""].filter(Boolean);
  const cell = make("td", { colspan: 6 });
  if (facts.length) cell.append(make("p", { class: "facts" }, facts.flatMap((fact) => [...shown(fact), " "])));
  const some = row.findings.length < file.found.length;
  if (some) cell.append(make("p", { class: "facts" }, `${counted(file.found.length - row.findings.length, "finding")} of this file filtered out`));
  const content = contentOf(at);
  if (content.passages.length || file.found.length || content.edits?.length) cell.append(sidesOf(at, row.findings));
  else cell.append(make("p", { class: "facts" }, "Nothing of this file is changed, and nothing is said of it."));
  made.after(make("tr", { class: "opened" }, cell));
}

function showFiles(findings, alone) {
  rows = sorted(wantedFiles(findings, alone));
  const list = byId("files").querySelector("tbody");
  list.className = "list";
  list.replaceChildren();
  addMore(list, byId("files").querySelector(".more button"), rows, fileRow, FILES_AT_ONCE);
}

function sortBy(key) {
  sorting.down = sorting.key === key ? !sorting.down : NUMBERS.has(key);
  sorting.key = key;
  for (const button of document.querySelectorAll("[data-sort]")) {
    const chosen = button.dataset.sort === key;
    button.closest("th").toggleAttribute("aria-sort", chosen);
    if (chosen) button.closest("th").setAttribute("aria-sort", sorting.down ? "descending" : "ascending");
  }
}

/** Open a file at a line, whatever the filters leave out. */
function goTo(path, line) {
  let at = rows.findIndex((row) => row.path === path);
  if (at < 0 || (line && !rows[at].findings.some((one) => one.line === line))) {
    reset();
    for (const box of form.elements.severity) box.checked = true;
    byId("status").value = "";
    refresh();
    at = rows.findIndex((row) => row.path === path);
  }
  if (at < 0) return;
  const more = byId("files").querySelector(".more button");
  const find = () => document.querySelector(`#files tr[data-at="${rows[at].at}"]`);
  if (!find()) more.addAll();
  const made = find();
  toggleFile(made, rows[at], true);
  const place = made.nextElementSibling.querySelector(`.finding[data-line="${line}"]`);
  for (const one of document.querySelectorAll(".finding.here")) one.classList.remove("here");
  place?.classList.add("here");
  (place ?? made).scrollIntoView({ block: place ? "center" : "start" });
  (place ?? made).querySelector(".item").focus({ preventScroll: true });
}
