import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Snapshot } from "./live-settings.server.ts";
import { type Shop, shopWith } from "./shop-with.ts";

const settings = new AsyncLocalStorage<Snapshot>();

/** What `work` does, and whatever it starts, goes by these settings, also when the owner changes them meanwhile. */
export function withSettings<T>(snapshot: Snapshot, work: () => T): T {
  return settings.run(snapshot, work);
}

/** The settings that the request or job at work began with; undefined outside of both. */
export function currentSettings(): Snapshot | undefined {
  return settings.getStore();
}

/** The shop's facts as they were when the request or job at work began; outside of both those of shop.ts. */
export function currentShop(): Shop {
  return currentSettings()?.shop ?? shopWith(undefined);
}

/** Every request goes by the settings of the moment it came in. */
export function handOverSettings(http: FastifyInstance, current: () => Snapshot): void {
  const handOver = (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    request.settings ??= current();
    withSettings(request.settings, done);
  };
  http.decorateRequest("settings");
  http.addHook("onRequest", handOver);
  // the body's last bytes come outside of the first hook
  http.addHook("preValidation", handOver);
}

declare module "fastify" {
  interface FastifyRequest {
    /** What this request goes by; the storefront's pages are told of it. */
    settings: Snapshot;
  }
}
