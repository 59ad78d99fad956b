import { expect, test } from "vitest";
import { ACCOUNT_TEXTS } from "../accounts/rules.ts";
import { CART_TEXTS } from "../cart/rules.ts";
import { ORDER_TEXTS } from "../ordering/rules.ts";
import { PAYMENT_TEXTS } from "../payments/rules.ts";
import { kiswahili } from "./kiswahili.ts";

/** Answers that say only that a call went well: no page shows them. */
const SHOWN_NOWHERE: string[] = [
  ACCOUNT_TEXTS.profileFound,
  ACCOUNT_TEXTS.devicesFound,
  ACCOUNT_TEXTS.linkFound,
];
const texts = [ACCOUNT_TEXTS, CART_TEXTS, ORDER_TEXTS, PAYMENT_TEXTS].flatMap((each) => Object.values(each));

test.each(texts.filter((text) => !SHOWN_NOWHERE.includes(text)))("%s is said in Kiswahili", (english) => {
  expect(kiswahili.message(english)).not.toBe(english);
});

test.each([
  ["Only 3 left in this size.", "Zimebaki 3 tu za saizi hii."],
  // a value that is a sentence itself
  [
    "Too many attempts. Please try again in an hour.",
    "Umejaribu mara nyingi mno. Tafadhali jaribu tena baada ya saa moja.",
  ],
  ["Too many attempts. Please try again in 12 minutes.", /baada ya dakika 12\.$/],
  // what nobody has translated comes as it is
  ["{what} (1+1) [a-z]* is new", "{what} (1+1) [a-z]* is new"],
])("the server's %s", (english, said) => {
  expect(kiswahili.message(english)).toMatch(said);
});
