import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import type { Books, Session } from "./books.ts";
import { formPage } from "./form-page.ts";
import { answerStep, type Outcome, openSession, payByCard } from "./pay.ts";

const CHECKOUT = read("checkout.js");
const FORM = read("form.js");
const STYLE = read("form.css");

const card = z.object({
  session: z.string(),
  number: z.string().max(30),
  expiry: z.string().max(10),
  cvv: z.string().max(10),
});
const step = z.object({ session: z.string(), charge: z.number(), answer: z.string().max(200) });

/** What the customer's browser loads: the shop page's script, and the form in its iframe. */
export function serveModal(http: FastifyInstance, books: Books): void {
  http.get("/v3.js", (_request, reply) =>
    reply
      .headers({ "cross-origin-resource-policy": "cross-origin", "cache-control": "no-store" })
      .type("text/javascript; charset=utf-8")
      .send(CHECKOUT),
  );
  http.get("/pay", (_request, reply) => reply.type("text/html; charset=utf-8").send(formPage()));
  http.get("/pay/form.js", (_request, reply) => reply.type("text/javascript; charset=utf-8").send(FORM));
  http.get("/pay/form.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(STYLE));
  http.post("/pay/open", ({ body }, reply) => {
    const session = openSession(books, body);
    if ("refused" in session) return reply.code(400).send({ kind: "refused", message: session.refused });
    return reply.send({ kind: "opened", ...heading(session) });
  });
  http.post("/pay/card", ({ body }, reply) => act(books, reply, card, body, payByCard));
  http.post("/pay/step", ({ body }, reply) =>
    act(books, reply, step, body, (_books, session, { charge, answer }) =>
      answerStep(books, session, charge, answer),
    ),
  );
}

function heading({ id, intent }: Session) {
  return {
    session: id,
    title: intent.customizations?.title || "Checkout",
    email: intent.customer.email,
    price: `${intent.currency} ${intent.amount.toLocaleString("en")}`,
  };
}

async function act<T extends { session: string }>(
  books: Books,
  reply: FastifyReply,
  schema: z.ZodType<T>,
  body: unknown,
  work: (books: Books, session: Session, given: T) => Promise<Outcome>,
) {
  const given = schema.safeParse(body);
  const session = given.success ? books.sessions.get(given.data.session) : undefined;
  if (!given.success || !session) {
    return reply
      .code(400)
      .send({ kind: "refused", message: "This session has ended. Close it and try again." });
  }
  return reply.send(await work(books, session, given.data));
}

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}
