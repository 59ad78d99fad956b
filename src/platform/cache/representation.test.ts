import { expect, test } from "vitest";
import { encodingFor, matchesEtag } from "./representation.server.ts";

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["br;q=1.0, gzip;q=0.8, *;q=0.1", "br"],
  ["gzip, deflate", "gzip"],
  ["x-gzip", "gzip"],
  ["GZIP", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br; q=0.2, gzip; q=0.9", "gzip"],
  ["br;q=0, gzip;q=0", "identity"],
  ["*", "br"],
  ["*;q=0", "identity"],
  ["*;q=0.5, br;q=0", "gzip"],
  ["identity", "identity"],
  ["identity;q=0.5, gzip;q=0.1", "identity"],
  ["gzip;q=0.5", "gzip"],
  ["identity;q=0", "identity"],
  ["identity;q=0, br", "br"],
  ["deflate", "identity"],
  ["br;q=nonsense, gzip", "gzip"],
])("Accept-Encoding %s: %s", (accepted, encoding) => expect(encodingFor(accepted)).toBe(encoding));

test.each([
  ['W/"a"', true],
  ['"a"', true],
  ['"x", W/"a"', true],
  [' W/"a" ,"x"', true],
  ["*", true],
  ['"A"', false],
  ['W/"aa"', false],
  ["a", false],
  ["", false],
])("If-None-Match %s: %s", (asked, known) => expect(matchesEtag(asked, 'W/"a"')).toBe(known));
