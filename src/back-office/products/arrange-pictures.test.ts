import { afterAll, beforeEach, expect, test } from "vitest";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { openTestShop } from "../../../test/shop.ts";
import { auditOf } from "../../../test/support/audit.ts";
import { signInStaff } from "../../../test/support/back-office.ts";

const OWN = "/images/sample.svg";
const KEPT = "/pictures/moja-mbili-tee-front-64d5af1f/720.jpg";
const BLOUSE = "/pictures/asubuhi-blouse-front-daef5523/720.jpg";

let tee: Goods;
const shop = await openTestShop();
const owner = await signInStaff(shop);
beforeEach(async () => {
  tee = await addProduct(shop);
});
afterAll(() => shop.close());

const arrange = (body: object, id = tee._id) => owner.post(`/goods/${id}/pictures`, body);
const stored = async () => {
  const [row] = await shop.query("select images, alts from products where id = $1", [tee._id]);
  return row;
};
const audited = () => auditOf(shop, tee._id);

test("Staff order a product's pictures, each change in the audit log", async () => {
  const added = await arrange({ order: [OWN, KEPT], alts: ["", " A tee on a line "] });
  expect(added.status, added.text).toBe(200);
  expect(added.body).toMatchObject({
    product: { images: [OWN, KEPT], alts: ["", "A tee on a line"], version: 1 },
  });
  await arrange({ order: [KEPT, OWN], alts: ["A tee on a line"] });
  expect(await stored()).toEqual({ images: [KEPT, OWN], alts: ["A tee on a line", ""] });
  await expect
    .poll(async () => (await shop.get(`/api/product/list?id=${tee._id}`)).body.products)
    .toMatchObject([{ image: [KEPT, OWN], alts: ["A tee on a line", ""] }]);
  expect(await audited()).toMatchObject([
    { action: "product.pictures", before: { images: [OWN] }, after: { images: [OWN, KEPT] } },
    { action: "product.pictures", staff_name: owner.name, after: { images: [KEPT, OWN] } },
  ]);
});

test("A removed picture can be put back", async () => {
  await arrange({ order: [OWN, KEPT], alts: [] });
  await arrange({ order: [OWN], alts: [""] });
  expect(await stored()).toEqual({ images: [OWN], alts: [""] });
  await arrange({ order: [OWN], alts: [] });
  expect(await audited()).toHaveLength(2);
  await arrange({ order: [OWN, KEPT], alts: ["", "Back"] });
  expect(await stored()).toEqual({ images: [OWN, KEPT], alts: ["", "Back"] });
  await arrange({ order: [], alts: [] });
  expect(await stored()).toEqual({ images: [], alts: [] });
  expect(await audited()).toHaveLength(4);
});

test.each([
  "/pictures/nothing-00000000/720.jpg",
  "/pictures/../pictures/moja-mbili-tee-front-64d5af1f/720.jpg",
  "/pictures/moja-mbili-tee-front-64d5af1f/360.avif",
  "/pictures/moja-mbili-tee-front-64d5af1f/720.jpg?x",
  "https://elsewhere.example/pictures/moja-mbili-tee-front-64d5af1f/720.jpg",
  "/images/another.svg",
  "javascript:alert(1)",
])("A product shows only the shop's pictures: %s", async (url) => {
  const before = await stored();
  const refused = await arrange({ order: [OWN, url], alts: [] });
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({
    fields: { order: "One of these pictures is not in the shop. Add it again." },
  });
  expect(await stored()).toEqual(before);
  expect(await audited()).toEqual([]);
});

test("a product that is not there has no pictures", async () => {
  expect((await arrange({ order: [], alts: [] }, "nobody")).status).toBe(404);
});

test("of two who arrange at once one is last, and the log says in which order", async () => {
  // both keep the product's own: one that the other has taken away could not be put back
  await Promise.all([
    arrange({ order: [OWN, KEPT], alts: [] }),
    arrange({ order: [KEPT, OWN], alts: ["This first"] }),
  ]);
  const log = await audited();
  expect(log).toHaveLength(2);
  expect(log[1]?.after).toEqual(await stored());
});

test("A picture that the sender has not seen is not removed", async () => {
  const seen = { images: [OWN], alts: [""] };
  await arrange({ order: [OWN, KEPT], alts: ["", "A tee"], expected: seen });
  // who has saved the form since has changed no picture
  const colleague = await signInStaff(shop);
  await shop.query("update staff set name = 'Another owner' where id = $1", [colleague.id]);
  const saved = await colleague.post(`/goods/${tee._id}`, { price: tee.price + 1, version: 1 });
  expect(saved.status, saved.text).toBe(200);
  const [before, log] = [await stored(), await audited()];
  expect([before?.images, log.length]).toEqual([[OWN, KEPT], 2]);
  for (const expected of [
    seen,
    { images: [KEPT, OWN], alts: ["A tee", ""] },
    { images: [OWN, KEPT], alts: [] },
  ]) {
    const refused = await arrange({ order: [OWN, BLOUSE], alts: [], expected });
    expect(refused.status, refused.text).toBe(409);
    expect(refused.body).toMatchObject({
      message: "This product's pictures have changed meanwhile. Nothing was saved.",
      by: owner.name,
      current: before,
    });
  }
  expect([await stored(), await audited()]).toEqual([before, log]);
  // sent twice, as after a lost answer: it is so already
  const again = await arrange({ order: [OWN, KEPT], alts: ["", "A tee"], expected: seen });
  expect(again.status, again.text).toBe(200);
  const expected = { images: [OWN, KEPT], alts: ["", "A tee"] };
  expect((await arrange({ order: [OWN, KEPT, BLOUSE], alts: [], expected })).status).toBe(200);
  expect((await stored())?.images).toEqual([OWN, KEPT, BLOUSE]);
});

test("of two who have seen the same and arrange at once, one is refused", async () => {
  const expected = { images: [OWN], alts: [""] };
  const answers = await Promise.all(
    [KEPT, BLOUSE].map((url) => arrange({ order: [OWN, url], alts: [], expected })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const taken = answers[0]?.status === 200 ? KEPT : BLOUSE;
  expect(await stored()).toMatchObject({ images: [OWN, taken] });
  expect(await audited()).toHaveLength(1);
});
