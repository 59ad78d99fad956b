import { CHOICES } from "../../ordering/methods.ts";
import { readWhole } from "../../platform/whole-number.ts";
import type { ShopPicture } from "../../settings/shop-with.ts";
import { changeText, differing, type FormField, typedOf, type Written } from "../app/forms/form-field.ts";
import type { SettingChange } from "./contract.ts";
import { DELIVERY_FORM, type SettingForm } from "./delivery-form.ts";

/** A picture as it is typed: its JSON, and none is "". */
export function pictureIn(typed = ""): ShopPicture | undefined {
  return typed ? JSON.parse(typed) : undefined;
}

export function typedPicture({ url, alt }: ShopPicture): string {
  return JSON.stringify({ url, alt });
}

const WRITTEN: Written = {
  show: (value) => (value ? typedPicture(value as ShopPicture) : ""),
  read: pictureIn,
  change(was, is) {
    const [before, after] = [pictureIn(was), pictureIn(is)];
    if (!before || !after) return after ? `now ${after.alt}` : "taken away";
    return before.url === after.url ? `alt text ${before.alt} → ${after.alt}` : `another one, ${after.alt}`;
  },
};

/** What makes a field one for a picture. */
const PICTURE = {
  picture: true,
  optional: true,
  written: WRITTEN,
  words: (typed) => pictureIn(typed)?.alt ?? "",
} as const satisfies Partial<FormField>;

/** The forms of the settings that have one, by the setting's name, in the order of their tabs. */
export const FORMS: Record<string, SettingForm> = {
  shop: {
    title: "Shop",
    fields: [
      { path: "phone", label: "Phone", type: "tel" },
      {
        path: "whatsapp",
        label: "WhatsApp",
        type: "tel",
        optional: true,
        hint: "Empty: the phone above is on WhatsApp too.",
      },
      {
        path: "hours",
        label: "Hours",
        optional: true,
        hint: "When somebody answers, such as Mon to Sat, 9 to 17. Empty: nothing is said of it.",
      },
      { path: "email", label: "Email", type: "email" },
      { path: "address.street", label: "Street" },
      { path: "address.area", label: "Part of town" },
      { path: "address.city", label: "Town or city" },
      { path: "address.country", label: "Country" },
      { path: "podcast.name", label: "Podcast" },
      { path: "podcast.url", label: "Podcast's address", type: "url" },
      { path: "returnDays", label: "Days to return goods", number: readWhole },
    ],
  },
  banner: {
    title: "Banner",
    fields: [
      {
        path: "banner.headline",
        label: "Headline",
        hint: "Shown as you write it, also to those who read the shop in Kiswahili.",
      },
      { path: "banner.tagline", label: "Tagline" },
      { path: "banner.prompt", label: "Button" },
      {
        path: "banner.picture",
        label: "Picture of the banner",
        hint: "Instead of the two newest goods.",
        ...PICTURE,
      },
      { path: "offer.headline", label: "Offer", hint: "Leads to ladies' clothes that have a former price." },
      { path: "offer.text", label: "Sentence of the offer" },
      { path: "offer.prompt", label: "Button of the offer" },
      {
        path: "offer.picture",
        label: "Picture of the offer",
        hint: "Beside its words; without one these stand alone.",
        ...PICTURE,
      },
    ],
  },
  payments: {
    title: "Payments",
    fields: [
      {
        path: "methods",
        label: "Ways to pay",
        choices: Object.entries(CHOICES).map(([method, { name }]) => [method, name] as const),
        hint: "What is under way by one that you switch off is still brought to its end.",
      },
      {
        path: "till",
        label: "Till number",
        hint: "Codes of money that reached the number before this one are still found for 30 days.",
      },
      {
        path: "codeHours",
        label: "Hours for a code",
        number: readWhole,
        hint: "An order on an M-Pesa code that nobody has found is cancelled after them. 21:00 to 07:00 is not counted. Where M-Pesa can be asked about codes, it is a day.",
      },
    ],
  },
  delivery: DELIVERY_FORM,
  alerts: {
    title: "Alerts",
    fields: [
      { path: "email", label: "Email", type: "email", hint: "Empty: the shop's own address." },
      {
        path: "mails",
        label: "Mails to you",
        choices: [
          ["new-order", "New orders"],
          ["morning", "What needs you, in the morning"],
          ["low-stock", "Sizes that have run low, in the morning"],
        ],
        hint: "New orders come in one mail, every ten minutes at most. That a payment needs you is always mailed.",
      },
    ],
  },
  reviews: {
    title: "Reviews",
    fields: [
      {
        path: "ratings",
        label: "Ratings",
        choices: [["samples", "Sample ratings"]],
        hint: "Invented stars that the sample goods come with. A product loses them with its first review.",
      },
    ],
  },
  podcast: {
    title: "Podcast",
    fields: [
      {
        path: "feed",
        label: "Feed address",
        type: "url",
        hint: "Where the podcast's host tells of new episodes (RSS). It is read every hour; empty: never.",
      },
    ],
  },
};

/** A change in words: "Phone: 0711 222 333 → 0722 333 444". */
export function sayChange({ before, after }: SettingChange, fields: FormField[]): string {
  const [was, is] = [typedOf(before, fields), typedOf(after, fields)];
  return differing(was, is, fields)
    .map((field) => changeText(field, was[field.path], is[field.path]))
    .join("; ");
}
