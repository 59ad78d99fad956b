import { decideReview, listReviews, photoOf } from "../../reviews/staff-reviews.server.ts";
import type { StaffContext } from "../staff-context.server.ts";
import type { Route } from "../staff-route.server.ts";
import * as contract from "./contract.ts";

const about = { right: "reviews" } as const;

/** /api/staff/reviews: reading reviews, and letting them through. */
export function staffReviewsApi(route: Route, context: StaffContext): void {
  const { db } = context;
  route(contract.listReviews, about, ({ query }) => listReviews(db, query));
  route(contract.decideReview, about, ({ params, body, by }) => decideReview(db, params.id, { ...body, by }));
  route(contract.reviewPhoto, about, ({ params }) => photoOf(context, params.id));
}
