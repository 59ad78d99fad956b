import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openTestShop } from "../../../test/shop.ts";
import { signInStaff } from "../../../test/support/back-office.ts";
import type { Policy } from "../../policies/rules.ts";
import { USUAL_POLICIES } from "../../policies/usual-policies.server.ts";

const shop = await openTestShop();
const owner = await signInStaff(shop);
const support = await signInStaff(shop, "support");
beforeEach(() => shop.query("delete from settings"));
afterAll(() => shop.close());

type Change = { _id: string; before: Record<string, unknown>; after: Record<string, unknown> };
const read = async () => {
  const { status, text, body } = await owner.get("/settings/policies");
  expect(status, text).toBe(200);
  const { setting, history } = body as unknown as {
    setting: { value: { pages: Policy[] }; version: number };
    history: Change[];
  };
  return { ...setting, pages: setting.value.pages, history };
};
const save = (pages: unknown[], version: number) =>
  owner.post("/settings/policies", { value: { pages }, version });
const GIFTS = { slug: "gift-cards", title: "Gift cards", text: `Ask us.\n\n${"Long. ".repeat(200)}`.trim() };
const [DELIVERY, ...REST] = USUAL_POLICIES;

describe("the pages of policies", () => {
  test("A change of policies touches only its pages, and can be put back", async () => {
    expect(await read()).toMatchObject({ pages: USUAL_POLICIES, version: 0 });
    const shorter = { ...REST[0], text: "Within {days} days." };
    expect((await save([GIFTS, shorter, ...REST.slice(1)], 0)).status).toBe(200);
    const rows = await shop.query(
      "select before, after from audit where subject_id = 'policies' order by id desc limit 1",
    );
    const order = USUAL_POLICIES.map(({ slug }) => slug);
    expect(rows).toEqual([
      {
        before: {
          order,
          "/policies/delivery": { title: "Delivery", text: DELIVERY?.text },
          "/policies/returns": { title: "Returns and exchanges", text: REST[0]?.text },
        },
        after: {
          order: ["gift-cards", ...order.slice(1)],
          "/policies/gift-cards": { title: "Gift cards", text: GIFTS.text },
          "/policies/returns": { title: "Returns and exchanges", text: "Within {days} days." },
        },
      },
    ]);
    const [change] = (await read()).history;
    const cut = change?.after["/policies/gift-cards"] as { text: string };
    expect(cut.text).toMatch(/^Ask us\.[\s\S]{150,200}…$/);
    const listed = await owner.get("/audit?subject=policies&limit=1");
    expect(listed.text).toContain("Ask us.");
    expect(listed.text.length).toBeLessThan(3_000);

    const back = await owner.post("/settings/policies/back", { change: change?._id, version: 1 });
    expect(back.body).toMatchObject({ setting: { value: { pages: USUAL_POLICIES }, version: 2 } });
    const [last] = (await read()).history;
    await owner.post("/settings/policies/back", { change: last?._id, version: 2 });
    expect((await read()).pages).toEqual([GIFTS, shorter, ...REST.slice(1)]);
  });

  test("can be none at all, and in another order", async () => {
    await save([...USUAL_POLICIES].reverse(), 0);
    expect((await read()).pages).toEqual([...USUAL_POLICIES].reverse());
    expect((await read()).history[0]?.before).toEqual({ order: USUAL_POLICIES.map(({ slug }) => slug) });
    expect((await save([], 1)).status).toBe(200);
    expect((await read()).pages).toEqual([]);
  });

  test('"Put back" overwrites no colleague\'s later change of policies', async () => {
    await save([GIFTS], 0);
    const { history } = await read();
    await save([GIFTS, ...REST], 1);
    const late = await owner.post("/settings/policies/back", { change: history[0]?._id, version: 1 });
    expect([late.status, late.body.current]).toMatchObject([409, { version: 2 }]);
    const none = await owner.post("/settings/policies/back", { change: "0", version: 2 });
    expect([none.status, (await read()).version]).toEqual([404, 2]);
    const others = await owner.post("/settings/shop/back", { change: history[0]?._id, version: 0 });
    expect(others.status).toBe(404);
  });

  test("that cannot be are refused by field, and nothing is written", async () => {
    const { status, body } = await save(
      [{ slug: "Gift cards", title: "", text: "" }, GIFTS, { ...GIFTS, title: "Twice" }],
      0,
    );
    expect(status).toBe(400);
    expect(body.fields).toEqual({
      "pages.0.slug": "Small letters, digits and hyphens, such as gift-cards.",
      "pages.0.title": "Enter a title.",
      "pages.0.text": "Write what the page says.",
      "pages.2.slug": "Another page has this address.",
    });
    expect((await save([GIFTS, { ...GIFTS, title: "Twice" }], 0)).body.fields).toEqual({
      "pages.1.slug": "Another page has this address.",
    });
    const long = Array.from({ length: 5 }, (_, at) => ({
      ...GIFTS,
      slug: `p${at}`,
      text: "x".repeat(12_000),
    }));
    expect((await save(long, 0)).body.fields).toEqual({
      pages: "Together the pages are too long: shorten one.",
    });
    expect((await save(long.slice(0, 3), 0)).status).toBe(200);
    await shop.query("delete from settings");
    const many = Array.from({ length: 13 }, (_, at) => ({ ...GIFTS, slug: `p${at}`, text: "x" }));
    expect((await save(many, 0)).body.fields).toEqual({ pages: "At most 12 pages." });
    expect(await shop.query("select 1 from settings")).toEqual([]);
  });

  test("are previewed as shoppers will see them, by whoever may read them", async () => {
    const { body } = await support.post("/settings/policies/preview", { text: "# Hi\n\n{days} <b>days</b>" });
    expect(body).toMatchObject({ html: "<h2>Hi</h2>\n<p>7 &lt;b&gt;days&lt;/b&gt;</p>\n" });
    const hidden = await support.post("/settings/policies/preview", { text: "turned\u202eround" });
    expect(hidden.body.message).toBe("Please leave out the hidden character after “turned”.");
    expect(await shop.query("select 1 from settings")).toEqual([]);
  });
});
