import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src",
  ssr: true,
  // fifteen routes: all known at once, no request to find them
  routeDiscovery: { mode: "initial" },
  // loaders read `url`: a request of its own for each of them was made otherwise
  future: { v8_passThroughRequests: true },
} satisfies Config;
