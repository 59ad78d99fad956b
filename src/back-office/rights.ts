/** Who works here. */
export const ROLES = ["owner", "packer", "support"] as const;
export type Role = (typeof ROLES)[number];

/**
 * The right that each call of the back office needs, and the roles that have it. A packer sees an order's phone, but neither its
 * e-mail nor how it was paid; support helps shoppers and moves no money.
 */
export const RIGHTS = {
  /** One's own sign-in: who am I, my sessions, my password. */
  own: ROLES,
  today: ROLES,
  "orders.read": ROLES,
  /** E-mail, way to pay and payments of an order. */
  "orders.private": ["owner", "support"],
  "orders.step": ["owner", "packer"],
  "orders.note": ROLES,
  "orders.address": ["owner", "support"],
  "orders.edit": ["owner"],
  "orders.cancel": ["owner", "support"],
  /** Refunds its money with it. */
  "orders.cancel-paid": ["owner"],
  "codes.read": ["owner", "support"],
  "codes.decide": ["owner"],
  "codes.ask": ["owner", "support"],
  "payments.read": ["owner", "support"],
  "payments.check": ["owner", "support"],
  "payments.decide": ["owner"],
  /** The raw messages of providers. */
  "payments.messages": ["owner"],
  refunds: ["owner"],
  /** Reads reviews, and decides which of them shoppers see. */
  reviews: ["owner", "support"],
  /** All goods, on sale or not, as they stand. */
  "goods.read": ROLES,
  /** What is written about goods, and whether shoppers see them. */
  "goods.edit": ["owner"],
  /** Sends pictures of goods. */
  uploads: ["owner"],
  /** Downloads all of them as a file. */
  "goods.export": ["owner"],
  /** Adds and changes many of them, with their stock, by a file. */
  "goods.import": ["owner"],
  /** The ledger of stock, and moves: received adds pieces, damaged takes them away, counted does either. */
  stock: ["owner", "packer"],
  /** Moves of stock for any other reason. */
  "stock.any-reason": ["owner"],
  "settings.read": ["owner", "support"],
  /** What the shop says and charges. */
  "settings.edit": ["owner"],
  "coupons.read": ["owner", "support"],
  /** What a code takes off, and for whom. */
  "coupons.edit": ["owner"],
  people: ["owner"],
  audit: ["owner"],
  /** Which mails were not sent, to whom, and why. */
  mails: ["owner"],
} as const satisfies Record<string, readonly Role[]>;
export type Right = keyof typeof RIGHTS;

export function may(role: Role, right: Right): boolean {
  return (RIGHTS[right] as readonly Role[]).includes(role);
}

/** All rights of a role, for its screens. */
export function rightsOf(role: Role): Right[] {
  return (Object.keys(RIGHTS) as Right[]).filter((right) => may(role, right));
}
