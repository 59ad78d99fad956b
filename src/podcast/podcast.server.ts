import type { Feature } from "../platform/feature.server.ts";
import type { LiveSettings } from "../settings/live-settings.server.ts";
import { readFeed } from "./read-feed.server.ts";

/** New episodes each hour, where the owner has set a feed; why it cannot be read is shown in the back office. */
export function podcastFeature(
  parts: Parameters<typeof readFeed>[0] & { settings: LiveSettings["current"] },
): Feature {
  const readPodcast = async () => {
    const { feed } = parts.settings().values.podcast;
    if (feed) await readFeed(parts, feed);
  };
  return { hour: [readPodcast] };
}
