import { build } from "./build-when-stale.ts";

// npm run build: the pages for browser and server, whether or not they look up to date

build();
