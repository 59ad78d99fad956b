CREATE TABLE "back_in_stock" (
	"id" text PRIMARY KEY NOT NULL,
	"product_id" text NOT NULL,
	"size" text NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "low_stock_told" (
	"product_id" text NOT NULL,
	"size" text NOT NULL,
	CONSTRAINT "low_stock_told_product_id_size_pk" PRIMARY KEY("product_id","size")
);
--> statement-breakpoint
ALTER TABLE "back_in_stock" ADD CONSTRAINT "back_in_stock_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "low_stock_told" ADD CONSTRAINT "low_stock_told_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "back_in_stock_once" ON "back_in_stock" USING btree ("product_id","size",lower("email"));--> statement-breakpoint
CREATE INDEX "back_in_stock_of_email" ON "back_in_stock" USING btree (lower("email"));