ALTER TABLE "users" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "language_is_known" CHECK ("users"."language" in ('en', 'sw'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "language_is_known" CHECK ("orders"."language" in ('en', 'sw'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "language_is_known" CHECK ("payments"."language" in ('en', 'sw'));