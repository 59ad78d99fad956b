import { ACCOUNT_TEXTS as ACCOUNT } from "./accounts/rules.ts";
import { CART_TEXTS as CART, LINE_MAX } from "./cart/rules.ts";
import { FIELD_NAMES, ORDER_TEXTS as ORDER } from "./ordering/rules.ts";
import type { FieldSentences } from "./platform/http/input-faults.server.ts";
import { REVIEW_TEXTS as REVIEW } from "./reviews/rules.ts";

const PAYMENT = "We couldn't tell which payment this is. Please try again.";

/** What shoppers read when a field of any of our calls is missing or came wrong, by its name in the call. */
export const FIELD_SENTENCES: FieldSentences = {
  name: ACCOUNT.nameMissing,
  email: ACCOUNT.emailMissing,
  password: "Please enter your password",
  currentPassword: "Please enter your current password",
  newPassword: "Please enter your new password",
  token: ACCOUNT.linkMissing,
  id: "Please choose one from the list",
  address: "Please enter your delivery address",
  firstName: "Please enter your first name",
  lastName: "Please enter your last name",
  street: `Please enter your ${FIELD_NAMES.street}`,
  city: `Please enter your ${FIELD_NAMES.city}`,
  state: `Please enter your ${FIELD_NAMES.state}`,
  zipCode: `Please enter your ${FIELD_NAMES.zipCode}`,
  country: "Please enter your country",
  phone: "Please enter your phone",
  phoneNumber: "Please enter your phone number",
  items: ORDER.cartEmpty,
  lines: "We couldn't read your cart. Please try again.",
  itemId: "Please choose a product",
  _id: "Please choose a product",
  size: CART.sizeMissing,
  quantity: `Please choose a quantity from 1 to ${LINE_MAX}`,
  amount: "Please check the total in your cart and try again.",
  mpesaCode: ORDER.codeMissing,
  paymentMethod: "Please choose how to pay",
  checkoutRequestID: PAYMENT,
  clientAttemptId: PAYMENT,
  transactionId: PAYMENT,
  tx_ref: PAYMENT,
  productId: "Please choose a product",
  stars: REVIEW.starsMissing,
  words: REVIEW.wordsTooLong,
  "idempotency-key": "We couldn't tell which order this is. Please try again.",
};
