import { beforeEach, describe, expect, test } from "vitest";
import { counterOn, WAMBUI } from "../../../test/counter.ts";
import { addProduct } from "../../../test/goods.ts";
import { newOrderMailOf, PLACE } from "../../../test/orders.ts";
import { paidShop, paymentOf, phoneOf, pushOf } from "../../../test/payments.ts";
import { customer, freshCode, guestOf, orderOf, type Person } from "../../../test/people.ts";
import { tellOfMoney } from "../../../test/till.ts";
import { cancelByStaff } from "../../ordering/staff/cancel-by-staff.server.ts";
import { stepOrder } from "../../ordering/staff/step-order.server.ts";
import { rejectTypedCode } from "../staff/decide-code.server.ts";
import { orderMoney } from "../staff/order-money.server.ts";

const shop = paidShop();
const counter = counterOn(shop);
beforeEach(() => shop.query("delete from rate_limits"));

const SW = { cookie: "lang=sw" };
type Mail = { event: string; subject: string; html: string; text: string };

/** Places an order by code, with these headers, at this address of the call. */
async function byCode(
  headers: Record<string, string> = {},
  { path = PLACE, buyer = undefined as Person | undefined } = {},
) {
  const who = buyer ?? (await customer(shop));
  const code = freshCode();
  const tee = await addProduct(shop, { stock: { M: 5 } });
  const { status, body } = await shop.post(path, orderOf(tee, { mpesaCode: code }), who.token, headers);
  expect(status).toBe(200);
  // English on the wire, whatever was chosen
  expect(body.message).toBe("Order placed");
  const orderId = String(body.orderId);
  return { orderId, code, id: orderId.slice(-8), paymentId: String((await paymentOf(shop, who)).id) };
}
async function mailOf(event: string): Promise<Mail> {
  const sent = await shop.query<Mail>("select event, subject, html, text from outbox where event = $1", [
    event,
  ]);
  expect(sent).toHaveLength(1);
  return sent[0] as Mail;
}
const KISWAHILI_DATE = /\d{1,2} (Jan|Feb|Mac|Apr|Mei|Jun|Jul|Ago|Sep|Okt|Nov|Des) \d{4}, \d\d:\d\d/;

describe("the mail of an order", () => {
  test("is Kiswahili in both its parts where Kiswahili was chosen", async () => {
    const { orderId, id } = await byCode(SW);
    const { subject, html, text } = await mailOf(`placed:${orderId}`);
    expect(subject).toBe(`Oda yako ${id} ya Sauti`);
    expect(html).toContain('<html lang="sw">');
    for (const part of [html, text]) {
      expect(part).toMatch(new RegExp(`Tumepokea oda yako ${id} ya ${KISWAHILI_DATE.source}`));
      expect(part).toMatch(/Tunatarajia mzigo wako ufike .*(Jumatatu|Jumanne|Jumatano|Alhamisi|Ijumaa) \d/);
      expect(part).toContain("Fuatilia oda yako");
      for (const english of ["Your ", "We ", "Questions", "Delivery", "Total", "Follow", "size M"])
        expect(part, english).not.toContain(english);
    }
    expect(text).toContain("Usafirishaji: Ksh 1\nJumla: Ksh 1,501");
  });

  test("of a guest offers an account in Kiswahili", async () => {
    const { orderId } = await byCode(SW, { buyer: await guestOf(shop) });
    expect((await mailOf(`placed:${orderId}`)).text).toContain("Weka oda zako kwenye akaunti");
  });
});

