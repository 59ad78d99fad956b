import { isDatabaseAway } from "../../platform/db.server.ts";
import { advance } from "./advance.server.ts";
import type { Desk } from "./desk.server.ts";
import { pastPushes } from "./in-the-way.server.ts";

/**
 * Asks M-Pesa once more about pushes of three minutes ago that nobody answered, before more money is asked for: one that was
 * paid meanwhile has its order then. Whether it answers or not, they bar nobody.
 */
export async function askAboutPast(desk: Desk, userId: string, phone?: string): Promise<void> {
  for (const id of await pastPushes(desk.db, userId, phone)) {
    try {
      await advance(desk, id, { fresh: true });
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      desk.log.error({ err: error, what: id }, "an earlier push could not be asked about");
    }
  }
}
