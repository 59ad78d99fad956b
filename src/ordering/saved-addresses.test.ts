import { expect, test } from "vitest";
import { addProduct } from "../../test/goods.ts";
import { PLACE, refusedOrder } from "../../test/orders.ts";
import { confirm, paidShop } from "../../test/payments.ts";
import { ADDRESS, customer, orderOf, type Person } from "../../test/people.ts";
import { transaction } from "../platform/database/db.server.ts";
import { moveAddresses, saveAddress } from "./saved-addresses.server.ts";

const shop = paidShop();

const KEPT = { ...ADDRESS, phone: "254712345678" };

/** As an order to this address keeps it. */
const keep = (buyer: Person, change: object) =>
  transaction(shop.db, (tx) => saveAddress(tx, buyer.userId, { ...ADDRESS, ...change }));

async function listed({ token }: Person): Promise<Record<string, string>[]> {
  const { status, body } = await shop.get("/api/user/addresses", { token });
  expect(status).toBe(200);
  return body.addresses as Record<string, string>[];
}

const streets = async (buyer: Person) => (await listed(buyer)).map(({ street }) => street);

test("Nobody else sees the addresses of a shopper's orders", async () => {
  expect((await shop.get("/api/user/addresses")).status).toBe(401);
  expect(await listed(await customer(shop))).toEqual([]);
});

test("A shopper keeps the five newest addresses", async () => {
  const buyer = await customer(shop);
  for (const street of ["1 A Road", "2 B Road", "3 C Road", "4 D Road", "5 E Road", "6 F Road"])
    await keep(buyer, { street });
  const found = await listed(buyer);
  expect(found[0]).toEqual({ ...KEPT, street: "6 F Road", _id: expect.any(String) });
  expect(found.map(({ street }) => street)).toEqual([
    "6 F Road",
    "5 E Road",
    "4 D Road",
    "3 C Road",
    "2 B Road",
  ]);
});

test("the same address in other capitals, spaces or another form of its phone is one, as written last", async () => {
  const buyer = await customer(shop);
  await keep(buyer, {});
  await keep(buyer, { street: "7 Moi Avenue" });
  await keep(buyer, { street: "12  langata ROAD", phone: "+254 712 345 678" });
  expect(await listed(buyer)).toMatchObject([
    { ...KEPT, street: "12  langata ROAD" },
    { ...KEPT, street: "7 Moi Avenue" },
  ]);
});

test("every way to pay keeps its order's address; a refused order keeps none", async () => {
  const [coder, payer] = [await customer(shop), await customer(shop)];
  const [holder, refused] = [await customer(shop), await customer(shop)];
  const tee = await addProduct(shop);
  expect((await shop.post(PLACE, orderOf(tee), coder.token)).status).toBe(200);
  const order = { ...orderOf(tee), amount: String(tee.price + 1) };
  const push = await shop.post("/token/stkpush", { ...order, phoneNumber: "254721000001" }, payer.token);
  expect(push.status).toBe(200);
  const begin = (street: string) =>
    shop.post("/api/payment/flutterwave/intent", { ...order, address: { ...ADDRESS, street } }, holder.token);
  expect([(await begin("12 Langata Road")).status, (await begin("7 Moi Avenue")).status]).toEqual([200, 200]);
  await refusedOrder(shop, { ...orderOf(tee), amount: 1 }, refused.token);
  expect(await Promise.all([coder, payer, holder, refused].map(streets))).toEqual([
    ["12 Langata Road"],
    ["12 Langata Road"],
    ["7 Moi Avenue", "12 Langata Road"],
    [],
  ]);
});

test("an order that gets its address only when it is claimed keeps it too", async () => {
  const buyer = await customer(shop);
  const tee = await addProduct(shop);
  await shop.post("/api/cart/add", { itemId: tee._id, size: tee.size }, buyer.token);
  await shop.post("/token/stkpush", { amount: "1501", phoneNumber: shop.phone("001") }, buyer.token);
  await shop.pass(15);
  expect(await streets(buyer)).toEqual([]);
  const claimed = await confirm(shop, buyer, { amount: 1501, address: ADDRESS });
  expect(claimed.body).toMatchObject({ success: true });
  expect(await streets(buyer)).toEqual(["12 Langata Road"]);
});

test("Only its owner removes an address", async () => {
  const [buyer, other] = [await customer(shop), await customer(shop)];
  await keep(buyer, {});
  await keep(buyer, { street: "7 Moi Avenue" });
  const [, older] = await listed(buyer);
  const remove = (token?: string) => shop.post("/api/user/remove-address", { id: older?._id }, token);
  expect([(await remove()).status, (await remove(other.token)).status]).toEqual([401, 200]);
  expect(await streets(buyer)).toHaveLength(2);
  expect([(await remove(buyer.token)).status, (await remove(buyer.token)).status]).toEqual([200, 200]);
  expect(await streets(buyer)).toEqual(["7 Moi Avenue"]);
});

test("an account takes over the addresses of this browser's own guest: the newest five of both, each once", async () => {
  const [guest, account] = [await customer(shop), await customer(shop)];
  for (const street of ["1 A Road", "2 B Road", "3 C Road"]) await keep(guest, { street });
  for (const street of ["4 D Road", "2 B Road", "5 E Road", "6 F Road"]) await keep(account, { street });
  const twin = await customer(shop);
  await keep(twin, { street: "3 C Road" });
  await keep(guest, { street: "7 G Road", email: "another@example.com" });
  const move = { from: [guest.userId, twin.userId], to: account.userId, email: "Wanjiku@example.com" };
  await transaction(shop.db, (tx) => moveAddresses(tx, { ...move, here: undefined }));
  expect(await streets(account)).toEqual(["6 F Road", "5 E Road", "2 B Road", "4 D Road"]);
  await transaction(shop.db, (tx) => moveAddresses(tx, { ...move, here: guest.userId }));
  expect(await streets(account)).toEqual(["6 F Road", "5 E Road", "2 B Road", "4 D Road", "3 C Road"]);
  expect(await streets(guest)).toEqual(["7 G Road"]);
  expect(await streets(twin)).toEqual(["3 C Road"]);
});
