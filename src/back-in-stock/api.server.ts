import type { FastifyRequest } from "fastify";
import { findSignedIn } from "../accounts/sign-in/session.server.ts";
import type { Db } from "../platform/database/db.server.ts";
import type { Feature } from "../platform/feature.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { addressKey, type Limit, type Limits } from "../platform/http/limits.server.ts";
import { route } from "../platform/http/route.server.ts";
import { plainMailbox } from "../platform/mail/outbox.server.ts";
import { askForMail, askForOpening } from "./ask-for-mail.server.ts";
import { BACK_TEXTS, tellWhenBack, tellWhenOpen } from "./contract.ts";
import { mailBackInStock, sweepBackInStock } from "./mail-back.server.ts";

/** By one address in an hour; loose, since a whole mobile network may share it. */
const ADDRESS: Limit = { name: "back-address", times: 200, seconds: 3_600 };
/** For one mailbox in a day, from any visitor. */
const EMAIL: Limit = { name: "back-email", times: 10, seconds: 86_400 };

/** POST /api/product/tell-when-back and tell-when-open. */
export function backInStockFeature(
  http: Http,
  { db, limits, publicUrl }: { db: Db; limits: Limits; publicUrl: string },
): Feature {
  const demandRoom = async (request: FastifyRequest, email: string) => {
    await limits.demand(ADDRESS, addressKey(request.ip));
    await limits.demand(EMAIL, plainMailbox(email));
    return findSignedIn(db, request);
  };
  route(http, tellWhenBack, { tag: "products" }, async ({ body, request }) => {
    await askForMail(db, { ...body, userId: await demandRoom(request, body.email) });
    return { message: BACK_TEXTS.thanks };
  });
  route(http, tellWhenOpen, { tag: "products" }, async ({ body, request }) => {
    await askForOpening(db, { ...body, userId: await demandRoom(request, body.email) });
    return { message: BACK_TEXTS.thanksForOpening };
  });
  return { minute: [() => mailBackInStock(db, publicUrl)], hour: [() => sweepBackInStock(db)] };
}
