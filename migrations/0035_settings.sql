CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text NOT NULL,
	CONSTRAINT "setting_version" CHECK ("settings"."version" > 0)
);
--> statement-breakpoint
-- whoever changes a setting, also by hand: every process reads them again and drops its cached pages
CREATE FUNCTION "tell_setting_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform pg_notify('setting_changes', coalesce(new.name, old.name));
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "setting_changed" AFTER INSERT OR UPDATE OR DELETE ON "settings" FOR EACH ROW EXECUTE FUNCTION tell_setting_changed();
