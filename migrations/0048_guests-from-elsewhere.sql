ALTER TABLE "coupon_uses" ADD COLUMN "lapses_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "placed_from" text;