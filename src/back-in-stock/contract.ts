import { z } from "zod";
import { email, isEmail } from "../accounts/contract.ts";
import { ACCOUNT_TEXTS } from "../accounts/rules.ts";
import { answered, text } from "../platform/input.ts";

/** Sizes that one e-mail can wait for. */
export const WAITING_MAX = 20;

export const BACK_TEXTS = {
  thanks: "Thank you. We'll email you once, when it's back.",
  thanksForOpening: "Thank you. We'll email you once, when it's on sale.",
  openAlready: "It's on sale: you can order it now.",
  thereAlready: "This size is back: you can order it now.",
  waitsForMany: `This email is already on the list for ${WAITING_MAX} sizes. Please try again when one of them is back.`,
} as const;

const opening = z.object({ productId: text(64), email });
const askedBy = <Body extends z.ZodType<{ email: string }>>(body: Body) =>
  body
    .refine(({ email }) => email !== "", ACCOUNT_TEXTS.emailMissing)
    .refine(isEmail, ACCOUNT_TEXTS.emailInvalid);

/** Asks for one mail when a sold-out size of a product is there again. Nobody has to be signed in. */
export const tellWhenBack = {
  path: "/api/product/tell-when-back",
  summary: "Get one mail when a sold-out size is back",
  body: askedBy(opening.extend({ size: text(64) })),
  answer: answered,
} as const;

/** The same for the moment at which an announced drop is on sale. */
export const tellWhenOpen = {
  path: "/api/product/tell-when-open",
  summary: "Get one mail when an announced drop is on sale",
  body: askedBy(opening),
  answer: answered,
} as const;
