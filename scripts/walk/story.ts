import { expect, type Locator } from "@playwright/test";
import { ADDRESS, freshCode, freshEmail, PASSWORD } from "../../e2e/people.ts";
import { sizeName } from "../../src/cart/size-name.ts";
import { type Choice, plentifulGoods } from "../bench/phone/goods.ts";
import { both, heading, type Recorder, type Sight, sees } from "./record.ts";

type Network = { goOffline: () => Promise<void>; goOnline: () => Promise<void> };

/** The simulated phone that enters its PIN after 8 seconds of the provider's clock. */
const PAYING_PHONE = "0700000001";

/** The whole shop, as somebody walks through it who comes for the first time and buys three times. */
export async function walkThrough(
  hand: Recorder,
  { url, mailbox }: { url: string; mailbox: string },
  network: Network,
): Promise<void> {
  const [first, second, third] = await plentifulGoods(url, 3);
  if (!first || !second || !third) throw new Error("The sample goods are too few.");
  const email = freshEmail();
  await browse(hand, url, first);
  await chooseSize(hand, first, 1);
  await lookIntoCart(hand, first);
  await signUp(hand, email, mailbox);
  await logOutAndIn(hand, email);
  await goToCheckout(hand, 2);
  await fillIn(hand);
  await payByTill(hand);
  await choose(hand, second);
  await goToCheckout(hand, 1);
  await payByPush(hand);
  await choose(hand, third);
  await goToCheckout(hand, 1);
  await payByCard(hand);
  await lookAtProfile(hand);
  await loseTheNetwork(hand, network);
  await logOut(hand);
}

async function browse(hand: Recorder, url: string, { product }: Choice): Promise<void> {
  const { page } = hand;
  const all = await countOf(url, {});
  const alike = await countOf(url, { category: product.category });
  const word = product.name.split(" ")[0] ?? product.name;
  await hand.open(
    "/",
    "opens the shop",
    sees("the home page with its heading", () => page.getByRole("heading", { level: 1 })),
  );
  await hand.tap(
    page.getByRole("button", { name: "Menu" }),
    "taps Menu",
    inDialog(hand, "the menu", "Collection"),
  );
  await hand.tap(
    page.getByRole("dialog").getByRole("link", { name: "Collection" }),
    "taps Collection",
    both(heading("All collections", "All collections"), counted(hand, all)),
  );
  await hand.tap(
    page.getByRole("button", { name: "Search", exact: true }).first(),
    "taps Search",
    sees("the search field", () => page.getByRole("searchbox", { name: "Search products" })),
  );
  await hand.type(
    [[page.getByRole("searchbox", { name: "Search products" }), word]],
    `types ${word}`,
    sees(`the products named so, ${product.name} among them`, () => card(hand, product.name)),
  );
  await hand.tap(page.getByRole("button", { name: "Close search" }), "closes the search", counted(hand, all));
  await hand.tap(
    page.getByRole("button", { name: /^Filters/ }).first(),
    "taps Filters",
    sees("the filters in a sheet", () =>
      page.getByRole("dialog").getByRole("checkbox", { name: "Men", exact: true }),
    ),
  );
  await hand.tap(
    page.getByRole("dialog").getByRole("checkbox", { name: product.category, exact: true }),
    `ticks ${product.category}`,
    sees(`Show ${alike} products`, () => page.getByRole("button", { name: `Show ${alike} products` })),
  );
  await hand.tap(
    page.getByRole("button", { name: `Show ${alike} products` }),
    `taps Show ${alike} products`,
    sees(`the filtered collection`, () => card(hand, product.name)),
  );
  await openCard(hand, product.name);
}

async function chooseSize(hand: Recorder, { product, size }: Choice, items: number): Promise<void> {
  const { page } = hand;
  const radio = page.getByRole("radio", { name: size, exact: true });
  await hand.tap(radio, `taps size ${size}`, {
    saw: `${size} chosen`,
    there: () => expect(radio).toBeChecked(),
  });
  await hand.tap(
    page.getByRole("button", { name: "ADD TO CART" }),
    "taps ADD TO CART",
    both(
      sees("“is in your cart”", () => page.getByText(`${product.name} (${size}) is in your cart`)),
      cartShows(hand, items),
    ),
  );
}

