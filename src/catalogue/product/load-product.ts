import type { LoaderContext } from "../../site/document/load-context.ts";
import { toListed, toShown } from "../selection.ts";
import { sizeGuide } from "./size-guide.ts";

/** What the page of a product on sale shows. */
export type ProductData = NonNullable<Awaited<ReturnType<typeof loadProduct>>>;

/** Undefined where no product of this id is on sale. */
export async function loadProduct({ store }: Pick<LoaderContext, "store">, id: string) {
  const product = await store.product(id);
  if (!product) return undefined;
  const [related, { all: rating, real }, { reviews, next }, heard] = await Promise.all([
    store.related(product),
    store.rating(product._id),
    store.reviews(product._id),
    store.episodesOf(product._id),
  ]);
  return {
    product: toShown(product),
    // computed here, so that its tables are not in the browser's bundle
    guide: sizeGuide(product),
    related: related.map(toListed),
    rating,
    real,
    reviews,
    next,
    // omitted for the many products that are in no episode, to save bytes
    ...(heard.length > 0 && { heard }),
  };
}
