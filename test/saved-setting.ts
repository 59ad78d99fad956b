import type { TestShop } from "./shop.ts";

/** Writes a setting past its call, as the owner saved it. */
export async function saveSetting(
  shop: Pick<TestShop, "query">,
  name: string,
  value: object,
  version = 1,
): Promise<void> {
  await shop.query(
    `insert into settings (name, value, version, changed_by) values ($1, $2, $3, 'Wambui')
     on conflict (name) do update set value = excluded.value, version = excluded.version`,
    [name, value, version],
  );
}
