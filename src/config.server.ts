import { z } from "zod";
import {
  isSecure,
  list,
  platformSettings,
  readSettings,
  secureSite,
  withPublicUrl,
} from "./platform/config.server.ts";
import { storeAddress } from "./platform/objects/store-address.server.ts";
import { METHODS, shop } from "./shop.ts";

export type Config = z.infer<typeof environment>;

/**
 * Reads the shop's settings from the environment once, at start. An empty value counts as unset.
 * @throws ConfigError naming each wrong variable.
 */
export function readConfig(source: Record<string, string | undefined>): Config {
  return readSettings(environment, source);
}

const shortcode = z.string().regex(/^\d{5,7}$/, "must be 5 to 7 digits");

const settings = z.object({
  ...platformSettings,
  MAIL_FROM: platformSettings.MAIL_FROM.default(`${shop.name} <duka@localhost>`),
  PAYMENT_METHODS: z
    .string()
    .default("cod")
    .transform(list)
    .pipe(z.array(z.enum(METHODS, { error: `may list ${METHODS.join(", ")}` })).min(1, "names no method")),
  SERVICE_WORKER: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  PICTURES_URL: storeAddress.optional(),
  MPESA_BASE_URL: secureSite.optional(),
  MPESA_CONSUMER_KEY: z.string().optional(),
  MPESA_CONSUMER_SECRET: z.string().optional(),
  MPESA_SHORTCODE: shortcode.optional(),
  MPESA_PASSKEY: z.string().optional(),
  MPESA_TILL_NUMBER: shortcode.optional(),
  MPESA_TRANSACTION_TYPE: z
    .enum(["CustomerPayBillOnline", "CustomerBuyGoodsOnline"], {
      error: "must be CustomerPayBillOnline or CustomerBuyGoodsOnline",
    })
    .optional(),
  MPESA_INITIATOR: z.string().optional(),
  MPESA_SECURITY_CREDENTIAL: z.string().optional(),
  MPESA_QUERY_EVERY: z.coerce.number({ error: "must be a number of seconds" }).min(0).max(60).optional(),
  FLW_BASE_URL: secureSite.optional(),
  FLW_CHECKOUT_SCRIPT_URL: secureSite.optional(),
  FLW_PUBLIC_KEY: z.string().optional(),
  FLW_SECRET_KEY: z.string().optional(),
  FLW_WEBHOOK_HASH: z.string().optional(),
  PASSWORD_PEPPER: z.string().min(16, "must be at least 16 characters").optional(),
  // in KiB; OWASP's floor for argon2id with two passes
  PASSWORD_HASH_MEMORY: z.coerce.number({ error: "must be a number of KiB" }).int().min(64).default(19_456),
  STAFF_SECRET: z.string().min(32, "must be at least 32 characters").optional(),
});

/** The names of all settings, as .env.example and compose.yaml have them. */
export const SETTINGS = Object.keys(settings.shape);

const environment = settings.transform(withPublicUrl).superRefine((given, context) => {
  const complain = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  for (const method of given.PAYMENT_METHODS)
    for (const name of NEEDED[method])
      if (given[name] === undefined) complain(name, `is needed for ${method} in PAYMENT_METHODS`);
  const providers = given.PAYMENT_METHODS.some((method) => method !== "cod");
  if (providers && !isSecure(given.PUBLIC_URL))
    complain("PUBLIC_URL", "must be a https address, or http on this machine, for providers to call back");
  const isTest = (key = "") => /_TEST-/.test(key);
  if (given.FLW_PUBLIC_KEY && isTest(given.FLW_PUBLIC_KEY) !== isTest(given.FLW_SECRET_KEY))
    complain("FLW_PUBLIC_KEY", "and FLW_SECRET_KEY must both be live keys, or both test keys");
  if (!given.MPESA_INITIATOR !== !given.MPESA_SECURITY_CREDENTIAL)
    complain("MPESA_INITIATOR", "and MPESA_SECURITY_CREDENTIAL go together");
  if (given.MPESA_TRANSACTION_TYPE === "CustomerBuyGoodsOnline" && !given.MPESA_TILL_NUMBER)
    complain("MPESA_TILL_NUMBER", "is needed for CustomerBuyGoodsOnline");
});

/** What a way to pay cannot do without. */
const NEEDED = {
  cod: [],
  mpesa: [
    "MPESA_BASE_URL",
    "MPESA_CONSUMER_KEY",
    "MPESA_CONSUMER_SECRET",
    "MPESA_SHORTCODE",
    "MPESA_PASSKEY",
  ],
  flutterwave: [
    "FLW_BASE_URL",
    "FLW_CHECKOUT_SCRIPT_URL",
    "FLW_PUBLIC_KEY",
    "FLW_SECRET_KEY",
    "FLW_WEBHOOK_HASH",
  ],
} as const;
