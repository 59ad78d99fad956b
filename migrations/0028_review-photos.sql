CREATE TABLE "stored_pictures" (
	"folder" text NOT NULL,
	"file" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "stored_pictures_folder_file_pk" PRIMARY KEY("folder","file")
);
--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "photo" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_photo" UNIQUE("photo");--> statement-breakpoint
-- a photograph goes with its review
CREATE FUNCTION "forget_review_photo"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  delete from stored_pictures where folder = old.photo;
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "review_forgotten" AFTER DELETE ON "reviews" FOR EACH ROW WHEN (old.photo IS NOT NULL) EXECUTE FUNCTION forget_review_photo();
