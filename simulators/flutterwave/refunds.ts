import { type Books, type Charge, nextId, type Refund } from "./books.ts";
import { announceRefund } from "./webhooks.ts";

/** Virtual seconds a refund stays "processing". */
const PROCESSING_FOR = 60;

/** Gives money back. No idempotency: asked twice, it pays twice while money is left. */
export function refundCharge(books: Books, charge: Charge, amount: number): Refund | { refused: string } {
  if (charge.status !== "successful") return { refused: "Only successful transactions can be refunded" };
  if (charge.refunded >= charge.amount) charge.repeats += 1;
  if (books.refundMode === "refused") return { refused: "Refund cannot be processed for this transaction" };
  if (books.refundMode === "no-balance") return { refused: "Insufficient funds in your available balance" };
  if (charge.refunded >= charge.amount) return { refused: "This transaction has already been refunded" };
  if (!(amount > 0) || amount > charge.amount - charge.refunded) {
    return { refused: "Refund amount is more than what is left of the transaction" };
  }
  return giveBack(books, charge, amount);
}

function giveBack(books: Books, charge: Charge, amount: number): Refund {
  const slow = books.refundMode === "processing" || books.refundMode === "pending";
  const refund: Refund = {
    id: nextId(books),
    charge,
    amount,
    status: slow ? books.refundMode : "completed",
    at: books.clock.now(),
  };
  charge.refunded += amount;
  books.refunds.push(refund);
  if (!slow) announceRefund(books, refund);
  if (books.refundMode === "processing") {
    books.agenda.after(PROCESSING_FOR, () => {
      refund.status = "completed";
      announceRefund(books, refund);
    });
  }
  return refund;
}
