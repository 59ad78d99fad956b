import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { payloadHash } from "./payload-hash.server.ts";

const sha = (text: string) => createHash("sha256").update(text).digest("hex");
const asked = { amount: 1501, currency: "KES", email: "jane@example.com", txRef: "sauti-1" } as const;

test("the hash joins what is asked for and the hashed key, with nothing between", () => {
  const key = "FLWSECK_TEST-abc-X";
  expect(payloadHash(asked, key)).toBe(sha(`1501KESjane@example.comsauti-1${sha(key)}`));
  // from sha256sum, so that both sides of the line above cannot be wrong together
  expect(payloadHash(asked, key)).toBe("56ce1bfed206423cf447b8e379567de19840ad709c56115cb480f5d920c2542a");
});

test("any other part gives another hash", () => {
  const hashes = [
    asked,
    { ...asked, amount: 1 },
    { ...asked, email: "j@example.com" },
    { ...asked, txRef: "sauti-2" },
  ].map((each) => payloadHash(each, "key"));
  expect(new Set([...hashes, payloadHash(asked, "other key")]).size).toBe(5);
});
