import { createHash, randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestShop, type TestShop } from "../../../test/shop.ts";
import { type StaffPerson, signInStaff } from "../../../test/support/back-office.ts";
import { sweepUploads } from "../../uploads/take-upload.server.ts";

const PIECE = 256 * 1_024;
const RED = { r: 200, g: 20, b: 20 };

let shop: TestShop;
let owner: StaffPerson;
beforeAll(async () => {
  shop = await openTestShop();
  owner = await signInStaff(shop);
});
afterAll(() => shop.close());

const plain = (colour = RED, width = 60, height = 72) =>
  sharp({ create: { width, height, channels: 3, background: colour } });

/** A photograph of several pieces, unlike any other. */
const noise = () =>
  sharp(randomBytes(700 * 840 * 3), { raw: { width: 700, height: 840, channels: 3 } })
    .jpeg()
    .toBuffer();

const sha256Of = (file: Buffer) => createHash("sha256").update(file).digest("hex");

async function begin(file: Buffer, sha256 = sha256Of(file), by = owner) {
  const begun = await by.post("/uploads", { kind: "picture", name: "tee.jpg", size: file.length, sha256 });
  expect(begun.status, begun.text).toBe(200);
  return begun.body as unknown as { id: string; have: number[] };
}

function put(id: string, n: number, payload: Buffer, by = owner) {
  return shop.send({
    method: "POST",
    url: `/api/staff/uploads/${id}/pieces/${n}`,
    payload,
    headers: { "content-type": "application/octet-stream", "x-staff": "1", cookie: by.cookie },
  });
}

const pieceOf = (file: Buffer, n: number) => file.subarray(n * PIECE, (n + 1) * PIECE);

/** Sends a file whole; gives the answer to its end. */
async function upload(file: Buffer, sha256?: string) {
  const { id, have } = await begin(file, sha256);
  for (let n = 0; n * PIECE < file.length; n++)
    if (!have.includes(n)) expect((await put(id, n, pieceOf(file, n))).status).toBe(200);
  const done = await owner.post(`/uploads/${id}/done`);
  expect(done.status, done.text).toBe(200);
  return done.body as unknown as { ready: boolean; picture?: string; why?: string };
}

test("a picture arrives in pieces, goes on where it was cut off, and is made once", async () => {
  const file = await noise();
  const { id } = await begin(file);
  expect((await put(id, 1, pieceOf(file, 1))).status).toBe(200);
  expect((await put(id, 1, pieceOf(file, 1))).status).toBe(200);
  expect(await begin(file)).toMatchObject({ id, have: [1] });
  expect((await owner.post(`/uploads/${id}/done`)).status).toBe(409);
  const { ready, picture = "" } = await upload(file);
  expect(ready).toBe(true);
  // asked again, as after an answer that was lost
  expect(await upload(file)).toMatchObject({ ready, picture });
  expect(await shop.query("select from upload_pieces where upload_id = $1", [id])).toEqual([]);
});

test("a JPEG of 59 megapixels is made small", async () => {
  const file = await plain(RED, 10_000, 5_900).jpeg({ quality: 20 }).toBuffer();
  expect(await upload(file)).toMatchObject({ ready: true, picture: expect.any(String) });
});

test("what was damaged on its way is sent anew", async () => {
  const file = await plain({ r: 1, g: 2, b: 3 }).png().toBuffer();
  const sha256 = sha256Of(Buffer.from("another"));
  expect(await upload(file, sha256)).toMatchObject({ ready: false, why: expect.stringMatching(/damaged/) });
  expect((await begin(file, sha256)).have).toEqual([]);
});

test("pieces that are none of the file are refused, and so is somebody else's file", async () => {
  const file = await noise();
  const { id } = await begin(file);
  const other = await signInStaff(shop);
  expect((await put(id, 0, pieceOf(file, 0), other)).status).toBe(404);
  expect((await other.post(`/uploads/${id}/done`)).status).toBe(404);
  expect((await begin(file, undefined, other)).id).not.toBe(id);
  expect((await put(id, 0, file.subarray(0, 9))).status).toBe(400);
  expect((await put(id, 99, pieceOf(file, 0))).status).toBe(400);
  expect((await put(id, 0, file.subarray(0, PIECE + 1))).status).toBe(413);
  expect((await owner.post(`/uploads/${id}/pieces/0`, {})).status).toBe(400);
});

test("a file that nobody finished is gone after a day", async () => {
  const file = await noise();
  const { id } = await begin(file);
  await put(id, 0, pieceOf(file, 0));
  await shop.query("update uploads set created_at = now() - interval '25 hours' where id = $1", [id]);
  await sweepUploads(shop.db);
  expect(await shop.query("select from upload_pieces where upload_id = $1", [id])).toEqual([]);
  expect((await put(id, 1, pieceOf(file, 1))).status).toBe(404);
});
