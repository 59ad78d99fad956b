import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import type { Device } from "../bench/phone/device.ts";

/** One row: what a hand did, what was seen, and how long both took. */
export type Step = {
  page: string;
  did: string;
  saw: string;
  /** ms to the first frame that showed something new; of typing the slowest key. */
  first: number;
  /** ms until what was to be seen was there. */
  settled: number;
};

/** What must be seen after a step, with the words for the table. */
export type Sight = { saw: string; there: (page: Page) => Promise<unknown> };

/** ms a person rests between two touches. */
const REST = 400;
/** ms after which a step has failed. */
const PATIENCE = 30_000;

export type Recorder = Awaited<ReturnType<typeof startRecorder>>;

/** Hands for the story, which write down what they do. A step that does not show what it should throws. */
export async function startRecorder({ page }: Device) {
  const steps: Step[] = [];
  let tapped: number | undefined;
  let answers: number[] = [];
  let keys: number[] = [];
  await page.exposeBinding("tellTap", (_source, at: number) => {
    tapped ??= at;
  });
  await page.exposeBinding("tellAnswer", (_source, at: number) => void answers.push(at));
  await page.exposeBinding("tellInteraction", (_source, entry: { ms: number }) => void keys.push(entry.ms));
  await page.addInitScript({ path: join(import.meta.dirname, "answers.js") });

  async function record(
    did: string,
    act: () => Promise<unknown>,
    sight: Sight,
    typing = false,
  ): Promise<void> {
    await page.waitForTimeout(REST);
    const from = nameOf(page);
    tapped = undefined;
    answers = [];
    keys = [];
    const began = Date.now();
    try {
      await act();
      // looked for, scrolled to and tapped by now: a person's time begins with the finger
      await sight.there(page);
    } catch (error) {
      throw new Error(`${did} (on ${from}) did not show: ${sight.saw}`, { cause: error });
    }
    const start = tapped ?? began;
    const settled = Date.now() - start;
    const answer = Math.min(...answers.filter((at) => at >= start)) - start;
    const first = typing ? Math.max(16, ...keys) : Math.min(answer, settled);
    steps.push({ page: from, did, saw: sight.saw, first, settled });
    console.log(
      `${String(Math.round(first)).padStart(6)} ${String(Math.round(settled)).padStart(6)} ms  ${from}: ${did}`,
    );
  }

  return {
    page,
    steps,
    open: (path: string, did: string, sight: Sight) => record(did, () => page.goto(path), sight),
    tap: (what: Locator, did: string, sight: Sight) =>
      record(did, () => what.tap({ timeout: PATIENCE }), sight),
    /** Key by key, into fields by their label; the time is the slowest key's. */
    type: (fields: [Locator, string][], did: string, sight: Sight) =>
      record(
        did,
        async () => {
          for (const [field, text] of fields) {
            await field.tap({ timeout: PATIENCE });
            await field.fill("");
            await field.pressSequentially(text, { delay: 30 });
          }
        },
        sight,
        true,
      ),
    /** Something that happens to the phone, as losing the network. */
    happens: (did: string, act: () => Promise<unknown>, sight: Sight) => record(did, act, sight),
  };
}

export const sees = (saw: string, of: (page: Page) => Locator): Sight => ({
  saw,
  there: (page) => expect(of(page).first()).toBeVisible({ timeout: PATIENCE }),
});

/** Several at once, all of them. */
export const both = (...sights: Sight[]): Sight => ({
  saw: sights.map(({ saw }) => saw).join("; "),
  there: async (page) => {
    for (const sight of sights) await sight.there(page);
  },
});

export const heading = (name: string | RegExp, saw: string): Sight =>
  sees(saw, (page) => page.getByRole("heading", { name }));

/** The page's address without what differs from one walk to the next. */
function nameOf(page: Page): string {
  const { protocol, pathname } = new URL(page.url());
  if (!protocol.startsWith("http")) return "–";
  return pathname.replace(/^\/(product|mailbox)\/.*/, "/$1");
}
