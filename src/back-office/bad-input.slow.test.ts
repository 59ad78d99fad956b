import { afterAll, beforeAll, expect, test } from "vitest";
import { ADDRESS } from "../../test/people.ts";
import { expectRefused, openRefusals } from "../../test/support/refusals.ts";
import { shop as facts } from "../shop.ts";

let open: Awaited<ReturnType<typeof openRefusals>>;
beforeAll(async () => {
  open = await openRefusals();
});
afterAll(() => open.close());

const LONG = "x".repeat(3_000);
const NUL = "a\0b";
const HALF = "\ud800";
const HUGE = [2 ** 31, 1e308, -1, 1.5];
/** What no text of a body may be. */
const NO_TEXT = [NUL, HALF, LONG, 7, null];
/** What no number may be. */
const NO_NUMBER = [...HUGE, "1", null];
/** What no yes or no may be. */
const NO_BOOLEAN = ["true", 1, null];

const item = { _id: "x", size: "M", quantity: 1 };
const line = { line: 1, quantity: 1, restock: true };
const { phone, email, address, podcast, returnDays } = facts;
const POLICY_PAGE = { slug: "gift-cards", title: "Gift cards", text: "Ask." };
const SHOP = { phone, email, address, podcast, returnDays };
const AREA = { county: "Nairobi", from: 1, to: 2 };
const POINT = {
  name: "Langata Road",
  address: { street: "Langata Road 1", city: "Nairobi", state: "Nairobi", zipCode: "00509" },
  hours: "Mon to Fri, 9 to 17",
};
const DELIVERY = { fee: 1, freeOver: null, days: { from: 3, to: 5 }, areas: [AREA], points: [] };
const PRODUCT = { name: "x", category: "Men", subCategory: "Topwear", price: 1, sizes: ["M"] };
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
    "/orders/undo",
    () =>
      bodies(
        { orders: [{ id: "x", version: 0 }] },
        {
          orders: [
            [],
            "x",
            null,
            [7],
            Array(51).fill({ id: "x", version: 0 }),
            ...NO_TEXT.map((id) => [{ id, version: 0 }]),
            ...NO_NUMBER.map((version) => [{ id: "x", version }]),
          ],
        },
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
  ["/reviews/nobody", () => bodies({ show: true }, { show: NO_BOOLEAN, photo: NO_BOOLEAN })],
  [
    "/goods",
    () =>
      bodies(PRODUCT, {
        name: ["", "  ", ...NO_TEXT],
        description: [NUL, HALF, 7, null, "x".repeat(5_001)],
        category: ["men", ...NO_TEXT],
        subCategory: NO_TEXT,
        price: [0, 1_000_001, ...NO_NUMBER],
        formerPrice: [0, ...NO_NUMBER.filter((value) => value !== null)],
        trending: NO_BOOLEAN,
        sizes: ["M", null, [], [NUL], [7], [""], ["M", "M"], Array(21).fill("M"), [LONG]],
        colour: ["red", ...NO_TEXT],
        confirmed: NO_BOOLEAN,
      }),
  ],
  ["/goods/nobody", () => bodies({ version: 1 }, { version: NO_NUMBER, price: [0, ...NO_NUMBER] })],
  [
    "/goods/nobody/pictures",
    () =>
      bodies(
        { order: ["/images/sample.svg"], alts: [""] },
        {
          order: [null, "x", [7], [NUL], [HALF], ["a", "a"], Array(21).fill("a"), ["x".repeat(201)]],
          alts: [null, "x", [7], [NUL], [HALF], ["x".repeat(251)], ["two\nlines"], ["one", "too many"]],
        },
      ),
  ],
  ["/imports", () => [{ file: "x" }]],
  ["/imports/nobody/undo", () => [{ id: NUL }]],
  [
    "/goods/nobody/stock",
    () =>
      bodies(
        { size: "M", delta: 1, reason: "received" },
        {
          size: ["", ...NO_TEXT],
          delta: [10_001, -10_001, ...NO_NUMBER.filter((value) => value !== -1)],
          reason: NO_TEXT,
          note: [NUL, HALF, LONG, 7],
        },
      ),
  ],
  [
    "/coupons",
    () =>
      bodies(
        { code: "SAUTI33", kind: "percent", value: 10 },
        {
          code: ["", "A!", ...NO_TEXT],
          kind: ["share", ...NO_TEXT],
          value: [0, 101, ...NO_NUMBER],
          minimum: NO_NUMBER,
          startsAt: ["tomorrow", -1, 1.5, {}],
          endsAt: ["tomorrow", -1, 1.5, {}],
          maxUses: [0, ...NO_NUMBER.filter((value) => value !== null)],
          perShopper: [0, ...NO_NUMBER.filter((value) => value !== null)],
          category: ["men", NUL, 7],
          source: ["two\nlines", NUL, HALF, LONG, 7, null],
          active: NO_BOOLEAN,
        },
      ),
  ],
  ["/coupons/nobody", () => bodies({ version: 1 }, { version: NO_NUMBER, value: NO_NUMBER })],
  [
    "/settings/shop",
    () =>
      bodies(
        { value: SHOP, version: 0 },
        {
          version: NO_NUMBER,
          value: [
            ...NO_TEXT,
            [],
            {},
            ...NO_TEXT.map((phone) => ({ ...SHOP, phone })),
            ...["12", "<b>", "0700 000 000 000 000 000 0"].map((phone) => ({ ...SHOP, phone })),
            ...["x", ...NO_TEXT].map((email) => ({ ...SHOP, email })),
            ...NO_TEXT.map((street) => ({ ...SHOP, address: { ...SHOP.address, street } })),
            ...["http://x.example", "javascript:x", ...NO_TEXT].map((url) => ({
              ...SHOP,
              podcast: { ...SHOP.podcast, url },
            })),
            ...[0, 366, 1.5, ...NO_NUMBER].map((returnDays) => ({ ...SHOP, returnDays })),
          ],
        },
      ),
  ],
  ...(
    [
      ["/settings/delivery", (value) => ({ value, version: 0 })],
      ["/delivery", (value) => ({ delivery: value, version: 0 })],
    ] as [string, (value: unknown) => object][]
  ).map(([call, body]): [string, () => object[]] => [
    call,
    () => [
      ...NO_TEXT.map(body),
      ...bodies(DELIVERY, {
        fee: [10_001, ...NO_NUMBER],
        freeOver: [1_000_001, ...NO_NUMBER.filter((value) => value !== null)],
        days: [{ from: 2, to: 1 }, { from: 0, to: 1 }, { from: 1, to: 61 }, { from: 1 }, ...NO_TEXT],
        areas: [
          ...NO_TEXT.filter((value) => !Array.isArray(value)),
          ...[
            { ...AREA, county: "Atlantis" },
            { ...AREA, from: 3 },
            { ...AREA, fee: -1 },
            { ...AREA, fee: 10_001 },
            { ...AREA, town: "" },
            { county: "Nairobi" },
            {},
            null,
          ].map((area) => [area]),
          [AREA, { ...AREA, county: "nairobi county", fee: 5 }],
          [
            { ...AREA, town: "Karen" },
            { ...AREA, town: "KAREN" },
          ],
          Array.from({ length: 501 }, (_, at) => ({ ...AREA, town: `Town ${at}` })),
        ],
      }).map(body),
    ],
  ]),
  [
    "/pick-up-points",
    () =>
      bodies(
        { version: 0 },
        {
          points: [
            ...NO_TEXT.filter((value) => !Array.isArray(value)),
            [POINT, { ...POINT, name: "LANGATA road" }],
            ...NO_TEXT.flatMap((text) => [
              [{ ...POINT, name: text }],
              [{ ...POINT, hours: text }],
              [{ ...POINT, address: { ...POINT.address, street: text } }],
            ]),
            [{ ...POINT, fee: 10_001 }],
            [{ ...POINT, name: "duka.example.com" }],
            [{ ...POINT, address: { ...POINT.address, state: "Atlantis" } }],
            [{ ...POINT, address: { ...POINT.address, zipCode: "GPO" } }],
            Array.from({ length: 21 }, (_, at) => ({ ...POINT, name: `Point ${at}` })),
          ],
        },
      ),
  ],
  [
    "/settings/payments",
    () =>
      bodies(
        { version: 0 },
        {
          value: [
            ...["1234", "12345678", "a".repeat(5), ...NO_TEXT].map((till) => ({ methods: ["cod"], till })),
            ...[[], ["cash"], ["cod", null], "cod", null].map((methods) => ({
              methods,
              till: "",
            })),
          ],
        },
      ),
  ],
  [
    "/settings/policies",
    () =>
      bodies(
        { version: 0 },
        {
          value: [
            ...[null, "x", [], {}, { pages: null }, { pages: "x" }, { pages: [null] }, { pages: [[]] }],
            ...["", "A", "a b", "-a", "a/b", "../a", "__proto__", "x".repeat(61), ...NO_TEXT].map((slug) => ({
              pages: [{ ...POLICY_PAGE, slug }],
            })),
            ...["", "two\nlines", "x".repeat(61), "a\u202eb", ...NO_TEXT].map((title) => ({
              pages: [{ ...POLICY_PAGE, title }],
            })),
            ...[
              "",
              " \n ",
              "x".repeat(12_001),
              "\u0007",
              "b\u2066a",
              ...NO_TEXT.filter((each) => each !== LONG),
            ].map((text) => ({
              pages: [{ ...POLICY_PAGE, text }],
            })),
            { pages: [POLICY_PAGE, POLICY_PAGE] },
            { pages: Array.from({ length: 13 }, (_, at) => ({ ...POLICY_PAGE, slug: `p${at}` })) },
          ],
        },
      ),
  ],
  [
    "/settings/shop/back",
    () => bodies({ change: "1", version: 0 }, { change: ["x".repeat(21), ...NO_TEXT], version: NO_NUMBER }),
  ],
  [
    "/settings/policies/preview",
    () =>
      bodies(
        {},
        {
          text: [
            "",
            " \n ",
            "x".repeat(12_001),
            "\u0007",
            "b\u2066a",
            ...NO_TEXT.filter((each) => each !== LONG),
          ],
        },
      ),
  ],
  [
    "/goods/nobody/episodes",
    () =>
      [
        null,
        "x",
        [7],
        [{}],
        [{ _id: NUL }],
        [{ _id: "x", quote: NUL }],
        [{ _id: "x", clip: { from: 0, seconds: 31 } }],
      ].map((episodes) => ({ episodes })),
  ],
  [
    "/people",
    () =>
      bodies(
        { name: "Otieno", email: "o@sauti.example", role: "packer" },
        {
          name: ["", "bit.ly/b", "a\u202eb", ...NO_TEXT],
          email: ["x", ...NO_TEXT],
          role: ["admin", ...NO_TEXT],
        },
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
    "select (select count(*) from audit where action not like 'person.%') as audit, (select count(*) from staff) as staff, (select count(*) from products) as products, (select count(*) from refunds) as refunds, (select count(*) from order_events) as events",
  );

test.each(REFUSED)(
  "The back office refuses wrong types, huge numbers and unstorable letters in words: %s",
  async (path, wrong) => {
    const before = await written();
    for (const payload of [...wrong(), [], "text"]) {
      const text = JSON.stringify(payload);
      const answer = await open.send({ method: "POST", url: open.named(path), payload: text });
      expectRefused(answer, `${path} ${text.slice(0, 200)}`, [400, 401, 404, 409, 410, 415]);
    }
    expect(await written()).toEqual(before);
  },
);
