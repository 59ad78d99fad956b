import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";

// npm run check:citations: whatever a comment or a page cites must be there: headings of docs, sections of the
// specification, decisions, and a test for each promise of guarantees.md; and no file of the shop imports more of our own
// than somebody can keep in mind. Prints what is wrong and exits with 1.

/** Texts by path from the root. */
export type Files = ReadonlyMap<string, string>;
type Report = (index: number, what: string) => void;

/** Each citation that leads nowhere and each promise that is not one test's title, as "file:line: what". */
export function deadCitations(files: Files): string[] {
  const dead: string[] = [];
  for (const [file, text] of files) {
    const report: Report = (index, what) =>
      dead.push(`${file}:${text.slice(0, index).split("\n").length}: ${what}`);
    const flat = withoutBreaks(text);
    headings(files, flat, report);
    sections(files, flat, report);
    decisions(files, flat, report);
    if (file.endsWith(".md")) {
      links(files, { file, text }, report);
      paths(files, text, report);
    }
    if (file === "docs/guarantees.md") promises(files, text, report);
  }
  return dead;
}

/** A page's name and then, in quotes, one heading or several; also of README and CONTRIBUTING. */
function headings(files: Files, text: string, report: Report): void {
  for (const { 1: name = "", 2: cited = "", index } of text.matchAll(
    /\b(docs\/[\w./-]+?\.md|README|CONTRIBUTING)`?((?:, "[^"]+")*)/g,
  )) {
    const page = files.get(name.endsWith(".md") ? name : `${name}.md`);
    if (page === undefined) report(index, `no file ${name}`);
    for (const [, heading = ""] of cited.matchAll(/"([^"]+)"/g))
      if (page !== undefined && !headingsOf(page).includes(heading.replace(/\s+/g, " ")))
        report(index, `no heading "${heading}" in ${name}`);
  }
}

/** "specification §4, §5", and "the specification's text for it (§8)". */
function sections(files: Files, text: string, report: Report): void {
  const known = headingsOf(files.get("docs/spec.md") ?? "").map((heading) => heading.split(". ")[0]);
  for (const { 0: cited, index } of text.matchAll(
    /\bspecification\b[^.§]{0,60}§[\d.]*\d(?:,\s+§[\d.]*\d)*/gi,
  ))
    for (const [, section] of cited.matchAll(/§([\d.]*\d)/g))
      if (!known.includes(section)) report(index, `no section ${section} in the specification`);
}

function decisions(files: Files, text: string, report: Report): void {
  const known = [...files.keys()].map((file) => Number(/^docs\/decisions\/(\d+)-/.exec(file)?.[1]));
  for (const { 0: cited, index } of text.matchAll(/\bdecisions?\s+\d+(?: and \d+)?/gi))
    for (const [number] of cited.matchAll(/\d+/g))
      if (!known.includes(Number(number))) report(index, `no decision ${number}`);
}

/** Links from page to page, with or without a heading. */
function links(files: Files, { file, text }: { file: string; text: string }, report: Report): void {
  for (const { 1: path = "", 2: anchor, index } of text.matchAll(/\]\(([\w./-]*)(?:#([\w-]+))?\)/g)) {
    const target = path ? posix.join(posix.dirname(file), path) : file;
    const page = files.get(target);
    if (page === undefined && target.endsWith(".md")) report(index, `no file ${target}`);
    if (page !== undefined && anchor && !headingsOf(page).map(anchorOf).includes(anchor))
      report(index, `no heading #${anchor} in ${target}`);
  }
}

/** Files of the repository, named from its root, or by their last part after a folder. */
function paths(files: Files, text: string, report: Report): void {
  for (const { 1: path = "", index } of text.matchAll(
    /`((?:src|test|e2e|simulators|scripts|docs)\/[\w./-]+\.(?:tsx?|mjs|js|css|md))`/g,
  ))
    if (!files.has(path)) report(index, `no file ${path}`);
  const names = new Set([...files.keys()].map((file) => posix.basename(file)));
  for (const { 1: name = "", index } of text.matchAll(/`(\w[\w.-]*\.tsx?)`/g))
    if (!names.has(name)) report(index, `no file ${name}`);
}

/** Each line of a list below a test's file is the title of one test there, apart from placeholders after a colon. */
function promises(files: Files, text: string, report: Report): void {
  let file = "";
  for (const { 0: line, 1: heading, 2: path = "", 3: promise, index } of text.matchAll(
    /^(?:(#)+ .*|`([\w./-]+\.ts)`|- (.+))$/gm,
  )) {
    if (promise === undefined) file = heading ? "" : path;
    else if (!file) report(index, "a promise below no test's file");
    else if (titled(files.get(file) ?? "", promise) !== 1)
      report(index, `not one test "${line.slice(2)}" in ${file}`);
  }
}

function titled(source: string, title: string): number {
  const plain = title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const titles = new RegExp(`\\(\\s*(["'\`])${plain}(?:: [$%].*)?\\1,`, "g");
  return [...source.replace(/\\(?=["'`])/g, "").matchAll(titles)].length;
}

/** Of the same length: a citation may go on in the next line of its comment. */
function withoutBreaks(text: string): string {
  return text.replace(/\n[ \t]*(\*|\/\/)/g, (gap) => " ".repeat(gap.length));
}

function headingsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
}

/** As pages are linked to: "Push call" is #push-call. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, "")
    .replaceAll(" ", "-");
}

/** Files of our own that one file imports, at most. */
const IMPORTS_MAX = 15;
/** Lists of what there is have as many as there are, such as the calls of orders. */
const LISTS = /^src\/(app\.server\.ts|routes\.ts|back-office\/(api|orders\/orders-api)\.server\.ts)$/;

/** Files of the shop that import more than that, or only pass on what others export, as "file: what". */
export function crowdedFiles(files: Files): string[] {
  return [...files].flatMap(([file, text]) => {
    if (!/^src\/.*\.tsx?$/.test(file) || LISTS.test(file)) return [];
    const imported = new Set(
      Array.from(text.matchAll(/\b(?:from|import)\s*\(?"(\.[^"]+\.tsx?)"/g), ([, path]) => path),
    );
    const code = text.replace(/\/\*.*?\*\/|^\s*\/\/.*$/gms, "").trim();
    const passesOn = /^(export [^;=()]+ from "[^"]+";\s*)+$/.test(code);
    return [
      ...(imported.size > IMPORTS_MAX
        ? [`${file}: ${imported.size} imports of our own, at most ${IMPORTS_MAX}`]
        : []),
      ...(passesOn ? [`${file}: it only passes on what others export`] : []),
    ];
  });
}

const READ = /^(src|test|e2e|simulators|scripts|docs)\/.*\.(tsx?|mjs|js|css|md)$|^[\w.]+\.(md|ts)$/;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const listed = execFileSync("git", ["ls-files"], { encoding: "utf8" }).split("\n");
  const names = listed.filter((name) => READ.test(name) && existsSync(name));
  const files = new Map(names.map((name) => [name, readFileSync(name, "utf8")]));
  const wrong = [...deadCitations(files), ...crowdedFiles(files)];
  for (const line of wrong) console.error(line);
  if (wrong.length > 0) process.exitCode = 1;
}
