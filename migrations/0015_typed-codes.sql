ALTER TABLE "payments" ADD COLUMN "typed_code" text;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_typed_code_unique" UNIQUE("typed_code");--> statement-breakpoint
-- its code stood in the reference of a payment until now
UPDATE "payments" SET "typed_code" = substr("reference", 6), "reference" = "id" WHERE "method" = 'cod' AND "reference" LIKE 'till:%';
