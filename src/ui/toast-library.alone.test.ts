import { beforeEach, expect, test, vi } from "vitest";
import { toast } from "./toast.ts";

const line = vi.hoisted(() => ({ isThere: false, tries: 0, said: [] as string[] }));
vi.mock("react-toastify", () => {
  line.tries += 1;
  if (!line.isThere) throw new Error("no line");
  return { toast: { error: (words: string) => line.said.push(words) } };
});

beforeEach(() => vi.stubGlobal("navigator", { onLine: true }));

test("a toast whose library cannot be had is lost without a fault, and the next one fetches it again", async () => {
  toast("error", "Sorry, this size is sold out.");
  await expect.poll(() => line.tries).toBe(2);
  line.isThere = true;
  toast("error", "You can have at most 20 of one item.");
  await expect.poll(() => line.said).toEqual(["You can have at most 20 of one item."]);
});
