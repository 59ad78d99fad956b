import type { FastifySchemaCompiler } from "fastify";
import type { z } from "zod";
import { ShopError } from "../shop-error.ts";
import { NOT_VALID } from "./error-response.server.ts";

/** What to tell people by the name of a field that is missing or came wrong. */
export type FieldSentences = Readonly<Record<string, string>>;

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/**
 * Checks what came by the route's zod schema. A fault the schema has a sentence for is told by it, every other by its
 * field's; a request without a body is one whose fields are all missing. ShopError 400 with the first fault; `byField`:
 * with all of them in `fields`, by the path of each; what is wrong with the whole has none.
 */
export function validateInWords(
  sentences: FieldSentences,
  { byField = false } = {},
): FastifySchemaCompiler<z.ZodType> {
  const error = (issue: Issue) => sayFault(issue, sentences);
  return ({ schema, httpPart }) =>
    (data) => {
      const given = httpPart === "body" ? (data ?? {}) : data;
      const { success, data: value, error: faults } = schema.safeParse(given, { error });
      if (success) return { value };
      const fields = byField ? { fields: firstByField(faults.issues) } : {};
      return { error: new ShopError(400, faults.issues[0]?.message ?? NOT_VALID, fields) };
    };
}

function firstByField(issues: z.core.$ZodIssue[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) if (path.length > 0) fields[path.join(".")] ??= message;
  return fields;
}

function sayFault(issue: Issue, sentences: FieldSentences): string {
  const field = issue.path?.findLast((part) => typeof part === "string");
  if (field === undefined) return NOT_VALID;
  const sentence = Object.hasOwn(sentences, field) ? sentences[field] : undefined;
  if (!sentence) return `Please check the ${inWords(field)} and try again.`;
  if (!sentence.startsWith("Please enter your ")) return sentence;
  if (issue.code === "too_big" && issue.origin === "string")
    return `${sentence}, in at most ${issue.maximum} characters`;
  return issue.code === "custom" ? `${sentence}, without characters that cannot be stored` : sentence;
}

/** "zipCode" as "zip code". A name nobody knows may be anything a stranger sent. */
function inWords(field: string): string {
  const words = field.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ");
  return /^[A-Za-z ]{1,40}$/.test(words) ? words.trim().toLowerCase() : "fields";
}
