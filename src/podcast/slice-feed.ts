/** A feed cut at its episodes: what stands before the first, each of them, and what stands behind the last. */
type Sliced = { head: string; items: string[]; tail: string };

/**
 * Cuts a feed (RSS or Atom) at its episodes, so that they can be read a few at a time, in a time that grows with its length
 * alone. What looks like one within a comment or CDATA is none; what stands between two, and one that never ends, is left out.
 */
export function sliceFeed(xml: string): Sliced {
  const items: string[] = [];
  let head: string | undefined;
  let from = -1;
  let end = 0;
  for (let at = xml.indexOf("<"); at >= 0; at = xml.indexOf("<", at)) {
    const next = behindMarkup(xml, at);
    if (next === undefined) break;
    const kind = kindOf(xml, at, next);
    if (kind === "opens" && from < 0) {
      head ??= xml.slice(0, at);
      from = at;
    } else if (kind === "closes" && from >= 0) {
      items.push(xml.slice(from, next));
      from = -1;
      end = next;
    }
    at = next;
  }
  // behind one that breaks off there is nothing
  const tail = from < 0 ? xml.slice(end) : "";
  return head === undefined ? { head: xml, items, tail: "" } : { head, items, tail };
}

/** Elements that others stand in, and those an episode is read from; of `content` media:content alone, the other is its text. */
const AROUND = new Set(["rss", "rdf", "feed", "channel", "item", "entry"]);
const READ = new Set(["title", "guid", "id", "link", "enclosure", "pubdate", "published", "issued", "date"]);
const MEDIA = new Set(["media:content", "media:group"]);

/** Of each of those, how many are kept in one part, and how long each may be: what looks through them takes its square. */
const KEPT_MAX = 10;
const LENGTH_MAX = 8 * 1024;

/**
 * A part of a feed without what no episode is read from, such as its texts, which are most of it. From an element on that
 * never ends, what stands in the elements left out counts as well.
 */
export function slimFeed(xml: string): string {
  const root = xml.search(/<[a-z]/i);
  if (root < 0) return xml;
  const part: Part = { xml, kept: [xml.slice(0, root)], seen: new Map(), isBroken: false };
  for (let at = root; at >= 0; ) {
    const next = behindMarkup(xml, at);
    if (next === undefined) break;
    const [, closes, name] = TAG.exec(xml.slice(at, next)) ?? [];
    let end = next;
    if (name && AROUND.has(localName(name))) part.kept.push(xml.slice(at, next));
    else if (name && !closes) end = passChild(part, { name, at, next });
    at = xml.indexOf("<", end);
  }
  return part.kept.join("");
}

/** `isBroken`: an element in it never ends. */
type Part = { xml: string; kept: string[]; seen: Map<string, number>; isBroken: boolean };

/** Keeps an element that an episode is read from; gives where to go on behind it. */
function passChild(part: Part, { name, at, next }: { name: string; at: number; next: number }): number {
  const { xml, kept, seen, isBroken } = part;
  const wanted = isRead(name, seen);
  // an end is looked for in vain once, or the time would grow with the square of the length
  const far = wanted ? at + LENGTH_MAX : next;
  const limit = isBroken ? far : xml.length;
  const end = xml[next - 2] === "/" ? next : behindElement(xml, next, { name, limit });
  if (end === undefined) part.isBroken = true;
  else if (wanted && end - at <= LENGTH_MAX) kept.push(xml.slice(at, end));
  return end ?? next;
}

const TAG = /^<(\/?)([\w:.-]+)/;

function localName(name: string): string {
  return name.toLowerCase().replace(/^.*:/, "");
}

/** Counts it in `seen`. */
function isRead(name: string, seen: Map<string, number>): boolean {
  const local = localName(name);
  if (!READ.has(local) && !MEDIA.has(name.toLowerCase())) return false;
  const times = (seen.get(local) ?? 0) + 1;
  seen.set(local, times);
  return times <= KEPT_MAX;
}

/** Where an element of this name ends whose content begins here; undefined where it does not, or not before the limit. */
function behindElement(
  xml: string,
  from: number,
  { name, limit }: { name: string; limit: number },
): number | undefined {
  for (let at = xml.indexOf("<", from); at >= 0 && at < limit; at = xml.indexOf("<", at)) {
    const next = behindMarkup(xml, at);
    if (next === undefined) return undefined;
    if (TAG.exec(xml.slice(at, Math.min(next, at + name.length + 3)))?.[0] === `</${name}`) return next;
    at = next;
  }
  return undefined;
}

/** Where the tag, comment or CDATA at this place ends; undefined where it does not. */
function behindMarkup(xml: string, at: number): number | undefined {
  const [, close] = SPANS.find(([open]) => xml.startsWith(open, at)) ?? ["", ">"];
  const found = xml.indexOf(close, at);
  return found < 0 ? undefined : found + close.length;
}

const SPANS = [
  ["<![CDATA[", "]]>"],
  ["<!--", "-->"],
] as const;

function kindOf(xml: string, at: number, next: number): "opens" | "closes" | undefined {
  ITEM.lastIndex = at;
  const found = ITEM.exec(xml);
  // one that is closed in itself holds nothing
  if (!found || xml[next - 2] === "/") return undefined;
  return found[1] ? "closes" : "opens";
}

const ITEM = /<(\/?)(?:item|entry)(?=[\s/>])/iy;
