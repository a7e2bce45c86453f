// What to do next: findings by their cause, each with its documentation and its places.

const WAYS = Object.fromEntries([...byId("fails").options].filter((one) => one.value).map((one) => [one.value, one.textContent]));
const CAUSES_AT_ONCE = 50;
const PLACES_AT_ONCE = 40;

function docs(rule) {
  const { docs: parts } = DATA.rules[rule];
  if (!parts.length) return make("p", { class: "docs hint" }, "This version of hipify-py has no documentation for the rule.");
  return make("dl", { class: "docs" }, parts.flatMap(([title, text]) => [make("dt", {}, title), make("dd", {}, prose(text))]));
}

const byRule = () => byId("cause").value === "rule";

function placeRow(finding, several) {
  const { path } = DATA.files[finding.file];
  const line = contentOf(finding.file).source.get(finding.line) ?? "";
  const link = make("a", { href: `#${address(path, finding.line)}`, title: flat(path) }, shown(short(path)), `:${finding.line}:${finding.column}`);
  const made = make("li", {}, link, make("span", { class: "code" }, shown(line.trim().slice(0, 300))));
  if (several) made.append(make("p", { class: "message" }, shown(finding.cause.message)));
  return made;
}

/** Add items to a list some at a time; `button` adds more. */
function addMore(list, button, items, row, atOnce) {
  let next = 0;
  const add = (count) => {
    list.append(...items.slice(next, next + count).map(row));
    next += count;
    const rest = Math.max(0, items.length - next);
    button.hidden = !rest;
    button.textContent = `show ${Math.min(rest, atOnce * 4).toLocaleString("en")} more of ${rest.toLocaleString("en")}`;
    button.parentElement.dataset.rest = rest ? `and ${rest.toLocaleString("en")} more` : "";
  };
  button.onclick = () => add(atOnce * 4);
  button.addAll = () => add(items.length);
  add(atOnce);
}

/** Say what findings have in common: their message, the most frequent that differs in a name alone, or what their rule does. */
function common(findings) {
  const { rule, message } = findings[0].cause;
  const messages = new Set(findings.map((one) => one.causeAt)).size;
  if (messages === 1) return shown(message);
  if (!byRule()) return [shown(message), ` (${counted(messages, "message")})`];
  const what = DATA.rules[rule].docs.find(([title]) => title === "What it does")?.[1];
  return [...(what ? prose(what) : shown(message)), ` (${counted(messages, "message")})`];
}

function causeRow(findings) {
  const { severity, rule, fails } = findings[0].cause;
  const files = counted(new Set(findings.map((one) => one.file)).size, "file");
  const places = findings.reduce((sum, one) => sum + one.places, 0);
  const where = places > findings.length ? `${counted(places, "place")} in ${files}` : files;
  const details = make("details", {}, make("summary", { class: "item" },
    make("span", { class: `badge ${severity}` }, severity),
    make("span", { class: "count" }, `${findings.length.toLocaleString("en")} ×`),
    make("span", { class: "rule" }, make("code", {}, shown(rule)), make("small", {}, shown(DATA.rules[rule].name))),
    make("span", { class: "message" }, common(findings)),
    make("span", { class: "ways" }, WAYS[fails] ?? fails, make("br"), where)));
  details.addEventListener("toggle", () => details.open && fillCause(details, rule, findings), { once: true });
  return make("li", {}, details);
}

function fillCause(details, rule, findings) {
  const list = make("ul", { class: "places" });
  const more = make("button", { type: "button" });
  details.append(make("div", { class: "cause" }, docs(rule), list, make("p", { class: "rest" }, more)));
  const several = new Set(findings.map((one) => one.causeAt)).size > 1;
  addMore(list, more, findings, (finding) => placeRow(finding, several || byRule()), PLACES_AT_ONCE);
}

/** Tests and examples come behind the program, in a cause as among those that are as bad. */
function showCauses(findings) {
  const key = byRule() ? ({ cause }) => `${cause.severity} ${cause.rule}` : ({ cause }) => cause.kind;
  const ordered = [...findings].sort((one, other) => isAside(one) - isAside(other));
  const groups = [...Map.groupBy(ordered, key).values()].sort(
    (some, others) => rank(some) - rank(others) || isAside(some[0]) - isAside(others[0])
      || others.length - some.length || some[0].causeAt - others[0].causeAt);
  const list = byId("causes").querySelector("ol");
  list.replaceChildren();
  addMore(list, byId("causes").querySelector(".more button"), groups, causeRow, CAUSES_AT_ONCE);
  byId("shown").textContent =
    `${counted(findings.length, "finding")} of ${FINDINGS.length.toLocaleString("en")}, ${counted(groups.length, "cause")}`;
}

const isAside = ({ file }) => DATA.files[file].aside;

/** How bad findings are, and then how they go wrong: what stops the build first. */
const rank = (findings) =>
  SEVERITIES.indexOf(findings[0].cause.severity) * DATA.urgency.length +
  findings.reduce((least, { cause }) => Math.min(least, DATA.urgency.indexOf(cause.fails)), DATA.urgency.length);
