/** A picture of a product: its address, and what it shows in words, perhaps empty. */
export type GoodsPicture = { url: string; alt: string };
export type Change = (pictures: GoodsPicture[]) => GoodsPicture[];

/** A product's pictures with their alt texts. */
export function picturesOf({ images, alts }: { images: string[]; alts: string[] }): GoodsPicture[] {
  return images.map((url, at) => ({ url, alt: alts[at] ?? "" }));
}

/** Puts a picture at a place, counted from 0; those between move on. */
export function movedTo(url: string, place: number): Change {
  return (pictures) => {
    const moved = pictures.find((each) => each.url === url);
    if (!moved) return pictures;
    const others = pictures.filter((each) => each !== moved);
    return [...others.slice(0, place), moved, ...others.slice(place)];
  };
}

export function without(url: string): Change {
  return (pictures) => pictures.filter((each) => each.url !== url);
}

/** With a picture more, at the end or at `place`; one that is there already stays where it is. */
export function withPicture(picture: GoodsPicture, place = Number.POSITIVE_INFINITY): Change {
  return (pictures) =>
    pictures.some(({ url }) => url === picture.url)
      ? pictures
      : [...pictures.slice(0, place), picture, ...pictures.slice(place)];
}

/** With this alt text of a picture. */
export function described(url: string, alt: string): Change {
  return (pictures) => pictures.map((each) => (each.url === url ? { ...each, alt } : each));
}

export function applied(pictures: GoodsPicture[], changes: readonly Change[]): GoodsPicture[] {
  return changes.reduce((changed, change) => change(changed), pictures);
}
