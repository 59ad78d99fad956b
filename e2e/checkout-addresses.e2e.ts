import { type APIRequestContext, expect, test } from "@playwright/test";
import { addForAccount, plentiful } from "./goods.ts";
import { goToTill } from "./onward.ts";
import { freshCode, signIn, signUp } from "./people.ts";
import { expectSound } from "./sound.ts";

/** An order of this account, paid by a code, to this street. */
async function orderTo(request: APIRequestContext, token: string, street: string): Promise<void> {
  const { product, size } = await plentiful(request, 21);
  const address = { ...WHO, street, city: "Kisumu", state: "Kisumu", zipCode: "40100", country: "Kenya" };
  const items = [{ _id: product._id, size, quantity: 1 }];
  const data = { address, items, amount: product.price + 1, mpesaCode: freshCode(), paymentMethod: "cod" };
  const answer = await request.post("/api/order/placeOrder", {
    headers: { token },
    data: { ...data, again: true },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

const WHO = { firstName: "Wanjiku", lastName: "Otieno", email: "wanjiku@example.com", phone: "0712345678" };

test("the last order's address is offered: ordered with, changed, swapped for another, removed", async ({
  page,
}) => {
  const { token } = await signUp(page.request);
  await orderTo(page.request, token, "12 Langata Road");
  await orderTo(page.request, token, "7 Moi Avenue");
  await addForAccount(page.request, token, await plentiful(page.request, 22));
  await signIn(page, token);
  await page.goto("/cart");
  await page.getByRole("button", { name: "PROCEED TO CHECKOUT" }).click();
  const where = page.getByRole("region", { name: "Delivery information" });
  await expect(where).toContainText("7 Moi Avenue");
  await expect(where).toContainText("0712 345 678");
  await expect(where).toContainText("Delivery to Kisumu: Ksh 1, 3 to 5 days.");
  await expectSound(page);

  await where.getByRole("button", { name: "Use another" }).click();
  await expect(page.getByRole("heading", { name: "Delivery information" })).toBeFocused();
  await expect(page.getByRole("button", { name: /^Continue to/ })).toBeDisabled();
  await expectSound(page);
  await where
    .getByRole("listitem")
    .filter({ hasText: "12 Langata Road" })
    .getByRole("button", { name: "Deliver here" })
    .click();
  await expect(where).toContainText("12 Langata Road");
  // it stays chosen through a reload
  await page.reload();
  await expect(where.getByRole("button", { name: "Change" })).toBeVisible();
  await expect(where).toContainText("12 Langata Road");

  await where.getByRole("button", { name: "Use another" }).click();
  await where.getByRole("button", { name: "Remove 7 Moi Avenue" }).click();
  await expect(where.getByText("Address removed.")).toBeVisible();
  await expect(where.getByRole("listitem")).toHaveCount(1);
  await where.getByRole("button", { name: "New address" }).click();
  await expect(page.getByLabel("First name")).toHaveValue("Wanjiku");
  await expect(page.getByLabel("Street")).toHaveValue("");
  await page.getByLabel("Street").fill("3 Kenyatta Avenue");
  await page.getByLabel("Town or city").fill("Nakuru");
  await goToTill(page);
});

test("without an address, name and e-mail come from the account; what is typed stays", async ({ page }) => {
  const { email, token } = await signUp(page.request);
  await addForAccount(page.request, token, await plentiful(page.request, 22));
  await signIn(page, token);
  await page.goto("/place-order");
  await expect(page.getByLabel("First name")).toHaveValue("Wanjiku");
  await expect(page.getByLabel("Last name")).toHaveValue("Otieno");
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await page.getByLabel("First name").fill("Achieng");
  await page.reload();
  await expect(page.getByLabel("First name")).toHaveValue("Achieng");
});
