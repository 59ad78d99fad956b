CREATE TABLE "mail_times" (
	"mailbox" text PRIMARY KEY NOT NULL,
	"leaves_at" timestamp with time zone[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "back_in_stock" ADD COLUMN "proven" boolean DEFAULT false NOT NULL;