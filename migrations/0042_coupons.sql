CREATE TABLE "coupon_uses" (
	"id" text PRIMARY KEY NOT NULL,
	"coupon_id" text NOT NULL,
	"shopper" text[] NOT NULL,
	"until" timestamp with time zone,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"value" integer NOT NULL,
	"minimum" integer DEFAULT 0 NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"max_uses" integer,
	"per_shopper" integer,
	"category" text,
	"source" text DEFAULT '' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "coupons_code" UNIQUE("code"),
	CONSTRAINT "code_is_plain" CHECK ("coupons"."code" ~ '^[A-Z0-9]{3,30}$'),
	CONSTRAINT "value_fits_kind" CHECK (case "coupons"."kind" when 'percent' then "coupons"."value" between 1 and 100
        when 'fixed' then "coupons"."value" between 1 and 1000000 else "coupons"."kind" = 'delivery' and "coupons"."value" = 0 end),
	CONSTRAINT "limits_are_positive" CHECK ("coupons"."max_uses" > 0 and "coupons"."per_shopper" > 0 and "coupons"."minimum" >= 0),
	CONSTRAINT "ends_after_it_starts" CHECK ("coupons"."ends_at" > "coupons"."starts_at")
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "amount_adds_up";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payment_adds_up";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "discount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "coupon" jsonb;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "discount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "coupon" jsonb;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coupon_uses_of_coupon" ON "coupon_uses" USING btree ("coupon_id");--> statement-breakpoint
CREATE INDEX "coupon_uses_by_shopper" ON "coupon_uses" USING gin ("shopper");--> statement-breakpoint
CREATE INDEX "coupon_uses_by_end" ON "coupon_uses" USING btree ("until") WHERE "coupon_uses"."until" is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "discount_has_a_coupon" CHECK ("orders"."discount" = 0 or "orders"."discount" > 0 and "orders"."coupon" is not null);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "amount_adds_up" CHECK ("orders"."amount" = "orders"."subtotal" - "orders"."discount" + "orders"."delivery_fee");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "discount_has_a_coupon" CHECK ("payments"."discount" = 0 or "payments"."discount" > 0 and "payments"."coupon" is not null);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payment_adds_up" CHECK ("payments"."amount" = "payments"."subtotal" - "payments"."discount" + "payments"."delivery_fee");