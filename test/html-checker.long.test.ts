import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { ServerBuild } from "react-router";
import { afterAll, expect, test } from "vitest";
import checker from "vnu-jar";
import { addInventedOrders } from "../scripts/seed/invented-orders.ts";
import { OfflineDocument } from "../src/offline/offline-document.tsx";
import { trackLinks } from "../src/ordering/mails/mail-links.server.ts";
import { busyPage } from "../src/site/pages/busy-page.server.ts";
import { builtPages, builtStaffPages } from "./built-pages.ts";
import { addEpisode } from "./cached-pages.ts";
import { inventCoupons } from "./coupons.ts";
import { openPages } from "./pages.ts";
import { inventReviews } from "./reviews.ts";
import { openTestShop } from "./shop.ts";
import { signInStaff } from "./support/back-office.ts";

if (spawnSync("java", ["-version"]).error)
  throw new Error(
    "The Nu HTML checker needs Java 11 or later (Debian: apt-get install default-jre-headless)",
  );
const shop = await openTestShop();
await addInventedOrders(shop.connection, 60);
await inventReviews(shop);
await inventCoupons(shop, { coupons: 5, uses: 1 });
const pages = await openPages(shop);
const folder = mkdtempSync(join(tmpdir(), "html-checker-"));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await pages.close();
  await shop.close();
});

type Message = { url: string; message: string; extract: string };

/** What the checker calls an error in these documents, each with the page it is on. */
function errorsIn(documents: Record<string, string>): string[] {
  const paths = Object.keys(documents);
  paths.forEach((path, at) => {
    writeFileSync(join(folder, `${at}.html`), documents[path] ?? "");
  });
  const files = paths.map((_, at) => join(folder, `${at}.html`));
  const { stdout, stderr } = spawnSync(
    "java",
    ["-jar", checker, "--stdout", "--exit-zero-always", "--errors-only", "--format", "json", ...files],
    { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  if (!stdout) throw new Error(stderr);
  const { messages } = JSON.parse(stdout) as { messages: Message[] };
  return messages.flatMap(({ url, message, extract }) => {
    const said = `${message} ${extract}`;
    const at = Number(/(\d+)\.html$/.exec(url)?.[1]);
    return UNREAD.some((each) => each.test(said)) ? [] : [`${paths[at]}: ${said}`];
  });
}

/** What browsers read and this checker cannot yet. */
const UNREAD = [
  /^CSS: “size-adjust”: Property “size-adjust” doesn't exist/,
  /^CSS: “(padding|--gutter|padding-inline)”: Parse Error\. .*(a-inset-bottom|nset-right|var\(--gutter\))/,
  // of that length it knows no unit
  /^CSS: “(width|max-width)”: The types are incompatible\. .*\* var\(--gutter\)/,
  /^CSS: “scrollbar-gutter”: Property “scrollbar-gutter” doesn't exist/,
  /^Attribute “name” not allowed on element “details”/,
];

/** The address of each page of a build, with these values in it. */
function addressesOf({ routes }: ServerBuild, values: Record<string, string>): string[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || (!route.path && !route.index)) return [];
    const filled = (route.path ?? "").replace("*", "no/such/page").replace(/:\w+/g, (name) => {
      const value = values[`${route.path?.split("/")[0]}/${name}`];
      if (!value) throw new Error(`${route.path} needs a ${name}`);
      return value;
    });
    return [`/${filled}`];
  });
}

const idOf = async (table: string) =>
  (await shop.query<{ id: string }>(`select id from ${table} limit 1`))[0]?.id ?? "";

test("No page or counter screen has an error of the Nu HTML checker", async () => {
  const product = await idOf("products");
  const tie = await addEpisode(shop);
  await tie({ _id: product });
  await shop.query("update product_episodes set quote = 'Vaa'");
  const addresses = addressesOf(await builtPages(), {
    "product/:productId": product,
    "episodes/:slug": "the-drop",
    "policies/:slug": "returns",
  });
  expect(addresses.length).toBeGreaterThan(17);
  const track = trackLinks(shop.config.STAFF_SECRET ?? "", "").urlOf(await idOf("orders"));
  const documents: Record<string, string> = {};
  for (const address of [...addresses, "/collection?search=zzzz", track])
    for (const asked of [address, `${address}${address.includes("?") ? "&" : "?"}lang=sw`])
      documents[asked] = await pages.text(asked);
  documents["the page of a busy shop"] = busyPage.html(5, new IncomingMessage(new Socket()));
  documents["the page without a connection"] =
    `<!doctype html>${renderToStaticMarkup(createElement(OfflineDocument, { css: "" }))}`;
  expect(errorsIn(documents)).toEqual([]);
});

test("nor in any screen of the back office", async () => {
  const { cookie } = await signInStaff(shop);
  const addresses = addressesOf(await builtStaffPages(), {
    "orders/:id": await idOf("orders"),
    "money/:id": await idOf("transactions"),
    "goods/:id": await idOf("products"),
    "coupons/:id": await idOf("coupons"),
    "settings/:name": "shop",
  });
  expect(addresses.length).toBeGreaterThan(24);
  const documents: Record<string, string> = {};
  for (const address of addresses) {
    const { status, body } = await pages.ask(`/staff${address}`, { cookie });
    // one that has moved leads to another of them
    if (status < 300 || status >= 400) documents[`/staff${address}`] = body.toString();
  }
  expect(errorsIn(documents)).toEqual([]);
});
