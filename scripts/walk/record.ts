import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";

/** One row: what a hand did, what was seen, and how long both took. */
export type Step = {
  page: string;
  did: string;
  saw: string;
  /** ms to the first frame that showed something new; of typing the slowest key. */
  first: number;
  /** ms until what the next step needs was there. */
  settled: number;
};
/** A step whose outcome is still awaited. */
type OpenStep = { page: string; did: string; began: number; typed?: string[] };

/** ms a person rests between two touches. */
const REST = 400;
/** ms between two keys. */
const KEY = 30;

/**
 * Writes down every step of this page: what journeys click becomes a tap, what they fill is typed key by key. A step
 * ends when the next one's control can be touched, or with `end`. One page per process.
 */
export async function startRecorder(page: Page) {
  const steps: Step[] = [];
  const times = await listen(page);
  let open: OpenStep | undefined;
  let known: string[] = [];

  async function finish(): Promise<void> {
    if (!open) return;
    const { page: from, did, began, typed } = open;
    const start = times.tapped ?? began;
    const settled = Date.now() - start;
    const answer = Math.min(...times.answers.filter((at) => at >= start)) - start;
    const first = typed ? Math.max(16, ...times.keys) : Math.min(answer, settled);
    const { heading, announced } = await seenOn(page);
    const news = announced.filter((text) => !known.includes(text));
    known = announced;
    const saw = [heading, ...news].join("; ");
    steps.push({ page: from, did: typed ? `types ${inWords(typed)}` : did, saw, first, settled });
    open = undefined;
  }

  async function begin(step: Omit<OpenStep, "page" | "began">): Promise<void> {
    await finish();
    await page.waitForTimeout(REST);
    times.reset();
    open = { ...step, page: nameOf(page), began: Date.now() };
  }

  async function tap(what: Locator): Promise<void> {
    const name = await nameWhenReady(what);
    await begin({ did: `taps ${name}` });
    await what.tap();
  }

  async function type(what: Locator, text: string): Promise<void> {
    const name = await nameWhenReady(what);
    if (open?.typed) open.typed.push(name);
    else await begin({ did: "types", typed: [name] });
    await what.tap();
    await fill.call(what, "");
    await what.pressSequentially(text, { delay: KEY });
  }

  const goto = page.goto.bind(page);
  page.goto = async (address, options) => {
    const { pathname } = new URL(address, "http://shop");
    await begin({ did: `opens ${pathname.replace(/^(.mailbox).*/, "$1")}` });
    return goto(address, options);
  };
  const locators = Object.getPrototypeOf(page.locator("html")) as Locator;
  const { fill } = locators;
  locators.click = locators.check = function (this: Locator) {
    return tap(this);
  };
  locators.fill = function (this: Locator, text) {
    return type(this, text);
  };

  return {
    /** Something that happens to the phone, as losing the network. */
    async note(did: string, act: () => Promise<void>): Promise<void> {
      await begin({ did });
      await act();
    },
    /** Ends the last step and gives all of them. */
    async end(): Promise<Step[]> {
      await finish();
      return steps;
    },
  };
}

/** What the page itself tells of the step under way: see answers.js. */
async function listen(page: Page) {
  const times = {
    tapped: undefined as number | undefined,
    answers: [] as number[],
    keys: [] as number[],
    reset: () => Object.assign(times, { tapped: undefined, answers: [], keys: [] }),
  };
  await page.exposeBinding("tellTap", (_source, at: number) => {
    times.tapped ??= at;
  });
  await page.exposeBinding("tellAnswer", (_source, at: number) => void times.answers.push(at));
  await page.exposeBinding("tellInteraction", (_source, { ms }: { ms: number }) => void times.keys.push(ms));
  for (const script of ["../bench/phone/watch.js", "answers.js"])
    await page.addInitScript({ path: join(import.meta.dirname, script) });
  return times;
}

/** The accessible name of a control, cut short, once it can be touched. */
async function nameWhenReady(control: Locator): Promise<string> {
  await expect(control).toBeVisible();
  await expect(control).toBeEnabled();
  const [, name, text = ""] = /"((?:[^"\\]|\\.)*)"|text: (.*)/.exec(await control.ariaSnapshot()) ?? [];
  return (name ?? text).replaceAll("''", "'").replace(/^(.{40}[^ ]*) .*/, "$1…");
}

function inWords(fields: string[]): string {
  return fields.length > 3 ? `${fields.length} fields, ${fields[0]} first` : fields.join(" and ");
}

/** The page's address without what differs from one walk to the next. */
function nameOf(page: Page): string {
  const { protocol, pathname } = new URL(page.url());
  if (!protocol.startsWith("http")) return "–";
  return pathname.replace(/^\/(product|mailbox)\/.*/, "/$1");
}

/** The heading of the page, or of the sheet that is open, and what is announced. */
function seenOn(page: Page): Promise<{ heading: string; announced: string[] }> {
  return page.evaluate(() => {
    const texts = (selector: string) =>
      [...document.querySelectorAll(selector)]
        .filter((each) => each.checkVisibility())
        .map((each) => (each.textContent ?? "").trim().replaceAll("|", "/"))
        .filter(Boolean);
    const [heading = ""] = [...texts("dialog[open] h2"), ...texts("h1")];
    return { heading, announced: texts("[role=status], [role=alert]") };
  });
}
