import { expect, type Page, test } from "@playwright/test";
import { addToCart, plentiful } from "./goods.ts";
import { hydrated } from "./hydrated.ts";
import { openLink } from "./link.ts";
import { choose, TILL } from "./payers.ts";
import { fillAddress } from "./people.ts";
import { openWithWorker } from "./service-worker.ts";
import { QUICK } from "./sizes.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const KISWAHILI = { name: "Kiswahili", exact: true };
const ENGLISH = { name: "English", exact: true };

/** The link among those at the end of the page, which is at every size. */
const atTheEnd = (page: Page, link: typeof KISWAHILI | typeof ENGLISH) =>
  page.getByRole("contentinfo").getByRole("link", link);

test("the menu of phones has the other language, which stays for the next pages", QUICK, async ({ page }) => {
  await page.goto("/about?utm_source=friend");
  await page.getByRole("banner").getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("link", KISWAHILI).click();
  await expect(page).toHaveURL("/about?utm_source=friend&lang=sw");
  await expect(heading(page, "Kutuhusu")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "sw");
  // a tap before that is held in first-tap.e2e.ts
  await hydrated(page);
  await page.getByRole("contentinfo").getByRole("link", { name: "Bidhaa zote" }).click();
  await expect(page).toHaveURL("/collection");
  await page.goto("/contact");
  await expect(page.locator("html")).toHaveAttribute("lang", "sw");
});

test("A change of language loses nothing typed", async ({ page }) => {
  await addToCart(page, await plentiful(page.request, 6));
  await page.goto("/place-order");
  await fillAddress(page);
  await atTheEnd(page, KISWAHILI).click();
  await expect(page).toHaveURL("/place-order?lang=sw");
  await expect(page.getByRole("textbox", { name: "Jina la kwanza" })).toHaveValue("Wanjiku");
  await expect(page.getByRole("main").getByRole("textbox", { name: "Barua pepe" })).toHaveValue(
    "wanjiku@example.com",
  );
  const typed = () =>
    page.getByRole("textbox").evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
  await expect.poll(typed).toEqual(expect.arrayContaining(["12 Langata Road", "0712 345 678"]));
  await atTheEnd(page, ENGLISH).click();
  await expect(page).toHaveURL("/place-order?lang=en");
  await choose(page, TILL);
  await page.getByLabel("M-Pesa transaction code").fill("QGH7X2K9LM");
  await atTheEnd(page, KISWAHILI).click();
  await expect(page).toHaveURL("/mpesa-verification?lang=sw");
  await expect(heading(page, "Lipa kwa till yetu")).toBeVisible();
  await expect(page.getByLabel("Nambari ya muamala wa M-Pesa")).toHaveValue("QGH7X2K9LM");
});

test.describe("with the service worker", () => {
  test.use({ serviceWorkers: "allow" });
  test("A copy in one language is not shown for the other", async ({ page, context, baseURL }) => {
    const link = await openLink(baseURL ?? "");
    const reads = async (path: string, name: string) => {
      await page.goto(link.url + path);
      await expect(heading(page, name)).toBeVisible();
    };
    await openWithWorker(page, `${link.url}/about`);
    await page.goto(`${link.url}/contact`);
    // nothing in Kiswahili yet: better the page in English than none
    await context.setOffline(true);
    await reads("/about?lang=sw", "About us");
    await context.setOffline(false);
    await page.goto(`${link.url}/contact`);
    await atTheEnd(page, KISWAHILI).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "sw");
    await reads("/about", "Kutuhusu");
    await context.setOffline(true);
    await reads("/about", "Kutuhusu");
    // the English copy is there still
    await reads("/about?lang=en", "About us");
    // nothing was chosen by that, as the shop was not asked
    await reads("/about", "Kutuhusu");
    // never opened: the offline page is in the language too
    await reads("/forgot-password", "Hakuna mtandao");
    await expect(page.locator("html")).toHaveAttribute("lang", "sw");
    await reads("/forgot-password?lang=en", "No connection");

    // only the shop keeps a choice: a change of language is no copy, however slow the line
    await context.setOffline(false);
    await page.goto(`${link.url}/about?lang=en`);
    await expect(page.locator("html")).not.toHaveAttribute("data-kept");
    link.faults.hangs = /^.about/;
    const changed = page.goto(`${link.url}/about?lang=sw`);
    // a reader who changes nothing has waited long enough meanwhile, and sees the copy
    const unchanged = await context.newPage();
    await unchanged.goto(`${link.url}/about`);
    await expect(heading(unchanged, "About us")).toBeVisible();
    await expect(unchanged.getByText("Saved copy; prices may have changed.")).toBeVisible();
    expect(page.url()).toBe(`${link.url}/about?lang=en`);
    link.recover();
    await changed;
    await expect(heading(page, "Kutuhusu")).toBeVisible();
    await expect(page.locator("html")).not.toHaveAttribute("data-kept");
    link.close();
  });
});
