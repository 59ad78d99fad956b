import type { Http } from "../../platform/http/http.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { UPLOAD_MAX, UPLOAD_TEXTS } from "../../uploads/rules.ts";
import { takePicture } from "../../uploads/take-picture.server.ts";
import type { StaffContext } from "../staff-context.server.ts";
import { bytesRoutes } from "../staff-route.server.ts";
import { sendFile } from "./contract.ts";

/** POST /api/staff/uploads. */
export async function uploadsApi(http: Http, context: StaffContext): Promise<void> {
  const body = { type: "application/octet-stream", max: UPLOAD_MAX, tooLarge: UPLOAD_TEXTS.tooLarge };
  await bytesRoutes(http, context, body, (route) =>
    route(sendFile, { tag: "uploads", right: "uploads" }, async ({ request: { body } }) => {
      if (!Buffer.isBuffer(body)) throw new ShopError(415, UPLOAD_TEXTS.notBytes);
      return takePicture(context, body);
    }),
  );
}
