import { importGoods } from "../../goods-import/import-goods.server.ts";
import { FILE_MAX, rowsIn, TOO_LARGE } from "../../goods-import/rules.ts";
import { lastImport, undoImport } from "../../goods-import/write-changes.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { StaffContext } from "../staff-context.server.ts";
import { bytesRoutes, staffRoutes } from "../staff-route.server.ts";
import * as contract from "./contract.ts";

const about = { tag: "goods", right: "goods.import" } as const;

/** /api/staff/imports: goods from a file. */
export async function importsApi(http: Http, context: StaffContext): Promise<void> {
  const { db } = context;
  const route = staffRoutes(http, context);
  const body = { type: "text/csv", max: FILE_MAX, tooLarge: TOO_LARGE };
  await bytesRoutes(http, context, body, (routeBytes) =>
    routeBytes(
      contract.importGoods,
      about,
      async ({ query: { dryRun, name, confirm, shop, one, several }, by, request: { body } }) => {
        if (!Buffer.isBuffer(body)) throw new ShopError(415, "Send the file as text/csv.");
        return importGoods(db, {
          ...{ bytes: body, name, dryRun: dryRun === "1", confirm, by },
          ...{ shop: rowsIn(shop), sizes: { one: rowsIn(one), several: rowsIn(several) } },
        });
      },
    ),
  );
  route(contract.lastImport, { tag: "goods", right: "goods.read" }, async () => ({
    last: await lastImport(db),
  }));
  route(contract.undoImport, about, ({ params: { id }, by }) => undoImport(db, { id, by }));
}
