import { expect, test } from "vitest";
import { ACCOUNT_TEXTS } from "../accounts/rules.ts";
import { BACK_TEXTS } from "../back-in-stock/contract.ts";
import { CART_TEXTS } from "../cart/rules.ts";
import { FIELD_SENTENCES } from "../field-sentences.ts";
import { ORDER_TEXTS } from "../ordering/rules.ts";
import { PAYMENT_TEXTS } from "../payments/rules.ts";
import { CLIENT_FAULTS, OUR_FAULT } from "../platform/http/error-response.server.ts";
import { REVIEW_TEXTS } from "../reviews/rules.ts";
import { kiswahili } from "./kiswahili.ts";

/** Answers that say only that a call went well: no page shows them. */
const SHOWN_NOWHERE: string[] = [
  ACCOUNT_TEXTS.profileFound,
  ACCOUNT_TEXTS.devicesFound,
  ACCOUNT_TEXTS.linkFound,
];
const texts = [
  ACCOUNT_TEXTS,
  BACK_TEXTS,
  CART_TEXTS,
  ORDER_TEXTS,
  PAYMENT_TEXTS,
  REVIEW_TEXTS,
  FIELD_SENTENCES,
  CLIENT_FAULTS,
  { OUR_FAULT },
].flatMap((each): string[] => Object.values(each));

test.each(texts.filter((text) => !SHOWN_NOWHERE.includes(text)))(
  "Every message is in Kiswahili: %s",
  (english) => {
    expect(kiswahili.message(english)).not.toBe(english);
  },
);

test.each([
  ["Only 3 left in this size.", "Zimebaki 3 tu za saizi hii."],
  [
    "Mic Tee (size M) is sold out. We took it out of your cart.",
    "Mic Tee (saizi M) imeisha na imeondolewa kikapuni.",
  ],
  [
    "Mic Tee: too many are waiting for a payment right now, so we can't take this order. Please order fewer, try again later, or choose another way to pay.",
    /^Mic Tee: nyingi zinasubiri/,
  ],
  [
    "Mic Tee (size M), Hoodie (one size): too many are waiting for a payment right now, so we can't take this order. Please order fewer, try again later, or choose another way to pay.",
    /^Mic Tee \(saizi M\), Hoodie \(saizi moja\): nyingi zinasubiri/,
  ],
  [
    "Please enter your last name, in at most 100 characters",
    /^Tafadhali andika .+ kwa herufi zisizozidi 100$/,
  ],
  ["Mic Tee (one size): only 2 left.", "Mic Tee (saizi moja): zimebaki 2 tu."],
  [
    "Please enter your last name without the link “bit.ly/x”",
    "Tafadhali andika jina la mwisho bila kiungo “bit.ly/x”",
  ],
  [
    "Please enter your name without the hidden character after “Wan”",
    "Tafadhali andika jina bila herufi isiyoonekana baada ya “Wan”",
  ],
  // a value that is a sentence itself
  [
    "Too many attempts. Please try again in an hour.",
    "Umejaribu mara nyingi mno. Tafadhali jaribu tena baada ya saa moja.",
  ],
  ["Too many attempts. Please try again in 12 minutes.", /baada ya dakika 12\.$/],
  [
    "M-Pesa Error: You can send another prompt to this phone in 12 minutes, or pay our till now.",
    "Hitilafu ya M-Pesa: Unaweza kutuma ombi lingine kwa simu hii baada ya dakika 12, au ulipe kwa till yetu sasa.",
  ],
  ["Please enter your county", "Tafadhali andika kaunti"],
  ["Please enter your county in one line", "Tafadhali andika kaunti kwa mstari mmoja"],
  ["Hoodie (size M): just sold out.", "Hoodie (saizi M): imeisha sasa hivi."],
  ["Payment failed (Code: 7). Please try again.", /Nambari: 7/],
  ["You ordered the same items 4 minutes ago. Order again?", /dakika 4 zilizopita/],
  // a sentence of the pages whose value is at its end would fit much that is not one
  ["Order received by post", "Order received by post"],
  // what nobody has translated comes as it is
  ["{what} (1+1) [a-z]* is new", "{what} (1+1) [a-z]* is new"],
])("the server's %s", (english, said) => {
  expect(kiswahili.message(english)).toMatch(said);
});
