import { z } from "zod";
import { text } from "../platform/input.ts";

/** POST /token/stkpush (specification §7). `amount` is whole KES as text. */
export const stkPush = {
  path: "/token/stkpush",
  body: z.object({ amount: z.union([text(20), z.number()]), phoneNumber: text(30) }),
} as const;

export const stkQuery = { path: "/token/query", body: z.object({ checkoutRequestID: text(100) }) } as const;

export const mpesaOrder = { path: "/api/order/mpesa", body: z.looseObject({}) } as const;
export const cardOrder = { path: "/api/order/flutterwave", body: z.looseObject({}) } as const;
