import { expect, test } from "@playwright/test";
import { contradict } from "./cards.ts";
import { QUICK } from "./sizes.ts";
import { signInAsStaff } from "./staff.ts";
import { payByCard } from "./staff-order.ts";

test(
  "a part of a card's money goes back once that is confirmed, and the page shows it without a reload",
  QUICK,
  async ({ page }) => {
    const { id } = await payByCard(page.request, 9);
    await signInAsStaff(page, "owner");
    const short = id.slice(-8);
    await page.goto("/staff/payments");
    await expect(page.getByRole("heading", { level: 1, name: "Money" })).toBeVisible();
    await page.getByLabel("Search payments").fill(short);
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByText(/^1 payment, Ksh [\d,]+ in all$/)).toBeVisible();
    await page.getByRole("row").filter({ hasText: short }).getByRole("link").first().click();
    await page.getByLabel("Amount").fill("500");
    await page.getByLabel("Reason").fill("A seam was open");
    await page.getByRole("button", { name: "Refund", exact: true }).click();
    const asked = page.getByRole("dialog");
    await expect(asked).toContainText(/Ksh 500, .*card/);
    await expect(asked).toContainText("It goes back to the phone or card that paid.");
    // the answer is lost once it is done: the same is sent again, not another
    await page.route(
      "**/api/staff/money/*/refund",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await asked.getByRole("button", { name: "Yes, refund" }).click();
    await expect(asked).toContainText("No answer came, so it may be done.");
    await asked.getByRole("button", { name: "Yes, refund" }).click();
    await expect(page.getByText(/^Ksh 500 done/)).toHaveCount(1);
    await expect(page.getByText(/^Send Ksh/)).toHaveCount(0);
    await page.getByRole("link", { name: short }).click();
    await expect(page.getByText("Part refunded").first()).toBeVisible();
    await expect(page.getByText("Refund of Ksh 500: done")).toBeVisible();
  },
);

test("the keyboard goes on to the next matter once one is closed", async ({ page }) => {
  for (const n of [9, 10]) {
    const { charge } = await payByCard(page.request, n);
    await contradict(page.request, charge);
  }
  await signInAsStaff(page, "owner");
  await page.goto("/staff/money");
  const matters = page.getByRole("listitem").filter({ hasText: "Trouble with a card payment" });
  await expect(matters.nth(1)).toBeVisible();
  const first = matters.first();
  await first.getByText("Nothing more is needed").click();
  await first.getByLabel("Reason").fill("Answered the bank");
  await first.getByRole("button", { name: "Close" }).click();
  await expect(page.getByText("It is closed.")).toBeVisible();
  await expect(page.locator("li:focus")).toContainText("Trouble with a card payment");
});
