DROP TABLE "goods_files" CASCADE;--> statement-breakpoint
DROP TABLE "import_faults" CASCADE;--> statement-breakpoint
DROP INDEX "imports_once";--> statement-breakpoint
ALTER TABLE "imports" ALTER COLUMN "created" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "imports" ALTER COLUMN "changed" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "imports" ALTER COLUMN "same" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "undo" jsonb;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "undone_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "imports" DROP COLUMN "upload_id";--> statement-breakpoint
ALTER TABLE "imports" DROP COLUMN "size";--> statement-breakpoint
ALTER TABLE "imports" DROP COLUMN "dry_run";--> statement-breakpoint
ALTER TABLE "imports" DROP COLUMN "state";--> statement-breakpoint
ALTER TABLE "imports" DROP COLUMN "progress";--> statement-breakpoint
ALTER TABLE "imports" DROP COLUMN "large_prices";--> statement-breakpoint
ALTER TABLE "imports" DROP COLUMN "sold_sizes";--> statement-breakpoint
ALTER TABLE "imports" DROP COLUMN "faults";--> statement-breakpoint
ALTER TABLE "imports" DROP COLUMN "written";--> statement-breakpoint
ALTER TABLE "imports" DROP COLUMN "why";--> statement-breakpoint
ALTER TABLE "imports" DROP COLUMN "by_id";--> statement-breakpoint
ALTER TABLE "imports" DROP COLUMN "idempotency_key";--> statement-breakpoint
ALTER TABLE "imports" DROP COLUMN "holder";--> statement-breakpoint
ALTER TABLE "imports" DROP COLUMN "held_until";--> statement-breakpoint
ALTER TABLE "imports" DROP COLUMN "attempts";