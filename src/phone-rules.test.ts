import { describe, expect, test } from "vitest";
import {
  compactPhone,
  friendlyPhone,
  hiddenPhone,
  normalisePhone,
  readMobile,
  spacedPhone,
} from "./phone-rules.ts";

describe("every common form of a Kenyan mobile number is one number (specification §5)", () => {
  test.each([
    ["0712345678", "254712345678"],
    ["712345678", "254712345678"],
    ["254712345678", "254712345678"],
    ["+254712345678", "254712345678"],
    ["+254 712 345 678", "254712345678"],
    ["00254712345678", "254712345678"],
    ["000254 712 345 678", undefined],
    ["0712 345 678", "254712345678"],
    ["07-12-345-678", "254712345678"],
    ["(0712) 345 678", "254712345678"],
    ["+254 (0) 712 345 678", "254712345678"],
    ["+254 (0)112-345-678", "254112345678"],
    ["0112345678", "254112345678"],
    ["110 345 678", "254110345678"],
    ["0712\u2011345\u2013678", "254712345678"],
    ["\u202a+254\u00a0712\u00a0345\u00a0678\u202c", "254712345678"],
    [" 0712345678\n", "254712345678"],
    ["\u202a+254\u2011712\u2212345\u00ad678\u202c", "254712345678"],
    ["\ufeff0712\ufe63345\uff0d678", "254712345678"],
    ["tel:+254712345678", "254712345678"],
    [" \u2068TEL: 0712 345 678\u2069", "254712345678"],
    ["\u202atel:0712345678", "254712345678"],
  ])("%j is read as %s", (typed, read) => {
    expect(readMobile(typed)).toBe(read);
    if (!read) return;
    expect(normalisePhone(typed)).toBe(read);
    expect(readMobile(read)).toBe(read);
    expect(friendlyPhone(typed)).toMatch(/^0[17]\d\d \d{3} \d{3}$/);
    expect(readMobile(friendlyPhone(typed))).toBe(read);
  });
});

test.each([
  "",
  "07123",
  "+254",
  "0612345678",
  "0202345678",
  "07123456789",
  "25407123456789",
  "++254712345678",
  "254254712345678",
  "o712345678",
  "0712-ABC",
  "0712 345 678 x2",
  "0712345678, 0733345678",
  "0712 tel: 345 678",
  "+255712345678",
  "٠٧١٢٣٤٥٦٧٨",
])("%j cannot be a Kenyan mobile number", (typed) => expect(readMobile(typed)).toBeUndefined());

test("what stands between the digits goes, and nothing else", () => {
  expect(["+254 (712) 345-678", "0712 345 678", "seven", "0712;1"].map(compactPhone)).toEqual([
    "+254712345678",
    "0712345678",
    "seven",
    "0712;1",
  ]);
});

test("a phone of any country keeps its groups", () => {
  expect(["tel:+1-202-555-0143", "(020) 123\u22124567", "\u202a0712 345 678\u202c"].map(spacedPhone)).toEqual(
    ["+1 202 555 0143", "020 123 4567", "0712 345 678"],
  );
});

test("a phone is read in threes, one with its middle hidden too; one of another country stays", () => {
  expect(["254712345678", "+254112345678", "2547…678", "+255712345678", ""].map(friendlyPhone)).toEqual([
    "0712 345 678",
    "0112 345 678",
    "07…678",
    "+255712345678",
    "",
  ]);
});

test("a hidden phone shows its beginning and its end", () => {
  expect(hiddenPhone("254712345678")).toBe("2547…678");
});
