import { z } from "zod";
import { email, isEmail } from "../accounts/contract.ts";
import { ACCOUNT_TEXTS } from "../accounts/rules.ts";
import { answered, text } from "../platform/input.ts";

/** Asks for one mail when a sold-out size of a product is there again. Nobody has to be signed in. */
export const tellWhenBack = {
  path: "/api/product/tell-when-back",
  body: z
    .object({ productId: text(64), size: text(64), email })
    .refine((body) => body.email !== "", ACCOUNT_TEXTS.emailMissing)
    .refine(isEmail, ACCOUNT_TEXTS.emailInvalid),
  answer: answered,
} as const;
