import { expect, test } from "@playwright/test";
import { signInAsStaff } from "./staff.ts";

test("Offline staff are notified, lose nothing typed, and send again under the same key", async ({
  page,
}) => {
  const { email } = await signInAsStaff(page, "owner");
  await page.goto("/staff/people", { waitUntil: "networkidle" });
  const name = page.getByLabel("Name", { exact: true });
  const add = page.getByRole("button", { name: "Add", exact: true });
  const orders = page.getByRole("navigation", { name: "Staff" }).getByRole("link", { name: "Orders" });
  await name.fill("Wanjiku");
  await page.getByLabel("Email", { exact: true }).fill("not an address");
  await add.click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill(`new-${email}`);

  const keys: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/staff/people")) keys.push(request.headers()["idempotency-key"]);
  });
  await page.context().setOffline(true);
  await expect(page.getByText(/^You are offline/)).toBeVisible();
  await orders.click();
  await add.click();
  await expect(page.getByRole("alert")).toContainText("Not saved");
  await expect(name).toHaveValue("Wanjiku");
  await page.context().setOffline(false);
  await expect(page.getByText(/^You are offline/)).toHaveCount(0);
  await add.click();
  await expect(page.getByText(/Send this link to Wanjiku/)).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[0]).toBe(keys[1]);
  await orders.click();
  await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
});
