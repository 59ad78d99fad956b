import { CATEGORIES, SORTS, SUB_CATEGORIES } from "../../src/catalogue/rules.ts";
import { askInTurn, median, percentile } from "./load.ts";
import { benchMadeAnew } from "./made-anew.ts";
import type { Figure, Stage } from "./stage.ts";

const MANY = 100_000;
const FEW = 1_000;
const AT = 8;
const ROUNDS = 3;
const MS = 5_000;
/** Milliseconds that 99 of 100 uncached pages may take at most, and growth of the home page in percent, noise allowed. */
const PAGE_MAX = 60;
const GROWTH_MAX = 120;

/** Pages that nobody has asked for before over a large catalogue; and the home page over a small and a large one. */
export async function benchCatalogue(stage: Stage): Promise<Figure[]> {
  const [few, many] = [await stage.openCatalogue(FEW), await stage.openCatalogue(MANY)];
  const times: number[][] = [];
  const home: { few: number; many: number }[] = [];
  const { url } = await stage.startShop({ DATABASE_URL: many });
  const next = () => ({ path: somePage() });
  await askInTurn(url, { at: AT, ms: MS, next });
  for (let round = 0; round < ROUNDS; round += 1) {
    const paths: string[] = [];
    const answers = await askInTurn(url, {
      at: AT,
      ms: MS,
      next: () => {
        const path = somePage();
        paths.push(path);
        return { path };
      },
    });
    const failed = answers.find(({ status }) => status !== 200);
    if (failed) throw new Error(`a collection page answered ${failed.status}`);
    times.push(answers.map(({ ms }) => ms));
  }
  await stage.stopShop();
  for (let round = 0; round < ROUNDS; round += 1)
    home.push({ few: await homePage(stage, few), many: await homePage(stage, many) });
  return [
    ...(await benchMadeAnew(stage, many)),
    {
      what: `collection of ${MANY} products, uncached, p99 at ${AT}`,
      got: median(times.map((round) => percentile(round, 99))),
      budget: PAGE_MAX,
      unit: "ms",
    },
    { what: "the same, median", got: median(times.map((round) => median(round))), unit: "ms" },
    {
      what: `home page over ${MANY} products, of the same over ${FEW}`,
      got: median(home.map((round) => (100 * round.many) / round.few)),
      budget: GROWTH_MAX,
      unit: "%",
    },
    { what: `home page over ${MANY}, made anew`, got: median(home.map((round) => round.many)), unit: "ms" },
  ];
}

/** Some filters, a sort, a page that exists, or a search: of thousands, so that hardly any comes twice. */
function somePage(): string {
  const query = new URLSearchParams();
  const some = <T>(list: readonly T[]) => list.filter(() => Math.random() < 0.4);
  for (const category of some(CATEGORIES)) query.append("category", category);
  for (const subCategory of some(SUB_CATEGORIES)) query.append("subCategory", subCategory);
  query.set("sort", SORTS[Math.floor(Math.random() * SORTS.length)] ?? "relevant");
  const searched = Math.random() < 0.2;
  if (searched) query.set("search", String(1_000 + Math.floor(Math.random() * 99_000)));
  else query.set("page", String(1 + Math.floor(Math.random() * 400)));
  return `/collection?${query}`;
}

/** Milliseconds of a home page that nothing keeps: the first after each change of a product, and of a query besides. */
async function homePage(stage: Stage, DATABASE_URL: string): Promise<number> {
  const { url } = await stage.startShop({ DATABASE_URL });
  let turn = 0;
  const answers = await askInTurn(url, {
    at: 1,
    ms: MS,
    next: () => {
      turn += 1;
      // a parameter that pages read, so that the page is not the kept one
      return { path: `/?page=${turn}` };
    },
  });
  await stage.stopShop();
  return median(answers.slice(answers.length / 4).map(({ ms }) => ms));
}
