import { randomInt } from "node:crypto";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { PLACED } from "./onward.ts";
import { post } from "./people.ts";

/** Simulated M-Pesa: its base URL, with /__sim to drive it. */
const DARAJA = process.env.E2E_DARAJA ?? "";

type Prompt = { phone: string; checkoutRequestId: string; state: "waiting" | "paid" | "failed" };

/** A phone of its own for one prompt that goes by this scenario; 035 is answered by nobody but `approve`. */
export async function phoneIn(request: APIRequestContext, scenario: string): Promise<string> {
  const phone = `2547${randomInt(10_000_000, 99_999_999)}`;
  await post(request, `${DARAJA}/__sim/scenario`, { phone, scenario });
  return phone;
}

/** Every prompt this phone was ever sent. */
export async function promptsOn(request: APIRequestContext, phone: string): Promise<Prompt[]> {
  const all: Prompt[] = await (await request.get(`${DARAJA}/__sim/payments`)).json();
  return all.filter((prompt) => prompt.phone === phone);
}

/** The person enters the PIN on this phone. */
export async function approve(request: APIRequestContext, phone: string): Promise<void> {
  const [prompt] = await promptsOn(request, phone);
  await post(request, `${DARAJA}/__sim/approve`, { checkoutRequestId: prompt?.checkoutRequestId });
}

/** The person closes the newest prompt on this phone without a PIN. */
export async function cancel(request: APIRequestContext, phone: string): Promise<void> {
  const prompt = (await promptsOn(request, phone)).at(-1);
  await post(request, `${DARAJA}/__sim/cancel`, { checkoutRequestId: prompt?.checkoutRequestId });
}

/** Asks for a prompt on this phone. */
export async function pay(page: Page, phone: string): Promise<void> {
  await page.getByLabel("M-Pesa phone number").fill(phone);
  await page.getByRole("button", { name: /^Pay Ksh/ }).click();
}

/** Milliseconds within which the shop certainly knows of a payment, callback or not. */
export const SETTLED = 30_000;

export const headed = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 2, name });
export const waiting = (page: Page) => headed(page, "Check your phone");

/** One order, paid, and nothing left in the cart. */
export async function expectOrdered(page: Page): Promise<void> {
  await expect(page).toHaveURL(PLACED, { timeout: SETTLED });
  await expect(page.getByRole("button", { name: /Track Order/ })).toHaveCount(1);
  await expect(page.getByText("Paid", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
}

/** Lets the quiet questions of an open page come sooner than every 15 s. */
export async function askOn(page: Page, until: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(16_000);
    await until();
  }).toPass({ timeout: SETTLED });
}
