import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { createSlots, type Priority } from "./load-shedder-slots.server.ts";

// Which call is worth what stands in site/pages/request-priority.test.ts.

/** A hundred places, and a crowd whose answers wait; gives how many of so many more were let in. */
function openPlaces() {
  const slots = createSlots();
  return (priority: Priority, count: number) =>
    Array.from({ length: count }, () => {
      const request = { method: "GET", complete: true, socket: { destroyed: false } };
      const response = { on: () => {}, writableEnded: false };
      return slots.tryAcquire(priority, request as IncomingMessage, response as unknown as ServerResponse);
    }).filter(Boolean).length;
}

test("orders fill half of the places, and none for a callback", () => {
  const come = openPlaces();
  expect(come("order", 120)).toBe(50);
  expect(come("critical", 20)).toBe(20);
  expect(come("normal", 20)).toBe(20);
});

test("staff find a place whatever browsing, strangers among their pages, and orders take", () => {
  const come = openPlaces();
  expect(come("normal", 150)).toBe(80);
  expect(come("order", 120)).toBe(20);
  expect(come("staff", 20)).toBe(20);
});

test("callbacks and orders find a place whatever logging in and browsing take", () => {
  const come = openPlaces();
  expect(come("high", 130)).toBe(100);
  expect(come("normal", 150)).toBe(20);
  expect(come("critical", 20)).toBe(20);
  expect(come("order", 20)).toBe(20);
});
