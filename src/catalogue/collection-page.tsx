import { Link } from "react-router";
import type { Route } from "./+types/collection-page";
import { formatPrice } from "./rules.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return context.store.products({});
}

export default function CollectionPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h1>All collections</h1>
      <ul>
        {loaderData.products.map((product) => (
          <li key={product._id}>
            <Link to={`/product/${product._id}`}>
              {product.name} {formatPrice(product.price)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
