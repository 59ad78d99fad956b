DROP INDEX "products_by_kind";--> statement-breakpoint
DROP INDEX "products_by_price";--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("id","category","sub_category") WHERE "products"."published";--> statement-breakpoint
CREATE INDEX "products_by_kind_and_price" ON "products" USING btree ("category","sub_category","price","id") WHERE "products"."published";--> statement-breakpoint
CREATE INDEX "products_by_kind" ON "products" USING btree ("category","sub_category","id") WHERE "products"."published";--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("price","id","category","sub_category") WHERE "products"."published";