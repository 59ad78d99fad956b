CREATE TABLE "import_faults" (
	"import_id" text NOT NULL,
	"n" integer NOT NULL,
	"row" integer NOT NULL,
	"column" text NOT NULL,
	"message" text NOT NULL,
	CONSTRAINT "import_faults_import_id_row_n_pk" PRIMARY KEY("import_id","row","n")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" text PRIMARY KEY NOT NULL,
	"upload_id" text NOT NULL,
	"name" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"dry_run" boolean NOT NULL,
	"state" text DEFAULT 'reading' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"same" integer DEFAULT 0 NOT NULL,
	"large_prices" integer DEFAULT 0 NOT NULL,
	"sold_sizes" integer DEFAULT 0 NOT NULL,
	"faults" integer DEFAULT 0 NOT NULL,
	"written" boolean DEFAULT false NOT NULL,
	"why" text,
	"by" jsonb NOT NULL,
	"by_id" text NOT NULL,
	"idempotency_key" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"holder" text,
	"held_until" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "whole_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "import_faults" ADD CONSTRAINT "import_faults_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "imports_once" ON "imports" USING btree ("by_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "imports_of_file" ON "imports" USING btree ("sha256");--> statement-breakpoint
-- who changes the stock of thousands of goods in one transaction says so, and gives one notice for all of them
DROP TRIGGER "stock_changed" ON "stock";--> statement-breakpoint
CREATE TRIGGER "stock_changed" AFTER UPDATE OF "on_hand" ON "stock" FOR EACH ROW WHEN (least(old.on_hand, 4) IS DISTINCT FROM least(new.on_hand, 4) AND current_setting('shop.one_stock_notice', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION tell_stock_changed();
