import { importGoods } from "../../goods-import/import-goods.server.ts";
import { FILE_MAX, rowsIn, TOO_LARGE } from "../../goods-import/rules.ts";
import { lastImport, undoImport } from "../../goods-import/undo-import.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { StaffContext } from "../staff-context.server.ts";
import { staffRoutes } from "../staff-route.server.ts";
import * as contract from "./contract.ts";

const about = { tag: "goods", right: "goods.import" } as const;

/** /api/staff/imports: goods from a file. In a scope of its own: the body is bytes. */
export async function importsApi(http: Http, context: StaffContext): Promise<void> {
  const { db } = context;
  const route = staffRoutes(http, context);
  await http.register(async (scope: Http) => {
    const bytes = { parseAs: "buffer", bodyLimit: FILE_MAX } as const;
    scope.addContentTypeParser("text/csv", bytes, (_request, body, done) => done(null, body));
    scope.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) =>
      http.errorHandler(error.statusCode === 413 ? new ShopError(413, TOO_LARGE) : error, request, reply),
    );
    staffRoutes(scope, context)(
      contract.importGoods,
      {
        ...about,
        beforeBody: true,
        summary: "Import a file of goods, sent as text/csv, or try it with dryRun=1",
      },
      async ({ query: { dryRun, name, confirm, shop, one, several }, by, request: { body } }) => {
        if (!Buffer.isBuffer(body)) throw new ShopError(415, "Send the file as text/csv.");
        const sizes = { one: rowsIn(one), several: rowsIn(several) };
        const isDryRun = dryRun === "1";
        return importGoods(db, {
          bytes: body,
          name,
          dryRun: isDryRun,
          shop: rowsIn(shop),
          sizes,
          confirm,
          by,
        });
      },
    );
  });
  route(
    contract.lastImport,
    { tag: "goods", right: "goods.read", summary: "The last import of goods" },
    async () => ({ last: await lastImport(db) }),
  );
  route(
    contract.undoImport,
    { ...about, summary: "Undo the last import, while nothing else changed its rows" },
    ({ params: { id }, by }) => undoImport(db, { id, by }),
  );
}
