import { expect, test } from "vitest";
import { codeIn, isOfAnotherDay } from "./mpesa-sms.ts";

const CODE = "SJK4H7L2P1";
const PAID =
  "Ksh1,501.00 paid to SAUTI. on 5/11/26 at 2:30 PM. New M-PESA balance is Ksh10,203.45. Transaction cost, Ksh0.00. Amount you can transact within the day is 498,499.00.";

test.each([
  `${CODE} Confirmed. ${PAID}`,
  `${CODE} confirmed.${PAID}`,
  `${CODE}  Confirmed, ${PAID}`,
  `${CODE}Confirmed. ${PAID}`,
  `\n\n  ${CODE} Confirmed. ${PAID}\n`,
  `Fwd: ${CODE} Confirmed. ${PAID}`,
  `From MPESA, 0712345678: "${CODE} Confirmed. ${PAID}"`,
  `[5/11/26, 14:31:02] Wanjiku Otieno: ${CODE} Confirmed. ${PAID}`,
  `${CODE} Imethibitishwa. Ksh1,501.00 imelipwa kwa SAUTI tarehe 5/11/26 saa 2:30 PM. Baki yako ya M-PESA ni Ksh10,203.45.`,
  `Imethibitishwa ${CODE}. Umelipa Ksh1,501.00 kwa 123456 SAUTI.`,
  `Umetuma Ksh1,501.00 kwa SAUTI 0712345678. Nambari ya muamala ni ${CODE}`,
  `Confirmed. ${CODE} Ksh1,501.00 sent to till 5123456.`,
  `${CODE.toLowerCase()} confirmed. ksh1,501.00 paid to sauti. on 5/11/26 at 2:30 pm.`,
  `Ksh1501000 paid to TILL512345 on 5/11/2026, phone 0712345678 or 254712345678. Code: ${CODE}`,
  `Your order no ORDER12345 is here. ${CODE} Confirmed. ${PAID}`,
  `Ref AB12345678 of the bank. M-PESA ${CODE} Confirmed.`,
  CODE,
  ` ${CODE.toLowerCase()} `,
  `${CODE}.`,
])("the code is found in %j", (message) => expect(codeIn(message)).toBe(CODE));

test.each([
  "",
  "   ",
  PAID,
  "Confirmed. Ksh1,501.00 paid to SAUTI on 5/11/26",
  "0712345678",
  "1501000123 Confirmed.",
  "Ksh1501000 Confirmed.",
  "TILL512345",
  "Transaction SJK4H7L2P failed",
  "SJK4H7L2P12 is too long",
  "ABCDEFGHIJ Confirmed.",
  "SJK4H7L2РР Confirmed.",
  "<script>alert(1)</script>",
])("no code is found in %j", (message) => expect(codeIn(message)).toBeUndefined());

const at = (moment: string) => Date.parse(moment);

test.each([
  // year U is 2026, month K November, day 5
  ["UK54H7L2P1", "2026-11-05T11:30:00Z", false],
  ["UK54H7L2P1", "2026-11-04T21:00:00Z", false],
  ["UK54H7L2P1", "2026-11-05T21:00:00Z", true],
  ["TK54H7L2P1", "2026-11-05T11:30:00Z", true],
  ["UL54H7L2P1", "2026-11-05T11:30:00Z", true],
  ["UAV4H7L2P1", "2026-01-31T11:30:00Z", false],
  ["UAA4H7L2P1", "2026-01-10T11:30:00Z", false],
])("%s at %s is of another day: %s", (code, now, other) => expect(isOfAnotherDay(code, at(now))).toBe(other));

test.each(["", "UK5", "1K54H7L2P1", "UM54H7L2P1", "UK04H7L2P1", "UKW4H7L2P1"])(
  "%j says no day, so there is no hint",
  (code) => expect(isOfAnotherDay(code, at("2026-11-05T11:30:00Z"))).toBe(false),
);
