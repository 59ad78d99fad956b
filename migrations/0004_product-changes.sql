-- whoever changes what shoppers see, also by hand: every process hears of it and drops the pages it keeps
CREATE FUNCTION "tell_products_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform pg_notify('product_changes', '');
  return null;
end $$;--> statement-breakpoint
-- how many are left is shown from 3 down, on the product's own page; that a size is sold out, on its cards too
CREATE FUNCTION "tell_stock_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform pg_notify('product_changes', case when (old.on_hand = 0) <> (new.on_hand = 0) then '' else new.product_id end);
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "products_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "products" FOR EACH STATEMENT EXECUTE FUNCTION tell_products_changed();--> statement-breakpoint
CREATE TRIGGER "stock_rows_changed" AFTER INSERT OR UPDATE OF "product_id", "size" OR DELETE OR TRUNCATE ON "stock" FOR EACH STATEMENT EXECUTE FUNCTION tell_products_changed();--> statement-breakpoint
CREATE TRIGGER "stock_changed" AFTER UPDATE OF "on_hand" ON "stock" FOR EACH ROW WHEN (least(old.on_hand, 4) IS DISTINCT FROM least(new.on_hand, 4)) EXECUTE FUNCTION tell_stock_changed();
