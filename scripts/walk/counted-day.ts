import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { withSection } from "./markdown.ts";

const TOLD = "docs/first-day.md";
const PICTURES = "docs/first-day";
/** What a person takes for a tap and for a letter on a phone, in seconds: a slow one, who reads what is on the screen. */
const [TAP, LETTER] = [5, 0.6];
/** Seconds for reading a step in docs/first-day.md, and for a photograph. */
const [READING, PHOTOGRAPH] = [60, 30];

type Counted = { step: string; taps: number; letters: number; photographs: number; waited: number };
const steps: Counted[] = [];
let now: Counted;
let taken = 0;

/** The pictures of before are gone: those of one walk belong together. */
export async function startCounting(): Promise<void> {
  await rm(PICTURES, { recursive: true, force: true });
  await mkdir(PICTURES, { recursive: true });
}

/** One step of the day: what is done in `work` is counted for it. */
export async function step(name: string, work: () => Promise<void>): Promise<void> {
  now = { step: name, taps: 0, letters: 0, photographs: 0, waited: 0 };
  const begun = performance.now();
  await test.step(name, work);
  now.waited = (performance.now() - begun) / 1_000;
  steps.push(now);
}

export async function tap(what: Locator): Promise<void> {
  await expect(what).toBeEnabled();
  now.taps += 1;
  await what.tap();
}

export async function type(field: Locator, text: string): Promise<void> {
  await tap(field);
  typed(text.length);
  await field.fill(text);
}

/** Letters that were typed elsewhere: in an editor, a spreadsheet or a terminal. */
export function typed(letters: number): void {
  now.letters += letters;
}

/** Chooses a file as the camera gives it. */
export async function takePhotograph(page: Page, opens: Locator, file: { name: string; buffer: Buffer }) {
  const chooser = page.waitForEvent("filechooser");
  await tap(opens);
  await (await chooser).setFiles({ ...file, mimeType: "image/jpeg" });
  now.photographs += 1;
}

/** What is on the screen, or this part of it, for docs/first-day.md. */
export async function picture(page: Page, name: string, part?: Locator): Promise<void> {
  taken += 1;
  const path = `${PICTURES}/${String(taken).padStart(2, "0")}-${name}.jpg`;
  await (part ?? page).screenshot({ path, type: "jpeg", quality: 60, scale: "css" });
}

/** Writes what the day took into docs/first-day.md; gives it in seconds. */
export async function writeCounted(): Promise<number> {
  const seconds = steps.reduce((sum, each) => sum + secondsOf(each), 0);
  await writeFile(TOLD, withSection(await readFile(TOLD, "utf8"), asTable(seconds)));
  return seconds;
}

function secondsOf({ taps, letters, photographs, waited }: Counted): number {
  return READING + taps * TAP + letters * LETTER + photographs * PHOTOGRAPH + waited;
}

function asTable(seconds: number): string {
  const minutes = (value: number) => (value / 60).toFixed(1);
  return [
    "## What it takes",
    "",
    `Counted by \`npm run walk -- first-day\` on a phone of 360 × 740. A person is taken to need ${TAP} s for a tap, ${LETTER} s for a letter, ${PHOTOGRAPH} s for a photograph and ${READING} s to read a step; the machine's time is measured.`,
    "",
    "| step | taps | letters | photographs | the machine, s | in all, min |",
    "|---|---:|---:|---:|---:|---:|",
    ...steps.map(
      (each) =>
        `| ${each.step} | ${each.taps} | ${each.letters} | ${each.photographs} | ${Math.round(each.waited)} | ${minutes(secondsOf(each))} |`,
    ),
    `| **in all** | | | | | **${minutes(seconds)}** |`,
    "",
  ].join("\n");
}
