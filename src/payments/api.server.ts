import type { z } from "zod";
import { requireUser } from "../accounts/session.server.ts";
import type { Db } from "../platform/db.server.ts";
import type { Http } from "../platform/http.server.ts";
import { refused } from "../platform/input.ts";
import { ShopError } from "../platform/shop-error.ts";
import * as contract from "./contract.ts";
import { MISSING } from "./rules.ts";

/** The push and card calls of specification §7: guarded as they will be, and saying what is missing. */
export function paymentsApi(http: Http, { db }: { db: Db }) {
  const say = (call: { path: string; body: z.ZodType }, missing: string) =>
    http.post(
      call.path,
      {
        schema: {
          tags: ["payments"],
          body: call.body,
          response: { "4xx": refused.loose(), "5xx": refused.loose() },
        },
      },
      async (request) => {
        await requireUser(db, request);
        throw new ShopError(501, missing);
      },
    );
  say(contract.stkPush, MISSING.mpesa);
  say(contract.stkQuery, MISSING.mpesa);
  say(contract.mpesaOrder, MISSING.mpesa);
  say(contract.cardOrder, MISSING.flutterwave);
}