describe("what comes later, from nobody's browser", () => {
  test("a push that is paid by callback becomes an order in its language", async () => {
    const { tee, buyer } = await shop.sale({ stock: { M: 5 } });
    const body = pushOf(tee, phoneOf("001"));
    expect((await shop.post("/token/stkpush", body, buyer.token, SW)).status).toBe(200);
    expect((await paymentOf(shop, buyer)).language).toBe("sw");
    await shop.pass(20, 10);
    const orderId = String((await paymentOf(shop, buyer)).order_id);
    expect(await shop.query("select language from orders where id = $1", [orderId])).toEqual([
      { language: "sw" },
    ]);
    const { subject, text } = await mailOf(`placed:${orderId}`);
    expect(subject).toBe(`Oda yako ${orderId.slice(-8)} ya Sauti`);
    expect(text).toContain("Jumla iliyolipwa: Ksh 1,501");
    expect((await newOrderMailOf(shop, orderId))?.subject).toMatch(/^New order .*, paid$/);
  });

  test("a card paid by webhook: the last language chosen counts", async () => {
    const { tee, buyer } = await shop.sale({ stock: { M: 5 } });
    const { items, address, amount } = orderOf(tee);
    const begin = async (headers: Record<string, string>) => {
      const path = "/api/payment/flutterwave/intent";
      const { status, body } = await shop.post(path, { items, address, amount }, buyer.token, headers);
      expect(status).toBe(200);
      return (body.data as { tx_ref: string }).tx_ref;
    };
    const tx_ref = await begin({ cookie: "lang=en" });
    expect(await begin(SW)).toBe(tx_ref);
    // no choice takes none back
    expect(await begin({})).toBe(tx_ref);
    await shop.flutterwave.pay({ tx_ref, amount, card: "5061460166976054667" });
    await shop.pass(5);
    const orderId = String((await paymentOf(shop, buyer)).order_id);
    expect((await mailOf(`placed:${orderId}`)).subject).toBe(`Oda yako ${orderId.slice(-8)} ya Sauti`);
  });

  test("the money of a code is reported in Kiswahili", async () => {
    const { orderId, id, code } = await byCode(SW);
    await tellOfMoney(shop, code);
    await shop.pass(30);
    const { subject, text } = await mailOf(`paid:${orderId}`);
    expect(subject).toBe(`Oda yako ${id} ya Sauti imelipwa`);
    expect(text).toContain(`Tumepokea malipo yako ya Ksh 1,501: oda yako ${id} imelipwa.`);
  });

  test("a rejected code is asked for again in Kiswahili", async () => {
    const { id, paymentId } = await byCode(SW);
    await rejectTypedCode(shop.context, paymentId, { reason: "not in the statement", by: WAMBUI });
    const { subject, text } = await mailOf(`code-wrong:${paymentId}`);
    expect(subject).toBe(`Tafadhali angalia nambari ya muamala wa M-Pesa ya oda yako ${id}`);
    expect(text).toContain("Tuma nambari sahihi:\nhttp");
  });

  test("its parcel, its refund", async () => {
    const { orderId } = await counter.paidByCard();
    await shop.query("update orders set language = 'sw' where id = $1", [orderId]);
    for (const to of ["Packing", "Shipped"] as const)
      await stepOrder(shop.db, { id: orderId, to, by: WAMBUI, courier: "G4S", tracking: "KE 77" });
    const shipped = await mailOf(`shipped:${orderId}`);
    expect(shipped.subject).toBe(`Oda yako ${orderId.slice(-8)} ya Sauti iko njiani`);
    expect(shipped.text).toContain("Inaletwa na G4S, nambari ya kufuatilia KE 77.");
    const other = await counter.paidByCard();
    await shop.query("update orders set language = 'sw' where id = $1", [other.orderId]);
    await cancelByStaff(shop.db, {
      id: other.orderId,
      version: 0,
      reason: "asked for",
      confirmed: true,
      by: WAMBUI,
      money: orderMoney(shop.context),
    });
    const cancelled = await mailOf(`cancelled:${other.orderId}`);
    expect(cancelled.subject).toBe(`Oda yako ${other.orderId.slice(-8)} ya Sauti imeghairiwa`);
    expect(cancelled.text).toContain("Tunakurudishia Ksh 1,501 kwa njia uliyolipia");
    await shop.pass(120, 20);
    const back = await shop.query<Mail>("select subject from outbox where subject like 'Ksh % kwako'");
    expect(back).toEqual([{ subject: "Ksh 1,501 ziko njiani kurudi kwako" }]);
  });
});

test("no other language can be written", async () => {
  await byCode();
  const tables = ["users", "orders"];
  for (const table of tables)
    await expect(shop.query(`update ${table} set language = 'fr'`)).rejects.toThrow(/language_is_known/);
});
