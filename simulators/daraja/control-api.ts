import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { TILL_STATUSES } from "./c2b.ts";
import { type Control, ControlError } from "./control.ts";
import type { Switches } from "./switches.ts";
import { MODES, REFUND_OUTCOMES } from "./world.ts";

const id = z.object({ checkoutRequestId: z.string() });
const switched = z.object({ on: z.boolean() });
const sum = z.number().int().positive();
const statusOf = z.union([z.literal(500), z.literal(502), z.literal(503)]);

const bodies = {
  scenario: z.object({ phone: z.string(), scenario: z.union([z.string(), z.number()]).nullable() }),
  mode: z.object({
    mode: z.enum(MODES),
    path: z.string().optional(),
    status: statusOf.optional(),
    processed: z.boolean().optional(),
  }),
  switches: z
    .object({
      queryLimit: z.boolean(),
      retries: z.number().int().min(0),
      anyTimestamp: z.boolean(),
      secondCallback: z.boolean(),
      trxDate: z.enum(["offset", "local-z", "utc"]),
      pullPage: z.number().int().positive(),
      pullStatusKey: z.enum(["Response Status", "ResponseStatus"]),
    } satisfies Record<keyof Switches, z.ZodType>)
    .partial()
    .strict(),
  callback: id.extend({
    times: z.number().int().positive().optional(),
    change: z.record(z.string(), z.unknown()).optional(),
  }),
  payTill: z.object({
    amount: sum,
    phone: z.string(),
    till: z.string().optional(),
    confirmation: z.boolean().optional(),
    status: z.enum(TILL_STATUSES).optional(),
    code: z.string().optional(),
  }),
};

/** The control over HTTP, for people and other processes: under /__sim, JSON in and out. */
export function serveControl(http: FastifyInstance, control: Control): void {
  const on = <B>(name: string, schema: z.ZodType<B>, work: (body: B) => unknown) =>
    http.post(`/__sim/${name}`, async (request, reply) => {
      const parsed = schema.safeParse(bodyOf(request.body));
      if (!parsed.success) return reply.code(400).send({ error: z.prettifyError(parsed.error) });
      try {
        return reply.send((await work(parsed.data)) ?? { ok: true });
      } catch (error) {
        if (!(error instanceof ControlError)) throw error;
        return reply.code(error.status).send({ error: error.message });
      }
    });

  http.get<{ Querystring: { path?: string } }>("/__sim/requests", async ({ query }) =>
    control.requests(query.path),
  );
  http.get("/__sim/payments", async () => control.payments());
  http.get("/__sim/ledger", async () => control.ledger());
  on("scenario", bodies.scenario, control.scenario);
  on("mode", bodies.mode, control.mode);
  on("switches", bodies.switches, control.switches);
  on("callback", bodies.callback, async (body) => ({ statuses: await control.callback(body) }));
  on("drop-callbacks", switched, (body) => control.dropCallbacks(body.on));
  on("expire-tokens", z.object({}), control.expireTokens);
  on("advance", z.object({ seconds: z.number().min(0) }), (body) => control.advance(body.seconds));
  on("pay-till", bodies.payTill, control.payTill);
  on("refund-mode", z.object({ mode: z.enum(REFUND_OUTCOMES) }), (body) => control.refundMode(body.mode));
  on("settle", z.object({ amount: sum }), control.settle);
  on("approve", id, async (body) => ({ status: await control.approve(body.checkoutRequestId) }));
  on("cancel", id, async (body) => ({ status: await control.cancel(body.checkoutRequestId) }));
  on("reset", z.object({}), control.reset);
}

function bodyOf(text: unknown): unknown {
  try {
    return typeof text === "string" && text !== "" ? JSON.parse(text) : {};
  } catch {
    return undefined;
  }
}
