import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openCounter, WAMBUI } from "../../../test/counter.ts";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { mailText } from "../../../test/outcome.ts";
import { paymentOf } from "../../../test/payments.ts";
import { customer, freshCode, orderOf } from "../../../test/people.ts";
import type { Answer } from "../../../test/shop.ts";
import { orderStanding, tellOfMoney, typeCode } from "../../../test/till.ts";
import { rejectTypedCode } from "../../payments/staff/decide-code.server.ts";
import { trackLinks } from "../mails/mail-links.server.ts";
import { ORDER_TEXTS } from "../rules.ts";

const counter = await openCounter();
const links = trackLinks(counter.shop.config.STAFF_SECRET ?? "", "");
beforeEach(() => counter.shop.query("delete from rate_limits"));
afterAll(() => counter.shop.close());

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const sendTo = async (url: string, code: string) =>
  readable(
    await counter.shop.send({
      method: "POST",
      url,
      headers: FORM,
      payload: new URLSearchParams({ code }).toString(),
    }),
  );
const send = (orderId: string, code: string) => sendTo(links.urlOf(orderId), code);
const open = async (url: string) => readable(await counter.shop.get(url));
const page = (orderId: string) => open(links.urlOf(orderId));
/** With the apostrophes of its sentences. */
const readable = (answer: Answer): Answer => ({ ...answer, text: answer.text.replaceAll("&#39;", "'") });
const reject = (id: string) =>
  rejectTypedCode(counter.context, id, { reason: "not in the statement", by: WAMBUI });
const PAID = { payment: true, status: "Order Placed", state: "paid" };

/** An order whose code staff have rejected; by a browser, as the shop's own, or by a caller that names no checkout. */
async function rejected(isKeyed = true) {
  const { shop } = counter;
  const buyer = await customer(shop);
  const tee = await addProduct(shop, { stock: { M: 5 } });
  const key: Record<string, string> = isKeyed ? { "idempotency-key": `key ${buyer.userId}` } : {};
  const code = freshCode();
  const { body } = await shop.post(PLACE, orderOf(tee, { mpesaCode: code }), buyer.token, key);
  const paymentId = String((await paymentOf(shop, buyer)).id);
  await reject(paymentId);
  return { buyer, code, orderId: String(body.orderId) };
}

