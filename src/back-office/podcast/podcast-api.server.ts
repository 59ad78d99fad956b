import { ShopError } from "../../platform/shop-error.ts";
import { readFeed } from "../../podcast/read-feed.server.ts";
import {
  feedStanding,
  listEpisodes,
  tiedEpisodes,
  tieEpisodes,
} from "../../podcast/staff-episodes.server.ts";
import { SETTINGS } from "../../settings/contract.ts";
import { findSetting } from "../../settings/staff/find-setting.server.ts";
import type { StaffContext } from "../staff-context.server.ts";
import type { Route } from "../staff-route.server.ts";
import * as contract from "./contract.ts";

/** /api/staff/episodes, and the episodes of /api/staff/goods/:id. */
export function podcastApi(route: Route, context: StaffContext): void {
  const { db, publicUrl } = context;
  route(contract.listEpisodes, { right: "goods.read" }, async ({ query }) => {
    const address = await feedNow(context);
    return { ...(await listEpisodes(db, query)), feed: address ? await feedStanding(db, address) : null };
  });
  route(contract.readFeed, { right: "goods.edit" }, async ({ request }) => {
    const address = await feedNow(context);
    if (!address) throw new ShopError(409, "Set the address of the podcast's feed first.");
    const { fault } = await readFeed({ db, log: request.log, publicUrl }, address);
    if (fault) throw new ShopError(502, fault);
    return { message: "The feed was read." };
  });
  tyingApi(route, context);
}

function tyingApi(route: Route, context: StaffContext): void {
  const { db } = context;
  route(contract.productEpisodes, { right: "goods.read" }, async ({ params }) => ({
    episodes: await tiedEpisodes(db, params.id),
  }));
  route(contract.tieEpisodes, { right: "goods.edit" }, async ({ params: { id }, body, by }) => {
    await tieEpisodes(db, { productId: id, wanted: body.episodes, seen: body.seen, by });
    return { episodes: await tiedEpisodes(db, id) };
  });
}

/** The feed's address as it was saved last, which this process may not know yet; empty for none. */
async function feedNow({ db, settingDefaults }: StaffContext): Promise<string> {
  const { value } = await findSetting(db, "podcast", settingDefaults);
  const { data = settingDefaults.podcast } = SETTINGS.podcast.safeParse(value);
  return data.feed;
}