async function lookIntoCart(hand: Recorder, { product, size }: Choice): Promise<void> {
  const { page } = hand;
  const quantity = page.getByLabel(`Quantity of ${product.name}, ${sizeName(size)}`);
  await hand.tap(
    page.getByRole("link", { name: /^Cart,/ }),
    "taps the cart",
    sees("the line and its quantity", () => quantity),
  );
  await hand.tap(page.getByRole("button", { name: `One more of ${product.name}` }), "taps +", {
    saw: "quantity 2, the total for two",
    there: async () => {
      await expect(quantity).toHaveValue("2");
      const totals = page.getByRole("region", { name: "Cart totals" });
      await expect(totals).toContainText(`Total${ksh(2 * product.price + 1)}`);
    },
  });
}

async function signUp(hand: Recorder, email: string, mailbox: string): Promise<void> {
  const { page } = hand;
  await hand.tap(
    page.getByRole("link", { name: /Profile/ }),
    "taps the profile",
    heading("Login", "the login"),
  );
  await hand.tap(
    page.getByRole("button", { name: "Create account" }),
    "taps Create account",
    heading("Sign Up", "the sign-up form"),
  );
  await hand.type(
    [
      [page.getByLabel("Name", { exact: true }), "Wanjiku Otieno"],
      [page.getByLabel("Email", { exact: true }), email],
      [page.getByLabel("Password", { exact: true }), PASSWORD],
      [page.getByLabel("Confirm password", { exact: true }), PASSWORD],
    ],
    "types name, e-mail and password",
    {
      saw: "the filled-in form",
      there: () => expect(page.getByLabel("Confirm password", { exact: true })).toHaveValue(PASSWORD),
    },
  );
  await hand.tap(
    page.getByRole("button", { name: "Sign Up", exact: true }),
    "taps Sign Up",
    sees("“Verify your email”", () => page.getByRole("button", { name: "Resend verification email" })),
  );
  const mail = page.getByRole("article").filter({ hasText: email });
  await hand.open(
    mailbox,
    "opens the mailbox",
    sees("the verification mail", () => mail),
  );
  await hand.tap(
    mail.getByRole("link", { name: /token=/ }).first(),
    "taps the link in the mail",
    both(
      sees("that the e-mail is verified", () => page.getByText(/verified/i)),
      at("/", "the home page, signed in"),
      cartShows(hand, 2),
    ),
  );
}

async function logOutAndIn(hand: Recorder, email: string): Promise<void> {
  const { page } = hand;
  await openProfileMenu(hand);
  await hand.tap(
    page.getByRole("button", { name: "Logout" }),
    "taps Logout",
    both(heading("Login", "the login"), cartShows(hand, 0)),
  );
  await hand.type(
    [
      [page.getByLabel("Email", { exact: true }), email],
      [page.getByLabel("Password", { exact: true }), PASSWORD],
    ],
    "types e-mail and password",
    {
      saw: "the filled-in form",
      there: () => expect(page.getByLabel("Password", { exact: true })).toHaveValue(PASSWORD),
    },
  );
  await hand.tap(
    page.getByRole("button", { name: "Login", exact: true }),
    "taps Login",
    both(at("/", "the home page"), cartShows(hand, 2)),
  );
}

async function goToCheckout(hand: Recorder, items: number): Promise<void> {
  const { page } = hand;
  const proceed = page.getByRole("button", { name: "PROCEED TO CHECKOUT" });
  await hand.tap(
    page.getByRole("link", { name: `Cart, ${items} item${items === 1 ? "" : "s"}` }),
    "taps the cart",
    sees("the cart", () => proceed),
  );
  const place = page.getByRole("button", { name: "PLACE ORDER" });
  await hand.tap(proceed, "taps PROCEED TO CHECKOUT", {
    saw: "the checkout with its total",
    there: () => expect(place).toBeEnabled({ timeout: 30_000 }),
  });
}

async function fillIn(hand: Recorder): Promise<void> {
  const { page } = hand;
  const fields = Object.entries(ADDRESS).map(([name, text]): [Locator, string] => [
    page.getByRole("textbox", { name, exact: true }).or(page.getByRole("combobox", { name, exact: true })),
    text,
  ]);
  await hand.type(fields, "types the address, nine fields", {
    saw: "the filled-in form",
    there: () => expect(page.getByRole("textbox", { name: "Phone", exact: true })).toHaveValue(ADDRESS.Phone),
  });
}

