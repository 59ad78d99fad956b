import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { CATALOGUE_CHANGES } from "../../src/catalogue/changes.server.ts";
import { goodsFile, manyGoods } from "../../test/support/goods-file.ts";
import { browse, times } from "./crowd.ts";
import { askAtRate, askInTurn, connections, percentile } from "./load.ts";
import { STAFF_SETTINGS, signInOwner } from "./owner-session.ts";
import { type Owner, postAsStaff, sendFile } from "./send-file.ts";
import type { Figure, Stage } from "./stage.ts";

const ROWS = 50_000;
/** What an import may take: seconds, milliseconds of the slowest pages meanwhile, and times that kept pages are dropped. */
const BUDGET = { seconds: 60, page: 300, drops: 5 };
/** Pages that shoppers ask for in a second. */
const PER_SECOND = 20;
const WARM_MS = 3_000;

type Came = { state: string; written: boolean; faults: number; new: number; changed: number; same: number };

/** A large file of goods while shoppers browse: with one row wrong, all right, and all of it dearer. */
export async function benchImports(stage: Stage): Promise<Figure[]> {
  const shop = await stage.startShop(STAFF_SETTINGS);
  const owner = { shop, headers: await signInOwner(stage, shop) };
  await askInTurn(shop.url, { at: 4, ms: WARM_MS, next: browse });
  const rows = manyGoods(ROWS);
  const before = await countProducts(stage);
  const wrong = await imported(
    stage,
    owner,
    goodsFile(rows.with(ROWS - 2, { ...rows.at(-2), Price: "free" })),
  );
  const kept = (await countProducts(stage)) - before;
  const added = await imported(stage, owner, goodsFile(rows));
  const exported = await fetch(`${shop.url}/api/staff/export/goods.csv`, { headers: owner.headers });
  const dearer = await imported(stage, owner, (await exported.text()).replaceAll('"1500"', '"1600"'));
  await stage.stopShop();
  if (wrong.came.faults !== 1 || added.came.new !== ROWS || dearer.came.changed < ROWS)
    throw new Error(`not imported: ${JSON.stringify([wrong.came, added.came, dearer.came])}`);
  return [
    {
      what: `import of ${ROWS} rows, row 49999 wrong: until that is said`,
      got: wrong.seconds,
      budget: BUDGET.seconds,
      unit: "s",
    },
    { what: "products written by it", got: kept, budget: 0, unit: "" },
    ...figuresOf(`import of ${ROWS} new products`, added),
    ...figuresOf(`import of ${ROWS} changed prices`, dearer),
  ];
}

function figuresOf(what: string, { seconds, p99, drops }: Awaited<ReturnType<typeof imported>>): Figure[] {
  return [
    { what, got: seconds, budget: BUDGET.seconds, unit: "s" },
    { what: `${what}: pages meanwhile, p99`, got: p99, budget: BUDGET.page, unit: "ms" },
    { what: `${what}: kept pages are dropped`, got: drops, budget: BUDGET.drops, unit: "×" },
  ];
}

async function countProducts(stage: Stage): Promise<number> {
  const [row] = await stage.query<{ n: number }>("select count(*)::int as n from products");
  return row?.n ?? Number.NaN;
}

/** From the moment the file is there until the import is done, with pages asked for meanwhile. */
async function imported(stage: Stage, owner: Owner, file: string) {
  const upload = await sendFile(owner, "goods", Buffer.from(file));
  const listener = new pg.Client(stage.connection);
  await listener.connect();
  let drops = 0;
  listener.on("notification", () => {
    drops += 1;
  });
  await listener.query(`listen ${CATALOGUE_CHANGES}`);
  const agent = connections(64);
  const pages: number[] = [];
  let isDone = false;
  const browsing = (async () => {
    const given = { perSecond: PER_SECOND, ms: 1_000, agent, next: browse };
    while (!isDone) pages.push(...times(await askAtRate(owner.shop.url, given)));
  })();
  const begun = performance.now();
  const { id } = await postAsStaff(owner, "/imports", { upload, dryRun: false });
  const came = await outcome(owner, String(id));
  const seconds = (performance.now() - begun) / 1_000;
  isDone = true;
  await browsing;
  agent.destroy();
  await listener.query("select 1");
  await listener.end();
  return { seconds, came, drops, p99: percentile(pages, 99) };
}

async function outcome({ shop, headers }: Owner, id: string): Promise<Came> {
  for (;;) {
    const answer = await fetch(`${shop.url}/api/staff/imports/${id}?limit=1`, { headers });
    const came = (await answer.json()) as Came;
    if (came.state !== "reading") return came;
    await pause(250);
  }
}
