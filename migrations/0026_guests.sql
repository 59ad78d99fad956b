ALTER TABLE "users" ADD COLUMN "guest_email" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "guest_phone" text;--> statement-breakpoint
CREATE INDEX "guests_by_email" ON "users" USING btree (lower("guest_email")) WHERE "users"."guest_email" is not null;--> statement-breakpoint
CREATE INDEX "guests_by_phone" ON "users" USING btree ("guest_phone") WHERE "users"."guest_email" is not null;