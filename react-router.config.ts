import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src",
  ssr: true,
  // fifteen routes: all known at once, no request to find them
  routeDiscovery: { mode: "initial" },
} satisfies Config;
