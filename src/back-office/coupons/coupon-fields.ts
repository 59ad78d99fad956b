import { CATEGORIES } from "../../catalogue/rules.ts";
import { readKes, readWhole } from "../../platform/whole-number.ts";
import type { FormRows } from "../app/forms/field-form.tsx";
import { type FormField, MOMENT, quote, type Typed } from "../app/forms/form-field.ts";

const KINDS: Record<string, string> = {
  percent: "A part of the price, in percent",
  fixed: "A sum, in Ksh",
  delivery: "What delivery costs",
};
/** What delivery costs is no number of ours, and of no kind of goods. */
const ofGoods = ({ kind }: Typed) => kind !== "delivery";
const text = { words: quote };

/** What a coupon takes off, of what, when and how often. */
export const COUPON_FORM: FormRows = [
  { path: "code", label: "Code", hint: "Letters and digits, easy to say: SAUTI33.", ...text },
  [
    {
      path: "kind",
      label: "Takes off",
      options: Object.entries(KINDS),
      words: (kind) => quote(KINDS[kind] ?? kind),
    },
    {
      path: "value",
      label: "How much",
      number: (typed, { kind }) => (kind === "fixed" ? readKes(typed) : readWhole(typed)),
      hintFor: ({ kind }) => (kind === "percent" ? "Percent." : "Whole Ksh."),
      when: ofGoods,
      otherwise: 0,
      ...text,
    },
  ],
  [
    {
      path: "category",
      label: "Of these goods",
      options: [["", "All goods"], ...CATEGORIES.map((each) => [each, `${each} alone`] as const)],
      empty: null,
      when: ofGoods,
      otherwise: null,
      words: (category) => category || "all goods",
    },
    {
      path: "minimum",
      label: "For orders of at least",
      number: readKes,
      empty: 0,
      hint: "Ksh of goods. Empty: any order.",
      ...text,
    },
  ],
  [
    { path: "startsAt", label: "From", hint: "In Nairobi (EAT). Leave empty for now.", ...MOMENT },
    { path: "endsAt", label: "Until", hint: "In Nairobi (EAT). Empty: no end.", ...MOMENT },
  ],
  [
    {
      path: "maxUses",
      label: "Uses in all",
      number: readWhole,
      hint: "Orders that can have it. Empty: any number.",
      ...text,
    },
    {
      path: "perShopper",
      label: "Uses of one shopper",
      number: readWhole,
      hint: "Orders of one e-mail or phone. Empty: any number.",
      ...text,
    },
  ],
  { path: "source", label: "Source", hint: "Shown to whoever uses it: heard in episode 33.", ...text },
];
export const COUPON_FIELDS: FormField[] = COUPON_FORM.flat();

/** The form of a new coupon. */
export const NEW_COUPON: Typed = {
  ...Object.fromEntries(COUPON_FIELDS.map(({ path }) => [path, ""])),
  kind: "percent",
};
