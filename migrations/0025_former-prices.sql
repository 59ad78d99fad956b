ALTER TABLE "products" ADD COLUMN "material" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "fit" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "former_price" integer;--> statement-breakpoint
CREATE INDEX "products_on_offer" ON "products" USING btree ("id","category","sub_category") WHERE "products"."published" and "products"."former_price" is not null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "former_price_is_higher" CHECK ("products"."former_price" > "products"."price");