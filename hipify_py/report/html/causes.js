// What to do next: findings by their cause, each with its documentation and its places.

const WAYS = Object.fromEntries([...byId("fails").options].filter((one) => one.value).map((one) => [one.value, one.textContent]));
const CAUSES_AT_ONCE = 50;
const PLACES_AT_ONCE = 40;

function docs(rule) {
  const { docs: parts } = DATA.rules[rule];
  if (!parts.length) return make("p", { class: "docs hint" }, "This version of hipify-py has no documentation for the rule.");
  return make("dl", { class: "docs" }, parts.flatMap(([title, text]) => [make("dt", {}, title), make("dd", {}, prose(text))]));
}

function placeRow(finding) {
  const { path } = DATA.files[finding.file];
  const line = contentOf(finding.file).source.get(finding.line) ?? "";
  const link = make("a", { href: `#${address(path, finding.line)}`, title: flat(path) }, shown(short(path)), `:${finding.line}:${finding.column}`);
  return make("li", {}, link, make("span", { class: "code" }, shown(line.trim().slice(0, 300))));
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

function causeRow([cause, findings]) {
  const { severity, rule, message, fails } = cause;
  const files = new Set(findings.map((one) => one.file)).size;
  const details = make("details", {}, make("summary", { class: "item" },
    make("span", { class: `badge ${severity}` }, severity),
    make("span", { class: "count" }, `${findings.length.toLocaleString("en")} ×`),
    make("span", { class: "rule" }, make("code", {}, shown(rule)), make("small", {}, shown(DATA.rules[rule].name))),
    make("span", { class: "message" }, shown(message)),
    make("span", { class: "ways" }, WAYS[fails] ?? fails, make("br"), counted(files, "file"))));
  details.addEventListener("toggle", () => details.open && fillCause(details, rule, findings), { once: true });
  return make("li", {}, details);
}

function fillCause(details, rule, findings) {
  const list = make("ul", { class: "places" });
  const more = make("button", { type: "button" });
  details.append(make("div", { class: "cause" }, docs(rule), list, make("p", { class: "rest" }, more)));
  addMore(list, more, findings, placeRow, PLACES_AT_ONCE);
}

function showCauses(findings) {
  const groups = [...Map.groupBy(findings, (one) => one.causeAt)].sort(
    ([a, some], [b, others]) => rank(a) - rank(b) || others.length - some.length || a - b);
  const list = byId("causes").querySelector("ol");
  list.replaceChildren();
  addMore(list, byId("causes").querySelector(".more button"), groups.map(([at, some]) => [DATA.causes[at], some]), causeRow, CAUSES_AT_ONCE);
  byId("shown").textContent =
    `${counted(findings.length, "finding")} of ${FINDINGS.length.toLocaleString("en")}, ${counted(groups.length, "cause")}`;
}

const rank = (cause) => SEVERITIES.indexOf(DATA.causes[cause].severity);
