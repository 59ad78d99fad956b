import { CHOICES } from "../../../ordering/methods.ts";
import { numberOrTyped, readWhole } from "../../../platform/whole-number.ts";
import type { SettingChange } from "../shown.ts";
import { DELIVERY_FORM } from "./delivery-form.ts";
import { PICTURE } from "./picture-field.ts";
import type { SettingField, SettingForm } from "./setting-field.ts";

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

/** What the fields of a form hold, by their paths. */
export type Typed = Readonly<Record<string, string>>;

/** A setting's value as its form shows it; a part of a value gives the fields that it has. */
export function typedOf(value: unknown, fields: SettingField[]): Typed {
  return Object.fromEntries(
    fields.flatMap(({ path, written, optional }) => {
      const parts = path.split(".");
      const isThere = at(value, parts.slice(0, -1)) !== undefined;
      const found = at(value, parts) ?? (optional && isThere ? "" : undefined);
      if (found === undefined) return [];
      return [[path, written ? written.show(found) : String(found ?? "")]];
    }),
  );
}

function at(value: unknown, [first, ...rest]: string[]): unknown {
  if (first === undefined) return value;
  return typeof value === "object" && value !== null
    ? at((value as Record<string, unknown>)[first], rest)
    : undefined;
}

/** What is typed in a form as the setting's value. */
export function toValue(typed: Typed, fields: SettingField[]): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const { path, number, choices, written, optional } of fields) {
    const parts = path.split(".");
    const last = parts.pop() ?? "";
    const text = typed[path] ?? "";
    if (optional && !text.trim()) continue;
    const within = parts.reduce((inner, part) => {
      inner[part] ??= {};
      return inner[part] as Record<string, unknown>;
    }, value);
    if (written) within[last] = written.read(text);
    else if (choices) within[last] = text.split(",").filter(Boolean);
    else within[last] = number ? numberIn(text, number) : text;
  }
  return value;
}

function numberIn(text: string, read: (typed: string) => number): number | string | null {
  return text.trim() === "" ? null : numberOrTyped(text, read);
}

/** The fields that `other` holds otherwise. */
export function differing(one: Typed, other: Typed, fields: SettingField[]): SettingField[] {
  return fields.filter(({ path }) => path in other && one[path] !== other[path]);
}

/** A change in words: "Phone: 0711 222 333 → 0722 333 444". */
export function sayChange({ before, after }: SettingChange, fields: SettingField[]): string {
  const [was, is] = [typedOf(before, fields), typedOf(after, fields)];
  return differing(was, is, fields)
    .map((field) => changeText(field, was[field.path], is[field.path]))
    .join("; ");
}

/** A change of a field, in words. */
export function changeText(field: SettingField, was = "", is = ""): string {
  const change = field.written?.change?.(was, is) ?? `${inWords(field, was)} → ${inWords(field, is)}`;
  return `${field.label}: ${change}`;
}

/** What is typed in a field, as people read it. */
export function inWords({ written }: SettingField, typed: string): string {
  return (written?.words?.(typed) ?? typed) || "–";
}
