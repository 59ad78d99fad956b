import { buildWhenStale } from "./build-when-stale.ts";
import { openShop } from "./open-shop.ts";

// npm start: builds what is missing, then opens the shop until a signal ends it

buildWhenStale();
await openShop();
