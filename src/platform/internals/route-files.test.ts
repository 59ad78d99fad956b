import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { builtPages } from "../../../test/built-pages.ts";
import { routeFiles } from "./route-files.ts";

afterEach(() => vi.unstubAllGlobals());

test("React Router's manifest gives each route's files, and all of them are there", async () => {
  const { assets } = await builtPages();
  vi.stubGlobal("window", {});
  // what the browser runs before any page's module
  await import(/* @vite-ignore */ pathToFileURL(resolve(`build/client${assets.url}`)).href);
  const routes = Object.values(routeFiles());
  const paths = routes.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(["cart", "place-order", "mpesa", "flutterwave", "orders"]));
  const files = routes.flatMap(({ module, imports = [], css = [] }) => [module, ...imports, ...css]);
  expect(files.some((file) => file.endsWith(".css"))).toBe(true);
  for (const file of new Set(files)) expect(existsSync(resolve(`build/client${file}`)), file).toBe(true);
});
