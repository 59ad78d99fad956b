import { t } from "../language/t.ts";
import { Link } from "../ui/link.tsx";
import type { Product } from "./contract.ts";
import { Picture } from "./pictures/picture.tsx";
import { formatPrice } from "./rules.ts";
import type { Listed } from "./selection.ts";

// Less than the columns of products.css on small screens: of a card nobody sees more than two pixels of the file to one
// of the page, and a phone with 2.6 would fetch three times the bytes.
const SIZES = "(min-width:64rem) 17vw,(min-width:40rem) 22vw,33vw";

type CardProps = { product: Listed; eager: boolean; first: boolean; marked: boolean };

/** A product as one link: picture, name, price, and marks such as "Sold out". */
function ProductCard({ product, marked, ...shown }: CardProps) {
  return (
    <li className="product">
      <Link to={`/product/${product._id}`}>
        <span className="product-picture" style={{ backgroundColor: `${product.colour}33` }}>
          <Picture url={product.image} alt={product.alt} sizes={SIZES} {...shown} />
          {product.soldOut ? (
            <span className="product-mark product-mark-out">{t("Sold out")}</span>
          ) : (
            marked && product.bestseller && <span className="product-mark">{t("Best seller")}</span>
          )}
        </span>
        <span className="product-name">{product.name}</span> <Price of={product} />
      </Link>
    </li>
  );
}

type ProductListProps = {
  products: Listed[];
  /** How many pictures are fetched immediately; the others wait until they come near the view. */
  eager?: number;
  /** The first picture is the page's largest element, and is loaded with priority. */
  lead?: boolean;
  /** One row to swipe through on a phone instead of a grid. */
  rail?: boolean;
  /** False where the heading already says that these are best sellers. */
  marked?: boolean;
};

export function ProductList({ products, eager = 0, lead, rail, marked = true }: ProductListProps) {
  return (
    <ul className={rail ? "grid-products rail" : "grid-products"}>
      {products.map((product, at) => (
        <ProductCard
          key={product._id}
          product={product}
          marked={marked}
          eager={at < eager}
          first={lead === true && at === 0}
        />
      ))}
    </ul>
  );
}

/** What a product costs and, struck out, what it cost before. */
export function Price({ of }: { of: Pick<Product, "price" | "formerPrice"> }) {
  return (
    <span className="prices">
      <span className="price">{formatPrice(of.price)}</span>
      {of.formerPrice !== null && (
        <s>
          <span className="visually-hidden"> {t("Was")} </span>
          {formatPrice(of.formerPrice)}
        </s>
      )}
    </span>
  );
}
