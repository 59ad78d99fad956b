import type { Policy } from "./rules.ts";

/** The pages of policies until the owner writes others. Facts in {braces} are put in as they are when a page is read. */
export const USUAL_POLICIES: readonly Policy[] = [
  {
    slug: "delivery",
    title: "Delivery",
    text: `We deliver everywhere in Kenya. What delivery to you costs and how many days it takes is shown with each product, in the cart and at checkout, before you pay. Weekends are not counted.

## How it goes

1. We pack your goods once your payment has been found.
2. A mail tells you when the parcel leaves, and with which courier.
3. The courier calls the phone number of your order. Please keep that phone on.

[My orders](/orders) shows how your order stands at any time.

## A wrong address, or a parcel that does not come

Call {phone} or write to {email}. Before the parcel leaves we correct an address or a phone number. If it does not come within the days that were shown, we find it, send the goods again, or give your money back.`,
  },
  {
    slug: "returns",
    title: "Returns and exchanges",
    text: `Goods may be returned or exchanged within {days} days of the day your parcel arrives.

## How to return something

1. Call {phone} or write to {email}, with the number of your order.
2. Bring the goods to {address}, or send them there, unworn and as they came.

## What you get

- **An exchange:** another size or colour, where we have it.
- **Your money back**, the way you paid it: by M-Pesa to the phone that paid, by card to the same card.

If goods are faulty or not what you ordered, we pay for their way back. The rights that the Consumer Protection Act of Kenya gives you are yours besides.`,
  },
  {
    slug: "privacy",
    title: "Privacy",
    text: `We keep what your order needs, and nothing to follow you around: this shop has no advertising and no trackers of others.

## What we keep

- Your name, e-mail address, phone number and delivery addresses.
- What you ordered, what you paid, and the M-Pesa code or the receipt of the payment.
- With an account: your password, in a form that nobody can read, and the devices you are signed in on.
- On your own device: your cart, your language, and what you have typed at the checkout.

## Who else sees it

- **Safaricom** for M-Pesa, and **Flutterwave** for cards. We never see the number of your card.
- **The courier**: your name, address and phone number.
- Whoever carries our mails. Nobody else, unless the law demands it.

## How long, and your rights

Orders and payments are kept because the tax law asks for them. Under the Data Protection Act, 2019, you may ask what we keep of you, have it corrected, or have it deleted where no law makes us keep it. Write to {email} or call {phone}. If our answer does not satisfy you, the [Office of the Data Protection Commissioner](https://www.odpc.go.ke) hears complaints.`,
  },
  {
    slug: "terms",
    title: "Terms",
    text: `You buy from {shop}, the shop of {podcast}, {address}. Call {phone} or write to {email}.

## Your order

- Prices are in Kenya shillings. The total, with delivery, is shown before you pay, and that is what you pay.
- Your order is placed when we confirm it on the page and by mail. We pack it once your payment has been found.
- With a typed M-Pesa code, the order stands while we look for the payment. If we do not find it, we ask you for the right code, or cancel the order.
- If something is sold out before your money arrives, your money goes back to you.

## Afterwards

You can return or exchange goods within {days} days. [Returns and exchanges](/policies/returns) says how, [Delivery](/policies/delivery) how goods reach you, and [Privacy](/policies/privacy) what we keep of you.

## If something goes wrong

Tell us first: a person answers. These terms go by the law of Kenya and take away none of the rights it gives you as a buyer.`,
  },
];
