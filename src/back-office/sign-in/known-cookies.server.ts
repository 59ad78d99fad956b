import type { IncomingHttpHeaders } from "node:http";
import { LRUCache } from "lru-cache";
import { hashSecret } from "../../platform/id.server.ts";

/** Most sessions remembered, and for how many minutes after each was last seen. */
const MAX = 500;
const MINUTES = 15;

/** `known`: of a session that this process lately found valid; `claimed`: it looks like one. */
export type Standing = "known" | "claimed" | "none";

/**
 * The cookies of sessions that this process has lately found valid. By them load shedding tells staff from strangers
 * before anything is read; whether a session still stands is asked of the database all the same.
 */
export function createKnownCookies() {
  const known = new LRUCache<string, true>({ max: MAX, ttl: MINUTES * 60_000 });
  return {
    /** After each look at a session: the cookie is remembered while the session is whole, and forgotten once it is not. */
    remember(headers: IncomingHttpHeaders, isWhole: boolean): void {
      const value = valueIn(headers);
      if (!value) return;
      if (isWhole) known.set(hashSecret(value), true);
      else known.delete(hashSecret(value));
    },
    standingOf(headers: IncomingHttpHeaders): Standing {
      const value = valueIn(headers);
      if (!value) return "none";
      return known.has(hashSecret(value)) ? "known" : "claimed";
    },
  };
}
export type KnownCookies = ReturnType<typeof createKnownCookies>;

/** The cookie's value as it was sent, if it has the length of ours. */
function valueIn({ cookie = "" }: IncomingHttpHeaders): string | undefined {
  return /(?:^|; ?)(?:__Host-)?staff=([\w%+/=-]{43,100})(?:;|$)/.exec(cookie)?.[1];
}
