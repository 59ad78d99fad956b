-- a channel of its own for what a change of goods touches: nothing (everything), or the product's id and some of page, look,
-- name, price and place. Processes of the release before still listen on product_changes, which goes on as it was
CREATE OR REPLACE FUNCTION "tell_products_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform pg_notify('product_changes', '');
  if tg_table_name <> 'products' and tg_table_name <> 'stock' then
    perform pg_notify('catalogue_changes', '');
  end if;
  return null;
end $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "tell_stock_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  shown boolean := (old.on_hand = 0) <> (new.on_hand = 0);
begin
  perform pg_notify('product_changes', case when shown then '' else new.product_id end);
  perform pg_notify('catalogue_changes', new.product_id || case when shown then ' look' else ' page' end);
  return null;
end $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "tell_review_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if tg_op <> 'INSERT' and old.shown then
    perform pg_notify('product_changes', old.product_id);
    perform pg_notify('catalogue_changes', old.product_id || ' page');
  end if;
  if tg_op <> 'DELETE' and new.shown then
    perform pg_notify('product_changes', new.product_id);
    perform pg_notify('catalogue_changes', new.product_id || ' page');
  end if;
  return null;
end $$;--> statement-breakpoint
-- one note for each of a few; one for all of many. PostgreSQL sends one of two that are alike
CREATE FUNCTION "tell_changes"(changes text[]) RETURNS void LANGUAGE plpgsql AS $$
declare
  change text;
begin
  if cardinality(changes) > 20 then
    perform pg_notify('catalogue_changes', '');
  else
    foreach change in array changes loop
      perform pg_notify('catalogue_changes', change);
    end loop;
  end if;
end $$;--> statement-breakpoint
CREATE FUNCTION "tell_products_placed"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform tell_changes(array(select id || ' place' from changed where published limit 21));
  return null;
end $$;--> statement-breakpoint
CREATE FUNCTION "tell_products_updated"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform tell_changes(array(
    select n.id || ' look'
      || case when n.name <> o.name then ' name' else '' end
      || case when n.price <> o.price then ' price' else '' end
      || case when (n.published, n.on_sale_from, n.announced, n.category, n.sub_category, n.trending, n.bestseller, n.former_price is null)
        is distinct from (o.published, o.on_sale_from, o.announced, o.category, o.sub_category, o.trending, o.bestseller, o.former_price is null)
        then ' place' else '' end
    from changed n join before o on o.id = n.id
    where (o.published or n.published)
      and (to_jsonb(o) - 'version' - 'updated_at') is distinct from (to_jsonb(n) - 'version' - 'updated_at')
    limit 21));
  if exists (select from changed n where not exists (select from before o where o.id = n.id)) then
    perform pg_notify('catalogue_changes', '');
  end if;
  return null;
end $$;--> statement-breakpoint
CREATE FUNCTION "tell_sizes_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform tell_changes(array(select distinct product_id || ' look' from changed limit 21));
  return null;
end $$;--> statement-breakpoint
CREATE FUNCTION "tell_all_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform pg_notify('catalogue_changes', '');
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "product_added" AFTER INSERT ON "products" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_products_placed();--> statement-breakpoint
CREATE TRIGGER "product_updated" AFTER UPDATE ON "products" REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_products_updated();--> statement-breakpoint
CREATE TRIGGER "product_deleted" AFTER DELETE ON "products" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_products_placed();--> statement-breakpoint
CREATE TRIGGER "products_emptied" AFTER TRUNCATE ON "products" FOR EACH STATEMENT EXECUTE FUNCTION tell_all_changed();--> statement-breakpoint
CREATE TRIGGER "sizes_added" AFTER INSERT ON "stock" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_sizes_changed();--> statement-breakpoint
CREATE TRIGGER "sizes_deleted" AFTER DELETE ON "stock" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_sizes_changed();--> statement-breakpoint
CREATE TRIGGER "size_renamed" AFTER UPDATE OF "product_id", "size" ON "stock" FOR EACH ROW EXECUTE FUNCTION tell_all_changed();--> statement-breakpoint
CREATE TRIGGER "stock_emptied" AFTER TRUNCATE ON "stock" FOR EACH STATEMENT EXECUTE FUNCTION tell_all_changed();
