import { beforeAll, describe, expect, test } from "vitest";
import { FLUTTERWAVE } from "../../../simulators/flutterwave/simulator.ts";
import { ACCEPTED, knockAt, pusher } from "../../../test/callback.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { expectOneOrder, outcomeOf, stockOf, toldStaff } from "../../../test/outcome.ts";
import { ASKED_FREELY, paidShop, standing } from "../../../test/payments.ts";
import { confirmationOf, tillHook } from "../../../test/till.ts";
import { tillSecret } from "../mpesa/till-code/secret.server.ts";
import { listExceptions } from "../staff/needs-decision.server.ts";

const shop = paidShop(ASKED_FREELY);
beforeAll(() => shop.daraja.dropCallbacks(true));

const knock = knockAt(() => shop);
const pushed = pusher(() => shop, 5);
const work = (id: string) => shop.jobs.tasks.payment?.(id);
const inbox = (about: string) =>
  shop.query<{ outcome: string | null }>("select outcome from hook_inbox where about = $1 order by id", [
    about,
  ]);

const messages = async () => (await listExceptions(shop.db)).filter(({ kind }) => kind === "message");

describe("nonsense at the right address is kept and read as nothing; the payment goes on", () => {
  const deep = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;
  test.each<[string, string | Buffer | undefined]>([
    ["nothing", undefined],
    ["half a JSON", '{"Body":{"stkCallback":{"ResultCode":0'],
    ["nested deep", deep],
    ["latin-1", Buffer.from('{"Body":{"stkCallback":{"ResultDesc":"R\xe9ussi"}}}', "latin1")],
    ["NUL", '{"Body":\0}'],
    ["a NUL in its code", '{"Body":{"stkCallback":{"ResultCode":"\\u0000"}}}'],
  ])("Nonsense at a push's address is stored and ignored, and the payment goes on: %s", async (_, body) => {
    const { buyer, tee, id, payment, path, text } = await pushed();
    await shop.daraja.approve(id);
    expect(await knock(path, body)).toMatchObject(ACCEPTED);
    await work(payment);
    expect((await inbox(payment)).map(({ outcome }) => outcome)).toEqual(["unreadable"]);
    expect(await outcomeOf(shop, buyer)).toEqual({ states: ["pending"], orders: [], mails: [] });
    await knock(path, text());
    await work(payment);
    await expectOneOrder(shop, buyer, tee);
  });

  test("a megabyte is refused, a GET is nothing, and neither is kept", async () => {
    const { buyer, payment, path, text } = await pushed();
    const large = text().padEnd(1_048_576);
    expect(await knock(path, large)).toMatchObject({ status: 413, body: { success: false } });
    expect(await knock(path, text().padEnd(65_536))).toMatchObject(ACCEPTED);
    for (const method of ["GET", "PUT", "DELETE"] as const)
      expect((await shop.send({ method, url: path })).status).toBe(404);
    expect(await inbox(payment)).toHaveLength(1);
    expect((await outcomeOf(shop, buyer)).states).toEqual(["pending"]);
  });
});

test("A callback with another amount pays nothing, and staff are notified", async () => {
  const { buyer, tee, id, payment, path, text } = await pushed();
  await shop.daraja.approve(id);
  await knock(path, text({ Amount: 1500 }));
  await work(payment);
  expect(await outcomeOf(shop, buyer)).toEqual({ states: ["paid_held"], orders: [], mails: [] });
  expect(await toldStaff(shop, buyer)).toEqual(["amount differs"]);
  expect(await standing(shop, buyer, id)).toEqual({
    ResultCode: null,
    ResultDesc: "This payment doesn't match the order. We're looking into it; please contact support.",
    status: "pending",
    held: true,
  });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 1, sold: 0 });
});

test("A forged success in a callback is not believed", async () => {
  const { buyer, id, payment, path, text } = await pushed();
  shop.daraja.dropCallbacks(true);
  await shop.daraja.cancel(id);
  shop.daraja.dropCallbacks(false);
  await knock(path, text());
  await work(payment);
  expect(await outcomeOf(shop, buyer)).toEqual({ states: ["paid_held"], orders: [], mails: [] });
  expect(await toldStaff(shop, buyer)).toEqual(["sources disagree"]);
});

