import { z } from "zod";
import { isStorable, lineFault, tidyText, trimText } from "./text-rules.ts";

/** Text that PostgreSQL can store, of at most `max` UTF-16 units, of which an emoji has two. */
export function text(max: number) {
  return z.string().max(max).refine(isStorable);
}

/** A name, place, number or address that somebody typed, tidied (text-rules). */
export const typed = z.string().overwrite(tidyText);

/** Refuses a value for which `faultOf` returns a sentence, with that sentence. */
export const faultless = <T>(faultOf: (value: T) => string | undefined) =>
  z.check<T>(({ value, issues }) => {
    const message = faultOf(value);
    if (message) issues.push({ code: "custom", input: value, message });
  });

/** One line of text that people read, at least one character. */
export const line = (max: number, empty: string) =>
  z
    .string()
    .overwrite(trimText)
    .normalize("NFC")
    .pipe(text(max).min(1, empty).check(faultless(lineFault)));

/** A day, yyyy-mm-dd, as PostgreSQL knows them: it has no year 0. */
export const day = z.iso.date().refine((value) => !value.startsWith("0000"));

const NO_PAGE = "There is no such page.";

/** Where a page of a list continues: the moment and the id of the last row before it, "2026-11-23 18:05:00.123+00~…". */
export const afterRow = text(200)
  .regex(
    /^[\d-]{10} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?~[\w-]{1,64}$/,
    NO_PAGE,
  )
  .refine((value) => day.safeParse(value.slice(0, 10)).success, NO_PAGE);

/** A whole number of PostgreSQL's type `integer`, from 0 on. */
export const int4 = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);

/** A query parameter that may be repeated: always parsed as a list. */
export function repeated<T extends z.ZodType>(item: T) {
  return z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).max(50).optional(),
  );
}

/**
 * The shape of every call of the API: the server routes by it, and the browser types its calls with it. A call with `query`
 * is a GET, every other a POST.
 */
export type Contract = {
  path: string;
  /** For the documentation of the calls. */
  summary: string;
  headers?: z.ZodType;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  answer: z.ZodType;
};

/** `headers` of a call that is done once per Idempotency-Key, where the request has one. */
export const oncePerKey = z.object({ "idempotency-key": text(255).min(1).optional() });

/** The one shape of every answer: `success` and, mostly, `message`. */
export const answered = z.object({ success: z.literal(true), message: z.string() });

/** The one shape of every refusal. */
export const refused = z.object({ success: z.literal(false), message: z.string() });

/** A paged list: `after` is the `next` of the previous page. `query`: what it is searched and filtered by. */
export function listOf<Row extends z.ZodType, Query extends z.ZodRawShape>(row: Row, query: Query) {
  return {
    query: z.object({
      ...query,
      after: text(64).optional(),
      limit: z.coerce.number().int().min(1).max(50).default(50),
    }),
    answer: answered.extend({ rows: z.array(row), next: z.string().nullable() }),
  };
}
