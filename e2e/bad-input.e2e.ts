import { expect, test } from "@playwright/test";
import { goToTill, onward } from "./onward.ts";
import { atPay, CARD, expectNoOrder, expectOneOrder, newPayer, ordersOf, PUSH, TILL } from "./payers.ts";
import { freshCode, freshEmail, haveAddress, PASSWORD, signInAsNew, signInToOrder } from "./people.ts";
import { promptsOn } from "./prompts.ts";
import { expectUnharmed, MARKUP, watch } from "./unharmed.ts";

test("bad names, mails and passwords at sign-up are refused in words, and make no account", async ({
  page,
}) => {
  const faults = watch(page);
  const email = freshEmail();
  await page.goto("/login");
  await page.getByRole("button", { name: "Create account" }).click();
  const fill = async (name: string, mail: string, password: string) => {
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Email", { exact: true }).fill(mail);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByLabel("Confirm password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign Up", exact: true }).click();
  };
  for (const [name, mail, password, said] of [
    [" ", email, PASSWORD, /Please enter your name/],
    ["a\0b", email, PASSWORD, /Please enter your name as plain text|cannot be stored/],
    ["https://evil.example/win", email, PASSWORD, /Please enter your name as plain text/],
    ["Wanjiku", `${MARKUP}@example.com`, PASSWORD, /Please enter a valid email address/],
    ["Wanjiku", `${"x".repeat(300)}@example.com`, PASSWORD, /Please enter a valid email address/],
    ["Wanjiku", "wanjikũ@еxample.com", PASSWORD, /Please enter a valid email address/],
    ["Wanjiku", email, "🧡🧡🧡🧡🧡🧡🧡", /Password must be at least 8 characters long/],
    ["Wanjiku", email, "x".repeat(300), /./],
    ["Wanjiku", email, "jembe\0nyundo", /./],
  ] as const) {
    await fill(name, mail, password);
    await expect(
      page.getByRole("main").locator(".field-fault, .form-message-error").filter({ hasText: said }).first(),
    ).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Sign Up" })).toBeVisible();
  }
  const login = await page.request.post("/api/user/login", { data: { email, password: PASSWORD } });
  expect((await login.json()).success).toBe(false);
  await expectUnharmed(page, faults);
});

test("a strange name is shown as the text it is, and one that cannot be kept changes nothing", async ({
  page,
}) => {
  const faults = watch(page);
  await signInAsNew(page);
  await page.goto("/profile");
  const details = page.getByRole("region", { name: "Account details" });
  const name = page.getByLabel("Name", { exact: true });
  for (const kept of ["O'Brien & <b>Söhne", "Wanjikũ 🧡 👩🏾", "نيروبي וַנג'יקו", "N".repeat(100)]) {
    await name.fill(kept);
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(details.getByText(kept, { exact: true })).toBeVisible();
  }
  const before = "N".repeat(100);
  for (const refused of ["a\0b", " ", "Win at bit.ly/x"]) {
    await name.fill(refused);
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByRole("main").locator(".field-fault").first()).toBeVisible();
    await expect(details.getByText(before, { exact: true })).toBeVisible();
  }
  await page.reload();
  await expect(details.getByText(before, { exact: true })).toBeVisible();
  await expectUnharmed(page, faults);
});

test("a strange address is delivered to; one that cannot be kept places nothing and says so", async ({
  page,
}) => {
  const faults = watch(page);
  const payer = await newPayer(page.request);
  await signInToOrder(page, payer.token);
  await page.goto("/place-order");
  await haveAddress(page);
  await page.getByLabel("Last name").fill("Otieno\0");
  await page.getByLabel("Street").fill(MARKUP);
  await onward(page).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "Please enter your last name as plain text" }),
  ).toBeVisible();
  await expect(page).toHaveURL("/place-order");
  await expectNoOrder(page.request, payer);
  await page.getByLabel("Last name").fill(`O'Brien 🧡 ${"ن".repeat(290)}`.slice(0, 300));
  await goToTill(page);
  await TILL.fill(page, payer);
  await TILL.button(page).click();
  await expectOneOrder(page, TILL, payer);
  await expectUnharmed(page, faults);
});

test("a till code that is none is refused in words: nothing is placed until it is one", async ({ page }) => {
  const faults = watch(page);
  const payer = await atPay(page, TILL);
  for (const code of ["<script>", "АВС123", "QWE 12", "٣٤٥", "QWE-12"]) {
    await page.getByLabel("M-Pesa transaction code").fill(code);
    await TILL.button(page).click();
    await expect(
      page.getByRole("main").getByText("An M-Pesa code has letters and digits only, at most 10.").first(),
    ).toBeVisible();
    expect(await ordersOf(page.request, payer)).toEqual([]);
  }
  await page.getByLabel("M-Pesa transaction code").fill(freshCode().toLowerCase());
  await TILL.button(page).click();
  await expectOneOrder(page, TILL, payer);
  await expectUnharmed(page, faults);
});

test("a phone that is none sends no prompt; card details that are none open no card page", async ({
  page,
}) => {
  const faults = watch(page);
  const payer = await atPay(page, PUSH);
  const phone = page.getByLabel("M-Pesa phone number");
  for (const typed of [
    "",
    "<script>",
    "٠٧١٢٣٤٥٦٧٨",
    "0712",
    "07123456789",
    "0201234567",
    "+1 212 555 0100",
  ]) {
    await phone.fill(typed);
    await PUSH.button(page).click();
    await expect(page.getByText("Please enter a phone number such as 0712 345 678")).toBeVisible();
    await expect(phone).toBeFocused();
  }
  expect(await promptsOn(page.request, payer.phone)).toEqual([]);
  await page.goto("/place-order");
  await page.getByRole("radio", { name: CARD.choice }).check();
  await onward(page).click();
  await expect(page).toHaveURL("/flutterwave");
  for (const typed of [MARKUP, "a@b", "wanjiku@example.com, bcc@evil.example"]) {
    await page.getByLabel("Email address").fill(typed);
    await CARD.button(page).click();
    await expect(page.getByText("Please enter a valid email address").first()).toBeVisible();
    await expect(page.locator('iframe[name="checkout"]')).toHaveCount(0);
  }
  await expectNoOrder(page.request, payer);
  await expectUnharmed(page, faults);
});

test("a kept cart of mischief is put aside, and the shop opens", async ({ page }) => {
  const faults = watch(page);
  await page.goto("/about");
  for (const cart of [
    '{"__proto__":{"M":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    `{"${MARKUP.replaceAll('"', "")}":{"<b>":1}}`,
    '{"a":{"M":1e400}}',
    '{"a":{"M":-3}}',
    "[[[[[[",
    "null",
    `{"a":"${"x".repeat(100_000)}"}`,
  ]) {
    await page.evaluate((text) => localStorage.setItem("cart", text), cart);
    await page.goto("/cart");
    await expect(page.getByRole("region", { name: "Cart totals" })).toContainText(/TotalKsh \d/);
    await expect(page.getByText("NaN")).toHaveCount(0);
    expect(await page.evaluate(() => "polluted" in {})).toBe(false);
    await expectUnharmed(page, faults);
  }
});
