import { expect, test, vi } from "vitest";
import { CallError } from "../../platform/browser/call.ts";
import {
  type Change,
  described,
  type GoodsPicture,
  movedTo,
  PictureEdits,
  picturesOf,
  without,
  withPicture,
} from "./use-pictures.ts";

const [A, B, C] = ["a", "b", "c"].map((name) => ({ url: `/pictures/${name}/720.jpg`, alt: "" })) as [
  GoodsPicture,
  GoodsPicture,
  GoodsPicture,
];

test("pictures are moved, described, removed and put back by their address, wherever they stand by then", () => {
  expect(movedTo(C.url, 0)([A, B, C])).toEqual([C, A, B]);
  expect(movedTo(A.url, 1)([A, B, C])).toEqual([B, A, C]);
  expect(movedTo(A.url, 9)([A, B])).toEqual([B, A]);
  expect(movedTo("gone", 0)([A, B])).toEqual([A, B]);
  expect(described(B.url, "Its back")([A, B])).toEqual([A, { ...B, alt: "Its back" }]);
  expect(without(A.url)([A, B])).toEqual([B]);
  expect(withPicture(B, 1)([A, C])).toEqual([A, B, C]);
  expect(withPicture(B)([A, B])).toEqual([A, B]);
});

test("alt texts that are missing at the end are empty", () => {
  expect(picturesOf({ images: [A.url, B.url], alts: ["A tee"] })).toEqual([{ ...A, alt: "A tee" }, B]);
});

/** Pictures as the server has them; saving fails as often as `faults` says. */
function server(pictures: GoodsPicture[], faults = 0) {
  const standing = { pictures, faults };
  const save = vi.fn(async (change: Change) => {
    if (standing.faults-- > 0) throw new CallError(0, "Not saved: no answer came.");
    standing.pictures = change(standing.pictures);
    return standing.pictures;
  });
  return { standing, save };
}

test("a change shows at once, and those made meanwhile are saved together", async () => {
  const { standing, save } = server([A, B, C]);
  const edits = new PictureEdits([A, B, C], save);
  const first = edits.change(movedTo(C.url, 1));
  void edits.change(movedTo(C.url, 0));
  void edits.change(described(C.url, "Its label"));
  expect(edits.edited()).toMatchObject({ pictures: [{ ...C, alt: "Its label" }, A, B], busy: true });
  expect(await first).toBe(true);
  expect(standing.pictures).toEqual([{ ...C, alt: "Its label" }, A, B]);
  expect(edits.edited()).toEqual({ pictures: standing.pictures, failure: undefined, busy: false });
  expect(save).toHaveBeenCalledTimes(2);
});

test("A change of pictures that fails stays and is saved with the next", async () => {
  const { standing, save } = server([A, B], 1);
  const edits = new PictureEdits([A, B], save);
  expect(await edits.change(movedTo(B.url, 0))).toBe(false);
  expect(edits.edited()).toMatchObject({ pictures: [B, A], busy: false, failure: { status: 0 } });
  expect(standing.pictures).toEqual([A, B]);
  expect(await edits.change(without(A.url))).toBe(true);
  expect(standing.pictures).toEqual([B]);
  expect(edits.edited()).toEqual({ pictures: [B], failure: undefined, busy: false });
});

test("a change made while another is saved is reported as saved only when it is", async () => {
  const { standing, save } = server([A, B]);
  const edits = new PictureEdits([A, B], save);
  void edits.change(movedTo(B.url, 0));
  // the first call is under way; the next one fails
  standing.faults = 1;
  const words = edits.change(described(A.url, "A tee"));
  expect(await words).toBe(false);
  expect(standing.pictures).toEqual([B, A]);
  expect(edits.edited()).toMatchObject({ busy: false, failure: { status: 0 } });
  expect(await edits.save()).toBe(true);
  expect(standing.pictures).toEqual([B, { ...A, alt: "A tee" }]);
});

test("A change of pictures undoes no colleague's", async () => {
  const { standing, save } = server([A, B]);
  const edits = new PictureEdits([A, B], save);
  standing.pictures = [A, B, C];
  await edits.change(movedTo(B.url, 0));
  expect(edits.edited().pictures).toEqual([B, A, C]);
  edits.adopt([A]);
  expect(edits.edited().pictures).toEqual([A]);
});
