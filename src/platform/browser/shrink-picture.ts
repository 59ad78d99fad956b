type Wish = {
  /** Pixels of the longer side. */
  longest: number;
  /** Bytes that are not worth the work. */
  small: number;
};

/** Shows through where a picture is transparent: the ground of the shop's own pictures. */
const GROUND = "#f1e8d8";

/**
 * A picture in fewer bytes, for a slow and paid connection: as JPEG, upright, without what rode along. As it is where this
 * browser cannot read it.
 */
export async function shrinkPicture(picture: Blob, { longest, small }: Wish): Promise<Blob> {
  if (picture.size <= small) return picture;
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
    const shrunk = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.85));
    return shrunk && shrunk.size < picture.size ? shrunk : picture;
  } catch {
    return picture;
  }
}
