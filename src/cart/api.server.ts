import { requireUser } from "../accounts/session.server.ts";
import type { Db } from "../platform/db.server.ts";
import type { Http } from "../platform/http.server.ts";
import { addToCart, updateCart } from "./change-cart.server.ts";
import * as contract from "./contract.ts";
import { mergeCart } from "./merge-cart.server.ts";
import { readCart } from "./queries.server.ts";

const tags = ["cart"];

/** POST /api/cart/* (specification §7); every answer carries the true cart. */
export function cartApi(http: Http, { db }: { db: Db }) {
  http.post(
    contract.addToCart.path,
    { schema: { tags, body: contract.addToCart.body, response: { 200: contract.addToCart.answer } } },
    async (request) => {
      const userId = await requireUser(db, request);
      const cartData = await addToCart(db, userId, {
        productId: request.body.itemId,
        size: request.body.size,
      });
      return { success: true as const, message: "Added to cart", cartData };
    },
  );

  http.post(
    contract.updateCart.path,
    { schema: { tags, body: contract.updateCart.body, response: { 200: contract.updateCart.answer } } },
    async (request) => {
      const userId = await requireUser(db, request);
      const { itemId, size, quantity } = request.body;
      const cartData = await updateCart(db, userId, { productId: itemId, size, quantity });
      return { success: true as const, message: "Cart updated", cartData };
    },
  );

  http.post(
    contract.getCart.path,
    { schema: { tags, response: { 200: contract.getCart.answer } } },
    async (request) => {
      const userId = await requireUser(db, request);
      return { success: true as const, message: "Cart found", cartData: await readCart(db, userId) };
    },
  );

  http.post(
    contract.mergeCart.path,
    { schema: { tags, body: contract.mergeCart.body, response: { 200: contract.mergeCart.answer } } },
    async (request) => {
      const userId = await requireUser(db, request);
      const lines = request.body.lines.map(({ itemId: productId, size, quantity }) => ({
        productId,
        size,
        quantity,
      }));
      const { cart, changes } = await mergeCart(db, userId, lines);
      return { success: true as const, message: "Carts merged", cartData: cart, changes };
    },
  );
}
