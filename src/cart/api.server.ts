import type { Db } from "../platform/database/db.server.ts";
import { SIGNED_IN } from "../platform/http/docs.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { refused } from "../platform/input.ts";
import { addToCart, updateCart } from "./change-cart.server.ts";
import * as contract from "./contract.ts";
import { mergeCart, type OrderedIn } from "./merge-cart.server.ts";
import { readCart } from "./queries.server.ts";

const about = { tags: ["cart"], security: SIGNED_IN };

/** POST /api/cart/* (specification §7); every answer carries the true cart. */
export function cartApi(http: Http, { db, orderedIn }: { db: Db; orderedIn: OrderedIn }) {
  http.post(
    contract.addToCart.path,
    {
      schema: {
        ...about,
        summary: "Add one of a product in a size",
        body: contract.addToCart.body,
        response: { 200: contract.addToCart.answer, "4xx": refused },
      },
    },
    async (request) => {
      const cartData = await addToCart(db, request.userId, {
        productId: request.body.itemId,
        size: request.body.size,
      });
      return { success: true as const, message: "Added to cart", cartData };
    },
  );

  http.post(
    contract.updateCart.path,
    {
      schema: {
        ...about,
        summary: "Set how many of a line; 0 removes it",
        body: contract.updateCart.body,
        response: { 200: contract.updateCart.answer, "4xx": refused },
      },
    },
    async (request) => {
      const { itemId, size, quantity } = request.body;
      const cartData = await updateCart(db, request.userId, { productId: itemId, size, quantity });
      return { success: true as const, message: "Cart updated", cartData };
    },
  );

  http.post(
    contract.getCart.path,
    {
      schema: {
        ...about,
        summary: "The saved cart",
        body: contract.getCart.body,
        response: { 200: contract.getCart.answer, "4xx": refused },
      },
    },
    async ({ userId, body }) => {
      const ordered = body?.checkout !== undefined && (await orderedIn(db, userId, body.checkout));
      return {
        success: true as const,
        message: "Cart found",
        // read after the order, which clears it
        cartData: await readCart(db, userId),
        ...(ordered && { ordered: true as const }),
      };
    },
  );

  http.post(
    contract.mergeCart.path,
    {
      schema: {
        ...about,
        summary: "Join a visitor's cart to the saved one",
        body: contract.mergeCart.body,
        response: { 200: contract.mergeCart.answer, "4xx": refused },
      },
    },
    async (request) => {
      const lines = request.body.lines.map(({ itemId: productId, size, quantity }) => ({
        productId,
        size,
        quantity,
      }));
      const { checkout } = request.body;
      const { cart, ...rest } = await mergeCart(db, { userId: request.userId, lines, checkout, orderedIn });
      return { success: true as const, message: "Carts merged", cartData: cart, ...rest };
    },
  );
}
