/** The ways to pay that the shop knows (specification §1); PAYMENT_METHODS says which of them can be chosen. */
export const METHODS = ["cod", "mpesa", "flutterwave"] as const;
export type Method = (typeof METHODS)[number];

/** Limits on orders whose typed M-Pesa code nobody has found yet: anybody can make up codes, and stock is reserved for them. */
export const UNFOUND_CODES = {
  /** Orders at a time, of a shopper without a found payment. */
  orders: 2,
  /** Pieces in all of these together. */
  pieces: 10,
  /** Their totals together, in KES. */
  amount: 30_000,
  /**
   * Of each size, the part (0 to 1) that such orders together may keep: of all shoppers where M-Pesa can be asked, else of
   * those without a paid order.
   */
  sizeShare: 0.5,
  /** Pieces of a size that they may keep in any case. */
  sizeAtLeast: 3,
  /** Hours after which an order is cancelled whose code M-Pesa does not know, where it can be asked. */
  hours: 24,
  /** Where it cannot be asked: from 07:00 to 21:00 (EAT), unless the owner has set another number of hours. */
  wakingHours: 6,
  /** Hours before that, of the same kind, in which the shopper is warned. */
  warnedBefore: 2,
  /**
   * Where M-Pesa cannot be asked, orders and pieces at a time of one network address, of shoppers without a paid order; as
   * many again for each shopper with a paid order who ordered there in so many days.
   */
  addressOrders: 6,
  addressPieces: 20,
  addressDays: 7,
} as const;

/** Of each size, what all guests together who have not paid yet may keep while they pay by card; as in UNFOUND_CODES. */
export const GUEST_CARDS = { sizeShare: 0.5, sizeAtLeast: 3 } as const;

/**
 * Uses of a coupon with a limit that all guests who have paid nothing may have together: of what is left the part `share` (0
 * to 1), and `atLeast` so many. After so many `seconds` without a payment others may have such a use.
 */
export const NEW_GUEST_COUPONS = { share: 0.5, atLeast: 1, seconds: 3_600 } as const;

/** Hours that an order stays whose typed code staff rejected, for its shopper to send the right one. */
export const REJECTED_CODE_HOURS = 48;

/** The ground of every page: also that of the browser's own bars and of the installed shop's window. */
export const PAPER = "#fbf6ec";

/**
 * The shop's colours, broadcast studio and matatu art: paper, ink and "on air" red; sun for the loud prompts, leaf for success
 * and money. The build writes them into the style sheets (src/ui/colours.css); mails and pages without a style sheet
 * take them from here. Texts keep 4.5:1 on their grounds: ink on paper, paper on ink and signalDeep, leaf on leafPale.
 */
export const COLOURS = {
  paper: PAPER,
  paperRaised: "#fffdf8",
  sand: "#f1e8d8",
  line: "#dccfb9",
  lineStrong: "#6f6253",
  ink: "#1b1618",
  inkSoft: "#514647",
  signal: "#cf2c14",
  signalDeep: "#981a06",
  signalPale: "#fde6df",
  sun: "#f7b733",
  sunPale: "#fdf0cf",
  leaf: "#0d5635",
  leafPale: "#def0e3",
} as const;

/** What describes the shop itself: the one place to put another brand's words. Those shown on pages are in sw.ts as well. */
export const shop = {
  name: "Sauti",
  tagline: "Wear what you listen to",
  language: "en-KE",
  address: { street: "Langata Road", area: "Langata", city: "Nairobi", country: "Kenya" },
  phone: "+254 700 000 000",
  email: "duka@sauti.example",
  podcast: { name: "Sauti ya Mtaa", url: "https://podcast.sauti.example" },
  /** KES, flat (specification §9). */
  deliveryFee: 1,
  /** Days from order to parcel, weekends not counted. */
  delivery: {
    near: [
      { counties: ["Nairobi"], from: 1, to: 2 },
      { counties: ["Kiambu", "Machakos", "Kajiado"], from: 2, to: 3 },
    ],
    elsewhere: { from: 3, to: 5 },
  },
  banner: { headline: "LATEST ARRIVALS", tagline: "OUR BEST SELLERS", prompt: "SHOP NOW" },
  offer: {
    headline: "50% off ladies' clothes",
    text: "On styles that show their old price.",
    prompt: "Shop women",
  },
  trending: { headline: "Trending now", text: "Picked by the crew." },
  /** Days within which products may be returned or exchanged (specification §9). */
  returnDays: 7,
  /** Shown at checkout while MPESA_TILL_NUMBER is not set; no money can reach it. */
  sampleTill: "000000",
} as const;
