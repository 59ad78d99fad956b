CREATE TABLE "discrepancies" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"payment_id" text,
	"hook_id" text,
	"method" text,
	"receipt" text,
	"amount" integer,
	"what" text NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "discrepancies_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "owner_notices" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"payment_id" text,
	"what" text NOT NULL,
	"line" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"mailed_at" timestamp with time zone,
	CONSTRAINT "owner_notices_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "refund_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"refund_id" text NOT NULL,
	"way" text NOT NULL,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"secret_hash" text,
	"reference" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refund_attempts_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "refund_results" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refund_results_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"attempt_id" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"outcome" text NOT NULL,
	"reference" text,
	"why" text
);
--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_pkey";--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "payment_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "hook_inbox" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "hook_inbox" ADD COLUMN "next_try_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "hook_inbox" ADD COLUMN "parked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "id" text;--> statement-breakpoint
UPDATE "refunds" SET "id" = "payment_id";--> statement-breakpoint
ALTER TABLE "refunds" ADD PRIMARY KEY ("id");--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "discrepancy_id" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "first_failed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "till_payments" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "discrepancies" ADD CONSTRAINT "discrepancies_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_notices" ADD CONSTRAINT "owner_notices_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_attempts" ADD CONSTRAINT "refund_attempts_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_results" ADD CONSTRAINT "refund_results_attempt_id_refund_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."refund_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "discrepancies_open" ON "discrepancies" USING btree ("created_at") WHERE "discrepancies"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "discrepancies_by_receipt" ON "discrepancies" USING btree ("receipt");--> statement-breakpoint
CREATE INDEX "discrepancies_by_hook" ON "discrepancies" USING btree ("hook_id");--> statement-breakpoint
CREATE INDEX "notices_waiting" ON "owner_notices" USING btree ("id") WHERE "owner_notices"."mailed_at" is null;--> statement-breakpoint
CREATE INDEX "attempts_of_refund" ON "refund_attempts" USING btree ("refund_id","started_at");--> statement-breakpoint
CREATE INDEX "results_of_attempt" ON "refund_results" USING btree ("attempt_id","id");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_discrepancy_id_discrepancies_id_fk" FOREIGN KEY ("discrepancy_id") REFERENCES "public"."discrepancies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_unique" UNIQUE("payment_id");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_discrepancy_id_unique" UNIQUE("discrepancy_id");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refund_of_one" CHECK (num_nonnulls("refunds"."payment_id", "refunds"."discrepancy_id") = 1);--> statement-breakpoint
-- what refunds knew of their last attempt, so that its result is heard at the address it was given
INSERT INTO "refund_attempts" ("id", "refund_id", "way", "amount", "state", "secret_hash", "reference", "started_at")
select id, id, case when tries > 0 then 'provider' else 'hand' end, amount, case when state = 'due' then 'failed' else state end,
  secret_hash, reference, created_at
from refunds where tries > 0 or state = 'done';--> statement-breakpoint
INSERT INTO "refund_results" ("attempt_id", "at", "outcome", "reference", "why")
select a.id, coalesce(r.done_at, r.created_at), a.state, r.reference, r.result
from refund_attempts a join refunds r on r.id = a.id where r.result is not null or r.done_at is not null;--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_secret_hash_unique";--> statement-breakpoint
ALTER TABLE "refunds" DROP COLUMN "secret_hash";