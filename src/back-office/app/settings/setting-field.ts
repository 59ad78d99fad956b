import type { HTMLInputTypeAttribute } from "react";

/** How a value that is no plain text or number is typed, and what it and a change of it say, in words. */
export type Written = {
  show: (value: unknown) => string;
  read: (text: string) => unknown;
  words?: (text: string) => string;
  change?: (was: string, is: string) => string;
};

/** A list whose rows are added, changed and removed one by one: typed as the JSON of its rows. */
export type ListField = {
  /** What stands where it is empty, and the words of its buttons: "Add a pick-up point". */
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

/** A field of a setting's form; `path` is where it stands in the value: "address.street". */
export type SettingField = {
  path: string;
  label: string;
  type?: HTMLInputTypeAttribute;
  hint?: string;
  /** How a number is read; empty it is none. */
  number?: (typed: string) => number;
  /** Some of these, ticked: typed as their names with commas. */
  choices?: readonly (readonly [name: string, label: string])[];
  written?: Written;
  list?: ListField;
  /** A picture that is chosen and sent, with its alt text. */
  picture?: true;
  /** May be missing in a value: empty it is left out. */
  optional?: true;
};

/** `heading`: the screen's own, where it is not "Settings". */
export type SettingForm = { title: string; heading?: string; fields: SettingField[] };
