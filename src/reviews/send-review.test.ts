import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendReview } from "./review-form.tsx";

const asked = vi.fn<typeof fetch>();
beforeEach(() => {
  asked.mockReset();
  vi.stubGlobal("fetch", asked);
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
});
afterEach(() => vi.unstubAllGlobals());

const draft = { productId: "tee", stars: 5, words: "Fits well." };
const earlier = { stars: 2, words: "Too small.", state: "shown" };
const answers = (status: number, body: object) =>
  asked.mockImplementation(async () => Response.json(body, { status }));
const refuses = (more: object) =>
  answers(409, { success: false, message: "You've already reviewed this. Thank you.", ...more });

test("a review that is written stands as it was sent, also when only its answer was lost", async () => {
  answers(200, { success: true, message: "Thank you.", reviewId: "r" });
  expect(await sendReview(draft)).toBeUndefined();
  refuses({ earlier: { ...earlier, ...draft }, same: true });
  expect(await sendReview(draft)).toBeUndefined();
});

test("another review that stands already is given, so that nobody takes theirs for saved", async () => {
  refuses({ earlier, same: false });
  expect(await sendReview(draft)).toEqual(earlier);
});

test("any other refusal is thrown", async () => {
  refuses({});
  await expect(sendReview(draft)).rejects.toMatchObject({ status: 409 });
  answers(403, { success: false, message: "You can review this once it is delivered." });
  await expect(sendReview(draft)).rejects.toMatchObject({ status: 403 });
});
