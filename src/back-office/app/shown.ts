import type { z } from "zod";
import type { listCodes } from "../codes/contract.ts";
import type { showCoupon } from "../coupons/contract.ts";
import type { listExceptions, listMoney, showMoney } from "../money/contract.ts";
import type { listOrders, showOrder } from "../orders/contract.ts";
import type { listGoods, showProduct } from "../products/contract.ts";
import type { listReviews } from "../reviews/contract.ts";
import type { showSetting } from "../settings/contract.ts";

// what the screens show, by the calls that answer it

export type OrderRow = z.output<typeof listOrders.answer>["rows"][number];
export type StaffOrder = z.output<typeof showOrder.answer>["order"];
export type CodeRow = z.output<typeof listCodes.answer>["rows"][number];
export type MoneyRow = z.output<typeof listMoney.answer>["rows"][number];
export type ExceptionRow = z.output<typeof listExceptions.answer>["rows"][number];
export type StaffMoney = z.output<typeof showMoney.answer>;
export type StaffCoupon = z.output<typeof showCoupon.answer>["coupon"];
export type ReviewRow = z.output<typeof listReviews.answer>["rows"][number];
export type GoodsRow = z.output<typeof listGoods.answer>["rows"][number];
export type StaffProduct = z.output<typeof showProduct.answer>["product"];
export type Setting = z.output<typeof showSetting.answer>["setting"];
export type SettingChange = z.output<typeof showSetting.answer>["history"][number];
