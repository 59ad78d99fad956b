import { fieldsIn, textOf } from "./fields.ts";

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
  const amount = /^(\d{1,9})(\.0+)?$/.exec(textOf(fields.TransAmount) ?? "")?.[1];
  const shortcode = textOf(fields.BusinessShortCode);
  if (!code || !/^[A-Z0-9]{1,20}$/.test(code) || amount === undefined || !shortcode) return undefined;
  return {
    code,
    amount: Number(amount),
    shortcode,
    billRef: textOf(fields.BillRefNumber) ?? "",
    paidAt: readMoment(textOf(fields.TransTime) ?? ""),
  };
}

/** yyyyMMddHHmmss in Nairobi (UTC+3, no summer time). */
export function readMoment(text: string): Date | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}
