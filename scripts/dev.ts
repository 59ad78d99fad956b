import { createServer, type ViteDevServer } from "vite";
import type { Pages } from "../src/site/pages/pages.server.ts";
import { openShop } from "./open-shop.ts";

// npm run dev: the shop and its back office with their pages straight from the sources, renewed as they change

const inside = { server: { middlewareMode: true }, appType: "custom" } as const;
const shop = await createServer(inside);
const staff = await createServer({ ...inside, root: "src/back-office" });

await openShop(async () => ({
  ...pagesOf(shop),
  middleware: (request, response, next) =>
    /^\/staff([/?]|$)/.test(request.url ?? "")
      ? staff.middlewares(request, response, next)
      : shop.middlewares(request, response, next),
  staff: pagesOf(staff),
}));

function pagesOf(vite: ViteDevServer): Pages {
  return {
    build: async () => (await vite.ssrLoadModule("virtual:react-router/server-build")) as never,
    mode: "development",
  };
}
