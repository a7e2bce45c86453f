// Both sides of a file: the source on the left, what comes out on the right, and findings below their lines.

const WORD = /[\p{L}\p{N}_]+|\s+|./gu;
const MOST_WORDS = 400; // of a line in which single words are compared

/** Give for each character (code point) of two lines whether it belongs to a word that the other lacks. */
function changedWords(before, after) {
  const a = before.match(WORD) ?? [];
  const b = after.match(WORD) ?? [];
  if (a.length > MOST_WORDS || b.length > MOST_WORDS) return [new Set(), new Set()];
  const same = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      same[i][j] = a[i] === b[j] ? same[i + 1][j + 1] + 1 : Math.max(same[i + 1][j], same[i][j + 1]);
    }
  }
  const gone = new Set();
  const came = new Set();
  let [i, j, x, y] = [0, 0, 0, 0];
  const over = (set, at, word) => Array.from(word).forEach((_, n) => set.add(at + n));
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      x += Array.from(a[i++]).length;
      y += Array.from(b[j++]).length;
    } else if (j >= b.length || (i < a.length && same[i + 1][j] >= same[i][j + 1])) {
      over(gone, x, a[i]);
      x += Array.from(a[i++]).length;
    } else {
      over(came, y, b[j]);
      y += Array.from(b[j++]).length;
    }
  }
  return [gone, came];
}

/** Show a line: changed words, and what findings speak about, worst first. */
function painted(text, changed, findings) {
  if (!changed.size && !findings.length) return shown(text);
  const chars = Array.from(text);
  const classes = chars.map((_, at) => (changed.has(at) ? "word" : ""));
  for (const one of [...findings].reverse()) {
    const last = one.lastLine > one.line ? chars.length : Math.max(one.lastColumn - 1, one.column);
    for (let at = one.column - 1; at < Math.min(last, chars.length); at++) {
      classes[at] = `${changed.has(at) ? "word " : ""}said-${one.cause.severity}`;
    }
  }
  const nodes = [];
  for (let at = 0; at < chars.length; ) {
    let end = at;
    while (end < chars.length && classes[end] === classes[at]) end++;
    const part = chars.slice(at, end).join("");
    nodes.push(...(classes[at] ? [make("span", { class: classes[at] }, shown(part))] : shown(part)));
    at = end;
  }
  return nodes;
}

/** Turn a passage into rows of [number before, text before, number after, text after]; a side may be missing. */
function* rowsOf([old, now, text]) {
  let gone = [];
  let came = [];
  function* settled() {
    for (let at = 0; at < Math.max(gone.length, came.length); at++) {
      yield [...(gone[at] ?? [0, null]), ...(came[at] ?? [0, null])];
    }
    [gone, came] = [[], []];
  }
  for (const line of text.split("\n")) {
    const sign = line[0];
    if (sign === "-") {
      if (came.length) yield* settled();
      gone.push([old++, line.slice(1)]);
    } else if (sign === "+") {
      came.push([now++, line.slice(1)]);
    } else {
      yield* settled();
      yield [old++, line.slice(1), now++, line.slice(1)];
    }
  }
  yield* settled();
}

function codeRow([oldNumber, before, newNumber, after], findings) {
  const same = before === after;
  const [gone, came] = same || before === null || after === null ? [new Set(), new Set()] : changedWords(before, after);
  const side = (number, text, cells, kind, said) =>
    text === null
      ? [make("td", { class: "at void" }), make("td", { class: "line void" })]
      : [make("td", { class: `at ${kind}` }, number ? String(number) : ""), make("td", { class: `line ${kind}` }, painted(text, cells, said))];
  return make("tr", {},
    side(oldNumber, before, gone, same ? "same old" : "gone", findings),
    side(newNumber, after, came, same ? "same new" : "came", []));
}

function findingRow(finding, content) {
  const { severity, rule, message, fails } = finding.cause;
  const related = content.related[finding.index] ?? [];
  const origin = content.origins[finding.index];
  const body = make("td", { colspan: 4 },
    make("p", {}, make("span", { class: `badge ${severity}` }, severity), " ",
      make("button", { type: "button", class: "link item", title: "What the rule says" }, make("code", {}, shown(rule))), " ",
      shown(DATA.rules[rule].name), ` · line ${finding.line}:${finding.column}`, origin ? ` · rule of your own, ${flat(origin)}` : ""),
    make("p", {}, shown(message)));
  if (content.passages.length && finding.line in content.lines) {
    body.append(make("p", { class: "code" }, shown(content.lines[finding.line])));
  }
  if (related.length) body.append(make("ul", {}, related.map(([line, said]) => make("li", {}, `line ${line}: `, shown(said)))));
  const row = make("tr", { class: `finding ${severity}`, title: WAYS[fails] ?? "", "data-line": finding.line }, body);
  body.querySelector("button").addEventListener("click", () => {
    const there = body.querySelector(".docs");
    if (there) there.remove();
    else body.append(docs(rule));
  });
  return row;
}

/** Lines with findings and edits of a file of which no source was kept, as far as they are known. */
function* knownRows(content) {
  const edits = Map.groupBy(content.edits ?? [], ([line]) => line);
  for (const line of [...new Set([...content.source.keys(), ...edits.keys()])].sort((a, b) => a - b)) {
    const source = content.source.get(line);
    if (source !== undefined) yield [line, source, 0, edits.has(line) ? null : source];
    for (const [, before, after] of edits.get(line) ?? []) {
      yield [line, before.split("\n", 1)[0], 0, after.split("\n", 1)[0]];
    }
  }
}

/** Give the rows of a whole file; findings stand below the line that they begin on. */
function sidesOf(at, findings) {
  const content = contentOf(at);
  const left = Map.groupBy(findings, (one) => one.line);
  const body = make("tbody");
  const put = (row) => {
    const here = row[0] ? (left.get(row[0]) ?? []) : [];
    body.append(codeRow(row, here), ...here.map((one) => findingRow(one, content)));
    if (row[0]) left.delete(row[0]);
  };
  let end = 1;
  for (const passage of content.passages) {
    if (passage[0] > end) body.append(make("tr", { class: "gap" }, make("td", { colspan: 4 }, `${counted(passage[0] - end, "line")} without edits or findings`)));
    for (const row of rowsOf(passage)) {
      put(row);
      if (row[0]) end = row[0] + 1;
    }
  }
  if (!content.passages.length) for (const row of knownRows(content)) put(row);
  if (content.left_out) body.append(make("tr", { class: "gap" }, make("td", { colspan: 4 }, `${counted(content.left_out, "line")} more are not shown: use --diff`)));
  for (const rest of left.values()) body.append(...rest.map((one) => findingRow(one, content)));
  return make("table", { class: "sides" },
    make("colgroup", {}, make("col", { class: "number" }), make("col"), make("col", { class: "number" }), make("col")),
    make("thead", {}, make("tr", {}, make("th", { colspan: 2 }, "source"), make("th", { colspan: 2 }, "converted"))), body);
}
