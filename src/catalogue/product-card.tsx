import { Link } from "react-router";
import { formatPrice } from "./rules.ts";
import type { Listed } from "./selection.ts";

/** A product as one link: picture, name, price, and what sets it apart. */
function ProductCard({ product, eager, marked }: { product: Listed; eager: boolean; marked: boolean }) {
  return (
    <li className="product">
      {/* every product has the same route, so there is nothing to discover by asking the server */}
      <Link to={`/product/${product._id}`} discover="none">
        <span className="product-picture" style={{ backgroundColor: `${product.colour}33` }}>
          <img
            src={product.image}
            alt=""
            width={600}
            height={720}
            loading={eager ? "eager" : "lazy"}
            decoding="async"
          />
          {product.soldOut ? (
            <span className="product-mark product-mark-out">Sold out</span>
          ) : (
            marked && product.bestseller && <span className="product-mark">Best seller</span>
          )}
        </span>
        <span className="product-name">{product.name}</span>{" "}
        <span className="price">{formatPrice(product.price)}</span>
      </Link>
    </li>
  );
}

type ProductListProps = {
  products: Listed[];
  /** How many pictures are fetched at once; the others wait until they come near. */
  eager?: number;
  /** One row to swipe through on a phone instead of a grid. */
  rail?: boolean;
  /** False where the heading says already that these are the best sellers. */
  marked?: boolean;
};

export function ProductList({ products, eager = 0, rail = false, marked = true }: ProductListProps) {
  return (
    <ul className={rail ? "grid-products rail" : "grid-products"}>
      {products.map((product, at) => (
        <ProductCard key={product._id} product={product} eager={at < eager} marked={marked} />
      ))}
    </ul>
  );
}
