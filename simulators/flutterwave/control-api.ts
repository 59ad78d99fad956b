import type { FastifyInstance } from "fastify";
import type { Control } from "./control.ts";

/** The same over HTTP, for tests in a browser or another process: GET what is asked, POST what is done. */
export function serveControl(http: FastifyInstance, control: Control): void {
  for (const [name, act] of Object.entries(control)) {
    const isAsked = ["requests", "transactions", "refunds", "webhooks"].includes(name);
    http.route({
      method: isAsked ? "GET" : "POST",
      url: `/__sim/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      handler: async ({ body }) => {
        // what is wrong with a body, each act says itself
        const answer = await (act as (body: unknown) => unknown)(body ?? {});
        return answer ?? { ok: true };
      },
    });
  }
}
