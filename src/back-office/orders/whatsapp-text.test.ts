import { expect, test } from "vitest";
import { ADDRESS } from "../../../test/people.ts";
import { whatsAppText } from "./order-facts.tsx";

const pickUp = { name: "Langata shop", hours: "Mon to Sat, 9 to 18" };
const order = {
  address: ADDRESS,
  delivery: { fee: 200, pickUp },
  shortId: "1A2B3C4D",
  status: "Shipped",
  courier: null,
  tracking: null,
} as const;

test("The WhatsApp text of a pick-up order says where it is, with or without an address", () => {
  expect(whatsAppText(order)).toBe(
    "Hello Wanjiku, your Sauti order 1A2B3C4D is ready for pick-up at Langata shop, 12 Langata Road, Nairobi 00100 (Mon to Sat, 9 to 18).",
  );
  expect(whatsAppText({ ...order, address: null })).toBe(
    "Hello, your Sauti order 1A2B3C4D is ready for pick-up at Langata shop (Mon to Sat, 9 to 18).",
  );
});

test("the WhatsApp text of a parcel says who brings it, until it is there", () => {
  const parcel = { ...order, delivery: { fee: 200 }, courier: "G4S", tracking: "KE 123" };
  expect(whatsAppText(parcel)).toBe(
    "Hello Wanjiku, your Sauti order 1A2B3C4D is on its way (G4S, tracking number KE 123).",
  );
  expect(whatsAppText({ ...parcel, status: "Delivered" })).toBe(
    "Hello Wanjiku, your Sauti order 1A2B3C4D was delivered.",
  );
});
