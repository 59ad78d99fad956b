import type { Http } from "../../platform/http/http.server.ts";
import { finishUpload } from "../../uploads/finish-upload.server.ts";
import { PIECE } from "../../uploads/rules.ts";
import { beginUpload, keepPiece } from "../../uploads/take-upload.server.ts";
import type { StaffContext } from "../staff-context.server.ts";
import { staffRoute } from "../staff-route.server.ts";
import * as contract from "./contract.ts";

const about = { tag: "uploads", right: "uploads" } as const;

/** /api/staff/uploads: files that come in pieces. */
export async function uploadsApi(http: Http, context: StaffContext): Promise<void> {
  const { db } = context;
  staffRoute(
    http,
    context,
    contract.beginUpload,
    { ...about, summary: "Say which file comes; which of its pieces have come before" },
    ({ body, by }) => beginUpload(db, { ...body, byId: by.id ?? "" }),
  );
  staffRoute(
    http,
    context,
    contract.finishUpload,
    { ...about, summary: "Make a picture of a file whose pieces are all there" },
    ({ params: { id }, by }) => finishUpload(context, { id, byId: by.id ?? "" }),
  );
  await http.register(async (scope: Http) => takePieces(scope, context));
}

/** In a scope of its own: the bodies of this call are bytes. */
function takePieces(http: Http, context: StaffContext): void {
  const bytes = { parseAs: "buffer", bodyLimit: PIECE } as const;
  http.addContentTypeParser("application/octet-stream", bytes, (_request, body, done) => done(null, body));
  staffRoute(
    http,
    context,
    contract.putPiece,
    { ...about, summary: "A piece of a file; one that came before stays" },
    async ({ params: { id, n }, by, request }) => {
      await keepPiece(context.db, { id, n, bytes: request.body, byId: by.id ?? "" });
      return {};
    },
  );
}
