import { readMobile } from "../../phone-rules.ts";
import type { Payer } from "../transactions/rules.ts";
import { fieldsIn, textOf } from "./fields.ts";
import { readEatStamp } from "./password.ts";

/** Money on our till or account, as M-Pesa reports it (docs/payments.md, "Till confirmation"). KES, perhaps with cents. */
export type TillPayment = {
  code: string;
  amount: number;
  shortcode: string;
  billRef: string;
  paidAt: Date | undefined;
  payer: Payer;
};

/** Reads a C2B confirmation; undefined when it is not one. */
export function readTillPayment(body: string): TillPayment | undefined {
  const fields = fieldsIn(body);
  const code = readCode(fields.TransID);
  const amount = readSum(fields.TransAmount);
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

/** The payer's phone: a whole number, a masked one, or M-Pesa's hash of it; it tells payments of one sum apart. */
export function readPayer(msisdn: unknown): Payer {
  const text = textOf(msisdn) ?? "";
  if (/^[0-9a-f]{64}$/i.test(text)) return { sha256: text.toLowerCase() };
  const digits = /\d{3}$/.exec(text)?.[0];
  const phone = /^\+?\d+$/.test(text) ? readMobile(text) : undefined;
  return phone ? { digits, phone } : { digits };
}

/** The code of a payment, as M-Pesa writes it and as the shop keeps it. */
export function readCode(value: unknown): string | undefined {
  const code = textOf(value)?.toUpperCase();
  return code && /^[A-Z0-9]{1,20}$/.test(code) ? code : undefined;
}

/** A sum such as "1501.00" in KES, with its cents; undefined unless it is positive. */
export function readSum(value: unknown): number | undefined {
  const text = textOf(value) ?? "";
  const sum = /^\d{1,9}(\.\d+)?$/.test(text) ? Number(text) : 0;
  return sum > 0 ? sum : undefined;
}
