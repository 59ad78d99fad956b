-- Several refunds of one payment, each with an id of its own (docs/decisions/0039). A process of the release before may run
-- beside: its refunds bear their payment's id and number 1 by default, so that of a payment that has a refund it can add none
-- (refunds_by_number); it never sends what is to go back by hand, which has no next_try_at; and what it finishes is applied to
-- order and stock by the new release, which looks for applied_at.
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_payment_id_unique";--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "by_id" text;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "by_name" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "rejected_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "number" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "order_id" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "lines" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "by_id" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "by_name" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "way" text DEFAULT 'provider' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "hand_code" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "given_up_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "applied_at" timestamp with time zone;--> statement-breakpoint
UPDATE "refunds" SET "applied_at" = coalesce("done_at", now()) WHERE "state" = 'done';--> statement-breakpoint
ALTER TABLE "hook_inbox" ADD COLUMN "receipt" text;--> statement-breakpoint
ALTER TABLE "hook_inbox" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_rejected" ON "payments" USING btree ("rejected_at") WHERE "payments"."rejected_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_by_age" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_by_number" ON "refunds" USING btree ("payment_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_idempotency_key" ON "refunds" USING btree ("by_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "refunds_of_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("created_at") WHERE "refunds"."state" <> 'done' and "refunds"."given_up_at" is null;--> statement-breakpoint
CREATE INDEX "refunds_to_apply" ON "refunds" USING btree ("id") WHERE "refunds"."state" = 'done' and "refunds"."applied_at" is null;--> statement-breakpoint
CREATE INDEX "hook_inbox_by_receipt" ON "hook_inbox" USING btree ("receipt");--> statement-breakpoint
CREATE INDEX "hook_inbox_by_reference" ON "hook_inbox" USING btree ("reference");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_hand_code" UNIQUE("hand_code");