/** The ways to pay that the shop knows (specification §1); PAYMENT_METHODS says which of them can be chosen. */
export const METHODS = ["cod", "mpesa", "flutterwave"] as const;
export type Method = (typeof METHODS)[number];

/** What describes the shop itself: the one place to put another brand's words. */
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
  banner: { headline: "LATEST ARRIVALS", tagline: "OUR BEST SELLERS", prompt: "SHOP NOW" },
  offer: { headline: "50% off ladies' clothes", text: "This week, on marked styles.", prompt: "Shop women" },
  trending: { headline: "Trending now", text: "What the city is wearing this week." },
  /** Days within which goods may be returned or exchanged (specification §9). */
  returnDays: 7,
  /** Shown at checkout while MPESA_TILL_NUMBER is not set; no money can reach it. */
  sampleTill: "000000",
} as const;