async function payByTill(hand: Recorder): Promise<void> {
  const { page } = hand;
  const code = page.getByLabel("M-Pesa transaction code");
  await pick(hand, /Cash on order/, "Cash on order");
  await hand.tap(
    page.getByRole("button", { name: "PLACE ORDER" }),
    "taps PLACE ORDER",
    sees("the till and a field for the code", () => code),
  );
  const typed = freshCode();
  await hand.type([[code, typed]], "types the M-Pesa code", {
    saw: "the code",
    there: () => expect(code).toHaveValue(typed),
  });
  await hand.tap(page.getByRole("button", { name: "PLACE ORDER" }), "taps PLACE ORDER", ordered(hand, 1));
}

async function payByPush(hand: Recorder): Promise<void> {
  const { page } = hand;
  await refill(hand);
  await pick(hand, /M-Pesa push/, "M-Pesa push");
  const phone = page.getByLabel("M-Pesa phone number");
  await hand.tap(
    page.getByRole("button", { name: "PLACE ORDER" }),
    "taps PLACE ORDER",
    sees("the M-Pesa page", () => phone),
  );
  await hand.type([[phone, PAYING_PHONE]], "types the phone number", {
    saw: "the number",
    there: () => expect(phone).toHaveValue(PAYING_PHONE),
  });
  await hand.tap(
    page.getByRole("button", { name: /^Pay Ksh/ }),
    "taps Pay; then enters the PIN on the phone",
    both(
      heading("Check your phone", "“Check your phone”"),
      // the heading stands only while the order is asked for, the toast for five seconds
      sees("“Payment confirmed!”", (at) => at.getByText("Payment confirmed!")),
      ordered(hand, 2),
    ),
  );
}

async function payByCard(hand: Recorder): Promise<void> {
  const { page } = hand;
  await refill(hand);
  await pick(hand, /Card/, "Card");
  const pay = page.getByRole("button", { name: /^Pay Ksh/ });
  await hand.tap(
    page.getByRole("button", { name: "PLACE ORDER" }),
    "taps PLACE ORDER",
    sees("the card page", () => pay),
  );
  const window = page.frameLocator('iframe[name="checkout"]:visible');
  const charge = window.getByRole("button", { name: /^Pay / });
  await hand.tap(
    pay,
    "taps Pay",
    sees("the provider's window", () => charge),
  );
  const card = window.getByRole("button", { name: "5061460166976054667" });
  await hand.tap(
    window.getByText(/^Test cards/),
    "taps Test cards",
    sees("the cards", () => card),
  );
  await hand.tap(card, "taps a card", {
    saw: "its number filled in",
    there: () => expect(charge).toBeEnabled(),
  });
  await hand.tap(
    charge,
    "taps Pay in the window",
    both(heading("Payment confirmed!", "“Payment confirmed!”"), ordered(hand, 3)),
  );
}

async function lookAtProfile(hand: Recorder): Promise<void> {
  const { page } = hand;
  await openProfileMenu(hand);
  await hand.tap(
    page.getByRole("banner").getByRole("link", { name: "My Profile" }),
    "taps My Profile",
    both(
      heading("My profile", "the profile"),
      sees("the account's details", () => page.getByText("Verified", { exact: true })),
    ),
  );
  await openProfileMenu(hand);
  await hand.tap(
    page.getByRole("banner").getByRole("link", { name: "Orders" }),
    "taps Orders",
    ordered(hand, 3),
  );
}

