-- a note of a new price says which it was and which it is, so that lists by price in which the product keeps its side stay.
-- Processes of the release before read the words they know; a note without prices, as theirs was, stands for any
CREATE OR REPLACE FUNCTION "tell_products_updated"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform tell_changes(array(
    select n.id || ' look'
      || case when n.name <> o.name then ' name' else '' end
      || case when n.price <> o.price then ' price prices:' || o.price || '/' || n.price else '' end
      || case when (n.published, n.on_sale_from, n.announced, n.category, n.sub_category, n.trending, n.bestseller, n.former_price is null)
        is distinct from (o.published, o.on_sale_from, o.announced, o.category, o.sub_category, o.trending, o.bestseller, o.former_price is null)
        then ' place' else '' end
      || case when n.name <> o.name or n.price <> o.price then ' kind:' || n.category || '/' || n.sub_category else '' end
    from changed n join before o on o.id = n.id
    where (o.published or n.published)
      and (to_jsonb(o) - 'version' - 'updated_at') is distinct from (to_jsonb(n) - 'version' - 'updated_at')
    limit 21));
  if exists (select from changed n where not exists (select from before o where o.id = n.id)) then
    perform pg_notify('catalogue_changes', '');
  end if;
  return null;
end $$;
