import { keepGoodsFile } from "../../goods-import/goods-files.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { sizeFault, UPLOAD_MAX, UPLOAD_TEXTS } from "../../uploads/rules.ts";
import { takePicture } from "../../uploads/take-picture.server.ts";
import type { StaffContext } from "../staff-context.server.ts";
import { staffRoute } from "../staff-route.server.ts";
import { sendFile } from "./contract.ts";

/** POST /api/staff/uploads. In a scope of its own: the body is bytes. */
export async function uploadsApi(http: Http, context: StaffContext): Promise<void> {
  await http.register(async (scope: Http) => {
    const bytes = { parseAs: "buffer", bodyLimit: UPLOAD_MAX } as const;
    scope.addContentTypeParser("application/octet-stream", bytes, (_request, body, done) => done(null, body));
    scope.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
      const kind = (request.query as { kind?: unknown }).kind === "goods" ? "goods" : "picture";
      const why = error.statusCode === 413 && sizeFault(kind, Number.POSITIVE_INFINITY);
      return http.errorHandler(why ? new ShopError(413, why) : error, request, reply);
    });
    staffRoute(
      scope,
      context,
      sendFile,
      {
        tag: "uploads",
        right: "uploads",
        beforeBody: true,
        summary:
          "Send a file as application/octet-stream: a picture is made of it, goods wait for their import",
      },
      async ({ query: { kind, name }, by, request: { body } }) => {
        if (!Buffer.isBuffer(body)) throw new ShopError(415, UPLOAD_TEXTS.notBytes);
        if (kind === "picture") return takePicture(context, body);
        return { id: await keepGoodsFile(context.db, { name, bytes: body, byId: by.id ?? "" }), ready: true };
      },
    );
  });
}
