import { readFile, writeFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { modal, payButton, payInModal } from "../../e2e/cards.ts";
import { plentiful } from "../../e2e/goods.ts";
import { onward } from "../../e2e/onward.ts";
import { freshCode, freshEmail, signIn, signUp } from "../../e2e/people.ts";
import { approve, phoneIn, SETTLED, waiting } from "../../e2e/prompts.ts";
import { countingHand, type Effort, type Hand } from "./counting-hand.ts";
import { withSection } from "./markdown.ts";
import { picturesOf } from "./pictures.ts";

// From an open product to a placed order in six ways, by touch: fails over what each may cost. With E2E_PICTURES every step is pictured there.

type Shopper = { phone: string; code: string };

/** One way to pay, from the checkout's method on; `most` taps and fields for somebody new, and for who ordered before. */
type Way = {
  name: string;
  choice: RegExp;
  most: { first: Effort; again: Effort };
  pay: (page: Page, hand: Hand, shopper: Shopper) => Promise<void>;
};

const WAYS: Way[] = [
  {
    name: "M-Pesa prompt",
    choice: /M-Pesa prompt/,
    most: { first: { taps: 11, fields: 6 }, again: { taps: 5, fields: 0 } },
    async pay(page, { tap, picture }, { phone }) {
      await tap(page.getByRole("button", { name: /^Pay Ksh/ }));
      await expect(waiting(page)).toBeVisible();
      await picture(page);
      await approve(page.request, phone);
    },
  },
  {
    name: "till code",
    choice: /Cash on order/,
    most: { first: { taps: 12, fields: 7 }, again: { taps: 6, fields: 1 } },
    async pay(page, { tap, type }, { code }) {
      await type(page.getByLabel("M-Pesa transaction code"), code);
      await tap(page.getByRole("button", { name: "PLACE ORDER" }));
    },
  },
  {
    name: "card, up to the card page",
    choice: /Card/,
    most: { first: { taps: 11, fields: 6 }, again: { taps: 6, fields: 0 } },
    async pay(page, { tap, picture }) {
      await tap(payButton(page));
      await expect(modal(page).getByRole("button", { name: /^Pay / })).toBeVisible();
      await picture(page);
      await payInModal(page);
    },
  },
];

test.describe.configure({ mode: "serial" });
test.use({ viewport: { width: 360, height: 740 } });

const counted: { name: string; first?: Effort; again?: Effort; most: Way["most"] }[] = WAYS.map((way) => ({
  name: way.name,
  most: way.most,
}));

for (const [at, way] of WAYS.entries()) {
  test(`${way.name}, somebody new`, async ({ page }) => {
    const hand = countingHand(page, picturesOf(`${at + 1} ${way.name} new`));
    const shopper = await newShopper(page);
    await openProduct(page, at);
    await buyNow(page, hand, at);
    await typeDetails(page, hand, shopper);
    await payBy(page, hand, way, shopper);
    await pictureOrder(page, hand);
    counted[at] = { ...row(at), first: hand.effort };
    expectWithin(hand.effort, way.most.first);
  });

  test(`${way.name}, signed in and ordered before`, async ({ page }) => {
    const hand = countingHand(page, picturesOf(`${at + 1} ${way.name} again`));
    const shopper = await newShopper(page);
    await signIn(page, await orderedBefore(page, shopper));
    await openProduct(page, at);
    await buyNow(page, hand, at);
    await payBy(page, hand, way, shopper);
    await pictureOrder(page, hand);
    counted[at] = { ...row(at), again: hand.effort };
    expectWithin(hand.effort, way.most.again);
  });
}

test.afterAll(async () => {
  const before = await readFile("docs/walk.md", "utf8");
  await writeFile("docs/walk.md", withSection(before, asTable()));
});

async function newShopper(page: Page): Promise<Shopper> {
  return { phone: await phoneIn(page.request, "035"), code: freshCode() };
}

/** An account whose first order is placed, by a code; gives its token. */
async function orderedBefore({ request }: Page, { phone }: Shopper): Promise<string> {
  const { email, token } = await signUp(request);
  const { product, size } = await plentiful(request, 20);
  const address = { ...DETAILS, email, phone, state: "Kisumu", zipCode: "40100", country: "Kenya" };
  const items = [{ _id: product._id, size, quantity: 1 }];
  const order = { address, items, amount: product.price + 1, mpesaCode: freshCode(), paymentMethod: "cod" };
  const answer = await request.post("/api/order/placeOrder", { headers: { token }, data: order });
  expect(answer.ok(), await answer.text()).toBe(true);
  return token;
}

const DETAILS = {
  firstName: "Wanjiku",
  lastName: "Otieno",
  street: "Oginga Odinga Street, Mega Plaza, 2nd floor",
  city: "Kisumu",
};

async function openProduct(page: Page, n: number): Promise<void> {
  const { product } = await plentiful(page.request, n);
  await page.goto(`/product/${product._id}`);
}

async function buyNow(page: Page, { tap }: Hand, n: number): Promise<void> {
  const { size } = await plentiful(page.request, n);
  await tap(page.getByRole("radio", { name: size, exact: true }));
  await tap(page.getByRole("button", { name: "Buy now" }));
  await expect(page).toHaveURL("/place-order");
}

/** County and postal code come from the town, the country is filled in. */
async function typeDetails(page: Page, { type }: Hand, { phone }: Shopper): Promise<void> {
  await type(page.getByLabel("First name"), DETAILS.firstName);
  await type(page.getByLabel("Last name"), DETAILS.lastName);
  await type(page.getByLabel("Email address"), freshEmail());
  await type(page.getByRole("textbox", { name: "Phone" }), phone);
  await type(page.getByLabel("Street, building, landmark"), DETAILS.street);
  await type(page.getByLabel("Town or city"), DETAILS.city);
}

/** A way that is not chosen already costs a tap. */
async function payBy(page: Page, hand: Hand, way: Way, shopper: Shopper): Promise<void> {
  const choice = page.getByRole("radio", { name: way.choice });
  await expect(choice).toBeEnabled();
  if (!(await choice.isChecked())) await hand.tap(choice);
  await hand.tap(onward(page));
  await way.pay(page, hand, shopper);
  await expect(page).toHaveURL(/\/orders/, { timeout: SETTLED });
}

/** As it comes, with its toast, and the whole page once that is gone. */
async function pictureOrder(page: Page, { picture }: Hand): Promise<void> {
  await expect(page.getByRole("button", { name: /Track Order/ }).first()).toBeVisible();
  await picture(page);
  await picture(page, { whole: true });
}

function row(at: number) {
  const found = counted[at];
  if (!found) throw new Error("There is no such way to pay.");
  return found;
}

function expectWithin(effort: Effort, most: Effort): void {
  expect(effort.taps, "taps").toBeLessThanOrEqual(most.taps);
  expect(effort.fields, "fields").toBeLessThanOrEqual(most.fields);
}

function asTable(): string {
  const told = (effort: Effort | undefined, most: Effort) =>
    `${effort?.taps ?? "–"} of ${most.taps} | ${effort?.fields ?? "–"} of ${most.fields}`;
  return [
    "## Taps and fields",
    "",
    "From an open product to a placed order at 360 × 740, as counted by `npm run walk`, which fails over these numbers. Every press of a finger counts, also the one that brings the keyboard to a field; of the card, what comes before its own page. Somebody new orders as a guest; who comes again is signed in on a device that knows nothing else.",
    "",
    "| | new: taps | new: fields | again: taps | again: fields |",
    "|---|---:|---:|---:|---:|",
    ...counted.map(
      ({ name, first, again, most }) =>
        `| ${name} | ${told(first, most.first)} | ${told(again, most.again)} |`,
    ),
    "",
  ].join("\n");
}
