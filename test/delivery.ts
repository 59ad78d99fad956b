import { expect } from "vitest";
import { type DeliverySettings, USUAL_DELIVERY } from "../src/delivery/rules.ts";
import { openPaidShop } from "./payments.ts";
import { freshCode, freshMobile } from "./people.ts";
import type { Answer } from "./shop.ts";
import { signInStaff } from "./support/back-office.ts";

export const POINT = {
  name: "Langata Road",
  address: { street: "Langata Road 1", city: "Nairobi", state: "Nairobi", zipCode: "00509" },
  hours: "Mon to Fri, 9 to 17",
};

/** A shop in two processes whose owner changes what delivery costs; `ways` orders in each way to pay that there is. */
export async function openDeliveryShop() {
  const shop = await openPaidShop();
  const other = await shop.second();
  const owner = await signInStaff(shop);

  /** Saves the setting as the owner; both processes have the change. */
  async function set(changes: Partial<DeliverySettings>): Promise<void> {
    const { setting } = (await owner.get("/settings/delivery")).body as unknown as Shown;
    const value = { ...USUAL_DELIVERY, ...changes };
    const saved = await owner.post("/settings/delivery", { value, version: setting.version });
    expect(saved.status, saved.text).toBe(200);
    for (const app of [shop, other])
      await expect
        .poll(async () => (await app.get("/api/delivery")).body.delivery ?? USUAL_DELIVERY, {
          interval: 10,
          timeout: 10_000,
        })
        .toEqual(JSON.parse(JSON.stringify(value)));
  }

  const ways: Record<"cod" | "mpesa" | "flutterwave", (token: string, body: object) => Promise<Answer>> = {
    cod: (token, body) =>
      shop.post("/api/order/placeOrder", { ...body, mpesaCode: freshCode(), paymentMethod: "cod" }, token),
    mpesa: (token, body) => {
      const phone = freshMobile();
      shop.daraja.scenario({ phone: `254${phone.slice(1)}`, scenario: "001" });
      return shop.post("/token/stkpush", { ...body, phoneNumber: phone }, token);
    },
    flutterwave: (token, body) => shop.post("/api/payment/flutterwave/intent", body, token),
  };

  return { shop, other, owner, set, ways, close: shop.close };
}
type Shown = { setting: { version: number } };
