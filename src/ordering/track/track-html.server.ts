import { escapeHtml } from "../../platform/http/html.server.ts";
import { shop } from "../../shop.ts";
import { formatMoment } from "../dates.ts";
import { type Status, shortId } from "../rules.ts";
import type { Tracked } from "./find-tracked.server.ts";

/** What happens next, by the status. */
const NEXT: Record<Status, string> = {
  "Order Placed": "We check your payment, then pack your goods.",
  Packing: "We are packing your goods.",
  Shipped: "Your parcel is on its way to you.",
  "Out for delivery": "Your parcel comes today. Please keep your phone on.",
  Delivered: `Your parcel has arrived. Goods may be returned or exchanged within ${shop.returnDays} days.`,
  Cancelled: "This order was cancelled.",
};

/** An order that somebody follows by the link of a mail. */
export function drawTracked({ id, status, courier, tracking, steps }: Tracked): string {
  const name = shortId(id);
  const parcel = [courier && `Courier: ${courier}`, tracking && `Tracking number: ${tracking}`].filter(
    Boolean,
  );
  return document(
    `Order ${name}`,
    `<h1>Order ${escapeHtml(name)}</h1>
<p class="now"><strong>${escapeHtml(status)}</strong></p>
<p>${escapeHtml(NEXT[status])}</p>
${parcel.map((line) => `<p class="parcel">${escapeHtml(line ?? "")}</p>`).join("")}
<h2>Steps</h2>
<ol>${steps
      .map(
        (step) =>
          `<li><span>${escapeHtml(step.name)}</span> <time datetime="${new Date(step.date).toISOString()}">${escapeHtml(formatMoment(step.date))}</time></li>`,
      )
      .join("")}</ol>
<p><a href="/orders">See all my orders</a></p>`,
  );
}

/** Where the link is not whole, or of no order. */
export function drawMissing(): string {
  return document(
    "Order not found",
    `<h1>We could not find this order</h1>
<p>The link may be cut off: open it from the mail once more. Your orders are also in your account.</p>
<p><a href="/orders">See all my orders</a></p>`,
  );
}

function document(title: string, main: string): string {
  return `<!doctype html><html lang="${shop.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)} | ${escapeHtml(shop.name)}</title><style>${STYLE}</style></head>
<body><header><a href="/">${escapeHtml(shop.name)}</a></header><main>${main}
<p class="help">Questions? Call <a href="tel:${escapeHtml(shop.phone.replaceAll(" ", ""))}">${escapeHtml(shop.phone)}</a>.</p></main></body></html>`;
}

// the shop's colours and stripe in few bytes
const STYLE = `*{box-sizing:border-box}body{margin:0;background:#fbf6ec;color:#1b1618;font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
header{padding:14px clamp(14px,4vw,40px);background:#1b1618;border-bottom:6px solid;border-image:linear-gradient(120deg,#cf2c14 60%,#f7b733 60% 78%,#0d5635 78% 90%,#1b1618 90%) 1}
header a{display:inline-block;padding:6px 0;color:#fbf6ec;font:italic 800 1.5rem/1.3 system-ui,sans-serif;letter-spacing:1px;text-transform:uppercase;text-decoration:none}
main{max-width:36rem;margin:0 auto;padding:24px clamp(14px,4vw,40px) 64px;overflow-wrap:anywhere}
a{color:#981a06;text-underline-offset:2px}main p>a{display:inline-block;padding:10px 0}a:focus-visible{outline:3px solid #f7b733;outline-offset:2px}
h1{margin:0 0 12px;font-size:clamp(1.75rem,6vw,2.5rem);line-height:1.1}h2{margin:28px 0 8px;font-size:1.25rem}
.now strong{padding:4px 10px;background:#def0e3;color:#0d5635}.parcel{margin:4px 0;font-weight:600}
ol{list-style:none;margin:0;padding:0}li{display:flex;flex-wrap:wrap;gap:0 16px;justify-content:space-between;padding:10px 0;border-top:1px solid #dccfb9}li span{font-weight:600}time{color:#514647}.help{color:#514647}`;
