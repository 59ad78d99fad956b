import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { browse, times } from "./crowd.ts";
import { type Answered, askAside, askInTurn, percentile } from "./load.ts";
import { STAFF_SETTINGS, signInOwner } from "./owner-session.ts";
import { type Owner, postAsStaff, sendFile } from "./send-file.ts";
import type { Figure, Stage } from "./stage.ts";
import { memoryOf } from "./start.ts";

const UPLOADS = 20;
/** A phone's photograph of 12 megapixels. */
const [WIDTH, HEIGHT] = [4_000, 3_000];
/** Milliseconds of the slowest pages meanwhile, and MB that the shop may hold beyond what it held. */
const BUDGET = { page: 300, memory: 60 };
/** Pages that shoppers ask for in a second, and in what spans. */
const PER_SECOND = 20;
const SPAN_MS = 5_000;
/** So long that kept pages fill the cache, for what they take is not the photographs'. */
const WARM_MS = 20_000;

/** Photographs that all arrive at once, while shoppers browse. */
export async function benchUploads(stage: Stage): Promise<Figure[]> {
  const shop = await stage.startShop(STAFF_SETTINGS);
  const owner = { shop, headers: await signInOwner(stage, shop) };
  const files = await Promise.all(Array.from({ length: UPLOADS }, (_, n) => photograph(n)));
  await askInTurn(shop.url, { at: 16, ms: WARM_MS, next: browse });
  // the first picture of a process loads what makes pictures
  await send(owner, await photograph(UPLOADS));
  const before = await memoryOf(shop.child);
  const begun = performance.now();
  const watched = watch(owner);
  await Promise.all(files.map((file) => send(owner, file)));
  const seconds = (performance.now() - begun) / 1_000;
  const { pages, most } = await watched.end();
  await stage.stopShop();
  return [
    {
      what: `${UPLOADS} photographs of 12 megapixels at once: until all are pictures`,
      got: seconds,
      unit: "s",
    },
    { what: "pages meanwhile, p99", got: percentile(times(pages), 99), budget: BUDGET.page, unit: "ms" },
    {
      what: "most memory meanwhile, beyond that of before",
      got: most - before,
      budget: BUDGET.memory,
      unit: "MB",
    },
  ];
}

/** Some megabytes of which no two are alike, with shapes a camera might see. */
function photograph(n: number): Promise<Buffer> {
  const shapes = Array.from({ length: 60 }, (_, each) => {
    const [x, y] = [(each * 677 + n * 131) % WIDTH, (each * 389 + n * 71) % HEIGHT];
    return `<circle cx="${x}" cy="${y}" r="${100 + ((each * 53) % 400)}" fill="hsl(${(each * 47 + n) % 360} 60% 50%)" fill-opacity=".5"/>`;
  });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${shapes.join("")}</svg>`;
  const noise = {
    create: { width: WIDTH, height: HEIGHT, channels: 3, background: "#000", noise: GRAIN },
  } as const;
  return sharp(Buffer.from(drawing))
    .composite([{ input: noise as never, blend: "soft-light" }])
    .jpeg({ quality: 90 })
    .toBuffer();
}
const GRAIN = { type: "gaussian", mean: 128, sigma: 20 } as const;

/** Sends a file, and asks until it is a picture, as a phone does. */
async function send(owner: Owner, file: Buffer): Promise<void> {
  const id = await sendFile(owner, "picture", file);
  for (;;) {
    const { ready, why } = await postAsStaff(owner, `/uploads/${id}/done`, {});
    if (ready) return;
    if (why) throw new Error(`no picture: ${why}`);
    await pause(2_000);
  }
}

/** Pages asked for by a crowd, and the most memory the shop held, until `end`. */
function watch({ shop }: Owner) {
  let most = 0;
  let isOver = false;
  const looking = setInterval(async () => {
    most = Math.max(most, await memoryOf(shop.child));
  }, 50);
  const asks = Array.from({ length: 200 }, browse);
  const crowd = (async () => {
    const pages: Answered[] = [];
    while (!isOver)
      pages.push(
        ...(await askAside({ url: shop.url, sockets: 64, perSecond: PER_SECOND, ms: SPAN_MS, asks })),
      );
    return pages;
  })();
  return {
    end: async () => {
      isOver = true;
      const pages = await crowd;
      clearInterval(looking);
      return { pages, most };
    },
  };
}
