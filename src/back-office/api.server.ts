import swagger from "@fastify/swagger";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { trackLinks } from "../ordering/mails/mail-links.server.ts";
import type { Feature } from "../platform/feature.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { shop } from "../shop.ts";
import type { Pages } from "../site/pages/pages.server.ts";
import { sweepAnswers } from "./answer-once.server.ts";
import { auditApi } from "./audit/audit-api.server.ts";
import { codesApi } from "./codes/codes-api.server.ts";
import { couponsApi } from "./coupons/coupons-api.server.ts";
import { importsApi } from "./imports/imports-api.server.ts";
import { mailsApi } from "./mails/mails-api.server.ts";
import { moneyApi } from "./money/money-api.server.ts";
import { ordersApi } from "./orders/orders-api.server.ts";
import { peopleApi } from "./people/people-api.server.ts";
import { podcastApi } from "./podcast/podcast-api.server.ts";
import { productsApi } from "./products/products-api.server.ts";
import { staffReviewsApi } from "./reviews/reviews-api.server.ts";
import { screenRoutes } from "./screens.server.ts";
import { settingsApi } from "./settings/settings-api.server.ts";
import { signInApi } from "./sign-in/sign-in-api.server.ts";
import { sweepStaffSessions } from "./sign-in/staff-session.server.ts";
import { type StaffContext, staffKeys } from "./staff-context.server.ts";
import { staffRoutes } from "./staff-route.server.ts";
import { stockApi } from "./stock/stock-api.server.ts";
import { todayApi } from "./today/today-api.server.ts";
import { uploadsApi } from "./uploads/uploads-api.server.ts";

type Parts = Omit<StaffContext, "trackUrl" | "totpKey" | "answerKey"> & {
  /** The shop's secret, from which the back office's keys are derived. */
  secret: string;
  pages: Pages | undefined;
};

/** /api/staff/*: the calls of the back office, which guardStaff guards; and the screens of /staff. */
export async function backOfficeFeature(http: Http, { secret, pages, ...parts }: Parts): Promise<Feature> {
  const { db, publicUrl } = parts;
  const context = { ...parts, ...staffKeys(secret), trackUrl: trackLinks(secret, publicUrl).urlOf };
  await http.register(async (scope: Http) => {
    await staffDocs(scope);
    const routes = (tag: string) => staffRoutes(scope, context, tag);
    signInApi(routes("sign-in"), context);
    peopleApi(routes("people"), context);
    auditApi(routes("audit"), context);
    mailsApi(routes("mails"), context);
    todayApi(routes("today"), context);
    ordersApi(routes("orders"), context);
    codesApi(routes("codes"), context);
    moneyApi(routes("money"), context);
    staffReviewsApi(routes("reviews"), context);
    settingsApi(routes("settings"), context);
    couponsApi(routes("coupons"), context);
    stockApi(routes("stock"), context);
    productsApi(routes("goods"), context);
    podcastApi(routes("podcast"), context);
    uploadsApi(routes("uploads"), context);
    importsApi(routes("goods"), context);
  });
  if (pages) await screenRoutes(http, { pages, publicUrl });
  return { hour: [() => sweepStaffSessions(db), () => sweepAnswers(db)] };
}

/** GET /api/staff/docs/json: these calls as OpenAPI, for everybody who is signed in. The public documentation omits them. */
async function staffDocs(http: Http): Promise<void> {
  await http.register(swagger, {
    openapi: { info: { title: `${shop.name} back office API`, version: "0.9.0" } },
    transform: (route) => jsonSchemaTransform({ ...route, schema: { ...route.schema, hide: false } }),
    decorator: "staffSwagger",
  });
  http.get(
    "/api/staff/docs/json",
    { config: { staff: { right: "own" } }, schema: { hide: true } },
    async (request) => request.server.staffSwagger(),
  );
}

declare module "fastify" {
  interface FastifyInstance {
    staffSwagger: FastifyInstance["swagger"];
  }
}
