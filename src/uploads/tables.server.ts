import {
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { UPLOAD_KINDS } from "./rules.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Files on their way in, each known by whose it is and what is in it, so that who comes back goes on. They last a day. */
export const uploads = pgTable(
  "uploads",
  {
    id: text().primaryKey(),
    kind: text({ enum: UPLOAD_KINDS }).notNull(),
    name: text().notNull(),
    /** Bytes. */
    size: integer().notNull(),
    /** Of the whole, in hexadecimal digits. */
    sha256: text().notNull(),
    byId: text("by_id").notNull(),
    /** The address of the picture that was made of it. */
    picture: text(),
    /** The sentence that says why it was refused. */
    why: text(),
    /** When a file that is read later was whole: its pieces stay until then. */
    wholeAt: timestamp("whole_at", { withTimezone: true }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("uploads_of_one").on(table.byId, table.kind, table.sha256, table.size),
    index("uploads_by_age").on(table.createdAt),
  ],
);

/** What has come of them. Any process takes any piece; those of a picture leave when it is made. */
export const uploadPieces = pgTable(
  "upload_pieces",
  {
    uploadId: text("upload_id")
      .notNull()
      .references(() => uploads.id, { onDelete: "cascade" }),
    n: integer().notNull(),
    bytes: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.n] })],
);
