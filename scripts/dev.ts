import { createServer, type ViteDevServer } from "vite";
import type { Pages } from "../src/site/pages/pages.server.ts";
import { openShop } from "./open-shop.ts";
import { writeColours } from "./write-colours.ts";

// npm run dev: the shop and its back office with their pages straight from the sources, renewed as they change

writeColours();
const inside = { server: { middlewareMode: true }, appType: "custom" } as const;
const shop = await createServer(inside);
const staff = await createServer({ ...inside, root: "src/back-office" });

await openShop(async () => ({
  ...pagesOf(shop),
  middleware: (request, response, next) => {
    const { url = "" } = request;
    const { middlewares } = /^\/staff([/?]|$)/.test(url) ? staff : shop;
    middlewares(request, response, (error?: Error) => {
      // Vite takes the folder of the app off the address, and the pages are rendered by the whole of it
      request.url = url;
      next(error);
    });
  },
  staff: pagesOf(staff),
}));

function pagesOf(vite: ViteDevServer): Pages {
  return {
    build: async () => (await vite.ssrLoadModule("virtual:react-router/server-build")) as never,
    mode: "development",
  };
}
