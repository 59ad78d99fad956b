import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { Order } from "../contract.ts";
import { PlacedPanel } from "./placed-panel.tsx";

/** On a typed code that is looked for, just now. */
const ORDER: Order = {
  _id: "01K0000000000000000PLACED1",
  items: [{ _id: "01TEE", name: "Mic Tee", price: 1_500, size: "M", quantity: 1, image: [] }],
  amount: 1_501,
  status: "Order Placed",
  payment: false,
  paymentMethod: "cod",
  date: Date.now(),
  delivery: { fee: 1, days: { from: 1, to: 2 } },
};

/** The panel in a page of a shop at this address. */
function panelOf(change: Partial<Order>): string {
  const panel = createElement(PlacedPanel, { order: { ...ORDER, ...change }, onPrint: () => {} });
  const root = { id: "root", path: "/", element: panel, loader: () => null };
  const loaderData = { root: { publicUrl: "https://duka.example" } };
  const router = createMemoryRouter([root], { hydrationData: { loaderData } });
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
}

/** Which of these it has beside its title and sentence. */
const THINGS = {
  day: "We expect your parcel",
  receipt: "Print or save receipt",
  share: "Share on WhatsApp",
  "right code": 'href="/track/x?key=y"',
};

test.each<[string, Partial<Order>, string, string, (keyof typeof THINGS)[]]>([
  [
    "on a code that is looked for",
    {},
    "Asante! We have your order",
    "looking for your M-Pesa payment",
    ["day", "share"],
  ],
  [
    "that is paid",
    { payment: true },
    "Asante! Your order is paid",
    "We have your payment. Next we pack your order.",
    ["day", "receipt", "share"],
  ],
  [
    "whose code was rejected",
    { codeAsked: { until: Date.now() + 86_400_000, url: "/track/x?key=y" } },
    "Please check your M-Pesa code",
    "We couldn't find a payment for the M-Pesa code you sent.",
    ["right code"],
  ],
  [
    "that was cancelled and is given back",
    { status: "Cancelled", payment: true, refund: "due" },
    "This order was cancelled",
    "We're refunding you the way you paid. You don't need to do anything.",
    [],
  ],
])("an order %s says so, and has what goes with it alone", (_, change, title, sentence, has) => {
  const page = panelOf(change);
  // the name M-Pesa has an element of its own, so that it is not broken over two lines
  const text = page.replace(/<[^>]+>/g, "").replaceAll("&#x27;", "'");
  expect(text).toContain(title);
  expect(text).toContain(sentence);
  expect(text).toContain("Your order number: 0PLACED1");
  for (const [name, mark] of Object.entries(THINGS))
    expect([name, page.includes(mark)]).toEqual([name, has.includes(name as keyof typeof THINGS)]);
});

test("A total is called paid once nothing of it is owed", () => {
  expect(panelOf({ payment: true })).toContain("<dt>Total paid</dt>");
  expect(panelOf({ payment: true, owed: 1_401 })).toContain("<dt>Total</dt>");
});
