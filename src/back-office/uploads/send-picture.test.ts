import { afterEach, expect, test, vi } from "vitest";
import { preparePicture } from "./send-picture.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const JPEG = new Blob(["a JPEG of many more bytes than its original"], { type: "image/jpeg" });
const heic = new File(["\0\0\0\x18ftypheic"], "tee.heic");
const photo = new File([new Uint8Array([0xff, 0xd8, 0xff]), "x".repeat(300_000)], "tee.jpg");

/** A browser that reads the chosen picture, if it `reads` it, and writes it as `written`. */
function browser({ reads, written }: { reads: boolean; written: Blob | null }) {
  const brush = { fillRect: () => {}, drawImage: () => {} };
  const toBlob = (done: (blob: Blob | null) => void) => done(written);
  vi.stubGlobal("document", { createElement: () => ({ getContext: () => brush, toBlob }) });
  vi.stubGlobal("createImageBitmap", async () => {
    if (!reads) throw new DOMException("unreadable", "InvalidStateError");
    return { width: 60, height: 72, close: () => {} };
  });
}

/** What is sent of a chosen file, or the sentence that says why nothing is. */
async function prepared(file: File) {
  const outcome = await preparePicture(file);
  return "file" in outcome ? outcome.file : outcome.why;
}

test("a HEIC that the browser reads is sent as JPEG, also as a larger one", async () => {
  browser({ reads: true, written: JPEG });
  expect(JPEG.size).toBeGreaterThan(heic.size);
  expect(await prepared(heic)).toBe(JPEG);
});

test.each([
  { reads: false, written: null },
  { reads: true, written: null },
])("a HEIC that the browser cannot turn into JPEG says what to do: %j", async (about) => {
  browser(about);
  expect(await prepared(heic)).toContain("Most Compatible");
});

test("a picture is sent as it is where a JPEG of it would be larger", async () => {
  browser({ reads: true, written: new Blob(["x".repeat(400_000)]) });
  expect(await prepared(photo)).toBe(photo);
  browser({ reads: true, written: JPEG });
  expect(await prepared(photo)).toBe(JPEG);
});

test("a file that is no picture is refused before a byte leaves", async () => {
  expect(await prepared(new File(["<svg/>"], "tee.jpg"))).toBe(
    "This is not a picture. Send a JPEG, PNG, WebP or AVIF.",
  );
});
