import { isPictureKept } from "../../catalogue/pictures/stored-pictures.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { fieldFault } from "../../platform/shop-error.ts";
import type { SettingName, SettingValues } from "../../settings/contract.ts";

/** A picture of a setting must be among those that are kept; none is ever removed. @throws ShopError 400 by field */
export async function demandPictures(db: Db, name: SettingName, value: object): Promise<void> {
  if (name !== "banner") return;
  for (const [part, { picture }] of Object.entries(value as SettingValues["banner"]))
    if (picture && !(await isPictureKept(db, picture.url)))
      throw fieldFault(`${part}.picture.url`, "This picture is not in the shop. Add it again.");
}
