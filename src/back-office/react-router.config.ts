import type { Config } from "@react-router/dev/config";

/** The app of the back office: a separate build, so that shoppers load nothing of it. */
export default {
  appDirectory: ".",
  basename: "/staff",
  buildDirectory: "../../build/staff",
  ssr: true,
  routeDiscovery: { mode: "initial" },
} satisfies Config;
