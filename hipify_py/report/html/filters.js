// What is shown: by words, severity, rule, how it goes wrong, effort and folder.

const form = byId("filters");
const CHOICES = ["rule", "fails", "effort", "folder"];
let texts = null; // of each finding, in which words are looked for: made with the first search

function textOf(finding) {
  const { rule, message } = finding.cause;
  const line = contentOf(finding.file).source.get(finding.line) ?? "";
  return `${DATA.files[finding.file].path}\n${rule} ${DATA.rules[rule].name}\n${message}\n${line}`.toLowerCase();
}

const wanted = () => ({
  words: byId("search").value.toLowerCase().split(/\s+/).filter(Boolean),
  severities: new Set([...form.elements.severity].filter((box) => box.checked).map((box) => box.value)),
  ...Object.fromEntries(CHOICES.map((name) => [name, byId(name).value])),
});

/** Give the findings that are wanted, and say whether a file is that has none. */
function filtered() {
  const by = wanted();
  if (by.words.length && !texts) texts = FINDINGS.map(textOf);
  const inFolder = (file) => DATA.files[file].path.startsWith(by.folder);
  const findings = FINDINGS.filter((one, at) =>
    by.severities.has(one.cause.severity) &&
    (!by.rule || one.cause.rule === by.rule) &&
    (!by.fails || one.cause.fails === by.fails) &&
    (!by.effort || one.effort === by.effort) &&
    inFolder(one.file) &&
    by.words.every((word) => texts[at].includes(word)));
  const choosy = by.rule || by.fails || by.effort;
  const alone = (at) => !choosy && inFolder(at) && by.words.every((word) => DATA.files[at].path.toLowerCase().includes(word));
  return { findings, alone };
}

function offerChoices() {
  const counts = new Map();
  const folders = new Set();
  for (const one of FINDINGS) counts.set(one.cause.rule, (counts.get(one.cause.rule) ?? 0) + 1);
  for (const file of DATA.files) {
    for (let folder = folderOf(file.path); folder; folder = folderOf(folder.slice(0, -1))) {
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  for (const rule of [...counts.keys()].sort()) {
    byId("rule").append(make("option", { value: rule }, `${flat(rule)} ${flat(DATA.rules[rule].name)} (${counts.get(rule)})`));
  }
  for (const folder of [...folders].sort()) {
    if (folder.length < DATA.shared.length) continue; // all files lie in it
    byId("folder").append(make("option", { value: folder }, flat(short(folder))));
  }
}

/** Begin with errors and warnings; with notes where there is nothing else. */
function reset() {
  const loud = FINDINGS.some((one) => one.cause.severity !== "note");
  for (const box of form.elements.severity) box.checked = loud ? box.value !== "note" : true;
  for (const name of CHOICES) byId(name).value = "";
  byId("search").value = "";
}

/** Show what a row of a chart stands for, notes too. */
function choose(key, value) {
  reset();
  for (const box of form.elements.severity) box.checked = true;
  byId(key).value = value;
}
