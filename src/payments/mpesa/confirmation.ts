import { fieldsIn, textOf } from "./fields.ts";
import { readEatStamp } from "./password.ts";

/** Money on our till or account, as M-Pesa tells of it (C2B confirmation; payments reference 1.7). KES. */
export type TillPayment = {
  code: string;
  amount: number;
  shortcode: string;
  billRef: string;
  paidAt: Date | undefined;
};

/** Reads a C2B confirmation; undefined when it is none. Who paid is not kept: it comes masked and proves nothing. */
export function readTillPayment(body: string): TillPayment | undefined {
  const fields = fieldsIn(body);
  const code = textOf(fields.TransID)?.toUpperCase();
  // cents are money too, but no total has any
  const amount = /^(\d{1,9})(\.\d+)?$/.exec(textOf(fields.TransAmount) ?? "")?.[1];
  const shortcode = textOf(fields.BusinessShortCode);
  if (!code || !/^[A-Z0-9]{1,20}$/.test(code) || amount === undefined || !shortcode) return undefined;
  return {
    code,
    amount: Number(amount),
    shortcode,
    billRef: textOf(fields.BillRefNumber) ?? "",
    paidAt: readEatStamp(textOf(fields.TransTime) ?? ""),
  };
}
