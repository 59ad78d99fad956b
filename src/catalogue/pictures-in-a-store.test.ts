import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ask, MIGRATIONS, openBackups, restore } from "../../test/backups.ts";
import { openObjectServer } from "../../test/object-store.ts";
import { openTestShop, type TestShop } from "../../test/shop.ts";
import { signInStaff } from "../../test/support/back-office.ts";
import { readConfig } from "../config.server.ts";
import { verifyBackup } from "../platform/backup/manifest.server.ts";
import { restoreObjects } from "../platform/backup/objects.server.ts";
import { takeBackup } from "../platform/backup/take-backup.server.ts";
import { createLog } from "../platform/log.server.ts";
import { openObjectStore } from "../platform/objects/object-store.server.ts";
import { fillPicture, OBJECT_NAMES, pictureType } from "./stored-pictures.server.ts";

let server: Awaited<ReturnType<typeof openObjectServer>>;
let backups: Awaited<ReturnType<typeof openBackups>>;
const shops: TestShop[] = [];
const logged: string[] = [];
beforeAll(async () => {
  [server, backups] = await Promise.all([openObjectServer(), openBackups()]);
});
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.close()));
  await Promise.all([server.close(), backups.close()]);
});

async function openShop(settings: Record<string, string>) {
  const log = { write: (line: string) => void logged.push(line) };
  const shop = await openTestShop({ LOG_LEVEL: "info", ...settings }, { log });
  shops.push(shop);
  return shop;
}

let shade = 0;
/** Sends a picture unlike any other; `done` asks what became of it. */
async function send(shop: TestShop) {
  const background = { r: ++shade, g: 20, b: 20 };
  const file = await sharp({ create: { width: 60, height: 72, channels: 3, background } })
    .png()
    .toBuffer();
  const sha256 = createHash("sha256").update(file).digest("hex");
  const owner = await signInStaff(shop);
  const begun = await owner.post("/uploads", { kind: "picture", name: "tee.png", size: file.length, sha256 });
  const { id } = begun.body as unknown as { id: string };
  const headers = { "content-type": "application/octet-stream", "x-staff": "1", cookie: owner.cookie };
  const url = `/api/staff/uploads/${id}/pieces/0`;
  expect((await shop.send({ method: "POST", url, payload: file, headers })).status).toBe(200);
  return { id, done: () => owner.post(`/uploads/${id}/done`) };
}

const served = async (shop: TestShop, url: string) => {
  const { statusCode: status, headers, rawPayload: bytes } = await shop.http.inject({ url });
  return { status, headers, bytes };
};

const rowsOf = (shop: TestShop) =>
  shop.query("select count(*)::int as files, count(bytes)::int as here from stored_pictures");

const storeAt = (url: string) => {
  const { PICTURES_URL } = readConfig({ PICTURES_URL: url });
  if (!PICTURES_URL) throw new Error("no address");
  return openObjectStore(PICTURES_URL, createLog("silent"));
};

test("with PICTURES_URL the bytes go to the store, and the shop serves them under the same address, for ever", async () => {
  const shop = await openShop({ PICTURES_URL: server.url() });
  const { done } = await send(shop);
  const { picture } = (await done()).body as unknown as { picture: string };
  expect(await rowsOf(shop)).toEqual([{ files: 7, here: 0 }]);
  const { status, headers, bytes } = await served(shop, picture);
  expect([status, headers["content-type"]]).toEqual([200, "image/jpeg"]);
  expect(headers).toMatchObject({ "cache-control": "public, max-age=31536000, immutable" });
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 720, height: 864 });
  const again = await shop.get(picture, { "if-none-match": String(headers.etag) });
  expect(again.status).toBe(304);
  expect((await served(shop, picture.replace("720.jpg", "721.jpg"))).status).toBe(404);
});

test("a store that refuses the secret, or is down, loses nothing: the same upload is finished later", async () => {
  const wrong = await openShop({ PICTURES_URL: server.url("another%2Fsecret") });
  const { id, done } = await send(wrong);
  expect(await done()).toMatchObject({ status: 503, body: { message: expect.stringMatching(/try again/) } });
  expect(await rowsOf(wrong)).toEqual([{ files: 0, here: 0 }]);
  expect(await wrong.query("select n from upload_pieces where upload_id = $1", [id])).toEqual([{ n: 0 }]);
  expect(logged.join("")).toContain('"status":403');
  expect(logged.join("")).not.toMatch(/another|S3RVER/);

  const shop = await openShop({ PICTURES_URL: server.url() });
  const later = await send(shop);
  await server.down();
  expect((await later.done()).status).toBe(503);
  await server.up();
  // nobody waits for a store that was down a moment ago
  const { picture } = await vi.waitFor(
    async () => {
      const { body } = await later.done();
      expect(body).toMatchObject({ ready: true, picture: expect.any(String) });
      return body as unknown as { picture: string };
    },
    { timeout: 30_000, interval: 1_000 },
  );
  await server.down();
  const { status, headers } = await served(shop, picture);
  expect([status, headers["cache-control"]]).toEqual([503, "no-store"]);
  await server.up();
});

test("what is in rows from before is served from there, also with a store", async () => {
  const shop = await openShop({});
  const { picture } = (await (await send(shop)).done()).body as unknown as { picture: string };
  expect(await rowsOf(shop)).toEqual([{ files: 7, here: 7 }]);
  const second = await shop.second({ PICTURES_URL: server.url() });
  expect((await second.get(picture)).status).toBe(200);
  await second.close();
});

test("a backup has the objects; they go back into a store, or into rows where there is none", async () => {
  const shop = await openShop({ PICTURES_URL: server.url() });
  const { picture } = (await (await send(shop)).done()).body as unknown as { picture: string };
  const { bytes } = await served(shop, picture);
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
  const found = "select bytes from stored_pictures where folder || '/' || file = $1";
  expect((await ask(into, found.replace("$1", `'${name}'`)))[0]?.bytes).toEqual(bytes);

  await rm(join(folder, "objects", name));
  await expect(verifyBackup(folder)).rejects.toThrow(/is missing/);
  const blind = takeBackup({ ...options, folder: `${folder}-2`, objects: { names: OBJECT_NAMES } });
  await expect(blind).rejects.toThrow(/PICTURES_URL does not say where/);
});

test.each([
  "https://key:secret@host/bucket",
  "s3+https://host/bucket",
  "s3+https://key:secret@host/",
  "s3+https://key:se%cret@host/b",
])("%s is no address of a store, and what it holds is not said", (url) => {
  expect(() => readConfig({ PICTURES_URL: url })).toThrow(/^[^%]*PICTURES_URL: must be an address[^%]*$/);
});
