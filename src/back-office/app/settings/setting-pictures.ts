import { openPictureQueue } from "../pictures/use-picture-queue.ts";

type Take = (url: string) => void;

/** Addresses of pictures that came while nobody looked at their place's form. */
const arrived = new Map<string, string>();
const takers = new Map<string, Take>();

/** Pictures of settings on their way, each named by its place ("banner.picture") where goods' have their product. */
export const settingPictures = openPictureQueue(async (place, url) => {
  if (!url) return;
  const take = takers.get(place);
  if (take) take(url);
  else arrived.set(place, url);
});

/** Gives `take` the address of a picture for this place once it has come, or at once if it came before; gives what ends that. */
export function onArrival(place: string, take: Take): () => void {
  takers.set(place, take);
  const url = arrived.get(place);
  arrived.delete(place);
  if (url) take(url);
  return () => {
    if (takers.get(place) === take) takers.delete(place);
  };
}
