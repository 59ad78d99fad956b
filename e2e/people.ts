import { randomUUID } from "node:crypto";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { ADDRESS as ADDRESS_FIELDS } from "../test/people.ts";
import { onward } from "./onward.ts";

export const PASSWORD = "jembe na nyundo 7";

export const ADDRESS = {
  "First name": "Wanjiku",
  "Last name": "Otieno",
  "Email address": "wanjiku@example.com",
  "Street, building, landmark": "12 Langata Road",
  "Town or city": "Nairobi",
  County: "Nairobi",
  "Postal code": "00100",
  Country: "Kenya",
  Phone: "0712345678",
};

/** Where the shop of these tests shows its mails: scripts/test.ts makes the key. */
export const MAILBOX = `/mailbox/${process.env.MAILBOX_KEY}`;

/** Fills and sends the sign-up form of the login page; gives the e-mail. */
export async function fillSignUpHere(page: Page): Promise<string> {
  const email = freshEmail();
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Wanjiku Otieno");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign Up", exact: true }).click();
  await expect(page.getByRole("button", { name: "Resend verification email" })).toBeVisible();
  return email;
}

/** Opens the newest mailed link to this address, as a newcomer does in the mailbox. */
export async function followMail(page: Page, email: string): Promise<void> {
  await page.goto(MAILBOX);
  const mail = page.getByRole("article").filter({ hasText: email }).first();
  const link = mail.getByRole("link", { name: /token=/ }).first();
  await page.goto((await link.getAttribute("href")) ?? "");
}

/** Makes a call that succeeds, as whoever has this token; gives its answer. */
export async function post(request: APIRequestContext, path: string, data: object, token?: string) {
  const answer = await request.post(path, { data, headers: token ? { token } : {} });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

/** A new account's e-mail, verified, and its token. */
export async function signUp(request: APIRequestContext): Promise<{ email: string; token: string }> {
  const email = freshEmail();
  await post(request, "/api/user/register", { name: "Wanjiku Otieno", email, password: PASSWORD });
  const mailed = await mailedToken(request, email);
  return { email, token: (await post(request, "/api/user/verify-email", { token: mailed })).token };
}

/** Signs this browser in without the form, for journeys about something else. */
export async function signIn(page: Page, token: string): Promise<void> {
  // any small page of the shop's origin
  await page.goto("/api/ready");
  await page.evaluate((token) => localStorage.setItem("token", token), token);
}

/** As signIn, in a browser that kept the delivery form of an earlier visit. */
export async function signInToOrder(page: Page, token: string): Promise<void> {
  await signIn(page, token);
  await page.evaluate(
    // as the checkout keeps what is typed
    (address) => localStorage.setItem("checkout-draft", `${Date.now()} ${JSON.stringify({ address })}`),
    ADDRESS_FIELDS,
  );
}

/** Signs this browser in with a new account; gives its e-mail. */
export async function signInAsNew(page: Page): Promise<string> {
  const { email, token } = await signUp(page.request);
  await signIn(page, token);
  return email;
}

/** The secret in the newest mailed link to this address. */
export async function mailedToken(request: APIRequestContext, email: string): Promise<string> {
  const page = await (await request.get(MAILBOX)).text();
  const mail = page.slice(page.indexOf(email));
  return /token=([\w-]{43})/.exec(mail)?.[1] ?? "";
}

/** Logs in through the form. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto("/login");
  await logInHere(page, email, password);
}

/** As logIn, at the login page. */
export async function logInHere(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL("/");
}

/** The delivery form as this browser kept it; filled in where it kept none. */
export async function haveAddress(page: Page): Promise<void> {
  // the cart has come: the form stays
  await expect(onward(page)).toBeEnabled();
  if (await changeButton(page).isVisible()) return;
  if ((await page.getByLabel("Street").inputValue()) !== ADDRESS["Street, building, landmark"])
    await fillAddress(page);
}

export async function fillAddress(page: Page): Promise<void> {
  // the cart has come: the form stays
  await expect(onward(page)).toBeEnabled();
  // an address of an earlier order may come in the fields' place until something is typed
  await expect(async () => {
    if (await changeButton(page).isVisible()) await changeButton(page).click();
    await page.getByLabel("First name").fill(ADDRESS["First name"], { timeout: 1_000 });
  }).toPass();
  for (const [label, value] of Object.entries(ADDRESS)) {
    await page
      .getByRole("textbox", { name: label, exact: true })
      .or(page.getByRole("combobox", { name: label, exact: true }))
      .fill(value);
  }
}

const changeButton = (page: Page) => page.getByRole("button", { name: "Change", exact: true });

export function freshEmail(): string {
  return `${randomUUID()}@example.com`;
}

/** A till code no other test has typed. */
export function freshCode(): string {
  return randomUUID().replaceAll("-", "").slice(0, 10).toUpperCase();
}
