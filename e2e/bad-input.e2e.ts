import { expect, type Page, test } from "@playwright/test";
import { listProducts } from "./goods.ts";
import { atPay, CARD, expectNoOrder, expectOneOrder, newPayer, ordersOf, PUSH, TILL } from "./payers.ts";
import { freshCode, freshEmail, haveAddress, PASSWORD, signInAsNew, signInToOrder } from "./people.ts";
import { promptsOn } from "./prompts.ts";

const MARKUP = "</script><script>window.hacked = 1</script><img src=x onerror=window.hacked=1>";
const STRANGE = [
  MARKUP,
  "%",
  "_",
  "\\",
  "(a+)+$",
  "' or 1=1 --",
  "🧡👩🏾‍🚀",
  "نيروبي\u200f",
  "$" + "{7*7}{{7*7}}",
];

/** What no page may do with what was typed or stood in its address. */
function watch(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("dialog", (dialog) => {
    faults.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("response", (answer) => {
    if (answer.status() >= 500) faults.push(`${answer.status()} ${answer.url()}`);
  });
  return faults;
}

async function expectUnharmed(page: Page, faults: string[]): Promise<void> {
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
  expect(faults).toEqual([]);
}

test("a search for anything is a search for that text, typed or in the address", async ({ page }) => {
  const faults = watch(page);
  const names = (await listProducts(page.request)).map(({ name }) => name.toLowerCase());
  for (const text of STRANGE) {
    expect(names.some((name) => name.includes(text.toLowerCase()))).toBe(false);
    await page.goto(`/collection?search=${encodeURIComponent(text)}`);
    await expect(page.getByRole("searchbox", { name: "Search products" })).toHaveValue(text);
    await expect(
      page.getByRole("heading", { name: `No product name contains “${text.trim()}”` }),
    ).toBeVisible();
    await expectUnharmed(page, faults);
  }
  await page.getByRole("searchbox", { name: "Search products" }).fill(MARKUP);
  await expect(page.getByRole("heading", { name: `No product name contains “${MARKUP}”` })).toBeVisible();
  await page.goto(`/collection?search=${"x".repeat(7_000)}`);
  await expect(page.getByRole("heading", { name: /^No product name contains “x+”$/ })).toBeVisible();
  await expectUnharmed(page, faults);
});

test("unknown filters, sorts and pages in the address count as not asked for", async ({ page }) => {
  const faults = watch(page);
  const shown = page
    .getByRole("region", { name: "Products" })
    .getByRole("listitem")
    .filter({ hasText: "Ksh" });
  for (const query of [
    "page=-1",
    "page=1.5",
    "page=NaN",
    "sort=%3Cscript%3E",
    "category=__proto__&subCategory=constructor",
    "category[]=Men&category[$ne]=1",
    "search=%00",
    `x=${"y".repeat(2_000)}`,
    encodeURIComponent(MARKUP),
  ]) {
    await page.goto(`/collection?${query}`);
    await expect(shown, query).toHaveCount(24);
    await expectUnharmed(page, faults);
  }
  // the last page there is
  await page.goto("/collection?page=1e9");
  await expect(shown.first()).toBeVisible();
  await expectUnharmed(page, faults);
});

test("paths that mean mischief are answered plainly, and the shop goes on from there", async ({ page }) => {
  const faults = watch(page);
  for (const path of [
    `/${encodeURIComponent(MARKUP)}`,
    `/product/${encodeURIComponent(MARKUP)}`,
    "/product/%00",
    "/product/..%2f..%2fetc%2fpasswd",
    "/product/__proto__",
    "/%E0%A4%A",
    "/%ff",
    "/orders/..%5c..%5c",
    `/${"a".repeat(4_000)}`,
    "/api/nothing",
  ]) {
    const answer = await page.goto(path);
    expect([400, 404, 414], `${path} ${answer?.status()}`).toContain(answer?.status());
    await expectUnharmed(page, faults);
  }
  await page.goto("/no/such/page");
  await page
    .getByRole("main")
    .getByRole("link", { name: /collection/i })
    .first()
    .click();
  await expect(page).toHaveURL("/collection");
});

test("links from a mail with anything for a secret say that they are not valid", async ({ page }) => {
  const faults = watch(page);
  for (const secret of [MARKUP, "\0", "x".repeat(4_000), "__proto__", "🧡"]) {
    await page.goto(`/verify-email?token=${encodeURIComponent(secret)}`);
    await expect(page.getByText("The verification link is invalid or has expired.").first()).toBeVisible();
    expect(page.url()).not.toContain("token=");
    await page.goto(`/reset-password?token=${encodeURIComponent(secret)}`);
    await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
    await page.getByLabel(/^Confirm/).fill(PASSWORD);
    await page
      .getByRole("main")
      .getByRole("button", { name: /password/i })
      .last()
      .click();
    await expect(
      page.getByText("This link is invalid or has expired. Please ask for a new one.").first(),
    ).toBeVisible();
    await expectUnharmed(page, faults);
  }
});

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
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "Please enter your last name as plain text" }),
  ).toBeVisible();
  await expect(page).toHaveURL("/place-order");
  await expectNoOrder(page.request, payer);
  await page.getByLabel("Last name").fill(`O'Brien 🧡 ${"ن".repeat(290)}`.slice(0, 300));
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
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
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
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
