import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.server.ts";
import type { ProviderClient, ProviderReply } from "../../platform/http-client/provider-client.server.ts";
import { fieldsOf, textOf } from "./fields.ts";
import type { Merchant } from "./merchant.server.ts";
import { providerTokens } from "./tables.server.ts";

/** A token, or why there is none: M-Pesa could not be reached, or did not accept the shop's key. */
export type TokenOutcome =
  | { type: "token"; token: string }
  | { type: "away" }
  | { type: "refused"; reason: string };

export type Tokens = {
  get(): Promise<TokenOutcome>;
  /** Drops a token that M-Pesa did not accept; does nothing when another has replaced it already. */
  forget(token: string): Promise<void>;
};

/**
 * The access token that all processes share, since a new one ends the one before (docs/payments.md, "Access token").
 * Renewed a minute early, by one process at a time; the others wait for it.
 */
export function sharedToken(parts: { db: Db; merchant: Merchant; ask: ProviderClient }): Tokens {
  let underWay: Promise<TokenOutcome> | undefined;
  return {
    async get() {
      const token = await readToken(parts.db);
      if (token !== undefined) return { type: "token", token };
      underWay ??= renew(parts).finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
    async forget(token) {
      await parts.db
        .update(providerTokens)
        .set({ token: null, expiresAt: null })
        .where(and(eq(providerTokens.provider, NAME), eq(providerTokens.token, token)));
    },
  };
}

const NAME = "mpesa";
/** Seconds that a request for a token may take, and that the others wait for its answer. */
const FETCH_LIMIT = 8;
const WAIT_LIMIT = 9;
/** A request that takes longer belongs to a process that has died. */
const FETCHING = sql`now() + interval '10 seconds'`;
const IS_FRESH = sql`(${providerTokens.token} is not null and ${providerTokens.expiresAt} > now() + interval '60 seconds')`;

async function readToken(db: Db): Promise<string | undefined> {
  const [row] = await db
    .select({ token: providerTokens.token })
    .from(providerTokens)
    .where(and(eq(providerTokens.provider, NAME), IS_FRESH))
    .prepare("provider_token")
    .execute();
  return row?.token ?? undefined;
}

async function renew(parts: { db: Db; merchant: Merchant; ask: ProviderClient }): Promise<TokenOutcome> {
  const until = performance.now() + WAIT_LIMIT * 1000;
  while (performance.now() < until) {
    const lease = await leaseToken(parts.db);
    if (lease !== undefined) return fetchToken(parts, lease);
    const token = await readToken(parts.db);
    if (token !== undefined) return { type: "token", token };
    await sleep(100);
  }
  return { type: "away" };
}

/** Leases the right to fetch a token, named by the lease's end; undefined while another has it, or a fresh token is there. */
async function leaseToken(db: Db): Promise<string | undefined> {
  const [row] = await db
    .insert(providerTokens)
    .values({ provider: NAME, fetchingUntil: FETCHING })
    .onConflictDoUpdate({
      target: providerTokens.provider,
      set: { fetchingUntil: FETCHING },
      setWhere: sql`not ${IS_FRESH} and (${providerTokens.fetchingUntil} is null or ${providerTokens.fetchingUntil} <= now())`,
    })
    .returning({ until: sql<string>`${providerTokens.fetchingUntil}::text` });
  return row?.until;
}

async function fetchToken(
  { db, merchant, ask }: { db: Db; merchant: Merchant; ask: ProviderClient },
  lease: string,
): Promise<TokenOutcome> {
  const basic = Buffer.from(`${merchant.consumerKey}:${merchant.consumerSecret}`).toString("base64");
  const reply = await ask({
    method: "GET",
    path: "/oauth/v1/generate?grant_type=client_credentials",
    headers: { authorization: `Basic ${basic}` },
    seconds: FETCH_LIMIT,
  });
  const fetched = readAnswer(reply);
  await db
    .update(providerTokens)
    .set({
      fetchingUntil: null,
      ...("token" in fetched
        ? {
            token: fetched.token,
            expiresAt: sql`now() + make_interval(secs => ${fetched.seconds}::double precision)`,
          }
        : {}),
    })
    .where(
      and(eq(providerTokens.provider, NAME), sql`${providerTokens.fetchingUntil} = ${lease}::timestamptz`),
    );
  return "token" in fetched ? { type: "token", token: fetched.token } : fetched;
}

type Fetched = { token: string; seconds: number } | Exclude<TokenOutcome, { type: "token" }>;

function readAnswer(reply: ProviderReply): Fetched {
  if (reply.type !== "response" || reply.status >= 500 || reply.status === 429) return { type: "away" };
  const { access_token: token, expires_in: life } = fieldsOf(reply.body);
  // a token goes into a header, which allows only these characters
  if (reply.status !== 200 || typeof token !== "string" || !/^[\x21-\x7e]{1,2000}$/.test(token))
    return reply.status === 200 ? { type: "away" } : { type: "refused", reason: `HTTP ${reply.status}` };
  const seconds = Number(textOf(life) ?? 3599);
  // whatever the answer says, an hour is the documented lifetime
  return { token, seconds: seconds > 0 && seconds < 3600 ? seconds : 3599 };
}
