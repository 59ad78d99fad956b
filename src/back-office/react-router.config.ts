import type { Config } from "@react-router/dev/config";

/** The app of the back office: a build of its own, so that it costs shoppers not a byte. */
export default {
  appDirectory: ".",
  basename: "/staff",
  buildDirectory: "../../build/staff",
  ssr: true,
  routeDiscovery: { mode: "initial" },
} satisfies Config;
