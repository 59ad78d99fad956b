import { expect, type Page } from "@playwright/test";

/** What a browser's translation does: every text into two <font>, the old node into no document at all. */
function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const parent = text.parentElement;
    if (!parent || !text.data.trim() || parent.closest("font, script, style, noscript, option")) continue;
    const outer = document.createElement("font");
    outer.append(Object.assign(document.createElement("font"), { textContent: text.data }));
    parent.replaceChild(outer, text);
  }
}

/** What common extensions do: foreign nodes and attributes in head, body and forms. */
function extend(): void {
  const foreign = (tag: string) => Object.assign(document.createElement(tag), { className: "foreign" });
  document.documentElement.setAttribute("class", "translated-ltr");
  document.documentElement.setAttribute("lang", "sw");
  document.body.setAttribute("cz-shortcut-listen", "true");
  document.head.prepend(foreign("style"));
  document.head.append(foreign("meta"));
  document.body.prepend(foreign("div"));
  document.body.append(foreign("aside"));
  for (const input of document.querySelectorAll("input")) input.setAttribute("data-lpignore", "true");
  for (const form of document.querySelectorAll("form")) form.append(foreign("span"));
}

/** Alters the page now, and translates whatever comes later. */
export async function keepAltering(page: Page): Promise<void> {
  await page.evaluate(extend);
  await page.evaluate(`(() => {
    const translate = ${translate.toString()};
    translate();
    new MutationObserver(translate).observe(document.body, { childList: true, subtree: true });
  })()`);
}

/** No error page, and the page around its contents is there. */
export async function expectWhole(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
}

/** Opens a page whose scripts come only after it was altered. */
export async function openAltered(page: Page, path: string): Promise<void> {
  let release = () => {};
  const altered = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await altered;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await page.evaluate(extend);
  await page.evaluate(translate);
  release();
}
