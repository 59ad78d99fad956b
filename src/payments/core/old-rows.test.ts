import { expect, test } from "vitest";
import { migrateRows } from "../../../test/earlier-tables.ts";

const payment = (id: string, method: string, reference: string) =>
  `('${id}', 'buyer', '${method}', 'pending', '${id}', '${id}', '[]', 1500, 1, 1501, '${reference}')`;
const ROWS = `
  insert into users (id, name, email, password_hash) values ('buyer', 'A', 'a@b.co', 'none');
  insert into payments (id, user_id, method, state, checkout, draft, lines, subtotal, delivery_fee, amount, reference) values
    ${payment("typed", "cod", "till:SKA1B2C3D6")}, ${payment("push", "mpesa", "KB7Q2M9XPD")}`;

test("payments of before: a typed code has a column of its own, and the history so far stays", async () => {
  await migrateRows("_payment-history", ROWS, async (query) => {
    expect(await query("select id, reference, typed_code from payments order by id")).toEqual([
      { id: "push", reference: "KB7Q2M9XPD", typed_code: null },
      { id: "typed", reference: "till:SKA1B2C3D6", typed_code: "SKA1B2C3D6" },
    ]);
    await query("update payments set state = 'failed'");
    expect(await query("select payment_id, event, to_state from payment_events order by 1")).toEqual([
      { payment_id: "push", event: "moved", to_state: "pending" },
      { payment_id: "typed", event: "moved", to_state: "pending" },
    ]);
  });
});
