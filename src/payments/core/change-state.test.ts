import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { openTestShop } from "../../../test/shop.ts";
import { addPayment } from "../../../test/support/payment.ts";
import { changeState, insertCodePayment, insertPayment } from "./change-state.server.ts";
import { EVENTS, nextState, STATES, type State, type StateEvent, stateDiagram } from "./state.ts";
import { payments } from "./tables.server.ts";

const shop = await openTestShop();
/** A payment whose order is there, so that it may be in any state. */
const id = (await addPayment(shop.db)).id;
await shop.query("alter table payments drop constraint paid_by_a_transaction");
afterAll(() => shop.close());

const NAMES = Object.keys(EVENTS) as StateEvent[];
const historyOf = (payment: string) =>
  shop.query("select event, from_state, to_state, note from payment_events where payment_id = $1", [payment]);

async function standsIn(state: State) {
  await shop.query("delete from payment_events");
  await shop.query("update payments set state = $2, reason = null, code = null where id = $1", [id, state]);
}

test.each(STATES.flatMap((from) => NAMES.map((event) => ({ from, event }))))(
  "$event of a payment that is $from",
  async ({ from, event }) => {
    const to = nextState(from, event);
    await standsIn(from);
    const changed = await changeState(shop.db, event, eq(payments.id, id), { reason: "a reason" });
    const [row] = await shop.db.select().from(payments).where(eq(payments.id, id));
    if (to === undefined) {
      expect({ changed, state: row?.state, reason: row?.reason }).toEqual({
        changed: [],
        state: from,
        reason: null,
      });
      expect(await historyOf(id)).toEqual([]);
      return;
    }
    expect({ state: row?.state, reason: row?.reason }).toEqual({ state: to, reason: "a reason" });
    expect(changed).toEqual([{ ...row, was: from, beside: null }]);
    const moved = { event, from_state: from, to_state: to, note: "a reason" };
    expect(await historyOf(id)).toEqual(from === to ? [] : [moved]);
  },
);

test("a payment begins with a row of history; of a typed code there is one", async () => {
  const [row] = await shop.db.select().from(payments).where(eq(payments.id, id));
  if (!row) throw new Error("there is no payment");
  const { orderId, method, amount } = row;
  const begun = { orderId, method, amount, state: "pending", active: false } as const;
  const first = [{ event: "begin", from_state: null, to_state: "pending", note: null }];
  const written = await insertPayment(shop.db, { ...begun, id: "whole", reference: "whole" });
  expect(written).toMatchObject({ ...begun, id: "whole", checks: 0 });
  expect(await historyOf("whole")).toEqual(first);
  const typed = { ...row, firstLook: 15, isRefused: false };
  const once = (name: string) => insertCodePayment(shop.db, { ...typed, id: name, reference: "till:ONCE" });
  expect([await once("first"), await once("second")]).toEqual([true, false]);
  expect([await historyOf("first"), await historyOf("second")]).toEqual([first, []]);
});

test("of two that apply an event simultaneously one finds it taken", async () => {
  await standsIn("created");
  const both = [1, 2].map(() => changeState(shop.db, "submit", eq(payments.id, id)));
  expect((await Promise.all(both)).map((changed) => changed.length).sort()).toEqual([0, 1]);
  expect(await historyOf(id)).toHaveLength(1);
});

test("an attempt that is paid stays so: where its money goes is told by the money", () => {
  expect(NAMES.flatMap((event) => nextState("paid", event) ?? [])).toEqual(["paid"]);
});

test("the drawing in the docs is that of the table", async () => {
  const page = `# The states of a payment\n\nMade from the table in \`src/payments/core/state.ts\` by its test (\`npm run unit -- src/payments/core/change-state.test.ts -u\`). An event not drawn from a state changes nothing there.\n\n\`\`\`mermaid\n${stateDiagram()}\n\`\`\`\n`;
  await expect(page).toMatchFileSnapshot("../../../docs/payment-states.md");
});
