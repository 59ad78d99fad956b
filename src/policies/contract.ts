import { z } from "zod";
import { faultless, line, text } from "../platform/input.ts";
import { lineFault, trimText } from "../platform/text-rules.ts";
import { POLICY } from "./rules.ts";

/** What a page says, in Markdown. */
export const policyText = z
  .string()
  .transform((typed) => trimText(typed.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n")).normalize("NFC"))
  .pipe(
    text(POLICY.text)
      .min(1, "Write what the page says.")
      .check(faultless((typed) => lineFault(typed.replace(/[\n\t]/g, " ")))),
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
