import type { Http } from "../../platform/http/http.server.ts";
import { decideReview, listReviews, photoOf } from "../../reviews/staff-reviews.server.ts";
import type { StaffContext } from "../staff-context.server.ts";
import { staffRoutes, validateStaffCall } from "../staff-route.server.ts";
import * as contract from "./contract.ts";

const about = { tag: "reviews", right: "reviews" } as const;

/** /api/staff/reviews: reading reviews, and letting them through. */
export function staffReviewsApi(http: Http, context: StaffContext): void {
  const route = staffRoutes(http, context);
  const { db } = context;
  route(contract.listReviews, about, ({ query }) => listReviews(db, query));
  route(contract.decideReview, about, ({ params, body, by }) => decideReview(db, params.id, { ...body, by }));
  const { path, params } = contract.reviewPhoto;
  http.get(
    path,
    {
      config: { staff: { right: "reviews" } },
      schema: { hide: true, tags: [about.tag], summary: "The photograph of a review", params },
      validatorCompiler: validateStaffCall,
    },
    async ({ params: { id } }, reply) => reply.type("image/jpeg").send(await photoOf(context, id)),
  );
}
