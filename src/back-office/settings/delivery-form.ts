import { formatPrice } from "../../catalogue/rules.ts";
import { daysText } from "../../delivery/rules.ts";
import { numberOrTyped, readKes } from "../../platform/whole-number.ts";
import type { FormField, ListField, Row, Written } from "../app/forms/form-field.ts";

/** `heading`: the heading of the screen, where it is not "Settings". */
export type SettingForm = { title: string; heading?: string; fields: FormField[] };

/** "1 to 3" and "2". */
const DAYS: Written = {
  show: (value) => showDays(value as Partial<Days>),
  read: readDays,
};
type Days = { from: number | null; to: number | null };

const AREAS: ListField = {
  none: "Nowhere: fee and days are the same in all of Kenya.",
  add: "Add a county or town",
  inputs: [
    { name: "county", label: "County", place: "county" },
    { name: "town", label: "Town", place: "town", hint: "Empty: all of the county." },
    { name: "fee", label: "Fee there", inputMode: "numeric", hint: "Empty: the fee above." },
    { name: "from", label: "Days there", hint: "Such as 2, or 1 to 3." },
  ],
  say: ({ county, town, fee, from }) =>
    `${[county, town].filter(Boolean).join(", ")}: ${[priceOf(fee), daysOf(from)].filter(Boolean).join(", ")}`,
};

const POINTS: ListField = {
  none: "None: every order goes to an address.",
  add: "Add a pick-up point",
  inputs: [
    { name: "name", label: "Name" },
    { name: "street", label: "Street, building" },
    { name: "state", label: "County", place: "county" },
    { name: "city", label: "Town", place: "town" },
    { name: "zipCode", label: "Postal code", inputMode: "numeric" },
    { name: "hours", label: "Opening hours", hint: "Such as Mon to Sat, 9 to 17." },
    { name: "fee", label: "Fee there", inputMode: "numeric", hint: "Empty: free." },
  ],
  say: ({ name, street, city, hours, fee }) =>
    `${name}: ${[street, city, hours, priceOf(fee) ?? "free"].filter(Boolean).join(", ")}`,
};

/** The form of delivery fees and pick-up points. */
export const DELIVERY_FORM: SettingForm = {
  title: "Delivery",
  heading: "Delivery",
  fields: [
    {
      path: "fee",
      label: "Delivery fee",
      number: readKes,
      hint: "In Ksh: everywhere, but where the list below has another one.",
    },
    {
      path: "freeOver",
      label: "Free over",
      number: readKes,
      hint: "Goods for more than this, in Ksh, are delivered free. Empty: none are.",
    },
    {
      path: "days",
      label: "Days",
      written: DAYS,
      hint: "From order to parcel, weekends not counted: such as 2, or 1 to 3.",
    },
    {
      path: "areas",
      label: "Counties and towns of their own",
      list: AREAS,
      written: rowsOf(AREAS, showArea, readArea),
    },
    {
      path: "points",
      label: "Pick-up points",
      list: POINTS,
      written: rowsOf(POINTS, showPoint, readPoint),
    },
  ],
};

/** The rows of a list as they are typed. */
export function readRows(text: string): Row[] {
  return text ? JSON.parse(text) : [];
}

function rowsOf(list: ListField, show: (value: never) => Row, read: (row: Row) => unknown): Written {
  const said = (text: string) => readRows(text).map(list.say);
  return {
    show: (value) => JSON.stringify((value as never[]).map(show)),
    read: (text) => readRows(text).map(read),
    change: (was, is) => {
      const [before, after] = [said(was), said(is)];
      const gone = before.filter((each) => !after.includes(each)).map((each) => `without ${each}`);
      return [...gone, ...after.filter((each) => !before.includes(each))].join("; ") || "in another order";
    },
  };
}

type Fee = { fee?: number | undefined };
type Area = { county: string; town?: string } & Fee & Days;

function showArea({ county, town = "", fee, from, to }: Area): Row {
  return { county, town, fee: showNumber(fee), from: showDays({ from, to }) };
}

function readArea({ county, town, fee, from = "" }: Row) {
  return { county, ...(town?.trim() && { town }), ...feeIn(fee), ...readDays(from) };
}

type Point = {
  name: string;
  address: { street: string; city: string; state: string; zipCode: string };
  hours: string;
} & Fee;

function showPoint({ name, address, hours, fee }: Point): Row {
  return { name, ...address, hours, fee: showNumber(fee) };
}

function readPoint({ name, street, city, state, zipCode, hours, fee }: Row) {
  return { name, address: { street, city, state, zipCode }, hours, ...feeIn(fee) };
}

function feeIn(typed = "") {
  return typed.trim() ? { fee: numberOrTyped(typed, readKes) } : {};
}

function showNumber(value: number | undefined): string {
  return value === undefined ? "" : String(value);
}

function showDays({ from, to }: Partial<Days>): string {
  if (typeof from !== "number" || typeof to !== "number") return "";
  return from === to ? String(from) : `${from} to ${to}`;
}

/** Null where it cannot be read: then the server refuses it. */
function readDays(typed: string): Days {
  const [, from, to = from] =
    /^\s*(\d{1,4})(?:\s*(?:-|–|to)\s*(\d{1,4}))?\s*(?:days?)?\s*$/i.exec(typed) ?? [];
  return from === undefined ? { from: null, to: null } : { from: Number(from), to: Number(to) };
}

function priceOf(typed = ""): string | undefined {
  const plain = typed.trim();
  const fee = readKes(plain);
  return plain === "" ? undefined : Number.isNaN(fee) ? plain : formatPrice(fee);
}

function daysOf(typed = ""): string {
  const { from, to } = readDays(typed);
  return from === null || to === null ? typed : daysText({ from, to });
}
