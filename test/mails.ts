import * as accounts from "../src/accounts/mails.server.ts";
import { backMail } from "../src/back-in-stock/mail-back.server.ts";
import { confirmationMail } from "../src/ordering/mails/confirmation-mail.server.ts";
import * as ordering from "../src/ordering/mails/order-mails.server.ts";
import { refundMail } from "../src/payments/core/mails.server.ts";
import * as codes from "../src/payments/mpesa/till-code/code-mails.server.ts";
import { SOLD_OUT } from "../src/payments/rules.ts";
import type { Mail } from "../src/platform/mail/outbox.server.ts";
import { ADDRESS } from "./people.ts";

const id = "01K0000000ABCDEFGH";
const trackUrl = "https://sauti.example/t";
const links = { track: () => trackUrl, signUp: () => trackUrl, counter: () => trackUrl };
// in another road than the shop
const address = { ...ADDRESS, street: "Biashara 12" };
const lines = [{ name: "Fulana", size: "M", quantity: 1, price: 1500 }];
const owner = { name: "Amina", verifiedAt: new Date() };
const money = { amount: 1700, deliveryFee: 200, discount: 0, coupon: null, delivery: null };
const delivery = { from: 2, to: 3, pickUp: { name: "Westlands", hours: "9 – 17" } };
const placed = { id, ...money, lines, address, trackUrl, signUpUrl: trackUrl };
const paid = { ...placed, isPaid: true, provenEmail: address.email };
const unpaid = { ...placed, isPaid: false, provenEmail: undefined };
const coupon = { id, code: "SAUTI33", kind: "fixed", value: 100, category: null, source: "" } as const;
const parcel = { id, courier: "Sendy", tracking: "KE1", trackUrl };

/** Every mail that shoppers get, by what it is about. */
export const MAILS: Record<string, () => Mail> = {
  "an order paid": () => confirmationMail(paid),
  "an order on a code": () => confirmationMail({ ...unpaid, ending: { after: 48 } }),
  "an order on a code that ends": () => confirmationMail({ ...unpaid, ending: { at: Date.now() } }),
  "an order with a coupon": () => confirmationMail({ ...paid, discount: 100, coupon }),
  "an order without an address": () => confirmationMail({ ...paid, address: null, provenEmail: undefined }),
  "an order that is fetched": () => confirmationMail({ ...paid, delivery, provenEmail: undefined }),
  "money come": () => ordering.paidMail({ id, amount: 1700, trackUrl }),
  shipped: () => ordering.stepMail("shipped", parcel),
  "shipped, courier unknown": () => ordering.stepMail("shipped", { ...parcel, courier: null }),
  "shipped, not numbered": () => ordering.stepMail("shipped", { ...parcel, tracking: null }),
  delivered: () => ordering.stepMail("delivered", parcel),
  "ready for pick-up": () =>
    ordering.stepMail("shipped", { ...parcel, pickUp: { ...delivery.pickUp, at: "Westlands" } }),
  "picked up": () =>
    ordering.stepMail("delivered", { ...parcel, pickUp: { ...delivery.pickUp, at: "Westlands" } }),
  "cancelled, paid": () => ordering.cancelledMail({ id, paid: true, back: 1700, trackUrl }),
  "cancelled, given back": () => ordering.cancelledMail({ id, paid: true, back: 0, trackUrl }),
  "cancelled, not paid": () => ordering.cancelledMail({ id, paid: false, back: 0, trackUrl }),
  "sold out": () => refundMail({ amount: 1700, trackUrl, done: false, reason: SOLD_OUT }),
  "part of an order": () => refundMail({ amount: 100, trackUrl, done: false, orderId: id }),
  "a payment back": () => refundMail({ amount: 100, trackUrl: undefined, done: false, orderId: null }),
  "sent back by M-Pesa": () => refundMail({ amount: 100, trackUrl, done: true, method: "mpesa" }),
  "sent back to a card": () => refundMail({ amount: 100, trackUrl, done: true, method: "flutterwave" }),
  "a code that ends": () => codes.codeEndsMail(id, links, { after: 2 }),
  "a code nobody found": () => codes.codeEndsMail(id, links, { at: Date.now() }),
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
