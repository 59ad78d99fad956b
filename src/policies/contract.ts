import { z } from "zod";
import { line, text } from "../platform/input.ts";
import { POLICY } from "./rules.ts";

/** Letters that shoppers would not see, or that turn the writing round; lines may end. */
const UNSEEN = /[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** What a page says, in Markdown. */
export const policyText = z
  .string()
  .transform((typed) => typed.replace(/\r\n?/g, "\n").trim().normalize("NFC"))
  .pipe(
    text(POLICY.text)
      .min(1, "Write what the page says.")
      .refine((typed) => !UNSEEN.test(typed), "Please write it in plain characters."),
  );

const page = z.object({
  slug: z
    .string()
    .max(POLICY.slug)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Small letters, digits and hyphens, such as gift-cards."),
  title: line(POLICY.title, "Enter a title."),
  text: policyText,
});

/** Pages of the shop's policies, in the order of their links. */
export const policies = z.object({
  pages: z
    .array(page)
    .max(POLICY.pages, `At most ${POLICY.pages} pages.`)
    .superRefine((pages, context) => {
      const slugs = pages.map(({ slug }) => slug);
      for (const [at, slug] of slugs.entries())
        if (slugs.indexOf(slug) < at)
          context.addIssue({ code: "custom", path: [at, "slug"], message: "Another page has this address." });
      if (Buffer.byteLength(JSON.stringify(pages)) > POLICY.bytes)
        context.addIssue({ code: "custom", message: "Together the pages are too long: shorten one." });
    }),
});
