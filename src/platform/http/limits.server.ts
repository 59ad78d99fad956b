import { createHash } from "node:crypto";
import { lt } from "drizzle-orm";
import ipaddr from "ipaddr.js";
import type pg from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Db } from "../database/db.server.ts";
import { ShopError } from "../shop-error.ts";
import type { Http } from "./http.server.ts";
import { rateLimits } from "./tables.server.ts";

/** At most `times` within `seconds`, counted from the first. */
export type Limit = { name: string; times: number; seconds: number };

/** 429 in the one shape; the wait goes out as Retry-After too, in seconds. */
export class TooManyRequests extends ShopError {
  readonly seconds: number;

  constructor(seconds: number, what = "Too many attempts.", fields: Record<string, unknown> = {}) {
    super(429, `${what} Please try again in ${inWords(seconds)}.`, fields);
    this.seconds = seconds;
  }
}

export type Limits = ReturnType<typeof limitsIn>;

/**
 * Counters in PostgreSQL, so that all processes share them and a restart forgets nothing.
 * Subjects are hashed: no e-mail or address is stored. While the database is away these calls fail as
 * it does (503): nothing passes uncounted.
 */
export function limitsIn(pool: pg.Pool, http: Http) {
  http.addHook("onError", async (_request, reply, error) => {
    if (error instanceof TooManyRequests) reply.header("retry-after", String(error.seconds));
  });
  const counters = new Map<string, RateLimiterPostgres>();
  const counter = ({ name, times, seconds }: Limit) => {
    const known = counters.get(name);
    if (known) return known;
    const made = new RateLimiterPostgres({
      storeClient: pool,
      storeType: "pool",
      tableName: "rate_limits",
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: times,
      duration: seconds,
    });
    counters.set(name, made);
    return made;
  };

  /** Consumes one of the times. Returns 0 where that is allowed, otherwise the seconds to wait. */
  async function consume(limit: Limit, subject: string, seconds = limit.seconds): Promise<number> {
    try {
      await counter(limit).consume(hidden(subject), 1, { customDuration: seconds });
      return 0;
    } catch (tooManyError) {
      if (tooManyError instanceof RateLimiterRes)
        return Math.max(1, Math.ceil(tooManyError.msBeforeNext / 1000));
      throw tooManyError;
    }
  }

  return {
    take: consume,
    /** @throws ShopError 429 when the times are used up. */
    async demand(limit: Limit, subject: string): Promise<void> {
      const wait = await consume(limit, subject);
      if (wait > 0) throw new TooManyRequests(wait);
    },
    tooManyError: (seconds: number) => new TooManyRequests(seconds),
    /** Counts one more, whatever the limit is; returns the count. */
    async count(limit: Limit, subject: string): Promise<number> {
      return (await counter(limit).penalty(hidden(subject))).consumedPoints;
    },
    /** Adds to the count, perhaps 0; returns the count and in how many seconds it ends. */
    async add(limit: Limit, subject: string, points: number): Promise<{ count: number; seconds: number }> {
      const { consumedPoints, msBeforeNext } = await counter(limit).penalty(hidden(subject), points);
      return { count: consumedPoints, seconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)) };
    },
    async reward(limit: Limit, subject: string): Promise<void> {
      await counter(limit).reward(hidden(subject));
    },
    async reset(limit: Limit, subject: string): Promise<void> {
      await counter(limit).delete(hidden(subject));
    },
    /** Remembers the subject from now on, for the limit's seconds. */
    async remember(limit: Limit, subject: string): Promise<void> {
      await counter(limit).set(hidden(subject), 1, limit.seconds);
    },
    async remembers(limit: Limit, subject: string): Promise<boolean> {
      return (await counter(limit).get(hidden(subject))) !== null;
    },
  };
}

/**
 * Counts in this process alone: for calls that come every few seconds and cost less than a count in PostgreSQL would.
 * The answer has Retry-After if `limitsIn` was called.
 */
export function memoryLimit({ name, times, seconds }: Limit) {
  const counter = new RateLimiterMemory({ keyPrefix: name, points: times, duration: seconds });
  /** @throws ShopError 429 when the times are used up. */
  return async (subject: string): Promise<void> => {
    await counter.consume(subject).catch((tooManyError: RateLimiterRes) => {
      throw new TooManyRequests(Math.max(1, Math.ceil(tooManyError.msBeforeNext / 1000)));
    });
  };
}

/** Deletes the counts that ended an hour ago. */
export async function sweepLimits(db: Db): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now() - 3_600_000));
}

/** An address as limits count it: one IPv4 address, or an IPv6 network of 64 bits, which is what one household has. */
export function addressKey(ip: string | undefined): string {
  // Fastify has no address for a connection that is gone already, whatever its type says
  if (!ip || !ipaddr.isValid(ip)) return ip ?? "gone";
  const address = ipaddr.process(ip);
  if (!("parts" in address)) return address.toString();
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":");
}

/** The same, hashed for storing: nobody can read the address from it. */
export function hashedAddress(ip: string | undefined): string {
  return hidden(addressKey(ip));
}

function hidden(subject: string): string {
  return createHash("sha256").update(subject).digest("base64url");
}

/** "2 minutes", "an hour": rounded up. */
export function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? "a second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return minutes === 1 ? "a minute" : `${minutes} minutes`;
  const hours = Math.ceil(seconds / 3600);
  return hours === 1 ? "an hour" : `${hours} hours`;
}
