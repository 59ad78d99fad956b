import type { Category } from "../../../catalogue/rules.ts";
import { readMoment, writeMoment } from "../../../language/moments.ts";
import type { CouponKind } from "../../../ordering/coupons/rules.ts";
import { formatMoment } from "../../../ordering/dates.ts";
import { numberOrTyped, readKes, readWhole } from "../../../platform/whole-number.ts";
import type { StaffCoupon } from "../shown.ts";

/** What the fields of a coupon's form hold. */
export type Values = {
  code: string;
  kind: CouponKind;
  value: string;
  /** Empty: all goods. */
  category: Category | "";
  minimum: string;
  /** In East Africa Time, as a browser's field has them. */
  startsAt: string;
  endsAt: string;
  maxUses: string;
  perShopper: string;
  source: string;
};
export type FieldName = keyof Values;

export const LABELS: Record<FieldName, string> = {
  code: "Code",
  kind: "Takes off",
  value: "How much",
  category: "Of these goods",
  minimum: "For orders of at least",
  startsAt: "From",
  endsAt: "Until",
  maxUses: "Uses in all",
  perShopper: "Uses of one shopper",
  source: "Source",
};
const NAMES = Object.keys(LABELS) as FieldName[];

export const KINDS: Record<CouponKind, string> = {
  percent: "A part of the price, in percent",
  fixed: "A sum, in Ksh",
  delivery: "What delivery costs",
};

/** The form of a new coupon. */
export const NEW: Values = {
  code: "",
  kind: "percent",
  value: "",
  category: "",
  minimum: "",
  startsAt: "",
  endsAt: "",
  maxUses: "",
  perShopper: "",
  source: "",
};

type Written = Pick<StaffCoupon, FieldName>;

/** A coupon as its form shows it. */
export function valuesOf(coupon: Written): Values {
  const { code, kind, value, category, minimum, startsAt, endsAt, maxUses, perShopper, source } = coupon;
  return {
    code,
    kind,
    value: kind === "delivery" ? "" : String(value),
    category: category ?? "",
    minimum: minimum === 0 ? "" : String(minimum),
    startsAt: startsAt === null ? "" : writeMoment(startsAt),
    endsAt: endsAt === null ? "" : writeMoment(endsAt),
    maxUses: String(maxUses ?? ""),
    perShopper: String(perShopper ?? ""),
    source,
  };
}

/** The fields in which two forms differ. */
export function differing(one: Values, other: Values): FieldName[] {
  return NAMES.filter((name) => one[name] !== other[name]);
}

/** What a call is told of these fields. What cannot be read is sent as it was typed, to be refused by its field. */
export function bodyOf(values: Values, names: FieldName[] = NAMES): Partial<Written> {
  const { kind, value, category, minimum, startsAt, endsAt, maxUses, perShopper } = values;
  const read = {
    ...values,
    // what delivery costs is no number of ours
    value: kind === "delivery" ? 0 : numberOrTyped(value, kind === "fixed" ? readKes : readWhole),
    category: category || null,
    minimum: numberOrTyped(minimum.trim() || "0", readKes),
    startsAt: momentIn(startsAt),
    endsAt: momentIn(endsAt),
    maxUses: maxUses.trim() === "" ? null : numberOrTyped(maxUses, readWhole),
    perShopper: perShopper.trim() === "" ? null : numberOrTyped(perShopper, readWhole),
  };
  return Object.fromEntries(names.map((name) => [name, read[name]])) as Partial<Written>;
}

function momentIn(written: string): number | string | null {
  return written === "" ? null : numberOrTyped(written, readMoment);
}

/** A field's value in words, for the list of what a colleague has changed. */
export function valueInWords(name: FieldName, { [name]: value }: Values): string {
  if (name === "kind") return `“${KINDS[value as CouponKind]}”`;
  if (name === "category") return value || "all goods";
  if (value === "") return "empty";
  if (name !== "startsAt" && name !== "endsAt") return `“${value}”`;
  const at = readMoment(value);
  return Number.isNaN(at) ? `“${value}”` : formatMoment(at);
}
