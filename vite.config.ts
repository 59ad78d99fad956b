import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { productionBuild } from "./src/platform/internals/production-build.ts";
import { trimRouter } from "./src/platform/internals/trim-router.ts";

/** Nobody fills in a form on the pages that come first. */
const forms =
  /\/src\/(accounts\/(form-.*|password\/password-field|rules)|ui\/field|platform\/(text-rules|browser\/use-busy)|cart\/needs-script)\.tsx?$/;
// what every page needs comes in two files: fewer requests, and it compresses better than a dozen crumbs
const groups = [
  { name: "react", test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
  {
    name: "shared",
    test: (id: string) => /\/src\/.*\.tsx?$/.test(id) && !forms.test(id),
    minShareCount: 4,
    priority: 1,
  },
  { name: "forms", test: forms, minShareCount: 2 },
];

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [reactRouter(), ...(command === "build" && !isSsrBuild ? [trimRouter()] : [])],
  resolve: { alias: command === "build" && !isSsrBuild ? productionBuild : [] },
  build: isSsrBuild
    ? {}
    : // the router names what a page needs; Vite's own helper would come with every first view
      { modulePreload: false, rolldownOptions: { output: { codeSplitting: { groups } } } },
}));
