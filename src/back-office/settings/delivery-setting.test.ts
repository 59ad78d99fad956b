import { afterAll, beforeEach, expect, test } from "vitest";
import { POINT } from "../../../test/delivery.ts";
import { openTestShop } from "../../../test/shop.ts";
import { signInStaff } from "../../../test/support/back-office.ts";
import { USUAL_DELIVERY } from "../../delivery/rules.ts";

const shop = await openTestShop();
const owner = await signInStaff(shop);
beforeEach(() => shop.query("delete from settings"));
afterAll(() => shop.close());

const { points: _, ...FEES } = USUAL_DELIVERY;
const saved = () => shop.query("select value, version from settings where name = 'delivery'");

test("fees and pick-up points are changed apart, with one version and one history", async () => {
  expect((await owner.get("/delivery")).body).toMatchObject({ delivery: FEES, version: 0 });
  expect((await owner.get("/pick-up-points")).body).toMatchObject({ points: [], version: 0 });
  const fees = {
    ...FEES,
    fee: 250,
    areas: [{ county: "nairobi county", town: "Karen", from: 1, to: 1, fee: 90 }],
  };
  const asSaved = { ...fees, areas: [{ county: "Nairobi", town: "Karen", from: 1, to: 1, fee: 90 }] };
  expect((await owner.post("/delivery", { delivery: fees, version: 0 })).body).toMatchObject({
    delivery: asSaved,
    version: 1,
  });
  expect((await owner.post("/pick-up-points", { points: [POINT], version: 1 })).body).toMatchObject({
    points: [POINT],
    version: 2,
  });
  expect(await saved()).toEqual([{ value: { ...asSaved, points: [POINT] }, version: 2 }]);
  const { history } = (await owner.get("/settings/delivery")).body as unknown as {
    history: { _id: string; before: object; after: object }[];
  };
  expect(history).toMatchObject([
    { before: { points: [] }, after: { points: [POINT] } },
    { before: { fee: 1 }, after: { fee: 250 } },
  ]);
  const back = await owner.post("/settings/delivery/back", { change: history[1]?._id, version: 2 });
  expect(back.status, back.text).toBe(200);
  expect(await saved()).toEqual([{ value: USUAL_DELIVERY, version: 3 }]);
});

test("who saves what was changed meanwhile is told how it stands, and nothing is written", async () => {
  await owner.post("/pick-up-points", { points: [POINT], version: 0 });
  const before = await saved();
  const late = await owner.post("/delivery", { delivery: { ...FEES, fee: 9 }, version: 0 });
  expect([late.status, late.body]).toMatchObject([409, { current: { version: 1 }, by: "The owner" }]);
  expect(await saved()).toEqual(before);
});

test("each fault is told by its field", async () => {
  const { status, body } = await owner.post("/settings/delivery", {
    value: {
      fee: -1,
      freeOver: null,
      days: { from: 3, to: 2 },
      areas: [
        { county: "Nairobi", from: 1, to: 2 },
        { county: "Nairobi City", from: 1, to: 2, fee: 20_000 },
        { county: "Atlantis", from: 1, to: 2 },
      ],
      points: [],
    },
    version: 0,
  });
  expect([status, body.fields]).toEqual([
    400,
    {
      fee: "A fee is never below 0.",
      "days.to": "The first number of days is above the second.",
      "areas.1.fee": "At most Ksh 10,000.",
      "areas.2.county": "Choose one of Kenya's 47 counties.",
    },
  ]);
  const twice = [{ ...POINT }, { ...POINT, name: "langata road" }];
  expect((await owner.post("/pick-up-points", { points: twice, version: 0 })).body.fields).toEqual({
    "points.1.name": "Another point has this name.",
  });
  const areas = [
    { county: "Nairobi", from: 1, to: 2 },
    { county: "Nairobi City", from: 1, to: 2 },
  ];
  expect((await owner.post("/delivery", { delivery: { ...FEES, areas }, version: 0 })).body.fields).toEqual({
    "areas.1.county": "Nairobi is in the list already.",
  });
  expect(await saved()).toEqual([]);
});
