import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../node_modules/react-router/dist/production/", import.meta.url));

/** React Router's production build: the package's exports name its development build alone, whose warnings nobody reads in a shop. */
export const productionRouter = `${folder}index.mjs`;

/** Vite's aliases for it. */
export const productionBuild = [
  { find: /^react-router$/, replacement: productionRouter },
  { find: /^react-router\/dom$/, replacement: `${folder}dom-export.mjs` },
];
