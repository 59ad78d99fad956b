import { expect, test } from "vitest";
import type { Status } from "../../ordering/rules.ts";
import { heldBackStep, undoableStep, undoHint } from "./order-steps.tsx";

const NOW = Date.parse("2026-11-26T12:00+03:00");
const event = (kind: string, to: Status | null, { by = "Kevin", seconds = 60 } = {}) => ({
  at: NOW - seconds * 1_000,
  kind,
  from: null,
  to,
  note: null,
  by,
  public: true,
});
const placed = event("placed", null, { seconds: 600 });
const packed = event("step", "Packing");

test.each([
  ["a step", [placed, packed], "Packing"],
  ["a step with a note after it", [placed, packed, event("note", null)], "Packing"],
  ["a step of two minutes ago", [event("step", "Packing", { seconds: 120 })], undefined],
  ["a colleague's step", [event("step", "Packing", { by: "Wambui" })], undefined],
  ["a step that was undone", [packed, event("undo", "Order Placed")], undefined],
  ["a step of an order that was cancelled then", [packed, event("cancel", "Cancelled")], undefined],
  ["an order without a step", [placed], undefined],
] as const)("Undo is offered as the server would do it: %s", (_what, events, step) => {
  expect(undoableStep({ events: [...events] }, { by: "Kevin", now: NOW })).toBe(step);
});

test.each([
  ["sent", "Packing", {}, "Shipped"],
  ["handed over", "Shipped", { pickUp: { name: "Langata", hours: "" } }, "Delivered"],
  ["made ready for pick-up", "Packing", { pickUp: { name: "Langata", hours: "" } }, undefined],
  ["on its way", "Shipped", {}, undefined],
] as const)(
  "an order whose money all goes back is held back once it is to be %s",
  (_, status, more, step) => {
    const order = { status, delivery: { fee: 200, ...more } };
    expect(heldBackStep({ ...order, allRefunded: true })).toBe(step);
    expect(heldBackStep({ ...order, allRefunded: false })).toBeUndefined();
  },
);

test("a mail is promised only of the steps that send one", () => {
  const promising = (["Packing", "Shipped", "Out for delivery", "Delivered"] as const).filter((step) =>
    undoHint(step).includes("mailed"),
  );
  expect(promising).toEqual(["Shipped", "Delivered"]);
});
