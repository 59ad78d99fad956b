import { expect, test } from "vitest";
import { newId } from "../id.server.ts";
import { idsIn } from "./ids-in.server.ts";

const some = (signs: string, most: number) =>
  Array.from(
    { length: Math.floor(Math.random() * most) },
    () => signs[Math.floor(Math.random() * signs.length)],
  ).join("");

test("finds what reading every byte finds, wherever it stands", () => {
  for (let turn = 0; turn < 2_000; turn += 1) {
    const text = Array.from({ length: 20 }, () =>
      Math.random() < 0.5 ? some('0A/é<"', 60) : `${some("ab /ILOU", 4)}${newId()}`,
    ).join("");
    const body = Buffer.from(text);
    const read = new Set(body.toString("latin1").match(/[0-9A-HJKMNP-TV-Z]{26}/g));
    expect(idsIn(body), text).toEqual(read);
  }
});

test("an id fills a body, ends it, or is not whole", () => {
  const id = newId();
  expect(idsIn(Buffer.from(id))).toEqual(new Set([id]));
  expect(idsIn(Buffer.from(`/product/${id}`))).toEqual(new Set([id]));
  expect(idsIn(Buffer.from(id.slice(1)))).toEqual(new Set());
  expect(idsIn(Buffer.alloc(0))).toEqual(new Set());
});
