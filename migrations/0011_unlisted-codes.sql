ALTER TABLE "payments" ADD COLUMN "unlisted_code" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "unlisted_times" integer DEFAULT 0 NOT NULL;