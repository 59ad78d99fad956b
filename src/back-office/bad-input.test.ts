import { afterAll, beforeAll, expect, test } from "vitest";
import { ADDRESS } from "../../test/people.ts";
import { expectRefused, openRefusals } from "../../test/support/refusals.ts";

let open: Awaited<ReturnType<typeof openRefusals>>;
beforeAll(async () => {
  open = await openRefusals();
});
afterAll(() => open.close());

const LONG = "x".repeat(3_000);
const NUL = "a\0b";
const HALF = "\ud800";
const HUGE = [2 ** 31, 2 ** 53, 1e308, -1, 1.5];
/** What no text of a body may be. */
const NO_TEXT = [NUL, HALF, LONG, 7, true, null, ["x"], { x: "x" }];
/** What no number may be. */
const NO_NUMBER = [...HUGE, "1", "", [1], {}, true, null];

const item = { _id: "x", size: "M", quantity: 1 };
const line = { line: 1, quantity: 1, restock: true };
const wish = { amount: 1, reason: "torn", lines: [] as object[] };

/** Bodies that a call refuses: each named field in turn, with each value. */
function bodies(good: object, faults: Record<string, readonly unknown[]>): object[] {
  return Object.entries(faults).flatMap(([field, values]) =>
    values.map((value) => ({ ...good, [field]: value })),
  );
}

/** By call: what it must refuse. */
const REFUSED: [call: string, () => object[]][] = [
  [
    "/orders/:order/step",
    () =>
      bodies(
        { to: "Packing", version: 1 },
        {
          to: ["packing", ...NO_TEXT],
          version: NO_NUMBER,
          courier: [NUL, HALF, LONG, 7],
          reason: [NUL, LONG],
        },
      ),
  ],
  ["/orders/:order/undo", () => bodies({}, { version: NO_NUMBER })],
  ["/orders/:order/note", () => bodies({}, { text: ["", "  ", ...NO_TEXT] })],
  [
    "/orders/:order/cancel",
    () => bodies({ version: 1, reason: "x" }, { version: NO_NUMBER, reason: ["", ...NO_TEXT] }),
  ],
  [
    "/orders/:order/address",
    () =>
      bodies(
        { address: ADDRESS, version: 1 },
        {
          version: NO_NUMBER,
          address: [
            null,
            [],
            "x",
            {},
            { ...ADDRESS, city: NUL },
            { ...ADDRESS, phone: "07x" },
            { ...ADDRESS, street: LONG },
          ],
        },
      ),
  ],
  [
    "/orders/:order/edit",
    () =>
      bodies(
        { items: [item], version: 1 },
        {
          version: NO_NUMBER,
          items: [
            [],
            {},
            null,
            "x",
            Array(51).fill(item),
            [{ ...item, quantity: 0 }],
            ...HUGE.map((quantity) => [{ ...item, quantity }]),
            [{ ...item, _id: NUL }],
            [{ ...item, size: LONG }],
          ],
          preview: ["yes", 1],
        },
      ),
  ],
  [
    "/orders/step",
    () =>
      bodies(
        { ids: ["x"], to: "Packing" },
        { ids: [[], "x", null, [NUL], [7], Array(51).fill("x"), [LONG]], to: NO_TEXT },
      ),
  ],
  [
    "/payments/:payment/refund",
    () =>
      bodies(wish, {
        amount: [0, ...NO_NUMBER],
        reason: ["", ...NO_TEXT],
        receipt: [NUL, LONG, 7],
        lines: [
          "x",
          null,
          Array(51).fill(line),
          [{ ...line, line: 99 }],
          ...HUGE.map((value) => [{ ...line, line: value }]),
          ...HUGE.map((quantity) => [{ ...line, quantity }]),
        ],
      }),
  ],
  [
    "/payments/:payment/accept",
    () => bodies({ reason: "x" }, { reason: ["", ...NO_TEXT], receipt: [NUL, LONG, 7] }),
  ],
  ["/payments/:payment/close", () => bodies({}, { reason: ["", ...NO_TEXT] })],
  [
    "/payments/:payment/refunded",
    () => bodies({ refund: "x", code: "RBX1" }, { refund: ["", ...NO_TEXT], code: [NUL, LONG, 7] }),
  ],
  ["/codes/:payment/reject", () => bodies({}, { reason: ["", ...NO_TEXT] })],
  ["/codes/:payment/confirm", () => bodies({}, { receipt: [NUL, LONG, 7] })],
  ["/reviews/nobody", () => bodies({ show: true }, { show: ["true", "", 1, null, [], {}] })],
  [
    "/people",
    () =>
      bodies(
        { name: "Otieno", email: "o@sauti.example", role: "packer" },
        { name: ["", "a/b", "\u202eb", ...NO_TEXT], email: ["x", ...NO_TEXT], role: ["admin", ...NO_TEXT] },
      ),
  ],
  ["/people/nobody/role", () => bodies({}, { role: ["admin", ...NO_TEXT] })],
  [
    "/password",
    () =>
      bodies(
        { password: "x", newPassword: "jembe na nyundo 8" },
        { password: NO_TEXT, newPassword: ["short", ...NO_TEXT] },
      ),
  ],
  [
    "/sign-in",
    () => bodies({ email: "x@sauti.example", password: "x" }, { email: NO_TEXT, password: NO_TEXT }),
  ],
  [
    "/welcome",
    () =>
      bodies(
        { token: "x", password: "jembe na nyundo 8" },
        { token: NO_TEXT, password: ["short", ...NO_TEXT] },
      ),
  ],
  ["/welcome/confirm", () => bodies({ token: "x", code: "123456" }, { token: NO_TEXT, code: NO_TEXT })],
];

const written = async () =>
  open.shop.query(
    "select (select count(*) from audit where action not like 'person.%') as audit, (select count(*) from staff) as staff, (select count(*) from refunds) as refunds, (select count(*) from order_events) as events",
  );

test.each(REFUSED)(
  "POST %s refuses in words what it cannot take, and writes nothing",
  async (path, wrong) => {
    const before = await written();
    for (const payload of [...wrong(), [], "text", 7, true]) {
      const text = JSON.stringify(payload);
      const answer = await open.send({ method: "POST", url: open.named(path), payload: text });
      expectRefused(answer, `${path} ${text.slice(0, 200)}`, [400, 401, 404, 409, 410]);
    }
    expect(await written()).toEqual(before);
  },
);
