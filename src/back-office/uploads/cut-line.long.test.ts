import { createHash, randomBytes } from "node:crypto";
import { request } from "node:http";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestShop, type TestShop } from "../../../test/shop.ts";
import { type StaffPerson, signInStaff } from "../../../test/support/back-office.ts";
import { sendInPieces, type UploadCalls } from "../app/uploads/send-in-pieces.ts";

let shop: TestShop;
let owner: StaffPerson;
let port: number;
beforeAll(async () => {
  shop = await openTestShop();
  owner = await signInStaff(shop);
  port = await shop.listen();
});
afterAll(() => shop.close());

/** 12 megapixels of which no two are alike: about twenty pieces. */
async function photograph(): Promise<Buffer> {
  const [width, height] = [4_000, 3_000];
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 50 })
    .toBuffer();
}

/** How a piece is lost: its second half never leaves, or its answer never comes. */
type Cut = "in the middle" | "before the answer";

/** Sends the bytes over a connection of their own, and breaks it where `cut` says. */
function post(url: string, bytes: Buffer, cut?: Cut): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...{ "content-type": "application/octet-stream", "content-length": bytes.length },
      ...{ "x-staff": "1", cookie: owner.cookie },
    };
    const sent = request({ host: "127.0.0.1", port, path: url, method: "POST", agent: false, headers });
    sent.on("error", reject);
    sent.on("response", (answer) => {
      answer.resume();
      if (!cut) resolve(answer.statusCode ?? 0);
      else sent.destroy(new Error("cut"));
    });
    if (cut === "in the middle")
      sent.write(bytes.subarray(0, bytes.length / 2), () => sent.destroy(new Error("cut")));
    else sent.end(bytes);
  });
}

test("a photograph of 12 megapixels arrives over a line that is cut five times, no piece sent twice whole", async () => {
  const file = await photograph();
  const sha256 = createHash("sha256").update(file).digest("hex");
  const cuts = new Map<number, Cut>([
    [0, "in the middle"],
    [3, "before the answer"],
    [4, "in the middle"],
    [9, "before the answer"],
    [11, "in the middle"],
  ]);
  const sentWhole: number[] = [];
  const progress: number[] = [];
  const calls: UploadCalls = {
    begin: async (announced) => {
      const { status, body } = await owner.post("/uploads", { kind: "picture", ...announced });
      expect(status).toBe(200);
      return body as unknown as { id: string; have: number[] };
    },
    put: async ({ id, n }, piece) => {
      const cut = cuts.get(n);
      cuts.delete(n);
      if (cut !== "in the middle") sentWhole.push(n);
      const bytes = Buffer.from(await piece.arrayBuffer());
      expect(await post(`/api/staff/uploads/${id}/pieces/${n}`, bytes, cut)).toBe(200);
    },
    finish: async (id) => (await owner.post(`/uploads/${id}/done`)).body as unknown as { ready: boolean },
    pause: async () => {},
  };
  const watch = { onSent: (bytes: number) => progress.push(bytes), signal: new AbortController().signal };
  const send = () =>
    sendInPieces(calls, { file: new Blob([new Uint8Array(file)]), name: "tee.jpg", sha256 }, watch);
  const [{ count: before = 0 } = {}] = await shop.query<{ count: number }>(
    "select count(*)::int as count from stored_pictures",
  );
  for (let cut = 0; cut < 5; cut++) await expect(send()).rejects.toThrow("cut");
  expect(cuts.size).toBe(0);
  const outcome = await send();

  expect(outcome).toMatchObject({ picture: expect.stringMatching(/^\/pictures\/goods-/) });
  const pieces = Math.ceil(file.length / 262_144);
  expect(pieces).toBeGreaterThan(12);
  expect(sentWhole).toEqual(Array.from({ length: pieces }, (_, n) => n));
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(progress.at(-1)).toBe(file.length);
  expect(await shop.query("select count(*)::int as count from stored_pictures")).toEqual([
    { count: before + 7 },
  ]);
});
