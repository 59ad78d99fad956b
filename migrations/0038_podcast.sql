CREATE TABLE "episodes" (
	"id" text PRIMARY KEY NOT NULL,
	"guid" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"link" text,
	"audio" text,
	"published_at" timestamp with time zone,
	CONSTRAINT "episodes_by_guid" UNIQUE("guid"),
	CONSTRAINT "episodes_by_slug" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "podcast_feeds" (
	"address" text PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"fault" text,
	"etag" text,
	"modified" text
);
--> statement-breakpoint
CREATE TABLE "product_episodes" (
	"product_id" text NOT NULL,
	"episode_id" text NOT NULL,
	"place" integer NOT NULL,
	"quote" text DEFAULT '' NOT NULL,
	"clip_from" integer,
	"clip_seconds" integer,
	CONSTRAINT "product_episodes_product_id_episode_id_pk" PRIMARY KEY("product_id","episode_id"),
	CONSTRAINT "a_clip_is_short" CHECK ("product_episodes"."clip_from" >= 0 and "product_episodes"."clip_seconds" between 1 and 30),
	CONSTRAINT "a_clip_is_whole" CHECK (("product_episodes"."clip_from" is null) = ("product_episodes"."clip_seconds" is null))
);
--> statement-breakpoint
ALTER TABLE "product_episodes" ADD CONSTRAINT "product_episodes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_episodes" ADD CONSTRAINT "product_episodes_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "product_episodes_in_order" ON "product_episodes" USING btree ("product_id","place");--> statement-breakpoint
CREATE INDEX "product_episodes_of_episode" ON "product_episodes" USING btree ("episode_id");--> statement-breakpoint
CREATE TRIGGER "episodes_changed" AFTER UPDATE ON "episodes" FOR EACH ROW EXECUTE FUNCTION tell_products_changed();--> statement-breakpoint
CREATE TRIGGER "product_episodes_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "product_episodes" FOR EACH STATEMENT EXECUTE FUNCTION tell_products_changed();
