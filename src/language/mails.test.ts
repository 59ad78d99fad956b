import { expect, test } from "vitest";
import { MAILS } from "../../test/mails.ts";
import { inLanguage } from "./language.server.ts";

/** Words of which every sentence of ours in English has one, and none in Kiswahili. */
const ENGLISH =
  /\b(the|your?|we|us|our|it|is|are|was|order|paid|size|delivery|total|questions|on|of|to|and|hello)\b/gi;

test.each(Object.entries(MAILS))("%s: a mail is in the language of its reader, whole", (_, write) => {
  const english = inLanguage("en", write);
  const kiswahili = inLanguage("sw", write);
  expect(write()).toEqual(english);
  expect(english.html).toContain('<html lang="en-KE">');
  expect(kiswahili.html).toContain('<html lang="sw">');
  const said = `${kiswahili.subject}\n${kiswahili.text}`.replace(/https:\S+|\S+@\S+/g, "");
  expect(said.match(ENGLISH) ?? []).toEqual([]);
  expect(said).not.toMatch(/\{\w+\}/);
  expect(said.split("\n").length).toBe(english.text.split("\n").length + 1);
});
