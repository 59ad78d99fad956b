import { desc } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { Db } from "../db.server.ts";
import { escapeHtml } from "../html.server.ts";
import type { Http } from "../http.server.ts";
import { outbox } from "./tables.server.ts";

/** Mails the page shows, newest first. */
const SHOWN = 50;

/** GET /mailbox, only while no SMTP server is set: the mails kept in the database, for a caller on this machine. */
export function mailboxPage(http: Http, { db }: { db: Db }) {
  http.get("/mailbox", { schema: { hide: true } }, async (request, reply) => {
    if (!isLocal(request)) return reply.callNotFound();
    const mails = await db.select().from(outbox).orderBy(desc(outbox.id)).limit(SHOWN);
    return reply
      .header("cache-control", "no-store")
      .header("referrer-policy", "no-referrer")
      .type("text/html; charset=utf-8")
      .send(page(mails));
  });
}

/** The connection itself comes from this machine, and no proxy in front speaks for somebody else. */
function isLocal(request: FastifyRequest): boolean {
  const peer = request.socket.remoteAddress ?? "";
  return (
    /^(::1|127\.|::ffff:127\.)/.test(peer) &&
    !request.headers["x-forwarded-for"] &&
    !request.headers.forwarded
  );
}

function page(mails: (typeof outbox.$inferSelect)[]): string {
  const list = mails
    .map(
      (mail) =>
        `<article><h2>${escapeHtml(mail.subject)}</h2><p>To ${escapeHtml(mail.to)}, ${mail.createdAt.toISOString()}</p><pre>${links(escapeHtml(mail.text))}</pre></article>`,
    )
    .join("");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox</title></head><body><main><h1>Mailbox</h1><p>No SMTP server is set, so mails are kept here.</p>${list || "<p>No mails yet.</p>"}</main></body></html>`;
}

function links(escaped: string): string {
  return escaped.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
