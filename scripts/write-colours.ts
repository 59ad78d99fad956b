import { readFileSync, writeFileSync } from "node:fs";
import { COLOURS } from "../src/shop.ts";

const SHEET = "src/ui/colours.css";

/** Writes the colours of src/shop.ts into the style sheet that all others import. */
export function writeColours(): void {
  const sheet = colourSheet();
  // a file that is as it was stays untouched, so that nothing is rebuilt
  if (readFileSync(SHEET, "utf8") !== sheet) writeFileSync(SHEET, sheet);
}

/** The style sheet that says the shop's colours; of two of them also the parts, for what is half transparent. */
export function colourSheet(): string {
  const lines = Object.entries(COLOURS).map(([name, hex]) => `  --${kebab(name)}: ${hex};`);
  return `/* Written by npm run build from COLOURS in src/shop.ts: change them there. */
:root {
${lines.join("\n")}
  --ink-parts: ${parts(COLOURS.ink)};
  --paper-parts: ${parts(COLOURS.paper)};
}
`;
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Red, green and blue, 0 to 255. */
function parts(hex: string): string {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(" ");
}
