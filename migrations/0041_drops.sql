-- goods that are on sale from a moment on; the release before knows none, and nobody sets one before all are of this release.
-- Lists read the moment from their indexes
DROP INDEX "products_newest";--> statement-breakpoint
DROP INDEX "products_by_kind";--> statement-breakpoint
DROP INDEX "products_by_price";--> statement-breakpoint
DROP INDEX "products_by_kind_and_price";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "on_sale_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "announced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "products_drops" ON "products" USING btree ("on_sale_from") WHERE "products"."on_sale_from" is not null;--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("id","category","sub_category","on_sale_from") WHERE "products"."published";--> statement-breakpoint
CREATE INDEX "products_by_kind" ON "products" USING btree ("category","sub_category","id","on_sale_from") WHERE "products"."published";--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("price","id","category","sub_category","on_sale_from") WHERE "products"."published";--> statement-breakpoint
CREATE INDEX "products_by_kind_and_price" ON "products" USING btree ("category","sub_category","price","id","on_sale_from") WHERE "products"."published";--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "announced_for_a_moment" CHECK (not "products"."announced" or "products"."on_sale_from" is not null);--> statement-breakpoint
-- a moment from which goods are on sale, set, moved or taken away: every process reads anew until when it may keep pages
CREATE FUNCTION "tell_drop_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform pg_notify('drop_changes', '');
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "drop_added" AFTER INSERT ON "products" FOR EACH ROW WHEN (new.on_sale_from IS NOT NULL) EXECUTE FUNCTION tell_drop_changed();--> statement-breakpoint
CREATE TRIGGER "drop_changed" AFTER UPDATE ON "products" FOR EACH ROW WHEN (old.on_sale_from IS DISTINCT FROM new.on_sale_from OR new.on_sale_from IS NOT NULL AND old.published IS DISTINCT FROM new.published) EXECUTE FUNCTION tell_drop_changed();
