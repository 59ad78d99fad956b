CREATE TABLE "goods_files" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"sha256" text NOT NULL,
	"by_id" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP TABLE "upload_pieces" CASCADE;--> statement-breakpoint
DROP TABLE "uploads" CASCADE;--> statement-breakpoint
CREATE UNIQUE INDEX "goods_files_once" ON "goods_files" USING btree ("by_id","sha256");