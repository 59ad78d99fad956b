DROP INDEX "outbox_due";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "urgent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("urgent" DESC NULLS LAST,"next_attempt_at") WHERE "outbox"."state" in ('waiting', 'sending');