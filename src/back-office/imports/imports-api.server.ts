import { Readable } from "node:stream";
import { beginImport } from "../../goods-import/begin-import.server.ts";
import { findImport, wrongRows } from "../../goods-import/find-import.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import type { StaffContext } from "../staff-context.server.ts";
import { staffRoute } from "../staff-route.server.ts";
import * as contract from "./contract.ts";

const tag = "goods";
const right = "goods.import";

/** /api/staff/imports: goods from a file. */
export function importsApi(http: Http, context: StaffContext): void {
  const { db } = context;
  staffRoute(
    http,
    context,
    contract.beginImport,
    { tag, right, summary: "Read a file of goods, and write it when all of it is right" },
    async ({ body, by, idempotencyKey: key }) => ({ id: await beginImport(db, { ...body, by, key }) }),
  );
  staffRoute(
    http,
    context,
    contract.showImport,
    { tag, right, summary: "How far an import is, or what came of it" },
    ({ params: { id }, query: { limit } }) => findImport(db, id, limit),
  );
  http.get<{ Params: { id: string } }>(
    contract.wrongRows.path,
    {
      config: { staff: { right } },
      schema: {
        hide: true,
        tags: [tag],
        params: contract.wrongRows.params,
        summary: "The rows of an import that are wrong, as a CSV file",
      },
    },
    async ({ params }, reply) =>
      reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", 'attachment; filename="wrong-rows.csv"')
        .send(Readable.from(await wrongRows(db, params.id))),
  );
}