describe("nonsense at the other hooks", () => {
  const NONSENSE = [undefined, "", "{", "[]", "null", "1", '{"data":[]}', '{"data":{"id":{}}}', "\0"];
  const readHooks = async () => {
    for (const kind of ["card", "c2b"]) await shop.jobs.tasks.hook?.(kind);
    return shop.query(
      "select kind, outcome from hook_inbox where kind <> 'stk' and received_at > now() - interval '1 minute' order by received_at, id",
    );
  };

  test("Nonsense in a signed webhook or from the till is answered and ignored", async () => {
    const signed = { "verif-hash": FLUTTERWAVE.webhookHash };
    for (const body of NONSENSE) {
      expect(await knock("/hooks/card", body, shop, signed)).toMatchObject({ status: 200 });
      const till = `/hooks/mm/c2b/${tillSecret(shop.config)}/confirm`;
      expect(await knock(till, body)).toMatchObject({ status: 200, body: { ResultCode: 0 } });
    }
    const read = await readHooks();
    expect(read).toHaveLength(2 * NONSENSE.length);
    expect(new Set(read.map(({ outcome }) => outcome))).toEqual(new Set(["unreadable"]));
    await shop.query("delete from hook_inbox where kind <> 'stk'");
  });

  test.each(["\\u0000", "\\ud800"])(
    "a name with %s is read as none at once, and what comes after it is worked on",
    async (bad) => {
      await shop.query("delete from hook_inbox where kind <> 'stk'");
      const signed = { "verif-hash": FLUTTERWAVE.webhookHash };
      const listed = (await messages()).length;
      await knock("/hooks/card", `{"data":{"tx_ref":"${bad}"}}`, shop, signed);
      await knock("/hooks/card", `{"data":{"id":"${bad}"}}`, shop, signed);
      for (const field of ["TransID", "TransAmount", "BusinessShortCode"])
        await knock(
          tillHook(shop),
          JSON.stringify({ ...confirmationOf("UKN0000001"), [field]: "?" }).replace("?", bad),
        );
      await knock("/hooks/card", '{"data":{"tx_ref":"sauti-unknown"}}', shop, signed);
      const { buyer, tee, id, payment, path, text } = await pushed();
      for (const field of ["MerchantRequestID", "CheckoutRequestID", "ResultCode", "MpesaReceiptNumber"]) {
        const body = JSON.parse(text());
        if (field === "MpesaReceiptNumber") body.Body.stkCallback.CallbackMetadata.Item[1].Value = "?";
        else body.Body.stkCallback[field] = "?";
        await knock(path, JSON.stringify(body).replace("?", bad));
      }
      await shop.daraja.approve(id);
      await knock(path, text());
      await shop.work();
      await expectOneOrder(shop, buyer, tee);
      // none was tried in vain, and none waits for another try
      expect(
        await shop.query(
          "select id from hook_inbox where processed_at is null or tries > 0 or parked_at is not null",
        ),
      ).toEqual([]);
      expect((await readHooks()).map(({ outcome }) => outcome)).toEqual([
        ...Array(5).fill("unreadable"),
        "no payment of ours",
      ]);
      expect((await inbox(payment)).filter(({ outcome }) => outcome === "unreadable")).toHaveLength(1);
      expect(await messages()).toHaveLength(listed + 6);
    },
  );

  test("A card webhook without the right hash is refused unread", async () => {
    const before = await shop.query("select count(*) from hook_inbox");
    for (const hash of [
      undefined,
      "",
      "x",
      `${FLUTTERWAVE.webhookHash}x`,
      FLUTTERWAVE.webhookHash.slice(1),
    ]) {
      const headers: Record<string, string> = hash === undefined ? {} : { "verif-hash": hash };
      expect(await knock("/hooks/card", '{"data":{"id":1}}', shop, headers)).toMatchObject({
        status: 401,
        body: { success: false, message: "This call is not signed." },
      });
    }
    expect(await shop.query("select count(*) from hook_inbox")).toEqual(before);
  });
});

holdsInvariants(() => shop);
