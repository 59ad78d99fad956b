-- the owner was mailed of each order so far as it came
ALTER TABLE "orders" ADD COLUMN "announced_at" timestamp with time zone DEFAULT 'epoch';--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "announced_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "warns_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "orders_by_announcement" ON "orders" USING btree ("announced_at");--> statement-breakpoint
CREATE INDEX "payments_by_address" ON "payments" USING btree ("placed_from","created_at") WHERE "payments"."placed_from" is not null;--> statement-breakpoint
CREATE INDEX "payments_ending" ON "payments" USING btree ("ends_at") WHERE "payments"."ends_at" is not null and "payments"."state" in ('pending', 'needs_review');