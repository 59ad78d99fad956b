import type { Db } from "../../platform/database/db.server.ts";
import {
  createProviderClient,
  type ProviderClient,
  type ProviderReply,
} from "../../platform/http-client/provider-client.server.ts";
import type { Log } from "../../platform/log.server.ts";
import { readFault } from "./faults.ts";
import type { Merchant } from "./merchant.server.ts";
import { sharedToken, type TokenOutcome, type Tokens } from "./token.server.ts";

type Call = { path: string; json: Record<string, unknown>; seconds: number };

/** Daraja, Safaricom's interface to M-Pesa, with the calls this shop uses. */
export type Daraja = {
  merchant: Merchant;
  log: Log;
  /** A token to send a request with; fetch it before a payment is marked as sent. */
  token(): Promise<TokenOutcome>;
  /** Sends with that token. One that M-Pesa does not accept is renewed, and the request sent again, once. Never throws. */
  send(token: string, call: Call): Promise<ProviderReply>;
  /** Does both. "notSent" also means that there is no token. Throws only when the database does. */
  post(call: Call): Promise<ProviderReply>;
};

export function openDaraja(parts: { db: Db; merchant: Merchant; log: Log }): Daraja {
  const { merchant, log } = parts;
  const ask = createProviderClient({ name: "mpesa", baseUrl: merchant.baseUrl, log });
  const tokens = sharedToken({ db: parts.db, merchant, ask });
  const send = (token: string, call: Call) => sendAuthorised(ask, tokens, token, call);
  return {
    merchant,
    log,
    token: tokens.get,
    send,
    async post(call) {
      const outcome = await tokens.get();
      if (outcome.type === "token") return send(outcome.token, call);
      return {
        type: "notSent",
        reason: outcome.type === "away" ? "no token" : `no token: ${outcome.reason}`,
      };
    },
  };
}

async function sendAuthorised(
  ask: ProviderClient,
  tokens: Tokens,
  token: string,
  call: Call,
): Promise<ProviderReply> {
  const once = (bearer: string) =>
    ask({ method: "POST", ...call, headers: { authorization: `Bearer ${bearer}` } });
  const reply = await once(token);
  if (reply.type !== "response" || readFault(reply.status, reply.body).type !== "token") return reply;
  // it was refused before anything was done, so sending it again is safe
  const renewed = await renew(tokens, token);
  return renewed === undefined ? reply : once(renewed);
}

async function renew(tokens: Tokens, token: string): Promise<string | undefined> {
  try {
    await tokens.forget(token);
    const outcome = await tokens.get();
    return outcome.type === "token" ? outcome.token : undefined;
  } catch {
    return undefined;
  }
}
