import type { InjectOptions } from "fastify";
import { expect } from "vitest";
import { openCounter } from "../counter.ts";
import type { Answer } from "../shop.ts";
import { signInStaff } from "./back-office.ts";

/** An owner at a counter with a paid order, whose calls may be as wrong as they like. */
export async function openRefusals() {
  const { shop, paidByCard } = await openCounter();
  const owner = await signInStaff(shop);
  const { orderId, id, money } = await paidByCard(2);
  return {
    shop,
    /** The address of a call; `:order`, `:payment` and `:money` are those that there are. */
    named: (path: string) =>
      `/api/staff${path.replace(":order", orderId).replace(":payment", id).replace(":money", money)}`,
    /** Sends it as the owner's browser does, but for what is said otherwise. */
    send: ({ headers, ...options }: InjectOptions) =>
      shop.send({
        ...options,
        headers: {
          cookie: owner.cookie,
          "x-staff": "1",
          ...(options.payload ? { "content-type": "application/json" } : {}),
          ...headers,
        },
      }),
    close: () => shop.close(),
  };
}

/** Refused in words: no fault of ours, and no answer as if it were done. A 400 says it by field, for its form. */
export function expectRefused(answer: Answer, what: string, statuses = [400, 404, 409, 410]): void {
  expect(statuses, `${what} → ${answer.text}`).toContain(answer.status);
  expect(answer.body, what).toMatchObject({ success: false, message: expect.stringMatching(/^[A-Z].*\.?$/) });
  if (answer.status === 400) {
    expect(answer.body.fields, what).toEqual(expect.any(Object));
    expect(Object.keys(answer.body.fields as object), what).not.toContain("");
  }
  expect(answer.headers["cache-control"], what).toBe("no-store");
}
