// The files of a picture, by its address: the pipeline makes them, pages request them.

/** Pixels of the largest size; every size is 5:6. */
export const PICTURE_WIDTH = 720;
export const PICTURE_HEIGHT = 864;

/** Widths of each format. WebP and JPEG are for the few browsers that cannot read AVIF, so they have fewer. */
export const WIDTHS = { avif: [180, 360, 720], webp: [180, 360], jpg: [720] } as const;

/** Pixels of share.jpg, in the size that messengers prefer. */
export const SHARE_WIDTH = 1200;
const SHARE_HEIGHT = 630;

/** The address of a picture by its folder's name: its largest JPEG, as in a product's `image`. */
export function pictureUrl(folder: string): string {
  return `/pictures/${folder}/${PICTURE_WIDTH}.jpg`;
}

/** The path of a picture's files, up to the slash, if it is from our pipeline: "/pictures/on-air-tee-front-1a2b3c4d/". */
export function folderOf(url: string): string | undefined {
  return /^\/pictures\/[^/]+\//.exec(url)?.[0];
}

/** The picture for shared links that is made beside a product's first one; undefined for pictures that are not ours. */
export function shareImage(url: string): { url: string; width: number; height: number } | undefined {
  const folder = folderOf(url);
  return folder ? { url: `${folder}share.jpg`, width: SHARE_WIDTH, height: SHARE_HEIGHT } : undefined;
}
