CREATE TABLE "jobs" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp with time zone,
	CONSTRAINT "jobs_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("due_at");--> statement-breakpoint
CREATE FUNCTION "add_job"(job_kind text, job_key text, seconds integer) RETURNS void LANGUAGE sql AS $$
  insert into jobs (kind, key, due_at) values (job_kind, job_key, now() + make_interval(secs => seconds))
  on conflict (kind, key) do update set due_at = excluded.due_at, tries = 0;
  select pg_notify('jobs', '') where seconds <= 0;
$$;
