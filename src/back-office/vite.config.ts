import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { SCRIPT_TARGETS, TARGETS } from "../platform/browser/oldest-browsers.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const groups = [
  { name: "react", test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
  // but for what lists alone have
  { name: "shared", test: /\/src\/(?!back-office\/app\/lists).*\.tsx?$/, minShareCount: 3, priority: 1 },
];

export default defineConfig(({ isSsrBuild }) => ({
  base: "/staff/",
  publicDir: false,
  cacheDir: `${repository}node_modules/.vite-staff`,
  plugins: [reactRouter()],
  // beside the storefront's server while developing (scripts/dev.ts)
  server: { hmr: { port: 24_679 }, fs: { allow: [repository] } },
  build: {
    emptyOutDir: true,
    ...(isSsrBuild
      ? {}
      : {
          target: SCRIPT_TARGETS,
          cssTarget: TARGETS,
          modulePreload: false,
          rolldownOptions: { output: { codeSplitting: { groups } } },
        }),
  },
}));
