import { expect, type Locator, type Page, test } from "@playwright/test";
import { freshCode } from "./people.ts";
import { LAPTOP } from "./sizes.ts";
import { appCode, button, heading, STAFF_PASSWORD, signInAsStaff, walkToCode } from "./staff.ts";
import { placeOrder } from "./staff-order.ts";
import { tabTo } from "./tab-to.ts";

// who works by keyboard sits at a laptop
test.use(LAPTOP);

test("Twenty codes need one key each", async ({ page }) => {
  const mine: string[] = [];
  for (let n = 0; n < 20; n++) mine.push((await placeOrder(page.request, 11 + (n % 5))).code);
  await signInAsStaff(page, "owner");
  await page.goto("/staff/codes");
  await expect(page.getByRole("button", { name: "Confirm" })).toBeEnabled();
  const typed = page.locator(".code-typed");
  const keys: string[] = [];
  // other journeys have codes in the queue: those are passed over
  for (let left = mine; left.length > 0; ) {
    const shown = await typed.innerText();
    const key = left.includes(shown) ? (keys.length % 5 === 4 ? "r" : "c") : "j";
    keys.push(key);
    await page.keyboard.press(key);
    if (key === "j") {
      // the next page of the queue comes some time after the key
      await expect(typed).not.toHaveText(shown);
      continue;
    }
    await expect(page.getByText(`${shown} is ${key === "c" ? "confirmed" : "rejected"}.`)).toBeVisible();
    left = left.filter((code) => code !== shown);
  }
  expect(keys.filter((key) => key !== "j")).toHaveLength(20);
});

async function press(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press("Enter");
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

const place = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Staff" }).getByRole("link", { name, exact: true });

async function signIn(page: Page, { email, code }: { email: string; code: string }): Promise<void> {
  await page.goto("/staff", { waitUntil: "networkidle" });
  await expect(heading(page, "Sign in")).toBeVisible();
  await type(page, "Email", email);
  await type(page, "Password", STAFF_PASSWORD);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Second factor")).toBeVisible();
  await type(page, "Code", code);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Today")).toBeVisible();
}

async function confirm(page: Page, code: string): Promise<void> {
  await press(page, place(page, "Codes"));
  await walkToCode(page, code);
  await page.keyboard.press("c");
  await expect(page.getByText(`${code} is confirmed.`)).toBeVisible();
}

async function openOrder(page: Page, id: string): Promise<void> {
  const short = id.slice(-8);
  await press(page, place(page, "Orders"));
  await expect(heading(page, "Orders")).toBeVisible();
  await type(page, "Search orders", short);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`q=${short}`));
  await press(page, page.getByRole("link", { name: short }));
  await expect(heading(page, `Order ${short}`)).toBeVisible();
}

test("The counter's day needs only a keyboard", async ({ page }) => {
  const [good, bad] = [await placeOrder(page.request, 17), await placeOrder(page.request, 18)];
  const name = `Njeri ${Date.now()}`;
  const { email, setupKey } = await signInAsStaff(page, "owner", name);
  // the phone that opened the welcome link is the one that is lost
  await page.context().clearCookies();
  await signIn(page, { email, code: appCode(setupKey, 1) });
  await confirm(page, good.code);

  await openOrder(page, good.id);
  await press(page, button(page, "Mark as Packing"));
  await type(page, "Courier", "G4S");
  await type(page, "Tracking number", "KE 123");
  await press(page, button(page, "Mark as Shipped"));
  await expect(page.getByText("G4S KE 123")).toBeVisible();
  await press(page, button(page, "Undo"));
  await expect(button(page, "Mark as Shipped")).toBeVisible();

  await press(page, page.getByRole("link", { name: "Refund or history" }));
  await expect(heading(page, "Payment")).toBeVisible();
  await type(page, "Amount", "500");
  await type(page, "Reason", "A button was missing");
  await press(page, button(page, "Refund"));
  await press(page, button(page, "Yes, refund"));
  await expect(page.getByText(/^Send Ksh 500/)).toBeVisible();
  await type(page, "M-Pesa code", freshCode());
  await press(page, button(page, "Mark refunded"));
  await press(page, button(page, "Yes, mark refunded"));
  await expect(page.getByText(/^Ksh 500 done, by hand/)).toBeVisible();

  await openOrder(page, bad.id);
  await type(page, "Reason", "The shopper called");
  await press(page, button(page, "Cancel order"));
  await expect(page.locator(".order-state").getByText("Cancelled")).toBeVisible();

  await press(page, place(page, "Devices"));
  const own = page.getByRole("row").filter({ hasText: name });
  await expect(own).toHaveCount(2);
  await press(page, own.getByRole("button", { name: "Sign out this device" }));
  await expect(own).toHaveCount(1);
  await press(page, button(page, "Sign out"));
  await expect(heading(page, "Sign in")).toBeVisible();
});
