import { createServer } from "vite";
import { openShop } from "./open-shop.ts";

// npm run dev: the shop with its pages straight from the sources, renewed as they change

const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });

await openShop(async () => ({
  build: async () => (await vite.ssrLoadModule("virtual:react-router/server-build")) as never,
  mode: "development",
  middleware: vite.middlewares,
}));
