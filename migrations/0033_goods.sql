-- goods that staff change. The release before reads none of the columns and writes none: their defaults are what it means.
-- Goods are few, and their table is locked for moments
ALTER TABLE "products" ADD COLUMN "size_guide" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "alts" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "goods_by_name" ON "products" USING btree (lower("name"),"id") WHERE "products"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "goods_by_price" ON "products" USING btree ("price","id") WHERE "products"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "goods_hidden" ON "products" USING btree ("id") WHERE "products"."archived_at" is null and not "products"."published";--> statement-breakpoint
CREATE INDEX "goods_archived" ON "products" USING btree ("id") WHERE "products"."archived_at" is not null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "archived_is_not_published" CHECK ("products"."archived_at" is null or not "products"."published");