import { Readable } from "node:stream";
import { addProduct, duplicateProduct } from "../../catalogue/staff/add-product.server.ts";
import { arrangePictures } from "../../catalogue/staff/arrange-pictures.server.ts";
import { editProduct, moveProduct } from "../../catalogue/staff/edit-product.server.ts";
import { findForStaff } from "../../catalogue/staff/find-product.server.ts";
import { exportGoods } from "../../catalogue/staff/goods-cells.server.ts";
import { listGoods } from "../../catalogue/staff/list-goods.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import type { StaffContext } from "../staff-context.server.ts";
import { staffRoutes } from "../staff-route.server.ts";
import * as contract from "./contract.ts";

const tag = "goods";
const about = { tag, right: "goods.edit" } as const;

/** /api/staff/goods: what the shop sells, on sale or not. */
export function productsApi(http: Http, context: StaffContext): void {
  const route = staffRoutes(http, context);
  const { db } = context;
  route(
    contract.listGoods,
    { tag, right: "goods.read", summary: "Goods, on sale or not, searched, filtered and sorted" },
    ({ query }) => listGoods(db, query),
  );
  route(
    contract.showProduct,
    { tag, right: "goods.read", summary: "A product, on sale or not, with its pieces by size" },
    async ({ params }) => ({ product: await findForStaff(db, params.id) }),
  );
  writingApi(http, context);
  movingApi(http, context);
  http.get(
    contract.exportGoods.path,
    {
      config: { staff: { right: "goods.export" } },
      schema: { hide: true, tags: [tag], summary: "All goods with what is on hand, as a CSV file" },
    },
    async (_request, reply) =>
      reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", 'attachment; filename="goods.csv"')
        .send(Readable.from(exportGoods(db))),
  );
}

function writingApi(http: Http, context: StaffContext): void {
  const route = staffRoutes(http, context);
  const { db } = context;
  route(
    contract.addProduct,
    { ...about, summary: "Add a product, hidden at first" },
    async ({ body: { confirmed, ...fields }, by }) => ({
      product: await findForStaff(db, await addProduct(db, { fields, confirmed, by })),
    }),
  );
  route(
    contract.editProduct,
    { ...about, summary: "Change what is written about a product; another version is refused" },
    async ({ params: { id }, body: { version, confirmed, ...named }, by }) => {
      await editProduct(db, { id, version, changes: definedIn(named), confirmed, by });
      return { product: await findForStaff(db, id) };
    },
  );
  route(
    contract.arrangePictures,
    { ...about, summary: "Say which pictures a product has, in which order, and what they show" },
    async ({ params: { id }, body, by }) => {
      await arrangePictures(db, { id, ...body, by });
      return { product: await findForStaff(db, id) };
    },
  );
  route(
    contract.duplicateProduct,
    { ...about, summary: "Add a hidden copy of a product, without its pieces" },
    async ({ params: { id }, by }) => ({
      product: await findForStaff(db, await duplicateProduct(db, { id, by })),
    }),
  );
}

function movingApi(http: Http, context: StaffContext): void {
  const route = staffRoutes(http, context);
  const { db } = context;
  for (const [to, call, summary] of [
    ["hidden", contract.hideProduct, "Hide a product from shoppers"],
    ["shown", contract.unhideProduct, "Show a product to shoppers, also one from the archive"],
    ["archived", contract.archiveProduct, "Take a product out of the lists; orders keep it"],
  ] as const)
    route(call, { ...about, summary }, async ({ params: { id }, by }) => {
      await moveProduct(db, { id, to, by });
      return { product: await findForStaff(db, id) };
    });
}

/** Without the fields that were left out. */
function definedIn<T extends object>(named: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const given = Object.entries(named).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]: Exclude<T[K], undefined> };
}
