import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

// what every page needs comes in two files: fewer requests, and it compresses better than a dozen crumbs
const groups = [
  { name: "react", test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  { name: "shared", test: /\/src\/.*\.tsx?$/, minShareCount: 5 },
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [reactRouter()],
  build: isSsrBuild ? {} : { rolldownOptions: { output: { codeSplitting: { groups } } } },
}));
