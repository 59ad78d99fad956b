type Size = {
  /** Pixels of the longer side. */
  longest: number;
  /** Most bytes that a picture should have; a smaller one stays as it is, unless `always`. */
  most: number;
  /** Converts to JPEG wherever this browser can read the picture, even where that has more bytes. */
  always?: boolean;
};

/** JPEG qualities, tried in turn until the picture is small enough. */
const QUALITIES = [0.85, 0.7, 0.5, 0.35];

/** The colour behind transparent parts: the background of the shop's own pictures. */
const GROUND = "#f1e8d8";

/**
 * Makes a picture smaller, for a slow and paid connection: as JPEG, upright, without its metadata. Returns it unchanged where
 * this browser cannot read it.
 */
export async function shrinkPicture(picture: Blob, { longest, most, always }: Size): Promise<Blob> {
  if (picture.size <= most && !always) return picture;
  try {
    const pixels = await createImageBitmap(picture, { imageOrientation: "from-image" });
    const scale = Math.min(1, longest / Math.max(pixels.width, pixels.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(pixels.width * scale);
    canvas.height = Math.round(pixels.height * scale);
    const brush = canvas.getContext("2d");
    if (!brush) return picture;
    brush.fillStyle = GROUND;
    brush.fillRect(0, 0, canvas.width, canvas.height);
    brush.drawImage(pixels, 0, 0, canvas.width, canvas.height);
    pixels.close();
    let shrunk: Blob | null = null;
    for (const quality of QUALITIES) {
      shrunk = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", quality));
      if (shrunk && shrunk.size <= most) break;
    }
    return shrunk && (always || shrunk.size < picture.size) ? shrunk : picture;
  } catch {
    return picture;
  }
}
