import { expect, test, vi } from "vitest";
import { CallError } from "../../platform/browser/call.ts";
import { PictureQueue } from "./picture-queue.ts";
import type { ChosenPicture } from "./send-picture.ts";

/** Ends the pause of a queue that is paused. */
const line = { back: () => {} };
const watchLine = () => ({
  back: () =>
    new Promise<boolean>((resolve) => {
      line.back = () => resolve(true);
    }),
  end: () => {},
});

const named = (name: string) => new File([name], name);
const noLine = () => new CallError(0, "Not saved: no answer came.");

/** A queue over a browser that keeps what `kept` holds, and a shop that takes what it is sent unless `send` says otherwise. */
function open(kept = new Map<string, ChosenPicture>()) {
  const added: string[] = [];
  const send = vi.fn(async ({ name }: { name: string }) => ({ picture: `/pictures/${name}` }) as object);
  const prepare = vi.fn(async (file: Blob) => ({ file }) as object);
  const save = vi.fn(async (_: string, picture?: string) => picture && added.push(picture));
  const parts = {
    chosen: {
      keep: async (picture: ChosenPicture) => kept.set(picture.key, picture),
      has: async (key: string) => kept.has(key),
      ofProduct: async (productId: string) =>
        [...kept.values()].filter((each) => each.productId === productId),
      forget: async (key: string) => void kept.delete(key),
    },
    ...{ send, prepare, save, watchLine },
    inOneTab: (_: string, work: () => Promise<void>) => work(),
  };
  const queue = new PictureQueue(parts as never);
  const rows = () => queue.state().sendings.map(({ name, step, why }) => ({ name, step, why }));
  const settled = (expected: object[]) => vi.waitFor(() => expect(rows()).toEqual(expected));
  return { queue, added, kept, send, prepare, save, rows, settled };
}

test("pictures are sent one after the other, in the order they were chosen, and then forgotten", async () => {
  const { queue, added, kept, settled } = open();
  await queue.add("tee", [named("a"), named("b"), named("c")]);
  await settled([]);
  expect(added).toEqual(["/pictures/a", "/pictures/b", "/pictures/c"]);
  expect(kept.size).toBe(0);
  expect(queue.state()).toMatchObject({ said: { productId: "tee", words: "c is added." }, unkept: false });
});

test("An interrupted photograph resumes once the connection is back", async () => {
  const { queue, added, send, prepare, settled } = open();
  send.mockRejectedValueOnce(noLine()).mockRejectedValueOnce(noLine());
  await queue.add("tee", [named("a"), named("b")]);
  const why = "No connection. It goes on by itself once there is one.";
  const paused = [
    { name: "a", step: "paused", why },
    { name: "b", step: "waiting", why: undefined },
  ];
  await settled(paused);
  line.back();
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  await settled(paused);
  line.back();
  await settled([]);
  expect(added).toEqual(["/pictures/a", "/pictures/b"]);
  // each is made small once
  expect(prepare).toHaveBeenCalledTimes(2);
});

test("one that is refused says why, keeps nobody else waiting, and is tried again when asked to", async () => {
  const { queue, added, kept, send, settled } = open();
  send.mockResolvedValueOnce({ why: "This is not a picture." });
  await queue.add("tee", [named("a"), named("b")]);
  await settled([{ name: "a", step: "failed", why: "This is not a picture." }]);
  expect(added).toEqual(["/pictures/b"]);
  expect(kept.size).toBe(1);
  queue.retry([...kept.keys()][0] ?? "");
  await settled([]);
  expect(added).toEqual(["/pictures/b", "/pictures/a"]);
});

test("Chosen photographs survive an ended session", async () => {
  const { queue, added, kept, send, settled } = open();
  send.mockRejectedValueOnce(new CallError(401, "Please sign in."));
  await queue.add("tee", [named("a"), named("b")]);
  await settled([
    { name: "a", step: "paused", why: "Please sign in." },
    { name: "b", step: "waiting", why: undefined },
  ]);
  expect(send).toHaveBeenCalledTimes(1);
  queue.retry([...kept.keys()][0] ?? "");
  await settled([]);
  expect(added).toEqual(["/pictures/a", "/pictures/b"]);
});

test("Chosen photographs survive a closed page", async () => {
  const before = open();
  before.send.mockRejectedValue(noLine());
  await before.queue.add("tee", [named("a"), named("b")]);
  await vi.waitFor(() => expect(before.rows()[0]?.step).toBe("paused"));
  const after = open(before.kept);
  await after.queue.resume("cap");
  expect(after.rows()).toEqual([]);
  await Promise.all([after.queue.resume("tee"), after.queue.resume("tee")]);
  await after.settled([]);
  expect(after.added).toEqual(["/pictures/a", "/pictures/b"]);
  expect(after.prepare).toHaveBeenCalledTimes(1);
  // the other tab, which was there all the time, sends neither again
  line.back();
  await before.settled([]);
  expect([before.added, before.send.mock.calls.length]).toEqual([[], 1]);
  expect(before.save).toHaveBeenCalledWith("tee");
});

test("one that is left out is not added, however far it is, and stays away", async () => {
  const { queue, added, kept, send, settled } = open();
  let sent = (_: { picture: string }) => {};
  send.mockImplementationOnce(() => new Promise((resolve) => (sent = resolve)));
  await queue.add("tee", [named("a"), named("b")]);
  await settled([
    { name: "a", step: "sending", why: undefined },
    { name: "b", step: "waiting", why: undefined },
  ]);
  for (const { key } of queue.state().sendings) queue.leaveOut(key);
  sent({ picture: "/pictures/a" });
  await queue.add("tee", [named("c")]);
  await settled([]);
  expect(added).toEqual(["/pictures/c"]);
  expect(kept.size).toBe(0);
});

test("a browser that keeps nothing sends them all the same, and says that the page must stay open", async () => {
  const { queue, added, kept, settled } = open();
  kept.set = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  await queue.add("tee", [named("a")]);
  await settled([]);
  expect(added).toEqual(["/pictures/a"]);
  expect(queue.state().unkept).toBe(true);
});

test("a file that is gone from the device says so", async () => {
  const { queue, prepare, settled } = open();
  prepare.mockRejectedValueOnce(new DOMException("gone", "NotReadableError"));
  await queue.add("tee", [named("a")]);
  await settled([{ name: "a", step: "failed", why: "This file can no longer be read. Choose it again." }]);
});
