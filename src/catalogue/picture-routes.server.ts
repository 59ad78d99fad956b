import { matchesEtag } from "../platform/cache/etag.server.ts";
import type { Db } from "../platform/database/db.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { type PictureBytes, pictureType } from "./stored-pictures.server.ts";

/** /pictures/goods-…: the pictures that staff sent, beside the samples, which are files. */
export function servePictures(http: Http, { db, pictures }: { db: Db; pictures: PictureBytes }): void {
  http.get<{ Params: { rest: string; file: string } }>(
    "/pictures/goods-:rest(^[0-9a-f-]+$)/:file(^[0-9a-z]+\\.[a-z]+$)",
    { schema: { hide: true } },
    async ({ headers, params: { rest, file } }, reply) => {
      const folder = `goods-${rest}`;
      const bytes = await pictures.read(db, folder, file);
      if (!bytes) return reply.callNotFound();
      // what stands under this name never changes
      const etag = `"${folder}/${file}"`;
      reply.headers({ "cache-control": "public, max-age=31536000, immutable", etag });
      if (matchesEtag(headers["if-none-match"] ?? "", etag)) return reply.code(304).send();
      return reply.type(pictureType(file)).send(bytes);
    },
  );
}
