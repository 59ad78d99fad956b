-- who else has ordered, or is paying, in a checkout. The release before neither reads nor needs them; orders and payments wait
-- while they are built
CREATE INDEX "orders_by_checkout" ON "orders" USING btree (split_part("idempotency_key", ' ', 1));--> statement-breakpoint
CREATE INDEX "payments_by_checkout" ON "payments" USING btree (split_part("checkout", ' ', 1));