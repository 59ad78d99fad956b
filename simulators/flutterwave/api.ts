import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Books, type Charge, nextId, type Refund } from "./books.ts";
import { listedTransaction, refundAnswer, transaction } from "./shapes.ts";
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

/** Virtual ms verify does not know a card ...012's charge for. */
const UNSEEN_FOR = 5_000;
/** Virtual seconds until verify gives up on a card ...009's charge. */
const GIVES_UP_AFTER = 28;

const refundBody = z.object({ amount: z.number() });

type ById = { Params: { id: string } };
type ListQuery = { from?: string; to?: string; page?: string };

/** What the shop's server calls, with the secret key. */
export function serveApi(http: FastifyInstance, books: Books): void {
  const demandKey = async (request: FastifyRequest, reply: FastifyReply) => {
    const given = request.headers.authorization;
    if (given !== `Bearer ${books.keys.secretKey}`) return unauthorized(reply);
  };
  http.register(
    async (api) => {
      api.addHook("preHandler", demandKey);
      api.get<{ Querystring: ListQuery }>("/", ({ query }, reply) => listTransactions(books, query, reply));
      api.get<ById>("/:id/verify", ({ params }, reply) => verify(books, seenById(books, params.id), reply));
      api.get<{ Querystring: { tx_ref?: string } }>("/verify_by_reference", ({ query }, reply) =>
        query.tx_ref
          ? verify(books, seenByReference(books, query.tx_ref), reply)
          : refuse(reply, "tx_ref is required"),
      );
      api.post<ById>("/:id/refund", ({ params, body }, reply) => refund(books, params.id, body, reply));
    },
    { prefix: "/v3/transactions" },
  );
  http.get<{ Querystring: ListQuery }>("/v3/refunds", { preHandler: demandKey }, ({ query }, reply) =>
    listRefunds(books, query, reply),
  );
  http.get<ById>("/v3/refunds/:id", { preHandler: demandKey }, ({ params }, reply) =>
    refundState(books, params.id, reply),
  );
}

function unauthorized(reply: FastifyReply) {
  return reply.code(401).send({ status: "error", message: "Authorization required", data: null });
}

function seenById(books: Books, id: string): Charge | undefined {
  return books.charges.find((charge) => String(charge.id) === id && isSeen(books, charge));
}

function seenByReference(books: Books, reference: string): Charge | undefined {
  const attempts = books.charges.filter(
    (charge) => String(charge.session.intent.tx_ref) === reference && isSeen(books, charge),
  );
  if (books.switches.byReference === "first") return attempts[0];
  const last = attempts.at(-1);
  if (books.switches.byReference === "last") return last;
  return attempts.find(({ status }) => status === "successful") ?? last;
}

function isSeen({ clock }: Books, { card, created }: Charge): boolean {
  return card.quirk !== "unseen-5s" || clock.now() >= created + UNSEEN_FOR;
}

async function verify(books: Books, charge: Charge | undefined, reply: FastifyReply) {
  if (!charge) return missing(books, reply);
  const quirk = charge.card.quirk;
  if (quirk === "verify-401") return unauthorized(reply);
  if (quirk === "verify-503") {
    await books.agenda.wait(GIVES_UP_AFTER);
    return reply
      .code(503)
      .send({ status: "error", message: "An error occurred. Please contact support", data: null });
  }
  const answer = {
    status: "success",
    message: "Transaction fetched successfully",
    data: transaction(charge),
  };
  if (quirk !== "verify-malformed") return reply.send(answer);
  return reply.type("application/json; charset=utf-8").send(cut(JSON.stringify(answer)));
}

async function refund(books: Books, id: string, body: unknown, reply: FastifyReply) {
  const charge = books.charges.find((one) => String(one.id) === id);
  if (!charge) return missing(books, reply);
  const asked = refundBody.safeParse(body);
  if (!asked.success) return refuse(reply, "Refund amount is not valid");
  const given = refundCharge(books, charge, asked.data.amount);
  if ("refused" in given) return refuse(reply, given.refused);
  if (books.refundMode === "lost") return broken(books, reply);
  return reply.send({
    status: "success",
    message: "Transaction refund initiated",
    data: refundAnswer(given),
  });
}

async function refundState(books: Books, id: string, reply: FastifyReply) {
  const given = books.refunds.find((refund) => String(refund.id) === id);
  if (!given) return refuse(reply, "Refund not found");
  return reply.send({ status: "success", message: "Refund fetched", data: refundAnswer(given) });
}

/** Rows of one page of a list. */
const PER_PAGE = 10;
const DAY_MS = 86_400_000;

/** Newest first; `from` and `to` are days, both included. */
async function listTransactions(books: Books, query: ListQuery, reply: FastifyReply) {
  const seen = books.charges.filter((charge) => isSeen(books, charge));
  const rows = seen.map((charge) => ({ at: charge.created, row: listedTransaction(charge) }));
  return sendPage(rows, query, "Transactions fetched", reply);
}

async function listRefunds(books: Books, query: ListQuery, reply: FastifyReply) {
  const rows = books.refunds.map((given) => ({ at: given.at, row: refundAnswer(given) }));
  return sendPage(rows, query, "Refunds fetched", reply);
}

function sendPage(
  rows: { at: number; row: object }[],
  query: ListQuery,
  message: string,
  reply: FastifyReply,
) {
  const { from = "2000-01-01", to = "2100-01-01", page: asked = "1" } = query;
  const [first, end, page] = [Date.parse(from), Date.parse(to) + DAY_MS, Number(asked)];
  if (!(page >= 1) || Number.isNaN(first) || Number.isNaN(end))
    return refuse(reply, "from, to or page is not valid");
  const given = rows.filter(({ at }) => at >= first && at < end).reverse();
  const total_pages = Math.ceil(given.length / PER_PAGE);
  return reply.send({
    status: "success",
    message,
    meta: { page_info: { total: given.length, current_page: page, total_pages } },
    data: given.slice((page - 1) * PER_PAGE, page * PER_PAGE).map(({ row }) => row),
  });
}

function missing({ switches }: Books, reply: FastifyReply) {
  return reply
    .code(switches.missingStatus)
    .send({ status: "error", message: "No transaction was found for this id", data: null });
}

function refuse(reply: FastifyReply, message: string) {
  return reply.code(400).send({ status: "error", message, data: null });
}

/** An answer of the provider's that says nothing about what was done. */
export function broken(books: Books, reply: FastifyReply) {
  return reply.code(500).send({
    status: "error",
    message: "An error occurred. Please contact support",
    error_id: `ERRNO${books.clock.now()}`,
    data: null,
  });
}

/** The first half of a text: JSON that never ends. */
export function cut(text: string): string {
  return text.slice(0, Math.ceil(text.length / 2));
}
