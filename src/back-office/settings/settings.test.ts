import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { saveSetting } from "../../../test/saved-setting.ts";
import { openTestShop, type TestApp } from "../../../test/shop.ts";
import { signInStaff } from "../../../test/support/back-office.ts";
import { shop as facts } from "../../shop.ts";

const shop = await openTestShop();
const other = await shop.second();
const owner = await signInStaff(shop);
beforeEach(() => shop.query("delete from settings"));
afterAll(() => shop.close());

const { phone, email, address, podcast, returnDays } = facts;
const SHOP = { phone, email, address, podcast, returnDays };
const save = (value: object, version: number, name = "shop") =>
  owner.post(`/settings/${name}`, { value, version });
const putBack = (change: { _id?: unknown } | undefined, version: number, name = "shop") =>
  owner.post(`/settings/${name}/back`, { change: change?._id, version });
const read = async (name = "shop") => {
  const { status, text, body } = await owner.get(`/settings/${name}`);
  expect(status, text).toBe(200);
  return body as unknown as { setting: Record<string, unknown>; history: Record<string, unknown>[] };
};
const podcastIn = (app: TestApp) => async () =>
  JSON.parse((await app.get("/manifest.webmanifest")).text).description;

describe("a setting", () => {
  test("is as shop.ts says until somebody changes it", async () => {
    expect((await read()).setting).toEqual({ name: "shop", value: SHOP, version: 0, by: null, at: null });
    expect((await read("banner")).setting.value).toEqual({ banner: facts.banner, offer: facts.offer });
    expect(await read("payments")).toMatchObject({ setting: { value: { methods: ["cod"], till: "" } } });
    expect(await podcastIn(other)()).toBe("The shop of Sauti ya Mtaa.");
  });

  test("is listed with all others, and what it says now", async () => {
    await saveSetting(shop, "shop", { ...SHOP, phone: "0711 111 111" });
    const { settings } = (await owner.get("/settings")).body as unknown as {
      settings: { name: string; version: number; value: Record<string, unknown> }[];
    };
    const names = settings.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["shop", "banner", "payments", "alerts", "podcast", "policies"]),
    );
    expect(settings.filter(({ version }) => version > 0)).toMatchObject([
      { name: "shop", value: { ...SHOP, phone: "0711 111 111" } },
    ]);
  });

  test("Each setting says who changed what, and can be put back", async () => {
    const changed = { ...SHOP, podcast: { ...podcast, name: "Radio Moja" }, returnDays: 14 };
    expect((await save(changed, 0)).body).toMatchObject({
      setting: { value: changed, version: 1, by: "The owner", at: expect.any(Number) },
    });
    for (const app of [shop, other])
      await expect.poll(podcastIn(app), { timeout: 20_000 }).toBe("The shop of Radio Moja.");
    const [entry] = (await read()).history;
    const was = { podcast, returnDays };
    expect(entry).toEqual({
      _id: expect.any(String),
      at: expect.any(Number),
      by: "The owner",
      before: was,
      after: { podcast: changed.podcast, returnDays: 14 },
    });
    const rows = await shop.query(
      "select subject_kind, subject_id, before, after from audit where action = 'settings.change'",
    );
    expect(rows).toEqual([{ subject_kind: "setting", subject_id: "shop", before: was, after: entry?.after }]);
    expect((await putBack(entry, 1)).body).toMatchObject({ setting: { value: SHOP, version: 2 } });
    await expect.poll(podcastIn(other), { timeout: 20_000 }).toBe("The shop of Sauti ya Mtaa.");
    const [last, first] = (await read()).history;
    expect([last?.after, first?._id]).toEqual([was, entry?._id]);
    expect((await putBack(last, 2)).body).toMatchObject({ setting: { value: changed, version: 3 } });
    expect((await putBack(first, 3)).body).toMatchObject({ setting: { value: SHOP, version: 4 } });
  });

  test("A setting changed meanwhile is not overwritten", async () => {
    const answers = await Promise.all([
      save({ ...SHOP, phone: "0711 111 111" }, 0),
      save({ ...SHOP, phone: "0722 222 222" }, 0),
    ]);
    const [late] = answers.filter(({ status }) => status === 409);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { setting } = await read();
    expect(late?.body).toMatchObject({
      success: false,
      current: { value: setting.value, version: 1 },
      by: "The owner",
      at: setting.at,
    });
    expect((await save(SHOP, 0)).status).toBe(409);
    expect((await read()).setting).toEqual(setting);
  });

  test("saved as it stands writes nothing", async () => {
    const before = await shop.query("select count(*) from audit");
    expect((await save(SHOP, 0)).body).toMatchObject({ setting: { version: 0 } });
    expect(await shop.query("select 1 from settings")).toEqual([]);
    expect(await shop.query("select count(*) from audit")).toEqual(before);
  });

  test("that cannot be is refused by field, and nothing is written", async () => {
    const { status, body } = await save(
      { ...SHOP, phone: "<b>", address: { ...address, city: "" }, returnDays: null },
      0,
    );
    expect(status).toBe(400);
    expect(body.fields).toEqual({
      phone: "Enter a phone number: digits, with + in front for other countries.",
      "address.city": "Enter the town or city.",
      returnDays: "Enter a number of days.",
    });
    expect(await shop.query("select 1 from settings")).toEqual([]);
    expect((await save({}, 0, "prices")).body.message).toBe("There is no such setting.");
  });
});

test("a change asks for the code again once it is older than half an hour", async () => {
  await shop.query("update staff_sessions set code_at = now() - interval '31 minutes'");
  expect((await save({ ...SHOP, phone: "0711 111 111" }, 0)).body).toMatchObject({ code: true });
  expect(await shop.query("select 1 from settings")).toEqual([]);
});
