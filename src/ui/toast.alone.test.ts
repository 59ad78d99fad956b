import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { endEarlierToasts, endOfflineToasts, endToast, loadToasts, toast } from "./toast.ts";

const library = vi.hoisted(() => {
  const shown: string[] = [];
  const show = (content: string) => {
    shown.push(content);
    return content;
  };
  const dismiss = (id: string) => void shown.splice(shown.indexOf(id), 1);
  return { shown, toast: { success: show, error: show, info: show, dismiss } };
});
vi.mock("react-toastify", () => ({ toast: library.toast }));

const line = { onLine: true };
beforeAll(() => loadToasts());
beforeEach(() => {
  line.onLine = true;
  library.shown.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal("navigator", line);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function say(...[kind, words]: Parameters<typeof toast>): Promise<void> {
  toast(kind, words);
  await vi.advanceTimersByTimeAsync(0);
  expect(library.shown).toContain(words);
}

test("those of the page before leave when the page changes, once they could be read", async () => {
  await say("success", "Tee (M) is in your cart");
  await vi.advanceTimersByTimeAsync(1_001);
  await say("error", "Why the page changed");
  endEarlierToasts();
  expect(library.shown).toEqual(["Why the page changed"]);
});

test("what failed without a connection leaves once there is one, and nothing else", async () => {
  await say("error", "The code is used");
  line.onLine = false;
  await say("error", "No connection");
  await say("info", "Kept for later");
  endOfflineToasts();
  expect(library.shown).toEqual(["The code is used", "Kept for later"]);
});

test("one whose cause is mended leaves by its words", async () => {
  await say("error", "Please enter M-Pesa transaction code");
  endToast("Please enter M-Pesa transaction code");
  expect(library.shown).toEqual([]);
});
