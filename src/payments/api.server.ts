import type { z } from "zod";
import { SIGNED_IN } from "../platform/docs.server.ts";
import type { Http } from "../platform/http.server.ts";
import { refused } from "../platform/input.ts";
import { ShopError } from "../platform/shop-error.ts";
import * as contract from "./contract.ts";
import { MISSING } from "./rules.ts";

/** The push and card calls of specification §7: guarded as they will be, and saying what is missing. */
export function paymentsApi(http: Http) {
  const say = (call: { path: string; body: z.ZodType }, summary: string, missing: string) =>
    http.post(
      call.path,
      {
        schema: {
          tags: ["payments"],
          summary,
          security: SIGNED_IN,
          body: call.body,
          response: { "4xx": refused.loose(), "5xx": refused.loose() },
        },
      },
      async () => {
        throw new ShopError(501, missing);
      },
    );
  say(contract.stkPush, "Ask for an M-Pesa payment by push", MISSING.mpesa);
  say(contract.stkQuery, "Ask how a push went", MISSING.mpesa);
  say(contract.mpesaOrder, "Place an order paid by M-Pesa push", MISSING.mpesa);
  say(contract.cardOrder, "Place an order paid by card", MISSING.flutterwave);
}
