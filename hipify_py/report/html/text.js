// Elements and texts. What comes from sources, paths and messages reaches the page as text nodes alone.

const byId = (id) => document.getElementById(id);

/** Make an element; children are nodes and strings, attributes without a value are left out. */
function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat());
  return made;
}

// What is not seen, or turns the direction of a line around, is written out.
const ODD = /[\p{C}\p{Zl}\p{Zp}]/u;

function escaped(char) {
  let code = char.codePointAt(0);
  if (code >= 0xdc80 && code <= 0xdcff) code -= 0xdc00; // a byte of a path that is not UTF-8
  if (code <= 0xff) return "\\x" + code.toString(16).padStart(2, "0");
  return code <= 0xffff ? "\\u" + code.toString(16).padStart(4, "0") : "\\U" + code.toString(16).padStart(8, "0");
}

/** Give the nodes that show a text as it is: one for all of it, mostly. */
function shown(text) {
  if (!ODD.test(text.replaceAll("\t", " "))) return [text];
  const nodes = [];
  let plain = "";
  for (const char of text) {
    if (char === "\t" || !ODD.test(char)) {
      plain += char;
      continue;
    }
    nodes.push(plain, make("span", { class: "odd" }, escaped(char)));
    plain = "";
  }
  return [...nodes, plain];
}

/** Write a text of one line in which nothing is odd, for titles and choices. */
const flat = (text) => (ODD.test(text) ? Array.from(text, (char) => (ODD.test(char) ? escaped(char) : char)).join("") : text);

/** Show prose in which `code` stands between backticks. */
function prose(text) {
  return text.split("`").flatMap((part, index) => (index % 2 ? make("code", {}, shown(part)) : prosaic(part)));
}

const prosaic = (part) => part.split("\n").flatMap((line, index) => (index ? ["\n", ...shown(line)] : shown(line)));

/** Give what tells a path from the others: all of them lie below one folder. */
const short = (path) => (path.startsWith(DATA.shared) && path.length > DATA.shared.length ? path.slice(DATA.shared.length) : path);

const counted = (count, what) => `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
const parsed = (id) => JSON.parse(byId(id).textContent);
