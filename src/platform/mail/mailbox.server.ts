import { desc, ne } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { Db } from "../db.server.ts";
import type { Http } from "../http.server.ts";
import { drawMailbox } from "./mailbox-html.server.ts";
import { outbox } from "./tables.server.ts";

/** Mails the page shows, newest first. */
const SHOWN = 50;

/**
 * GET /mailbox, only while no SMTP server is set and PUBLIC_URL is this machine's: the mails kept in the database, for
 * a caller on this machine. Everyone else finds nothing there: the links in these mails open accounts.
 */
export function mailboxPage(http: Http, { db, publicUrl }: { db: Db; publicUrl: string }) {
  // a shop with a public address may stand behind a proxy that says nothing of whom it speaks for
  if (!/^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(publicUrl).hostname)) return;
  http.get("/mailbox", { schema: { hide: true } }, async (request, reply) => {
    if (!isLocal(request)) return reply.callNotFound();
    // a mail that was sent has no words left to show
    const mails = await db
      .select()
      .from(outbox)
      .where(ne(outbox.text, ""))
      .orderBy(desc(outbox.id))
      .limit(SHOWN);
    return (
      reply
        .header("cache-control", "no-store")
        .header("referrer-policy", "no-referrer")
        // the mails' inline styles live under this too: a frame from srcdoc inherits it. Scripts run nowhere
        .header(
          "content-security-policy",
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        )
        .type("text/html; charset=utf-8")
        .send(drawMailbox(mails))
    );
  });
}

// what proxies add when they speak for somebody else
const FORWARDED = /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/**
 * The connection comes from this machine, no proxy says it speaks for another, and the address typed was this
 * machine's own: a proxy on this host, or a page elsewhere that points its name at 127.0.0.1, would name another.
 */
function isLocal(request: FastifyRequest): boolean {
  const { headers, socket } = request;
  return (
    /^(::1|127\.|::ffff:127\.)/.test(socket.remoteAddress ?? "") &&
    /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(headers.host ?? "") &&
    !Object.keys(headers).some((name) => FORWARDED.test(name))
  );
}
