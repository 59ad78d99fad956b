import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";

// opens an already built shop; what the container runs

// read by React as it is loaded: without it, rendering a page takes many times as long
process.env.NODE_ENV ||= "production";
process.setSourceMapsEnabled(true);
// V8 would let the heap double before it cleans it, up to several GB; the shop shares a small machine with its database
setFlagsFromString("--heap-growing-percent=30");
const { openShop } = await import(pathToFileURL(resolve("build/server/shop.js")).href);
await openShop();