describe("the page of an order whose code was rejected", () => {
  test.each([true, false])(
    "A rejected code's mail lets its reader send the right one without signing in: %s",
    async (isKeyed) => {
      const { orderId } = await rejected(isKeyed);
      const asked = await page(orderId);
      expect(asked.text).toContain("We couldn't find a payment for the M-Pesa code you sent.");
      expect(asked.text).toMatch(/We're holding your order until \d/);
      expect(asked.text).toContain('<label for="code">M-Pesa code</label>');
      expect(asked.text).not.toContain("<script");
      const right = freshCode();
      for (const typed of [` ${right.toLowerCase()} `, right]) {
        const sent = await send(orderId, typed);
        expect(sent.status).toBe(303);
        const back = await open(String(sent.headers.location));
        expect(back.status).toBe(200);
        expect(back.text).toContain(`<p class="said" role="status">We've added this code to your order.`);
        expect(back.text).toContain("We're looking for your M-Pesa payment");
        expect(back.text).not.toContain("<form");
      }
      expect(await counter.shop.query("select state from payments where typed_code = $1", [right])).toEqual([
        { state: "pending" },
      ]);
      await tellOfMoney(counter.shop, right);
      await counter.shop.pass(30);
      expect(await orderStanding(counter.shop, orderId)).toMatchObject(PAID);
      expect((await page(orderId)).text).toContain("We have your payment. Next we pack your order.");
    },
  );

  test("in Kiswahili takes the code in Kiswahili, and stays in the language that was asked for", async () => {
    const { orderId } = await rejected();
    const url = `${links.urlOf(orderId)}&lang=sw`;
    expect((await open(url)).text).toContain('<label for="code">Nambari ya muamala wa M-Pesa</label>');
    const wrong = await sendTo(url, "?");
    expect(wrong.text).toContain('<html lang="sw">');
    expect(wrong.text).not.toContain(ORDER_TEXTS.codeMalformed);
    const sent = await sendTo(url, freshCode());
    expect(sent.status).toBe(303);
    expect(sent.headers.location).toMatch(/&lang=sw$/);
    expect((await open(String(sent.headers.location))).text).toContain(
      '<p class="said" role="status">Tumeandika nambari hii pia kwa oda yako.',
    );
  });

  test("says beside the field what is wrong, and keeps what was typed", async () => {
    const { orderId, code, buyer } = await rejected();
    const elsewhere = await typeCode(counter.shop, buyer, await addProduct(counter.shop));
    const before = await counter.shop.query("select count(*) from payments");
    for (const [typed, status, fault] of [
      ["", 400, ORDER_TEXTS.codeMissing],
      ["  ", 400, ORDER_TEXTS.codeMissing],
      ['"><b>x', 400, ORDER_TEXTS.codeMalformed],
      ["SJK4H7L2P1A", 400, ORDER_TEXTS.codeMalformed],
      [code, 409, ORDER_TEXTS.codeNotFound],
      [elsewhere.code, 409, ORDER_TEXTS.codeUsed],
    ] as const) {
      const { status: got, text } = await send(orderId, typed);
      expect([typed, got]).toEqual([typed, status]);
      expect(text).toContain(`<p class="fault" id="code-fault">${fault}</p>`);
      expect(text).toContain('aria-describedby="code-hint code-fault" aria-invalid="true"');
      expect(text).toContain(
        `value="${typed.replaceAll('"', "&#34;").replaceAll(">", "&#62;").replaceAll("<", "&#60;")}"`,
      );
    }
    expect(await counter.shop.query("select count(*) from payments")).toEqual(before);
  });

  test("Nobody tries out codes by that mail", async () => {
    const { orderId } = await rejected();
    // the rejected one counts
    for (let times = 0; times < 4; times++) expect((await send(orderId, freshCode())).status).toBe(303);
    const over = await send(orderId, freshCode());
    expect(over.status).toBe(429);
    expect(over.text).toContain(ORDER_TEXTS.tooManyCodes);
    expect(Number(over.headers["retry-after"])).toBeGreaterThan(0);
    for (let times = 0; times < 5; times++) await send(orderId, "?");
    const tries = await send(orderId, "?");
    expect(tries.status).toBe(429);
    expect(tries.text).toContain("Too many attempts.");
  });

  test("takes none while the first is still looked for", async () => {
    const { shop } = counter;
    const { orderId } = await typeCode(shop, await customer(shop), await addProduct(shop));
    const before = await shop.query("select count(*) from payments");
    const { status, text } = await send(orderId, freshCode());
    expect([status, text.includes(ORDER_TEXTS.codeLookedFor)]).toEqual([409, true]);
    expect(await shop.query("select count(*) from payments")).toEqual(before);
  });

  test("Nobody without that mail sends a code for its order", async () => {
    const [{ orderId }, other] = [await rejected(), await rejected()];
    const right = freshCode();
    for (const url of [
      `/track/${orderId}`,
      links.urlOf(other.orderId).replace(other.orderId, orderId),
      links.urlOf("01NOBODYS0ORDER"),
    ])
      expect((await sendTo(url, right)).status, url).toBe(404);
    const json = await counter.shop.post(links.urlOf(orderId), { code: right });
    expect(json.status).toBe(303);
    expect((await send(orderId, "A".repeat(5_000))).status).toBe(413);
  });

  test("asks again when the second code is rejected as well, until one is found", async () => {
    const { orderId } = await rejected();
    const second = freshCode();
    await send(orderId, second);
    const [row] = await counter.shop.query<{ id: string }>("select id from payments where typed_code = $1", [
      second,
    ]);
    await reject(String(row?.id));
    expect(await mailText(counter.shop, `code-wrong:${row?.id}`)).not.toBe("");
    expect((await page(orderId)).text).toContain("<form");
    const again = await send(orderId, second);
    expect([again.status, again.text.includes(ORDER_TEXTS.codeNotFound)]).toEqual([409, true]);
    const third = freshCode();
    await send(orderId, third);
    await tellOfMoney(counter.shop, third);
    await counter.shop.pass(30);
    expect(await orderStanding(counter.shop, orderId)).toMatchObject(PAID);
  });
});

test("an order that is cancelled or paid meanwhile: the code is recorded, as at the checkout", async () => {
  const { orderId } = await rejected();
  await counter.shop.query("update orders set status = 'Cancelled' where id = $1", [orderId]);
  expect((await page(orderId)).text).not.toContain("<form");
  const sent = await send(orderId, freshCode());
  expect(sent.status).toBe(303);
  expect((await open(String(sent.headers.location))).text).toContain("This order was cancelled. We've saved");
  await counter.shop.query("update orders set status = 'Order Placed' where id = $1", [orderId]);
});

holdsInvariants(() => counter.shop);
