import { randomBytes } from "node:crypto";
import { desc, ne } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { isOnThisMachine, type PlatformConfig } from "../config.server.ts";
import type { Db } from "../database/db.server.ts";
import type { Http } from "../http/http.server.ts";
import { isSameSecret } from "../id.server.ts";
import { outbox } from "./tables.server.ts";

/** A mail as it waits in the database, or was sent. */
export type KeptMail = typeof outbox.$inferSelect;

/** Mails the page shows, newest first. */
const SHOWN = 50;

/**
 * The key of this process's mailbox page: MAILBOX_KEY, else a new one, which only the start prints. There is such a page only
 * while no SMTP server is set and PUBLIC_URL is this machine's; otherwise undefined.
 */
export function mailboxKey(config: PlatformConfig): string | undefined {
  // a shop with a public address may stand behind a proxy that does not say for whom it speaks
  if (config.SMTP_URL || !isOnThisMachine(config.PUBLIC_URL)) return undefined;
  return config.MAILBOX_KEY ?? randomBytes(24).toString("base64url");
}

/** The path of the mailbox page of this key. */
export function mailboxPath(key: string): string {
  return `/mailbox/${key}`;
}

/**
 * GET /mailbox/<key>: the mails kept in the database, drawn by `draw`, for a caller on this machine who knows the key.
 * Everyone else gets 404: the links in these mails open accounts, and anybody can write what they like into a request's
 * Host header.
 */
export function mailboxPage(
  http: Http,
  { db, key, draw }: { db: Db; key: string; draw: (mails: KeptMail[], path: string) => string },
) {
  http.get<{ Params: { key: string } }>(
    mailboxPath(":key"),
    { schema: { hide: true } },
    async (request, reply) => {
      if (!isSameSecret(request.params.key, key) || !isLocal(request)) return reply.callNotFound();
      // the text of a sent mail is deleted, so there is nothing to show
      const mails = await db
        .select()
        .from(outbox)
        .where(ne(outbox.text, ""))
        .orderBy(desc(outbox.createdAt), desc(outbox.id))
        .limit(SHOWN);
      return (
        reply
          .header("cache-control", "no-store")
          .header("referrer-policy", "no-referrer")
          // the mails' inline styles need this too, as a frame from srcdoc inherits the policy; scripts never run
          .header(
            "content-security-policy",
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
          )
          .type("text/html; charset=utf-8")
          .send(draw(mails, mailboxPath(key)))
      );
    },
  );
}

// what proxies add when they speak for somebody else
const FORWARDED = /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/**
 * The connection comes from this machine, no proxy says it speaks for another, and the address typed was this
 * machine's own: a proxy on this host, or a page of another site that points its name at 127.0.0.1, would name another.
 */
function isLocal(request: FastifyRequest): boolean {
  const { headers, socket } = request;
  return (
    /^(::1|127\.|::ffff:127\.)/.test(socket.remoteAddress ?? "") &&
    /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(headers.host ?? "") &&
    !Object.keys(headers).some((name) => FORWARDED.test(name))
  );
}
