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
