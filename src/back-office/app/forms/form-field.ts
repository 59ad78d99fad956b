import type { HTMLInputTypeAttribute } from "react";
import { readMoment, writeMoment } from "../../../language/moments.ts";
import { formatMoment } from "../../../ordering/dates.ts";
import { numberOrTyped } from "../../../platform/whole-number.ts";

/** The contents of a form's fields, by their paths. */
export type Typed = Readonly<Record<string, string>>;

/** How a value that is no plain text or number is typed and read, and how a change of it is described. */
export type Written = {
  show: (value: unknown) => string;
  read: (text: string) => unknown;
  change?: (was: string, is: string) => string;
};

/** A list whose rows are added, changed and removed one by one: typed as the JSON of its rows. */
export type ListField = {
  /** The text where it is empty, and of its button: "Add a pick-up point". */
  none: string;
  add: string;
  /** The inputs of a row, each with the path that the server names its faults by. */
  inputs: readonly RowInput[];
  /** A row in words. */
  say: (row: Row) => string;
};
export type Row = Readonly<Record<string, string>>;
type RowInput = {
  name: string;
  label: string;
  hint?: string;
  /** One of Kenya's counties, or one of the towns of the row's county. */
  place?: "county" | "town";
  inputMode?: "numeric";
};

/** A field of a form; `path` is its place in the value: "address.street". */
export type FormField = {
  path: string;
  label: string;
  type?: HTMLInputTypeAttribute;
  hint?: string;
  /** A hint that depends on what is typed in another field. */
  hintFor?: (typed: Typed) => string;
  /** How a number is read. */
  number?: (text: string, typed: Typed) => number;
  /** The value of an empty field; null for numbers that may be absent. */
  empty?: number | null;
  /** Lines of a long text. */
  rows?: number;
  /** One of these. */
  options?: readonly (string | readonly [value: string, text: string])[];
  /** Some of these, ticked: typed as their names with commas. */
  choices?: readonly (readonly [name: string, label: string])[];
  written?: Written;
  /** What is typed, formatted for people. */
  words?: (text: string) => string;
  /** Shown only while this is true; otherwise its value is `otherwise`. */
  when?: (typed: Typed) => boolean;
  otherwise?: unknown;
  list?: ListField;
  /** A picture that is chosen and sent, with its alt text. */
  picture?: true;
  /** May be missing in a value: empty it is left out. */
  optional?: true;
};

/** A moment in East Africa Time, milliseconds since 1970; empty: null. */
export const MOMENT = {
  type: "datetime-local",
  written: {
    show: (value) => (value === null ? "" : writeMoment(value as number)),
    read: (text) => (text === "" ? null : numberOrTyped(text, readMoment)),
  },
  words: (text) => (Number.isNaN(readMoment(text)) ? quote(text) : formatMoment(readMoment(text))),
} as const satisfies Partial<FormField>;

/** Yes or no. */
export const MARK = {
  type: "checkbox",
  written: { show: (value) => (value ? "yes" : "no"), read: (text) => text === "yes" },
  words: (text) => text,
} as const satisfies Partial<FormField>;

/** What is typed between quotes, a long text by its beginning. */
export function quote(text: string): string {
  return text === "" ? "empty" : `“${text.length > 80 ? `${text.slice(0, 80)}…` : text}”`;
}

/** A value as its form shows it; for a part of a value only the fields that it has. */
export function typedOf(value: unknown, fields: readonly FormField[]): Typed {
  return Object.fromEntries(
    fields.flatMap(({ path, written, optional, empty }) => {
      const parts = path.split(".");
      const found = at(value, parts);
      const isThere = optional && at(value, parts.slice(0, -1)) !== undefined;
      if (found === undefined && !isThere) return [];
      return [[path, written ? written.show(found) : found === empty ? "" : String(found ?? "")]];
    }),
  );
}

function at(value: unknown, [first, ...rest]: string[]): unknown {
  if (first === undefined) return value;
  return typeof value === "object" && value !== null
    ? at((value as Record<string, unknown>)[first], rest)
    : undefined;
}

/** The value typed in these fields. What cannot be read is sent as typed, so that the server refuses that field. */
export function toValue(typed: Typed, fields: readonly FormField[]): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const field of fields) {
    const parts = field.path.split(".");
    const last = parts.pop() ?? "";
    if (field.optional && !typed[field.path]?.trim()) continue;
    const within = parts.reduce((inner, part) => {
      inner[part] ??= {};
      return inner[part] as Record<string, unknown>;
    }, value);
    within[last] = readField(field, typed);
  }
  return value;
}

function readField(field: FormField, typed: Typed): unknown {
  const { path, number, empty, choices, written, when, otherwise } = field;
  const text = typed[path] ?? "";
  if (when && !when(typed)) return otherwise;
  if (written) return written.read(text);
  if (choices) return text.split(",").filter(Boolean);
  if (!text.trim() && (number || empty === null)) return empty ?? null;
  return number ? numberOrTyped(text, (each) => number(each, typed)) : text;
}

/** The fields whose contents differ in `other`. */
export function differing(one: Typed, other: Typed, fields: readonly FormField[]): FormField[] {
  return fields.filter(({ path }) => path in other && one[path] !== other[path]);
}

/** What a colleague has saved, overlaid with what is typed here. */
export function mergeTyped(typed: Typed, base: Typed, theirs: Typed): Typed {
  const ours = Object.entries(typed).filter(([path, text]) => text !== base[path]);
  return { ...theirs, ...Object.fromEntries(ours) };
}

/** A change of a field, in words. */
export function changeText(field: FormField, was = "", is = ""): string {
  const change = field.written?.change?.(was, is) ?? `${inWords(field, was)} → ${inWords(field, is)}`;
  return `${field.label}: ${change}`;
}

/** What is typed in a field, formatted for people. */
export function inWords({ words }: FormField, text = ""): string {
  return (words?.(text) ?? text) || "–";
}
