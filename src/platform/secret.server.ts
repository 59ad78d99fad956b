import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const FILE = "staff-secret";

/**
 * The secret that keys are derived from: STAFF_SECRET, or with the embedded database a file of its own in DATA_DIR, made
 * at the first call and readable by the shop alone. Undefined with a database server and no STAFF_SECRET.
 */
export function readSecret(config: {
  STAFF_SECRET?: string | undefined;
  DATABASE_URL?: string | undefined;
  DATA_DIR: string;
}): string | undefined {
  if (config.STAFF_SECRET) return config.STAFF_SECRET;
  if (config.DATABASE_URL) return undefined;
  mkdirSync(resolve(config.DATA_DIR), { recursive: true, mode: 0o700 });
  const file = secretFile(config);
  if (!existsSync(file)) writeSecret(file);
  return readFileSync(file, "utf8");
}

/** The path of that file, whether it exists or not. */
export function secretFile({ DATA_DIR }: { DATA_DIR: string }): string {
  return join(resolve(DATA_DIR), FILE);
}

/** Writes the whole file or none, whatever crashes; of several processes one succeeds, and the others use its file. */
function writeSecret(file: string): void {
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true });
  try {
    linkSync(whole, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(whole, { force: true });
  }
}

/** A key of 256 bits for one purpose (HKDF, RFC 5869): if one key leaks, the others stay secret. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
}

/** Encrypts (AES-256-GCM) text for the database, bound to `owner`: copied to another row it cannot be decrypted. */
export function seal(key: Buffer, owner: string, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** @throws Error when it was sealed with another key or for another owner */
export function unseal(key: Buffer, owner: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12)).setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}
