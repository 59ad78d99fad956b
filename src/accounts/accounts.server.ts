import type { Db } from "../platform/database/db.server.ts";
import type { Limits } from "../platform/http/limits.server.ts";
import type { GuestRecords } from "./guest/move-guests.server.ts";
import type { Passwords } from "./password/password.server.ts";

/** What the use cases of accounts work with. */
export type Accounts = {
  db: Db;
  limits: Limits;
  passwords: Passwords;
  publicUrl: string;
  guestRecords: GuestRecords;
};
