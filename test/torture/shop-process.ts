import { startShop } from "../../src/server.ts";

// a whole shop without its pages, as a process of its own; it ends with the test that started it

process.on("disconnect", () => process.exit());
void startShop(process.env, async () => undefined).then(() => process.send?.("open"));
