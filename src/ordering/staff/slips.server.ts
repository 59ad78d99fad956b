import { and, inArray } from "drizzle-orm";
import encodeQR from "qr";
import { sizeName } from "../../cart/rules.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { daysText } from "../../delivery/rules.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { escapeHtml } from "../../platform/http/html.server.ts";
import { currentShop } from "../../settings/current-settings.server.ts";
import { discountText } from "../coupons/rules.ts";
import { formatMoment } from "../dates.ts";
import { deliveryOfOrder } from "../destination.server.ts";
import { CHOICES } from "../methods.ts";
import { itemsOf, PLACED } from "../queries.server.ts";
import { shortId } from "../rules.ts";
import { type orderItems, orders } from "../tables.server.ts";

/** A document to print, each of `pages`, which are HTML, on a page of its own. Without scripts and without other files. */
function drawPrint(title: string, pages: string[]): string {
  const shop = currentShop();
  const { street, area, city, country } = shop.address;
  const foot = [`${shop.name}, ${street}, ${area}, ${city}, ${country}`, shop.phone, shop.email].map(
    escapeHtml,
  );
  const sheets = pages.map((page) => `<section>${page}<footer>${foot.join("<br>")}</footer></section>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}, ${escapeHtml(shop.name)}</title><style>${STYLE}</style></head>
<body><main>${sheets.join("\n") || "<p>There is nothing to print.</p>"}</main></body></html>`;
}

const STYLE = `
@page { margin: 12mm }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.45 system-ui, sans-serif; color: #000; background: #fff }
section { max-width: 180mm; margin: 0 auto; padding: 8mm 4mm; overflow-wrap: anywhere }
section + section { border-top: 1px dashed #767676 }
header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4mm }
header > div:first-child { flex: 1 1 60mm }
header svg { display: block; width: 30mm; height: 30mm }
h1 { margin: 0; font-size: 24px }
h2 { margin: 4mm 0 1mm; font-size: 16px }
p { margin: 2mm 0 }
.shop { margin: 0; font-weight: bold }
address { font-style: normal; font-size: 20px }
table { width: 100%; margin: 5mm 0; border-collapse: collapse }
th, td { padding: 2mm; border-bottom: 1px solid #000; text-align: left; vertical-align: top }
.count { font-size: 20px; font-weight: bold }
.sum { text-align: right; white-space: nowrap }
.total { font-weight: bold }
footer { margin-top: 6mm; font-size: 13px }
@media print {
  section { max-width: none; padding: 0; break-after: page }
  section + section { border-top: 0 }
  section:last-child { break-after: auto }
  tr, header { break-inside: avoid }
}`;

type Item = typeof orderItems.$inferSelect;
type Order = typeof orders.$inferSelect & { items: Item[] };

/**
 * Packing slips as an HTML document to print, a page for each order, in the order asked for: what to pack, where it goes,
 * and the order's short id as a QR code. No prices, as it lies in the parcel. Unknown orders are left out.
 */
export async function slipsFor(db: Db, ids: string[]): Promise<string> {
  const found = await ordersOf(db, ids);
  return drawPrint("Packing slips", found.map(slip));
}

/** Receipts in the same way, with prices and how each order was paid. */
export async function receiptsFor(db: Db, ids: string[]): Promise<string> {
  const found = await ordersOf(db, ids);
  return drawPrint("Receipts", found.map(receipt));
}

async function ordersOf(db: Db, ids: string[]): Promise<Order[]> {
  if (ids.length === 0) return [];
  const found = await db
    .select()
    .from(orders)
    .where(and(PLACED, inArray(orders.id, ids)));
  const items = await itemsOf(db, ids);
  return [...new Set(ids)].flatMap((id) => {
    const order = found.find((each) => each.id === id);
    return order ? [{ ...order, items: items.filter(({ orderId }) => orderId === id) }] : [];
  });
}

function slip(order: Order): string {
  const packed = order.items.flatMap((item) => {
    // pieces that a refund put back into stock are not packed
    const quantity = item.quantity - item.returned;
    return quantity > 0 ? [{ ...item, quantity }] : [];
  });
  const rows = packed.map(
    ({ quantity, name, size }) =>
      `<tr><td class="count">${quantity}</td><td>${escapeHtml(name)}</td><td>${escapeHtml(size)}</td></tr>`,
  );
  const pieces = packed.reduce((sum, { quantity }) => sum + quantity, 0);
  return `${heading("Packing slip", order)}
<h2>${order.delivery?.pickUp ? "Pick-up" : "To"}</h2>${whereTo(order)}
<table><thead><tr><th scope="col">Pieces</th><th scope="col">Item</th><th scope="col">Size</th></tr></thead>
<tbody>${rows.join("")}</tbody></table>
<p>${pieces === 1 ? "1 piece" : `${pieces} pieces`} in all.</p>
${warnings(order)}${parcel(order)}`;
}

/** Why a parcel should not leave as the slip says: it is packed by paper, far from the screen that would refuse it. */
function warnings({ status, payment, refund }: Order): string {
  const said = [
    status === "Cancelled" && "This order is cancelled: do not pack it.",
    status !== "Cancelled" && !payment && "This order is not paid: only the owner can have it packed.",
    refund === "due" && "A refund is under way: ask the owner what stays here before this leaves.",
  ];
  return said.flatMap((each) => (each ? [`<p><strong>${each}</strong></p>`] : [])).join("\n");
}

function receipt(order: Order): string {
  const rows = order.items.map(
    ({ quantity, name, size, price }) =>
      `<tr><td>${escapeHtml(name)}, ${escapeHtml(sizeName(size))}<br>${quantity} × ${formatPrice(price)}</td><td class="sum">${formatPrice(price * quantity)}</td></tr>`,
  );
  return `${heading("Receipt", order)}
<p>${escapeHtml(CHOICES[order.paymentMethod].name)}, ${order.payment ? "paid" : "not paid yet"}.${REFUNDED[order.refund ?? "none"]}</p>
<table><thead><tr><th scope="col">Item</th><th scope="col" class="sum">Amount</th></tr></thead><tbody>${rows.join("")}
${discountOf(order)}<tr><td>${order.delivery?.pickUp ? "Pick-up" : "Delivery"}${inDays(order)}</td><td class="sum">${formatPrice(order.deliveryFee)}</td></tr>
<tr class="total"><td>Total</td><td class="sum">${formatPrice(order.amount)}</td></tr></tbody></table>`;
}

/** ", 1 to 2 days", as the order says. */
function inDays(order: Order): string {
  const { days } = deliveryOfOrder(order);
  return days ? `, ${daysText(days)}` : "";
}

function discountOf({ coupon, discount }: Order): string {
  if (!coupon) return "";
  return `<tr><td>Discount ${escapeHtml(coupon.code)}</td><td class="sum">${discountText(discount)}</td></tr>`;
}

const REFUNDED = {
  none: "",
  due: " The money is on its way back.",
  part: " A part of it was refunded.",
  done: " It was refunded.",
};

function heading(title: string, { id, placedAt }: Order): string {
  const name = escapeHtml(shortId(id));
  return `<header><div><p class="shop">${escapeHtml(currentShop().name)}</p><h1>${title} ${name}</h1>
<p>Ordered ${escapeHtml(formatMoment(placedAt.getTime()))}</p></div>
<div role="img" aria-label="QR code of ${name}">${encodeQR(shortId(id), "svg", { border: 2 })}</div></header>`;
}

function whereTo({ address, delivery }: Order): string {
  if (!address) return "<p>No address is known yet.</p>";
  const { pickUp } = delivery ?? {};
  const { firstName, lastName, street, city, state, zipCode, country, phone } = address;
  const lines = [`${firstName} ${lastName}`, street, `${zipCode} ${city}`, state, country, phone];
  // it waits there: who fetches it comes first, then how they are reached, then the point
  const shown = pickUp ? [lines[0], phone, pickUp.name, `${street}, ${city}`, pickUp.hours] : lines;
  return `<address>${shown.map((line = "") => escapeHtml(line)).join("<br>")}</address>`;
}

function parcel({ courier, tracking }: Order): string {
  const parts = [courier, tracking].filter((part) => part !== null);
  return parts.length > 0 ? `<p>${parts.map(escapeHtml).join(", ")}</p>` : "";
}
