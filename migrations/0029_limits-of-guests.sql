ALTER TABLE "users" ADD COLUMN "guest_from" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "guest_email" text;--> statement-breakpoint
CREATE INDEX "payments_of_guest_email" ON "payments" USING btree ("guest_email") WHERE "payments"."guest_email" is not null;