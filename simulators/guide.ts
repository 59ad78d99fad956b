import Fastify from "fastify";
import type { Daraja } from "./daraja/simulator.ts";
import { CARDS, OTP, PIN, POOR_OTP } from "./flutterwave/cards.ts";

/** What each phone does, by its last three digits (254700000NNN). */
const PHONES: Record<string, string> = {
  "001": "pays after 8 s",
  "002": "cancels after 6 s",
  "003": "does not answer: 1037 after 26 s",
  "004": "types a wrong PIN",
  "005": "has too little money",
  "006": "lets the prompt expire, 75 s",
  "007": "is busy: refused at once",
  "008": "is busy: refused a little later",
  "009": "cannot show the prompt (1025)",
  "010": "cannot be sent the prompt (9999)",
  "011": "has paid the same amount just now (17)",
  "012": "is over its limit (4)",
  "013": "pays; the callback is lost",
  "014": "pays; the callback comes twice",
  "015": "pays; five callbacks at once",
  "016": "pays; the callback comes before the push is answered",
  "017": "pays after 180 s, when the page has given up",
  "018": "M-Pesa is busy, nothing is sent",
  "019": "M-Pesa answers 503, nothing is sent",
  "020": "pays; the push is answered after 30 s",
  "021": "pays; the connection breaks after the push",
  "022": "pays; the push's answer is cut off",
  "023": "is refused with ResponseCode 1",
  "024": "pays; the first token is refused",
  "025": "pays; questions are answered with faults now and then",
  "026": "pays; in flight is told by an empty fault",
  "027": "pays; questions are refused for a minute",
  "028": "pays; the request is unknown for 3 s",
  "029": "is told unreachable, and pays after 60 s",
  "030": "cancels; a forged callback says paid",
  "031": "pays; the callback names a shilling less",
  "032": "pays; the callback writes its code as text",
  "033": "pays; the callback is shuffled and lacks the phone",
  "034": "pays; the callback cannot be read",
  "035": "stays under way for ever",
  "036": "ends with a code nobody knows (7777)",
  "037": "pays; the till's confirmation comes first",
  "038": "pays; the callback lacks the receipt",
};

type GuideParts = {
  port: number;
  shopUrl: string;
  mailboxUrl: string;
  till: string;
  daraja: Daraja["control"];
  /** Told on the page: who can log in. */
  account?: { email: string; password: string };
};

/** The page beside a demonstration: which phones and cards do what, and buttons for what a person would do on a phone. */
export async function serveGuide({ port, daraja, ...about }: GuideParts) {
  const http = Fastify({ forceCloseConnections: true });
  http.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  let said = "";
  http.get("/", (_request, reply) => reply.type("text/html; charset=utf-8").send(page(daraja, about, said)));
  http.post("/:act", async (request, reply) => {
    const { act } = request.params as { act: string };
    said = await perform(daraja, act, request.body as Record<string, string>, about.till).catch(
      (error: Error) => error.message,
    );
    return reply.redirect("/", 303);
  });
  const url = await http.listen({ port, host: "127.0.0.1" });
  return { url, close: () => http.close() };
}

async function perform(
  daraja: Daraja["control"],
  act: string,
  { id = "", amount = "" }: Record<string, string>,
  till: string,
): Promise<string> {
  if (act === "approve") await daraja.approve(id);
  else if (act === "cancel") await daraja.cancel(id);
  else if (act === "pay-till") {
    const { code } = daraja.payTill({ amount: Number(amount), phone: "254700000099", till });
    return `Paid Ksh ${amount} to till ${till}. Its code is ${code}.`;
  } else return "There is no such button.";
  return act === "approve" ? "The prompt was approved." : "The prompt was cancelled.";
}

function page(daraja: Daraja["control"], about: Omit<GuideParts, "port" | "daraja">, said: string): string {
  const waiting = daraja.payments().filter((payment) => payment.state === "waiting");
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>The demonstration's guide</title>
<style>body{font:16px/1.5 system-ui;max-width:60rem;margin:auto;padding:1rem}td,th{text-align:left;padding:.3rem .8rem .3rem 0;vertical-align:top}
button{font:inherit;min-height:44px;padding:0 1rem}input{font:inherit;min-height:40px;width:8rem}form{display:inline}</style>
<h1>The demonstration's guide</h1>
<p>The shop is at <a href="${about.shopUrl}">${about.shopUrl}</a>, its mails in the <a href="${about.mailboxUrl}">mailbox</a>. No money moves: both providers are played on this machine.</p>
${about.account ? `<p>Log in as <strong>${escapeHtml(about.account.email)}</strong> with <strong>${escapeHtml(about.account.password)}</strong>, or sign up.</p>` : ""}
<p role="status"><strong>${escapeHtml(said)}</strong></p>
<h2>Prompts that wait on a phone</h2>
${waiting.length === 0 ? "<p>None now. A prompt to any other phone than those below waits here for you. <a href='/'>Look again</a></p>" : ""}
<table>${waiting
    .map(
      (payment) =>
        `<tr><td>${payment.phone}</td><td>Ksh ${payment.amount}</td><td>${button("approve", payment.checkoutRequestId, "Approve with PIN")} ${button("cancel", payment.checkoutRequestId, "Cancel")}</td></tr>`,
    )
    .join("")}</table>
<h2>Pay to the till</h2>
<form method="post" action="/pay-till"><label>Ksh <input name="amount" inputmode="numeric" required></label> <button>Pay to till ${about.till}</button></form>
<h2>M-Pesa phones</h2>
<table><tr><th>Phone</th><th>What it does</th></tr>${Object.entries(PHONES)
    .map(([digits, does]) => `<tr><td>0700 000 ${digits}</td><td>${does}</td></tr>`)
    .join("")}</table>
<h2>Cards</h2>
<p>PIN ${PIN}, one-time password ${OTP}; ${POOR_OTP} says there is too little money. Where no CVV or expiry is given any will do.</p>
<table><tr><th>Card</th><th>CVV</th><th>Expiry</th><th>What it does</th></tr>${CARDS.map(
    (card) =>
      `<tr><td>${card.number}</td><td>${card.cvv ?? "any"}</td><td>${card.expiry ?? "any to come"}</td><td>${escapeHtml(card.about)}</td></tr>`,
  ).join("")}</table></html>`;
}

function button(act: string, id: string, label: string): string {
  return `<form method="post" action="/${act}"><input type="hidden" name="id" value="${escapeHtml(id)}"><button>${label}</button></form>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
