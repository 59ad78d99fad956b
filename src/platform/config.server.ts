import { z } from "zod";

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

const origin = z.url({ protocol: /^https?$/, error: "must be a http or https address" });
const list = (value: string) =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

export const METHODS = ["cod", "mpesa", "flutterwave"] as const;

const environment = z
  .object({
    PORT: z.coerce.number({ error: "must be a port number" }).int().min(0).max(65535).default(3000),
    HOST: z.string().default("localhost"),
    PUBLIC_URL: origin.optional(),
    BACKEND_URL: origin.optional(),
    CORS_ORIGINS: z
      .string()
      .default("")
      .transform(list)
      .pipe(z.array(origin.transform((url) => new URL(url).origin))),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
      .optional(),
    DATA_DIR: z.string().default("./data"),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, "must begin with smtp:// or smtps://")
      .optional(),
    MAIL_FROM: z
      .string()
      .regex(/^[^\r\n]*@[^\r\n]*$/, "must be an e-mail address")
      .default("Sauti <duka@localhost>"),
    PAYMENT_METHODS: z
      .string()
      .default("cod")
      .transform(list)
      .pipe(
        z.array(z.enum(METHODS, { error: "may list cod, mpesa, flutterwave" })).min(1, "names no method"),
      ),
    TRUST_PROXY: z
      .string()
      .regex(/^(false|\d{1,2}|[0-9a-fA-F.:/, ]+)$/, "must be false, a number of hops, or addresses")
      .default("false")
      .transform((value) => (value === "false" ? false : /^\d+$/.test(value) ? Number(value) : list(value))),
    LOG_LEVEL: z
      .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], { error: "is not a log level" })
      .default("info"),
    MPESA_TILL_NUMBER: z
      .string()
      .regex(/^\d{5,7}$/, "must be 5 to 7 digits")
      .optional(),
    PASSWORD_PEPPER: z.string().min(16, "must be at least 16 characters").optional(),
  })
  .transform((given) => ({ ...given, PUBLIC_URL: given.PUBLIC_URL ?? `http://localhost:${given.PORT}` }));
