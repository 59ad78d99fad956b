/** How the bytes of an answer may be packed, the dearest to the wire first. */
export const ENCODINGS = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Browsers send a handful of different headers; who sends others does not fill the memory. */
const KNOWN_MAX = 200;
const known = new Map<string, Encoding>();

/** What Accept-Encoding likes best (RFC 9110, 12.5.3); of equals, the smallest. Nothing acceptable: as it is. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return "identity";
  const found = known.get(accepted);
  if (found) return found;
  const chosen = choose(accepted);
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(accepted, chosen);
  return chosen;
}

function choose(accepted: string): Encoding {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((each) => each.trim());
    const quality = parameters.find((each) => each.startsWith("q="));
    weights.set(name === "x-gzip" ? "gzip" : name, quality ? Number(quality.slice(2)) || 0 : 1);
  }
  const weightOf = (encoding: Encoding) =>
    // not named, the bytes as they are stay welcome, though less than anything that is
    weights.get(encoding) ?? weights.get("*") ?? (encoding === "identity" ? 0.001 : 0);
  let best: Encoding = "identity";
  for (const encoding of ENCODINGS.toReversed()) {
    const weight = weightOf(encoding);
    if (weight > 0 && weight >= weightOf(best)) best = encoding;
  }
  return best;
}
