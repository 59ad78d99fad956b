import type { PictureBytes } from "../catalogue/pictures/stored-pictures.server.ts";
import { findProduct } from "../catalogue/queries.server.ts";
import type { Db } from "../platform/database/db.server.ts";
import type { Feature } from "../platform/feature.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import type { Limits } from "../platform/http/limits.server.ts";
import { route } from "../platform/http/route.server.ts";
import { refused } from "../platform/input.ts";
import { ShopError } from "../platform/shop-error.ts";
import { showsSamples } from "../settings/current-settings.server.ts";
import { addReview } from "./add-review.server.ts";
import * as contract from "./contract.ts";
import { photoRoutes } from "./photo-routes.server.ts";
import { findRating, listMine, listShown } from "./queries.server.ts";
import { REVIEW_TEXTS } from "./rules.ts";

const about = { tag: "reviews", signedIn: true } as const;

type ReviewOptions = { db: Db; reading: Db; limits: Limits; pictures: PictureBytes };

/** POST /api/product/review, GET /api/product/:id/reviews, POST /api/user/reviews, and photographs. */
export async function reviewsFeature(
  http: Http,
  { db, reading, limits, pictures }: ReviewOptions,
): Promise<Feature> {
  writtenReviews(http, { db });
  shownReviews(http, { reading });
  await photoRoutes(http, { db, limits, pictures });
  return {};
}

/** A shopper's own. */
function writtenReviews(http: Http, { db }: Pick<ReviewOptions, "db">): void {
  route(
    http,
    contract.addReview,
    { ...about, refusals: { 409: contract.addReview.reviewed, "4xx": refused } },
    async ({ userId, body }) => ({
      message: REVIEW_TEXTS.thanks,
      reviewId: await addReview(db, { userId, ...body }),
    }),
  );

  route(http, contract.myReviews, about, async ({ userId, body }) => ({
    message: "Reviews found",
    ...(await listMine(db, userId, body?.productId)),
  }));
}

/** Everybody's, once staff let them through. */
function shownReviews(http: Http, { reading }: Pick<ReviewOptions, "reading">): void {
  route(http, contract.listReviews, { tag: "reviews" }, async ({ params: { id }, query }) => {
    if (!(await findProduct(reading, id))) throw new ShopError(404, "We can't find this product");
    const page = await listShown(reading, id, query);
    const { all: rating } = await findRating(reading, id, { withSamples: showsSamples() });
    return { message: "Reviews found", ...page, rating };
  });
}
