// What the page is made of: the causes, the files, and what each file holds, which is read when it is asked for.

const DATA = parsed("data");
const SEVERITIES = DATA.severities; // the worst first
const EFFORTS = DATA.efforts;
const CONTENTS = new Map();

/** All findings, in the order of files and lines. */
const FINDINGS = DATA.files.flatMap((file, at) =>
  file.found.map(([cause, line, column, lastLine, lastColumn, effort, places], index) => ({
    file: at, index, cause: DATA.causes[cause], causeAt: cause, line, column, lastLine, lastColumn, effort: EFFORTS[effort] ?? "", places,
  })),
);

/** Give what is shown of a file, with the lines of its source by their number. */
function contentOf(at) {
  if (CONTENTS.has(at)) return CONTENTS.get(at);
  const content = parsed(`content-${at}`);
  content.source = new Map();
  for (const [old, , text] of content.passages) {
    let number = old;
    for (const line of text.split("\n")) {
      if (line[0] !== "+") content.source.set(number++, line.slice(1));
    }
  }
  // Lines that no passage has, and long ones: what stands around the finding.
  for (const [line, text] of Object.entries(content.lines)) content.source.set(Number(line), text);
  CONTENTS.set(at, content);
  return content;
}

const folderOf = (path) => path.slice(0, path.lastIndexOf("/") + 1);
