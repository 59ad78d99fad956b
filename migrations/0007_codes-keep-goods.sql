ALTER TABLE "holds" ALTER COLUMN "until" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "warned_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "holds_for_codes" ON "holds" USING btree ("product_id","size") WHERE "holds"."until" is null;