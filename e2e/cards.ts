import { type APIRequestContext, expect, type FrameLocator, type Page } from "@playwright/test";
import { post } from "./people.ts";

/** The simulated card provider: its base URL, with /__sim to drive it. */
const SIMULATOR = process.env.E2E_FLUTTERWAVE ?? "";
/** Asks for nothing but number, date and CVV. */
const GOOD_CARD = "5061460166976054667";

/** The simulator's clock goes on by so many seconds, for all who use it. */
export async function letPass(request: APIRequestContext, seconds: number): Promise<void> {
  await post(request, `${SIMULATOR}/__sim/advance`, { seconds });
}

/** The card is charged at the provider, whatever page is still open. */
export async function chargeCard(
  request: APIRequestContext,
  { tx_ref, amount }: { tx_ref: string; amount: number },
): Promise<void> {
  await post(request, `${SIMULATOR}/__sim/pay`, { tx_ref, amount, card: GOOD_CARD });
}

/** The provider says of a charge that was paid that it is something else by now. */
export async function contradict(request: APIRequestContext, id: number | undefined): Promise<void> {
  await post(request, `${SIMULATOR}/__sim/webhook`, { id, change: { status: "reversed" } });
}

/** Every charge that was made for this payment. */
export async function chargesFor(request: APIRequestContext, txRef: string): Promise<object[]> {
  const all: { tx_ref: string }[] = await (await request.get(`${SIMULATOR}/__sim/transactions`)).json();
  return all.filter(({ tx_ref }) => tx_ref === txRef);
}

export const payButton = (page: Page) => page.getByRole("button", { name: /^Pay Ksh/ });
export const modal = (page: Page): FrameLocator => page.frameLocator('iframe[name="checkout"]:visible');

/** In the open checkout page: chooses a test card from its list and pays. */
export async function payInModal(page: Page, card = GOOD_CARD): Promise<void> {
  const frame = modal(page);
  const listed = frame.getByRole("button", { name: card });
  await expect(frame.getByRole("button", { name: /^Pay / })).toBeVisible();
  if (!(await listed.isVisible())) await frame.getByText(/^Test cards/).click();
  await listed.click();
  await frame.getByRole("button", { name: /^Pay / }).click();
}
