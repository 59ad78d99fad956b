import { median } from "../bench/phone/device.ts";
import type { Step } from "./record.ts";

/** The page docs/walk.md. */
export function asMarkdown(steps: Step[], cores: number): string {
  const slowest = steps.reduce((one, other) => (other.first > one.first ? other : one));
  return [
    "# A walk through the shop on a small phone",
    "",
    `\`npm run walk\` made this list: Chromium with touch at 360 × 800, a processor slowed down four times, slow 4G (150 ms, 1.6 Mbit/s), nothing cached at first; shop, database and both simulated providers on the same machine with ${cores} cores.`,
    "First answer: from the finger to the first frame that shows something new; of typing, the slowest key. There: until all of what was to be seen was there, waiting for provider, mail link or redirect counted. Sees: the page's or the open sheet's heading, and what is announced.",
    "",
    `${steps.length} steps; median first answer ${Math.round(median(steps.map(({ first }) => first)))} ms, the slowest ${Math.round(slowest.first)} ms (${slowest.did}, on ${slowest.page}).`,
    "",
    "| | on | does | sees | first answer, ms | there, ms |",
    "|---:|---|---|---|---:|---:|",
    ...steps.map(
      ({ page, did, saw, first, settled }, at) =>
        `| ${at + 1} | ${page} | ${did} | ${saw} | ${Math.round(first)} | ${Math.round(settled)} |`,
    ),
    "",
  ].join("\n");
}

/** The page with this section in the place of its section of the same heading, or at its end. */
export function withSection(page: string, section: string): string {
  const [heading = ""] = section.split("\n");
  const [before = "", after = ""] = page.split(`${heading}\n`);
  const rest = after.indexOf("\n## ");
  return `${before.trimEnd()}\n\n${section.trimEnd()}\n${rest < 0 ? "" : after.slice(rest)}`;
}
