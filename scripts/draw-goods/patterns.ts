// All-over prints: each fills the whole picture and is clipped to the garment it is printed on.

const SHEET = "M0 0H600V720H0Z";

/** One tile repeated; `turn` leans the rows. */
export function repeat(id: string, width: number, height: number, tile: string, turn = 0): string {
  const lean = turn ? ` patternTransform="rotate(${turn})"` : "";
  return `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse"${lean}>${tile}</pattern><path d="${SHEET}" fill="url(#${id})"/>`;
}

/** Woven checks: bands both ways, half transparent so that they darken where they cross. */
export function checks(
  size: number,
  bands: readonly (readonly [at: number, width: number, colour: string])[],
): string {
  const tile = bands
    .map(
      ([at, width, colour]) =>
        `<path d="M0 ${at}H${size}M${at} 0V${size}" stroke="${colour}" stroke-width="${width}" opacity=".6"/>`,
    )
    .join("");
  return repeat("k", size, size, tile);
}

/** Level bars repeated like a printed shirting; the two inks take turns. */
export function levels(first: string, second: string): string {
  return repeat(
    "k",
    84,
    74,
    `<g stroke-width="7" stroke-linecap="round"><path d="M8 14V24M22 6V32M36 12V26M50 3V35M64 14V24" stroke="${first}"/><path d="M22 52V60M36 44V68M50 50V62M64 40V72M78 52V60" stroke="${second}"/></g>`,
  );
}

/** Rings of dye spreading from one point. */
export function tieDye(x: number, y: number, colours: readonly string[]): string {
  const rings = colours
    .map(
      (colour, at) =>
        `<circle cx="${x}" cy="${y}" r="${34 + at * 52}" stroke="${colour}" stroke-width="${30 + (at % 2) * 8}" stroke-dasharray="${46 + at * 14} ${7 + at * 2}"/>`,
    )
    .join("");
  return `<g fill="none" opacity=".85" filter="url(#f)">${rings}</g>`;
}
