import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { expect } from "@playwright/test";

/** In the page: what is seen, by what it is and how it is called. */
const FIND = `
const [kind, name] = arguments;
const called = (one) => (one.getAttribute("aria-label") || one.textContent).replace(/\\s+/g, " ").trim();
const isSeen = (one) => one.getClientRects().length > 0;
const byLabel = () =>
  [...document.querySelectorAll("label")]
    .filter((label) => called(label).startsWith(name))
    .map((label) => label.control);
const all = kind === "field" ? byLabel() : [...document.querySelectorAll(kind)].filter((one) => called(one).startsWith(name));
const found = all.find((one) => one && isSeen(one));
`;
const TAP = `${FIND}
if (!found || found.disabled || found.getAttribute("aria-disabled") === "true") return false;
found.scrollIntoView({ block: "center" });
found.click();
return true;`;
/** As a person types: React hears of it. */
const FILL = `${FIND}
if (!found || found.disabled) return false;
const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(found), "value");
set.call(found, arguments[2]);
found.dispatchEvent(new Event("input", { bubbles: true }));
return found.value === arguments[2];`;

/** A person at this browser: each waits until there is what it names. Names are how the page's words begin. */
export function handOf(browser: Browser) {
  const until = (script: string, ...args: unknown[]) =>
    expect
      // the page may just be leaving for another
      .poll(() => browser.run(script, args).catch(String), { message: args.join(" "), timeout: 60_000 })
      .toBe(true);
  return {
    until,
    button: (name: string) => until(TAP, "button", name),
    link: (name: string) => until(TAP, "a[href]", name),
    /** A box, a radio button, or a field to type into. */
    check: (label: string) => until(TAP, "field", label),
    fill: (label: string, text: string) => until(FILL, "field", label, text),
    // capitals may be the style's
    sees: (words: string) =>
      until("return document.body.innerText.toLowerCase().includes(arguments[0]);", words.toLowerCase()),
    isAt: (path: string) =>
      until("return new RegExp(arguments[0]).test(location.pathname + location.search);", path),
  };
}

export type Hand = ReturnType<typeof handOf>;

/** A browser with a new profile and one window, as each protocol drives it. */
export type Browser = {
  go: (url: string) => Promise<void>;
  /** The body of a function, run in the page, or in the frame chosen last; a promise is awaited. */
  run: (script: string, args: unknown[]) => Promise<unknown>;
  /** Goes into the frame of this selector; without one back to the page. */
  enter: (frame?: string) => Promise<void>;
  /** Chooses a file in the file field of this selector. */
  choose: (field: string, file: string) => Promise<void>;
  close: () => Promise<void>;
};

/** Ends a browser that was started here, and removes its profile. */
export async function end(started: ChildProcess, profile: string): Promise<void> {
  if (started.exitCode === null && started.signalCode === null) {
    const ended = once(started, "exit");
    // with the processes that it started itself
    if (started.pid) process.kill(-started.pid, "SIGKILL");
    await ended;
  }
  await rm(profile, { recursive: true, force: true, maxRetries: 10 });
}
