import type { Db } from "../platform/database/db.server.ts";
import type { Feature } from "../platform/feature.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { route } from "../platform/http/route.server.ts";
import { addToCart, type HeldFor, mergeCart, type OrderedIn, updateCart } from "./change-cart.server.ts";
import * as contract from "./contract.ts";
import { readCart } from "./queries.server.ts";

const about = { tag: "cart", signedIn: true } as const;

type Parts = { db: Db; orderedIn: OrderedIn; heldFor: HeldFor };

/** POST /api/cart/* (specification §7); every answer carries the saved cart. */
export function cartFeature(http: Http, { db, orderedIn, heldFor }: Parts): Feature {
  route(http, contract.addToCart, about, async ({ userId, body: { itemId, size } }) => ({
    message: "Added to cart",
    cartData: await addToCart(db, { userId, line: { productId: itemId, size }, heldFor }),
  }));

  route(http, contract.updateCart, about, async ({ userId, body: { itemId, size, quantity } }) => ({
    message: "Cart updated",
    cartData: await updateCart(db, { userId, line: { productId: itemId, size, quantity }, heldFor }),
  }));

  route(http, contract.getCart, about, async ({ userId, body }) => {
    const ordered = body?.checkout !== undefined && (await orderedIn(db, userId, body.checkout));
    return {
      message: "Cart found",
      // read after the order was looked up, as placing it clears the cart
      cartData: await readCart(db, userId),
      ...(ordered && { ordered: true as const }),
    };
  });

  route(http, contract.mergeCart, about, async ({ userId, body }) => {
    const lines = body.lines.map(({ itemId, ...line }) => ({ productId: itemId, ...line }));
    const { checkout } = body;
    const { cart, ...rest } = await mergeCart(db, { userId, lines, checkout, orderedIn, heldFor });
    return { message: "Carts merged", cartData: cart, ...rest };
  });
  return {};
}
