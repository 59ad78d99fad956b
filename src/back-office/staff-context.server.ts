import type { Passwords } from "../accounts/password/password.server.ts";
import type { PictureBytes } from "../catalogue/pictures/stored-pictures.server.ts";
import type { PaymentContext } from "../payments/core/provider.server.ts";
import type { Db } from "../platform/database/db.server.ts";
import type { Limits } from "../platform/http/limits.server.ts";
import { deriveKey } from "../platform/secret.server.ts";
import type { SettingValues } from "../settings/contract.ts";
import type { StaffCookie } from "./sign-in/staff-cookie.server.ts";

/** What the back office's use cases work with. */
export type StaffContext = {
  db: Db;
  limits: Limits;
  passwords: Passwords;
  publicUrl: string;
  /** Encrypts second factors. */
  totpKey: Buffer;
  /** Encrypts the stored answers of writes with an Idempotency-Key. */
  answerKey: Buffer;
  cookie: StaffCookie;
  payments: PaymentContext;
  pictures: PictureBytes;
  /** The settings where the owner has changed none. */
  settingDefaults: SettingValues;
  /** The address where a shopper follows an order. */
  trackUrl: (orderId: string) => string;
};

/** The keys of the back office, from the shop's secret. */
export function staffKeys(secret: string): Pick<StaffContext, "totpKey" | "answerKey"> {
  return { totpKey: deriveKey(secret, "totp"), answerKey: deriveKey(secret, "answers") };
}
