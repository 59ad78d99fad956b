import { useState } from "react";
import { data } from "react-router";
import { addToCart } from "../cart/cart-store.ts";
import { toast } from "../ui/toast.ts";
import type { Route } from "./+types/product-page";
import { formatPrice } from "./rules.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const product = await context.store.product(params.productId);
  if (!product) throw data(null, { status: 404 });
  return { product };
}

export default function ProductPage({ loaderData: { product } }: Route.ComponentProps) {
  const [size, setSize] = useState("");
  const add = async () => {
    if (await addToCart({ productId: product._id, size }))
      toast("success", `${product.name} is in your cart`);
  };
  return (
    <>
      <h1>{product.name}</h1>
      <p>{formatPrice(product.price)}</p>
      <fieldset>
        <legend>Size</legend>
        {product.sizes.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="size"
              value={each}
              onChange={() => setSize(each)}
              disabled={!product.stock[each]}
            />
            {each}
          </label>
        ))}
      </fieldset>
      <button type="button" disabled={!size} onClick={() => void add()}>
        ADD TO CART
      </button>
    </>
  );
}
