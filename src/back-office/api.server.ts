import type { Http } from "../platform/http/http.server.ts";
import { auditApi } from "./audit/audit-api.server.ts";
import { codesApi } from "./codes/codes-api.server.ts";
import { couponsApi } from "./coupons/coupons-api.server.ts";
import { staffDocs } from "./docs.server.ts";
import { goodsApi } from "./goods/goods-api.server.ts";
import { importsApi } from "./imports/imports-api.server.ts";
import { mailsApi } from "./mails/mails-api.server.ts";
import { ordersApi } from "./orders/orders-api.server.ts";
import { paymentsApi } from "./payments/payments-api.server.ts";
import { peopleApi } from "./people/people-api.server.ts";
import { podcastApi } from "./podcast/podcast-api.server.ts";
import { staffReviewsApi } from "./reviews/reviews-api.server.ts";
import { settingsApi } from "./settings/settings-api.server.ts";
import { signInApi } from "./sign-in/sign-in-api.server.ts";
import type { StaffContext } from "./staff-context.server.ts";
import { stockApi } from "./stock/stock-api.server.ts";
import { todayApi } from "./today/today-api.server.ts";
import { uploadsApi } from "./uploads/uploads-api.server.ts";

/** /api/staff/*: the calls of the back office, which guardStaff guards. */
export async function backOfficeApi(http: Http, context: StaffContext): Promise<void> {
  await http.register(async (scope: Http) => {
    await staffDocs(scope);
    signInApi(scope, context);
    peopleApi(scope, context);
    auditApi(scope, context);
    mailsApi(scope, context);
    todayApi(scope, context);
    ordersApi(scope, context);
    codesApi(scope, context);
    paymentsApi(scope, context);
    staffReviewsApi(scope, context);
    settingsApi(scope, context);
    couponsApi(scope, context);
    stockApi(scope, context);
    goodsApi(scope, context);
    podcastApi(scope, context);
    await uploadsApi(scope, context);
    await importsApi(scope, context);
  });
}
