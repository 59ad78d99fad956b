import { build, buildWhenStale } from "./build-when-stale.ts";

// npm run build: the pages for browser and server, whether or not they look up to date; `-- --when-stale` only if not

await (process.argv.includes("--when-stale") ? buildWhenStale() : build());
