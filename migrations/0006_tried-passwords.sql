CREATE TABLE "tried_passwords" (
	"user_id" text NOT NULL,
	"password_hash" text NOT NULL,
	"tried_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tried_passwords_user_id_password_hash_pk" PRIMARY KEY("user_id","password_hash")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "contested" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tried_passwords" ADD CONSTRAINT "tried_passwords_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
UPDATE "users" SET "contested" = true WHERE "verified_at" IS NULL AND EXISTS (SELECT 1 FROM "mail_links" WHERE "user_id" = "users"."id" AND "again");--> statement-breakpoint
INSERT INTO "tried_passwords" ("user_id", "password_hash") SELECT "id", "password_hash" FROM "users" WHERE "verified_at" IS NULL AND "password_hash" <> '';
