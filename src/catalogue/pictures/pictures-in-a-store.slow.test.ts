import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ask } from "../../../test/ask.ts";
import { MIGRATIONS, openBackups, restore } from "../../../test/backups.ts";
import { openObjectServer } from "../../../test/object-store.ts";
import { plainPicture } from "../../../test/pictures.ts";
import { openTestShop } from "../../../test/shop.ts";
import { signInStaff } from "../../../test/support/back-office.ts";
import { sendFile } from "../../../test/support/send-file.ts";
import { readConfig } from "../../config.server.ts";
import { verifyBackup } from "../../platform/backup/manifest.server.ts";
import { restoreObjects, takeBackup } from "../../platform/backup/take-backup.server.ts";
import { createLog } from "../../platform/log.server.ts";
import { openObjectStore } from "../../platform/objects/object-store.server.ts";
import { shop as facts } from "../../shop.ts";
import { fillPicture, OBJECT_NAMES, pictureType } from "./stored-pictures.server.ts";

const [server, backups] = await Promise.all([openObjectServer(), openBackups()]);
const shop = await openTestShop({ PICTURES_URL: server.url() });
const owner = await signInStaff(shop);
afterAll(async () => {
  await Promise.all([shop.close(), server.close(), backups.close()]);
});

const storeAt = (url: string) => {
  const { PICTURES_URL } = readConfig({ PICTURES_URL: url });
  if (!PICTURES_URL) throw new Error("no address");
  return openObjectStore(PICTURES_URL, createLog("silent"));
};

const plain = (r: number) => plainPicture({ r, g: 20, b: 20 }).png().toBuffer();

test("A backup has the banner and the pictures, of the database or a store", async () => {
  const picture = String((await sendFile(shop, owner, await plain(1))).body.picture);
  const value = {
    banner: { ...facts.banner, picture: { url: picture, alt: "Two friends" } },
    offer: facts.offer,
  };
  expect((await owner.post("/settings/banner", { value, version: 0 })).status).toBe(200);
  expect(await shop.query("select 1 from stored_pictures where bytes is not null")).toEqual([]);
  const { rawPayload: bytes } = await shop.http.inject({ url: picture });
  const name = picture.replace("/pictures/", "");
  const folder = join(backups.folder, "with-objects");
  const options = { connection: shop.connection, migrations: MIGRATIONS, version: "1.2.3", files: [] };
  await takeBackup({ ...options, folder, objects: { names: OBJECT_NAMES, read: storeAt(server.url()).get } });
  const manifest = await verifyBackup(folder);
  expect(manifest.objects).toHaveLength(7);

  const other = await openObjectServer();
  const store = storeAt(other.url());
  expect(await store.get(name)).toBeUndefined();
  await restoreObjects(folder, manifest, (file, content) => store.put(file, content, pictureType(file)));
  expect(await store.get(name)).toEqual(bytes);
  await other.close();

  const into = await backups.emptyDatabase();
  const adapt = (tx: Parameters<typeof fillPicture>[0]) =>
    restoreObjects(folder, manifest, (file, content) => fillPicture(tx, file, content), 1);
  await restore(into, folder, { adapt });
  expect(await ask(into, "select value from settings where name = 'banner'")).toEqual([{ value }]);
  const found = "select bytes from stored_pictures where folder || '/' || file = $1";
  expect((await ask(into, found.replace("$1", `'${name}'`)))[0]?.bytes).toEqual(bytes);

  await rm(join(folder, "objects", name));
  await expect(verifyBackup(folder)).rejects.toThrow(/is missing/);
  const blind = takeBackup({ ...options, folder: `${folder}-2`, objects: { names: OBJECT_NAMES } });
  await expect(blind).rejects.toThrow(/PICTURES_URL does not say where/);
});

// the last: this process rests for a while from a store that was down
test("A store that is down or refuses the key loses nothing", async () => {
  const file = await plain(2);
  await server.down();
  expect((await sendFile(shop, owner, file)).status).toBe(503);
  await server.up();
  // this process asks the store again after a few seconds, another one at once
  const other = await shop.second({ LOG_LEVEL: "silent" });
  const { body } = await sendFile(other, owner, file);
  expect(body).toMatchObject({ ready: true, picture: expect.any(String) });
  await server.down();
  const { status, headers } = await other.get(String(body.picture));
  expect([status, headers["cache-control"]]).toEqual([503, "no-store"]);
  await server.up();
  await other.close();
});
