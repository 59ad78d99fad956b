import { z } from "zod";
import { answered, faultless, line, text, typed } from "../platform/input.ts";
import { placeFault } from "../platform/text-rules.ts";
import { isSameTown } from "./rules.ts";
import {
  AREAS_MAX,
  countyNamed,
  DAYS_MAX,
  FEE_MAX,
  FREE_OVER_MAX,
  firstRepeated,
  isSameArea,
  POINTS_MAX,
} from "./setting-rules.ts";

const kes = (max: number, empty: string) =>
  z
    .number(empty)
    .int("Enter whole shillings.")
    .min(0, "A fee is never below 0.")
    .max(max, `At most Ksh ${max.toLocaleString("en")}.`);
const fee = kes(FEE_MAX, "Enter the fee in Ksh.");

const DAYS = "Enter the days, such as 2 or 1 to 3.";
const count = z.number(DAYS).int(DAYS).min(1, "At least 1 day.").max(DAYS_MAX, `At most ${DAYS_MAX} days.`);
/** Days from order to parcel, weekends not counted. */
const days = { from: count, to: count };
const inOrder = ({ from, to }: { from: number; to: number }) => from <= to;
const DAYS_TURNED = { message: "The first number of days is above the second.", path: ["to"] };

const county = text(100).transform((typed, context) => {
  const named = countyNamed(typed);
  if (named) return named;
  context.addIssue({ code: "custom", message: "Choose one of Kenya's 47 counties." });
  return z.NEVER;
});

const place = (max: number, field: string, empty: string) =>
  line(max, empty).check(faultless((place) => placeFault(field, place)));

/** Without a fee of its own it costs what the rest of Kenya does. */
const area = z
  .object({
    county,
    town: place(100, "town", "Enter the town.").optional(),
    fee: fee.optional(),
    ...days,
  })
  .refine(inOrder, DAYS_TURNED);

const point = z.object({
  name: place(60, "name", "Enter the pick-up point's name."),
  address: z.object({
    street: place(200, "street", "Enter the street or building."),
    city: place(100, "town", "Enter the town or city."),
    state: county,
    zipCode: typed.regex(/^\d{1,20}$/, "Enter the postal code: digits."),
  }),
  hours: line(100, "Enter the opening hours."),
  fee: fee.optional(),
});

const areas = z
  .array(area)
  .max(AREAS_MAX, `At most ${AREAS_MAX} counties and towns.`)
  .superRefine((list, context) => {
    const at = firstRepeated(list, isSameArea);
    if (at < 0) return;
    const { county: name, town } = list[at] ?? {};
    const message = `${town ?? name} is in the list already.`;
    context.addIssue({ code: "custom", message, path: [at, town ? "town" : "county"] });
  })
  .readonly();

/** Where shoppers may fetch their order; each by a name of its own. */
const points = z
  .array(point)
  .max(POINTS_MAX, `At most ${POINTS_MAX} pick-up points.`)
  .superRefine((list, context) => {
    const at = firstRepeated(list, (one, other) => isSameTown(one.name, other.name));
    if (at < 0) return;
    context.addIssue({ code: "custom", message: "Another point has this name.", path: [at, "name"] });
  })
  .readonly();

/**
 * The setting "delivery" (src/delivery/rules.ts says what it comes to), in KES: what it costs and how long it takes
 * everywhere but in `areas`. `freeOver` null: it is never free.
 */
export const delivery = z.object({
  fee,
  freeOver: kes(FREE_OVER_MAX, "Enter the amount in Ksh, or nothing.").nullable(),
  days: z.object(days).refine(inOrder, DAYS_TURNED),
  areas,
  points,
});

const shownDays = { from: z.int(), to: z.int() };
const shownPlace = z.object({ street: z.string(), city: z.string(), state: z.string(), zipCode: z.string() });

/** What delivery costs, for cart and checkout: all of the setting; null where it is as src/shop.ts says. */
export const showDelivery = {
  path: "/api/delivery",
  summary: "What delivery costs by county and town, and the pick-up points",
  query: z.object({}),
  answer: answered.extend({
    delivery: z
      .object({
        fee: z.int(),
        freeOver: z.int().nullable(),
        days: z.object(shownDays),
        areas: z.array(
          z.object({
            county: z.string(),
            town: z.string().optional(),
            fee: z.int().optional(),
            ...shownDays,
          }),
        ),
        points: z.array(
          z.object({ name: z.string(), address: shownPlace, hours: z.string(), fee: z.int().optional() }),
        ),
      })
      .nullable(),
  }),
} as const;
