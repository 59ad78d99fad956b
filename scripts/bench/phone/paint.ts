import type { PhoneStage } from "../phone.ts";
import type { Figure } from "../stage.ts";
import { median, openDevice, settle } from "./device.ts";
import { plentifulProduct } from "./goods.ts";
import { servePlainPages } from "./plain-pages.ts";

/** How many times the largest paint of the same page as plain HTML. */
const BUDGET = 1.1;
/** Visits of each page in a round: one visit's paint is a tenth or more from the next's, which is the whole budget. */
const VISITS = 3;

const PEERS: Record<string, string> = {
  home: "ms: plain HTML 1,212, React Router as it comes 1,288, Next 1,352, React SPA 1,928; storefronts: Medusa 1,200, vercel/commerce 1,432, Vendure 2,184, Hydrogen 2,332, Saleor 2,412, a MERN shop 6,056",
  product: "ms: plain HTML 1,020, React Router as it comes 1,260, Next 1,356, React SPA 2,612",
};

/** The largest contentful paint of home and product, beside the same pages without any script; in turns. */
export async function comparePaints({ browser, url, rounds }: PhoneStage): Promise<Figure[]> {
  const plain = await servePlainPages(url);
  const { product } = await plentifulProduct(url);
  const pages = { home: "/", product: `/product/${product._id}` };
  const paints = new Map<string, number[]>();
  const visit = async (address: string, kind: string) => {
    const { page, close } = await openDevice(browser, {});
    await page.goto(address);
    const { lcp } = await settle(page);
    paints.set(kind, [...(paints.get(kind) ?? []), lcp]);
    await close();
  };
  // the first visits fill the plain server's memory and the shop's, and do not count
  for (const path of Object.values(pages))
    for (const host of [url, plain.url]) await visit(host + path, "warm");
  for (let round = 0; round < rounds * VISITS; round += 1)
    for (const [name, path] of Object.entries(pages)) {
      await visit(url + path, name);
      await visit(plain.url + path, `${name} plain`);
    }
  await plain.close();
  return Object.keys(pages).flatMap((name) => {
    const ours = median(paints.get(name) ?? []);
    const theirs = median(paints.get(`${name} plain`) ?? []);
    return [
      { what: `${name}: largest paint`, got: ours, unit: "ms", peers: PEERS[name] ?? "" },
      { what: `${name}: largest paint of the page as plain HTML`, got: theirs, unit: "ms" },
      { what: `${name}: largest paint against plain HTML`, got: ours / theirs, budget: BUDGET, unit: "×" },
    ];
  });
}
