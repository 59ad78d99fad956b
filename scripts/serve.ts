import { openShop } from "./open-shop.ts";

// opens an already built shop; what the container runs

await openShop();
