-- a payment's history is written with each change of its state (src/payments/change-state.server.ts)
DROP TRIGGER "payments_made" ON "payments";--> statement-breakpoint
DROP TRIGGER "payments_moved" ON "payments";--> statement-breakpoint
DROP FUNCTION "note_payment_state"();