async function loseTheNetwork(hand: Recorder, { goOffline, goOnline }: Network): Promise<void> {
  const { page } = hand;
  const offline = sees("that there is no connection", () => page.getByText(/no connection|offline/i));
  await hand.happens("loses the network", goOffline, heading("My orders", "the page as it was"));
  await hand.tap(
    page.getByRole("button", { name: "Menu" }),
    "taps Menu",
    inDialog(hand, "the menu", "About"),
  );
  await hand.tap(
    page.getByRole("dialog").getByRole("link", { name: "About" }),
    "taps About, never opened before",
    offline,
  );
  await hand.tap(
    page.getByRole("link", { name: "See your cart" }),
    "taps See your cart",
    heading(/cart/i, "the cart, empty after the orders"),
  );
  await hand.happens("has the network again", goOnline, heading(/cart/i, "the page as it was"));
  await hand.tap(
    page.getByRole("button", { name: "Menu" }),
    "taps Menu",
    inDialog(hand, "the menu", "About"),
  );
  await hand.tap(
    page.getByRole("dialog").getByRole("link", { name: "About" }),
    "taps About",
    at("/about", "the page"),
  );
}

async function logOut(hand: Recorder): Promise<void> {
  await openProfileMenu(hand);
  await hand.tap(
    hand.page.getByRole("banner").getByRole("button", { name: "Logout" }),
    "taps Logout",
    both(heading("Login", "the login"), cartShows(hand, 0)),
  );
}

/** From anywhere to one of a product's sizes in the cart. */
async function choose(hand: Recorder, choice: Choice): Promise<void> {
  const { page } = hand;
  await hand.tap(
    page.getByRole("button", { name: "Menu" }),
    "taps Menu",
    inDialog(hand, "the menu", "Collection"),
  );
  await hand.tap(
    page.getByRole("dialog").getByRole("link", { name: "Collection" }),
    "taps Collection",
    sees("the collection", () => card(hand, choice.product.name)),
  );
  await openCard(hand, choice.product.name);
  await chooseSize(hand, choice, 1);
}

async function openCard(hand: Recorder, name: string): Promise<void> {
  await hand.tap(
    card(hand, name),
    `taps ${name}`,
    sees("its page", () => hand.page.getByRole("heading", { level: 1, name })),
  );
}

async function openProfileMenu(hand: Recorder): Promise<void> {
  const { page } = hand;
  await hand.tap(
    page.getByRole("banner").getByRole("button", { name: "Profile" }),
    "taps the profile",
    sees("its menu", () => page.getByRole("banner").getByRole("button", { name: "Logout" })),
  );
}

async function pick(hand: Recorder, name: RegExp, said: string): Promise<void> {
  const radio = hand.page.getByRole("radio", { name });
  await hand.tap(radio, `chooses ${said}`, {
    saw: `${said} chosen`,
    there: () => expect(radio).toBeChecked(),
  });
}

/** A second order in the same tab: the form holds the address, or takes it again. */
async function refill(hand: Recorder): Promise<void> {
  if ((await hand.page.getByRole("textbox", { name: "Street", exact: true }).inputValue()) === "")
    await fillIn(hand);
}

function card(hand: Recorder, name: string): Locator {
  return hand.page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: name })
    .getByRole("link")
    .first();
}

function counted(hand: Recorder, count: number): Sight {
  return sees(`${count} products`, () =>
    hand.page.getByRole("status").filter({ hasText: `${count} products` }),
  );
}

function cartShows(hand: Recorder, items: number): Sight {
  const name = `Cart, ${items} ${items === 1 ? "item" : "items"}`;
  return sees(`${items} in the cart`, () => hand.page.getByRole("link", { name }));
}

function ordered(hand: Recorder, count: number): Sight {
  return {
    saw: `My orders with ${count} of them`,
    there: async (page) => {
      await expect(page).toHaveURL("/orders", { timeout: 30_000 });
      await expect(hand.page.getByRole("button", { name: /Track Order/ })).toHaveCount(count, {
        timeout: 30_000,
      });
    },
  };
}

function inDialog(hand: Recorder, saw: string, link: string): Sight {
  return sees(saw, () => hand.page.getByRole("dialog").getByRole("link", { name: link }));
}

function at(path: string, saw: string): Sight {
  return { saw, there: (page) => expect(page).toHaveURL(path, { timeout: 30_000 }) };
}

function ksh(kes: number): string {
  return `Ksh ${kes.toLocaleString("en-KE")}`;
}

async function countOf(url: string, wanted: { category?: string }): Promise<number> {
  const { products } = (await (await fetch(`${url}/api/product/list`)).json()) as {
    products: { category: string }[];
  };
  return products.filter(({ category }) => !wanted.category || category === wanted.category).length;
}
