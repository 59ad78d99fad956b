import { recorded } from "./recorded.ts";
import type { TestShop } from "./shop.ts";

/** Does the work, and gives PostgreSQL's plan of each SELECT the app asked for it. */
export async function plansOf(shop: TestShop, work: () => Promise<unknown>): Promise<string[]> {
  const selects = (await recorded(work)).filter(({ text }) => /^\s*select/i.test(text));
  return Promise.all(
    selects.map(async ({ text, values }) => {
      const lines = await shop.query<{ "QUERY PLAN": string }>(`explain ${text}`, values);
      return lines.map((line) => line["QUERY PLAN"]).join("\n");
    }),
  );
}
