import type { Db } from "../../platform/database/db.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import { route } from "../../platform/http/route.server.ts";
import * as contract from "../contract.ts";
import { listAddresses, removeAddress } from "./saved-addresses.server.ts";

const about = { tag: "orders", signedIn: true } as const;

/** GET /api/user/addresses, and their removal. */
export function addressesApi(http: Http, { db }: { db: Db }) {
  route(
    http,
    contract.savedAddresses,
    { ...about, summary: "The addresses of my last orders, at most five, newest first" },
    async ({ userId }) => ({ message: "Addresses found", addresses: await listAddresses(db, userId) }),
  );

  route(
    http,
    contract.removeAddress,
    { ...about, summary: "Forget one of my addresses" },
    async ({ userId, body }) => {
      await removeAddress(db, userId, body.id);
      return { message: "Address removed" };
    },
  );
}
