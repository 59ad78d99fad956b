import pg from "pg";
import { vi } from "vitest";
import type { TestShop } from "./shop.ts";

type Asked = { text: string; values: unknown[] };
type Sent = Partial<Pick<Asked, "values">> & { text: string; statements?: Asked[] };

/** Does the work, and gives PostgreSQL's plan of each SELECT the app asked for it. */
export async function plansOf(shop: TestShop, work: () => Promise<unknown>): Promise<string[]> {
  const asked: Asked[] = [];
  const spy = vi.spyOn(pg.Client.prototype, "query");
  await work();
  for (const [query, values] of spy.mock.calls as unknown as [string | Sent, unknown[]?][]) {
    const sent = typeof query === "string" ? { text: query } : query;
    // those of a transaction leave as a batch
    for (const { text, values: inside } of sent.statements ?? [sent])
      if (/^\s*select/i.test(text))
        asked.push({ text, values: Array.isArray(values) ? values : (inside ?? []) });
  }
  spy.mockRestore();
  return Promise.all(
    asked.map(async ({ text, values }) => {
      const lines = await shop.query<{ "QUERY PLAN": string }>(`explain ${text}`, values);
      return lines.map((line) => line["QUERY PLAN"]).join("\n");
    }),
  );
}
