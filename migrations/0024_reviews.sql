CREATE TABLE "reviews" (
	"id" text PRIMARY KEY NOT NULL,
	"product_id" text NOT NULL,
	"user_id" text NOT NULL,
	"order_id" text NOT NULL,
	"first_name" text NOT NULL,
	"size" text NOT NULL,
	"stars" integer NOT NULL,
	"words" text NOT NULL,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL,
	"shown" boolean DEFAULT false NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "one_to_five_stars" CHECK ("reviews"."stars" between 1 and 5),
	CONSTRAINT "words_are_few" CHECK (char_length("reviews"."words") <= 1000),
	CONSTRAINT "shown_was_decided" CHECK (not "reviews"."shown" or "reviews"."decided_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "sample_ratings" (
	"product_id" text NOT NULL,
	"stars" integer NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "sample_ratings_product_id_stars_pk" PRIMARY KEY("product_id","stars"),
	CONSTRAINT "sample_has_stars" CHECK ("sample_ratings"."stars" between 1 and 5 and "sample_ratings"."count" > 0)
);
--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sample_ratings" ADD CONSTRAINT "sample_ratings_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_once" ON "reviews" USING btree ("product_id","user_id");--> statement-breakpoint
CREATE INDEX "reviews_of_user" ON "reviews" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "reviews_of_order" ON "reviews" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "reviews_shown" ON "reviews" USING btree ("product_id","id") WHERE "reviews"."shown";--> statement-breakpoint
CREATE INDEX "reviews_waiting" ON "reviews" USING btree ("id") WHERE "reviews"."decided_at" is null;--> statement-breakpoint
-- the page of a product shows its reviews and its rating: every process hears of a change and drops the copies it keeps
CREATE FUNCTION "tell_review_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if tg_op <> 'INSERT' and old.shown then
    perform pg_notify('product_changes', old.product_id);
  end if;
  if tg_op <> 'DELETE' and new.shown then
    perform pg_notify('product_changes', new.product_id);
  end if;
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "review_changed" AFTER INSERT OR UPDATE OR DELETE ON "reviews" FOR EACH ROW EXECUTE FUNCTION tell_review_changed();--> statement-breakpoint
CREATE TRIGGER "sample_ratings_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sample_ratings" FOR EACH STATEMENT EXECUTE FUNCTION tell_products_changed();--> statement-breakpoint
-- sample goods of an earlier release keep the rating that stood on every page
INSERT INTO "sample_ratings" ("product_id", "stars", "count")
SELECT p.id, r.stars, r.count FROM "products" p CROSS JOIN (VALUES (5, 47), (4, 43), (3, 20), (2, 9), (1, 3)) AS r (stars, count)
WHERE p.id IN (
  '01KGEFNEW0WJMN6KYJS3MV4EZ8', '01KGWEN5RCADVR41GYEQCS738H', '01KHCCHKK4MF1CJN7ZVPYA7TRM', '01KHRF891WKHR25ZAJ2NSXFEHS',
  '01KJ82D3E4DGEQY0WMRMCBB8T5', '01KJKJ5KF85DSNQXHZ0FEBHYK2', '01KK1PV7G35GNQF4QX4CGNJSW4', '01KKH24DJCZTRM55PQBRNFQT1A',
  '01KKXJHNJ16168DR89G8AAD1P1', '01KMDZSZB2S3AQ1HNESAJY64CD', '01KMRMMNVF8AYZDS3DK8NQHAKQ', '01KN6DJQSPT26BY86HN1MASYV2',
  '01KNNBZG9TQ5HCEP05P7Y5S9N4', '01KP5KAP0AKTTF0TFTF05GXKQ6', '01KPK146DR7QQXDWVZ7D2RSSP1', '01KPZHKVSR7V6JVNAAK4MGEHKP',
  '01KQDFDZZKSAA9KP70WCWMY269', '01KQT81KS7X4BTZF83CNXXQBWM', '01KR9HHGZ4VA7KY4H3P7WG1ZV7', '01KRNJ4QJG31Q836FZ1V08A51P',
  '01KS6023NE5T6P1618C014ARDQ', '01KSKXXQNYWRWC6QBX7Z4JY6C5', '01KT03K5MNZPBGVWZSJJ2VCXS7', '01KTDNEG8TBNYY31A67F4XBH7D',
  '01KTX58KX5W00FSMYFJAF913SH', '01KVARDFR4T82CBYZ5B65RKVE1', '01KVTDW5D1QMDCADR9P6DGN02Q', '01KW7DPZJX29T3P047RHEX3W8B',
  '01KWN8T53706Z0P87E7GRAJKSS', '01KX3YJTNSXDC5KQDMRDB39KY9', '01KXF8SRVJBXS45HZXXMM5063X', '01KY07DAXPDS10HNA93F21BD0D',
  '01KYASVFE1BTZJNPHBPKV8QXEG', '01KYTWGE7G7RY1KWFTCMCZXZNE', '01KZ6TG0W7YFKV1SNDKWKYMS8C', '01KZNTNPKFQ5CWDBENJJNQ5HZ4',
  '01M06EC6KBY8APS5NYAP1098BQ', '01M0JAEM9ZH3VYC562W0G696RA', '01M12944E3KEBGYH7HWCEVQ296', '01M1G9KTWB43B1PA03CZ4M1C83',
  '01M1Y0D20BY1HXEYEZ0D3K19GG', '01M2BPNW51TZBYZDSDMP3A0SE8', '01M2SXWFARSBZJ0XB3X6334A0N', '01M353H9KRXBS44SXBYPB5JMPV',
  '01M3MXK4F2BJ8A1P1TSQ922Z59', '01M43QFTV9E8T5E8E91THE71AR', '01M4G1Y5V6BWHJT0HEABAMFNN2', '01M4X8B4DG0RTJNYA1WRXPAETE',
  '01M5DN0PPC0XBVKVQ7M3QQM405', '01M5S2KJ7FZ67ZRWQEBTC2S7FK', '01M6838MT76RJ8BV4SZPQZ78FK', '01M6QHYWQFESWSPX608P0WGJMA',
  '01M75BGDK5W208FC40GVHWGZRC', '01M7HMRW40PNWEEXWV8N87XCPG'
);
