import { uploadedFolder } from "../catalogue/kept-pictures.server.ts";
import { pictureUrl } from "../catalogue/picture-files.ts";
import {
  hasPicture,
  makeInTurn,
  type PictureBytes,
  storePicture,
} from "../catalogue/stored-pictures.server.ts";
import { type Db, transaction } from "../platform/database/db.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { checkPicture, JPEG_MAX } from "./check-picture.server.ts";
import { UPLOAD_TEXTS } from "./rules.ts";

/**
 * Makes a product's picture of a file: `picture` is its address, `why` says in words that it is refused. The id is made of
 * the content, so that the same file sent again is the same picture.
 * @throws ShopError 503 too many pictures wait, or their store does not answer: the same file can be sent again
 */
export async function takePicture(
  { db, pictures }: { db: Db; pictures: PictureBytes },
  input: Buffer,
): Promise<{ id: string; ready: boolean; picture?: string; why?: string }> {
  const id = uploadedFolder(input);
  try {
    await checkPicture(input);
    if (!(await hasPicture(db, id))) {
      const made = await makeInTurn(input, { share: true, pixelsMax: JPEG_MAX });
      if (!made) throw new ShopError(503, UPLOAD_TEXTS.busy);
      const rows = await pictures.keep(id, made);
      await transaction(db, (tx) => storePicture(tx, rows));
    }
    return { id, ready: true, picture: pictureUrl(id) };
  } catch (error) {
    if (!(error instanceof ShopError) || error.status >= 500) throw error;
    return { id, ready: false, why: error.message };
  }
}
