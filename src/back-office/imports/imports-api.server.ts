import { importGoods } from "../../goods-import/import-goods.server.ts";
import { FILE_MAX, rowsIn, TOO_LARGE } from "../../goods-import/rules.ts";
import { lastImport, undoImport } from "../../goods-import/write-changes.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { StaffContext } from "../staff-context.server.ts";
import type { Route } from "../staff-route.server.ts";
import * as contract from "./contract.ts";

const about = { right: "goods.import" } as const;

/** /api/staff/imports: goods from a file. */
export function importsApi(route: Route, context: StaffContext): void {
  const { db } = context;
  const bytes = { type: "text/csv", max: FILE_MAX, tooLarge: TOO_LARGE };
  route(contract.importGoods, { ...about, bytes }, async ({ query, by, request: { body } }) => {
    if (!Buffer.isBuffer(body)) throw new ShopError(415, "Send the file as text/csv.");
    const { dryRun, name, confirm, shop, one, several } = query;
    return importGoods(db, {
      ...{ bytes: body, name, dryRun: dryRun === "1", confirm, by },
      ...{ shop: rowsIn(shop), sizes: { one: rowsIn(one), several: rowsIn(several) } },
    });
  });
  route(contract.lastImport, { right: "goods.read" }, async () => ({
    last: await lastImport(db),
  }));
  route(contract.undoImport, about, ({ params: { id }, by }) => undoImport(db, { id, by }));
}
