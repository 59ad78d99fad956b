import { z } from "zod";
import { delivery } from "../delivery/contract.ts";
import { spacedPhone } from "../phone-rules.ts";
import { line, typed } from "../platform/input.ts";
import { policies } from "../policies/contract.ts";
import { ALERTS, CODE_HOURS, METHODS, RATINGS } from "./rules.ts";

const phone = z
  .string()
  .overwrite(spacedPhone)
  .regex(/^\+?\d[\d ]{6,18}\d$/, "Enter a phone number: digits, with + in front for other countries.");

/** How and when people reach the shop, where it is, whose it is, and how long products may be returned. */
const shop = z.object({
  phone,
  email: typed.max(254).pipe(z.email("Please enter a valid email address")),
  address: z.object({
    street: line(100, "Enter the street."),
    area: line(100, "Enter the part of town."),
    city: line(100, "Enter the town or city."),
    country: line(100, "Enter the country."),
  }),
  podcast: z.object({
    name: line(100, "Enter the podcast's name."),
    url: typed
      .max(500)
      .pipe(z.url({ protocol: /^https$/, error: "Enter an address that begins with https://" })),
  }),
  returnDays: z
    .number("Enter a number of days.")
    .int("Enter a number of days.")
    .min(1, "At least 1 day.")
    .max(365, "At most 365 days."),
  /** The shop's WhatsApp number, where it differs from `phone`. */
  whatsapp: phone.optional(),
  /** When somebody answers, in the owner's words; when missing, pages do not mention it. */
  hours: line(60, "Enter the hours.").optional(),
});

/** A picture that was uploaded to the shop; without one the shop's own design is shown. */
const picture = z
  .object({
    url: z.string().regex(/^\/pictures\/[\w-]{1,100}\/720\.jpg$/, "Choose the picture again."),
    alt: line(250, "Say what the picture shows."),
  })
  .optional();

/** Text and picture of the home page's banner, and of its offer on ladies' clothes. They are shown as written here. */
const banner = z.object({
  banner: z.object({
    headline: line(40, "Enter a headline."),
    tagline: line(60, "Enter a tagline."),
    prompt: line(20, "Enter the words of the button."),
    picture,
  }),
  offer: z.object({
    headline: line(60, "Enter a headline."),
    text: line(120, "Enter a sentence."),
    prompt: line(20, "Enter the words of the button."),
    picture,
  }),
});

/**
 * The ways to pay that shoppers can choose; the till that M-Pesa by code is paid to, empty where there is none; and the waking
 * hours after which an order ends whose code nobody has found, where M-Pesa cannot be asked about codes.
 */
const payments = z.object({
  methods: z
    .array(z.enum(METHODS), "Choose how shoppers may pay.")
    .min(1, "Leave at least one way to pay.")
    .transform((chosen) => METHODS.filter((method) => chosen.includes(method))),
  till: typed.regex(/^(\d{5,7})?$/, "Enter the till number: 5 to 7 digits."),
  codeHours: z
    .number("Enter a number of hours.")
    .int("Enter whole hours.")
    .min(CODE_HOURS.min, `At least ${CODE_HOURS.min} hours.`)
    .max(CODE_HOURS.max, `At most ${CODE_HOURS.max} hours.`)
    .default(CODE_HOURS.usual),
});

/** The e-mail for the shop's own mails, empty for the shop's address, and which of them are sent. */
const alerts = z.object({
  email: z.union([z.literal(""), typed.max(254).pipe(z.email())], "Please enter a valid email address"),
  mails: z
    .array(z.enum(ALERTS), "Choose the mails.")
    .transform((chosen) => ALERTS.filter((alert) => chosen.includes(alert))),
});

/** Whether products without a review show their sample ratings. */
const reviews = z.object({
  ratings: z
    .array(z.enum(RATINGS), "Choose the ratings.")
    .transform((chosen) => RATINGS.filter((rating) => chosen.includes(rating))),
});

/** The address of the podcast's feed (RSS); empty: nothing is read. */
const podcast = z.object({
  feed: typed
    .max(500)
    .pipe(
      z.union([
        z.literal(""),
        z.url({ protocol: /^https?$/, error: "Enter an address that begins with https://" }),
      ]),
    ),
});

/** The settings that the owner may change in the back office, each name with its schema. */
export const SETTINGS = { shop, banner, payments, delivery, alerts, reviews, podcast, policies } as const;

export type SettingName = keyof typeof SETTINGS;
export type SettingValues = { [Name in SettingName]: z.output<(typeof SETTINGS)[Name]> };
