import { ShopError } from "../../platform/shop-error.ts";
import { UPLOAD_MAX, UPLOAD_TEXTS } from "../../uploads/rules.ts";
import { takePicture } from "../../uploads/take-picture.server.ts";
import type { StaffContext } from "../staff-context.server.ts";
import type { Route } from "../staff-route.server.ts";
import { sendFile } from "./contract.ts";

/** POST /api/staff/uploads. */
export function uploadsApi(route: Route, context: StaffContext): void {
  const bytes = { type: "application/octet-stream", max: UPLOAD_MAX, tooLarge: UPLOAD_TEXTS.tooLarge };
  route(sendFile, { right: "uploads", bytes }, async ({ request: { body } }) => {
    if (!Buffer.isBuffer(body)) throw new ShopError(415, UPLOAD_TEXTS.notBytes);
    return takePicture(context, body);
  });
}
