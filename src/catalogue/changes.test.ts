import { expect, test } from "vitest";
import { createResponseCache } from "../platform/cache/response-cache.server.ts";
import { applyChange, LISTS } from "./changes.server.ts";

const [TEE, CAP] = ["01M7HMRW40PNWEEXWV8N87XCPG", "01M75BGDK5W208FC40GVHWGZRC"];
const TAGS = { tee: [TEE], cap: [CAP], listOfTee: [LISTS, TEE], listOfCap: [LISTS, CAP], about: [] };

/** What a notification leaves current of these responses, and what it makes stale; the others are gone. */
async function after(notification: string) {
  const cache = createResponseCache();
  cache.setConnected(true);
  for (const [key, tags] of Object.entries(TAGS)) {
    const response = { status: 200, headers: [], body: Buffer.from(key), lasts: 60_000, staleFor: 1_000 };
    await cache.getOrRender(key, async () => ({ ...response, tags: new Set(tags) }));
  }
  applyChange(cache, notification);
  const found = Object.keys(TAGS).flatMap((key) => cache.find(key) ?? []);
  const keysOf = (stale: boolean) =>
    found.filter((entry) => cache.isDue(entry) === stale).map(({ body }) => body.toString());
  return { current: keysOf(false), stale: keysOf(true) };
}

test.each([
  [`${TEE} look`, { current: ["cap", "listOfCap", "about"], stale: ["tee", "listOfTee"] }],
  [`${TEE} look price`, { current: ["cap", "about"], stale: ["tee", "listOfTee", "listOfCap"] }],
  [`${TEE} look name`, { current: ["cap", "about"], stale: ["tee", "listOfTee", "listOfCap"] }],
  [`${TEE} look place`, { current: [], stale: ["cap", "listOfCap", "about"] }],
  [`${TEE} place`, { current: [], stale: ["cap", "listOfCap", "about"] }],
  ["", { current: [], stale: [] }],
])(
  "A hidden product is dropped from every page at once; other changes age only what shows or lists it: %j, %j",
  async (notification, left) => expect(await after(notification)).toEqual(left),
);
