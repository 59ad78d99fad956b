-- A process of the release before may run beside: it sorts by urgent and time alone, which the new index serves in part, and
-- sends the few mails of low priority among the others.
DROP INDEX "outbox_due";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "low_priority" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("urgent" DESC NULLS LAST,"low_priority","next_attempt_at") WHERE "outbox"."state" in ('waiting', 'sending');