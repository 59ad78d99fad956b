CREATE TABLE "addresses" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"address" jsonb NOT NULL,
	"same_as" text GENERATED ALWAYS AS (md5(lower(regexp_replace(address::text, '\s+', ' ', 'g')))) STORED NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_once" ON "addresses" USING btree ("user_id","same_as");--> statement-breakpoint
-- shoppers of before find the address of their last order; its phone as the checkout keeps it, where it is one
INSERT INTO "addresses" ("id", "user_id", "address", "used_at")
SELECT DISTINCT ON ("user_id") "id", "user_id",
  "address" || jsonb_build_object('phone', '254' || right("address"->>'phone', 9)), "placed_at"
FROM "orders"
WHERE "address"->>'phone' ~ '^(\+|00)?(254|0)?[17]\d{8}$'
ORDER BY "user_id", "id" DESC;
