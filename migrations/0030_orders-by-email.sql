-- for log-in: what a guest ordered under the account's e-mail. The release before neither reads nor needs it; orders wait
-- while it is built
CREATE INDEX "orders_by_email" ON "orders" USING btree (lower("address"->>'email'));