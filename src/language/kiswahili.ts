import { answers, sw } from "./sw.ts";
import type { Spoken } from "./t.ts";

const templates = Object.entries(answers)
  // the one with the most words of its own first: "{what} Please try again in {wait}." fits much
  .sort(([one], [other]) => wordsOf(other) - wordsOf(one))
  .map(([english, kiswahili]) => ({ pattern: patternOf(english), kiswahili }));

/** After the names of products, as sizeName says them. */
const SIZES = /\((one size|size [^()]+)\)/g;

/** The storefront in Kiswahili: all its sentences, and what the server says in English. */
export const kiswahili: Spoken = { sentences: sw, message };

/** What has come with its values put in already; a value may be a sentence itself. As it came where it is unknown. */
function message(english: string): string {
  const exact = (sw as Record<string, string>)[english];
  if (exact !== undefined) return exact;
  for (const { pattern, kiswahili } of templates) {
    const values = pattern.exec(english)?.groups;
    if (values) return kiswahili.replace(/\{(\w+)\}/g, (_, name) => message(values[name] ?? ""));
  }
  return english.replace(SIZES, (_, size) => `(${message(size)})`);
}

function patternOf(english: string): RegExp {
  const plain = english.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  const named = plain.replace(/\{(\w+)\}/g, "(?<$1>.+)");
  return new RegExp(`^${named}$`, "s");
}

function wordsOf(english: string): number {
  return english.replace(/\{\w+\}/g, "").length;
}
