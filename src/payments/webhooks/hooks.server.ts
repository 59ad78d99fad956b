import { eq } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { Config } from "../../config.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import { hashSecret } from "../../platform/id.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { isOurHook } from "../card/webhook.server.ts";
import { codeChecks, payments, refundAttempts } from "../core/tables.server.ts";
import { isTillSecret } from "../mpesa/till-code/secret.server.ts";
import { type Hook, keepHook } from "./hook-inbox.server.ts";

type Kind = Hook["kind"];

/**
 * Where providers knock (docs/payments.md, "Hooks"). What comes to an address we gave out is written down as it came, and
 * answered at once; what it means is found out afterwards. Any other address is nothing: 404.
 */
export async function paymentHooks(http: Http, { db, config }: { db: Db; config: Config }) {
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // whatever they call it, and however broken it is
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    const hook = (path: string, take: (request: FastifyRequest, secret: string) => Promise<object>) =>
      scope.post(
        path,
        { schema: { tags: ["hooks"], summary: "For the payment providers" } },
        async (request) => take(request, (request.params as { secret?: string }).secret ?? ""),
      );

    hook("/hooks/mm/stk/:secret", async (request, secret) => {
      const [payment] = await db
        .select({ id: payments.id })
        .from(payments)
        .where(eq(payments.secretHash, hashSecret(secret)));
      if (!payment) return nothing();
      await keep(db, "stk", payment.id, request);
      return ACCEPTED;
    });
    hook("/hooks/mm/result/:secret", (request, secret) => takeResult(db, "result", request, secret));
    hook("/hooks/mm/timeout/:secret", (request, secret) => takeResult(db, "timeout", request, secret));
    hook("/hooks/mm/c2b/:secret/confirm", async (request, secret) => {
      if (!isTillSecret(config, secret)) return nothing();
      await keep(db, "c2b", null, request);
      return { ResultCode: 0, ResultDesc: "Success" };
    });
    hook("/hooks/mm/c2b/:secret/validate", async (_request, secret) => {
      if (!isTillSecret(config, secret)) return nothing();
      return { ResultCode: "0", ResultDesc: "Accepted" };
    });
    hook("/hooks/card", async (request) => {
      if (!isOurHook(request.headers["verif-hash"], config.FLW_WEBHOOK_HASH))
        throw new ShopError(401, "This call is not signed.");
      await keep(db, "card", null, request);
      return { success: true };
    });
  });
}

const ACCEPTED = { ResultCode: 0, ResultDesc: "Accepted" };

function nothing(): never {
  throw new ShopError(404, "There is nothing at this address.");
}

/** The address of one question about a code, or of one attempt at a reversal. */
async function takeResult(db: Db, kind: Kind, request: FastifyRequest, secret: string): Promise<object> {
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
  if (!check && !attempt) return nothing();
  await keep(db, kind, hash, request);
  return ACCEPTED;
}

async function keep(db: Db, kind: Kind, about: string | null, request: FastifyRequest): Promise<void> {
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  await keepHook(db, { kind, about, body: storable(raw) });
  failPoint("kept");
}

/** Latin-1 where it is no UTF-8, and no NUL, which PostgreSQL cannot keep. */
function storable(raw: Buffer): string {
  const text = raw.toString("utf8");
  return (text.includes("\uFFFD") ? raw.toString("latin1") : text).replaceAll("\0", "\uFFFD");
}
