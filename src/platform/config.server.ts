import { isIP } from "node:net";
import { z } from "zod";
import { METHODS } from "../shop.ts";

export type Config = z.infer<typeof environment>;

/** A wrong or missing setting; the message names the variables and never their values. */
export class ConfigError extends Error {}

/**
 * Reads the environment once, at start. An empty value counts as unset.
 * @throws ConfigError naming each wrong variable.
 */
export function readConfig(source: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const parsed = environment.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new ConfigError(`These settings are wrong or missing:\n  ${faults.join("\n  ")}`);
}

const site = z
  .url({ protocol: /^https?$/, error: "must be a http or https address" })
  .transform((url) => url.replace(/\/+$/, ""));
/** An address with, perhaps, a name and password in it: what its library could not read must not reach its error. */
const server = (schemes: RegExp, message: string) =>
  z.string().refine((url) => schemes.test(url) && isReadable(url), message);
/** Where money is spoken of, plain http is for this machine alone. */
const secureSite = site.refine(isSecure, "must be a https address, or http on this machine");
const shortcode = z.string().regex(/^\d{5,7}$/, "must be 5 to 7 digits");
const list = (value: string) =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

const settings = z.object({
  PORT: z.coerce.number({ error: "must be a port number" }).int().min(0).max(65535).default(3000),
  HOST: z.string().default("localhost"),
  PUBLIC_URL: site.optional(),
  BACKEND_URL: site.optional(),
  CORS_ORIGINS: z
    .string()
    .default("")
    .transform(list)
    .pipe(z.array(site.transform((url) => new URL(url).origin))),
  DATABASE_URL: server(/^postgres(ql)?:\/\//, "must be an address that begins with postgres://").optional(),
  DATA_DIR: z.string().default("./data"),
  SMTP_URL: server(/^smtps?:\/\//, "must be an address that begins with smtp:// or smtps://").optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*@[^\r\n]*$/, "must be an e-mail address")
    .default("Sauti <duka@localhost>"),
  // as long as the log takes for a secret in an address, and hides
  MAILBOX_KEY: z
    .string()
    .regex(/^[\w-]{32,128}$/, "must be 32 to 128 letters, digits, - or _")
    .optional(),
  PAYMENT_METHODS: z
    .string()
    .default("cod")
    .transform(list)
    .pipe(z.array(z.enum(METHODS, { error: "may list cod, mpesa, flutterwave" })).min(1, "names no method")),
  TRUST_PROXY: z
    .string()
    .refine(
      (value) => value === "false" || /^\d{1,2}$/.test(value) || list(value).every(isNetwork),
      "must be false, a number of hops, or addresses",
    )
    .default("false")
    .transform((value) => (value === "false" ? false : /^\d+$/.test(value) ? Number(value) : list(value))),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], { error: "is not a log level" })
    .default("info"),
  SERVICE_WORKER: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
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
});

/** The names of all settings, as .env.example and compose.yaml have them. */
export const SETTINGS = Object.keys(settings.shape);

const environment = settings
  .transform((given) => ({ ...given, PUBLIC_URL: given.PUBLIC_URL ?? `http://localhost:${given.PORT}` }))
  .superRefine((given, context) => {
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

function isSecure(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

function isReadable(url: string): boolean {
  try {
    // a database behind a socket has no host: postgres://name:password@/shop?host=/run/postgresql
    const { username, password, pathname } = new URL(url.replace("@/", "@localhost/"));
    decodeURIComponent(username + password + pathname);
    return true;
  } catch {
    return false;
  }
}

/** One address, or a network such as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
