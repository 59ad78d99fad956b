import { afterAll, beforeAll, expect, test } from "vitest";
import { addCoupon, inventCoupons } from "../../../test/coupons.ts";
import { type OpenPages, openPages } from "../../../test/pages.ts";
import { openTestShop, type TestShop } from "../../../test/shop.ts";
import { signInStaff } from "../../../test/support/back-office.ts";
import { ROLES, type Role } from "../rights.ts";

let shop: TestShop;
let pages: OpenPages;
const cookies = {} as Record<Role, string>;
beforeAll(async () => {
  shop = await openTestShop();
  pages = await openPages(shop);
  for (const role of ROLES) cookies[role] = (await signInStaff(shop, role)).cookie;
});
afterAll(async () => {
  await pages.close();
  await shop.close();
});

const screen = async (role: Role, path: string) => {
  const { status, body } = await pages.ask(`/staff${path}`, { cookie: cookies[role] });
  return { status, html: body.toString() };
};

test("without coupons the list says what one is", async () => {
  expect((await screen("owner", "/coupons")).html).toContain("There is no coupon yet");
});

test("Only the owner changes coupons", async () => {
  const { id } = await addCoupon(shop, {
    code: "SAUTI33",
    startsAt: new Date(Date.UTC(2099, 0, 1, 5)),
    maxUses: 1_000,
    source: "heard in episode 33",
  });
  const seen = async (role: Role) => {
    const [list, one] = [await screen(role, "/coupons"), await screen(role, `/coupons/${id}`)];
    return {
      status: [list.status, one.status],
      menu: /href="\/staff\/coupons"/.test((await screen(role, "")).html),
      adds: list.html.includes("Add a coupon"),
      saves: />Save</.test(one.html),
      switches: one.html.includes("Switch off"),
    };
  };
  expect(await seen("owner")).toEqual({
    status: [200, 200],
    menu: true,
    adds: true,
    saves: true,
    switches: true,
  });
  expect(await seen("support")).toEqual({
    status: [200, 200],
    menu: true,
    adds: false,
    saves: false,
    switches: false,
  });
  expect(await seen("packer")).toMatchObject({ status: [403, 403], menu: false });
  const { html } = await screen("support", "/coupons");
  for (const words of [
    "10% off",
    "From 1 Jan 2099, 08:00",
    "0 of 1,000 used",
    "heard in episode 33",
    "Not yet",
  ])
    expect(html).toContain(words);
  expect((await screen("owner", "/coupons/nobody")).status).toBe(404);
});

test("more than fifty go on with the next page, and behind the last one is a way back", async () => {
  await inventCoupons(shop, { coupons: 60, uses: 0 });
  const { html } = await screen("owner", "/coupons");
  const [, next = ""] = /href="\/staff\/coupons\?(after=[^"]+)"[^>]*>Older</.exec(html) ?? [];
  expect(html.match(/<th scope="row">/g)).toHaveLength(50);
  const second = (await screen("owner", `/coupons?${next}`)).html;
  expect(second.match(/<th scope="row">/g)).toHaveLength(11);
  expect(second).not.toContain(">Older<");
  expect((await screen("owner", "/coupons?after=0")).html).toContain("Show the newest");
});
