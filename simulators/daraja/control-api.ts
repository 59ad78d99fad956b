import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Control, ControlError } from "./control.ts";

const prompt = z.object({ checkoutRequestId: z.string() });
const scenario = z.object({ phone: z.string(), scenario: z.string() });
const callback = prompt.extend({ change: z.record(z.string(), z.unknown()) });

/** What the browser's journeys need of the control, over HTTP: under /__sim, JSON in and out. */
export function serveControl(http: FastifyInstance, control: Control): void {
  const on = <B>(name: string, schema: z.ZodType<B>, work: (body: B) => unknown) =>
    http.post(`/__sim/${name}`, async (request, reply) => {
      const parsed = schema.safeParse(JSON.parse(String(request.body)));
      if (!parsed.success) return reply.code(400).send({ error: z.prettifyError(parsed.error) });
      try {
        await work(parsed.data);
        return reply.send({ ok: true });
      } catch (error) {
        if (!(error instanceof ControlError)) throw error;
        return reply.code(error.status).send({ error: error.message });
      }
    });

  http.get("/__sim/payments", async () => control.payments());
  on("scenario", scenario, control.scenario);
  on("callback", callback, control.callback);
  on("approve", prompt, (body) => control.approve(body.checkoutRequestId));
  on("cancel", prompt, (body) => control.cancel(body.checkoutRequestId));
}
