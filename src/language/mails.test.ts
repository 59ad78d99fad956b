import { expect, test } from "vitest";
import * as accounts from "../accounts/mails.server.ts";
import { backMail } from "../back-in-stock/mail-back.server.ts";
import * as ordering from "../ordering/mails.server.ts";
import { refundMail } from "../payments/core/mails.server.ts";
import * as codes from "../payments/mpesa/till-code/code-mails.server.ts";
import { SOLD_OUT } from "../payments/rules.ts";
import type { Mail } from "../platform/mail/outbox.server.ts";
import { inLanguage } from "./language.server.ts";

const id = "01K0000000ABCDEFGH";
const trackUrl = "https://sauti.example/t";
const links = { track: () => trackUrl, signUp: () => trackUrl, counter: () => trackUrl };
const address = {
  firstName: "Amina",
  lastName: "Otieno",
  email: "amina@example.com",
  street: "Biashara 12",
  city: "Nakuru",
  state: "Nakuru",
  zipCode: "20100",
  country: "Kenya",
  phone: "254712345678",
};
const lines = [{ name: "Fulana", size: "M", quantity: 1, price: 1500 }];
const owner = { name: "Amina", verifiedAt: new Date() };
const money = { amount: 1700, deliveryFee: 200, discount: 0, coupon: null, delivery: null };
const delivery = { from: 2, to: 3, pickUp: { name: "Langata", hours: "9 – 17" } };
const placed = { id, ...money, lines, address, trackUrl, signUpUrl: trackUrl };
const coupon = { id, code: "SAUTI33", kind: "fixed", value: 100, category: null, source: "" } as const;
const parcel = { id, courier: "Sendy", tracking: "KE1", trackUrl };

const MAILS: Record<string, () => Mail> = {
  "an order paid": () =>
    ordering.confirmationMail({ ...placed, isPaid: true, provenEmail: "amina@example.com" }),
  "an order on a code": () =>
    ordering.confirmationMail({ ...placed, isPaid: false, provenEmail: undefined, endsAfter: 48 }),
  "an order with a coupon": () =>
    ordering.confirmationMail({
      ...placed,
      discount: 100,
      coupon,
      isPaid: true,
      provenEmail: "amina@example.com",
    }),
  "an order without an address": () =>
    ordering.confirmationMail({ ...placed, address: null, isPaid: true, provenEmail: undefined }),
  "an order that is fetched": () =>
    ordering.confirmationMail({ ...placed, delivery, isPaid: true, provenEmail: undefined }),
  "money come": () => ordering.paidMail({ id, amount: 1700, trackUrl }),
  shipped: () => ordering.stepMail("shipped", parcel),
  "shipped, courier unknown": () => ordering.stepMail("shipped", { ...parcel, courier: null }),
  "shipped, not numbered": () => ordering.stepMail("shipped", { ...parcel, tracking: null }),
  delivered: () => ordering.stepMail("delivered", parcel),
  "ready for pick-up": () =>
    ordering.stepMail("shipped", { ...parcel, pickUp: { ...delivery.pickUp, at: "Langata" } }),
  "picked up": () =>
    ordering.stepMail("delivered", { ...parcel, pickUp: { ...delivery.pickUp, at: "Langata" } }),
  "cancelled, paid": () => ordering.cancelledMail({ id, paid: true, back: 1700, trackUrl }),
  "cancelled, given back": () => ordering.cancelledMail({ id, paid: true, back: 0, trackUrl }),
  "cancelled, not paid": () => ordering.cancelledMail({ id, paid: false, back: 0, trackUrl }),
  "sold out": () => refundMail({ amount: 1700, trackUrl, done: false, reason: SOLD_OUT }),
  "part of an order": () => refundMail({ amount: 100, trackUrl, done: false, orderId: id }),
  "a payment back": () => refundMail({ amount: 100, trackUrl: undefined, done: false, orderId: null }),
  "sent back by M-Pesa": () => refundMail({ amount: 100, trackUrl, done: true, method: "mpesa" }),
  "sent back to a card": () => refundMail({ amount: 100, trackUrl, done: true, method: "flutterwave" }),
  "a code that ends": () => codes.codeEndsMail(id, links),
  "a wrong code": () => codes.codeWrongMail(id, links),
  "a wrong code, without pages": () => codes.codeWrongMail(id, undefined),
  "a code refused": () => codes.codeRejectedMail(id, links),
  "a size that is back": () => backMail({ productId: id, name: "Fulana", size: "M", publicUrl: trackUrl }),
  "an e-mail to verify": () => accounts.verificationMail({ link: trackUrl, hours: 24, contested: true }),
  "an account there already": () => accounts.alreadyRegisteredMail(owner, trackUrl),
  "a new password": () => accounts.resetMail(undefined, trackUrl, 1),
  "a new password, later": () => accounts.resetMail(owner, trackUrl, 2),
  "a password changed": () => accounts.passwordChangedMail(owner, trackUrl),
};

/** Words of which every sentence of ours in English has one, and none in Kiswahili. */
const ENGLISH =
  /\b(the|your?|we|us|our|it|is|are|was|order|paid|size|delivery|total|questions|on|of|to|and|hello)\b/gi;

test.each(Object.entries(MAILS))("%s: a mail is in the language of its reader, whole", (_, write) => {
  const english = inLanguage("en", write);
  const kiswahili = inLanguage("sw", write);
  expect(write()).toEqual(english);
  expect(english.html).toContain('<html lang="en-KE">');
  expect(kiswahili.html).toContain('<html lang="sw">');
  const said = `${kiswahili.subject}\n${kiswahili.text}`.replace(/https:\S+|\S+@\S+/g, "");
  expect(said.match(ENGLISH) ?? []).toEqual([]);
  expect(said).not.toMatch(/\{\w+\}/);
  expect(said.split("\n").length).toBe(english.text.split("\n").length + 1);
});
