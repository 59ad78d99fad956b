import { z } from "zod";

/** Text PostgreSQL can keep byte for byte: no NUL, no lone surrogate; `max` counts UTF-16 units, so an emoji is two. */
export function text(max: number) {
  return z
    .string()
    .max(max)
    .refine((value) => !value.includes("\0") && !/\p{Surrogate}/u.test(value));
}

/** One line of words that people read, at least one character. */
export const line = (max: number, empty: string) =>
  z
    .string()
    .trim()
    .normalize("NFC")
    .pipe(
      text(max)
        .min(1, empty)
        .regex(
          /^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u,
          "Please write it in one line, in plain characters.",
        ),
    );

/** A day, yyyy-mm-dd, as PostgreSQL knows them: it has no year 0. */
export const day = z.iso.date().refine((value) => !value.startsWith("0000"));

const NO_PAGE = "There is no such page.";

/** Where a page of a list goes on: the moment and the id of the last row before it, "2026-11-23 18:05:00.123+00~…". */
export const afterRow = text(200)
  .regex(
    /^[\d-]{10} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?~[\w-]{1,64}$/,
    NO_PAGE,
  )
  .refine((value) => day.safeParse(value.slice(0, 10)).success, NO_PAGE);

/** A whole number that PostgreSQL's `integer` holds. */
export const int4 = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);

/** A query parameter that may be repeated: always a list afterwards. */
export function repeated<T extends z.ZodType>(item: T) {
  return z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).max(50).optional(),
  );
}

/**
 * Every call of the API by this shape: the server routes by it, the browser types its calls with it. A call with `query`
 * is a GET, every other a POST.
 */
export type Contract = {
  path: string;
  headers?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  answer: z.ZodType;
};

/** `headers` of a call that is done once per Idempotency-Key, when it names one. */
export const oncePerKey = z.object({ "idempotency-key": text(255).min(1).optional() });

/** The one shape of every answer: `success` and, mostly, `message`. */
export const answered = z.object({ success: z.literal(true), message: z.string() });

/** The one shape of every refusal. */
export const refused = z.object({ success: z.literal(false), message: z.string() });
