import type { Http } from "../../platform/http/http.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { UPLOAD_MAX, UPLOAD_TEXTS } from "../../uploads/rules.ts";
import { takePicture } from "../../uploads/take-picture.server.ts";
import type { StaffContext } from "../staff-context.server.ts";
import { staffRoutes } from "../staff-route.server.ts";
import { sendFile } from "./contract.ts";

/** POST /api/staff/uploads. In a scope of its own: the body is bytes. */
export async function uploadsApi(http: Http, context: StaffContext): Promise<void> {
  await http.register(async (scope: Http) => {
    const bytes = { parseAs: "buffer", bodyLimit: UPLOAD_MAX } as const;
    scope.addContentTypeParser("application/octet-stream", bytes, (_request, body, done) => done(null, body));
    scope.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
      const isTooLarge = error.statusCode === 413;
      return http.errorHandler(
        isTooLarge ? new ShopError(413, UPLOAD_TEXTS.tooLarge) : error,
        request,
        reply,
      );
    });
    staffRoutes(scope, context)(
      sendFile,
      {
        tag: "uploads",
        right: "uploads",
        beforeBody: true,
        summary: "Send a picture as application/octet-stream",
      },
      async ({ request: { body } }) => {
        if (!Buffer.isBuffer(body)) throw new ShopError(415, UPLOAD_TEXTS.notBytes);
        return takePicture(context, body);
      },
    );
  });
}
