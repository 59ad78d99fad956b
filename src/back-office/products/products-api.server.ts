import { Readable } from "node:stream";
import { addProduct, duplicateProduct } from "../../catalogue/staff/add-product.server.ts";
import { arrangePictures } from "../../catalogue/staff/arrange-pictures.server.ts";
import { editProduct, moveProduct } from "../../catalogue/staff/edit-product.server.ts";
import { findForStaff } from "../../catalogue/staff/find-product.server.ts";
import { exportGoods } from "../../catalogue/staff/goods-cells.server.ts";
import { listGoods } from "../../catalogue/staff/list-goods.server.ts";
import type { StaffContext } from "../staff-context.server.ts";
import type { Route } from "../staff-route.server.ts";
import * as contract from "./contract.ts";

const about = { right: "goods.edit" } as const;

/** /api/staff/goods: what the shop sells, on sale or not. */
export function productsApi(route: Route, context: StaffContext): void {
  const { db } = context;
  route(contract.listGoods, { right: "goods.read" }, ({ query }) => listGoods(db, query));
  route(contract.showProduct, { right: "goods.read" }, async ({ params }) => ({
    product: await findForStaff(db, params.id),
  }));
  writingApi(route, context);
  movingApi(route, context);
  route(contract.exportGoods, { right: "goods.export" }, async ({ reply }) => {
    reply.header("content-disposition", 'attachment; filename="goods.csv"');
    return Readable.from(exportGoods(db));
  });
}

function writingApi(route: Route, context: StaffContext): void {
  const { db } = context;
  route(contract.addProduct, about, async ({ body: { confirmed, ...fields }, by }) => ({
    product: await findForStaff(db, await addProduct(db, { fields, confirmed, by })),
  }));
  route(
    contract.editProduct,
    about,
    async ({ params: { id }, body: { version, confirmed, ...named }, by }) => {
      await editProduct(db, { id, version, changes: definedIn(named), confirmed, by });
      return { product: await findForStaff(db, id) };
    },
  );
  route(contract.arrangePictures, about, async ({ params: { id }, body, by }) => {
    await arrangePictures(db, { id, ...body, by });
    return { product: await findForStaff(db, id) };
  });
  route(contract.duplicateProduct, about, async ({ params: { id }, by }) => ({
    product: await findForStaff(db, await duplicateProduct(db, { id, by })),
  }));
}

function movingApi(route: Route, context: StaffContext): void {
  const { db } = context;
  for (const [to, call] of [
    ["hidden", contract.hideProduct],
    ["shown", contract.unhideProduct],
    ["archived", contract.archiveProduct],
  ] as const)
    route(call, about, async ({ params: { id }, by }) => {
      await moveProduct(db, { id, to, by });
      return { product: await findForStaff(db, id) };
    });
}

/** Without the fields that were left out. */
function definedIn<T extends object>(named: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const given = Object.entries(named).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]: Exclude<T[K], undefined> };
}
