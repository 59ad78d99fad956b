import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type pg from "pg";
import type { Gauge } from "prom-client";
import { isSameSecret } from "../id.server.ts";
import { ShopError } from "../shop-error.ts";
import type { Http } from "./http.server.ts";
import type { PreRoutingHandler } from "./pre-routing.server.ts";

/** One number for the owner's alerts, by its name in Prometheus; `labels` split it. */
export type Reading = { name: string; help: string; value: number; labels?: Record<string, string> };

/** Seconds; a cached page takes less than the first bucket, and statements end after five. */
const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Milliseconds for which the readings are cached, so that frequent scrapes do not query the database each time. */
const READ_EVERY = 15_000;

/**
 * Metrics for Prometheus. `counted` wraps a pre-routing handler so that its responses are counted; `api` counts all others
 * and serves GET /metrics for a bearer of the token. `read` returns the application's readings. They contain no path, name,
 * phone number or code.
 */
export async function createMetrics({
  token,
  pools,
  read,
}: {
  token: string;
  pools: pg.Pool[];
  read: () => Promise<Reading[]>;
}) {
  // loaded only where it is used
  const { Registry, Counter, Gauge, Histogram, collectDefaultMetrics } = await import("prom-client");
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Requests that reached a route, by its pattern",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS,
    registers,
  });
  const early = new Counter({
    name: "http_responses_before_routing_total",
    help: "Responses from the cache of pages and from load shedding",
    labelNames: ["by", "status"],
    registers,
  });
  new Gauge({
    name: "database_pool_connections",
    help: "Connections of both pools by state; waiting: requests that have none yet",
    labelNames: ["state"],
    registers,
    collect() {
      const sum = (count: "totalCount" | "idleCount" | "waitingCount") =>
        pools.reduce((all, pool) => all + pool[count], 0);
      this.set({ state: "total" }, sum("totalCount"));
      this.set({ state: "idle" }, sum("idleCount"));
      this.set({ state: "waiting" }, sum("waitingCount"));
    },
  });
  const readings = new LRUCache<"all", Reading[]>({ max: 1, ttl: READ_EVERY, fetchMethod: read });

  return {
    counted: (by: string, handler: PreRoutingHandler): PreRoutingHandler => {
      return (request: IncomingMessage, response: ServerResponse) => {
        if (!handler(request, response)) return false;
        early.inc({ by, status: classOf(response.statusCode) });
        return true;
      };
    },
    api(http: Http): void {
      // labelled by the pattern of the route and the class of the status
      http.addHook("onResponse", async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
        const route = routeOptions.url ?? "none";
        durations.observe({ method, route, status: classOf(statusCode) }, elapsedTime / 1_000);
      });
      http.get("/metrics", { schema: { hide: true } }, async (request, reply) => {
        if (!isSameSecret(request.headers.authorization ?? "", `Bearer ${token}`))
          throw new ShopError(401, "The token is missing or wrong.");
        const own = await registry.metrics();
        const ours = await readings
          .fetch("all")
          .then((found = []) => inText(found))
          .catch(() => "");
        reply.header("cache-control", "no-store").type(registry.contentType);
        return `${own}\n${ours}`;
      });
    },
  };
}

function classOf(status: number): string {
  return `${Math.floor(status / 100)}xx`;
}

/** Readings as gauges in the text format. @throws Error where two of the same name have different labels */
async function inText(readings: Reading[]): Promise<string> {
  const { Registry, Gauge } = await import("prom-client");
  const registry = new Registry();
  const gauges = new Map<string, Gauge>();
  for (const { name, help, labels = {}, value } of readings) {
    const gauge =
      gauges.get(name) ?? new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry] });
    gauges.set(name, gauge);
    gauge.set(labels, value);
  }
  return registry.metrics();
}
