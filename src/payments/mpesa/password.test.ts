import fc from "fast-check";
import { expect, test } from "vitest";
import { eatStamp, pushPassword, readEatStamp } from "./password.ts";

test("the timestamp is Nairobi's, across its midnight and the year's", () => {
  expect(eatStamp(new Date("2026-11-05T11:30:00Z"))).toBe("20261105143000");
  expect(eatStamp(new Date("2026-11-05T20:59:59.999Z"))).toBe("20261105235959");
  expect(eatStamp(new Date("2026-11-05T21:00:00Z"))).toBe("20261106000000");
  expect(eatStamp(new Date("2026-12-31T21:00:00Z"))).toBe("20270101000000");
});

test("the machine's zone makes no difference", () => {
  const zone = process.env.TZ;
  try {
    for (const other of ["UTC", "America/New_York", "Asia/Tokyo"]) {
      process.env.TZ = other;
      expect(eatStamp(new Date("2026-11-05T21:00:00Z"))).toBe("20261106000000");
      expect(readEatStamp("20261106000000")).toEqual(new Date("2026-11-05T21:00:00Z"));
    }
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test("a timestamp reads back as its second", () => {
  const seconds = fc.integer({ min: 0, max: 4_000_000_000 });
  fc.assert(
    fc.property(seconds, (at) => {
      expect(readEatStamp(eatStamp(new Date(at * 1000)))).toEqual(new Date(at * 1000));
    }),
  );
});

test.each([
  "",
  "2026110514300",
  "202611051430000",
  "20261305143000",
  "20260231000000",
  "20261105246000",
  "x",
])("%s is no time", (stamp) => expect(readEatStamp(stamp)).toBeUndefined());

test("the password is Safaricom's own sample's", () => {
  const passkey = "bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919";
  expect(pushPassword({ shortcode: "174379", passkey, timestamp: "20210628092408" })).toBe(
    "MTc0Mzc5YmZiMjc5ZjlhYTliZGJjZjE1OGU5N2RkNzFhNDY3Y2QyZTBjODkzMDU5YjEwZjc4ZTZiNzJhZGExZWQyYzkxOTIwMjEwNjI4MDkyNDA4",
  );
});
