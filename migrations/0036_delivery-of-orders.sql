ALTER TABLE "orders" ADD COLUMN "delivery" jsonb;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "delivery" jsonb;