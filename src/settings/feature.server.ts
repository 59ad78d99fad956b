import type { FastifyReply, FastifyRequest } from "fastify";
import type { Feature } from "../platform/feature.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { withSettings } from "./current-settings.server.ts";
import {
  createLiveSettings,
  type LiveSettings,
  SETTING_CHANGES,
  type Snapshot,
} from "./live-settings.server.ts";

/** The settings of one app, kept up to date: every request goes by those of the moment it came in. */
export function settingsFeature(
  http: Http,
  parts: Parameters<typeof createLiveSettings>[0],
): Feature & { live: LiveSettings } {
  const live = createLiveSettings(parts);
  const handOver = (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    request.settings ??= live.current();
    withSettings(request.settings, done);
  };
  http.decorateRequest("settings");
  http.addHook("onRequest", handOver);
  // the body's last bytes come outside of the first hook
  http.addHook("preValidation", handOver);
  http.addHook("onReady", live.reload);
  http.addHook("preClose", async () => live.close());
  return {
    live,
    subscriber: {
      channels: [SETTING_CHANGES],
      onNotification: () => void live.reload(),
      onConnected: () => live.setConnected(true),
      onDisconnected: () => live.setConnected(false),
    },
  };
}

declare module "fastify" {
  interface FastifyRequest {
    /** What this request goes by; it is passed to the storefront's pages. */
    settings: Snapshot;
  }
}
