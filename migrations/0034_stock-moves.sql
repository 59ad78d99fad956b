CREATE TABLE "stock_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" text NOT NULL,
	"size" text NOT NULL,
	"delta" integer NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"by_id" text,
	"by_name" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"idempotency_key" text,
	CONSTRAINT "a_move_moves" CHECK ("stock_moves"."delta" <> 0)
);
--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_moves_of_product" ON "stock_moves" USING btree ("product_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_moves_once" ON "stock_moves" USING btree ("by_id","idempotency_key") WHERE "stock_moves"."idempotency_key" is not null;--> statement-breakpoint
-- what there is so far opens the ledger
INSERT INTO "stock_moves" ("product_id", "size", "delta", "reason", "note")
SELECT "product_id", "size", "received", 'received', 'Before the ledger' FROM "stock" WHERE "received" <> 0 ORDER BY "product_id", "size";--> statement-breakpoint
-- whoever adds a size with pieces, or changes what was received, without a move of their own, as by hand, leaves one
CREATE FUNCTION "open_stock_moves"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into stock_moves (product_id, size, delta, reason)
  select product_id, size, received - moved, 'received' from (
    select product_id, size, received, coalesce((select sum(m.delta) from stock_moves m
      where m.product_id = added.product_id and m.size = added.size), 0) as moved
    from added
  ) as each where received <> moved order by product_id, size;
  return null;
end $$;--> statement-breakpoint
CREATE FUNCTION "balance_stock_moves"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  moved bigint := (select coalesce(sum(delta), 0) from stock_moves where product_id = new.product_id and size = new.size);
begin
  if new.received <> moved then
    insert into stock_moves (product_id, size, delta, reason) values (new.product_id, new.size, new.received - moved, 'correction');
  end if;
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "stock_is_opened" AFTER INSERT ON "stock" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION open_stock_moves();--> statement-breakpoint
CREATE TRIGGER "stock_is_balanced" AFTER UPDATE OF "received" ON "stock" FOR EACH ROW WHEN (old.received IS DISTINCT FROM new.received) EXECUTE FUNCTION balance_stock_moves();--> statement-breakpoint
-- a move stays as it was written, as long as its product is there
CREATE FUNCTION "refuse_move_change"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if tg_op = 'DELETE' and not exists (select from products where id = old.product_id) then
    return old;
  end if;
  raise exception 'a move of stock is never changed';
end $$;--> statement-breakpoint
CREATE TRIGGER "stock_moves_are_final" BEFORE UPDATE OR DELETE ON "stock_moves" FOR EACH ROW EXECUTE FUNCTION refuse_move_change();
