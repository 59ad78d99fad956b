import type { TestShop } from "../shop.ts";
import type { StaffPerson } from "./back-office.ts";

/** Sends a file as a browser of the back office does. */
export function sendFile(shop: Pick<TestShop, "send">, by: Pick<StaffPerson, "cookie">, payload: Buffer) {
  return shop.send({
    method: "POST",
    url: "/api/staff/uploads?kind=picture&name=tee.jpg",
    payload,
    headers: { "content-type": "application/octet-stream", "x-staff": "1", cookie: by.cookie },
  });
}
