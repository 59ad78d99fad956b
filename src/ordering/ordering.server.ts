import type { Feature } from "../platform/feature.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { type OrderingParts, orderingApi } from "./api.server.ts";
import { trackLinks } from "./mails/mail-links.server.ts";
import { mailNewOrders } from "./mails/new-order-mail.server.ts";
import { type MyOrdersParts, myOrdersApi } from "./my-orders/my-orders-api.server.ts";
import { trackPage } from "./track/track-page.server.ts";

type Parts = OrderingParts &
  MyOrdersParts &
  Omit<Parameters<typeof trackPage>[1], "links"> & { secret: string | undefined; publicUrl: string };

/** The API of orders, the page that mails link to where there is a secret, and the owner's mail of new orders. */
export async function orderingFeature(http: Http, parts: Parts): Promise<Feature> {
  const { db, secret, publicUrl, links } = parts;
  orderingApi(http, parts);
  myOrdersApi(http, parts);
  if (secret) await trackPage(http, { ...parts, links: trackLinks(secret, publicUrl) });
  return { minute: [() => mailNewOrders(db, links)] };
}
