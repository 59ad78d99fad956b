import { expect, test } from "@playwright/test";
import { addToCart, plentiful } from "./goods.ts";
import { openPhone, ownShop } from "./own-shop.ts";
import { choose, orderByCode, TILL } from "./payers.ts";
import { ADDRESS, freshEmail } from "./people.ts";
import { postAsStaff } from "./staff.ts";

const own = ownShop();

const POINT = {
  name: "Langata Road",
  address: { street: "Langata Road 1", city: "Nairobi", state: "Nairobi", zipCode: "00509" },
  hours: "Mon to Fri, 9 to 17",
};

test("a guest fetches an order: asked for no address, at the point's fee, and as typed after a reload", async ({
  browser,
}) => {
  const { owner, shop } = own;
  const points = [POINT, { ...POINT, name: "Naivasha stage", fee: 50 }];
  const { version } = await (await owner.request.get("/api/staff/pick-up-points")).json();
  await postAsStaff(owner.request, "/pick-up-points", { points, version });

  const page = await openPhone(browser, shop);
  const goods = await plentiful(page.request, 3);
  await addToCart(page, goods);
  await page.goto("/place-order");
  const to = page.getByRole("radio", { name: "Deliver to my address" });
  await expect(to).toBeChecked();
  await expect(page.getByLabel("Street")).toBeVisible();
  const pickUp = page.getByRole("radio", { name: "Pick up", exact: true });
  await pickUp.check();
  // a person is typed once, for both
  await page.getByLabel("First name").fill(ADDRESS["First name"].slice(0, 1));
  await to.check();
  await expect(page.getByLabel("First name")).toHaveValue(ADDRESS["First name"].slice(0, 1));
  for (const label of ["First name", "Last name"] as const) await page.getByLabel(label).fill(ADDRESS[label]);
  await pickUp.check();
  await expect(page.getByLabel("First name")).toHaveValue(ADDRESS["First name"]);
  await expect(page.getByRole("radio", { name: /^Langata Road/ })).toBeChecked();
  await expect(page.getByText("Langata Road 1, Nairobi. Mon to Fri, 9 to 17. Free.")).toBeVisible();
  await page.getByRole("radio", { name: /^Naivasha stage/ }).check();
  for (const label of ["Street", "County", "Postal code"])
    await expect(page.getByLabel(label)).toHaveCount(0);
  const email = freshEmail();
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: /^Continue to / }).click();
  await expect(page.getByText("Please enter your phone")).toBeVisible();
  await page.getByRole("textbox", { name: "Phone" }).fill("0722123456");
  await page.reload();
  await expect(page.getByRole("radio", { name: /^Naivasha stage/ })).toBeChecked();
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  const total = `Ksh ${(goods.product.price + 50).toLocaleString("en")}`;
  await expect(page.getByText(`Total ${total}`)).toBeVisible();
  await choose(page, TILL);
  await orderByCode(page);
  await expect(page.getByText(total).first()).toBeVisible();
  await expect(page.locator(".placed-facts")).toContainText(
    "Pick-up pointNaivasha stageLangata Road 1, Nairobi 00509Mon to Fri, 9 to 17",
  );
  await expect(page.getByText(/We expect it at Naivasha stage between/).first()).toBeVisible();

  const id = new URL(page.url()).searchParams.get("placed") ?? "";
  const { rows } = await (await owner.request.get("/api/staff/codes")).json();
  const [{ _id: code }] = rows;
  await postAsStaff(owner.request, `/codes/${code}/confirm`, {});
  await owner.goto(`/staff/orders/${id}`);
  await expect(owner.getByText("Pick-up at Naivasha stage, Mon to Fri, 9 to 17")).toBeVisible();
  const person = owner.getByRole("group").filter({ hasText: "Change who picks it up" });
  await person.getByText("Change who picks it up").click();
  await expect(person.getByLabel("Street")).toHaveCount(0);
  await person.getByLabel("First name").fill("Njeri");
  await person.getByRole("button", { name: "Save" }).click();
  await expect(owner.getByText("Njeri Otieno")).toBeVisible();
  await owner.getByRole("button", { name: "Mark as Packing" }).click();
  await owner.getByRole("button", { name: "Mark as Ready for pick-up" }).click();
  await expect(owner.getByRole("button", { name: "Mark as Delivered" })).toBeVisible();
  await expect(owner.getByRole("button", { name: "Mark as Out for delivery" })).toHaveCount(0);
  await expect(owner.getByText("Packing → Ready for pick-up")).toBeVisible();

  await page.reload();
  const ready =
    "Your order is ready. Pick it up at Naivasha stage, Langata Road 1, Nairobi 00509. Open Mon to Fri, 9 to 17.";
  await expect(page.getByText(ready).first()).toBeVisible();
  await expect(page.getByText("Ready for pick-up").first()).toBeVisible();
  await expect(page.getByText("Shipped")).toHaveCount(0);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".receipt")).toContainText("Pick-up pointNaivasha stage, Langata Road 1");
});
