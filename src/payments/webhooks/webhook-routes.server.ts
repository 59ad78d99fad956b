import { eq } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { Config } from "../../config.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import { hashSecret } from "../../platform/id.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { isOurWebhook } from "../card/webhook.server.ts";
import { payments } from "../core/tables.server.ts";
import { isTillSecret } from "../mpesa/till-code/secret.server.ts";
import { codeChecks } from "../mpesa/till-code/tables.server.ts";
import { refundAttempts } from "../transactions/tables.server.ts";
import { storeWebhook, type Webhook } from "./webhook-inbox.server.ts";

type Kind = Webhook["kind"];

/**
 * The addresses that providers call (docs/payments.md, "Hooks"). A request to an address that we gave out is stored as it came
 * and answered immediately; a job processes it afterwards. Any other address: 404.
 */
export async function paymentWebhooks(http: Http, { db, config }: { db: Db; config: Config }) {
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // accepts any content type and any body, however broken
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    const receive = (path: string, handle: (request: FastifyRequest, secret: string) => Promise<object>) =>
      scope.post(
        path,
        { schema: { tags: ["hooks"], summary: "For the payment providers" } },
        async (request) => handle(request, (request.params as { secret?: string }).secret ?? ""),
      );

    receive("/hooks/mm/stk/:secret", async (request, secret) => {
      const [payment] = await db
        .select({ id: payments.id })
        .from(payments)
        .where(eq(payments.secretHash, hashSecret(secret)));
      if (!payment) return notFound();
      await store(db, "stk", payment.id, request);
      return ACCEPTED;
    });
    receive("/hooks/mm/result/:secret", (request, secret) => storeResult(db, "result", request, secret));
    receive("/hooks/mm/timeout/:secret", (request, secret) => storeResult(db, "timeout", request, secret));
    receive("/hooks/mm/c2b/:secret/confirm", async (request, secret) => {
      if (!isTillSecret(config, secret)) return notFound();
      await store(db, "c2b", null, request);
      return { ResultCode: 0, ResultDesc: "Success" };
    });
    receive("/hooks/mm/c2b/:secret/validate", async (_request, secret) => {
      if (!isTillSecret(config, secret)) return notFound();
      return { ResultCode: "0", ResultDesc: "Accepted" };
    });
    receive("/hooks/card", async (request) => {
      if (!isOurWebhook(request.headers["verif-hash"], config.FLW_WEBHOOK_HASH))
        throw new ShopError(401, "This call is not signed.");
      await store(db, "card", null, request);
      return { success: true };
    });
  });
}

const ACCEPTED = { ResultCode: 0, ResultDesc: "Accepted" };

function notFound(): never {
  throw new ShopError(404, "There is nothing at this address.");
}

/** Stores a result that came to the address of one question about a code, or of one attempt at a reversal. */
async function storeResult(db: Db, kind: Kind, request: FastifyRequest, secret: string): Promise<object> {
  const hash = hashSecret(secret);
  const [check] = await db
    .select({ hash: codeChecks.secretHash })
    .from(codeChecks)
    .where(eq(codeChecks.secretHash, hash));
  const [attempt] = check
    ? []
    : await db
        .select({ id: refundAttempts.id })
        .from(refundAttempts)
        .where(eq(refundAttempts.secretHash, hash));
  if (!check && !attempt) return notFound();
  await store(db, kind, hash, request);
  return ACCEPTED;
}

async function store(db: Db, kind: Kind, about: string | null, request: FastifyRequest): Promise<void> {
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  await storeWebhook(db, { kind, about, body: storable(raw) });
  failPoint("kept");
}

/** The body as text: Latin-1 where it is not UTF-8, and without NUL, which PostgreSQL cannot store. */
function storable(raw: Buffer): string {
  const text = raw.toString("utf8");
  return (text.includes("\uFFFD") ? raw.toString("latin1") : text).replaceAll("\0", "\uFFFD");
}
