import { emailOfGuest } from "../../accounts/guest/same-shopper.server.ts";
import { MISSING } from "../../ordering/methods.ts";
import type { Http } from "../../platform/http/http.server.ts";
import { addressKey, type Limit } from "../../platform/http/limits.server.ts";
import { route } from "../../platform/http/route.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { cardIntent, cardOrder } from "../contract.ts";
import { about, offered, type Parts, readPurchase, rememberPaid } from "../purchase-call.server.ts";
import { PAYMENT_TEXTS } from "../rules.ts";
import { confirmCard, startCard } from "./card.server.ts";
import type { FlutterwaveProvider } from "./provider.server.ts";

const CARDS: Limit = { name: "card", times: 10, seconds: 3_600 };
/** Of guests, another of whom costs nothing: with one e-mail at one network address, and of an address. */
const CARDS_HERE: Limit = { ...CARDS, name: "card-here" };
const CARDS_BY_ADDRESS: Limit = { name: "card-address", times: 100, seconds: 600 };
/** Verifications a browser may cause: its page asks every 5 s while a payment is being confirmed. */
const VERIFIES: Limit = { name: "verify", times: 900, seconds: 3_600 };

export function cardCalls(http: Http, parts: Parts) {
  const { context, config, limits } = parts;
  route(http, cardIntent, about, async (call) => {
    const { provider, closed } = offered(parts, "flutterwave");
    await countCard(parts, call.userId, addressKey(call.request.ip));
    const asked = { ...call.body, ...(await readPurchase(parts, call)), closed };
    const data = await startCard(context, provider as FlutterwaveProvider, config, asked);
    return { message: "Payment begun", data };
  });

  route(http, cardOrder, about, async ({ userId, body, request }) => {
    const provider = context.provider("flutterwave") as FlutterwaveProvider | undefined;
    if (!provider) throw new ShopError(409, MISSING.flutterwave);
    await limits.demand(VERIFIES, userId);
    const confirmed = await confirmCard(context, provider, { ...body, userId });
    if (!("pending" in confirmed)) await rememberPaid(parts, request);
    const message = "pending" in confirmed ? PAYMENT_TEXTS.beingConfirmed : "Order placed";
    return { message, ...confirmed };
  });
}

/** @throws ShopError 429 */
async function countCard({ context, limits }: Parts, userId: string, place: string): Promise<void> {
  await limits.demand(CARDS, userId);
  const email = await emailOfGuest(context.db, userId);
  if (email === undefined) return;
  await limits.demand(CARDS_HERE, `${place} ${email}`);
  await limits.demand(CARDS_BY_ADDRESS, place);
}
