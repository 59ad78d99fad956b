import { expect, type Locator, type Page, test } from "@playwright/test";
import { plentiful } from "./goods.ts";
import { PLACED } from "./onward.ts";
import { CARD, PUSH, TILL, type Way } from "./payers.ts";
import { ADDRESS, freshCode, freshEmail, signIn, signInAsNew } from "./people.ts";
import { approve, phoneIn, SETTLED } from "./prompts.ts";
import { LAPTOP } from "./sizes.ts";
import { payByCard } from "./staff-order.ts";
import { tabTo } from "./tab-to.ts";

// who works by keyboard sits at a laptop
test.use(LAPTOP);
// three purchases, each with up to a hundred stops of the Tab key
test.setTimeout(300_000);

test("the profile menu opens by arrow and gives the focus back", async ({ page }) => {
  await signInAsNew(page);
  await page.goto("/", { waitUntil: "networkidle" });
  const opener = page.getByRole("banner").getByRole("button", { name: "Profile" });
  await opener.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: "My Profile" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  await expect(page.getByRole("link", { name: "My Profile" })).toBeHidden();
});

/** Key presses beside typing that adding, buying and paying may cost. */
const MOST = 40;

/** From the page of a way to pay to its end; the card's, to where its provider goes on. */
async function payBy(page: Page, way: Way, phone: string): Promise<void> {
  if (way === PUSH) {
    await tabTo(page, page.getByLabel("M-Pesa phone number"));
    await page.keyboard.press("Enter");
    await PUSH.begun(page);
    await approve(page.request, phone);
  } else if (way === TILL) {
    await tabTo(page, page.getByLabel("M-Pesa transaction code"));
    await page.keyboard.type(freshCode());
    await page.keyboard.press("Enter");
  } else {
    // a document of its own, which begins at its top
    await expect(page.getByLabel("Name", { exact: true })).toBeVisible();
    await skipToContent(page);
    await tabTo(page, page.getByLabel("Name", { exact: true }));
    await page.keyboard.press("Enter");
    return CARD.begun(page);
  }
  await expect(page).toHaveURL(PLACED, { timeout: SETTLED });
}

for (const who of ["a guest", "who ordered before"])
  test(`${who} adds, buys and pays in each way in ${MOST} key presses`, async ({ browser }) => {
    for (const way of [PUSH, TILL, CARD])
      await test.step(way.name, async () => {
        const page = await browser.newPage();
        await buy(page, way, who === "a guest");
        await page.close();
      });
  });

async function buy(page: Page, way: Way, isGuest: boolean): Promise<void> {
  const phone = await phoneIn(page.request, "035");
  if (!isGuest) await signIn(page, (await payByCard(page.request, 21)).token);
  const { product, size } = await plentiful(page.request, 22);
  await page.goto(`/product/${product._id}`, { waitUntil: "networkidle" });
  const presses = countPresses(page);
  await addAndBuy(page, size);
  await expect(page.getByRole("button", { name: /^Continue to/ })).toBeEnabled();
  if (isGuest) await goOnAsGuest(page);
  await chooseWay(page, way);
  if (isGuest) await typeAddress(page, phone);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(way.path);
  if (!isGuest && way === PUSH) {
    await tabTo(page, page.getByLabel("M-Pesa phone number"));
    await page.keyboard.press("Control+a");
    await page.keyboard.type(phone);
  }
  await payBy(page, way, phone);
  expect(presses()).toBeLessThanOrEqual(MOST);
}

/** Counts what is pressed from now on; what is typed is not. */
function countPresses(page: Page): () => number {
  let count = 0;
  const press = page.keyboard.press.bind(page.keyboard);
  page.keyboard.press = (key, options) => {
    count += 1;
    return press(key, options);
  };
  return () => count;
}

async function skipToContent(page: Page): Promise<void> {
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
}

async function addAndBuy(page: Page, size: string): Promise<void> {
  await skipToContent(page);
  await tabTo(page, page.locator(".size input:enabled"));
  await chooseByArrow(page, page.getByRole("radio", { name: size, exact: true }));
  await tabTo(page, page.getByRole("button", { name: "ADD TO CART" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Buy now" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/place-order");
}

/** The focused radio button, or the one that arrows down lead to. */
async function chooseByArrow(page: Page, radio: Locator): Promise<void> {
  if (await radio.isChecked()) return;
  await page.keyboard.press("Space");
  while (!(await radio.isChecked())) await page.keyboard.press("ArrowDown");
}

/** "Order as a guest" brings the keyboard to the first field, behind the ways to pay. */
async function goOnAsGuest(page: Page): Promise<void> {
  await tabTo(page, page.getByRole("button", { name: "Order as a guest" }));
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("First name")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
}

/** From the ways to pay, which are before it; the town brings the rest. */
async function typeAddress(page: Page, phone: string): Promise<void> {
  const street = ADDRESS["Street, building, landmark"];
  for (const [at, typed] of ["Wanjiku", "Otieno", freshEmail(), phone, street, "Kisumu"].entries()) {
    await page.keyboard.press("Tab");
    if (at === 0) await expect(page.getByLabel("First name")).toBeFocused();
    await page.keyboard.type(typed);
  }
  await expect(page.getByLabel("County")).toHaveValue("Kisumu");
}

async function chooseWay(page: Page, { choice }: Way): Promise<void> {
  const chosen = page.locator('[type="radio"][name="method"]:checked');
  await tabTo(page, chosen);
  const radio = page.getByRole("radio", { name: choice });
  while (!(await radio.isChecked())) await page.keyboard.press("ArrowDown");
}
