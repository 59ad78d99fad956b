import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { openTestShop } from "../../../test/shop.ts";
import { signInStaff } from "../../../test/support/back-office.ts";
import { described, movedTo, savePictures, without, withPicture } from "./use-pictures.ts";

const OWN = "/images/sample.svg";
const [TEE, BLOUSE, BACK] = [
  "moja-mbili-tee-front-64d5af1f",
  "asubuhi-blouse-front-daef5523",
  "asubuhi-blouse-back-a6be9276",
].map((folder) => `/pictures/${folder}/720.jpg`) as [string, string, string];

const shop = await openTestShop();
const owner = await signInStaff(shop);
const colleague = await signInStaff(shop);
afterAll(() => shop.close());

let tee: Goods;
beforeEach(async () => {
  tee = await addProduct(shop);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** This phone's requests go to the shop; `meanwhile` comes between each time it reads the product and what it then sends. */
function phone(meanwhile: () => Promise<unknown> = async () => {}) {
  const statuses: number[] = [];
  vi.stubGlobal(
    "fetch",
    async (url: string, sent: { method: "GET" | "POST"; headers: object; body?: string }) => {
      const { method, headers, body } = sent;
      const answer = await shop.send({
        ...{ method, url },
        headers: { ...headers, cookie: owner.cookie },
        ...(body !== undefined && { payload: body }),
      });
      if (method === "GET") await meanwhile();
      else statuses.push(answer.status);
      return new Response(answer.text, { status: answer.status });
    },
  );
  return statuses;
}

const arrange = (order: string[], alts: string[] = []) =>
  colleague.post(`/goods/${tee._id}/pictures`, { order, alts });
const stored = async () => {
  const [row] = await shop.query<{ images: string[]; alts: string[] }>(
    "select images, alts from products where id = $1",
    [tee._id],
  );
  return row;
};

test("Pictures added by two phones at once are both kept", async () => {
  const others = [() => arrange([OWN, TEE]), () => arrange([OWN, TEE, BLOUSE])];
  const statuses = phone(async () => others.shift()?.());
  await savePictures(tee._id, withPicture({ url: BACK, alt: "" }));
  expect(await stored()).toMatchObject({ images: [OWN, TEE, BLOUSE, BACK] });
  expect(statuses).toEqual([409, 409, 200]);
});

test("moved, described and removed pictures keep a colleague's changes of the same moment", async () => {
  await arrange([OWN, TEE]);
  const others = [() => arrange([OWN, TEE, BLOUSE], ["", "", "A blouse"])];
  phone(async () => others.shift()?.());
  const saved = await savePictures(tee._id, (pictures) =>
    [movedTo(TEE, 0), described(TEE, "A tee"), without(OWN)].reduce((all, change) => change(all), pictures),
  );
  expect(saved).toEqual([
    { url: TEE, alt: "A tee" },
    { url: BLOUSE, alt: "A blouse" },
  ]);
  expect(await stored()).toEqual({ images: [TEE, BLOUSE], alts: ["A tee", "A blouse"] });
});

test("a phone that is overtaken each time gives up, and says so", async () => {
  let words = 0;
  const statuses = phone(() => arrange([OWN], [`By a colleague, ${++words}`]));
  await expect(savePictures(tee._id, withPicture({ url: BACK, alt: "" }))).rejects.toMatchObject({
    status: 409,
    message: "This product's pictures have changed meanwhile. Nothing was saved.",
  });
  expect(statuses).toEqual([409, 409, 409, 409, 409]);
  expect(await stored()).toEqual({ images: [OWN], alts: ["By a colleague, 5"] });
  // the next change waits for nothing
  phone();
  await savePictures(tee._id, withPicture({ url: BACK, alt: "" }));
  expect(await stored()).toMatchObject({ images: [OWN, BACK] });
});
