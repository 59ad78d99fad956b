import { METHODS, type Method, UNFOUND_CODES } from "../shop.ts";

export { METHODS, type Method };

/** For how long money at a till still counts as the shop's after the owner has named another one, in days. */
export const FORMER_TILL_DAYS = 30;

/** Waking hours after which an order on a code nobody has found may end: its shopper is warned two hours before. */
export const CODE_HOURS = { min: 3, usual: UNFOUND_CODES.wakingHours, max: 72 } as const;

/** The ratings besides those of shoppers that the owner may switch off. */
export const RATINGS = ["samples"] as const;

/** The shop's own mails that the owner may switch off; that a payment needs somebody is always mailed. */
export const ALERTS = ["new-order", "morning", "low-stock"] as const;
export type Alert = (typeof ALERTS)[number];
