CREATE TABLE "holds" (
	"id" text NOT NULL,
	"user_id" text NOT NULL,
	"checkout" text NOT NULL,
	"product_id" text NOT NULL,
	"size" text NOT NULL,
	"quantity" integer NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "holds_id_product_id_size_pk" PRIMARY KEY("id","product_id","size"),
	CONSTRAINT "held_1_to_20" CHECK ("holds"."quantity" between 1 and 20)
);
--> statement-breakpoint
CREATE TABLE "code_checks" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"conversation_id" text,
	"result" jsonb,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hook_inbox" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"about" text,
	"body" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp with time zone,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"event" text NOT NULL,
	"from_state" text,
	"to_state" text,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"method" text NOT NULL,
	"state" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_attempt_id" text,
	"checkout" text NOT NULL,
	"draft" text NOT NULL,
	"address" jsonb,
	"lines" jsonb NOT NULL,
	"subtotal" integer NOT NULL,
	"delivery_fee" integer NOT NULL,
	"amount" integer NOT NULL,
	"phone" text,
	"reference" text NOT NULL,
	"secret_hash" text,
	"checkout_request_id" text,
	"merchant_request_id" text,
	"callback" jsonb,
	"code" text,
	"why" text,
	"receipt" text,
	"details" jsonb,
	"order_id" text,
	"claimed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"submitted_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"next_check_at" timestamp with time zone,
	"asked_at" timestamp with time zone,
	"lease_until" timestamp with time zone,
	CONSTRAINT "payments_reference_unique" UNIQUE("reference"),
	CONSTRAINT "payments_secret_hash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "payments_checkout_request_id_unique" UNIQUE("checkout_request_id"),
	CONSTRAINT "payments_merchant_request_id_unique" UNIQUE("merchant_request_id"),
	CONSTRAINT "payments_receipt" UNIQUE("receipt"),
	CONSTRAINT "payments_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "payment_adds_up" CHECK ("payments"."amount" = "payments"."subtotal" + "payments"."delivery_fee"),
	CONSTRAINT "ordered_has_an_order" CHECK ("payments"."state" <> 'ordered' or "payments"."order_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "provider_tokens" (
	"provider" text PRIMARY KEY NOT NULL,
	"token" text,
	"expires_at" timestamp with time zone,
	"fetching_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "provider_turns" (
	"name" text PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"secret_hash" text,
	"reference" text,
	"result" text,
	"next_try_at" timestamp with time zone DEFAULT now(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "refunds_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "till_payments" (
	"code" text PRIMARY KEY NOT NULL,
	"amount" integer NOT NULL,
	"shortcode" text NOT NULL,
	"bill_ref" text NOT NULL,
	"paid_at" timestamp with time zone,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "address" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refund" text;--> statement-breakpoint
ALTER TABLE "code_checks" ADD CONSTRAINT "code_checks_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "holds_of_checkout" ON "holds" USING btree ("user_id","checkout");--> statement-breakpoint
CREATE INDEX "holds_by_end" ON "holds" USING btree ("until");--> statement-breakpoint
CREATE INDEX "hook_inbox_waiting" ON "hook_inbox" USING btree ("about","id") WHERE "hook_inbox"."processed_at" is null;--> statement-breakpoint
CREATE INDEX "hook_inbox_by_age" ON "hook_inbox" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "events_of_payment" ON "payment_events" USING btree ("payment_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_client_attempt" ON "payments" USING btree ("user_id","client_attempt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_push_per_cart" ON "payments" USING btree ("user_id","draft") WHERE "payments"."active" and "payments"."method" = 'mpesa';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_push_per_phone" ON "payments" USING btree ("phone") WHERE "payments"."active" and "payments"."method" = 'mpesa' and "payments"."state" in ('created', 'submitting', 'pending', 'submit_unknown');--> statement-breakpoint
CREATE INDEX "payments_of_user" ON "payments" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "payments_of_phone" ON "payments" USING btree ("phone","created_at");--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" USING btree ("next_check_at") WHERE "payments"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("next_try_at") WHERE "refunds"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "till_payments_by_reference" ON "till_payments" USING btree ("bill_ref");--> statement-breakpoint
-- whoever changes a payment's state, also by hand: it is written down
CREATE FUNCTION "note_payment_state"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into payment_events (payment_id, event, from_state, to_state, note)
  values (new.id, 'moved', case when tg_op = 'UPDATE' then old.state end, new.state, coalesce(new.why, new.code));
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "payments_made" AFTER INSERT ON "payments" FOR EACH ROW EXECUTE FUNCTION note_payment_state();--> statement-breakpoint
CREATE TRIGGER "payments_moved" AFTER UPDATE OF "state" ON "payments" FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION note_payment_state();
