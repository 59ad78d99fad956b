import { expect, type Page } from "@playwright/test";

/** Whatever live regions of this page have said, each change of one once, oldest first; of the documents opened from now on. */
export async function listen(page: Page) {
  const said: string[] = [];
  await page.exposeBinding("tellSaid", (_source, words: string) => void said.push(words));
  await page.addInitScript(watchRegions);
  return {
    /** What is said from now on alone. */
    forget: () => void said.splice(0),
    /** These words were said, and nobody says them again. */
    async once(words: string | RegExp): Promise<void> {
      const times = () =>
        said.filter((each) => (typeof words === "string" ? each.includes(words) : words.test(each)));
      await expect.poll(times, String(words)).not.toEqual([]);
      // a second voice may be late: its script comes first
      await page.waitForTimeout(700);
      expect(times(), String(words)).toHaveLength(1);
    },
    all: () => [...said],
  };
}

/** In the page: tells the words that come into a live region, put together over a moment as a screen reader does. */
function watchRegions(): void {
  const LIVE = "[aria-live], [role=status], [role=alert], [role=log], [role=marquee], [role=timer]";
  const changed = new Map<Element, string>();
  const isHeard = (region: Element) =>
    /^(polite|assertive)$/.test(region.getAttribute("aria-live") ?? "") ||
    (!region.hasAttribute("aria-live") && region.matches("[role=status], [role=alert], [role=log]"));
  const regionOf = (node: Node) => (node instanceof Element ? node : node.parentElement)?.closest(LIVE);
  const note = (region: Element | null | undefined, isNew: boolean) => {
    // what comes into the page full is read out where it is an alert alone
    if (!region || !isHeard(region) || (isNew && region.matches("[role=status]"))) return;
    if (changed.size === 0) setTimeout(tellAll, 150);
    changed.set(region, "");
  };
  const tellAll = () => {
    for (const region of changed.keys()) {
      const words = (region.textContent ?? "").replaceAll(/\s+/g, " ").trim();
      const tell = (window as unknown as { tellSaid?: (words: string) => void }).tellSaid;
      if (words && region.isConnected) tell?.(words);
    }
    changed.clear();
  };
  const look = ({ target, addedNodes, type }: MutationRecord) => {
    if (type === "characterData") return note(regionOf(target), false);
    for (const node of addedNodes) {
      const own =
        node instanceof Element
          ? [node, ...node.querySelectorAll(LIVE)].filter((each) => each.matches(LIVE))
          : [];
      if (own.length > 0) for (const region of own) note(region, true);
      else note(regionOf(node), false);
    }
  };
  const start = () =>
    new MutationObserver((records) => records.forEach(look)).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  // what a document brings along is read as its text
  document.addEventListener("DOMContentLoaded", () => setTimeout(start, 0));
}
