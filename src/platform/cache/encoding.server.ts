/** The content encodings we send, smallest result first. */
const ENCODINGS = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The encoding Accept-Encoding prefers (RFC 9110, 12.5.3). Ties go to the smallest; nothing acceptable means identity. */
export function encodingFor(accepted = ""): Encoding {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((each) => each.trim());
    const quality = parameters.find((each) => each.startsWith("q="));
    weights.set(name === "x-gzip" ? "gzip" : name, quality ? Number(quality.slice(2)) || 0 : 1);
  }
  const weightOf = (encoding: Encoding) =>
    // identity that is not named stays acceptable, below everything that is named
    weights.get(encoding) ?? weights.get("*") ?? (encoding === "identity" ? 0.001 : 0);
  let best: Encoding = "identity";
  for (const encoding of ENCODINGS.toReversed()) {
    const weight = weightOf(encoding);
    if (weight > 0 && weight >= weightOf(best)) best = encoding;
  }
  return best;
}
