import type { Payer } from "../transactions/rules.ts";
import { fieldsIn, textOf } from "./fields.ts";
import { readEatStamp } from "./password.ts";

/** Money on our till or account, as M-Pesa tells of it (docs/payments.md, "Till confirmation"). KES. */
export type TillPayment = {
  code: string;
  amount: number;
  shortcode: string;
  billRef: string;
  paidAt: Date | undefined;
  payer: Payer;
};

/** Reads a C2B confirmation; undefined when it is none. */
export function readTillPayment(body: string): TillPayment | undefined {
  const fields = fieldsIn(body);
  const code = readCode(fields.TransID);
  const amount = readShillings(fields.TransAmount);
  const shortcode = textOf(fields.BusinessShortCode);
  if (!code || amount === undefined || !shortcode) return undefined;
  return {
    code,
    amount,
    shortcode,
    billRef: textOf(fields.BillRefNumber) ?? "",
    paidAt: readEatStamp(textOf(fields.TransTime) ?? ""),
    payer: readPayer(fields.MSISDN),
  };
}

/** Whose phone it was: the last digits of a whole or masked number, or M-Pesa's hash of it; it tells payments of one sum apart. */
export function readPayer(msisdn: unknown): Payer {
  const text = textOf(msisdn) ?? "";
  const sha256 = /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined;
  return sha256 ? { sha256 } : { digits: /\d{3}$/.exec(text)?.[0] };
}

/** The code of a payment, as M-Pesa writes it and as the ledger keeps it. */
export function readCode(value: unknown): string | undefined {
  const code = textOf(value)?.toUpperCase();
  return code && /^[A-Z0-9]{1,20}$/.test(code) ? code : undefined;
}

/** "1501.00" as whole shillings; undefined for a negative sum or none. Cents are money too, but no total has any. */
export function readShillings(value: unknown): number | undefined {
  const whole = /^(\d{1,9})(\.\d+)?$/.exec(textOf(value) ?? "")?.[1];
  return whole === undefined ? undefined : Number(whole);
}
