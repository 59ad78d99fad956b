import type { FastifyReply } from "fastify";
import { z } from "zod";
import { askedLanguage, chosenLanguage, inLanguage } from "../../language/language.server.ts";
import { LANGUAGE } from "../../language/languages.ts";
import type { Db } from "../../platform/database/db.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import { type Limits, TooManyRequests } from "../../platform/http/limits.server.ts";
import { text } from "../../platform/input.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { currentSettings } from "../../settings/current-settings.server.ts";
import type { TrackLinks } from "../mails/mail-links.server.ts";
import { ORDER_TEXTS, readCode } from "../rules.ts";
import { findTracked, type Tracked } from "./find-tracked.server.ts";
import {
  CODE_OUTCOMES,
  type CodeOutcome,
  type CodeStanding,
  drawMissing,
  drawTracked,
} from "./track-html.server.ts";

type Parts = {
  db: Db;
  limits: Limits;
  links: TrackLinks;
  codeStanding: (db: Db, orderId: string) => Promise<CodeStanding | undefined>;
  /** Stores another code for an order; refuses it as a code typed at the checkout. */
  retypeCode: (db: Db, typed: { orderId: string; code: string }) => Promise<CodeOutcome | undefined>;
};

const params = z.object({ id: text(64) });
// a wrong key and no key are treated alike
const key = z.string().catch("");
const noted = z.enum(["paid", "unpaid", "cancelled"]).optional().catch(undefined);

/**
 * GET /track/<order>?key=: an order's steps with their dates, and its courier, for the person who has the link of a mail. It does
 * not show who ordered it, where it goes or what it cost. While the order waits for the right M-Pesa code, it has a form for it.
 * It needs no script.
 */
export async function trackPage(http: Http, parts: Parts): Promise<void> {
  const { db, links, codeStanding } = parts;
  http.get(
    "/track/:id",
    { schema: { hide: true, params, querystring: z.object({ key, noted }) } },
    async ({ params: { id }, query, url }, reply) => {
      const order = links.isKey(id, query.key) ? await findTracked(db, id) : undefined;
      if (!order) return answer(reply, 404, missing());
      const code = { standing: await codeStanding(db, id), till: tillNow() };
      const said = query.noted && CODE_OUTCOMES[query.noted];
      return answer(
        reply,
        200,
        inLanguage(order.language, () => drawTracked(order, code, said, url)),
      );
    },
  );
  await http.register(async (scope) => codeRoute(scope as Http, parts));
}

/** Codes sent for one order in an hour, lest somebody tries codes out; not by address, which many phones of a network share. */
const OF_ORDER = { name: "track-code", times: 10, seconds: 3_600 };

/** POST /track/<order>?key=: takes the form's code, then redirects to the page, so that a reload sends nothing twice. */
function codeRoute(http: Http, parts: Parts): void {
  const { db, limits, links } = parts;
  http.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, { code: new URLSearchParams(String(body)).get("code") ?? "" }),
  );
  const body = z.object({ code: text(1_000) });
  http.post(
    "/track/:id",
    { bodyLimit: 4_096, schema: { hide: true, params, querystring: z.object({ key }), body } },
    async (request, reply) => {
      const { id } = request.params;
      const order = links.isKey(id, request.query.key) ? await findTracked(db, id) : undefined;
      if (!order) return answer(reply, 404, missing());
      try {
        await limits.demand(OF_ORDER, id);
        const became = await fileCode(parts, id, request.body.code);
        const asked = askedLanguage(request.url);
        const to = { key: request.query.key, noted: became, ...(asked ? { [LANGUAGE]: asked } : {}) };
        return await reply.redirect(`/track/${id}?${new URLSearchParams(to)}`, 303);
      } catch (error) {
        if (!(error instanceof ShopError)) throw error;
        return refuse(reply, parts, { order, typed: request.body.code, error });
      }
    },
  );
}

/** @throws ShopError 400 no code, in the specification's words (§5); 409, 429 as `retypeCode` */
async function fileCode({ db, retypeCode }: Parts, orderId: string, typed: string): Promise<CodeOutcome> {
  if (!typed.trim()) throw new ShopError(400, ORDER_TEXTS.codeMissing);
  const code = readCode(typed);
  if (!code) throw new ShopError(400, ORDER_TEXTS.codeMalformed);
  const became = await retypeCode(db, { orderId, code });
  if (!became) throw new ShopError(409, ORDER_TEXTS.placeFailed);
  return became;
}

/** Shows the page again, with the refusal beside the field and what was typed in it. */
async function refuse(
  reply: FastifyReply,
  { db, codeStanding }: Parts,
  { order, typed, error }: { order: Tracked; typed: string; error: ShopError },
): Promise<FastifyReply> {
  if (error instanceof TooManyRequests) reply.header("retry-after", String(error.seconds));
  const standing = await codeStanding(db, order.id);
  const isAsked = standing?.type === "asked";
  const said = isAsked ? undefined : error.message;
  const code = { standing, till: tillNow(), typed, fault: error.message };
  const { url } = reply.request;
  return answer(
    reply,
    error.status,
    inLanguage(order.language, () => drawTracked(order, code, said, url)),
  );
}

/** The till to pay to by Lipa na M-Pesa. */
function tillNow(): string | undefined {
  return currentSettings()?.payments.till;
}

function missing(): string {
  return inLanguage(chosenLanguage() ?? "en", drawMissing);
}

function answer(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header("x-robots-tag", "noindex")
    .header(
      "content-security-policy",
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    )
    .type("text/html; charset=utf-8")
    .send(html);
}
