import type { FastifySchemaCompiler } from "fastify";
import type { z } from "zod";
import { ShopError } from "../shop-error.ts";
import { NOT_VALID } from "./error-response.server.ts";
import { findUnstorable } from "./json-limits.server.ts";

/** The sentence for people about a missing or wrong field, by the field's name. */
export type FieldSentences = Readonly<Record<string, string>>;

type Issue = Parameters<z.core.$ZodErrorMap>[0];
type Fault = Pick<z.core.$ZodIssue, "path" | "message">;

/**
 * Validates a request: first that all its texts can be stored, then all of it by the route's zod schema. A fault gets the
 * sentence that the schema has for it, else that of its field; a missing body counts as one whose fields are all missing.
 * ShopError 400 with the first fault; `byField`: with all faults in `fields`, by the path of each, but for those of the whole,
 * which have none.
 */
export function validateInWords(
  sentences: FieldSentences,
  { byField = false } = {},
): FastifySchemaCompiler<z.ZodType> {
  const error = (issue: Issue) => sayFault(issue, sentences);
  return ({ schema, httpPart }) =>
    (data) => {
      const given = httpPart === "body" ? (data ?? {}) : data;
      const path = findUnstorable(given);
      if (path) return { error: refusalOf([{ path, message: sayText(path, sentences) }]) };
      const { success, data: value, error: faults } = schema.safeParse(given, { error });
      if (success) return { value };
      return { error: refusalOf(faults.issues) };
    };

  function refusalOf(issues: readonly Fault[]): ShopError {
    const fields = byField ? { fields: firstByField(issues) } : {};
    return new ShopError(400, issues[0]?.message ?? NOT_VALID, fields);
  }
}

function firstByField(issues: readonly Fault[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) if (path.length > 0) fields[path.join(".")] ??= message;
  return fields;
}

function sayFault(issue: Issue, sentences: FieldSentences): string {
  const field = issue.path?.findLast((part) => typeof part === "string");
  if (field === undefined) return NOT_VALID;
  const sentence = sentenceOf(field, sentences);
  if (!sentence) return `Please check the ${inWords(field)} and try again.`;
  if (!sentence.startsWith("Please enter your ")) return sentence;
  if (issue.code === "too_big" && issue.origin === "string")
    return `${sentence}, in at most ${issue.maximum} characters`;
  return sentence;
}

/** The sentence about a text that cannot be stored. Places in lists are numbers, and name no field. */
function sayText(path: readonly string[], sentences: FieldSentences): string {
  const field = path.findLast((part) => !/^\d+$/.test(part)) ?? "";
  const sentence = sentenceOf(field, sentences);
  if (!sentence) return `Please leave out the characters of the ${inWords(field)} that cannot be stored.`;
  return sentence.startsWith("Please enter your ")
    ? `${sentence}, without characters that cannot be stored`
    : sentence;
}

function sentenceOf(field: string, sentences: FieldSentences): string | undefined {
  return Object.hasOwn(sentences, field) ? sentences[field] : undefined;
}

/** "zipCode" as "zip code". An unknown name may be anything a stranger sent, so it becomes "fields". */
function inWords(field: string): string {
  const words = field.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ");
  return /^[A-Za-z ]{1,40}$/.test(words) ? words.trim().toLowerCase() : "fields";
}
