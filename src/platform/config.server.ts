import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { z } from "zod";

/** A wrong or missing setting; the message names the variables and never their values. */
export class ConfigError extends Error {}

/**
 * Reads the environment once, at start, by a schema of settings. An empty value counts as unset.
 * @throws ConfigError naming each wrong variable.
 */
export function readSettings<Schema extends z.ZodType>(
  schema: Schema,
  source: Record<string, string | undefined>,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new ConfigError(`These settings are wrong or missing:\n  ${faults.join("\n  ")}`);
}

const site = z
  .url({ protocol: /^https?$/, error: "must be a http or https address" })
  .transform((url) => url.replace(/\/+$/, ""));
/** An address that must be https, unless it is this machine's. */
export const secureSite = site.refine(isSecure, "must be a https address, or http on this machine");
/** An address that may hold a name and password: it must be readable here, or its library's error would show them. */
const server = (schemes: RegExp, message: string) =>
  z.string().refine((url) => schemes.test(url) && isReadable(url), message);
/** The parts of a value between its commas. */
export const list = (value: string) =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

/** The settings of the platform; an application adds its own to them. */
export const platformSettings = {
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
  MAIL_FROM: z.string().regex(/^[^\r\n]*@[^\r\n]*$/, "must be an e-mail address"),
  // the log hides a part of an address from 32 characters on, so that the key is never logged
  MAILBOX_KEY: z
    .string()
    .regex(/^[\w-]{32,128}$/, "must be 32 to 128 letters, digits, - or _")
    .optional(),
  TRUST_PROXY: z
    .string()
    .refine(
      (value) => value === "false" || /^\d{1,2}$/.test(value) || list(value).every(isNetwork),
      "must be false, a number of hops, or addresses",
    )
    .default("false")
    .transform((value) => (value === "false" ? false : /^\d+$/.test(value) ? Number(value) : list(value))),
  METRICS_TOKEN: z.string().min(32, "must be at least 32 characters").optional(),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], { error: "is not a log level" })
    .default("info"),
};

/** The settings that the platform itself reads. */
export type PlatformConfig = z.output<z.ZodObject<typeof platformSettings>> & { PUBLIC_URL: string };

/** Whether an address of the shop is this machine's own, so that nobody else can open it. */
export function isOnThisMachine(publicUrl: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(publicUrl).hostname);
}

/** Without PUBLIC_URL the address is this machine's. */
export function withPublicUrl<Given extends { PUBLIC_URL?: string | undefined; PORT: number }>(given: Given) {
  return { ...given, PUBLIC_URL: given.PUBLIC_URL ?? `http://localhost:${given.PORT}` };
}

/** True for https, and for http on this machine. */
export function isSecure(url: string): boolean {
  return new URL(url).protocol === "https:" || isOnThisMachine(url);
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
  return isIP(text) > 0 || ipaddr.isValidCIDR(text);
}
