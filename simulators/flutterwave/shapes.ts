import { type Charge, iso, type Refund } from "./books.ts";

const ACCOUNT = 1_470_317;
const AUTH_MODELS = { pin: "PIN", otp: "PIN", bank: "VBVSECURECODE", avs: "AVS_NOAUTH" } as const;

/**
 * What the shop's page is called back with: transaction_id, not id, and nothing of the card; what was asked for, whatever
 * the card was really charged.
 */
export function browserCallback(charge: Charge) {
  const { intent } = charge.session;
  return {
    status: charge.card.quirk === "completed" ? ("completed" as const) : ("successful" as const),
    customer: {
      name: nameOf(charge),
      email: intent.customer.email,
      phone_number: intent.customer.phone_number ?? "",
    },
    transaction_id: charge.id,
    tx_ref: intent.tx_ref,
    flw_ref: charge.flwRef,
    currency: intent.currency,
    amount: intent.amount,
    charged_amount: intent.amount,
    charge_response_code: "00",
    charge_response_message: "Approved Successful",
    created_at: iso(charge.created),
  };
}
export type BrowserCallback = ReturnType<typeof browserCallback>;

/** The data of verify and verify_by_reference. */
export function transaction(charge: Charge) {
  return {
    ...basics(charge),
    card: { ...cardOf(charge), token: `flw-t1nf-${charge.flwRef.slice(-24)}-m03k` },
    meta: null,
    amount_settled: charge.status === "successful" ? charge.amount - charge.fee : null,
  };
}

/** A charge in the list of transactions. */
export function listedTransaction(charge: Charge) {
  const { card, ...listed } = transaction(charge);
  const { token, ...shown } = card;
  return { ...listed, card: shown };
}

/** A webhook's body about a charge; `change` is laid over its data. */
export function chargeWebhook(
  charge: Charge,
  shape: "nested" | "flat",
  change: Record<string, unknown> = {},
): Record<string, unknown> {
  if (shape === "flat") return { ...flat(charge), ...change };
  return {
    event: "charge.completed",
    data: { ...basics(charge), card: cardOf(charge), ...change },
    "event.type": "CARD_TRANSACTION",
  };
}

/** A webhook's body about money given back. */
export function refundWebhook({ id, charge, amount, status, at }: Refund): Record<string, unknown> {
  return {
    id,
    AmountRefunded: amount,
    status,
    FlwRef: charge.flwRef,
    destination: "payment_source",
    comments: "",
    settlement_id: "NEW",
    meta: JSON.stringify({ source: "availablebalance" }),
    createdAt: iso(at),
    updatedAt: iso(at),
    walletId: ACCOUNT + 1,
    AccountId: ACCOUNT,
    TransactionId: charge.id,
  };
}

/** The data of a refund's answer. */
export function refundAnswer({ id, charge, amount, status, at }: Refund) {
  return {
    id,
    account_id: ACCOUNT,
    tx_id: charge.id,
    flw_ref: charge.flwRef,
    wallet_id: ACCOUNT + 1,
    amount_refunded: amount,
    status,
    destination: "payment_source",
    meta: { source: "availablebalance" },
    created_at: iso(at),
  };
}

function basics(charge: Charge) {
  const { intent } = charge.session;
  return {
    id: charge.id,
    tx_ref: String(intent.tx_ref),
    flw_ref: charge.flwRef,
    device_fingerprint: "N/A",
    amount: charge.amount,
    currency: charge.currency,
    charged_amount: charge.amount,
    app_fee: charge.fee,
    merchant_fee: 0,
    processor_response: charge.response,
    auth_model: authModel(charge),
    ip: "127.0.0.1",
    narration: "CARD Transaction",
    status: charge.status,
    payment_type: "card",
    created_at: iso(charge.created),
    account_id: ACCOUNT,
    customer: {
      id: charge.customerId,
      name: nameOf(charge),
      phone_number: intent.customer.phone_number ?? null,
      email: intent.customer.email,
      created_at: iso(charge.created),
    },
  };
}

function cardOf({ card }: Charge) {
  return {
    first_6digits: card.number.slice(0, 6),
    last_4digits: card.number.slice(-4),
    issuer: "SIMULATED BANK CREDIT",
    country: "KE",
    type: card.number.startsWith("4") ? "VISA" : card.number.startsWith("506") ? "VERVE" : "MASTERCARD",
    expiry: card.expiry ?? "09/32",
  };
}

/** As test accounts and some live ones send it. */
function flat(charge: Charge) {
  const { intent } = charge.session;
  return {
    id: charge.id,
    txRef: String(intent.tx_ref),
    flwRef: charge.flwRef,
    orderRef: `URF_${charge.id}`,
    paymentPlan: null,
    paymentPage: null,
    createdAt: iso(charge.created),
    amount: charge.amount,
    charged_amount: charge.amount,
    status: charge.status,
    IP: "127.0.0.1",
    currency: charge.currency,
    appfee: charge.fee,
    merchantfee: 0,
    merchantbearsfee: 1,
    customer: {
      id: charge.customerId,
      phone: intent.customer.phone_number ?? null,
      fullName: nameOf(charge),
      customertoken: null,
      email: intent.customer.email,
      createdAt: iso(charge.created),
      updatedAt: iso(charge.created),
      deletedAt: null,
      AccountId: ACCOUNT,
    },
    entity: {
      card6: charge.card.number.slice(0, 6),
      card_last4: charge.card.number.slice(-4),
      card_country_iso: "KE",
      createdAt: iso(charge.created),
    },
    "event.type": "CARD_TRANSACTION",
  };
}

function authModel({ card }: Charge): string {
  const step = card.steps[0];
  return step ? AUTH_MODELS[step] : "noauth";
}

function nameOf({ session }: Charge): string {
  return session.intent.customer.name || "Anonymous customer";
}
