ALTER TABLE "till_payments" ADD COLUMN "matched_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("created_at","id") WHERE "payments"."state" not in ('ordered', 'refunded', 'failed', 'rejected');--> statement-breakpoint
CREATE INDEX "till_payments_by_amount" ON "till_payments" USING btree ("amount",coalesce("paid_at", "received_at"));--> statement-breakpoint
CREATE INDEX "till_payments_loose" ON "till_payments" USING btree ("received_at") WHERE "till_payments"."matched_at" is null and "till_payments"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_failed" ON "outbox" USING btree ("created_at") WHERE "outbox"."state" in ('failed', 'unknown');