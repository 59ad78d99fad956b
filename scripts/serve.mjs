import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

// opens an already built shop; what the container runs

// read by React as it is loaded: without it, rendering a page takes many times as long
process.env.NODE_ENV ||= "production";
process.setSourceMapsEnabled(true);
const { openShop } = await import(pathToFileURL(resolve("build/server/shop.js")).href);
await openShop();
